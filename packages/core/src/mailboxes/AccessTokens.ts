/** The port that provides OAuth2 access tokens. */
import { Context, Effect, Option, type Redacted, Schema } from "effect"
import type { Provider } from "../accounts/Account.ts"
import type { AccountId, OrganizationId } from "../ids.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { Auth } from "./Connection.ts"

/** No token was issued. `isRejected`: the refresh token is invalid or revoked, so a person has to log in again. */
export class TokenFailed extends Schema.TaggedError<TokenFailed>()("TokenFailed", {
  isRejected: Schema.Boolean,
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

export interface AccessToken {
  readonly token: Redacted.Redacted
  readonly expires_at: Timestamp
  /** A refresh token that replaces the one it was issued for. */
  readonly refresh_token?: Redacted.Redacted
}

/** The account for which the host is asked for a token. */
export interface TokenOwner {
  readonly organization_id: OrganizationId
  readonly account_id: AccountId
  readonly email: string
  readonly provider: Provider
}

export class AccessTokens extends Context.Service<
  AccessTokens,
  {
    /**
     * Exchanges a refresh token at the token endpoint of the provider, which is a constant. Not cached: callers keep the
     * token.
     */
    readonly refresh: (
      provider: Exclude<Provider, "smtp">,
      auth: Extract<Auth, { readonly type: "oauth2" }>
    ) => Effect.Effect<AccessToken, TokenFailed>
    /** Asks the host app (`auth: host`). Fails when the host provides no tokens. */
    readonly fromHost: (owner: TokenOwner) => Effect.Effect<AccessToken, TokenFailed>
  }
>()("@mailroom/core/AccessTokens") {
  /** The tokens that the host provides; without them, only passwords can be used. */
  static readonly orNone: Effect.Effect<AccessTokens["Service"]> = Effect.map(
    Effect.serviceOption(AccessTokens),
    Option.getOrElse(() => {
      const none = Effect.fail(
        new TokenFailed({ isRejected: false, reason: "This service is not set up to get access tokens" })
      )
      return AccessTokens.of({ refresh: () => none, fromHost: () => none })
    })
  )
}
