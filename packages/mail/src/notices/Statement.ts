/**
 * The subject of a phrase in a reply. A mail system also rejects us with phrases such as "host not found" or "user
 * unknown"; then it names our server, our address, or another name that is not the recipient's.
 */
import { normalizeEmail, spellingsOf } from "../text/Domain.ts"
import { fold } from "../text/Text.ts"
import { unaccented, unaccentedPattern } from "../text/Wording.ts"
import { ownAccounts, senders } from "../words/notices/OwnSide.ts"

/**
 * Maximum number of characters that are searched, longer than the text of a notice about one recipient. Every pattern
 * searches the whole text.
 */
const maximumText = 4_000

/** The recipient in folded text, by its address or by another address in its domain. */
const recipient = "x@x"
/** Any other address in folded text. */
const other = "o@o"

// Colons bound an address: `User not found:ada@…`.
const address = /(?<![^\s<>"'()[\]「」：:;,])[^\s<>"'()[\]「」：:;,@]+@[^\s<>"'()[\]「」：:;,]+/gu

const domainOf = (email: string) => email.slice(email.lastIndexOf("@") + 1)

/** The forms in which a text may contain an address, folded. */
const formsOf = (email: string): ReadonlySet<string> => new Set(spellingsOf(email).map(fold))

/** Whether a host belongs to a domain, or is a parent of it. */
const isRelated = (host: string, domain: string) =>
  host === domain || host.endsWith(`.${domain}`) || domain.endsWith(`.${host}`)

/** The addresses that a notice is about. */
export interface Parties {
  /** The addresses of the recipient. If there are none, every address that is not ours counts as theirs. */
  readonly recipients: ReadonlyArray<string>
  /** Our address; empty if it is unknown. */
  readonly sender: string
}

/** Folds a text: lower case, without accents, one space for white space, `x@x` for the recipient, `o@o` for other addresses. */
export const folded = (text: string, { recipients, sender }: Parties): string => {
  const ours = formsOf(sender)
  const own = new Set(recipients.flatMap((email) => [...formsOf(email)]))
  const domains = new Set(Array.from(own, domainOf))
  const isRecipients = (email: string) => {
    const form = fold(email)
    return own.has(form) || (!ours.has(form) && (recipients.length === 0 || domains.has(domainOf(form))))
  }
  return unaccented(
    text
      .slice(0, maximumText)
      // Text inside an address or a link is not a statement: `no-such-user@…` is not a reason.
      .replaceAll(address, (email) => {
        const dots = email.length - email.replace(/\.{1,3}$/u, "").length
        const name = isRecipients(email.slice(0, email.length - dots)) ? recipient : other
        return name + ".".repeat(dots)
      })
      .replaceAll(/[<"']([xo]@[xo])[>"']/gu, "$1")
      // Sendmail puts dots between an address and its statement.
      .replaceAll(/([xo]@[xo])\.\.\./gu, "$1:")
      .replaceAll(/(https?:\/\/[^/\s]+)\S*/gu, "$1")
      // IronPort puts its title before the reply that it quotes.
      .replaceAll(/\b5\.\d\.\d - [\w ]{1,200}(?=\d{3}-')/gu, "")
      .replaceAll(/\s+/gu, " ")
      .toLowerCase()
  )
}

/** Words about the sending side, each with a source. A statement with such a word is not about the recipient. */
const words: ReadonlyArray<readonly [pattern: string, source: string]> = [
  ["\\b(?:ehlo|helo)\\b", "RFC 5321, 4.1.1.1"],
  ["\\bmail from\\b|\\breverse[- ]path\\b|\\benvelope\\b", "RFC 5321, 4.1.1.2"],
  ["\\bsender(?:'s|s)?\\b|\\boriginator\\b", "RFC 5322, 3.6.2; RFC 3463, 3.2 (X.1.7, X.1.8)"],
  [senders.join("|"), "the sender in other languages, as in `words/replies/Labels.ts`"],
  [ownAccounts.join("|"), "the domain, server or address of the receiver of a notice, in other languages"],
  [
    "\\byou (?:are |have )?(?:sen[dt]|sending|use|using) (?:\\S+ ){0,3}?(?:from|as)\\b",
    "operators of small servers, in their own words"
  ],
  ["\\b(?:smtp )?auth\\b|\\blogin (?:failed|failure|denied|incorrect)\\b", "RFC 4954: our login at the relay"],
  [
    "\\b(?:connecting|relay|relaying|smart|submitting|originating|calling)[- ]?(?:host|server|system|mta|domain)\\b",
    "RFC 5598, 5: the systems that send"
  ],
  ["\\bsending (?:\\S+ )?(?:ip|host|server|domain|system|mta|network)\\b", "Gmail, Microsoft 365, Yahoo"],
  ["\\bfrom[: ]+(?:address|header|domain|field|o@o)|\\bin from\\b", "Gmail, Postfix: the From field (RFC 5322, 3.6.2)"],
  ["\\bclient (?:host|ip|address|name)\\b|\\byour client\\b", "Postfix, `reject_unknown_client_hostname`"],
  ["\\bmy name was rejected\\b|\\brefused to talk to me\\b", "qmail-remote; Postfix, before it may send a command"],
  ["\\b(?:white|allow|accept|safe|permit) ?-?list", "operators of small servers, in their own words"],
  ["\\bip\\b(?! ?=)|\\bptr\\b|\\brdns\\b", "operators of small servers, in their own words"],
  [
    "\\byour (?:(?!recipient|intended|destination|addressee|contact)\\S+ ){0,2}(?:ip|server|servers|host|hosts|hostname|domain|mta|network|address|name|provider|isp|mail ?box|account|user ?name|login)\\b",
    "operators of small servers, in their own words"
  ],
  [
    "\\b(?:you are|you're) (?:not|un)|\\b(?:this|the connecting) server\\b",
    "operators of small servers, in their own words"
  ]
]
const aboutUs = new RegExp(unaccentedPattern(words.map(([pattern]) => pattern).join("|")), "u")

/** Words about our server, unless the recipient's host is named. */
const hostName = /\b(?:host|server) ?name\b/u

/** Words that announce another attempt. "Check the address and try again" asks for another mail. */
const passing =
  /(?<!\b(?:and|or|not|to|then|before) (?:please )?)\btry(?:ing)? (?:it )?(?:again|later)|\b(?:retry|come back|send again) later\b|\bwill be re-?tried\b/u

/** The text that a statement cannot extend across: the end of a sentence, or the name of the system that replies. */
const boundary = /[.;!?](?=[\s)]|$)|\bsaid:|[()]|->|--/u
/** The greatest distance of a name from its statement. */
const reach = 120

/** The statement around a match, without the text of other sentences. */
const clauseAround = (text: string, start: number, end: number): readonly [before: string, after: string] => [
  text
    .slice(Math.max(0, start - reach), start)
    .split(boundary)
    .at(-1) ?? "",
  text.slice(end, end + reach).split(boundary)[0] ?? ""
]

/** Words for what a recipient is at a mail system. */
const mailbox = /\b(?:user|recipient|addressee|mail ?box|account|alias)\b/u

// A host with its IP address is the mail system that speaks or is connected to.
const named = /(?:[xo]@[xo])|(?<![\w.@/-])(?:[a-z\d_-]{1,63}\.){1,8}[a-z][a-z\d-]{1,62}(?![\w@-]|\.\w|\[|:\/\/)/gu

/** The subject of a phrase. */
export type Subject =
  /** The recipient, or nobody by name. */
  | "recipient"
  /** Our server, our address, or another address. */
  | "sender"
  /** A host that is not the recipient's. */
  | "host"
  /** Anything, but only for a while. */
  | "passing"

/**
 * The subject of the phrase at this place of a folded text. `isOfDomain`: the phrase is about a host or domain, so that
 * a host is its subject.
 */
export const subjectAt = (
  text: string,
  { index: start, length }: { readonly index: number; readonly length: number },
  { recipients }: Parties,
  isOfDomain: boolean
): Subject => {
  const end = start + length
  if (passing.test(text)) return "passing"
  const [before, after] = clauseAround(text, start, end)
  const clause = before + text.slice(start, end) + after
  if (aboutUs.test(clause)) return "sender"
  if (recipients.length === 0) return "recipient"
  const namesIn = (part: string) => Array.from(part.matchAll(named), ([name]) => name)
  const isOurs = (host: string) => recipients.some((email) => isRelated(host, domainOf(normalizeEmail(email))))
  if (isOfDomain) {
    // Postfix names the host in the next sentence; others name it in brackets.
    const [, inNext] = /\bname=(\S{1,255})/u.exec(text.slice(start, end + reach)) ?? []
    const [, inBrackets = ""] = /^[^.;!?()]{0,60}\(([^\s()]{1,255})\)/u.exec(text.slice(end)) ?? []
    const [named] = inNext === undefined ? namesIn(`${text.slice(start, end)}${after} ${inBrackets}`) : [inNext]
    const name = named ?? namesIn(before).at(-1)
    if (name !== undefined && name !== recipient && (name === other || !isOurs(name))) return "host"
    return named === undefined && hostName.test(clause) ? "sender" : "recipient"
  }
  const isAddress = (name: string) => name === recipient || name === other
  const name = namesIn(before).findLast(isAddress) ?? namesIn(text.slice(start, end) + after).find(isAddress)
  if (name === other) return "sender"
  // The phrase has a subject, so that a host before it only introduces the reply: `mx.example Mailbox does not exist`.
  if (mailbox.test(text.slice(start, end))) return "recipient"
  // `relay.example does not exist`
  const host = namesIn(before).at(-1)
  const isBeside = host !== undefined && before.trimEnd().endsWith(host)
  return isBeside && !isAddress(host) && !isOurs(host) ? "host" : "recipient"
}

/** Whether a text names addresses, and none of them is the recipient's. */
export const namesOthers = (text: string): boolean => text.includes(other) && !text.includes(recipient)

/** Whether a text has words about the sending side. */
export const isAboutUs = (text: string): boolean => aboutUs.test(text) || hostName.test(text)

/** Words about a mailbox that gets mail. */
const receives =
  /\brecipients?['’]s?\b|\byou(?:'re| are|'ve| have)? (?:tried|trying|attempt\w*|want\w*|wish\w*) to |\byou(?:'re| are)? (?:sending|writing|e-?mailing) to\b|storedrv\.deliver|\b(?:receiv(?:e|es|ed|ing)|inbound|incoming|accept(?:s|ing)?)\b(?!.{0,60}\bfrom (?:you|your|this|the|an?|ip|o@o)\b)/u

/** Words about the account that sends. */
const sends =
  /\b(?:sending|sends?(?! (?:(?:the|your|this|an?) )?(?:e?-?mail|message)s? to)|sent (?:by|from|too|in|per|\d)|sender(?:'s|s)?|outgoing|outbound|submi(?:t|ssion)\w*|smtp|relay\w*|authenticated|defers|credits?|captcha|spam limit)\b|\byou(?:'ve| have|'re| are)\b|\byour (?:\S+ ){0,2}?(?:account|mail ?box|domain|ip|server|host|limit|quota|plan|subscription|organi[sz]ation|tenant|sending|daily|hourly|monthly|rate|user|api|identity)|o@o|\bfrom (?:this|your) /u

/** Words about the person who gets the mail, or about the place for mail. */
const ofReceiver = new RegExp(
  unaccentedPattern(
    String.raw`x@x:? (?:is|has|was|mail ?box|account|over|quota|user|exceed\w*)|\b(?:the|this|that|intended|your) recipient\b|\brecipient (?:mail ?box|account|inbox|is|has|was|over|storage|user|organi[sz]ation|domain|server|cannot)|\baddressee|\b(?:user|customer|account)(?: x@x)? (?:is |has |was )?(?:over|exceed\w*|too|full|quota)|\bmail ?box|\bmaildir|\binbox|\bmail folder|\bstorage|\bdisk|\bspace|size\b|\bhops?\b|\bline (?:length|limit)|\bheader|(?:postfach|casella|buz[oó]n|bo[iî]te)\S{0,20} (?:\S{1,20} ){0,3}(?:voll|piena|lleno|pleine)\b|empfänger|destinataire|destinatari[oa]|ontvanger|получател|отримувач|odbiorc|příjemc|mottagar|modtager|mottaker|vastaanottaj|alıcı|收件人|收信人|收件者|受信者|宛先|수신자`
  ),
  "u"
)

const ofMailbox = /^[45]\.2\.(?:[1-4]|12\d)$|^[45]\.3\.4$/u

/**
 * Whether a phrase about an amount or a block, at a place of a folded text, is about the recipient, not the account that sends.
 * `status`: the code of the reply.
 */
export const isOfRecipient = (
  text: string,
  { index, length }: { readonly index: number; readonly length: number },
  status: string | null
): boolean => {
  const [before, after] = clauseAround(text, index, index + length)
  const clause = before + text.slice(index, index + length) + after
  if (receives.test(clause)) return true
  if (sends.test(clause)) return false
  return namesReceiver(text, status)
}

/** Whether a folded text, or the code of the reply, names the recipient, the mailbox or the mail. */
export const namesReceiver = (text: string, status: string | null): boolean =>
  ofReceiver.test(text) || receives.test(text) || isOfMailbox(status)

/** Whether an enhanced status code is about one mailbox (RFC 3463, 3.3), or the size of a mail. */
export const isOfMailbox = (status: string | null): boolean => status !== null && ofMailbox.test(status)
