/**
 * Phrases of mail systems that reject mail, as data. The first row with a matching phrase gives the reason. Rows about
 * the sender come before rows about the address, because systems that reject the sender may call it "recipient
 * rejected".
 */
import { type Row, senderRows } from "./SenderReasons.ts"

// Parts of the patterns below.
const address =
  "(?:e-?mail )?(?:user|recipient|recip|rcpt|address|addressee|mail ?box|account|alias|customer|person|user ?(?:name|id))"
const is = "(?: (?:x@x|is|was|has been|address|name|to|id|:))*:?"

export const rows: ReadonlyArray<Row> = [
  ...senderRows,
  // About the mailbox.
  {
    reason: "mailbox_full",
    of: "all",
    says: [
      "quota",
      `${address}${is} (?:is |has )?(?:full|over|exceed\\w*)\\b`,
      "\\bfull (?:mail ?box|inbox)",
      "(?:mail ?(?:box|folder)|inbox) (?:is |size )?(?:full|limit)",
      "exceed\\w* (?:\\S+ ){0,4}(?:storage|disk|space|mailbox)",
      "(?:insufficient|not enough|no|out of) (?:system |disk |mail ?box )?(?:storage|space)",
      "has too much mail",
      "(?:容量|受信箱|メールボックス)\\S{0,8}(?:超|オーバー|いっぱい|満杯)",
      "(?:postfach|mailbox|casella|buz[oó]n|bo[iî]te) (?:\\S+ ){0,3}(?:voll|piena|lleno|pleine)"
    ]
  },
  {
    reason: "mailbox_disabled",
    of: "all",
    says: [
      "rejected: on hold",
      "\\binactive-mailbox\\b",
      "(?:account|mail ?box|user|recipient|address|inbox) (?:\\S+ ){0,8}?(?:is |was |has been |been |temporar\\w+ )*(?:disabled|suspended|inactive|deactivated|locked|blocked|frozen|not active|closed)\\b",
      "(?:disabled|suspended|inactive|deactivated|locked|closed) (?:account|mail ?box|user|recipient|address)",
      "5\\.2\\.\\d (?:x@x:? )?mailbox (?:is )?unavailable",
      "compte (?:\\S+ ){0,3}bloque",
      "archived recipient",
      "no longer (?:accept|active)"
    ]
  },
  // About the address.
  {
    reason: "moved",
    of: "all",
    says: [
      "no longer (?:on (?:this )?server|at this|with (?:us|the)|works)",
      `(?:${address}|x@x)${is} has (?:been )?moved`,
      "changed (?:his|her|their) address",
      "not our (?:user|customer)",
      "new (?:e-?mail )?address",
      "user not local; please try"
    ]
  },
  {
    reason: "network",
    of: "Postfix, Sendmail, Gmail: the name may be found another time",
    says: [
      "host not found, try again",
      "temporar\\w+ (?:\\S+ ){0,3}(?:lookup|resol)",
      "(?:name |domain )lookup (?:failure|timed out)",
      "servfail"
    ]
  },
  {
    reason: "system",
    of: "all",
    says: ["(?:unavailable|not available) (?:at (?:this|the) (?:time|moment)|right now|now\\b|currently|temporar)"]
  },
  {
    reason: "system",
    of: "procmail, as a command of Postfix",
    says: ["procmail: couldn't create"]
  },
  {
    reason: "unknown_domain",
    of: "Sendmail, with the code of RFC 7505 for senders",
    says: ["\\bhost does not accept mail\\b(?! from)"],
    isCertain: true
  },
  {
    reason: "unknown_domain",
    of: "null MX (RFC 7505), and hosts that do not accept mail",
    says: [
      "(?<!sender address has )null ?mx",
      "(?:does not|doesn't|not) accept(?:ing)? (?:any )?(?:e?-?mail|network messages)",
      "indicated no smtp service"
    ]
  },
  {
    reason: "unknown_domain",
    of: "all",
    says: [
      "(?:host|domain|site)(?: name)?(?: \\S+)? (?:is )?(?:unknown|not found|invalid|does not exist|doesn't exist|non-?existent)",
      "(?:unknown|no such|invalid|illegal|bad|non-?existent|unrouteable|unroutable) (?:mail |destination |e-?mail )?(?:host|domain|system)",
      "host\\/domain name found",
      "name or service not known",
      "nxdomain",
      "couldn't find any host",
      "domain is not reachable",
      "\\bbad-domain\\b",
      "no (?:mx|a|dns)(?: or (?:a|mx))? records?",
      "mx records point to non-existent",
      "unable to (?:find|resolve|look ?up) (?:the |mx )?(?:host|domain)"
    ]
  },
  {
    reason: "policy",
    of: "all that do not relay",
    says: [
      "relay(?:ing)? (?:access |mail )?(?:is )?(?:denied|prohibited|not|rejected)",
      "(?:unable|not|cannot|refuse\\w*|permitted|configured) (?:to )?relay",
      "mail relay\\b"
    ]
  },
  {
    reason: "unknown_address",
    of: "Yahoo, Gmail, Yandex",
    says: ["doesn't have an? \\S+ account", "account that you tried to reach does not exist", "no such user!"],
    isCertain: true
  },
  {
    reason: "unknown_address",
    of: "all, in words that can only be about the mailbox",
    says: [
      "(?:unknown|no such|non-?existent|invalid|incorrect|bad) (?:or illegal )?(?:local |destination |virtual )?(?:e-?mail )?(?:user(?!name)|recipient|addressee|mail ?box|account|alias|local[- ]?part)",
      `(?:e-?mail )?(?:user|recipient|addressee|mail ?box|account|alias)${is} (?:unknown|(?:not|could not be|couldn't be|wasn't|cannot be) found|not ?found|not exist\\w*|(?:does|do|did)(?: not|n't) exist|no longer exists?)`,
      "x@x (?:wasn't|was not|could not be|couldn't be) found",
      "recip\\w*notfound",
      "\\bbad-mailbox\\b"
    ],
    isCertain: true
  },
  {
    reason: "unknown_address",
    of: "all",
    says: [
      `(?:unknown|invalid|bad|no such|non-?existent|unrouteable|unroutable|undeliverable|incorrect|illegal) (?:or illegal )?(?:local |destination |virtual |final delivery |to )?(?:${address}|alias|local[- ]?part)`,
      `${address}${is} (?:unknown|(?:not|could not be|couldn't be|wasn't|cannot be) (?:found|known|recogni[sz]ed|listed|valid|here)|not ?found|invalid|undeliverable|unavailable|not available|undefined|not exist\\w*|(?:does|do|did)(?: not|n't) exist|no longer (?:exists?|valid|available))`,
      "(?:does|do|did)(?: not|n't) exist",
      "not (?:a|an) (?:\\S+ )?(?:known|valid|registered|existing) (?:\\S+ )?(?:user|mailbox|address|recipient)",
      "no (?:such )?(?:mail ?box|user|account|one|person|recipient)\\b",
      "(?:can't|cannot|could not) find (?:the |a )?(?:user|recipient|mailbox|address)",
      "not listed in (?:the |our |domino )?(?:\\S+ )?(?:directory|address book|table|database)",
      "no valid recipients for this mm",
      "address(?:es)? rejected ?: access denied",
      "address rejected x@x",
      "existiert nicht",
      "no existe",
      "non esiste",
      "não existe",
      "не найден",
      "不存在",
      "見つかりません",
      "ディレクトリのリストにありません",
      "(?:存在|登録)(?:しません|しない|しておりません|していません|されていません)",
      "(?:宛先|ユーザー?|アドレス)(?:が|の|は)?(?:不明|ありません)"
    ]
  },
  {
    reason: "unknown_address",
    of: "systems that answer in their own language: a word for the mailbox, and one for its absence",
    says: [
      "(?:nutzer|empf(?:ä|ae)nger|adresse|postfach|konto)(?: \\S+){0,3} (?:unbekannt|nicht (?:bekannt|gefunden|vorhanden))",
      "unbekannte[rs]? (?:be)?(?:nutzer|empf(?:ä|ae)nger|adresse)",
      "(?:gebruiker|ontvanger|adres|mailbox|postbus)(?: \\S+){0,3} (?:onbekend|bestaat niet)|onbekende (?:gebruiker|ontvanger)",
      "(?:utilisateur|destinataire|bo[iî]te|compte|adresse)(?: \\S+){0,3} (?:n['’]existe pas|inconnue?|inexistante?|introuvable|invalide)",
      "(?:us[uú][aá]rio|destinat[aá]ri[oa]|buz[oó]n|cuenta|conta|caixa|endere[cç]o|direcci[oó]n)(?: \\S+){0,3} (?:inexistente|desconhecid[oa]|desconocid[oa]|n(?:o|ão) encontrad[oa])",
      "(?:casella|utente|destinatario|indirizzo)(?: \\S+){0,3} (?:inesistente|sconosciut[oa]|non trovat[oa])",
      "(?:użytkownik|skrzynka|adres|konto|odbiorca)(?: \\S+){0,3} nie istnieje|nieznany (?:użytkownik|adresat|odbiorca)|nie ma takiego (?:użytkownika|adresu)",
      "(?:uživatel|schránka|adresa|příjemce|používateľ|príjemca)(?: \\S+){0,3} neexistuje|nezn[aá]m[yý] (?:uživatel|příjemce|adresát|používateľ|príjemca)",
      "(?:felhasználó|címzett|postafiók|cím)(?: \\S+){0,3} nem létezik|ismeretlen (?:felhasználó|címzett)",
      "(?:utilizator|destinatar|adres[aă]|cutia)\\p{L}{0,4}(?: \\S+){0,3} (?:nu există|inexistent|necunoscut)",
      "(?:användaren|mottagaren|adressen|brevlådan|kontot)(?: \\S+){0,3} (?:finns inte|saknas|(?:är )?okänd)|okänd (?:användare|mottagare)",
      "(?:brugeren|modtageren|brukeren|mottakeren|adressen|postkassen|kontoen)(?: \\S+){0,3} (?:findes ikke|finnes ikke|eksisterer ikke)|(?:ukendt|ukjent) (?:bruger|modtager|bruker|mottaker)",
      "(?:käyttäjää|vastaanottajaa|postilaatikkoa|osoitetta)(?: \\S+){0,3} ei (?:ole|löydy)|tuntematon (?:käyttäjä|vastaanottaja)",
      "(?:kullanıcı|alıcı|adres|posta kutusu|hesap)(?: \\S+){0,3} (?:bulunamadı|mevcut değil)",
      "(?:χρήστης|παραλήπτης|διεύθυνση)(?: \\S+){0,3} δεν (?:υπάρχει|βρέθηκε)|άγνωστος (?:χρήστης|παραλήπτης)",
      "(?:пользовател|почтовый ящик|ящик|адрес|получател)\\p{L}{0,4}(?: \\S+){0,3} (?:не существует|неизвестен|отсутствует)|нет такого (?:пользователя|ящика|адреса|получателя)|неизвестный (?:пользователь|получатель)",
      "(?:користувач|скриньк|адрес|одержувач|отримувач)\\p{L}{0,4}(?: \\S+){0,3} не (?:існує|знайден)|невідомий (?:користувач|одержувач|отримувач)",
      "(?:사용자|수신자|메일함|계정|주소)\\p{L}{0,2}(?: \\S+){0,3} (?:존재하지 않|없습니다)",
      "(?:người dùng|người nhận|hộp thư|tài khoản|địa chỉ)(?: \\S+){0,3} không tồn tại",
      "(?:המשתמש|הנמען|התיבה|תיבת הדואר)(?: \\S+){0,3} (?:לא קיים|לא קיימת|אינו קיים)",
      "(?:المستخدم|المستلم|صندوق البريد|العنوان)(?: \\S+){0,3} غير (?:موجود|معروف)"
    ]
  },
  // About the transport.
  {
    reason: "policy",
    of: "all",
    says: [
      "polic(?:y|ies)",
      "prohibit",
      "not (?:authori[sz]ed|permitted|allowed)",
      "access denied",
      "auth(?:entication)? ?(?:is )?required",
      "permission",
      "restricted",
      "(?:message|mail) (?:was |is )?(?:rejected|refused|blocked|not accepted)",
      "(?:tls|encryption) (?:is )?required",
      "not (?:a )?member"
    ]
  },
  {
    reason: "expired",
    of: "queues",
    says: [
      "expired",
      "time(?:d)? ?-?out",
      "retry time",
      "in (?:the )?(?:mail )?queue (?:too|for)",
      "not (?:be |been )?(?:delivered|send message|sent) (?:for|after|within)",
      "unable to deliver (?:this |the )?(?:message )?(?:after|in|within)",
      "(?:aborted|given up|giving up) after",
      "connection got far enough",
      "host not reachable",
      "could not find a gateway",
      "too old"
    ]
  },
  {
    reason: "network",
    of: "queues",
    says: [
      "connection (?:was )?(?:refused|reset|lost|closed|dropped|failed)",
      "lost connection",
      "unreachable",
      "no route to host",
      "mail (?:forwarding )?loop",
      "(?:too many|maximum) hop",
      "hop count",
      "loops? back to",
      "name (?:service|server) (?:error|reply|timeout)",
      "dns (?:query|lookup|server|error)",
      "connect to \\S+",
      "establish an smtp connection",
      "requests to connect",
      "socket error"
    ]
  },
  {
    reason: "system",
    of: "all",
    says: [
      "(?:system|internal|local|server|config\\w*|mailer|delivery|protocol|i\\/o|disk|unknown) (?:\\S+ )?(?:error|failure|problem)",
      "temporar",
      "try (?:again )?later",
      "unexpected",
      "out of memory",
      "service (?:currently )?(?:unavailable|not available|refuse)",
      "transaction failed",
      "command (?:not implemented|parameter|unrecogni[sz]ed|rejected)",
      "(?:syntax|sequence of) ",
      "(?:cannot|can't|unable to) (?:open|create|write|append)",
      "pipe to",
      "exit (?:status|code)",
      "died with"
    ]
  },
  {
    reason: "unknown_address",
    of: "IronPort, AOL: without details",
    says: ["(?<!sender )address rejected(?:\\.|\\)|$)"]
  }
]
