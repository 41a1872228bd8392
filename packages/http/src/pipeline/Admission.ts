/**
 * Decides when each request is answered, and whether it is (contract, "waiting", "rate" and "Order of the checks"). At
 * most `maxInFlight` requests have a place, which is the right to be processed; further requests wait in queues. Each
 * organization has a rate limit. The state is in the memory of this process.
 */
import type { OrganizationId } from "@mailroom/core"
import { Clock, Context, Duration, Effect, FiberSet, Hash, Layer } from "effect"
import { RateLimiter } from "effect/persistence"
import { type Entry, longestQueue, Places } from "./Places.ts"
import { RateLimited, ServiceUnavailable } from "../contract/Problems.ts"
import type { MethodsOf } from "./MethodsOf.ts"
import { show } from "./Metrics.ts"
import { tokenOf } from "./SessionCookie.ts"

/** More concurrent requests would only slow each other down: one process runs on one processor. */
export const defaultMaxInFlight = 20

export interface Options {
  /**
   * How many requests are processed at the same time, each until its answer is sent; others wait in a queue. Default:
   * 20.
   */
  readonly maxInFlight?: number | undefined
  /** Requests per second of each organization, in bursts of at most twice as many. Default: 0, which means no limit. */
  readonly rateLimit?: number | undefined
}

/** The header fields of a request, as Node and Effect give them: names in lower case. */
type Headers = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** The parts of a request that the check before routing reads. */
interface Arrival {
  /** The runtime's own request object: it identifies the request. */
  readonly source: object
  readonly method: string
  /** The path, without the query. */
  readonly path: string
  readonly headers: Headers
}

export interface Rejection {
  readonly problem: RateLimited | ServiceUnavailable
  readonly headers: Fields
}

/** The header fields of the answer. If there is a `problem`, the answer is that problem. */
interface Decision {
  readonly problem?: Rejection["problem"]
  readonly headers: Fields
}

type Fields = Readonly<Record<string, string>>

/** Places are shared between the organizations. All requests whose organization is unknown are one more party. */
type Party = OrganizationId | "unknown"

/** Probes never wait: a load balancer needs them most when the server answers no other request. */
const probes: ReadonlySet<string> = new Set(["/livez", "/readyz"])

/** The time in which the bucket fills. It holds twice the rate. */
const window = Duration.seconds(2)

/** The organization is remembered for this many credentials. Longer credentials than `longestCredential` are hashed. */
const maximumCredentials = 10_000
const longestCredential = 4096

/** How often the queues are checked while requests wait, and the most that counts between two checks, in milliseconds. */
const interval = 20
const longestInterval = 50

const retryAfter = { "retry-after": "1" }
const cure = "wait as long as `Retry-After` says, and send fewer requests at the same time"
const busy = new ServiceUnavailable({ detail: `The server is busy: ${cure}` })
const crowded = new ServiceUnavailable({
  detail: `More requests of the organization wait than the server can answer in time, or more than ${longestQueue}: ${cure}`
})

export class Admission extends Context.Service<
  Admission,
  {
    /**
     * Calls `begin` once the request has a place, immediately or after a wait. Nothing else is done for a request
     * before that. Calls `reject` when the request cannot get a place in time. Probes and unknown routes begin without
     * a place.
     */
    readonly enter: (arrival: Arrival, begin: () => void, reject: (rejection: Rejection) => void) => void
    /** Whether a request has a place. */
    readonly has: (source: object) => boolean
    /**
     * Checks an authenticated request against the rate limit of its organization. If the organization was not known
     * before, the request may also have to wait for one of that organization's places.
     */
    readonly check: (
      organization: OrganizationId,
      arrival: Pick<Arrival, "headers" | "source">
    ) => Effect.Effect<Decision>
    /** The rate limit headers for a 503 to a request with these header fields. */
    readonly fieldsOf: (headers: Headers) => Fields
    /** Must be called with credentials that are invalid or no longer valid. */
    readonly forget: (headers: Headers) => void
    /** When a request arrived, for `elapsed`; now, if it has no place. */
    readonly arrivalOf: (source: object) => number
    /** The milliseconds since an arrival. */
    readonly elapsed: (arrival: number) => number
    /** The organization of a request, if it is known: by its credentials, which may be invalid. */
    readonly organizationOf: (source: object) => OrganizationId | undefined
    /** Must be called when the answer is sent or the client has disconnected: releases the place, or ends the wait. */
    readonly leave: (source: object) => void
  }
>()("@mailroom/http/Admission") {
  /** `isByHost`: whether the host application authenticates requests, instead of API keys. */
  static readonly layer = ({
    isByHost,
    maxInFlight = defaultMaxInFlight,
    methodsOf,
    rateLimit = 0
  }: Options & { readonly isByHost: boolean; readonly methodsOf: MethodsOf }) =>
    Layer.effect(
      Admission,
      Effect.gen(function* () {
        const clock = yield* Clock.Clock
        const limiter = yield* RateLimiter.RateLimiter
        const runSync = Effect.runSyncWith(yield* Effect.context<never>())
        const run = yield* FiberSet.makeRuntime()
        const now = () => clock.currentTimeMillisUnsafe()
        const monotonic = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6

        /**
         * The clock of the queues, in milliseconds. While requests wait, it stops whenever the process gets no processor time,
         * so that the server does not reject requests that it could not answer meanwhile.
         */
        let time = 0
        let isChecking = false
        let lastLook = monotonic()
        const tick = (longest: number) => {
          const last = lastLook
          lastLook = monotonic()
          time += Math.min(lastLook - last, longest)
        }
        const places = new Places<Party>(maxInFlight, () => {
          if (!isChecking) tick(Number.POSITIVE_INFINITY)
          return time
        })
        const entries = new WeakMap<object, Entry<Party> & { readonly arrived: number }>()
        const rejected = { rate: 0, busy: 0 }
        yield* show({
          places: maxInFlight,
          inFlight: () => places.inFlight,
          waiting: () => places.waiting,
          rejected
        })
        yield* Effect.addFinalizer(() => Effect.sync(() => places.close()))

        const look = Effect.sleep(Duration.millis(interval)).pipe(
          Effect.andThen(
            Effect.sync(() => {
              tick(longestInterval)
              places.expire()
            })
          ),
          Effect.repeat({ while: () => places.isWaiting }),
          Effect.andThen(Effect.sync(() => (isChecking = false)))
        )
        /** Checks the queues periodically while they are not empty. */
        const watch = () => {
          if (isChecking || !places.isWaiting) return
          isChecking = true
          run(look)
        }

        /**
         * The last organization seen with each credential. It allows a request to be queued or rejected before routing
         * and authentication, which cost as much as many such answers. The oldest entries are dropped.
         */
        const organizations = new Map<string, OrganizationId>()
        /**
         * How a host authenticates is unknown, but a cookie is common. Otherwise it is the token of a session, or a key. The
         * value only selects the queue, and grants nothing. A cookie that contains a session may be long; no API key is.
         */
        const credentialOf = (headers: Headers) => {
          const { authorization = "", cookie = "" } = headers
          const ofPerson = isByHost ? cookie !== "" && `${cookie}\n${authorization}` : tokenOf(headers)
          const credential = ofPerson || String(authorization)
          return credential.length > longestCredential ? `${credential.length} ${Hash.string(credential)}` : credential
        }
        const partyOf = (headers: Headers): Party => organizations.get(credentialOf(headers)) ?? "unknown"
        const remember = (headers: Headers, organization: OrganizationId) => {
          const credential = credentialOf(headers)
          if (organizations.get(credential) === organization) return
          if (credential === "") return
          const [oldest] = organizations.size < maximumCredentials ? [] : organizations.keys()
          if (oldest !== undefined) organizations.delete(oldest)
          organizations.set(credential, organization)
        }

        const limit = rateLimit * Duration.toSeconds(window)
        const policy: Fields =
          limit === 0 ? {} : { "ratelimit-policy": `"organization";q=${limit};w=${Duration.toSeconds(window)}` }
        const fields = (remaining: number, reset: Duration.Duration): Fields => ({
          ...policy,
          ratelimit: `"organization";r=${remaining};t=${Math.ceil(Duration.toSeconds(reset))}`
        })
        const consume = (organization: OrganizationId, tokens: 0 | 1) =>
          limiter
            .consume({ algorithm: "token-bucket", key: String(organization), limit, tokens, window })
            .pipe(Effect.map(({ remaining, resetAfter }) => fields(remaining, resetAfter)))
        /** The rate limit headers with the remaining tokens, if there is a rate limit. */
        const fieldsLeft = (party: Party): Fields =>
          limit === 0 || party === "unknown" ? policy : runSync(Effect.orDie(consume(party, 0)))
        const fieldsOf = (headers: Headers) => (isByHost ? policy : fieldsLeft(partyOf(headers)))

        /** For each organization over its rate: when its bucket has a token again, in milliseconds since 1970. */
        const nextToken = new Map<Party, number>()
        const exhausted: Rejection = {
          problem: new RateLimited({
            detail: `The organization sends more than ${rateLimit} requests a second: wait as long as \`Retry-After\` says, and send fewer`
          }),
          headers: { ...retryAfter, ...fields(0, window) }
        }
        const isOverRate = (party: Party) => {
          const next = nextToken.get(party)
          if (next === undefined) return false
          if (now() < next) return true
          nextToken.delete(party)
          return false
        }

        const shed = (party: Party, fields: Fields): Rejection => {
          rejected.busy++
          return { problem: party === "unknown" ? busy : crowded, headers: { ...retryAfter, ...fields } }
        }
        const tooFast = () => {
          rejected.rate++
          return exhausted
        }

        /** Moves an authenticated request to the party of its organization. While it waits there, it has no place. */
        const join = (source: object, organization: OrganizationId) =>
          Effect.suspend(() => {
            const entry = entries.get(source)
            if (entry === undefined || entry.party === organization) return Effect.undefined
            return Effect.callback<Rejection | undefined>((resume) => {
              const joined = {
                party: organization,
                arrived: entry.arrived,
                begin: () => resume(Effect.undefined),
                shed: () => resume(Effect.sync(() => shed(organization, fieldsLeft(organization))))
              }
              entries.set(source, joined)
              places.move(entry, joined)
              watch()
              return Effect.sync(() => places.leave(joined))
            })
          })

        return Admission.of({
          enter: ({ headers, method, path, source }, begin, reject) => {
            if (probes.has(path)) return begin()
            const party = partyOf(headers)
            const isTooFast = !isByHost && isOverRate(party)
            // Answers of 404 and 405 have priority over a rejection, and cost little.
            if ((isTooFast || !places.hasRoom(party)) && !methodsOf(path).includes(method)) return begin()
            if (isTooFast) return reject(tooFast())
            const entry = { party, arrived: monotonic(), begin, shed: () => reject(shed(party, fieldsOf(headers))) }
            entries.set(source, entry)
            places.enter(entry)
            watch()
          },
          has: (source) => entries.has(source),
          check: Effect.fnUntraced(function* (organization, { headers, source }): Effect.fn.Return<Decision> {
            remember(headers, organization)
            if (isOverRate(organization)) return tooFast()
            const rejection = yield* join(source, organization)
            if (rejection !== undefined) return rejection
            if (limit === 0) return { headers: {} }
            return yield* consume(organization, 1).pipe(
              Effect.map((headers) => ({ headers })),
              Effect.catchReason("RateLimiterError", "RateLimitExceeded", ({ retryAfter }) => {
                nextToken.set(organization, now() + Duration.toMillis(retryAfter))
                return Effect.sync(tooFast)
              }),
              // The in-memory store of the limiter cannot fail.
              Effect.orDie
            )
          }),
          fieldsOf,
          forget: (headers) => void organizations.delete(credentialOf(headers)),
          arrivalOf: (source) => entries.get(source)?.arrived ?? monotonic(),
          elapsed: (arrival) => monotonic() - arrival,
          organizationOf: (source) => {
            const party = entries.get(source)?.party
            return party === "unknown" ? undefined : party
          },
          leave: (source) => {
            const entry = entries.get(source)
            if (entry === undefined) return
            places.leave(entry)
            // Otherwise the map grows until V8's next full collection, and collections of young objects keep the requests
            // in it (the row "leads, limit 200" of the bench).
            entries.delete(source)
          }
        })
      })
    ).pipe(Layer.provide(RateLimiter.layer), Layer.provide(RateLimiter.layerStoreMemory))
}
