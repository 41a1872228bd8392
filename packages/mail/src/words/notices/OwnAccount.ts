/**
 * Phrases of notices with which the provider of an account says that the account itself cannot send: its limit, a block, its login.
 * Other mail systems do not write them about mail that they refuse. Patterns are for folded text (`Statement.ts`).
 */
export interface OwnAccountRow {
  /** `limit`: how much it sends. `block`: whether it may send. `login`: its user name and password at a relay. */
  readonly about: "block" | "limit" | "login"
  /** The systems that use these phrases. */
  readonly of: string
  readonly says: ReadonlyArray<string>
}

// Parts of the patterns below.
const few = "(?:\\S+ ){0,4}?"
const toRecipient = "(?! (?:\\S+ ){0,4}?to (?:x@x|this|that|the|recipient|members|group))"
const stopped = "(?:suspended|disabled|blocked|locked|restricted|barred|banned|prohibited|prevented|deactivated)"
const over = "(?:exceed\\w*|reached|hit|over|used up|exhausted)"
const amount = "(?:limits?|quotas?|allowance|maximum|cap|threshold)"

export const ownAccountRows: ReadonlyArray<OwnAccountRow> = [
  {
    about: "block",
    of: "Exchange Online, by the codes of the account that sends",
    says: [
      "(?<![\\d.])5\\.7\\.(?:50[1-3]|70[0-9]|750)(?!\\.?\\d)",
      "(?<![\\d.])5\\.1\\.8(?!\\.?\\d) .{0,40}?(?:access denied|outbound|spam)",
      "bad outbound sender|outbound ?spam|tenant has exceeded"
    ]
  },
  {
    about: "block",
    of: "Google Workspace, Zoho, cPanel and web hosts",
    says: [
      `(?:account|mail ?box|tenant|organi[sz]ation|domain|user|you|o@o) (?:\\S+ ){0,6}?${stopped} (?:\\S+ ){0,3}?(?:from|for) (?:\\S+ ){0,2}?(?:send|sending|outgoing|outbound|smtp)\\b${toRecipient}`,
      `(?:sending|outgoing|outbound) (?:\\S+ ){0,2}?(?:mail|e-?mails?|messages?)? ?(?:\\S+ ){0,3}?(?:from|for|of) (?:this|your) (?:\\S+ )?(?:account|mail ?box|domain|user) (?:\\S+ ){0,3}?${stopped}`,
      "(?:versand|senden) (?:\\S+ ){0,5}?(?:ihre[ms]|deine[ms]|diese[ms]) (?:\\S+ )?(?:postfach\\p{L}*|konto\\p{L}*|account) (?:\\S+ ){0,4}?(?:gesperrt|deaktiviert|blockiert)|(?:postfach|konto|account)\\p{L}* (?:\\S+ ){0,4}?für (?:den|das) (?:\\S+ )?(?:versand|senden) (?:\\S+ ){0,2}?(?:gesperrt|deaktiviert|blockiert)",
      "envois? (?:\\S+ ){0,3}?(?:de|depuis) (?:votre|ce) (?:\\S+ )?(?:compte|boite) (?:\\S+ ){0,4}?(?:suspendus?|bloques?|desactives?)",
      "(?:envio|salida) (?:\\S+ ){0,3}?(?:de|desde) (?:su|esta|sua) (?:\\S+ )?(?:cuenta|conta|buzon) (?:\\S+ ){0,4}?(?:suspendid[oa]|suspenso|bloquead[oa])",
      "invio (?:\\S+ ){0,3}?(?:dalla|della) (?:sua|tua|vostra) (?:\\S+ )?casella (?:\\S+ ){0,4}?(?:sospeso|bloccato|disabilitato)"
    ]
  },
  {
    about: "limit",
    of: "Gmail, Exchange Online (5.1.90), cPanel, Zoho, GoDaddy, Fastmail and web hosts",
    says: [
      "max(?:imum)? (?:\\S+ )?defers and failures",
      "submission ?quota|(?<![\\d.])5\\.1\\.90(?!\\.?\\d)",
      `(?:sending|send|submission|outgoing|outbound|sent)[- ](?:\\S+ ){0,2}?${amount} (?:\\S+ ){0,4}?${over}`,
      `${over} ${few}${amount} (?:\\S+ ){0,3}?(?:for|of|on) (?:\\S+ ){0,2}?(?:sending|send|outgoing|outbound|sent)\\b`,
      `\\b(?:you|you've|account|mail ?box|user|o@o|domain) (?:\\S+ ){0,3}?${over} ${few}(?:sending|send|outgoing|outbound|daily|hourly|monthly|message|e-?mail) ${few}${amount}`,
      "(?:versand|sende|ausgangs)-?(?:limit|kontingent|grenze|quota)\\p{L}* (?:\\S+ ){0,6}?(?:erreicht|überschritten|ausgeschöpft)|(?:limit|grenze|kontingent)\\p{L}* (?:\\S+ ){0,2}?für (?:den versand|ausgehende|das senden|gesendete)",
      "(?:limite|quota|plafond) (?:\\S+ ){0,2}?(?:d['’]envois?|de messages envoyés|de messages sortants|journali\\p{L}+ d['’]envoi) (?:\\S+ ){0,6}?(?:atteinte?|dépassée?)|(?:atteint|dépassé) (?:\\S+ ){0,3}?(?:limite|quota|plafond) (?:\\S+ ){0,2}?d['’]envoi",
      "(?:límite|cuota|limite|cota) (?:\\S+ ){0,2}?de (?:envíos?|correos enviados|mensagens enviadas) (?:\\S+ ){0,6}?(?:superad[oa]|excedid[oa]|alcanzad[oa]|atingid[oa]|ultrapassad[oa])|(?:superado|excedido|alcanzado|atingiu|excedeu|ultrapassou) (?:\\S+ ){0,3}?(?:límite|cuota|limite|cota) (?:\\S+ ){0,2}?de envío?",
      "(?:limite|quota|soglia) (?:\\S+ ){0,2}?(?:di invio|di messaggi inviati|di invii) (?:\\S+ ){0,6}?(?:superat[oa]|raggiunt[oa])|(?:superato|raggiunto) (?:\\S+ ){0,4}?(?:limite|quota) (?:\\S+ ){0,2}?(?:di invio|di invii|di messaggi inviati)",
      "verzendlimiet|limiet (?:\\S+ ){0,2}?(?:voor (?:het )?verzenden|uitgaande)",
      "limit\\p{L}* (?:\\S+ ){0,2}?(?:wysyłania|wysyłki|wysłanych|odesílání|odeslaných) (?:\\S+ ){0,5}?(?:przekroczon\\p{L}*|osiągnięt\\p{L}*|překročen\\p{L}*)|(?:przekroczon\\p{L}*|osiągnięt\\p{L}*|překročen\\p{L}*) (?:\\S+ ){0,3}?limit\\p{L}* (?:\\S+ ){0,2}?(?:wysyłania|wysyłki|wysłanych|odesílání)",
      "(?:превышен|исчерпан|достигнут)\\p{L}* (?:\\S+ ){0,4}?лимит\\p{L}* (?:\\S+ ){0,3}?(?:отправ|исходящ)\\p{L}*|лимит\\p{L}* (?:\\S+ ){0,3}?(?:отправ|исходящ)\\p{L}* (?:\\S+ ){0,4}?(?:превышен|исчерпан|достигнут)\\p{L}*",
      "送信(?:数|通数|件数)?の?(?:制限|上限)|(?:已)?(?:达到|超过|達到|超過)\\S{0,6}(?:发送|发信|發送|寄送)\\S{0,4}(?:上限|限制)"
    ]
  },
  {
    about: "login",
    of: "relays that do not accept the login: Postfix, Exchange Online, Gmail",
    says: [
      "(?<![\\d.])53[45] (?:\\d\\.|#|auth|incorrect|invalid|user|login|password|bad|error)",
      "(?<![\\d.])5\\.7\\.(?:139|57)(?!\\.?\\d)",
      "sasl (?:\\S+ )?(?:login |authentication )?(?:failed|failure)|authentication (?:unsuccessful|credentials)|user ?names? (?:and|or) passwords? (?:was |were |is |are )?(?:not accepted|incorrect|invalid|wrong)"
    ]
  }
]
