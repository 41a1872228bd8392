/**
 * The Message-ID that a relay gives a mail in the place of ours, as its reply to the mail names it. Answers and notices name
 * the mail by it. Ids of queues, such as `queued as 4Xyz`, are not in the mail. Pure functions.
 */
import { bareId, mailId } from "../activity/Event.ts"
import type { MailOutcome } from "../mailboxes/Mailer.ts"

type Sent = Extract<MailOutcome, { readonly outcome: "sent" }>

/** A mail that a server has accepted. */
export interface Accepted {
  /** The reply of the server to the whole mail. */
  readonly reply: string
  /** The name of the server. */
  readonly host: string
  /** The Message-ID of the mail as it was sent. */
  readonly message_id: string
  /** The addresses of the mail, which replies also name. */
  readonly addresses: ReadonlyArray<string>
}

/** A Message-ID after the words with which relays name it: in brackets, or after `as ` also without. */
const named =
  /(?:\b(?:ok|success|accepted(?: for delivery)?|queued(?: mail)?(?: for delivery)?(?: as)?|(?:message-?|msg)?id)|^250[ -]2\.\d\.\d)[\s:=]*(?:<([^<>\s@]{1,400}@[^<>\s@]{1,400})>|\b(?<=as )([^<>\s@]{1,400}@[^<>\s@]{1,400}))/iu

/** Amazon SES names the part before the `@`: 16 hexadecimal digits, a UUID, and a counter. */
const amazon = /^250 ok ([\da-f]{16}-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}-\d{6})\s*$/iu

/** Postmark, Mailjet and others name a UUID, which is the part before the `@`. */
const queuedUuid = /\bqueued as <?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\b/iu

/** The domains of Message-IDs of Amazon SES. The first four digits of its ids name the region; the host does, too. */
const amazonDomain = (host: string, id: string): string | undefined => {
  const [, region] = /\.([a-z]{2}(?:-[a-z]+)+-\d)\.(?:amazonaws\.com|awsapps\.com)\.?$/iu.exec(host) ?? []
  if (region === "us-east-1" || (region === undefined && id.startsWith("0100"))) return "email.amazonses.com"
  return region === undefined ? undefined : `${region.toLowerCase()}.amazonses.com`
}

const withDomain = (id: string, domain: string | undefined) => (domain === undefined ? id : `<${id}@${domain}>`)

/**
 * The id of a relay, as `<id@host>`, or as `id` where the relay does not say its domain. `undefined`: the reply names none,
 * or ours.
 */
export const relayIdOf = ({ addresses, host, message_id, reply }: Accepted): string | undefined => {
  const [, bracketed, plain] = named.exec(reply) ?? []
  const whole = bracketed ?? plain
  if (whole !== undefined && addresses.some((address) => address.toLowerCase() === whole.toLowerCase()))
    return undefined
  if (whole !== undefined) return mailId(whole) === mailId(message_id) ? undefined : mailId(whole)
  const id = amazon.exec(reply)?.[1]?.toLowerCase()
  if (id !== undefined) return withDomain(id, amazonDomain(host, id))
  const uuid = queuedUuid.exec(reply)?.[1]?.toLowerCase()
  if (uuid === undefined || uuid === bareId(message_id)) return undefined
  return withDomain(uuid, /\.postmarkapp\.com\.?$/iu.test(host) ? "mtasv.net" : undefined)
}

/** The maximum length of an id of a relay: longer ones fit into no header line. */
const maximumId = 800

/** The id of a relay that a mailer reports, in the form of `relayIdOf`; `null`: it reports none, or ours. */
export const relayIdIn = ({ provider_message_id: id = "" }: Pick<Sent, "provider_message_id">, message_id: string) => {
  const whole = id.includes("@") ? mailId(id) : bareId(id)
  return whole === "" || whole.length > maximumId || whole === message_id || whole === bareId(message_id) ? null : whole
}

/** The ids by which clients of the recipient know a mail of ours: for `References`. A relay's id without its domain is none. */
export const idsKnown = (mail: {
  readonly message_id: string
  readonly provider_message_id: string | null
}): ReadonlyArray<string> => {
  const { message_id, provider_message_id: relay } = mail
  return relay === null || !relay.startsWith("<") ? [message_id] : [message_id, relay]
}
