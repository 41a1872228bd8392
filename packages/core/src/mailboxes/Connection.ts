/** How the mailbox of an account is reached: servers and login, without secrets. */
import { Schema } from "effect"
import { described } from "../Described.ts"

/** The protocols by which a mailbox is reached. */
export type Protocol = "imap" | "smtp"

export const Security = Schema.Literals(["tls", "starttls"]).annotate({
  identifier: "MailSecurity",
  description: "`tls`: encrypted from the first byte. `starttls`: encrypted before the login; required, never optional."
})
export type Security = typeof Security.Type

const AuthType = Schema.Literals(["password", "oauth2", "host", "none"]).annotate({
  identifier: "MailAuthType",
  description:
    "How the mailbox is logged in to: with a password, with an OAuth2 refresh token, with access tokens of the host app, or not at all."
})

const endpoint = {
  host: described(Schema.String, "The name of the server."),
  port: described(Schema.Int, "The port of the server."),
  security: Security,
  user: described(Schema.String, "The user name."),
  auth: AuthType
}

export const SmtpConnection = Schema.Struct(endpoint).annotate({
  identifier: "SmtpConnection",
  description: "The server that mails are sent through."
})
export type SmtpConnection = typeof SmtpConnection.Type

export const ImapConnection = Schema.Struct({
  ...endpoint,
  keep_unrelated: described(
    Schema.Boolean,
    "Whether mail that belongs to no lead and no conversation is stored, too. `false` is advised for mailboxes with private mail."
  )
}).annotate({ identifier: "ImapConnection", description: "The server that the inbox is read from." })
export type ImapConnection = typeof ImapConnection.Type

export const Connection = Schema.Struct({
  smtp: SmtpConnection,
  imap: described(Schema.NullOr(ImapConnection), "`null`: the inbox is not read.")
}).annotate({
  identifier: "Connection",
  description: "How the mailbox of an account is reached. Secrets are never shown."
})
export type Connection = typeof Connection.Type

/** The secret part of a login. `password` and `oauth2` are stored encrypted; `host` and `none` have no secret. */
export type Auth =
  | { readonly type: "none" }
  | { readonly type: "password"; readonly password: string }
  | {
      readonly type: "oauth2"
      readonly client_id: string
      readonly client_secret: string | null
      readonly refresh_token: string
      /** The directory of Microsoft; `null` for accounts of Google, and for `common`. */
      readonly tenant: string | null
    }
  | { readonly type: "host" }

/** The secrets of a mailbox, as they are encrypted. */
export interface Secrets {
  readonly smtp: Auth
  readonly imap: Auth | null
}
