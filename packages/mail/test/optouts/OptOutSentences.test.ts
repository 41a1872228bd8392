/** Requests to stop in whole sentences, with thanks, a reason, an insult or a law beside them, and texts that are near to one. */
import { assert, describe, it } from "@effect/vitest"
import { isOptOut } from "../../src/optouts/OptOut.ts"
import { phrases } from "../../src/words/optouts/OptOutPhrases.ts"
import { sentences } from "../../src/words/optouts/OptOutSentences.ts"
import { mail } from "../notices/Mails.ts"

const asks = (reply_text: string) =>
  isOptOut(
    mail({ reply_text, subject: "Re: Quick question", from: { name: "Ada Lovelace", email: "ada.l@lead.test" } })
  )

/** For each language: sentences that ask to stop, and sentences that are near to one. */
const texts: Record<string, { readonly requests: ReadonlyArray<string>; readonly near: ReadonlyArray<string> }> = {
  en: {
    requests: [
      "Take me off your list and never write to me again!!",
      "Hi Grace,\n\nwe work with another supplier and are happy with them. Please remove us from your mailing list.\n\nBest regards\nAda Lovelace\nCall me: +44 20 1234",
      "This is the third mail in two weeks. I never signed up for this, so please delete my address from your database.",
      "Under Article 21 of the GDPR I object to the processing of my personal data for direct marketing.",
      "I would appreciate it if you could take our company off your mailing list, as this is not relevant for a bakery.",
      "Stop sending me this garbage, you idiots, or I will report you to the ICO.",
      "Where did you get my address? Delete all of my data and do not contact me ever again.",
      "Please make sure that I do not receive any further emails from you. Thank you for your understanding.",
      "I asked you twice to stop emailing me. If I get one more message I will file a complaint.",
      "Pursuant to the CAN-SPAM Act, please unsubscribe ada.l@lead.test from all future mailings.",
      "Would you mind taking me off your distribution list? We have no budget for software.",
      "We have no need for your services. Kindly refrain from contacting us again.",
      "Hello,\n\nI no longer wish to receive these emails, I have retired.\n\nAda",
      "Not a fit for us, please do not follow up again.",
      "Cease and desist all further communication with me immediately."
    ],
    near: [
      "Please remove the second item from the offer and send it again.",
      "Please stop by on Thursday, we would like to see the demo.",
      "How do I unsubscribe my customers from your newsletter?",
      "We are not interested right now, write again in spring.",
      "Please do not follow up again before March.",
      "Please take Tom off this thread.",
      "We unsubscribed from your competitor last week.",
      "If you cannot do it for less, take me off your list.",
      "Please remove me from your list, but tell me the price first.",
      "Could you take me off your mailing list? And what does the small plan cost?",
      'Our old tool made people write "please remove me from your list" all the time.',
      "Please do not contact me before Monday.",
      "Do not send me the contract by email.",
      "Tom asked me to take him off your list. I am still interested in the offer.",
      "Please do not remove me from your list.",
      "Take me off your newsletter list. Thursday at ten works for the call.",
      "Do not write to me at this address any more, use ada@new.test.",
      "You can stop sending me emails once the contract is signed.",
      "Please do not email me, call me instead.",
      "Our customers keep telling us: stop sending us emails. Can your product help?",
      "We no longer receive your emails. Is something wrong?",
      "Please delete my last email, it had the wrong file.",
      "Please unsubscribe me from the product updates, but keep the security notices."
    ]
  },
  de: {
    requests: [
      "Vielen Dank, aber bitte sehen Sie künftig von weiteren E-Mails ab.",
      "Guten Tag,\r\n\r\nich möchte keine weiteren E-Mails von Ihnen erhalten.\r\n\r\nMit freundlichen Grüßen\r\nAda",
      "Wir haben bereits einen Lieferanten. Bitte streichen Sie uns daher aus Ihrem Verteiler.",
      "Hiermit widerspreche ich gemäß Art. 21 Abs. 2 DSGVO der Verarbeitung meiner Daten zu Werbezwecken und fordere Sie auf, diese zu löschen.",
      "Ihre Mail ist unzumutbare Werbung nach § 7 UWG. Unterlassen Sie jede weitere Kontaktaufnahme.",
      "Woher haben Sie meine Adresse? Löschen Sie sofort alle meine Daten!",
      "Bitte schreiben Sie mich nicht mehr an, das Thema ist für uns nicht relevant.",
      "Ich bitte Sie, mich künftig nicht mehr zu kontaktieren. Vielen Dank für Ihr Verständnis.",
      "Lasst mich endlich in Ruhe mit eurem Spam, ich will von euch keine Mails mehr bekommen!"
    ],
    near: [
      "Bitte streichen Sie die zweite Position aus dem Angebot.",
      "Wenn Sie keinen besseren Preis haben, nehmen Sie mich bitte aus Ihrem Verteiler.",
      "Bitte schreiben Sie mir nicht vor Montag, ich bin im Urlaub.",
      "Bitte nehmen Sie Herrn Braun aus dem Verteiler.",
      "Wie kann ich mich von Ihrem Newsletter abmelden?",
      "Bitte nehmen Sie mich aus dem Verteiler, aber rufen Sie mich am Donnerstag an.",
      "Ich habe keine weiteren Mails von Ihnen bekommen, was ist los?",
      "Bitte nehmen Sie mich aus dem Verteiler für die Sitzung am Donnerstag.",
      "Im Moment haben wir kein Interesse, melden Sie sich gern im Herbst."
    ]
  },
  fr: {
    requests: [
      "Bonjour,\n\nnous avons déjà un prestataire. Merci de bien vouloir nous retirer de votre liste de diffusion.\n\nCordialement\nAda",
      "Conformément à l'article 21 du RGPD, je m'oppose au traitement de mes données à des fins de prospection.",
      "Je ne souhaite plus recevoir de messages de votre part. Sinon je saisirai la CNIL.",
      "Arrêtez de m'envoyer vos mails, ce n'est pas pertinent pour nous."
    ],
    near: [
      "Merci de retirer la ligne 2 de votre devis.",
      "Comment puis-je me désabonner de votre newsletter ?",
      "Si vous n'avez pas de meilleur prix, retirez-moi de votre liste.",
      "Ne me contactez pas avant lundi.",
      "Ne m'envoyez plus de mails, appelez-moi."
    ]
  },
  es: {
    requests: [
      "Hola, ya tenemos proveedor. Les ruego que me eliminen de su lista de correo. Gracias por su comprensión.",
      "De acuerdo con el RGPD, solicito la supresión de mis datos de su base de datos.",
      "No quiero recibir más correos de ustedes, esto es spam."
    ],
    near: [
      "Por favor, eliminen la segunda línea de la oferta.",
      "¿Cómo puedo darme de baja de su boletín?",
      "Si no tienen mejor precio, elimínenme de su lista.",
      "No me escriban antes del lunes.",
      "No me escriban más por correo, llámenme."
    ]
  },
  pt: {
    requests: [
      "Bom dia, já temos um fornecedor. Peço que removam o meu e-mail da vossa lista, por favor.",
      "Com base na LGPD, solicito a exclusão dos meus dados da sua base.",
      "Não quero mais receber seus e-mails, isso não é relevante para nós."
    ],
    near: [
      "Por favor, removam a segunda linha da proposta.",
      "Se não tiverem melhor preço, removam-me da lista.",
      "Como faço para cancelar a inscrição?"
    ]
  },
  it: {
    requests: [
      "Buongiorno, abbiamo già un fornitore. Vi chiedo di cancellarmi dalla vostra lista. Grazie per la comprensione.",
      "Ai sensi dell'art. 21 del GDPR mi oppongo al trattamento dei miei dati per finalità di marketing.",
      "Non desidero più ricevere vostre comunicazioni, non è rilevante per noi."
    ],
    near: [
      "Per favore togliete la seconda riga dall'offerta.",
      "Come posso cancellarmi dalla newsletter?",
      "Se non avete un prezzo migliore, cancellatemi dalla vostra lista."
    ]
  },
  nl: {
    requests: [
      "Goedemorgen, wij hebben al een leverancier. Wilt u ons van uw mailinglijst verwijderen?",
      "Op grond van artikel 21 AVG maak ik bezwaar tegen het gebruik van mijn gegevens voor direct marketing.",
      "Ik wil geen e-mails meer van jullie ontvangen, dit is niet relevant voor ons."
    ],
    near: [
      "Haal de tweede regel uit de offerte.",
      "Hoe kan ik mij afmelden voor de nieuwsbrief?",
      "Als u geen betere prijs heeft, haal mij dan van uw lijst."
    ]
  },
  da: {
    requests: [
      "Hej Grace, vi har allerede en leverandør. Vær venlig at fjerne mig fra jeres mailliste.",
      "Jeg ønsker ikke at modtage flere mails fra jer, det er ikke relevant for os."
    ],
    near: ["Fjern linje 2 fra tilbuddet.", "Hvis I ikke har en bedre pris, så fjern mig fra listen."]
  },
  nb: {
    requests: [
      "Hei Grace, vi har allerede en leverandør. Vær så snill å fjerne meg fra listen deres.",
      "Jeg ønsker ikke å motta flere e-poster fra dere, dette er ikke relevant for oss."
    ],
    near: ["Fjern linje 2 fra tilbudet.", "Hvis dere ikke har en bedre pris, fjern meg fra listen."]
  },
  sv: {
    requests: [
      "Hej, vi har redan en leverantör. Var vänlig och ta bort mig från er utskickslista.",
      "Jag vill inte ha fler mejl från er, det är inte relevant för oss."
    ],
    near: ["Ta bort rad två ur offerten.", "Om ni inte har ett bättre pris, ta bort mig från er lista."]
  },
  fi: {
    requests: [
      "Hei, meillä on jo toimittaja. Pyydän poistamaan minut postituslistaltanne.",
      "En halua enää vastaanottaa teiltä sähköposteja, tämä ei ole meille ajankohtaista."
    ],
    near: ["Poistakaa toinen rivi tarjouksesta.", "Jos teillä ei ole parempaa hintaa, poistakaa minut listalta."]
  },
  pl: {
    requests: [
      "Dzień dobry, mamy już dostawcę. Proszę o usunięcie mnie z Państwa listy mailingowej.",
      "Na podstawie art. 21 RODO sprzeciwiam się przetwarzaniu moich danych w celach marketingowych.",
      "Nie życzę sobie otrzymywać od Państwa kolejnych maili, to jest spam."
    ],
    near: [
      "Proszę usunąć drugą pozycję z oferty.",
      "Jeśli nie macie lepszej ceny, usuńcie mnie z listy.",
      "Jak mogę się wypisać z newslettera?"
    ]
  },
  cs: {
    requests: [
      "Dobrý den, dodavatele již máme. Prosím, vyřaďte nás ze své databáze.",
      "Nepřeji si dostávat další e-maily od vás, pro nás to není relevantní."
    ],
    near: ["Odstraňte prosím druhou položku z nabídky.", "Pokud nemáte lepší cenu, vyřaďte mě ze seznamu."]
  },
  sk: {
    requests: ["Dobrý deň, dodávateľa už máme. Prosím, vyraďte nás zo svojej databázy."],
    near: ["Ak nemáte lepšiu cenu, vyraďte ma zo zoznamu."]
  },
  hu: {
    requests: [
      "Jó napot, már van beszállítónk. Kérem, töröljenek a levelezőlistájukról.",
      "Nem szeretnék több e-mailt kapni Önöktől, ez nálunk nem releváns."
    ],
    near: ["Kérem, töröljék a második tételt az ajánlatból.", "Ha nincs jobb áruk, töröljenek a listáról."]
  },
  ro: {
    requests: [
      "Bună ziua, avem deja un furnizor. Vă rog să mă ștergeți din lista dumneavoastră.",
      "Nu mai doresc să primesc emailuri de la dumneavoastră, nu este relevant pentru noi."
    ],
    near: ["Vă rog să ștergeți a doua linie din ofertă.", "Dacă nu aveți un preț mai bun, ștergeți-mă din listă."]
  },
  hr: {
    requests: [
      "Molim vas da me uklonite s liste.",
      "Poštovani, već imamo dobavljača. Molim vas, uklonite nas sa svoje liste."
    ],
    near: ["Ako nemate bolju cijenu, uklonite me s liste."]
  },
  ru: {
    requests: [
      "Добрый день! У нас уже есть поставщик. Прошу удалить мой адрес из вашей базы рассылки.",
      "Я больше не хочу получать от вас письма, для нас это неактуально.",
      "Это спам. Немедленно удалите мои данные, иначе я обращусь в Роскомнадзор."
    ],
    near: [
      "Прошу удалить вторую позицию из предложения.",
      "Если нет цены лучше, удалите меня из рассылки.",
      "Как отписаться от рассылки?"
    ]
  },
  uk: {
    requests: [
      "Добрий день! У нас уже є постачальник. Прошу видалити мою адресу з вашої розсилки.",
      "Я більше не хочу отримувати від вас листи, для нас це неактуально."
    ],
    near: ["Прошу видалити другу позицію з пропозиції.", "Якщо немає кращої ціни, видаліть мене з розсилки."]
  },
  tr: {
    requests: [
      "Merhaba, zaten bir tedarikçimiz var. Lütfen beni mail listenizden çıkarın.",
      "Sizden artık e-posta almak istemiyorum, bu bizim için uygun değil."
    ],
    near: ["Lütfen ikinci satırı tekliften çıkarın.", "Daha iyi bir fiyatınız yoksa beni listeden çıkarın."]
  },
  el: {
    requests: [
      "Καλημέρα, έχουμε ήδη προμηθευτή. Παρακαλώ διαγράψτε με από τη λίστα σας.",
      "Δεν θέλω να λαμβάνω άλλα email από εσάς, δεν μας αφορά."
    ],
    near: [
      "Παρακαλώ αφαιρέστε τη δεύτερη γραμμή από την προσφορά.",
      "Αν δεν έχετε καλύτερη τιμή, διαγράψτε με από τη λίστα."
    ]
  },
  ja: {
    requests: [
      "お世話になっております。すでに取引先がありますので、今後のご連絡は不要です。",
      "弊社には関係がありません。今後メールを送らないでください。",
      "個人情報保護法に基づき、貴社のリストから私のメールアドレスを削除してください。"
    ],
    near: [
      "見積もりから二番目の項目を削除してください。",
      "来週までは連絡しないでください。",
      "配信停止の方法を教えてください。"
    ]
  },
  zh: {
    requests: [
      "您好，我们已经有供应商了，请不要再给我发邮件。",
      "这与我们无关，请把我的邮箱从你们的列表中删除，谢谢。",
      "再发垃圾邮件我就投诉！请停止给我发送邮件。"
    ],
    near: ["请把第二项从报价中删除。", "如果没有更低的价格，请把我从名单中删除。", "怎么退订？"]
  },
  ko: {
    requests: [
      "안녕하세요, 이미 거래처가 있습니다. 앞으로 메일을 보내지 말아 주세요.",
      "저희와 관련이 없으니 메일링 리스트에서 삭제해 주세요."
    ],
    near: ["견적서에서 두 번째 항목을 삭제해 주세요.", "다음 주까지 연락하지 말아 주세요.", "수신거부는 어떻게 하나요?"]
  },
  hi: {
    requests: ["मुझे सूची से हटा दें", "नमस्ते, हमें इसमें रुचि नहीं है। कृपया मुझे अपनी मेलिंग सूची से हटा दें।"],
    near: ["कृपया दूसरी पंक्ति को प्रस्ताव से हटा दें।"]
  }
}

describe("a request to stop in whole sentences", () => {
  for (const [language, { near, requests }] of Object.entries(texts)) {
    it(`in the language ${language} is one`, () => {
      for (const text of requests) assert.isTrue(asks(text), text)
    })
    it(`is not seen in texts near to one in the language ${language}`, () => {
      for (const text of near) assert.isFalse(asks(text), text)
    })
  }

  it("may be one word with a reason or a threat beside it", () => {
    const requests = [
      "Unsubscribe. We already have a supplier.",
      "STOP!!! This is spam, I will report you.",
      "Abmelden. Das ist für uns nicht relevant.\n\nGruß\nAda",
      "Unsubscribe please, I never signed up for this",
      "退订。我们已经有供应商了。",
      "Désinscription svp. Nous avons déjà un prestataire.",
      "Baja, por favor. No me interesa."
    ]
    const near = [
      "Stop. I do not understand the second point.",
      "Remove. Not relevant for this offer.",
      "Remove it, the supplier has changed.",
      "Unsubscribe? We have a supplier for that.",
      "Abmelden. Und der Lieferant kommt am Montag?",
      "Stop. Thursday is fine.",
      "Unsubscribe. If the supplier agrees."
    ]
    for (const text of requests) assert.isTrue(asks(text), text)
    for (const text of near) assert.isFalse(asks(text), text)
  })

  it("may stand between what mail systems add", () => {
    const banner =
      "WARNING: this message came from outside of our company. Open attachments only if you know who sent them."
    const notice =
      "The content of this message is confidential. If you are not the recipient, please tell us and delete it."
    for (const text of [
      `${banner}\n\nStop`,
      `Please take us off your mailing list.\n\n${notice}`,
      `ACHTUNG: Diese Mail kommt von einem externen Absender.\n\nBitte schreiben Sie uns nicht mehr an.\n\nDiese Nachricht ist vertraulich. Wenn Sie nicht der Empfänger sind, löschen Sie sie.`
    ]) {
      assert.isTrue(asks(text), text)
    }
    assert.isFalse(asks(`${banner}\n\nThursday works.\n\n${notice}`))
  })

  it("may have a sign-off, a name or the author's address on its line", () => {
    const email = "ada.l@lead.test"
    for (const text of [
      "Wir möchten keine weiteren Mails erhalten. MfG Berger",
      "Je ne veux plus recevoir vos messages. Cdt, Marie Blanc",
      "Stop writing to me. Kind regards, J. Doe",
      "Bitte keine weiteren Mails. Danke und Gruß, A. Berger",
      "Haal mij van de lijst a.u.b.",
      "Ta bort oss från utskicket. Mvh Lind",
      `please remove me ${email}`,
      `Take us off the list <${email}>.`
    ]) {
      assert.isTrue(asks(text), text)
    }
    for (const text of [
      "Should I take us off the list? Kind regards, J. Doe",
      "Please remove the second line. Regards, Stop Ltd",
      "I unsubscribed from the webinar. Thanks, Ada",
      `Please write to me at ${email}`,
      "Wir haben keine weiteren Mails erhalten. MfG Berger"
    ]) {
      assert.isFalse(asks(text), text)
    }
  })

  it("may extend over lines, and so may a question", () => {
    assert.isTrue(asks("Please\ntake me\noff your list.\nBerger"))
    assert.isTrue(asks("Would you\nplease delete\nmy address?"))
    assert.isFalse(asks("Can our customers\nunsubscribe\nfrom such mails?"))
  })

  it("may be joined to thanks or praise by a contrast", () => {
    for (const text of [
      "Thanks for the offer, but please take me off your list.",
      "Nice product, I am sure, but we do not want any further emails from you.",
      "Danke für das Angebot, aber bitte schreiben Sie mir nicht mehr.",
      "Merci, mais je ne souhaite plus recevoir vos messages."
    ]) {
      assert.isTrue(asks(text), text)
    }
    assert.isFalse(asks("Please take me off your list, but send the contract first."))
  })

  it("is looked for in long texts, which have none", () => {
    for (const part of ["remove me from ", "please ", "a ", "不要", "저를", ",", "a@"]) {
      const text = part.repeat(Math.floor(1_990 / part.length))
      assert.isFalse(asks(text), part)
    }
  })

  it("has a grammar for each language of the phrases", () =>
    assert.includeMembers(
      sentences.map(({ language }) => language),
      [...phrases.map(({ language }) => language), ...Object.keys(texts)]
    ))
})
