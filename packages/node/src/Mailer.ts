/** How the app sends mail and logs in to mailboxes, by functions that it gives to `createMailroom`. */
import type { Provider } from "./generated/types.ts"

export interface MailAddress {
  /** Empty: the address has no name. */
  readonly name: string
  readonly email: string
}

/** A file of a mail. */
export interface MailFile {
  readonly filename: string
  /** The media type, without parameters. */
  readonly content_type: string
  readonly bytes: Uint8Array
}

/** A mail to send. Every text is a single line without control characters, except `text` and `html`. */
export interface OutgoingMail {
  readonly organization_id: number
  /** The account that the mail is sent from. */
  readonly account: { readonly id: number; readonly email: string; readonly provider: Provider }
  readonly from: MailAddress
  readonly to: MailAddress
  /** Further recipients, whom the header names. */
  readonly cc: ReadonlyArray<string>
  /** Further recipients, whom the header does not name: deliver the mail to them, too. */
  readonly bcc: ReadonlyArray<string>
  readonly reply_to: string | null
  readonly subject: string
  /** With angle brackets. It is the same for every try of the mail. */
  readonly message_id: string
  /** With angle brackets; `null`: the mail begins a thread. */
  readonly in_reply_to: string | null
  readonly references: ReadonlyArray<string>
  /** Further header fields, such as `List-Unsubscribe`. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** `null`: the mail is plain text. */
  readonly html: string | null
  readonly attachments: ReadonlyArray<MailFile>
  /** The whole mail with its header, as it is sent over SMTP (RFC 5322), without `bcc`. */
  readonly raw: () => Promise<Uint8Array>
}

/**
 * The outcome of a try. `sent`: the mail was accepted; `reply` is shown to people, such as the id of the transport.
 * `refused`: it was not accepted, with a code of SMTP from 400 to 599; below 500 it is tried again. `unsent`: it was
 * certainly not accepted, and the account is tried again later. `unknown`: it may have been accepted, so it is not sent
 * again until a person resolves it.
 */
export type MailOutcome =
  | { readonly outcome: "sent"; readonly reply?: string; readonly provider_message_id?: string }
  | {
      readonly outcome: "refused"
      /** The refused part: the connection, the login, the sender, the recipient, or the mail. */
      readonly at: "auth" | "connect" | "data" | "recipient" | "sender"
      readonly code: number
      readonly reply: string
    }
  | { readonly outcome: "unsent"; readonly reason: string }
  | { readonly outcome: "unknown"; readonly reason: string }

/**
 * Sends the mails of accounts without credentials, within two minutes. A rejection counts as `unknown`, so return
 * `unsent` when the mail was certainly not sent.
 */
export type Mailer = (mail: OutgoingMail) => Promise<MailOutcome>

/** The account for which the app is asked for an access token. */
export interface AccessTokenOwner {
  readonly organization_id: number
  readonly account_id: number
  readonly email: string
  readonly provider: Provider
}

export interface AccessToken {
  readonly token: string
  /** A date-time of RFC 3339. The token is kept in the process until five minutes before. */
  readonly expires_at: string
}

/**
 * Gets an OAuth2 access token for an account whose credentials have `auth: { type: "host" }`, within 30 seconds.
 * `null`: a person has to log in again, so the account fails until then. A rejection is tried again later.
 */
export type AccessTokenSource = (owner: AccessTokenOwner) => Promise<AccessToken | null>
