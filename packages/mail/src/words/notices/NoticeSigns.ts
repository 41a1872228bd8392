/**
 * Evidence that a mail system wrote a mail, as data: senders, header fields and titles. Each entry has its source: a
 * standard, or the program that uses it.
 */

interface Sign {
  /** A regular expression. Case does not matter. */
  readonly pattern: string
  readonly source: string
}

const anyOf = (signs: ReadonlyArray<Sign>) => signs.map(({ pattern }) => pattern).join("|")

/** Local parts of senders that only mail systems have. */
const daemons: ReadonlyArray<Sign> = [
  { pattern: "mailer[-_.]?daemon", source: "RFC 5321, 4.5.5; Sendmail, Postfix, qmail, Exim, Gmail" },
  { pattern: "mail[-_.]delivery[\\w.-]*", source: "Sendmail and its relatives: Mail Delivery Subsystem" },
  { pattern: "microsoftexchange[\\da-f]{32}", source: "Microsoft Exchange and 365: Microsoft Outlook" }
]

/** Local parts of senders that mail systems and people have. */
const postmasters: ReadonlyArray<Sign> = [
  { pattern: "post[-_.]?master", source: "RFC 2142, 5; Microsoft Exchange, Domino, Apache James" }
]

/** Header fields that only notices have. */
const fields: ReadonlyArray<{ readonly name: string; readonly source: string }> = [
  { name: "x-failed-recipients", source: "Exim, Gmail" },
  { name: "x-ms-exchange-message-is-ndr", source: "Microsoft Exchange and 365" }
]

/** The beginnings of the subjects of notices. */
const titles: ReadonlyArray<Sign> = [
  { pattern: "un-?deliver", source: "Postfix, Microsoft Exchange, Zoho, X.400 gateways" },
  {
    pattern:
      "(?:mail |message )?delivery (?:status|notification|failure|failed|error|report|problem|system|has failed)",
    source: "RFC 3464, annex D; Gmail, Amazon SES, Exim, Oracle, MailFoundry"
  },
  { pattern: "delivery (?:is |has been )?delayed", source: "Microsoft Exchange and 365" },
  { pattern: "fail(?:ure notice|ed mail)", source: "qmail, Yahoo" },
  { pattern: "returned (?:mail|to sender)", source: "Sendmail" },
  { pattern: "mail (?:failed|failure|error|could not|system error|returned)", source: "Exim, Courier, MXLogic, Notes" },
  { pattern: "message (?:not delivered|status|undeliver|could not|delayed)", source: "Notes, Interscan, MailMarshal" },
  { pattern: "(?:automatic|non)-?delivery", source: "X.400 gateways, GroupWise" },
  { pattern: "warning: (?:could not send|message)", source: "Sendmail, Exim" },
  { pattern: "(?:rejected|delayed) (?:mail|message)", source: "Postfix, Amavis" },
  { pattern: "your message could not", source: "McAfee" },
  { pattern: "error sending", source: "SurfControl" },
  { pattern: "unzustellbar|nicht zustellbar", source: "Microsoft Exchange, in German" },
  { pattern: "[ée]chec (?:de|d'|lors)", source: "mail systems of France" },
  { pattern: "non remis", source: "Microsoft Exchange, in French" },
  { pattern: "onbestelbaar|niet te bezorgen", source: "Microsoft Exchange, in Dutch" },
  { pattern: "no se puede entregar|no entregado", source: "Microsoft Exchange, in Spanish" },
  { pattern: "non recapitabile", source: "Microsoft Exchange, in Italian" },
  { pattern: "não (?:é possível entregar|entregue)", source: "Microsoft Exchange, in Portuguese" },
  {
    pattern: "(?:kan ikke|kan inte|kunne ikke) leveres?|ikke levert|olevererbart",
    source: "Exchange, in Nordic languages"
  },
  { pattern: "nie można dostarczyć|niedostarczalne", source: "Microsoft Exchange, in Polish" },
  { pattern: "не удается доставить|недоставленное", source: "Microsoft Exchange, in Russian; Mail.ru" },
  { pattern: "メールエラー通知", source: "mail systems of Japanese providers" },
  { pattern: "配信(?:不能|エラー|できません)", source: "Microsoft Exchange, in Japanese" },
  { pattern: "送信(?:エラー|できません)", source: "mail systems of Japanese providers" },
  {
    pattern: "未送达|无法(?:送达|传递)|無法(?:傳遞|送達)|退信",
    source: "Microsoft Exchange, QQ and NetEase, in Chinese"
  }
]

/** Subjects of systems that hold mail, or deliver it in another form, without accents. Nothing failed. */
const information: ReadonlyArray<Sign> = [
  {
    pattern:
      "(?:messages?|e-?mails?|mails?|items?) (?:are |is |were |was )?(?:currently )?(?:on hold|held|quarantined|in (?:your |the )?quarantine)",
    source: "Mimecast, Proofpoint, Barracuda"
  },
  {
    pattern: "\\b(?:held|quarantined|blocked|suspicious) (?:messages?|e-?mails?|mails?)\\b",
    source: "Mimecast, Microsoft 365"
  },
  {
    pattern:
      "\\b(?:quarantine|spam|junk|held mail|email security|end ?user)(?: \\S+){0,2} (?:digest|summary|report|notification|notice)\\b",
    source: "Proofpoint, Barracuda, Sophos, Microsoft 365"
  },
  {
    pattern: "\\b(?:delivered|received|sent) without (?:\\S+ )?(?:attachments?|files?)",
    source: "gateways that remove attachments"
  },
  {
    pattern:
      "\\battachments? (?:\\S+ ){0,4}?(?:removed|stripped|blocked|replaced|deleted|taken off|held)|(?:removed|stripped|blocked) (?:\\S+ ){0,2}?attachments?",
    source: "gateways that remove attachments"
  },
  {
    pattern:
      "quarantane|zuruckgehaltene (?:e-?mails?|nachrichten)|ohne (?:den |die |ihren |ihre )?(?:anhang|anlagen?) zugestellt|anhang (?:\\S+ ){0,2}?entfernt|spam-?(?:bericht|report|zusammenfassung)",
    source: "gateways, in German"
  },
  {
    pattern:
      "quarantaine|messages? (?:retenus?|en attente)|sans (?:sa |la |les |ses )?pieces? jointes?|pieces? jointes? (?:\\S+ ){0,2}?supprimees?",
    source: "gateways, in French"
  },
  {
    pattern:
      "cuarentena|quarentena|quarantena|mensajes retenidos|messaggi (?:trattenuti|in attesa)|sin (?:el |los )?(?:archivos? )?adjuntos?|senza (?:l'|gli )?allegat[oi]|sem (?:o |os )?anexos?",
    source: "gateways, in Spanish, Italian and Portuguese"
  },
  { pattern: "kwarantann|karanten|karantan|karantena|карантин|隔離|隔离", source: "gateways, in other languages" }
]

/** Words of a failure, without accents. Only with one of them is a mail from `postmaster@` a notice of undelivered mail. */
const failures: ReadonlyArray<Sign> = [
  {
    pattern:
      "un-?deliver|(?:not|n't|never|cannot|could not|unable|failed?) (?:\\S+ ){0,4}?(?:deliver|reach|sent\\b|send\\b|accept|found|exist|recogni|known)",
    source: "all, in English"
  },
  {
    pattern:
      "\\bfail(?:ed|ure|s|ing)?\\b|\\breject|\\brefus|\\breturn(?:ed|ing)|\\bbounce|\\bunknown\\b|\\bno such\\b|\\binvalid\\b|\\berrors?\\b|\\bdelay|\\b(?:mail ?box|inbox|quota)\\b.{0,40}\\b(?:full|exceed|over)",
    source: "all, in English"
  },
  { pattern: "\\b[45]\\d\\d[ -]|\\b[45]\\.\\d{1,3}\\.\\d{1,3}\\b", source: "RFC 5321, 4.2; RFC 3463" },
  {
    pattern:
      "zugestellt|unzustellbar|zustell|fehler|fehlgeschlagen|abgelehnt|abgewiesen|unbekannt|existiert nicht|geloscht|geloescht",
    source: "German"
  },
  { pattern: "remis|remise|echec|erreur|rejet|refus|inconnu|n'existe|supprim|livr|distribu", source: "French" },
  {
    pattern:
      "entrega|error|rechaz|rejeit|devuelt|devolv|no existe|nao existe|fall|falha|eliminad|removid|desconocid|desconhecid",
    source: "Spanish, Portuguese"
  },
  {
    pattern: "recapit|consegn|errore|rifiut|respint|restituit|inesistente|sconosciut|rimoss|non esiste",
    source: "Italian"
  },
  {
    pattern:
      "bezorg|fout|geweigerd|onbekend|mislukt|bestaat niet|lever|olever|avvis|fejl|feil|ukendt|ukjent|okand|finns inte|toimit|virhe",
    source: "Dutch, Nordic languages"
  },
  {
    pattern:
      "dostarcz|odrzuc|nie istnieje|doruc|neexist|chyb|odmit|kezbesit|hiba|nem letez|livrat|eroare|isporu|dostav|gresk",
    source: "Polish, Czech, Slovak, Hungarian, Romanian, Croatian"
  },
  {
    pattern: "достав|ошибк|отклон|не существует|помилк|iletil|teslim|hata|παραδο|αποτυχ",
    source: "Russian, Ukrainian, Turkish, Greek"
  },
  {
    pattern: "配信|送信|エラー|不明|存在|退信|无法|無法|失败|失敗|未送达|반송|실패|오류",
    source: "Japanese, Chinese, Korean"
  }
]

/** Words for mail that is delayed: the system goes on trying. Without accents. */
const delays: ReadonlyArray<Sign> = [
  {
    pattern:
      "\\bdelay|still being retried|warning: could not send|(?:will|continue) (?:be )?(?:retried|to (?:re)?try|tr(?:y|ied) (?:again|for))|warning (?:message )?only",
    source: "Sendmail, Exim, Postfix, Microsoft Exchange"
  },
  { pattern: "verzogert|verzoegert|zustellversuche|noch nicht zugestellt", source: "Microsoft Exchange, in German" },
  {
    pattern: "\\bretarde|\\bdiffere[es]?\\b|pas encore (?:ete )?(?:remis|distribue)",
    source: "Microsoft Exchange, in French"
  },
  {
    pattern:
      "se ha retrasado|retrasad[oa]|retardo|aun no se ha entregado|atrasad[oa]|ainda nao foi entregue|ritardat[oa]|in ritardo|non e stato ancora (?:recapitato|consegnato)",
    source: "Microsoft Exchange, in Spanish, Portuguese and Italian"
  },
  {
    pattern: "vertraagd|vertraging|forsinket|forsinkelse|fordrojd|forsenad|viivast",
    source: "Microsoft Exchange, in Dutch and Nordic languages"
  },
  {
    pattern:
      "opoznion|opozni|zpozden|oneskoren|kesleltet|intarziat|задержа|откладыва|затрима|gecikti|gecikme|遅延|延迟|延遲|지연",
    source: "Microsoft Exchange, in other languages"
  }
]

export const informs = new RegExp(anyOf(information), "iu")
export const saysFailure = new RegExp(anyOf(failures), "iu")
export const delayed = new RegExp(anyOf(delays), "iu")
export const daemon = new RegExp(`^(?:${anyOf(daemons)})(?:@|$)`, "iu")
export const postmaster = new RegExp(`^(?:${anyOf(postmasters)})(?:@|$)`, "iu")
export const noticeFields: ReadonlySet<string> = new Set(fields.map(({ name }) => name))
export const title = new RegExp(`^(?:${anyOf(titles)})`, "iu")
