/** Phrases about us and our mail: how much there is, who sends it, and what is in it. They say nothing about the recipient. */
import type { BounceReason } from "../../Bounce.ts"

export interface Row {
  readonly reason: BounceReason
  /** The systems that use these phrases. */
  readonly of: string
  /** Patterns for folded text: lower case, one space for white space, `x@x` for every address. */
  readonly says: ReadonlyArray<string>
  /** The phrase is about the recipient, whatever command it answers, and whatever status code stands beside it. */
  readonly isCertain?: true
}

/** Words of greylisting (RFC 6647). */
export const greylisted =
  "gr[ae]y-? ?list|gr[ae]ylist|postgrey|address verification in progress|unverified address|policy delay|first (?:time )?(?:delivery attempt|seen)|(?:triplet|not seen before)|(?:delayed|deferred) (?:for|by) \\d+ (?:s|sec|min)|erneut in \\d|liste grise|lista gris|lista grigia"

/** Many addresses that do not exist. One would be the recipient's. */
const unknowns =
  "(?:(?:unknown|invalid|bad|wrong|incorrect|undeliverable|non-?exist(?:ent|ing)|failed|dead|illegal) (?:\\S+ )?(?:users|recipients|rcpts|addresses|mail ?boxes|accounts|user ?ids|receivers|destinations)|(?:user ?id|user|recipient|address) unknowns?|unknowns)"

export const senderRows: ReadonlyArray<Row> = [
  // About the amount of mail.
  {
    reason: "rate_limited",
    of: "all",
    says: [
      "too many (?:connections|recipients|messages|e?-?mails|sessions|concurrent|errors|invalid)",
      "(?:connection|message|sending|recipient|mail) (?:rate|frequency)",
      "rate limit",
      "defers and failures",
      "at a rate",
      "throttl",
      "frequency limited",
      "unexpected volume",
      "(?:hourly|daily|sending) (?:limit|quota|sending)",
      "unusual rate",
      "too quickly"
    ]
  },
  {
    reason: "rate_limited",
    of: "greylisting: only this mail has to come again",
    says: [greylisted]
  },
  {
    reason: "rate_limited",
    of: "Yahoo, Proofpoint, Barracuda, Exchange, Postfix: we wrote to many addresses that do not exist",
    says: [
      "harvest|(?:dictionary|directory|address|user|recipient) (?:\\S+ )?(?:attack|prob(?:e|ing)|scan(?:ning)?|guessing)",
      `(?:too many|excessive(?:ly many)?|so many|a lot of|lots of|(?:large|high|unusual|excessive|big) (?:number|rate|volume|percentage|amount|proportion|ratio)s? of|maximum (?:number of )?|limit (?:of|for|on)|exceed\\w* (?:\\S+ ){0,3}?|repeated(?:ly)?) (?:\\S+ ){0,3}?${unknowns}`,
      `${unknowns} (?:\\S+ ){0,2}?(?:limit|threshold|rate|count|quota|ratio|percentage|exceed)`,
      "(?:unknown|invalid|bad|non-?existent) (?:user|recipient|rcpt|address|mail ?box|account)(?:s|es)? (?:\\S+ )?(?:limit|threshold|rate|count|quota|ratio|percentage)"
    ]
  },
  // About the sender.
  {
    reason: "authentication",
    of: "Gmail, Microsoft 365, iCloud, QQ, GoDaddy",
    says: [
      "\\bdmarc\\b",
      "\\bdkim\\b",
      "\\bspf\\b",
      "sender policy framework",
      "authentication (?:information|level)",
      "unauthenticated"
    ]
  },
  {
    reason: "policy",
    of: "Sendmail, Postfix and Exim, about the sender",
    says: [
      "domain of sender",
      "sender(?:'s)? (?:was |is |has )?(?:address|domain|mailbox|denied|rejected|refused|verify|id|not allowed|unknown|no\\b)",
      "(?:invalid|unknown|bad|unroutable|unrouteable|unresolvable|illegal) (?:envelope )?(?:sender|originator)",
      "(?:return|reverse)[ -](?:path|address)(?! ?:)",
      "envelope from",
      "\\byour (?:e-?mail )?(?:address|domain|host) ?(?:name )?(?:is |does |has )?(?:no|inv|un)",
      "absender|expéditeur|remitente|remetente|mittente|afzender|отправител|发件人",
      "rejected mail from",
      "mail from (?:domain|rejected|refused|not accepted)",
      "from: domain",
      "unverifyable sending",
      "badmailfrom",
      "unauthori[sz]ed (?:e-?mail )?(?:sender|address)",
      "not (?:an? )?(?:authori[sz]ed|allowed|permitted|approved|known) sender",
      "authentication (?:failed|failure|unsuccessful)",
      "user ?(?:name)? (?:or|and) password",
      "(?:host|domain) (?:is )?unknown:? \\[?\\d{1,3}\\.\\d",
      "(?:not|n't|cannot) (?:know|recogni[sz]e|identify|verify) your\\b"
    ]
  },
  {
    reason: "blocked",
    of: "GMX, Gmail, Postfix, qmail: our host has no name, or one that is rejected",
    says: [
      "\\b(?:ehlo|helo) (?:\\S+ ){0,3}(?:invalid|unknown|not|rejected|host|does|no|bad)\\b",
      "(?:invalid|unknown|bad|forged|illegal|fake) (?:\\S+ )?(?:in )?(?:ehlo|helo)\\b",
      "my name was rejected",
      "\\bptr\\b",
      "\\br(?:everse )?-?dns\\b",
      "ip name lookup",
      "cannot (?:find|resolve) your",
      "\\bdns check (?:has )?fail",
      "mismatches client ip",
      "client host rejected",
      "unknown client",
      "helo command rejected"
    ]
  },
  {
    reason: "blocked",
    of: "all that use a block list",
    says: [
      "(?:block|black|deny) ?-?list",
      "(?:not (?:listed )?|n't )(?:in|on) (?:\\S+ ){0,2}(?:white|allow|accept|safe|permit) ?-?list",
      "\\b(?:dns|r|s)bls?\\b",
      "\\(bl\\)",
      "blocked (?:using|by|from|for|- see)",
      "[xo]@[xo] ?:? ?blocked\\b",
      "(?:blocked|denied|banned|rejected) (?:senders?|sender list)|block(?:ed)? (?:sender|address) (?:list|rule|policy)",
      "(?:host|ip|ip address|client) (?:\\S+ )?(?:is |has been |was )?(?:blocked|banned|bloquee)",
      "(?:blocked|banned) (?:sending )?ip",
      "spamhaus",
      "spamcop",
      "sorbs",
      "adresse ip source",
      "open relay",
      "reputation",
      "not accepting connections",
      "a problem occurred\\. \\(ask your postmaster"
    ]
  },
  // About the content.
  {
    reason: "content",
    of: "virus scanners",
    says: [
      "\\bvirus",
      "malware",
      "infected",
      "(?:file|attachment)s? (?:type )?(?:is |are )?(?:not allowed|blocked|rejected|prohibited)",
      "banned (?:file|content)",
      "content presents a potential",
      "content denied"
    ]
  },
  {
    reason: "content",
    of: "Gmail, Postfix, Exchange: mail that breaks RFC 5322",
    says: [
      "addresses in from: header",
      "duplicate header",
      "(?:malformed|invalid|missing|improper) (?:\\S+ )?(?:message|header|mime|message-id)\\b",
      "not (?:rfc|compliant)",
      "rfc ?\\d{3,4} (?:section|violation|complian)",
      "bare (?:lf|line feed)"
    ]
  },
  {
    reason: "spam",
    of: "spam filters",
    says: [
      "(?<!protect our users from )\\bspam",
      "\\bube\\b",
      "\\bjunk\\b",
      "unsolicited",
      "bulk e?-?mail",
      "phish",
      "mail rejete",
      "message filtered",
      "\\bdt:spm\\b",
      "content (?:was )?(?:rejected|filtered)"
    ]
  },
  {
    reason: "too_large",
    of: "all",
    says: [
      "(?:message|mail|size|length|data|file) (?:is |was )?(?:too (?:big|large|long)|exceeds|larger than)",
      "too (?:big|large) (?:for|a message|message)",
      "(?:maximum|max|fixed) (?:message|mail) size",
      "(?:message|mail) ?(?:size|length) limit",
      "line limit",
      "message header size"
    ]
  },
  {
    reason: "policy",
    of: "Amazon SES, AOL, CommuniGate, GMX, Google Groups, QQ: in addition to a phrase about the mailbox",
    says: [
      "suppression list",
      "not accept(?:ing)? (?:delivery|(?:any )?(?:e?-?mail|message)s? from)",
      "rule imposed",
      "due to policy",
      "invalid dns mx",
      "may not exist, or",
      "存在しないか",
      "可能不存在",
      "unavailable or access denied",
      "as a relay"
    ]
  }
]
