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

export const daemon = new RegExp(`^(?:${anyOf(daemons)})(?:@|$)`, "iu")
export const postmaster = new RegExp(`^(?:${anyOf(postmasters)})(?:@|$)`, "iu")
export const noticeFields: ReadonlySet<string> = new Set(fields.map(({ name }) => name))
export const title = new RegExp(`^(?:${anyOf(titles)})`, "iu")
