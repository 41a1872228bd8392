/** Usual names of folders, where neither the server nor the IMAP library knows what a folder is for. Pure functions. */

/** Letters that Unicode does not split into a letter and an accent. */
const letters: Readonly<Record<string, string>> = { æ: "ae", đ: "d", ı: "i", ł: "l", ø: "o", œ: "oe", ß: "ss" }

/** A name without case, accents, marks of direction, a namespace before it, and the separators in it. */
export const foldedName = (name: string): string =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/^inbox[./\\]/u, "")
    .normalize("NFD")
    .replaceAll(/[\p{M}\p{Cf}]/gu, "")
    .replaceAll(/[æđıłøœß]/gu, (letter) => letters[letter] ?? letter)
    .replaceAll(/[\s\-_.,()[\]'’/\\]+/gu, " ")
    .trim()

/** The folded names in these lists, which commas separate. */
const names = (...lists: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => list.split(", ").map(foldedName)))

/** The names by their role, in the languages of mail programs and providers. */
export const usualNames: Record<"junk" | "sent", ReadonlySet<string>> = {
  junk: names(
    "junk, junk mail, junk e-mail, junk email, junk folder, spam, spam mail, spambox, spamfolder, bulk, bulk mail, quarantine",
    "spamverdacht, spam-verdacht, spamordner, spam-ordner, junk-ordner, unerwünscht, unerwünschte werbung, unerwünschte e-mails",
    "unerwünschte nachrichten, werbung und spam, indésirable, indésirables, courrier indésirable, courriers indésirables",
    "messages indésirables, éléments indésirables, pourriel, pourriels, quarantaine, correo no deseado, no deseado, no deseados",
    "correo basura, basura, elementos no deseados, posta indesiderata, indesiderata, indesiderati, lixo eletrônico",
    "lixo electrónico, email de lixo, e-mail de lixo, correio de lixo, correo lixo, ongewenst, ongewenste mail, ongewenste e-mail",
    "ongewenste berichten, ongewenste reclame, skräp, skräppost, uønsket, uønsket post, uønsket mail, uønsket e-mail",
    "uønsket e-post, søppel, søppelpost, spampost, roskaposti, roskapostit, roskapostikansio, niechciane, wiadomości-śmieci",
    "nevyžádané, nevyžádaná pošta, nevyžiadaná pošta, nežiaduca pošta, levélszemét, spam mappa, kéretlen levelek, mesaje nedorite",
    "e-mail nedorit, nedorite, neželjena pošta, neželjeno, neželena pošta, neželena e-pošta, vsiljena pošta, bezvrijedna pošta",
    "rämpspost, correu brossa, mesaje spam, spam e-posta, spam-mails, mēstules, surogātpasts, šlamštas, brukalas, nepageidaujami, önemsiz, önemsiz e-posta, istenmeyen, gereksiz",
    "istenmeyen e-posta, gereksiz e-posta, ανεπιθύμητα, ανεπιθύμητη αλληλογραφία, ανεπιθύμητη ηλεκτρονική αλληλογραφία",
    "спам, нежелательная почта, нежелательные, небажана пошта, спам пошта, нежелана поща, непожељна пошта, ספאם, דואר זבל",
    "דואר אלקטרוני זבל, البريد العشوائي, البريد المزعج, بريد إلكتروني غير هام, غير المرغوب فيها, بريد مزعج, هرزنامه",
    "स्पैम, thư rác, thư không mong muốn, อีเมลขยะ, จดหมายขยะ, 迷惑メール, 迷惑メールフォルダ, スパム, スパムメール, ジャンク",
    "垃圾邮件, 垃圾邮箱, 垃圾郵件, 垃圾郵件匣, 垃圾信件, 垃圾信件匣, 广告邮件, 廣告郵件, 스팸, 스팸메일, 스팸메일함, 스팸 메일함, 스팸함, 정크 메일"
  ),
  sent: names(
    "sent, sent mail, sent mails, sent e-mail, sent email, sent emails, sent items, sent messages, sent objects, sent box, sentbox",
    "gesendet, gesendete, gesendete objekte, gesendete elemente, gesendete nachrichten, gesendete e-mails, gesendete mails",
    "gesendete post, envoyé, envoyés, éléments envoyés, messages envoyés, courrier envoyé, courriers envoyés, mails envoyés",
    "objets envoyés, enviado, enviados, elementos enviados, mensajes enviados, correo enviado, correos enviados, enviadas",
    "itens enviados, mensagens enviadas, e-mails enviados, correio enviado, itens enviadas, inviata, inviati, inviate",
    "posta inviata, elementi inviati, messaggi inviati, verzonden, verzonden items, verzonden berichten, verzonden e-mail",
    "skickat, skickade, skickade objekt, skickade meddelanden, sänt, sända, sendt, sendte, sendte elementer, sendt post",
    "sendte meldinger, sendte beskeder, sendte e-mails, sendt e-post, lähetetyt, lähetetyt viestit, lähetetyt kohteet",
    "wysłane, elementy wysłane, wiadomości wysłane, wysłane wiadomości, odeslané, odeslaná pošta, odeslané zprávy, odoslané",
    "odoslaná pošta, odoslané správy, elküldött, elküldött elemek, elküldött üzenetek, elküldött levelek, elküldöttek, trimise",
    "enviats, elements enviats, elemente trimise, mesaje trimise, poslano, poslane, poslato, poslane stavke, poslana pošta, poslane poruke, saadetud",
    "saadetud kirjad, saadetud üksused, nosūtītie, nosūtītie vienumi, nosūtīts, išsiųsta, išsiųsti, išsiųsti elementai",
    "išsiųsti laiškai, gönderilmiş öğeler, gönderilmiş, gönderilen, gönderilenler, gönderilmiş postalar, gönderilen posta",
    "απεσταλμένα, απεσταλμένα στοιχεία, отправленные, отправленные письма, отправленное",
    "отправленные элементы, надіслані, надіслані елементи, відправлені, изпратени, изпратени елементи, послато, послате ставке",
    "נשלח, פריטים שנשלחו, דואר שנשלח, المرسل, المرسلة, العناصر المرسلة, البريد المرسل, الرسائل المرسلة, ارسال شده",
    "भेजे गए, đã gửi, thư đã gửi, mục đã gửi, ส่งแล้ว, รายการที่ถูกส่ง, จดหมายที่ส่งแล้ว, terkirim, item terkirim, dihantar",
    "送信済み, 送信済みアイテム, 送信済みメール, 送信済みトレイ, 送信メール, 已发送, 已发送邮件, 已发邮件, 已傳送郵件, 已传送邮件",
    "寄件備份, 寄件備份匣, 寄件備份夾, 보낸편지함, 보낸 편지함, 보낸메일함, 보낸 메일함, 보낸 항목"
  )
}
