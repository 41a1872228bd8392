/** Recognizes what trails an answer: a sign-off with the name below it, or a line that the mail program adds. */

/** Sign-offs in lower case, without punctuation, by language. Each is a usual ending of letters in that language. */
const signOffs: ReadonlyArray<readonly [language: string, phrases: string, source: string]> = [
  [
    "en",
    "regards|best regards|kind regards|kindest regards|warm regards|warmest regards|many regards|with regards|" +
      "with kind regards|with best regards|best|all the best|best wishes|with best wishes|warm wishes|cheers|sincerely|" +
      "yours sincerely|sincerely yours|yours faithfully|yours truly|thanks and regards|thanks & regards|" +
      "thank you and best regards|thanks and best regards|rgds|br|kr",
    "endings of letters in English"
  ],
  [
    "de",
    "mit freundlichen grüßen|mit freundlichen gruessen|mit freundlichem gruß|mit freundlichen grüssen|" +
      "freundliche grüße|freundliche grüsse|freundlicher gruß|viele grüße|viele grüsse|beste grüße|beste grüsse|" +
      "liebe grüße|herzliche grüße|schöne grüße|mit besten grüßen|mit herzlichen grüßen|gruß|grüße|lg|mfg|vg|" +
      "hochachtungsvoll",
    "DIN 5008"
  ],
  [
    "fr",
    "cordialement|bien cordialement|très cordialement|bien à vous|bien à toi|sincèrement|salutations|" +
      "cordiales salutations|meilleures salutations|bonne journée|bonne soirée|cdlt|cdt|amicalement",
    "endings of letters in French"
  ],
  [
    "es",
    "saludos|un saludo|saludos cordiales|un cordial saludo|atentamente|un abrazo|cordialmente|muchos saludos",
    "endings of letters in Spanish"
  ],
  [
    "pt",
    "atenciosamente|cumprimentos|com os melhores cumprimentos|melhores cumprimentos|abraços|abs|att",
    "Portuguese"
  ],
  ["it", "cordiali saluti|distinti saluti|un saluto|saluti|cordialmente|un cordiale saluto", "Italian"],
  ["nl", "met vriendelijke groet|met vriendelijke groeten|vriendelijke groet|groeten|groet|mvg", "Dutch"],
  [
    "sv",
    "med vänliga hälsningar|med vänlig hälsning|vänliga hälsningar|vänligen|hälsningar|mvh|bästa hälsningar",
    "Swedish"
  ],
  ["da", "med venlig hilsen|venlig hilsen|de bedste hilsner|mange hilsner|hilsen|bedste hilsner|mvh|vh", "Danish"],
  ["nb", "med vennlig hilsen|vennlig hilsen|beste hilsen|hilsen|mvh|med vennleg helsing", "Norwegian"],
  ["fi", "ystävällisin terveisin|terveisin|parhain terveisin|yt|t", "Finnish"],
  ["pl", "pozdrawiam|z poważaniem|z wyrazami szacunku|pozdrowienia|serdecznie pozdrawiam", "Polish"],
  ["cs", "s pozdravem|s přátelským pozdravem|hezký den|děkuji a s pozdravem", "Czech"],
  ["sk", "s pozdravom|s priateľským pozdravom", "Slovak"],
  ["hu", "üdvözlettel|tisztelettel|üdv|köszönettel", "Hungarian"],
  ["ro", "cu stimă|cu respect|toate cele bune|o zi bună", "Romanian"],
  ["ru", "с уважением|всего доброго|с наилучшими пожеланиями|всего наилучшего", "Russian"],
  ["uk", "з повагою|з найкращими побажаннями", "Ukrainian"],
  ["tr", "saygılarımla|saygılar|iyi çalışmalar|selamlar|iyi günler", "Turkish"],
  ["el", "με εκτίμηση|χαιρετισμούς|φιλικά", "Greek"],
  ["hr", "srdačan pozdrav|s poštovanjem|pozdrav|lijep pozdrav|lp", "Croatian, Slovenian"],
  ["vi", "trân trọng|thân mến|trân trọng kính chào", "Vietnamese"],
  ["zh", "此致|敬礼|此致敬礼|祝好|顺祝商祺|謹致|順頌商祺", "Chinese"],
  ["ja", "よろしくお願いいたします|以上|敬具", "Japanese"]
]
const endings = new Set(signOffs.flatMap(([, phrases]) => phrases.split("|")))

/** The beginnings of lines that mail programs add, in lower case. Each is a default signature of the programs named. */
const devices: ReadonlyArray<readonly [beginnings: string, source: string]> = [
  [
    "sent from my |sent from mail for |sent from outlook|sent from yahoo mail|sent from samsung",
    "iOS, Windows, Outlook, Yahoo"
  ],
  [
    "sent from proton|sent from gmail|sent from blackberry|sent from android|sent from iphone|sent from ipad",
    "Proton, phones"
  ],
  [
    "sent via |sent with |sent using |get outlook for |yahoo mail: |sent on the go",
    "Sparrow, Spark, Superhuman, Outlook"
  ],
  [
    "von meinem |gesendet von mein|gesendet von outlook|gesendet von mail |gesendet mit |outlook für |holen sie sich outlook",
    "de"
  ],
  [
    "diese nachricht wurde von meinem |gesendet von yahoo|von outlook für |von samsung",
    "de: Android, Outlook, Samsung"
  ],
  [
    "envoyé de mon |envoyé depuis mon |envoyé depuis l|envoyé à partir de |obtenez outlook|télécharger outlook|envoyé avec ",
    "fr"
  ],
  ["envoyé depuis mon|envoyé depuis outlook|envoyé depuis yahoo|envoyé depuis mail", "fr: Orange, Yahoo, Windows"],
  [
    "enviado desde mi |enviado desde outlook|enviado desde yahoo|enviado desde correo|obtener outlook|enviado desde el correo",
    "es"
  ],
  ["enviado do meu |enviado a partir do |enviado de meu |obter o outlook|enviado do outlook|enviado do yahoo", "pt"],
  [
    "inviato da iphone|inviato da ipad|inviato dal mio |inviato da outlook|scarica outlook|ottieni outlook|inviato da yahoo",
    "it"
  ],
  ["verzonden vanaf |verstuurd vanaf |verzonden met |download outlook|verstuurd met |outlook voor ", "nl"],
  ["skickat från min |skickat från mitt |skickat från outlook|skaffa outlook|hämta outlook|skickat från e-post", "sv"],
  [
    "sendt fra min |sendt fra mit |sendt fra outlook|hent outlook|sendt fra mail|skaff deg outlook|last ned outlook",
    "da, nb"
  ],
  [
    "lähetetty iphonesta|lähetetty ipadista|lähetetty outlook|hanki outlook|lähetetty laitteesta|lähetetty puhelimesta",
    "fi"
  ],
  ["wysłane z |wysłano z iphone|wysłano z mojego |pobierz program outlook|pobierz outlook|wysłano z programu", "pl"],
  [
    "odesláno z iphone|odesláno z mého|odesláno z ipadu|získat outlook|odesláno z mobil|odoslané z |odeslané z",
    "cs, sk"
  ],
  ["отправлено с |отправлено из |послано с |скачать outlook|надіслано з |надіслано із |відправлено з ", "ru, uk"],
  ["iphone'umdan gönderildi|ipad'imden gönderildi|android için outlook|outlook'u edinin|ios için outlook", "tr"],
  [
    "trimis de pe |trimis din |elküldve az |iphone-ról küldve|az iphone-omról|στάλθηκε από το |poslano s mo",
    "ro, hu, el, hr"
  ],
  [
    "iphoneから送信|ipadから送信|发自我的|从我的|發自我的|傳送自我的|从 iphone|나의 iphone에서|내 iphone에서|من iphone",
    "ja, zh, ko, ar"
  ],
  ["获取 outlook|取得 outlook|ios 版 outlook|outlook for |gửi từ |dikirim dari |נשלח מה", "zh, vi, id, he"]
]
const added = devices.flatMap(([beginnings]) => beginnings.split("|"))
/** "Von meinem iPhone gesendet" ends in the verb, unlike a sentence that begins the same. */
const verbAtEnd = /^von (?:mein|outlook|samsung)/u

const longest = 90
const wordCount = (line: string) => line.split(/\s+/u).length
const sentenceEnd = /[.!?…。！？]$/u

/** Whether the line is one that a mail program adds, such as "Sent from my iPhone". */
const isAdded = (line: string): boolean => {
  const text = line
    .toLowerCase()
    .replaceAll(/[\u2018\u2019]/gu, "'")
    .replace(/^[*_>\s-]+/u, "")
  if (text.length > longest || wordCount(text) > 10) return false
  return added.some((beginning) => text.startsWith(beginning)) && (!verbAtEnd.test(text) || /gesendet/u.test(text))
}

/** Whether the line is a sign-off, such as "Kind regards,". */
const isSignOff = (line: string): boolean =>
  line.length <= longest &&
  endings.has(
    line
      .toLowerCase()
      .replaceAll(/[,.!。！，*_]/gu, "")
      .trim()
  )

/** "PS", "P.P.S.", "NB"; in Spanish "PD:" and "P.D.", in Dutch "NS:", in Russian "P.S." or "ПС:". */
const postscript = /^(?:(?:p\.? ?){1,3}s\b|n\.? ?b\b|(?:pd|ns|пс):|p\. ?d\.)/iu
/** Words of legal notices, which no person writes in an answer. */
const notice =
  /confidential|intended recipient|intended only|vertraulich|confidentiel|confidencial|riservat|vertrouwelijk|before printing|virus-free|конфиденциальн|poufn|d\u016fvěrn|luottamuksel|fortrolig|konfident/iu

/** Whether the line is prose rather than a name, a title, an address or a number. */
const isProse = (line: string): boolean => {
  if (postscript.test(line)) return true
  if (line.includes("?") && !line.includes("://")) return true
  if (/[@|•·]|:\/\/|www\./u.test(line) || (line.match(/\p{Nd}/gu)?.length ?? 0) >= 4) return false
  const words = wordCount(line)
  // Names and titles end in a capitalized word, at least in short lines.
  return (
    words >= 6 || (words >= 3 && (sentenceEnd.test(line) || /(?:^|\s)\p{Ll}+$/u.test(line))) || /[。！？]/u.test(line)
  )
}

/** Whether the line can be a name, or is empty. */
const isName = (line: string) => wordCount(line) <= 5 && !isProse(line)

/** Whether the lines can be what follows a sign-off: at first a name or nothing, and no prose. */
const isSignature = (lines: ReadonlyArray<string>): boolean => {
  const filled = lines.filter((line) => line !== "")
  if (filled.length > 15 || !isName(filled[0] ?? "")) return false
  const end = filled.findIndex((line) => notice.test(line))
  return !filled.slice(0, end === -1 ? undefined : end).some(isProse)
}

/** Whether the line separates a signature: `-- ` (RFC 3676, 4.3), also without its space, or longer. */
const delimiter = /^\s*(?:[-_=+]{2,4}|_{30,40}|[—–]{1,3})$/u

/**
 * The lines without the signature at their end. Lines that mail programs add are removed everywhere. Text after a
 * sign-off stays, and so does the sign-off: only what trails is a signature.
 */
export const withoutSignature = (raw: ReadonlyArray<string>): ReadonlyArray<string> => {
  const kept = raw.filter((line, i) => !(isAdded(line.trim()) && (isParagraph(raw, i) || isLast(raw, i))))
  const lines = kept.map((line) => line.trim())
  const standard = kept.indexOf("-- ")
  const below = standard === -1 ? [] : lines.slice(standard + 1).filter((line) => line !== "")
  // Mail programs add this delimiter. Below a name, a signature may have prose.
  if (standard !== -1 && isName(below[0] ?? "") && !below.some((line) => postscript.test(line))) {
    return kept.slice(0, standard)
  }
  // A signature has at most some 20 lines.
  for (let i = Math.max(0, lines.length - 25); i < lines.length; i++) {
    const line = lines[i] ?? ""
    const isEnd = delimiter.test(line) || (i > 0 && lines.slice(0, i).some((line) => line !== "") && isSignOff(line))
    if (isEnd && isSignature(lines.slice(i + 1))) return kept.slice(0, i)
  }
  return kept
}

/** Whether the line stands alone, or in a group of lines that are all added. */
const isParagraph = (lines: ReadonlyArray<string>, at: number): boolean => {
  const isOpen = (line: string | undefined) => line === undefined || line.trim() === "" || isAdded(line.trim())
  return isOpen(lines[at - 1]) && isOpen(lines[at + 1])
}

/** Whether nothing else follows the line, and it is not the end of a sentence. */
const isLast = (lines: ReadonlyArray<string>, at: number): boolean => {
  const line = (lines[at] ?? "").trim()
  return !/^\p{Ll}/u.test(line) && !sentenceEnd.test(line) && lines.slice(at + 1).every((next) => next.trim() === "")
}
