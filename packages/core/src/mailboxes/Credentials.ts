/** The credentials of an account as people set them (`PUT /accounts/{id}/credentials`). */
import { text } from "@mailroom/mail/text"
import { Result, Schema } from "effect"
import type { Provider } from "../accounts/Account.ts"
import { described } from "../Described.ts"
import type { Fault } from "../InvalidInput.ts"
import {
  type Auth,
  type Connection,
  type ImapConnection,
  type Protocol,
  type Secrets,
  Security,
  type SmtpConnection
} from "./Connection.ts"

const Secret = Schema.String.check(
  Schema.isMinLength(1, { message: "must not be empty" }),
  Schema.isMaxLength(10_000),
  Schema.isPattern(/^[^\r\n\0]*$/u, { message: "must not contain line ends or NUL" })
)
/** A user name, which is sent in one line of SMTP or IMAP. */
const User = text(254).check(
  Schema.isMinLength(1, { message: "must not be empty" }),
  Schema.makeFilter((value) => (/\p{Cc}/u.test(value) ? "must not contain control characters" : undefined))
)

const user = described(Schema.optionalKey(User), "The user name. Default: the address of the account.")

const AuthInput = Schema.Union([
  Schema.Struct({
    type: described(Schema.Literal("password"), "A password."),
    user,
    password: described(Secret, "The password, or an app password of the provider. Secret.")
  }).annotate({ identifier: "PasswordAuth", description: "A login with a password." }),
  Schema.Struct({
    type: described(Schema.Literal("oauth2"), "OAuth2."),
    user,
    client_id: described(text(500).check(Schema.isMinLength(1)), "The id of your OAuth2 client."),
    client_secret: described(Schema.optionalKey(Secret), "The secret of your OAuth2 client, if it has one. Secret."),
    refresh_token: described(Secret, "The refresh token. Secret."),
    tenant: described(
      Schema.optionalKey(
        Schema.String.check(Schema.isPattern(/^[A-Za-z0-9.-]{1,100}$/u, { message: "must be a tenant id or a domain" }))
      ),
      "The Microsoft tenant: an id or a domain. Default: `common`."
    )
  }).annotate({
    identifier: "OAuth2Auth",
    description:
      "A login with OAuth2, for accounts of Google and Microsoft. Access tokens are fetched with the refresh token."
  }),
  Schema.Struct({ type: described(Schema.Literal("host"), "Access tokens of the host app."), user }).annotate({
    identifier: "HostAuth",
    description: "A login with access tokens that the host app provides (`accessToken` of `createMailroom`)."
  })
]).annotate({ identifier: "MailAuth", description: "How to log in." })
type AuthInput = typeof AuthInput.Type

const SmtpAuthInput = Schema.Union([
  ...AuthInput.members,
  Schema.Struct({ type: described(Schema.Literal("none"), "No login.") }).annotate({
    identifier: "NoAuth",
    description: "No login, for a relay that knows its senders by their IP address."
  })
]).annotate({ identifier: "SmtpAuth", description: "How to log in to the server that mails are sent through." })
type SmtpAuthInput = typeof SmtpAuthInput.Type

const isLabel = (label: string) => /^[A-Za-z0-9][A-Za-z0-9-]{0,62}$/u.test(label)
const isIpAddress = (host: string) => /^[0-9A-Fa-f:.]+$/u.test(host) && host.includes(":")

/** A host name or an IP address. Whether it is public is checked here for literals, and for names at each connection. */
const Host = Schema.String.check(
  Schema.isMaxLength(253),
  Schema.makeFilter((host) =>
    isIpAddress(host) || host.replace(/\.$/u, "").split(".").every(isLabel)
      ? undefined
      : "must be a host name, such as smtp.example.com"
  )
)

const server = {
  host: described(Schema.optionalKey(Host), "The name of the server. Required for accounts with the provider `smtp`."),
  port: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 65_535 }))),
  security: described(
    Schema.optionalKey(Security),
    "Default: `tls`, and `starttls` on the ports 25, 143, 587 and 2525."
  )
}

export const CredentialsInput = Schema.Struct({
  smtp: Schema.Struct({
    ...server,
    port: described(server.port, "25, 465, 587 or 2525. Default: 465, for Microsoft 587."),
    auth: described(Schema.optionalKey(SmtpAuthInput), "Default: no login.")
  }).annotate({ identifier: "SmtpCredentials", description: "The server that mails are sent through." }),
  imap: described(
    Schema.optionalKey(
      Schema.Struct({
        ...server,
        port: described(server.port, "993 or 143. Default: 993."),
        auth: described(Schema.optionalKey(AuthInput), "Default: the login of `smtp`; required if that has none."),
        keep_unrelated: described(
          Schema.optionalKey(Schema.Boolean),
          "Whether mail that belongs to no lead and no conversation is stored, too. Default: true."
        )
      }).annotate({ identifier: "ImapCredentials", description: "The server that the inbox is read from." })
    ),
    "Default: the inbox is not read."
  )
}).annotate({
  identifier: "Credentials",
  description:
    "How to reach the mailbox of an account. It replaces the previous credentials as a whole, so no stored secret is ever sent to another server."
})
export type CredentialsInput = typeof CredentialsInput.Type

/** The servers of the providers that have the same ones for all mailboxes. */
const servers = {
  google: {
    smtp: { host: "smtp.gmail.com", port: 465, security: "tls" },
    imap: { host: "imap.gmail.com", port: 993, security: "tls" }
  },
  microsoft: {
    smtp: { host: "smtp.office365.com", port: 587, security: "starttls" },
    imap: { host: "outlook.office365.com", port: 993, security: "tls" }
  }
} as const satisfies Record<
  Exclude<Provider, "smtp">,
  Record<"imap" | "smtp", Pick<SmtpConnection, "host" | "port" | "security">>
>

/** The ports that may be given. */
const ports = { smtp: [25, 465, 587, 2525], imap: [993, 143] } as const
const defaultPorts = { smtp: 465, imap: 993 } as const
/** The ports on which a connection begins unencrypted: STARTTLS encrypts it before the login. */
const plainPorts: ReadonlySet<number> = new Set([25, 143, 587, 2525])

/** The hosts and ports that the service allows. */
export interface Options {
  /** Allows all hosts and ports, for development. */
  readonly allowPrivateTargets: boolean
  /** Whether a literal address or name may be connected to. */
  readonly isAllowedHost: (host: string) => boolean
}

type Owner = { readonly email: string; readonly provider: Provider }

/** The connection to a server. The provider of the account has the values that are not given. `auth` says how to log in. */
const connectionOf = (
  protocol: Protocol,
  given: Pick<CredentialsInput["smtp"], "host" | "port" | "security">,
  auth: SmtpAuthInput,
  { email, provider }: Owner
): SmtpConnection => {
  const usual = provider === "smtp" ? undefined : servers[provider][protocol]
  const host = given.host ?? usual?.host ?? ""
  const isUsualHost = usual !== undefined && host === usual.host
  const port = given.port ?? (isUsualHost ? usual.port : defaultPorts[protocol])
  const securityOfPort = plainPorts.has(port) ? "starttls" : "tls"
  const security = given.security ?? (isUsualHost && port === usual.port ? usual.security : securityOfPort)
  const user = auth.type === "none" ? undefined : auth.user
  return { host, port, security, user: user ?? email, auth: auth.type }
}

/** The faults of a server and its login. `at`: the pointer to the login. */
const faultsOf = (
  protocol: Protocol,
  { host, port }: SmtpConnection,
  auth: SmtpAuthInput,
  at: string,
  { provider }: Owner,
  options: Options
): ReadonlyArray<Fault> => {
  const faults: Array<Fault> = []
  const fault = (pointer: string, message: string) => void faults.push({ pointer, message })
  if (host === "") fault(`/${protocol}/host`, "is required for an account with the provider smtp")
  else if (!options.isAllowedHost(host))
    fault(
      `/${protocol}/host`,
      "must be a public host; for development, --allow-private-targets (allowPrivateTargets of createMailroom) allows private ones"
    )
  if (!options.allowPrivateTargets && !(ports[protocol] as ReadonlyArray<number>).includes(port)) {
    fault(`/${protocol}/port`, `must be ${ports[protocol].join(", ").replace(/, (\d+)$/u, " or $1")}`)
  }
  if (auth.type === "oauth2" && provider === "smtp") {
    fault(`${at}/type`, "must be password or host for an account with the provider smtp")
  }
  if (auth.type === "oauth2" && auth.tenant !== undefined && provider === "google") {
    fault(`${at}/tenant`, "must not be given for an account of Google")
  }
  if (auth.type === "none" && protocol === "imap") fault(at, "is required, because smtp has no login")
  else if (auth.type === "none" && provider !== "smtp") fault(at, "is required for accounts of Google and Microsoft")
  return faults
}

/**
 * Splits the credentials of an account into how its servers are reached, which is shown, and the secrets. Fails with the faults of the input.
 * An inbox without a login in the input has the login of `smtp`.
 */
export const resolve = (
  { imap, smtp }: CredentialsInput,
  account: Owner,
  options: Options
): Result.Result<{ readonly connection: Connection; readonly secrets: Secrets }, ReadonlyArray<Fault>> => {
  const smtpAuth = smtp.auth ?? ({ type: "none" } as const)
  const smtpConnection = connectionOf("smtp", smtp, smtpAuth, account)
  const imapAuth = imap?.auth ?? smtpAuth
  const imapAuthAt = imap?.auth === undefined && smtpAuth.type !== "none" ? "/smtp/auth" : "/imap/auth"
  const imapConnection: ImapConnection | null =
    imap === undefined
      ? null
      : { ...connectionOf("imap", imap, imapAuth, account), keep_unrelated: imap.keep_unrelated ?? true }
  const faults = [
    ...faultsOf("smtp", smtpConnection, smtpAuth, "/smtp/auth", account, options),
    ...(imapConnection === null ? [] : faultsOf("imap", imapConnection, imapAuth, imapAuthAt, account, options))
  ]
  // Both servers may have the same fault of the login that they share: it is named once.
  if (faults.length > 0) return Result.fail([...new Map(faults.map((one) => [one.pointer, one])).values()])
  return Result.succeed({
    connection: { smtp: smtpConnection, imap: imapConnection },
    secrets: { smtp: authOf(smtpAuth), imap: imap === undefined ? null : authOf(imapAuth) }
  })
}

/** The secret part of a login. */
const authOf = (auth: SmtpAuthInput): Auth => {
  switch (auth.type) {
    case "password":
      return { type: "password", password: auth.password }
    case "oauth2":
      return {
        type: "oauth2",
        client_id: auth.client_id,
        client_secret: auth.client_secret ?? null,
        refresh_token: auth.refresh_token,
        tenant: auth.tenant ?? null
      }
    case "host":
    case "none":
      return { type: auth.type }
  }
}
