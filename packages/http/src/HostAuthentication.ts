/** Authentication by what a host knows of its users, such as a session cookie, in place of API keys. */
import { ApiKey, OrganizationId, Organizations, type Principal } from "@mailroom/core"
import { Cache, Context, Duration, Effect, Exit, Option, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import { TrustedOrigins } from "./Cors.ts"
import { PublicUrl } from "./PublicUrl.ts"

/** For whom a request may act. */
export interface Access {
  readonly organization_id: number
  /** `read` may call whatever changes nothing. */
  readonly access: ApiKey.Access
}

/**
 * Says for whom a request may act; `null` is answered with 401. The `Request` has URL, method and headers, and no
 * body. A rejection is answered with 500, and an organization that does not exist with 403 `no_organization`.
 */
export type Authenticate = (request: Request) => Access | null | Promise<Access | null>

/** The host's own authentication; without it, API keys are asked for. */
export const HostAuthentication = Context.Reference<Authenticate | undefined>("@mailroom/http/HostAuthentication", {
  defaultValue: () => undefined
})

type Incoming = HttpServerRequest.HttpServerRequest

/** So that a value of another shape, or an access that is unknown, never opens anything. */
const decodeAccess = Schema.decodeUnknownEffect(
  Schema.NullOr(Schema.Struct({ organization_id: OrganizationId, access: ApiKey.Access }))
)

export const authenticateBy = (
  authenticate: Authenticate,
  request: Incoming
): Effect.Effect<Option.Option<Principal>> => {
  const { headers, method } = request
  const url = Option.getOrElse(HttpServerRequest.toURL(request), () => new URL("http://localhost"))
  return Effect.tryPromise(async () => authenticate(new Request(url, { method, headers }))).pipe(
    Effect.flatMap((access) => decodeAccess(access ?? null)),
    Effect.map(Option.fromNullishOr),
    Effect.orDie
  )
}

/** How long an organization that was found counts as existing: as long as an API key that was found. */
const staleness = Duration.seconds(1)

/** Makes the function that returns whether there is an organization with this id. */
export const makeExists = Effect.gen(function* () {
  const { find } = yield* Organizations
  const found = yield* Cache.makeWith(
    (id: OrganizationId) => Effect.map(Effect.catchTag(find(id), "InvalidInput", Effect.die), Option.isSome),
    {
      capacity: 10_000,
      timeToLive: (exit) => (Exit.isSuccess(exit) && exit.value ? staleness : Duration.zero)
    }
  )
  return (id: OrganizationId) => Cache.get(found, id)
})

/** The schemes whose credentials browsers send by themselves, also from other sites. */
const automatic = /^(?:basic|digest|negotiate|ntlm)\b/iu
const safe: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"])

/**
 * Whether a browser says that a request which changes something comes from another site, where a form or a script may
 * have sent it with the user's cookies (Fetch Metadata; RFC 6454, section 7). Requests of other clients have neither
 * field. Trusted origins count as this site.
 */
export const isCrossSite = ({ headers, method }: Incoming): Effect.Effect<boolean> =>
  Effect.map(Effect.all([PublicUrl, TrustedOrigins]), ([publicUrl, trusted]) => {
    const { authorization, host, origin, "sec-fetch-site": site } = headers
    if (safe.has(method) || (authorization !== undefined && !automatic.test(authorization))) return false
    if (origin !== undefined && trusted.has(origin)) return false
    if (site !== undefined) return site !== "same-origin" && site !== "none"
    if (origin === undefined) return false
    const from = URL.parse(origin)
    if (publicUrl !== undefined) return from?.origin !== URL.parse(publicUrl)?.origin
    // A proxy in front may have ended TLS, so the scheme is not compared.
    return from === null || from.host !== URL.parse(`${from.protocol}//${host ?? ""}`)?.host
  })
