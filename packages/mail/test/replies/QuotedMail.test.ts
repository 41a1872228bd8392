/** Quoted mail is cut as mail programs introduce it, in many languages, and no words of the person are cut with it. */
import { assert, describe, it } from "@effect/vitest"
import { replyText } from "../../src/replies/ReplyText.ts"

const answer = "Friday at noon suits me."

describe("an introduction is cut, with the quoted lines below it", () => {
  const introductions: ReadonlyArray<readonly [program: string, ...lines: ReadonlyArray<string>]> = [
    ["Gmail, en", "On Wed, Dec 2, 2026 at 4:15\u202fPM Alan Turing <alan@own.example> wrote:"],
    ["Gmail, en-GB", "On Wed, 2 Dec 2026 at 16:15, Alan Turing <alan@own.example> wrote:"],
    ["Gmail, de", "Am Mi., 2. Dez. 2026 um 16:15 Uhr schrieb Alan Turing <", "alan@own.example>:"],
    ["Gmail, fr", "Le mer. 2 déc. 2026 à 16:15, Alan Turing <alan@own.example> a écrit :"],
    ["Gmail, es", "El mié, 2 dic 2026 a las 16:15, Alan Turing (<alan@own.example>)", "escribió:"],
    ["Gmail, pt", "Em qua., 2 de dez. de 2026 às 16:15, Alan Turing <alan@own.example>", "escreveu:"],
    ["Gmail, it", "Il giorno mer 2 dic 2026 alle ore 16:15 Alan Turing <alan@own.example>", "ha scritto:"],
    ["Gmail, nl", "Op wo 2 dec 2026 om 16:15 schreef Alan Turing <alan@own.example>:"],
    ["Gmail, sv", "Den ons 2 dec. 2026 kl 16:15 skrev Alan Turing <alan@own.example>:"],
    ["Gmail, da", "Den ons. 2. dec. 2026 kl. 16.15 skrev Alan Turing <alan@own.example>:"],
    ["Gmail, nb", "ons. 2. des. 2026 kl. 16:15 skrev Alan Turing <alan@own.example>:"],
    ["Gmail, pl", "śr., 2 gru 2026 o 16:15 Alan Turing <alan@own.example> napisał(a):"],
    ["Gmail, hu", "Alan Turing <alan@own.example> ezt írta (időpont: 2026. dec. 2., Sze,", "16:15):"],
    ["Gmail, el", "Στις Τετ 2 Δεκ 2026 στις 4:15 μ.μ., ο χρήστης Alan Turing <", "alan@own.example> έγραψε:"],
    ["Gmail, uk", "ср, 2 груд. 2026 р. о 16:15 Alan Turing <alan@own.example> пише:"],
    ["Gmail, bg", "На ср, 2.12.2026 г. в 16:15 Alan Turing <alan@own.example> написа:"],
    ["Gmail, ja", "2026年12月2日(水) 16:15 Alan Turing <alan@own.example>:"],
    ["Gmail, ko", "2026년 12월 2일 (수) 오후 4:15, Alan Turing <alan@own.example>님이 작성:"],
    ["Gmail, zh-TW", "Alan Turing <alan@own.example> 於 2026年12月2日 週三 下午4:15寫道：", ""],
    ["Gmail, zh, two lines", "Alan Turing <alan@own.example>", "于2026年12月2日周三 16:15写道："],
    [
      "Gmail, he",
      "\u202bבתאריך יום ד׳, 2 בדצמ׳ 2026 ב-16:15 מאת \u202aAlan Turing\u202c\u200f <\u202aalan@own.example\u202c\u200f>:\u202c"
    ],
    ["Gmail, ar", "في الأربعاء، ٢ ديسمبر ٢٠٢٦ في ٤:١٥ م تمت كتابة ما يلي بواسطة Alan Turing <alan@own.example>:"],
    ["Gmail, th", "ในวันที่ พ. 2 ธ.ค. 2026 เวลา 16:15 Alan Turing <alan@own.example> เขียนว่า:"],
    ["Gmail, id", "Pada tanggal Rab, 2 Des 2026 pukul 16.15 Alan Turing <alan@own.example>", "menulis:"],
    ["Gmail, hi", "बुध, 2 दिस॰ 2026 को 4:15 pm बजे को Alan Turing <", "alan@own.example> ने लिखा:"],
    ["Gmail, lt", "2026-12-02, tr, 16:15 Alan Turing <alan@own.example> rašė:"],
    ["Gmail, lv", "trešd., 2026. g. 2. dec., plkst. 16:15 — lietotājs Alan Turing (<alan@own.example>) rakstīja:"],
    ["Gmail, et", "Kontakt Alan Turing (<alan@own.example>) kirjutas kuupäeval K, 2. detsember", "2026 kell 16:15:"],
    ["a language without words here", "Ar 2 Nollaig 2026 16:15, scríobh Alan Turing <alan@own.example>:"],
    ["Apple Mail, de", "Am 02.12.2026 um 16:15 schrieb Alan Turing <alan@own.example>:"],
    ["Apple Mail, ja", "2026/12/02 16:15、Alan Turing <alan@own.example>のメール:"],
    ["Apple Mail, es", "> El 2 dic 2026, a las 16:15, Alan Turing <alan@own.example> escribió:"],
    ["Thunderbird, cs", "Dne 02. 12. 26 v 16:15 Alan Turing napsal(a):"],
    ["Thunderbird, ru", "02.12.2026 16:15, Alan Turing пишет:"],
    ["Thunderbird, without words here", "2026-12-02 16:15(e)an, Alan Turing igorleak idatzi zuen:"],
    ["Thunderbird, en", "On 12/2/26 16:15, Alan Turing wrote:"],
    ["K-9", "Am 2. Dezember 2026 16:15:12 MEZ schrieb Alan Turing <alan@own.example>:"],
    ["Zoho", "---- On Wed, 02 Dec 2026 16:15:00 +0100 Alan Turing <alan@own.example> wrote ----"],
    ["Android, de", "---- Alan Turing schrieb ----"],
    ["Yandex", '02.12.2026, 16:15, "Alan Turing" <alan@own.example>:'],
    ["Lotus Notes", "Alan Turing <alan@own.example> wrote on 02.12.2026 16:15:12:"],
    ["Mutt", "* Alan Turing <alan@own.example> [2026-12-02 16:15]:"],
    ["Gnus", "Alan Turing <alan@own.example> writes:"],
    ["no date", "Alan Turing wrote:"],
    ["no colon", "2.12.2026 16:15 Alan Turing <alan@own.example>"],
    ["a broken line in the name", "On Wed, Dec 2, 2026 at 4:15 PM, Alan", "Turing wrote:"],
    ["four words a line", "On Wed, Dec 2, 2026", "at 4:15 PM Alan Turing", "<alan@own.example> wrote:"]
  ]
  it.each(introductions)("%s", (_, ...lines) => {
    const introduction = lines.join("\n")
    for (const gap of ["\n", "\n\n"]) {
      assert.strictEqual(replyText(`${answer}${gap}${introduction}${gap}> Hello\n>\n> Could we talk?\n`), answer)
    }
    assert.strictEqual(replyText(`${introduction}\n> Could we talk?\n\n${answer}`), answer)
    assert.strictEqual(
      replyText(`${introduction}\n> When?\n${answer}\n\n> Where?\n\nAt my office.`),
      `${answer}\nAt my office.`
    )
  })

  it.each(introductions.filter(([program]) => /Gmail|Zoho|Notes|Apple Mail, de|K-9/u.test(program)))(
    "%s, without marks before the quoted lines",
    (_, ...lines) => {
      assert.strictEqual(replyText(`${answer}\n\n${lines.join("\n")}\n\nCould we talk?\n\nAlan\n`), answer)
    }
  )
})

describe("a header block is cut, with all below it", () => {
  const blocks: ReadonlyArray<readonly [program: string, from: string, date: string, to: string, subject: string]> = [
    ["en", "From", "Sent", "To", "Subject"],
    ["de", "Von", "Gesendet", "An", "Betreff"],
    ["fr", "De", "Envoyé", "À", "Objet"],
    ["es", "De", "Enviado el", "Para", "Asunto"],
    ["pt", "De", "Enviada em", "Para", "Assunto"],
    ["it", "Da", "Inviato", "A", "Oggetto"],
    ["nl", "Van", "Verzonden", "Aan", "Onderwerp"],
    ["sv", "Från", "Skickat", "Till", "Ämne"],
    ["nb", "Fra", "Sendt", "Til", "Emne"],
    ["pl", "Od", "Wysłano", "Do", "Temat"],
    ["cs", "Od", "Odesláno", "Komu", "Předmět"],
    ["hu", "Feladó", "Elküldve", "Címzett", "Tárgy"],
    ["ro", "De la", "Trimis", "Către", "Subiect"],
    ["el", "Από", "Στάλθηκε", "Προς", "Θέμα"],
    ["tr", "Kimden", "Gönderildi", "Kime", "Konu"],
    ["he", "מאת", "נשלח", "אל", "נושא"],
    ["ko", "보낸 사람", "보낸 날짜", "받는 사람", "제목"],
    ["zh", "发件人", "发送时间", "收件人", "主题"],
    ["zh-TW", "寄件者", "寄件日期", "收件者", "主旨"],
    ["uk", "Від", "Надіслано", "Кому", "Тема"],
    ["a language without words here", "Ó", "Seolta", "Chuig", "Ábhar"]
  ]
  it.each(blocks)("%s", (_, from, date, to, subject) => {
    const values = ["Alan Turing <alan@own.example>", "02.12.2026 16:15", "Mary <mary@their.example>", "One question"]
    const block = (format: (label: string, value: string) => string, between = "\n") =>
      [from, date, to, subject].map((label, i) => format(label, values[i] ?? "")).join(between)
    const plain = block((label, value) => `${label}: ${value}`)
    const shapes = [
      plain,
      block((label, value) => `*${label}:* ${value}`),
      block((label, value) => `${label} : ${value}`),
      block((label, value) => `${label}：${value}`),
      block((label, value) => `${label}: ${value}`, "\n\n"),
      `________________________________\n${plain}`,
      `-----\n${plain}`
    ]
    for (const shape of shapes) {
      for (const gap of ["\n", "\n\n"]) {
        assert.strictEqual(replyText(`${answer}${gap}${shape}\n\nCould we talk?\n\nAlan`), answer, shape)
      }
    }
  })

  it("with a list of recipients over several lines, and with labels that are not known", () => {
    const block =
      "From: Alan <alan@own.example>\nSent: Wednesday\nTo: Mary <mary@x.example>;\n Bob <bob@x.example>;\nEve"
    assert.strictEqual(replyText(`${answer}\n\n${block}\nImportance: High\nSubject: Talk\n\nCould we?`), answer)
  })

  it("also without addresses, and with the subject first", () => {
    assert.strictEqual(
      replyText(`${answer}\n\nSubject: Talk\nFrom: Alan\nTo: Mary\nDate: Wed, 2 Dec 2026\n\nHi`),
      answer
    )
  })
})

describe("a line that says that the original message follows is cut, with all below it", () => {
  const lines = [
    "-----Original Message-----",
    "---------- Forwarded message ---------",
    "-------- Ursprüngliche Nachricht --------",
    "-----Message d'origine-----",
    "-------- Mensaje original --------",
    "-----Mensagem original-----",
    "-----Oorspronkelijk bericht-----",
    "-----Ursprungligt meddelande-----",
    "-----Oprindelig meddelelse-----",
    "-----Alkuperäinen viesti-----",
    "-----Wiadomość oryginalna-----",
    "---------- Původní e-mail ----------",
    "-------- Исходное сообщение --------",
    "-------- 원본 메시지 --------",
    "-----Özgün İleti-----",
    "-----原始訊息-----",
    "-------- Первоначальное сообщение --------",
    "-----Originalus pranešimas-----",
    "-----元のメッセージ-----",
    "------------------ 原始郵件 ------------------",
    "**--- Original Message ---**",
    "==== Original Message ===="
  ]
  it.each(lines)("%s", (line) => {
    assert.strictEqual(replyText(`${answer}\n\n${line}\nCould we talk?`), answer)
    assert.strictEqual(replyText(`${answer}\n${line}\n\nFrom: Alan\nSent: Wednesday\n\nCould we talk?`), answer)
    assert.strictEqual(replyText(`${answer}\n\n${line}\n> Could we talk?`), answer)
  })

  it("in a language without words here, with a header block below", () => {
    assert.strictEqual(replyText(`${answer}\n\n---- Bunteachtaireacht ----\nDe: Alan\nDate: 2.12.\n\nHi`), answer)
  })

  it("without dashes only above a header block", () => {
    const text = `${answer}\n\nBegin forwarded message:\n\nFrom: Alan <alan@own.example>\nSubject: Talk\n\nHi`
    assert.strictEqual(replyText(text), answer)
    const prose = "Original message:\nit never arrived. Please send it again."
    assert.strictEqual(replyText(prose), prose)
  })
})

describe("words of the person stay", () => {
  const quote = "On Wed, Dec 2, 2026 at 4:15 PM, Alan Turing <alan@own.example> wrote:\n\n> Hello"
  const texts: ReadonlyArray<readonly [name: string, text: string]> = [
    ["that begin as English introductions do", "On Monday I am out.\nOn Tuesday, too."],
    ["that begin as Dutch ones do", "Op maandag kan ik niet,\nwel op dinsdag."],
    ["that begin as German ones do", "Am Montag geht es nicht.\nVon mir aus Dienstag."],
    ["that begin as Polish ones do", "W dniu 4 grudnia mam czas.\nProszę zadzwonić."],
    ["that begin as Spanish ones do", "El lunes no puedo.\nEl martes sí."],
    ["that begin as Portuguese ones do", "Em dezembro de 2026 não posso."],
    ["that begin as Italian ones do", "Il 4 dicembre 2026 va bene."],
    ["that begin as Chinese ones do", "在2026年12月4日可以。\n请写道歉信。"],
    ["that name a date and an address", "Please write to bob@their.example by 4.12.2026.\nHe decides."],
    ["that name a date and end in a colon", "These are my slots on 4.12.2026:\n- 10:00\n- 11:00"],
    [
      "about a meeting with somebody",
      "On 4 December 2026 at 10:00 bob@their.example and I meet here:\nhall 3, booth 12"
    ],
    ["about a task of somebody", "Since 1.12.2026, 10:00, Bob (bob@their.example) decides this:\nplease ask him."],
    ["that quote a letter", "On 4 Dec 2026 we met. I wrote:\nlet us talk again.\nYes!"],
    ["as a contact", "Please contact:\nName: Bob <bob@their.example>\nPhone: 123\nAvailable: 4.12.2026 09:00"],
    ["below a sign-off, without a full stop", "Yes.\n\nBest,\nMary\n\nplease bring the contract"],
    ["below a short thank-you", "Yes.\n\nCheers,\nsee you on friday"],
    ["between delimiters of signatures", "One.\n\n-- \n\nThe second point is that we need it in May."],
    ["about what somebody wrote", "As I wrote on 1.12.2026, I have no time.\nBob wrote the same."],
    [
      "with a line of dashes",
      "Two points.\n\n---\n\nFirst, the price is too high for us.\n\n---\n\nSecond, we need it in May."
    ],
    ["after a sign-off", "Yes.\n\nBest regards,\nMary\n\nOne more thing: please bring the contract with you."],
    ["after a postscript", "Yes.\n\nBest,\nMary\n\nP.S. Bring Bob"],
    ["after the signature's delimiter", "Yes.\n\n-- \nMary\n\nPS: Bring Bob"],
    ["after a question below a sign-off", "Yes.\n\nCheers\n\nHow long will it take?"],
    ["after a sign-off at first", "Cheers!\n\nFriday at noon suits me."],
    ["that are nothing but a sign-off", "Best regards,\nMary"],
    ["about where something was sent from", "Sent from our warehouse last week.\nHas it arrived?"],
    ["about what my colleague sent", "Von meinem Chef habe ich noch keine Antwort.\nIch melde mich."],
    ["as a list of times", "From: 10:00\nTo: 11:00\nDate: 4 December\nSubject: demo"],
    ["as a route", "From: Berlin\nTo: Munich\nDate: 4 December 2026"],
    ["as a form", "Name: Mary\nCompany: Their Ltd\nMail: mary@their.example\nDate: 4.12.2026 10:00"],
    ["as an agenda", "--- Agenda ---\nPrice: 10\nTerms: monthly"],
    ["with a name before a colon", "Bob:\nplease call Alan."],
    ["with arrows", "a -> b\n=> c"]
  ]
  it.each(texts)("%s", (_, text) => {
    assert.strictEqual(replyText(text), text)
    assert.strictEqual(replyText(`${text}\n\n${quote}`), text)
  })

  it("right above an introduction, also a broken one", () => {
    for (const text of [
      "On Friday I have time, call me",
      "Op vrijdag kan ik.",
      "Le vendredi me va",
      "在星期五可以。"
    ]) {
      for (const introduction of [
        "On Wed, Dec 2, 2026 at 4:15 PM, Alan Turing <alan@own.example> wrote:",
        "Op wo 2 dec 2026 om 16:15 schreef Alan Turing <\nalan@own.example>:",
        "Le mer. 2 déc. 2026 à 16:15, Alan Turing\n<alan@own.example> a écrit :",
        "在 2026年12月2日，16:15，Alan Turing <alan@own.example> 写道："
      ]) {
        assert.strictEqual(replyText(`${text}\n${introduction}\n> Hi`), text)
      }
    }
  })

  it("below the signature of a phone, with or without quoted mail between", () => {
    assert.strictEqual(replyText(`Sent from my iPhone\n\n${answer}\n\n${quote}`), answer)
    assert.strictEqual(replyText(`Sent from my iPhone\n\n${quote}\n\n${answer}`), answer)
    assert.strictEqual(replyText(`Von meinem iPhone gesendet\n\n${answer}`), answer)
    assert.strictEqual(replyText("Sent from my iPhone"), "Sent from my iPhone")
  })

  it("below another mail, when there are no others", () => {
    assert.strictEqual(
      replyText("From: Alan <alan@own.example>\nSubject: Talk\n\nCould we talk?\n\nYes."),
      "Could we talk?\n\nYes."
    )
    assert.strictEqual(
      replyText("On 2.12.2026 Alan Turing <alan@own.example> wrote:\n\nCould we talk?\n\nYes."),
      "Could we talk?\n\nYes."
    )
  })
})

describe("a signature is cut where it trails", () => {
  const signatures = [
    "-- \nMary\nThe best way to predict the future is to invent it.",
    "--\nMary Shelley\nCEO, Their Ltd",
    "Kind regards,\n\nMary Shelley\nT +49 30 123456 | their.example",
    "Mit freundlichen Grüßen\nMary Shelley\n\nTheir GmbH, Hauptstr. 5, 10115 Berlin\nGeschäftsführer: Bob Bobson",
    "Cordialement,\nMary",
    "Atentamente,\nMary Shelley",
    "С уважением,\nМария",
    "İyi çalışmalar\nMary",
    "Best,\nM.\n\nThis e-mail is confidential. If you are not the intended recipient, please delete it.",
    "Sent from my Galaxy",
    "Get Outlook for iOS<https://aka.ms/o0ukef>",
    "Von meinem iPad gesendet",
    "Envoyé de mon iPhone",
    "发自我的iPhone",
    "Mary\n\nSent from Outlook for Android"
  ]
  it.each(signatures)("%j", (signature) => {
    const name = signature.startsWith("Mary\n") ? "\n\nMary" : ""
    for (const quote of [
      "",
      "\n\nAlan Turing <alan@own.example> wrote:\n> Hi",
      "\n\nFrom: Alan <a@own.example>\nSubject: x\n\nHi"
    ]) {
      assert.strictEqual(replyText(`${answer}\n\n${signature}${quote}`), answer + name)
    }
  })
})
