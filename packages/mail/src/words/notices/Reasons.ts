/**
 * Phrases of mail systems that reject mail, as data. The first row with a matching phrase gives the reason. Rows about
 * the sender come before rows about the address, because systems that reject the sender may call it "recipient
 * rejected".
 */
import { absences, passingPhrases } from "./MailboxPatterns.ts"
import { type Row, senderRows } from "./SenderReasons.ts"

// Parts of the patterns below.
const address =
  "(?:e-?mail )?(?:user|recipient|recip|rcpt|address|addressee|mail ?box|account|alias|customer|person|user ?(?:name|id))"
const is = "(?: (?:x@x|is|was|has been|address|name|to|id|:))*:?"

export const rows: ReadonlyArray<Row> = [
  ...senderRows,
  {
    reason: "system",
    of: "all: the recipient cannot be looked up, or the mailbox is not there for a while",
    says: [
      "(?:ldap|director(?:y|ies)|databases?|db|(?:my|ms)?sql|back-?end|(?:user|recipient|address|mail ?box|alias|account) (?:lookup|check)|active directory|data ?store|storage server|user ?base|(?:user|address|recipient) (?:directory|database|table|map)|(?:ldap|directory|database|auth\\w*|verification|callout|lookup) (?:server|service)) (?:\\S+ ){0,4}?(?:down|offline|unavailable|not available|unreachable|not reachable|reached|not answer\\w*|not respond\\w*|does not answer|failed|failure|error|time[ds]? ?-?out|busy|refused|lost|cannot connect|not connect\\w*)",
      "(?:cannot|can't|could not|couldn't|unable to|not able to|failed to) (?:be )?look(?:ed)? ?(?:it )?up(?! (?:(?:the|your|mx) )*(?:host|domain|dns|mx))",
      "(?:cannot|can't|could not|couldn't|unable to|not able to|failed to|not) (?:be )?(?:verif(?:y|ied)|check(?:ed)?|validated?|determined?|look(?:ed)? ?up|resolved?|queried) (?:\\S+ ){0,4}?(?:(?:at|for) (?:this|the) (?:moment|time)|right now|currently|now\\b|temporar|just now|at present)",
      "(?:currently|temporarily|presently) (?:unable|not able|cannot|can't|not possible) (?:\\S+ ){0,2}?(?:verif|check|validat|look|resolv|deliver|accept)",
      "\\bmaintenance\\b|(?:planned|scheduled) (?:\\S+ )?(?:downtime|outage|upgrade)",
      "\\b(?:being|getting) (?:re-?located|moved|migrated|transferred|upgraded|updated|rebuilt|restored|repaired|created|provisioned|copied|backed up)\\b",
      "\\b(?:migration|move|relocation|upgrade|restore) (?:is )?(?:in progress|under ?way|ongoing|running|pending)\\b|under (?:migration|repair|construction)",
      "(?:has been|was|were|is|are) (?:re-?located|moved|migrated|transferred) to (?:another|a new|a different|the new) (?:\\S+ )?(?:server|host|system|database|data ?cent(?:er|re)|machine|node)",
      "\\b(?:re-?send|send (?:it )?again|re-?try|come back|try again|try) (?:\\S+ ){0,4}?(?:in (?:an?|one|two|three|a few|some|\\d+) (?:\\S+ )?(?:minutes?|hours?|days?)|tomorrow|shortly|soon)\\b",
      "temporar(?:y|ily) (?:\\S+ )?(?:unavailable|not available|out of|off ?line|unable|not able|unreachable|fail\\w*|error|problem)",
      ...passingPhrases
    ]
  },
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
      "(?:unknown|no such|non-?existent|invalid|incorrect|bad) (?:or illegal )?(?:local |destination |virtual )?(?:e-?mail )?(?:user(?!name)|recipient|addressee|mail[- ]?box|account|alias|local[- ]?part)(?!e?s\\b(?! ?:))",
      "\\bno (?:mail[- ]?box|user|account|one|person|recipient|body) (?:\\S+ )?(?:by|of|with|under) (?:that|this|such a) (?:name|address|id)\\b|\\bnobody (?:\\S+ )?(?:by|of|with|under) (?:that|this) name\\b",
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
      "no (?:such )?(?:mail[- ]?box|user|account|one|person|recipient)\\b|no such (?:id|name|user ?id|customer|subscriber|address|e-?mail)\\b",
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
    of: "systems that answer in their own language",
    says: absences
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
