/** Exchanges refresh tokens for access tokens (RFC 6749, sections 5 and 6). */
import {
  type AccessToken,
  AccessTokens,
  type MailboxAuth,
  MailboxHealth,
  Timestamp,
  TokenFailed,
  type TokenOwner
} from "@mailroom/core"
import { Effect, Option, Redacted, Schema } from "effect"
import type { Agent } from "undici"
import { host as app, tokens } from "./budgets.ts"

type OAuth2 = Extract<MailboxAuth, { readonly type: "oauth2" }>
type Provider = "google" | "microsoft"
type Host = (owner: TokenOwner) => Effect.Effect<AccessToken, TokenFailed>

/** The URL of the token endpoint of each provider. The tenant has only letters, digits, dots and hyphens. */
export type Endpoints = Readonly<Record<Provider, (tenant: string | null) => string>>

export const endpoints: Endpoints = {
  google: () => "https://oauth2.googleapis.com/token",
  microsoft: (tenant) => `https://login.microsoftonline.com/${tenant ?? "common"}/oauth2/v2.0/token`
}

export interface Options {
  readonly agent: Effect.Effect<Agent>
  readonly endpoints: Endpoints
  readonly host: Host | undefined
}

/** Maximum lifetime of a token in seconds. A token that lives longer is fetched again earlier. */
const maximumLifetime = 86_400

const names: Readonly<Record<Provider, string>> = { google: "Google", microsoft: "Microsoft" }

/** A token is sent in one line of SMTP or IMAP (RFC 6750, section 2.1), so it must be printable ASCII. */
const Token = Schema.String.check(Schema.isPattern(/^[!-~]+$/u))

const Issued = Schema.fromJsonString(
  Schema.Struct({
    access_token: Token,
    expires_in: Schema.Finite.check(Schema.isGreaterThan(0)),
    refresh_token: Schema.optionalKey(Token)
  })
)
const Refused = Schema.fromJsonString(
  Schema.Struct({ error: Schema.String, error_description: Schema.optionalKey(Schema.String) })
)
const decodeIssued = Schema.decodeUnknownOption(Issued)
const decodeRefused = Schema.decodeUnknownOption(Refused)

/** The errors that only a person can mend, with a new login or another client (RFC 6749, 5.2; OpenID Connect, 3.1.2.6). */
const rejections: ReadonlySet<string> = new Set([
  "interaction_required",
  "invalid_client",
  "invalid_grant",
  "unauthorized_client"
])

/** The failure that lasts until a person has logged in again. */
const rejected = (reason: string) => new TokenFailed({ isRejected: true, reason: MailboxHealth.printable(reason) })

/** The failure that may pass: the token is asked for again later. */
const failed = (reason: string) => new TokenFailed({ isRejected: false, reason: MailboxHealth.printable(reason) })

/** The text of the provider without the secrets of the request, which a provider must not repeat. */
const withoutSecrets = (text: string, { client_secret, refresh_token }: OAuth2) =>
  [client_secret, refresh_token].reduce<string>(
    (text, secret) =>
      secret === null ? text : text.replaceAll(secret, "…").replaceAll(encodeURIComponent(secret), "…"),
    text
  )

const bodyOf = ({ client_id, client_secret, refresh_token }: OAuth2) =>
  new URLSearchParams({
    grant_type: "refresh_token",
    client_id,
    ...(client_secret === null ? {} : { client_secret }),
    refresh_token
  }).toString()

const headers = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" }

interface Answer {
  readonly status: number
  /** `null`: it is longer than allowed. */
  readonly text: string | null
}

/** Asks a token endpoint. An answer that is too long is not read to its end. */
const ask = async (client: Agent, url: string, body: string, signal: AbortSignal): Promise<Answer> => {
  const { origin, pathname } = new URL(url)
  const response = await client.request({ origin, path: pathname, method: "POST", headers, body, signal })
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
    size += chunk.length
    if (size > tokens.bytes) return { status: response.statusCode, text: null }
  }
  return { status: response.statusCode, text: Buffer.concat(chunks).toString() }
}

export const make = ({ agent, endpoints, host }: Options): AccessTokens["Service"] =>
  AccessTokens.of({
    refresh: Effect.fnUntraced(function* (provider, auth) {
      const name = names[provider]
      const client = yield* agent
      const start = Timestamp.toMillis(yield* Timestamp.now)
      const { status, text } = yield* Effect.tryPromise({
        try: (signal) => ask(client, endpoints[provider](auth.tenant), bodyOf(auth), signal),
        catch: () => failed(`The token endpoint of ${name} cannot be reached`)
      }).pipe(
        Effect.timeoutOrElse({
          duration: tokens.time,
          orElse: () =>
            Effect.fail(failed(`The token endpoint of ${name} did not answer within ${tokens.time / 1000} seconds`))
        })
      )
      const issued = status === 200 ? decodeIssued(text) : Option.none()
      if (Option.isSome(issued)) {
        const { access_token, expires_in, refresh_token } = issued.value
        return {
          token: Redacted.make(access_token),
          expires_at: Timestamp.fromMillis(start + Math.min(expires_in, maximumLifetime) * 1000),
          ...(refresh_token === undefined || refresh_token === auth.refresh_token
            ? {}
            : { refresh_token: Redacted.make(refresh_token) })
        }
      }
      const refused = status >= 400 && status < 500 ? decodeRefused(text) : Option.none()
      if (Option.isSome(refused)) {
        const { error, error_description = "" } = refused.value
        const description = withoutSecrets(`${error} ${error_description}`, auth)
        return yield* rejections.has(error)
          ? rejected(`${name} rejected the OAuth2 login: ${description}`)
          : failed(`${name} issued no access token: ${description}`)
      }
      const what = text === null ? `more than ${tokens.bytes / 1024} KiB` : `${status} without a token`
      return yield* failed(`The token endpoint of ${name} answered ${what}`)
    }),
    fromHost: (owner) =>
      host === undefined
        ? Effect.fail(failed("This service gets no access tokens from its app"))
        : Effect.timeoutOrElse(host(owner), {
            duration: app.token,
            orElse: () => Effect.fail(failed(`The app gave no access token within ${app.token / 1000} seconds`))
          })
  })
