/**
 * Phrases with which a server refuses all mail of the sending account: it sends too much, or it may not send. A phrase
 * that `isOfRecipient` assigns to the recipient does not count.
 */

// Parts of the patterns below. `x@x` is the recipient, `o@o` another address.
const few = "(?:\\S+ ){0,4}?"
const ours =
  "(?:accounts?|mail ?box(?:es)?|domains?|users?|senders?|customers?|tenants?|organi[sz]ations?|subscriptions?|servers?|ips?|api keys?|credentials?|identit(?:y|ies)|smtp|plans?|hosts?)"
const stopped =
  "(?:suspended|disabled|blocked|locked|paused|restricted|banned|deactivated|terminated|frozen|barred|prohibited|revoked|quarantined|inactive|stopped|turned off|on hold|under review|pending (?:approval|review|verification)|(?:not|n't) (?:yet )?(?:been )?(?:active|activated|approved|verified|confirmed|enabled|allowed|permitted|authori[sz]ed|validated))"
const mails = "(?:e?-?mails?|messages?|recipients?|mail|deliveries|sends?)"
const per =
  "(?:per|each|every|an?|in (?:an?|one|the (?:last|past)|\\d+)|within \\d*|during the last) ?(?:\\d+ )?(?:second|minute|hour|day|24|month|hours|minutes|time|period)"

export interface AccountRow {
  /** `limit`: how much the account sends. `block`: whether it may send. */
  readonly about: "block" | "limit"
  /** The systems that use these phrases. */
  readonly of: string
  /** Patterns for folded text (`Statement.ts`). */
  readonly says: ReadonlyArray<string>
}

export const accountRows: ReadonlyArray<AccountRow> = [
  {
    about: "limit",
    of: "cPanel and Exim; Amazon SES, Exchange Online, Gmail, Yahoo, Zoho, GoDaddy, Fastmail and relays: how much the account sends",
    says: [
      "max(?:imum)? (?:\\S+ )?defers and failures",
      "submissionquotaexceeded|submission quota|storedrv\\.submission",
      "clientsubmit",
      "(?:sending|send|sent|outgoing|outbound|submission|smtp|relay(?:ing)?|recipients?|message|e?-?mail|mail|user) (?:count |number )?(?:rate|quotas?|volume|allowance|credits?|caps?) (?:\\S+ ){0,6}?(?:exceed\\w*|reached|limit\\w*|used|over|full|exhausted)",
      `(?:exceed\\w*|reached|over|hit|above|at) ${few}(?:your|sender|sending|send|sent|outgoing|outbound|submission|smtp|relay(?:ing)?|hourly|daily|monthly|message|e?-?mail|recipients?) ${few}(?:rate|quotas?|limits?|volume|allowance|threshold|credits?|caps?)\\b`,
      "(?:hourly|daily|monthly|per[- ](?:hour|day|minute|second)|concurrent|sending|outgoing|outbound|sender|submission|smtp|account|user|domain|tenant|thread|connection|relay(?:ing)?) (?:\\S+ ){0,3}?(?:limits?|quotas?|threshold)\\b",
      "max(?:imum)?,? (?:\\S+ )?(?:sending|send|outgoing|concurrent|connection|message|messages|recipients|mails?|e-?mails?|number of (?:e?-?mails|messages|mails|recipients|connections)|rate|credits)(?! (?:size|length))",
      `(?:rate|number|volume) (?:of |at which )?(?:\\S+ )?${mails}`,
      `too (?:many|much) (?:\\S+ ){0,2}?(?:${mails}|mails|connections|sessions|threads|requests|commands|logins|transactions|concurrent|auth\\w*|unknown|invalid|errors|failures|bad)`,
      `(?:you|you've|account|sender|user|domain|ip|customer|o@o|tenant) (?:have |has |had )?(?:sent|sends|sending) (?:too|more|\\d+)`,
      `(?:limit|quota|threshold|maximum|max|allowed|more than|only|over|exceed\\w*|allowance)(?: \\S+){0,8}? ${per}s?\\b`,
      `\\d+ (?:\\S+ )?(?:${mails}) ?(?:\\/|${per})`,
      "(?:e-?mails|messages|mails|recipients|sends)\\/(?:hour|day|minute|second|h|d)",
      "\\bthrottl|\\brate[- ]?limit|ratelimit|\\bslow(?:ing)? down|too (?:fast|quickly|frequent\\w*)|(?:frequency|freq) (?:is )?(?:limit|too)|\\bflood",
      "(?:threshold|limit)s? (?:\\S+ ){0,8}?(?:exceed|reached|hit|used up|exhaust)",
      "(?:exceed\\w*|reached|over) (?:\\S+ ){0,5}?(?:limit|threshold|allowance|number of)",
      "(?:credits?|allowance|balance) (?:\\S+ ){0,3}?(?:exceed|exhaust|used|insufficient|not enough|expired)|(?:insufficient|not enough|out of|no (?:more )?) ?(?:\\S+ )?credits?",
      "unusual (?:rate|volume|amount|number)|unexpected volume|volume of (?:mail|e-?mail|messages)",
      "(?:servers?|systems?|service|resources?) (?:\\S+ ){0,2}?(?:busy|overload|under (?:heavy|high) load)|too busy|load (?:is )?too high|high load",
      "connection (?:rate|frequency|count)|simultaneous connections|connections? from (?:this|your) (?:ip|host|address)(?: \\S+){0,4} (?:exceed|limit)"
    ]
  },
  {
    about: "limit",
    of: "providers that answer in their own language: OVH, Orange, IONOS, Strato, Aruba, Yandex, Mail.ru, WP, Seznam, QQ, 163",
    says: [
      "(?:versand|sende|absende|ausgangs|stunden|tages|mail)-?(?:limit|kontingent|grenze|rate|quota)\\p{L}* |(?:limit|kontingent|anzahl|grenze)\\p{L}* (?:\\S+ ){0,6}?(?:überschritten|ueberschritten|erreicht|ausgeschöpft)|zu viele (?:\\S+ )?(?:e-?mails|mails|nachrichten|verbindungen|empfänger)",
      "(?:limite|quota|nombre|seuil|plafond|débit)s? (?:\\S+ ){0,8}?(?:d['’]envois?|d['’]e-?mails|de messages|envoi|sortant|horaire|journali\\p{L}+|dépassée?|atteinte?)|trop de (?:messages|mails|courriels|connexions|destinataires|e-?mails|requêtes)",
      "(?:l[ií]mite|cuota|cupo|quota|cota|m[aá]ximo) (?:\\S+ ){0,6}?(?:de env[ií]os?|envio|enviados?|diari[oa]|por hora|por d[ií]a|superad[oa]|excedid[oa]|alcanzad[oa]|atingid[oa]|ultrapassad[oa])|demasiad[oa]s (?:mensajes|correos|conexiones)|muit[ao]s (?:mensagens|e-?mails|conexões)|(?:ha superado|excedió|excedeu) (?:\\S+ ){0,5}?(?:l[ií]mite|cuota|cota|quota)",
      "(?:limite|quota|numero massimo|soglia) (?:\\S+ ){0,6}?(?:invio|inviati|inviabili|giornalier[oa]|orari[oa]|superat[oa]|raggiunt[oa])|troppi (?:messaggi|invii)|troppe (?:mail|e-?mail|connessioni)|(?:superato|raggiunto) (?:\\S+ ){0,4}?(?:limite|numero massimo|quota)",
      "(?:verzend|verstuur|uitgaande )(?:\\S+ )?limiet|limiet (?:\\S+ ){0,6}?(?:overschreden|bereikt)|te veel (?:e-?mails|berichten|verbindingen)",
      "(?:limit|limitu) (?:\\S+ ){0,6}?(?:wysyła\\p{L}*|wysłan\\p{L}*|wiadomości|odesíl\\p{L}*|odeslan\\p{L}*|zpráv|odosiel\\p{L}*)|przekroczon\\p{L}* (?:\\S+ ){0,4}?limit|překročen\\p{L}* (?:\\S+ ){0,4}?limit|zbyt wiele (?:wiadomości|połączeń)|příliš mnoho zpráv",
      "(?:превышен|исчерпан|достигнут)\\p{L}* (?:\\S+ ){0,6}?(?:лимит|квот|числ|количеств|предел)|слишком много (?:писем|сообщений|соединений)|лимит (?:\\S+ ){0,4}?(?:отправк|исходящ|писем|превышен)|(?:перевищено|вичерпано) (?:\\S+ ){0,4}?(?:ліміт|квот)",
      "(?:gönderim|gönderme|günlük|saatlik) (?:\\S+ ){0,3}?(?:limit|kota)|limit\\p{L}* aşıl|(?:send|avsändar|dags|tim)\\p{L}*(?:gräns|begränsning|grænse|grense|kvote)|för många (?:meddelanden|e-?postmeddelanden|mail)|for mange (?:meddelelser|e-?mails|meldinger|e-?poster)|liian (?:monta|paljon) viest",
      "(?:发送|发信|发件|外发|投递|连接|發送|寄送|寄信|寄件)\\S{0,12}(?:频率|限制|上限|超过|超限|过多|过快|配额|頻率|超過|過多)|(?:超过|超出|达到|超過|達到)\\S{0,12}(?:发送|发信|限制|上限|频率|配额|發送|頻率)|频率受限",
      "送信(?:数|通数|量|件数|制限|上限|可能)\\S{0,12}(?:制限|上限|超|達|オーバー)|送信制限|(?:上限|制限)\\S{0,8}(?:超え|達し)|(?:발송|전송|발신)\\s?\\S{0,8}\\s?(?:한도|제한|초과)"
    ]
  },
  {
    about: "block",
    of: "Exchange Online (codes of the sender), Gmail, Zoho, Yahoo, Amazon SES, SendGrid, Mailgun, Postmark, Brevo: the account may not send",
    says: [
      "(?<![\\d.])5\\.(?:1\\.8|1\\.90|7\\.50[0-3]|7\\.51[0-3]|7\\.70[0-9]|7\\.750|7\\.23[1-6])(?!\\.?\\d)",
      "outboundspam|useraction verdict|spam limit|captcha|outbound sender|bad sender|sender (?:is )?bad|as\\(9001\\)|tenant has exceeded|unprovisioned domain",
      `${ours} (?:\\S+ ){0,6}?${stopped} (?:\\S+ ){0,3}?(?:from|for|to|until) (?:\\S+ ){0,2}?(?:send|sending|outbound|outgoing|relay|smtp|submit|use|spam|abuse)`,
      `(?:sending|outbound|outgoing|relay(?:ing)?|smtp (?:access|service|auth\\w*)|submission|delivery from) (?:\\S+ ){0,6}?${stopped}`,
      `(?:sender|from address|from domain|sending (?:account|domain|ip|address|server)|sender(?:'s)? (?:account|domain|ip|mail ?box|address)) (?:\\S+ ){0,4}?${stopped}`,
      `\\byour (?:\\S+ ){0,2}?${ours} (?:\\S+ ){0,6}?(?:${stopped}|compromised|hacked|abus\\w*|overdue|unpaid|expired)`,
      `\\byou(?:'re| are|'ve| have)? (?:\\S+ ){0,3}?(?:blocked|suspended|banned|restricted|barred|blacklisted|no longer|not (?:allowed|permitted|authori[sz]ed|entitled|able)) (?:\\S+ ){0,2}?(?:from|to|for) (?:\\S+ ){0,2}?(?:send|sending|relay|submit|use)`,
      `(?:smtp|sendgrid|mailgun|brevo|ses|this|the) (?:account|service|user|server|domain|subscription|organi[sz]ation|tenant|api key) (?:\\S+ ){0,3}?(?:${stopped})(?=[^x@]*\\b(?:send\\w*|outgoing|outbound|smtp|support|billing|spam|abuse|contact|approval|review)\\b)`,
      `(?:domain|subscription|organi[sz]ation|tenant|service|server|api key|smtp account|plan) (?:\\S+ )?(?:is |has been |was |are )?(?:currently |temporarily )?${stopped}`,
      "(?:suspicious|unusual|abusive|spam\\w*) (?:\\S+ )?(?:activity|sending|behaviou?r|outgoing)|activity detected|(?:account|mail ?box|user|sender) (?:\\S+ ){0,3}?(?:compromised|hacked|hijacked)|spam (?:\\S+ ){0,4}?(?:from|by|sent) (?:your|this|the) (?:\\S+ )?(?:account|sender|mail ?box|user|domain)",
      "abuse by spam|sent spam|sending spam|sends spam|spam sender|spam was (?:seen|sent|detected)|too many (?:complaints|bounces|spam)|(?:bounce|complaint|spam) rate|user complaints",
      "(?:not|n't|cannot|can't|unable|no permission|denied|no longer) (?:\\S+ ){0,2}?(?:allowed|permitted|authori[sz]ed|entitled|permission)? ?to (?:send|submit)\\b(?! to x@x)|send ?as ?denied|send on behalf|send as (?:this|the)|permissions? to send",
      "(?:sender|from|e-?mail address|identity|identities|domain|sending domain|signature) (?:\\S+ ){0,3}?(?:not (?:yet )?verified|unverified|not confirmed|failed the check|does not match a verified|must be verified)|(?:unverified|not a verified) (?:sender|domain|from)",
      "(?:account|server|sender signature|sandbox) (?:\\S+ ){0,3}?(?:pending approval|is inactive|not activated|in sandbox|sandbox mode)|sandbox (?:domain|subdomain|mode)|free accounts? are for test|account is not active",
      "(?:payment|invoice|billing|trial|plan|subscription|licen[sc]e) (?:\\S+ ){0,3}?(?:required|overdue|unpaid|expired|ended|failed)"
    ]
  },
  {
    about: "block",
    of: "providers that answer in their own language: the account may not send",
    says: [
      "(?:ihr|dein|das|dieses) (?:\\S+ ){0,2}?(?:konto|postfach|account|zugang|vertrag|mailkonto)\\p{L}* (?:\\S+ ){0,5}?(?:gesperrt|deaktiviert|eingeschränkt|blockiert)(?: \\S+){0,4}|(?:versand|senden|absender|smtp)\\p{L}* (?:\\S+ ){0,5}?(?:gesperrt|deaktiviert|blockiert|nicht erlaubt|unterbunden|eingeschränkt)|für den versand gesperrt",
      "(?:votre|ce) (?:\\S+ )?(?:compte|domaine|bo[iî]te|adresse|serveur|accès) (?:\\S+ ){0,4}?(?:suspendue?|bloquée?|désactivée?|restreinte?)|(?:envoi|expéditeur|émission)\\p{L}* (?:\\S+ ){0,5}?(?:suspendue?|bloquée?|désactivée?|interdite?|non autorisée?)",
      "(?:su|tu|sua|esta|este) (?:\\S+ )?(?:cuenta|conta|dominio|domínio|buz[oó]n|servidor) (?:\\S+ ){0,5}?(?:suspendid[oa]|suspens[oa]|bloquead[oa]|desactivad[oa]|desativad[oa]|deshabilitad[oa])|(?:env[ií]o|remitente|remetente)s? (?:\\S+ ){0,5}?(?:suspendid[oa]|suspenso|bloquead[oa]|desactivad[oa]|no (?:est[aá] )?(?:permitid|autorizad)|deshabilitad[oa])",
      "(?:il (?:suo|tuo|vostro)|la (?:sua|tua|vostra)|questo|questa) (?:\\S+ )?(?:account|casella|dominio|utenza) (?:\\S+ ){0,4}?(?:sospes[oa]|bloccat[oa]|disabilitat[oa])|(?:invio|mittente|spedizione) (?:\\S+ ){0,5}?(?:sospes[oa]|bloccat[oa]|disabilitat[oa]|non (?:consentit|autorizzat))",
      "(?:uw|je|dit) (?:\\S+ )?(?:account|mailbox|domein) (?:\\S+ ){0,4}?(?:geblokkeerd|opgeschort|gedeactiveerd)|(?:verzenden|afzender|uitgaande) (?:\\S+ ){0,5}?(?:geblokkeerd|uitgeschakeld|niet toegestaan)",
      "(?:wysyłani\\p{L}*|nadawc\\p{L}*|twoje konto|państwa konto|odesílání|odesílatel|váš účet) (?:\\S+ ){0,5}?(?:zablokowan|zawieszon|wstrzyman|zablokován|pozastaven)\\p{L}*|(?:отправк\\p{L}*|отправител\\p{L}*|ваш (?:аккаунт|ящик|домен)|исходящ\\p{L}*) (?:\\S+ ){0,5}?(?:заблокирован|приостановлен|запрещен|ограничен)\\p{L}*",
      "(?:发件人|发信|发送|您的(?:帐号|账号|邮箱|帐户|账户)|寄件者)\\S{0,12}(?:封禁|禁止|冻结|被锁|屏蔽|停用|禁用|封鎖)|(?:送信|アカウント)\\S{0,12}(?:停止|ブロック|禁止|凍結)|(?:발송|발신|계정)\\s?\\S{0,8}\\s?(?:차단|정지|제한)"
    ]
  }
]
