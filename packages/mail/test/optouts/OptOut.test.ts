/** Requests to stop in words, and texts that are none: precise before complete. */
import { assert, describe, it } from "@effect/vitest"
import { isOptOut } from "../../src/optouts/OptOut.ts"
import { keywords, phrases } from "../../src/words/optouts/OptOutPhrases.ts"
import { mail } from "../notices/Mails.ts"

const asks = (reply_text: string, subject = "Re: Quick question") =>
  isOptOut(mail({ reply_text, subject, from: { name: "Ada Lovelace", email: "ada@lead.test" } }))

describe("a request to stop", () => {
  const requests: Record<string, ReadonlyArray<string>> = {
    en: [
      "stop",
      "STOP!",
      "Unsubscribe",
      "opt-out",
      "remove me",
      "please remove me from your list",
      "Don't email me again.",
      "Stop sending me these",
      "Opt me out of all further emails"
    ],
    de: [
      "abmelden",
      "Bitte nehmen Sie mich aus Ihrem Verteiler.",
      "Bitte keine weiteren E-Mails!",
      "Austragen bitte",
      "Bitte aus Ihrem Verteiler nehmen",
      "Hiermit widerspreche ich der Verwendung meiner Daten."
    ],
    fr: [
      "Désinscrire",
      "Merci de me retirer de votre liste de diffusion.",
      "Me désinscrire svp",
      "Ne m'écrivez plus",
      "Merci de ne plus nous solliciter",
      "Merci de retirer mon mail de votre base"
    ],
    es: ["darme de baja", "Por favor, elimíneme de su lista.", "No me envíen más correos"],
    pt: [
      "Remova-me da lista",
      "Descadastrar, por favor",
      "Não me enviem mais emails",
      "Retirar da lista",
      "Excluir meu e-mail, por favor",
      "Quero sair da sua lista"
    ],
    it: [
      "Rimuovetemi dalla vostra lista",
      "Disiscrivimi",
      "Cancellatemi per favore",
      "Togliere dalla mailing list, grazie"
    ],
    nl: ["Uitschrijven aub", "Gelieve mij te verwijderen", "Geen mails meer"],
    da: ["Afmeld", "Fjern mig fra listen, tak", "Jeg ønsker ikke at modtage flere mails"],
    nb: ["Meld meg av", "Fjern meg fra listen"],
    sv: ["Avregistrera", "Ta bort mig från er lista", "Sluta skicka e-post till mig"],
    fi: ["Poistakaa minut listalta", "Peruuta tilaus"],
    pl: ["Proszę mnie wypisać", "Usuńcie mnie z listy", "Proszę nie przysyłać mi więcej wiadomości"],
    cs: ["Odhlásit", "Vyřaďte mě ze seznamu"],
    sk: ["Odhlásiť", "Vyraďte ma zo zoznamu, prosím"],
    hu: ["Leiratkozás", "Kérem, töröljenek a listáról"],
    ro: ["Dezabonare", "Vă rog, ștergeți-mă din listă"],
    hr: ["Odjava", "Molim uklonite me s liste"],
    sl: ["Odjava", "Prosim, odstranite me s seznama"],
    sr: ["Одјавите ме", "Молим, уклоните ме са листе"],
    bg: ["Отписване", "Моля, премахнете ме от списъка"],
    ru: [
      "Отпишите меня, пожалуйста",
      "Прошу больше мне не писать",
      "Удалите мой адрес из базы",
      "Прошу исключить нас из рассылки"
    ],
    uk: ["Відпишіть мене", "Будь ласка, не пишіть мені більше"],
    el: ["Διαγραφή", "Παρακαλώ διαγράψτε με από τη λίστα"],
    tr: ["Abonelikten çık", "Lütfen beni listeden çıkarın", "LÜTFEN BENİ LİSTEDEN ÇIKARIN"],
    he: ["הסר", "נא להסיר אותי מרשימת התפוצה"],
    ar: ["إلغاء الاشتراك", "من فضلك احذفني من القائمة"],
    ja: ["配信停止をお願いします。", "今後メールは不要です", "購読解除"],
    zh: ["退订", "請取消訂閱", "请把我从名单中删除", "请不要再给我发邮件"],
    ko: ["수신거부", "구독 취소 부탁드립니다", "더 이상 메일을 보내지 마세요"],
    vi: ["Hủy đăng ký", "Vui lòng xóa tôi khỏi danh sách"],
    id: ["Berhenti berlangganan", "Tolong hapus saya dari daftar"],
    th: ["ยกเลิกการสมัคร", "กรุณาหยุดส่งอีเมล"],
    et: ["Loobun uudiskirjast", "Palun eemaldage mind nimekirjast"],
    lv: ["Atrakstīties", "Lūdzu, izdzēsiet mani no saraksta"],
    lt: ["Atsisakyti prenumeratos", "Prašau pašalinkite mane iš sąrašo"],
    ca: ["Doneu-me de baixa", "Elimineu-me de la llista, si us plau"]
  }
  for (const [language, texts] of Object.entries(requests)) {
    it(`in the language ${language} is one`, () => {
      for (const text of texts) assert.isTrue(asks(text), text)
    })
  }

  it("is tested in every language of the table", () =>
    assert.sameMembers(
      Object.keys(requests),
      phrases.map(({ language }) => language)
    ))

  it("may have a greeting, courtesy and a signature", () => {
    const texts = [
      "Hi Grace,\n\nPlease unsubscribe me.\n\nThanks,\nAda",
      "Hello Grace\n\nplease take me off your list\n\nKind regards\nAda Lovelace\nHead of Sales, Lead Ltd\n+44 20 1234",
      "Hello please unsubscribe me",
      "Not interested. Please remove me from your list.",
      "No thanks, unsubscribe",
      "No, take me off your list",
      "Dear Sir or Madam,\n\nplease unsubscribe me.\n\nYours sincerely\nAda Lovelace",
      "Hi, please unsubscribe me. Thank you, Ada",
      "Unsubscribe\n\nSent from my iPhone",
      "unsubscribe\nada",
      "Please remove me from\nyour list",
      "*STOP*",
      "Hi Grace, could you please remove me from your list? Thanks!",
      "Können Sie mich bitte aus dem Verteiler nehmen?",
      "Pouvez-vous me retirer de votre liste ?",
      "¿Pueden eliminarme de su lista, por favor?",
      "Guten Tag Frau Hopper,\n\nbitte tragen Sie mich aus.\n\nMit freundlichen Grüßen\nAda Lovelace"
    ]
    for (const text of texts) assert.isTrue(asks(text), text)
  })

  it("may be the subject", () => {
    assert.isTrue(asks("", "unsubscribe"))
    assert.isTrue(asks("This message was generated automatically.", "Unsubscribe"))
    assert.isTrue(asks("", "STOP"))
    assert.isFalse(asks("by our booth", "Stop"))
    assert.isFalse(asks("Thursday suits me.", "Re: unsubscribe"))
    assert.isFalse(asks("", "Re: Stop"))
    assert.isFalse(asks("How do I do that?", "Unsubscribe?"))
  })

  it("is none when the text says anything else", () => {
    const texts = [
      "",
      "stop by our booth",
      "Stop\nby our booth",
      "Stop\n\nby our booth tomorrow",
      "Stop. Thursday at ten works for me.",
      "Stop?",
      "Unsubscribe?",
      "Should we stop?",
      "Could you stop by our booth?",
      "Could you remove the old price?",
      "Can you?",
      "Don't stop!",
      "Please don't unsubscribe me",
      "How do I unsubscribe my customers?",
      "The unsubscribe link is broken",
      "Unsubscribe Bob",
      "Please unsubscribe me. Thank you, Bob will go on",
      "No",
      "Stop sending this to Bob",
      "Merci de supprimer la ligne 3",
      "Rimuovere la riga 3",
      "Remover a linha 3 da proposta",
      "Прошу удалить мой адрес из договора",
      "Please unsubscribe me from the Thursday reminder, the rest is fine",
      "Remove me from the invitation for Thursday",
      "Remove the old price, then send the contract.",
      "Please remove my name from the contract",
      "Please add me to your list",
      "Unsubscribe\nBut tell me the price first.",
      "His team is out, stop",
      "I'll stop here. Thursday works.",
      "One-stop shop",
      "Take me off mute",
      "Cancel",
      "Not interested",
      "No thanks",
      "Thank you!",
      "Hello Grace",
      "please",
      // Short for "I will get back to you".
      "Melde mich.",
      "Ich melde mich morgen",
      "Bitte melden Sie sich",
      "Melden Sie mich an",
      "Keine Nachrichten",
      "Plus de mails",
      "Basta una mail",
      "Stuur mij meer",
      "Rezygnuję",
      "No quiero",
      "Nechci",
      "不要",
      "No",
      "Nein",
      "Non",
      "Não",
      "Nie",
      "Ne",
      "Nu",
      "Не",
      "לא",
      "لا",
      "không",
      "邮件",
      `Unsubscribe\n\n${"Our office is in the north of the town. ".repeat(20)}`
    ]
    for (const text of texts) assert.isFalse(asks(text), text)
  })

  it("has at most eight words", () => {
    for (const request of [...keywords, ...phrases.flatMap(({ requests }) => requests)]) {
      const shortest = request
        .split(" / ")
        .map((slot) => Math.min(...slot.split("|").map((words) => words.split(" ").filter(Boolean).length)))
      assert.isAtMost(
        shortest.reduce((sum, words) => sum + words, 0),
        8,
        request
      )
      assert.isAbove(
        shortest.reduce((sum, words) => sum + words, 0),
        0,
        request
      )
    }
  })
})
