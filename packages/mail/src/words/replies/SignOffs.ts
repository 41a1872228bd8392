/** Words at the end of an answer: sign-offs, and lines that mail programs add. Each entry names its source. */

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
export const endings = new Set(signOffs.flatMap(([, phrases]) => phrases.split("|")))

/** The beginnings of lines that mail programs add, in lower case. Each is a default signature of the programs named. */
const devices: ReadonlyArray<readonly [beginnings: string, source: string]> = [
  [
    "sent from my |sent from mail for |sent from windows mail|sent from outlook|sent from yahoo mail|sent from samsung",
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
    "inviato da iphone|inviato da ipad|inviato dal mio |inviato da outlook|scarica outlook|ottieni outlook|inviato da yahoo|inviato da libero",
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
  [
    "telefonumdan gönderildi|iphone'umdan gönderildi|ipad'imden gönderildi|android için outlook|outlook'u edinin|ios için outlook",
    "tr"
  ],
  [
    "trimis de pe |trimis din |elküldve az |iphone-ról küldve|az iphone-omról|στάλθηκε από το |poslano s mo",
    "ro, hu, el, hr"
  ],
  [
    "iphoneから送信|ipadから送信|发自我的|从我的|發自我的|傳送自我的|从 iphone|나의 iphone에서|내 iphone에서|من iphone",
    "ja, zh, ko, ar"
  ],
  [
    "ส่งจาก |מנשלח |נשלח מ|đã gửi từ |मेरे iphone से|مرسل من |ارسال شده از |dihantar daripada |enviat des d|ส่งจาก iphone",
    "iOS, Android: th, he, vi, hi, ar, fa, ms, ca"
  ],
  [
    "изпратено от |изпратено с |послато са |poslano iz |poslané z |odoslané z |išsiųsta iš |nosūtīts no |saadetud minu ",
    "iOS, Android: bg, sr, sl, sk, lt, lv, et"
  ],
  ["获取 outlook|取得 outlook|ios 版 outlook|outlook for |gửi từ |dikirim dari |נשלח מה", "zh, vi, id, he"]
]
export const added = devices.flatMap(([beginnings]) => beginnings.split("|"))
