/** The outcomes of SMTP: what the replies of a server, and errors of the connection, say about a mail. Pure functions. */
import { type MailOutcome, type MailServer, type OutgoingMail, relayIdOf, Text } from "@mailroom/core"
import { withoutSecret } from "./withoutSecret.ts"

/** An error of nodemailer. `responseCode` is the code of the server's reply, `command` is the command that was replied to. */
export interface SmtpError extends Error {
  readonly code?: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
}

/** The error for a connection that ended without one. */
export const closed = (): SmtpError => new Error("The connection was closed before the server answered")

/** The error for a reply that refuses a login. */
export const refusalOf = (reply: string | false): SmtpError => {
  const response = reply || ""
  return Object.assign(new Error(response), { response, responseCode: Number(response.slice(0, 3)) })
}

/** The step of SMTP that a command belongs to, by the beginning of its name. */
const steps: ReadonlyArray<readonly [string, Extract<MailOutcome, { readonly outcome: "refused" }>["at"]]> = [
  ["AUTH", "auth"],
  ["MAIL", "sender"],
  ["RCPT", "recipient"],
  ["DATA", "data"]
]

/**
 * The outcome of a failed try. Only a reply with a code says that the server has refused the mail. Without one, it is
 * unknown whether the server has the mail once its body was read.
 */
export const outcomeOf = (error: SmtpError, isBodyRead: boolean): MailOutcome => {
  const { command = "", message: reason, response, responseCode } = error
  if (responseCode !== undefined && responseCode >= 400) {
    const at = steps.find(([name]) => command.startsWith(name))?.[1] ?? "connect"
    return { outcome: "refused", at, code: responseCode, reply: response ?? reason }
  }
  return isBodyRead ? { outcome: "unknown", reason } : { outcome: "unsent", reason }
}

/** The outcome without the secret of the login, in case that the server repeats it. */
export const printableFor = (outcome: MailOutcome, login: MailServer["login"]): MailOutcome =>
  "reply" in outcome
    ? { ...outcome, reply: withoutSecret(outcome.reply, login) }
    : { ...outcome, reason: withoutSecret(outcome.reason, login) }

/** The addresses that a mail is sent to, each once. */
export const recipientsOf = ({ bcc, cc, to }: Pick<OutgoingMail, "bcc" | "cc" | "to">): ReadonlyArray<string> => [
  ...new Set([to.email, ...cc, ...bcc])
]

/** A recipient whom the server refused. */
interface Refused extends Error {
  readonly recipient?: string | undefined
  readonly response?: string | undefined
}

/** The answer of the library for a mail that the server has accepted for at least one of its recipients. */
interface Accepted {
  readonly response?: string | false | undefined
  readonly rejectedErrors?: ReadonlyArray<Refused> | undefined
}

/** The reply of the server, with the recipients that it refused. */
export const replyOf = ({ rejectedErrors = [], response }: Accepted = {}): string =>
  [
    response || "",
    ...rejectedErrors.map(({ message, recipient = "", response }) => `Not sent to ${recipient}: ${response ?? message}`)
  ].join("; ")

/** The outcome of a mail that the server has accepted. */
export const sentBy = (
  { connection: { host } }: MailServer,
  { bcc, cc, from, message_id, to }: Pick<OutgoingMail, "bcc" | "cc" | "from" | "message_id" | "to">,
  reply: string
): MailOutcome => {
  const provider_message_id = relayIdOf({
    reply,
    host,
    message_id,
    addresses: [from.email, ...recipientsOf({ bcc, cc, to })]
  })
  return { outcome: "sent", reply, ...(provider_message_id === undefined ? {} : { provider_message_id }) }
}

/** The extensions that a server offers in its reply to EHLO. */
export interface Extensions {
  /** The largest mail in bytes (RFC 1870); `undefined`: it says none. */
  readonly maximumSize: number | undefined
  /** Whether addresses and the header may have characters other than ASCII (RFC 6531). */
  readonly takesUtf8: boolean
}

export const extensionsOf = (reply: string | false): Extensions => {
  const [, size = "0"] = /^250[ -]SIZE[ =]+(\d{1,15})\s*$/imu.exec(reply || "") ?? []
  return { maximumSize: Number(size) || undefined, takesUtf8: /^250[ -]SMTPUTF8\s*$/imu.test(reply || "") }
}

/** The refusal of a mail that a server cannot take, known before the mail is offered; `undefined`: the server can take it. */
export const obstacleOf = (
  { bcc, cc, from, reply_to, to }: OutgoingMail,
  size: number,
  { maximumSize, takesUtf8 }: Extensions
): MailOutcome | undefined => {
  if (maximumSize !== undefined && size > maximumSize) {
    const reply = `552 5.3.4 The mail has ${size} bytes, and the server takes at most ${maximumSize}`
    return { outcome: "refused", at: "data", code: 552, reply }
  }
  if (takesUtf8) return undefined
  const reply = (address: string) =>
    `553 5.6.7 The server cannot take the address ${address}: it does not offer SMTPUTF8, which characters other than ASCII need`
  const own = [from.email, reply_to ?? ""].find((address) => !Text.isAscii(address))
  if (own !== undefined) return { outcome: "refused", at: "sender", code: 553, reply: reply(own) }
  const other = recipientsOf({ bcc, cc, to }).find((address) => !Text.isAscii(address))
  return other === undefined ? undefined : { outcome: "refused", at: "recipient", code: 553, reply: reply(other) }
}
