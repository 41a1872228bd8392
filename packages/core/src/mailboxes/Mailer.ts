/** The port that sends one mail, and distinguishes all outcomes of SMTP. */
import type { RefusedAt } from "@mailroom/mail"
import { Context, Effect, Option, type Redacted, Schema } from "effect"
import type { Provider } from "../accounts/Account.ts"
import { described } from "../Described.ts"
import type { AccountId, OrganizationId } from "../ids.ts"
import type { SmtpConnection } from "./Connection.ts"

export interface MailAddress {
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

/** A mail to send. All texts are single lines without control characters, except `text` and `html`. */
export interface OutgoingMail {
  readonly organization_id: OrganizationId
  readonly account: { readonly id: AccountId; readonly email: string; readonly provider: Provider }
  readonly from: MailAddress
  readonly to: MailAddress
  /** Further recipients, whom the header names. */
  readonly cc: ReadonlyArray<string>
  /** Further recipients, whom the header does not name. */
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
}

/** A login to a server, with its secret. `token` is an OAuth2 access token. `none`: the server asks for no login. */
export type Login =
  | { readonly type: "none"; readonly user: string }
  | { readonly type: "password"; readonly user: string; readonly password: Redacted.Redacted }
  | { readonly type: "token"; readonly user: string; readonly token: Redacted.Redacted }

/**
 * The outcome of a try to send a mail.
 * - `sent`: the server has accepted it.
 * - `refused`: the server answered with a code from 400 to 599, and has not accepted it.
 * - `unsent`: it has certainly not been accepted. `is_ours`: the account is not at fault, because Mailroom itself did not offer the mail, or
 *   gave it up. `again`: in how many milliseconds to try again, if not at once; `never`: the mail cannot be sent at all.
 * - `unknown`: the connection ended when the whole mail may already have been transferred, so it may or may not have been accepted.
 */
export type MailOutcome =
  | { readonly outcome: "sent"; readonly reply: string; readonly provider_message_id?: string }
  | { readonly outcome: "refused"; readonly at: RefusedAt; readonly code: number; readonly reply: string }
  | {
      readonly outcome: "unsent"
      readonly reason: string
      readonly is_ours?: boolean
      readonly again?: "never" | number
    }
  | { readonly outcome: "unknown"; readonly reason: string }

export const ConnectionTest = Schema.Struct({
  success: described(Schema.Boolean, "Whether the login worked."),
  error: described(Schema.NullOr(Schema.String), "The reason of the failure, for people; `null` after a success."),
  response_time_ms: described(Schema.Int, "How long the test took, in milliseconds.")
}).annotate({ identifier: "ConnectionTest", description: "The result of the test of a connection." })
export type ConnectionTest = typeof ConnectionTest.Type

export class Mailer extends Context.Service<
  Mailer,
  {
    /**
     * Whether it also sends mail of accounts without credentials: it is the host's own transport, or one for tests. Then
     * `send` gets no server for these accounts.
     */
    readonly sendsWithoutCredentials: boolean
    /** Whether servers on private addresses and on any port are allowed, for development. */
    readonly allowPrivateTargets: boolean
    /**
     * Sends a mail through a server, or without one through the host's transport. Every failure is an outcome. An
     * interruption while the mail may have been transferred must be treated as `unknown` by the caller.
     */
    readonly send: (mail: OutgoingMail, server: Server | null) => Effect.Effect<MailOutcome>
    /** Connects and logs in, and sends nothing. */
    readonly test: (server: Server) => Effect.Effect<ConnectionTest>
  }
>()("@mailroom/core/Mailer") {
  /** The mailer that the host provides; without one, nothing is sent. */
  static readonly orNone: Effect.Effect<Mailer["Service"]> = Effect.map(
    Effect.serviceOption(Mailer),
    Option.getOrElse(() =>
      Mailer.of({
        sendsWithoutCredentials: false,
        allowPrivateTargets: false,
        send: () => Effect.succeed({ outcome: "unsent", reason: notConfigured }),
        test: () => Effect.succeed({ success: false, error: notConfigured, response_time_ms: 0 })
      })
    )
  )
}

const notConfigured = "This service is not set up to send mail"

/** A server to send through. */
export interface Server {
  readonly connection: Pick<SmtpConnection, "host" | "port" | "security">
  readonly login: Login
}
