/**
 * Words for the side that sends, in languages other than English, as regular expressions. A statement with such a word says nothing
 * about the recipient.
 */

/** The sender of a mail. */
export const senders: ReadonlyArray<string> = [
  // Western Europe
  "absender|expéditeur|remitent|remetente|mittente|afzender|avsändare|afsender|avsender|sendandi|lähettäj",
  // Eastern Europe
  "nadawc|odes[ií]latel|odosielateľ|feladó|gönderen|expeditor|pošiljatelj|saatja|siuntėj|sūtītāj|αποστολέ",
  "отправител|відправник|подател|изпращач|пошиљал",
  // Asia and Africa
  "[发發]件人|[寄发發]信人|寄件[者人]|差出人|送信者|送信元|발신자|보낸|المرسل(?! إليه)|فرستنده|השולח|प्रेषक|ผู้ส่ง|pengirim|người gửi",
  // A user who logged in
  "authentifi(?:é|ziert)|autenti[ck]a[dt]|autenticat|autentis|autentifi[ck]|geauthenticeerd|uwierzytelnion|ověřen\\p{L}* uživatel|аутентифицирован|автентифікован|авторизован|认证用户|已认证|認証(?:済み|された)|인증된"
]

const kind =
  "(?: (?:e-?mail|smtp|mail|e-?post|e-?pošt\\p{L}*|почтов\\p{L}*|поштов\\p{L}*|електронн\\p{L}*|электронн\\p{L}*))?"
/** A word of the receiver's before a word for an account or an address, which may be compounded, but not with a recipient. */
const own = (owners: string, accounts: string) =>
  `(?<!\\p{L})(?:${owners})${kind}[- ](?!empfänger|ziel|mottag|modtag|ontvang)[\\p{L}-]{0,16}?(?:${accounts})(?!\\p{L})`

/** The domain, the server, the account or the address of the receiver of a notice: ours. */
export const ownAccounts: ReadonlyArray<string> = [
  "(?<!\\p{L})(?:ihre?|deine?|votre|vos|su|tu|sua|seu|suo|vostro|uw|din|ditt|deres|ваш)(?: (?:e-?mail|smtp|mail))?[- ](?:domain|domaine|dominio|domínio|domein|domän|domæne|домен|server|serveur|servidor|сервер|ip|hostname)",
  // German, Dutch
  own("ihre?[nrms]?|deine?[nrms]?|eure?[nrms]?", "adressen?|konto|kontos|postfach|zugang|mailbox|benutzername"),
  own("uw|je|jouw", "adres|account|postbus|postvak|mailbox|gebruikersnaam"),
  // French, Spanish, Catalan, Portuguese, Italian, Romanian
  own("votre|ton|ta", "adresse|compte|boîte|identifiant"),
  own(
    "su|tu|vuestr[ao]|la (?:seva|teva|vostra)|el (?:seu|teu|vostre)",
    "dirección|cuenta|buzón|casilla|adreça|compte|bústia"
  ),
  own("seu|sua|teu|tua|vosso|vossa", "endereço|conta|caixa"),
  own("suo|sua|tuo|tua|vostro|vostra", "indirizzo|account|casella|utenza|mailbox"),
  "(?<!\\p{L})(?:adresa|contul|căsuța)(?: de (?:e-?mail|poștă))? (?:dvs|dumneavoastră|ta|tău|voastră|vostru)(?!\\p{L})",
  // Danish, Norwegian, Swedish, Icelandic, Finnish, Estonian
  own("din|dit|ditt|deres|jeres|ert", "adresse?|konto|postkasse|postboks|mailboks|brevlåda|postlåda|netfang|pósthólf"),
  own("er", "adress|brevlåda"),
  "(?<!\\p{L})[\\p{L}-]{0,16}(?:adressen|kontoen|kontoet|postkassen|postboksen) (?:din|deres)(?!\\p{L})",
  "(?<!\\p{L})(?:netfang|pósthólf)\\p{L}* (?:þitt|yðar)|(?<!\\p{L})(?:þitt|yðar) (?:netfang|pósthólf)",
  "(?<!\\p{L})[\\p{L}-]{0,16}(?:osoitteesi|osoitteenne|tilisi|tilinne|laatikkosi|laatikkonne)(?!\\p{L})",
  own("teie|sinu", "aadress|konto|postkast"),
  // Slavic, Baltic and other languages of Eastern Europe
  own("tw[óo]j\\p{L}*|pańsk\\p{L}*|państwa|wasz\\p{L}*", "adres|kont[oa]|skrzynk[aię]"),
  own("vaš\\p{L}*|váš\\p{L}*|tvoj\\p{L}*|tvůj|tvá", "adres[aeu]|účet|schránk[ay]|naslov|račun|nalog|predal|sandučić"),
  own("jūsų|tavo|jūsu|tav[as]", "adres\\p{L}{1,2}|paskyra|dėžutė|konts|pastkaste"),
  own(
    "ваш\\p{L}*|тво\\p{L}{1,4}",
    "адрес\\p{L}?|ящик|аккаунт|акаунт|скринька|кутия|налог|сандуче|учетная запись|обліковий запис"
  ),
  "(?<!\\p{L})(?:адресът|кутията|акаунтът) (?:ви|ти)(?!\\p{L})",
  "(?<!\\p{L})(?:διεύθυνσ\\p{L}{1,3}|λογαριασμό\\p{L}?|γραμματοκιβώτιό?) (?:\\p{L}{1,12} )?(?:σας|σου)(?!\\p{L})",
  "(?<!\\p{L})(?:az )?(?:ön|te) (?:e-mail[- ])?(?:címe?d?|fiókja|postafiókja|postaládája)(?!\\p{L})",
  "(?<!\\p{L})(?:adres|hesab|posta kutu|kutu)[ıiuü]?s?[ıiuü]?n(?:[ıiuü]z)(?!\\p{L})",
  // Asia and Africa
  "عنوانك|حسابك|بريدك|(?:آدرس|حساب|صندوق پستی)(?: ایمیل)? شما|(?:הכתובת|החשבון|התיבה|תיבת הדואר) של(?:ך|כם)",
  "(?:आपका|आपके|आपकी|आपका ईमेल) (?:पता|खाता|खाते|मेलबॉक्स)",
  "(?:あなた|お客様|貴方|貴社)の(?:メール)?(?:アドレス|アカウント|メールボックス)",
  "(?:귀하|당신|고객님|회원님)의 ?(?:이메일 ?|메일 ?)?(?:계정|주소|메일함|편지함)",
  "(?:您|你|贵|貴)的?(?:电子|電子)?(?:邮箱|郵箱|信箱|[帐账帳]号|帳號|[账帐]户|帳戶|地址|邮件地址|郵件地址|用户名)",
  "(?<!\\p{L})(?:alamat|akun|akaun|kotak surat)(?: e?-?mail)? anda(?!\\p{L})|(?:địa chỉ|tài khoản|hộp thư)(?: email)? của bạn|(?:ที่อยู่|บัญชี|กล่องจดหมาย)(?:อีเมล)?ของคุณ"
]
