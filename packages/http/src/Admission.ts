/**
 * Which requests are answered, and when (contract, "waiting", "rate" and "Order of the checks"): requests beyond what is
 * worked on wait their turn, and each organization has a rate limit. The state is in the memory of this process.
 */
import type { OrganizationId } from "@mailroom/core"
import { Clock, Context, Duration, Effect, FiberSet, Hash, Layer } from "effect"
import { RateLimiter } from "effect/persistence"
import { type Entry, longestQueue, Places } from "./Places.ts"
import { RateLimited, ServiceUnavailable } from "./Problems.ts"
import type { MethodsOf } from "./MethodsOf.ts"

/** More requests at once only wait for each other: one process has one processor. */
export const defaultMaxInFlight = 20

export interface Options {
  /**
   * How many requests are worked on at the same time, each until its answer is sent; others wait their turn. Default: 20.
   */
  readonly maxInFlight?: number | undefined
  /** Requests per second of each organization, in bursts of at most twice as many. Default: 0, which is no limit. */
  readonly rateLimit?: number | undefined
}

/** As Node and Effect give the fields of a request: names in lower case. */
type Headers = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** What the check before routing reads of a request. */
interface Arrival {
  /** The runtime's own request object: it identifies the request. */
  readonly source: object
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly headers: Headers
}

export interface Rejection {
  readonly problem: RateLimited | ServiceUnavailable
  readonly headers: Fields
}

/** The fields of the answer; with a `problem`, the answer is that. */
interface Decision {
  readonly problem?: Rejection["problem"]
  readonly headers: Fields
}

type Fields = Readonly<Record<string, string>>

/** Places are shared between the organizations, and all requests whose organization is unknown. */
type Party = OrganizationId | "unknown"

/** A load balancer needs these answers most when no other request is answered. */
const probes: ReadonlySet<string> = new Set(["/livez", "/readyz"])

/** The bucket holds what flows in during this time: twice the rate. */
const window = Duration.seconds(2)

/** How many credentials are remembered with their organization, and how many characters are kept of each. */
const memory = 10_000
const longestCredential = 4096

/** How often the queues are looked at, while requests wait. In milliseconds. */
const interval = 20

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
     * Calls `begin` once a request has a place, before anything else is done for it: at once, or when its turn has come.
     * Otherwise calls `reject`. Probes, and what the routes do not have, begin without a place.
     */
    readonly enter: (arrival: Arrival, begin: () => void, reject: (rejection: Rejection) => void) => void
    /** Whether a request has a place. */
    readonly has: (source: object) => boolean
    /**
     * Checks an authenticated request against the rate of its organization. Where the organization was unknown until then,
     * the request may have to wait for a place of it.
     */
    readonly check: (
      organization: OrganizationId,
      arrival: Pick<Arrival, "headers" | "source">
    ) => Effect.Effect<Decision>
    /** The rate, for a 503 to a request with these fields. */
    readonly fieldsOf: (headers: Headers) => Fields
    /** Must be told of credentials that are not valid (any more). */
    readonly forget: (headers: Headers) => void
    /** Must be called once the answer is sent, or the client is gone: gives the place back, or ends the wait. */
    readonly leave: (source: object) => void
  }
>()("@mailroom/http/Admission") {
  /** `isByHost`: whether the host authenticates requests, by means of its own. */
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

        /**
         * The time of the queues, in milliseconds: a look counts as one interval, however late it comes. So a server that
         * gets no processor for a while does not shed what it can answer afterwards.
         */
        let waited = 0
        const places = new Places<Party>(maxInFlight, () => waited)
        const entries = new WeakMap<object, Entry<Party>>()
        yield* Effect.addFinalizer(() => Effect.sync(() => places.close()))

        let isLooking = false
        const look = Effect.sleep(Duration.millis(interval)).pipe(
          Effect.andThen(
            Effect.sync(() => {
              waited += interval
              places.expire()
            })
          ),
          Effect.repeat({ while: () => places.isWaiting }),
          Effect.andThen(Effect.sync(() => (isLooking = false)))
        )
        /** Queues are looked at while they are not empty. */
        const watch = () => {
          if (isLooking || !places.isWaiting) return
          isLooking = true
          run(look)
        }

        /**
         * The organizations that requests with these credentials had last. With it a request is queued or rejected before
         * it is routed and authenticated, which costs as much as many answers. The oldest are dropped.
         */
        const organizations = new Map<string, OrganizationId>()
        /** What a host goes by is unknown: often a cookie. It says where a request waits, and nothing more. */
        const credentialOf = ({ authorization = "", cookie = "" }: Headers) => {
          const given = isByHost && cookie !== "" ? `${cookie}\n${authorization}` : String(authorization)
          // Cookies with a session inside are long. No API key is.
          return given.length > longestCredential ? `${given.length} ${Hash.string(given)}` : given
        }
        const partyOf = (headers: Headers): Party => organizations.get(credentialOf(headers)) ?? "unknown"
        const remember = (headers: Headers, organization: OrganizationId) => {
          const credential = credentialOf(headers)
          if (organizations.get(credential) === organization) return
          if (credential === "") return
          const [oldest] = organizations.size < memory ? [] : organizations.keys()
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
        /** What is left of the rate, if there is one. */
        const fieldsLeft = (party: Party): Fields =>
          limit === 0 || party === "unknown" ? policy : runSync(Effect.orDie(consume(party, 0)))
        const fieldsOf = (headers: Headers) => (isByHost ? policy : fieldsLeft(partyOf(headers)))

        /** When the bucket of an organization that was over its rate has a token again. */
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

        const shed = (party: Party, fields: Fields): Rejection => ({
          problem: party === "unknown" ? busy : crowded,
          headers: { ...retryAfter, ...fields }
        })

        /** Makes an authenticated request one of its organization. It has no place of it while it waits. */
        const join = (source: object, organization: OrganizationId) =>
          Effect.suspend(() => {
            const entry = entries.get(source)
            if (entry === undefined || entry.party === organization) return Effect.undefined
            return Effect.callback<Rejection | undefined>((resume) => {
              const joined: Entry<Party> = {
                party: organization,
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
            // 404 and 405 come first, and cost little.
            if ((isTooFast || !places.hasRoom(party)) && !methodsOf(path).includes(method)) return begin()
            if (isTooFast) return reject(exhausted)
            const entry = { party, begin, shed: () => reject(shed(party, fieldsOf(headers))) }
            entries.set(source, entry)
            places.enter(entry)
            watch()
          },
          has: (source) => entries.has(source),
          check: Effect.fnUntraced(function* (organization, { headers, source }): Effect.fn.Return<Decision> {
            remember(headers, organization)
            if (isOverRate(organization)) return exhausted
            const rejection = yield* join(source, organization)
            if (rejection !== undefined) return rejection
            if (limit === 0) return { headers: {} }
            return yield* consume(organization, 1).pipe(
              Effect.map((headers) => ({ headers })),
              Effect.catchReason("RateLimiterError", "RateLimitExceeded", ({ retryAfter }) => {
                nextToken.set(organization, now() + Duration.toMillis(retryAfter))
                return Effect.succeed(exhausted)
              }),
              // The store in memory cannot fail.
              Effect.orDie
            )
          }),
          fieldsOf,
          forget: (headers) => void organizations.delete(credentialOf(headers)),
          leave: (source) => {
            const entry = entries.get(source)
            if (entry !== undefined) places.leave(entry)
          }
        })
      })
    ).pipe(Layer.provide(RateLimiter.layer), Layer.provide(RateLimiter.layerStoreMemory))
}
