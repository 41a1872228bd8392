/** Additions of mail systems come off before titles, opt-outs and texts are judged; words of persons stay. */
import { assert, describe, it } from "@effect/vitest"
import { withoutSystemText, withoutTags } from "../../src/additions/SystemText.ts"
import { isOptOut } from "../../src/optouts/OptOut.ts"
import { replyText } from "../../src/replies/ReplyText.ts"
import { bannerWords, westernBanners } from "../../src/words/additions/Banners.ts"
import { easternBanners, joinedBannerWords } from "../../src/words/additions/BannersEastern.ts"
import { joinedDisclaimerWords, disclaimerWords } from "../../src/words/additions/Disclaimers.ts"
import { tagWords } from "../../src/words/additions/SubjectTags.ts"
import { deskFields, machineWords } from "../../src/words/notices/DeskWords.ts"
import { kindOf, mail } from "../notices/Mails.ts"

const answer = "The lift can be mended on Friday."

const banners = [
  "WARNING: this mail came from outside our company. Think before you click.",
  "[EXTERNAL EMAIL] Do not open attachments unless you\nverify the sender.",
  "*** External mail. Exercise caution with links. ***",
  "You don't often get email from ada@lead.test. Learn why this is important<https://help.test/why>",
  "ZjQcmQRYFpfptBannerStart\nUnknown sender\nWe have not seen this sender before.\nZjQcmQRYFpfptBannerEnd",
  "[EXTERNAL]",
  "ACHTUNG! Externer Absender!",
  "Diese Mail wurde von einem externen Absender gesendet.\nKlicken Sie auf keine Links.",
  "ATTENTION : ce mail vient d'un expéditeur externe.",
  "ATENCIÓN: este mensaje viene de un remitente externo. No abra los adjuntos.",
  "Attenzione: questa mail arriva dall'esterno.",
  "Let op: dit bericht komt van buiten de organisatie.",
  "Uwaga: ta wiadomość przyszła spoza firmy. Nie otwieraj załączników.",
  "Внимание: это письмо от внешнего отправителя.",
  "【社外メール】このメールは社外から届きました。"
]
const disclaimers = [
  "This message is confidential and meant for its recipient. If you got it by mistake, delete it.",
  "Disclaimer: only the addressee may use what is written here.",
  "Please consider the environment before printing this mail.",
  "Diese Mail ist vertraulich. Wer nicht der Empfänger ist, löscht sie bitte.",
  "Ce message est confidentiel, et réservé à son destinataire.",
  "Questo messaggio è riservato al suo destinatario. Le informazioni sono riservate.",
  "本邮件是机密的，只给收件人。"
]

describe("what mail systems add", () => {
  it.each(banners)("is no part of an answer: above it, %j", (banner) => {
    for (const space of ["\n", "\n\n"]) assert.strictEqual(replyText(banner + space + answer), answer)
  })

  it("is no part of an answer: on its line", () =>
    assert.strictEqual(replyText(`This email originated outside our organization. ${answer}`), answer))

  it.each(disclaimers)("is no part of an answer: below it, %j", (disclaimer) => {
    for (const space of ["\n", "\n\n", `\n\n${"_".repeat(32)}\n`]) {
      assert.strictEqual(replyText(answer + space + disclaimer), answer)
    }
  })

  it.each(banners)("hides no request to stop: %j", (banner) => {
    for (const [text, isRequest] of [
      ["Unsubscribe", true],
      ["Who else can unsubscribe?", false]
    ] as const) {
      const reply_text = replyText(`${banner}\n\n${text}\n\n${disclaimers[0]}`)
      assert.strictEqual(isOptOut(mail({ reply_text, subject: "Re: Hello" })), isRequest, reply_text)
    }
  })

  const words = [
    "Attention: our external auditor comes on Thursday, so call me on Friday.\n\nAda",
    "Your mail came from outside our list of suppliers.\n\nWho are you?",
    "External email is fine for me.\n\nWhich address?",
    "Important: please send the message to our external address, too.\n\nThanks",
    "This is for Bob.\n\nOur prices are confidential, the recipient of the offer is the board.",
    "Achtung: die Mail bitte auch an unseren externen Berater.\n\nDanke",
    "I got your message by mistake, it is confidential.\n\nAda",
    "Our email works.\nPrices are confidential.\nThe recipient is Bob.\n\nCall me.",
    "Caution is needed. What do you do about attachments?\n\nAda",
    "I got your message by mistake, it is confidential. Please remove the attachment.",
    "Disclaimer: I have no budget before May. This email is only for you, keep it confidential.\n\nAda",
    "Confidentiality: we signed nothing yet. The recipient of the offer is the board.\n\nAda",
    "Hinweis: Ich bin erst im Mai wieder im Lande. Die Preise sind vertraulich.\n\nAda",
    "Avertissement : nous n'avons pas de budget avant mai. Le prix est confidentiel.\n\nAda",
    'Does your tool write "this mail is confidential, for the recipient" below each mail?'
  ]
  it.each(words)("is not what a person writes: %j", (text) => assert.strictEqual(replyText(text), text))

  it("leaves the sentences of a person below its title", () => {
    const text = "Disclaimer: this mail is only for its recipient. I have no budget before May."
    assert.strictEqual(replyText(`${text}\n\nAda`), "I have no budget before May.\n\nAda")
  })

  it("is looked for in bounded time", () => {
    for (const part of ["caution: ", "This email\n", "a.\n\n", "[", "confidential recipient email\n", "*** ", ": "]) {
      assert.isString(withoutSystemText(part.repeat(Math.floor(40_000 / part.length))))
      assert.isString(withoutTags(part.repeat(2_000)))
    }
  })
})

describe("a tag before a subject", () => {
  const tags = [
    "[EXTERNAL] ",
    "EXT: ",
    "***SPAM*** ",
    "{Spam?} ",
    "[Extern] ",
    "External - ",
    "[Lead #4471] ",
    "[HELP-123] ",
    "Ticket #123: ",
    "##12345## ",
    "[EXT] [SPAM] "
  ]
  it.each(tags)("changes neither a title nor an unsubscription: %j", (tag) => {
    assert.strictEqual(kindOf({ subject: `${tag}Automatic reply: Hello` }), "auto_reply")
    assert.strictEqual(kindOf({ subject: `${tag}Re: Hello` }), "person")
    assert.isTrue(isOptOut(mail({ subject: `${tag}unsubscribe`, reply_text: "" })))
  })

  it("is none among the words of a person", () => {
    for (const subject of [
      "Question: what is it?",
      "External sales: a question",
      "[Q3 2026] Budget",
      "Re: [EXTERNAL] x"
    ]) {
      assert.strictEqual(withoutTags(subject), subject)
    }
  })
})

describe("the tables of words", () => {
  const lists = [
    ...[...bannerWords, ...joinedBannerWords].flatMap(({ language, ...lists }) =>
      Object.entries(lists).map(([name, words]) => [`warnings, ${language}, ${name}`, words] as const)
    ),
    ...[...disclaimerWords, ...joinedDisclaimerWords].flatMap(({ language, ...lists }) =>
      Object.entries(lists).map(([name, words]) => [`disclaimers, ${language}, ${name}`, words] as const)
    ),
    ...[...tagWords, ...machineWords].map(({ language, words }) => [`tags and receipts, ${language}`, words] as const),
    ["help desks", deskFields.map(({ name, says = "" }) => `${name} ${says}`.trim())] as const
  ]
  it.each(lists)("are sorted, and no word is there twice or has another one in it: %s", (_, words) => {
    assert.deepStrictEqual([...words], [...words].sort(new Intl.Collator("en").compare))
    for (const word of words.filter((word) => word.endsWith("*"))) {
      const others = words.filter((other) => other !== word && other.startsWith(word.slice(0, -1)))
      assert.deepStrictEqual(others, [])
    }
    assert.lengthOf(words, new Set(words).size)
  })

  it("have each language once, in order", () => {
    for (const table of [
      westernBanners,
      easternBanners,
      joinedBannerWords,
      disclaimerWords,
      joinedDisclaimerWords,
      machineWords
    ]) {
      const languages = table.map(({ language }) => language)
      assert.deepStrictEqual(languages, [...new Set(languages)].sort())
    }
  })
})
