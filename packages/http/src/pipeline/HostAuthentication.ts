/** Authentication by the host application instead of API keys, for instance by its session cookies. */
import {
  ApiKey,
  CurrentOrganization,
  type HostPerson,
  ofPerson,
  OrganizationId,
  Organizations,
  People,
  Person,
  type Principal,
  PublicUrl,
  Role,
  Text
} from "@mailroom/core"
import { Cache, Context, Duration, Effect, Exit, Option, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import { TrustedOrigins } from "./Cors.ts"

/** The organization for which a request may act, and how. */
export interface Access {
  readonly organization_id: number
  /** `read` allows every operation that changes nothing. Default, with a `person`: what the role allows. */
  readonly access?: ApiKey.Access
  /** The person who is signed in. Without a person, the request has all rights that `access` gives. */
  readonly person?: HostPerson
}

/**
 * Returns the organization for which a request may act, and its access; `null` is answered with 401. The `Request` has
 * URL, method and headers, but not the body. A rejection is answered with 500, and an organization that does not exist
 * with 403 `no_organization`.
 */
export type Authenticate = (request: Request) => Access | null | Promise<Access | null>

/** The host's authentication; `undefined` means API keys. */
export const HostAuthentication = Context.Reference<Authenticate | undefined>("@mailroom/http/HostAuthentication", {
  defaultValue: () => undefined
})

type Incoming = HttpServerRequest.HttpServerRequest

/** Decodes the result strictly: a value of another type, or an unknown access, must never grant anything. */
const decodeAccess = Schema.decodeUnknownEffect(
  Schema.NullOr(
    Schema.Struct({
      organization_id: OrganizationId,
      access: Schema.optionalKey(ApiKey.Access),
      person: Schema.optionalKey(Schema.Struct({ id: Text.Name, name: Text.Name, role: Role }))
    }).check(
      Schema.makeFilter(({ access, person }) =>
        access === undefined && person === undefined ? "must have `access` or `person`" : undefined
      )
    )
  )
)

/** The answer of a host about a request. */
interface Named extends Omit<Principal, "person"> {
  readonly person?: HostPerson
}

/** The host's answer about a request; none means 401. An answer of another form is a defect. */
export const authenticateBy = (authenticate: Authenticate, request: Incoming): Effect.Effect<Option.Option<Named>> => {
  const { headers, method } = request
  const url = Option.getOrElse(HttpServerRequest.toURL(request), () => new URL("http://localhost"))
  return Effect.tryPromise(async () => authenticate(new Request(url, { method, headers }))).pipe(
    Effect.flatMap((access) => decodeAccess(access ?? null)),
    Effect.map((named) =>
      Option.map(Option.fromNullishOr(named), ({ access = "full", ...others }): Named => ({ access, ...others }))
    ),
    Effect.orDie
  )
}

/** How long an organization that was found is assumed to exist: as long as an API key that was found. */
const staleness = Duration.seconds(1)

/** Creates the function that checks whether an organization exists. */
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

/**
 * Creates the function that finds the person whom a host names, and adds or changes the person as needed. `None`: the
 * person is blocked. The least of the role and the access holds.
 */
export const makePersonOf = Effect.gen(function* () {
  const { ofHost } = yield* People
  const found = yield* Cache.makeWith(
    (key: string) => {
      const [id, person] = JSON.parse(key) as [OrganizationId, HostPerson]
      return Effect.provideService(ofHost(person), CurrentOrganization, { id })
    },
    { capacity: 10_000, timeToLive: (exit) => (Exit.isSuccess(exit) ? staleness : Duration.zero) }
  )
  return Effect.fnUntraced(function* (organization_id: OrganizationId, access: ApiKey.Access, given: HostPerson) {
    const { id, name, role } = given
    const person = yield* Cache.get(found, JSON.stringify([organization_id, { id, name, role }]))
    if (!Person.isActive(person)) return Option.none<Principal>()
    return Option.some(ofPerson(organization_id, access === "read" ? { ...person, role: "viewer" } : person))
  })
})

/** The authentication schemes whose credentials browsers add automatically, also to requests from other sites. */
const automaticSchemes = /^(?:basic|digest|negotiate|ntlm)\b/iu
const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"])

/**
 * Whether a browser reports that an unsafe request comes from another site. A form or a script there may have sent it
 * with the user's cookies (Fetch Metadata; RFC 6454, section 7). Requests of other clients have neither field. Trusted
 * origins count as this site.
 */
export const isCrossSite = ({ headers, method }: Incoming): Effect.Effect<boolean> =>
  Effect.map(Effect.all([PublicUrl, TrustedOrigins]), ([publicUrl, trusted]) => {
    const { authorization, host, origin, "sec-fetch-site": site } = headers
    if (safeMethods.has(method) || (authorization !== undefined && !automaticSchemes.test(authorization))) return false
    if (origin !== undefined && trusted.has(origin)) return false
    if (site !== undefined) return site !== "same-origin" && site !== "none"
    if (origin === undefined) return false
    const from = URL.parse(origin)
    if (publicUrl !== undefined) return from?.origin !== URL.parse(publicUrl)?.origin
    // The scheme is not compared, because a proxy in front may have terminated TLS.
    return from === null || from.host !== URL.parse(`${from.protocol}//${host ?? ""}`)?.host
  })
