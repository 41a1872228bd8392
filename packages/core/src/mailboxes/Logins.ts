/** Logs in to mailboxes: decrypts their secrets, and gets OAuth2 access tokens. */
import { Cache, Data, Duration, Effect, Exit, Redacted, Schema } from "effect"
import type { AccountRecord, Provider } from "../accounts/Account.ts"
import { outside } from "../Deadline.ts"
import { minute } from "../Durations.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { AccountId, OrganizationId } from "../ids.ts"
import { Encryption } from "../secrets/Encryption.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { Transactor } from "../Transactor.ts"
import { AccessTokens } from "./AccessTokens.ts"
import type { Auth, Connection, Protocol, Secrets } from "./Connection.ts"
import type { AccountFault } from "./Health.ts"
import { MailboxStore } from "./MailboxStore.ts"
import type { Login } from "./Mailer.ts"
import { seal, unseal } from "./Sealing.ts"

/** No login is possible. The message is for people, and has no secret. */
export class LoginFailed extends Schema.TaggedError<LoginFailed>()("LoginFailed", {
  fault: Schema.Literals(["connection", "credentials"] satisfies ReadonlyArray<AccountFault>),
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/** How long before its end a token is not used any more, in milliseconds. */
const margin = 5 * minute

/** Maximum number of tokens to keep in the process. */
const maximumTokens = 10_000

/**
 * How often the stored credentials are read again after a refresh token was rejected, and how long apart. A token that can be used once is also
 * rejected when another process has just used it, and is about to store the next one.
 */
const rereads = { times: 4, apart: Duration.seconds(1) }

type OAuth2 = Extract<Auth, { readonly type: "oauth2" }>

/** The login that a token is for. New credentials have another `sealed`, and so another key. */
class TokenKey extends Data.Class<{
  readonly organization_id: OrganizationId
  readonly account_id: AccountId
  readonly email: string
  readonly provider: Provider
  readonly protocol: Protocol
  readonly sealed: string
}> {}

interface Token {
  readonly token: Redacted.Redacted
  /** How long it may be used, in milliseconds. */
  readonly lifetime: number
}

/** The failure of secrets that cannot be decrypted or encrypted. */
const unreadable = ({ message }: { readonly message: string }) =>
  new LoginFailed({ fault: "credentials", reason: message })

export const makeLogins = Effect.gen(function* () {
  const encryption = yield* Encryption.orNone
  const mailboxes = yield* MailboxStore
  const tokens = yield* AccessTokens.orNone
  const { transaction } = yield* Transactor

  /** Decrypts the secrets of a mailbox. */
  const secretsOf = ({
    account_id,
    organization_id,
    sealed
  }: Pick<TokenKey, "account_id" | "organization_id" | "sealed">) =>
    Effect.mapError(unseal(encryption, organization_id, account_id, sealed), unreadable)

  /** Stores a new refresh token, unless the credentials were replaced meanwhile. Returns the encrypted secrets that are stored now. */
  const rotate = Effect.fnUntraced(function* (key: TokenKey, secrets: Secrets, refresh_token: string) {
    const { account_id, organization_id, sealed } = key
    const old = secrets[key.protocol]
    /** The secret with the new refresh token, if it had the old one: both servers may share it. */
    const renewed = <A extends Auth | null>(auth: A): A =>
      auth?.type === "oauth2" && old?.type === "oauth2" && auth.refresh_token === old.refresh_token
        ? { ...auth, refresh_token }
        : auth
    const next = { smtp: renewed(secrets.smtp), imap: renewed(secrets.imap) }
    const text = yield* Effect.mapError(seal(encryption, organization_id, account_id, next), unreadable)
    const replace = Effect.gen(function* () {
      const [mailbox] = yield* mailboxes.lock(organization_id, [account_id])
      if (mailbox?.sealed !== sealed) return sealed
      yield* mailboxes.write(organization_id, [{ ...mailbox, sealed: text }])
      return text
    })
    return yield* transaction(replace)
  })

  /** Waits until another refresh token is stored for a login (`rereads`). Returns the key with it; `null`: none is stored in time. */
  const replacementOf = Effect.fnUntraced(function* (key: TokenKey, { client_id, refresh_token }: OAuth2) {
    for (let tries = 1; ; tries++) {
      const [mailbox] = yield* mailboxes.findMany(key.organization_id, [key.account_id])
      const sealed = mailbox?.sealed ?? null
      const auth = sealed === null ? null : (yield* secretsOf({ ...key, sealed }))[key.protocol]
      const isOther = auth?.type === "oauth2" && auth.refresh_token !== refresh_token && auth.client_id === client_id
      if (sealed !== null && isOther) return new TokenKey({ ...key, sealed })
      if (tries === rereads.times) return null
      yield* outside(Effect.sleep(rereads.apart))
    }
  })

  /** Gets a new access token, from the provider or from the host. A new refresh token is stored first. */
  const fetch = Effect.fnUntraced(function* (key: TokenKey): Effect.fn.Return<Token, LoginFailed | StorageError> {
    const { account_id, email, organization_id, protocol, provider } = key
    const secrets = yield* secretsOf(key)
    const auth = secrets[protocol]
    const isOwn = auth?.type === "oauth2" && provider !== "smtp"
    const answer = yield* Effect.result(
      outside(
        isOwn ? tokens.refresh(provider, auth) : tokens.fromHost({ organization_id, account_id, email, provider })
      )
    )
    if (answer._tag === "Failure") {
      const { isRejected, reason } = answer.failure
      const next = isOwn && isRejected ? yield* replacementOf(key, auth) : null
      if (next !== null) return yield* Cache.get(cache, next)
      return yield* new LoginFailed({ fault: isRejected ? "credentials" : "connection", reason })
    }
    const issued = answer.success
    const rest = Timestamp.toMillis(issued.expires_at) - Timestamp.toMillis(yield* Timestamp.now)
    const token = { token: issued.token, lifetime: Math.max(0, rest - margin) }
    if (issued.refresh_token !== undefined) {
      const sealed = yield* rotate(key, secrets, Redacted.value(issued.refresh_token))
      if (sealed !== key.sealed) yield* Cache.set(cache, new TokenKey({ ...key, sealed }), token)
    }
    return token
  })

  const cache: Cache.Cache<TokenKey, Token, LoginFailed | StorageError> = yield* Cache.makeWith(fetch, {
    capacity: maximumTokens,
    timeToLive: (exit) => (Exit.isSuccess(exit) ? Duration.millis(exit.value.lifetime) : Duration.zero)
  })

  /**
   * The login to a server of an account with these stored credentials. Access tokens are kept in the process until five
   * minutes before their end; concurrent calls share one request.
   */
  const loginOf = Effect.fnUntraced(function* (
    { email, id: account_id, provider }: Pick<AccountRecord, "email" | "id" | "provider">,
    { connection, sealed }: { readonly connection: Connection; readonly sealed: string },
    protocol: Protocol
  ): Effect.fn.Return<Login, LoginFailed | StorageError, CurrentOrganization> {
    const { id: organization_id } = yield* CurrentOrganization
    const server = connection[protocol]
    const secrets = yield* secretsOf({ account_id, organization_id, sealed })
    const auth = secrets[protocol]
    if (server === null || auth === null) {
      return yield* new LoginFailed({ fault: "credentials", reason: `There are no credentials for ${protocol}` })
    }
    const { user } = server
    if (auth.type === "none") return { type: "none", user }
    if (auth.type === "password") return { type: "password", user, password: Redacted.make(auth.password) }
    // Servers with the same credentials share a token: a refresh token can often be used only once.
    const isShared = JSON.stringify(secrets.imap) === JSON.stringify(secrets.smtp)
    const tokenProtocol = isShared ? "smtp" : protocol
    const key = new TokenKey({ organization_id, account_id, email, provider, protocol: tokenProtocol, sealed })
    return { type: "token", user, token: (yield* Cache.get(cache, key)).token }
  })

  return { loginOf }
})
