/**
 * Which requests are answered, and which are rejected at once (contract, "Order of the checks" and "rate"): bounds on
 * the requests in flight, in the process and of each organization, and a rate limit per organization. The state is in
 * the memory of this process.
 */
import type { OrganizationId } from "@mailroom/core"
import { Clock, Context, Duration, Effect, Layer } from "effect"
import { RateLimiter } from "effect/persistence"
import { RateLimited, ServiceUnavailable } from "./Problems.ts"
import type { MethodsOf } from "./MethodsOf.ts"

/** More requests at once only wait for each other: one process has one processor. */
export const defaultMaxInFlight = 20

export interface Options {
  /**
   * How many requests may be in flight, from their headers until their answer is sent; others get a 503. Default: 20.
   */
  readonly maxInFlight?: number | undefined
  /** Requests per second of each organization, in bursts of at most twice as many. Default: 0, which is no limit. */
  readonly rateLimit?: number | undefined
}

/** What the check before routing reads of a request. */
interface Arrival {
  /** The runtime's own request object: it identifies the request. */
  readonly source: object
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly authorization: string | undefined
}

export interface Rejection {
  readonly problem: RateLimited | ServiceUnavailable
  readonly headers: Readonly<Record<string, string>>
  /** Whether the client should wait before it asks again: then nothing more is read from the connection for a while. */
  readonly mustWait?: boolean
}

/** The fields of the answer; with a `problem`, the answer is that. */
interface Decision {
  readonly problem?: RateLimited
  readonly headers: Readonly<Record<string, string>>
}

/** Places are shared between the organizations, and all requests whose organization is unknown. */
type Party = OrganizationId | "unknown"

interface Credential {
  readonly organization: OrganizationId
  /** When the organization's bucket has a token again, in milliseconds after the epoch. */
  nextToken: number
}

/** A load balancer needs these answers most when no other request is answered. */
const probes: ReadonlySet<string> = new Set(["/livez", "/readyz"])

/** The bucket holds what flows in during this time: twice the rate. */
const window = Duration.seconds(2)

/** Of how many credentials the organization is remembered. */
const memory = 10_000

const retryAfter = { "retry-after": "1" }
const busy: Rejection = {
  problem: new ServiceUnavailable({ detail: "The server is busy; try again" }),
  headers: retryAfter
}
const tooMany = {
  problem: new RateLimited({ detail: "The organization has too many requests in flight; try again" }),
  headers: retryAfter
}
const tooFast = new RateLimited({ detail: "The organization sends too many requests; try again" })

export class Admission extends Context.Service<
  Admission,
  {
    /** Takes a place for a request, before anything else is done for it, or rejects it. Probes need no place. */
    readonly enter: (arrival: Arrival) => Rejection | undefined
    /** Whether a request has a place. */
    readonly has: (source: object) => boolean
    /** Checks an authenticated request against the bounds of its organization. */
    readonly check: (
      organization: OrganizationId,
      arrival: Pick<Arrival, "authorization" | "source">
    ) => Effect.Effect<Decision>
    /** Must be told of a credential that is not valid (any more). */
    readonly forget: (authorization: string | undefined) => void
    /** Must be called once the answer is sent: gives the place back, if the request has one. */
    readonly leave: (source: object) => void
  }
>()("@mailroom/http/Admission") {
  static readonly layer = ({
    maxInFlight = defaultMaxInFlight,
    methodsOf,
    rateLimit = 0
  }: Options & { readonly methodsOf: MethodsOf }) =>
    Layer.effect(
      Admission,
      Effect.gen(function* () {
        const clock = yield* Clock.Clock
        const limiter = yield* RateLimiter.RateLimiter

        const places = new WeakMap<object, Party>()
        const held = new Map<Party, number>()
        let inFlight = 0
        const count = (party: Party, change: 1 | -1) => {
          const now = (held.get(party) ?? 0) + change
          if (now === 0) held.delete(party)
          else held.set(party, now)
        }
        /**
         * A party may hold at most as many places as are free: one alone gets half of them, two get a third each. So
         * some are always left for the others.
         */
        const isFull = (party: Party, taken: number) => (held.get(party) ?? 0) >= maxInFlight - taken

        /**
         * The credentials that were valid. With it a request is rejected before it is routed and authenticated, which
         * costs as much as many answers. The oldest are dropped.
         */
        const credentials = new Map<string, Credential>()
        const remember = (authorization: string, organization: OrganizationId) => {
          const known = credentials.get(authorization)
          if (known?.organization === organization) return known
          const [oldest] = credentials.size < memory ? [] : credentials.keys()
          if (oldest !== undefined) credentials.delete(oldest)
          const credential = { organization, nextToken: 0 }
          credentials.set(authorization, credential)
          return credential
        }

        const limit = rateLimit * Duration.toSeconds(window)
        const policy = `"organization";q=${limit};w=${Duration.toSeconds(window)}`
        const fields = (remaining: number, reset: Duration.Duration) => ({
          "ratelimit-policy": policy,
          ratelimit: `"organization";r=${remaining};t=${Math.ceil(Duration.toSeconds(reset))}`
        })
        const exhausted = { problem: tooFast, headers: { ...retryAfter, ...fields(0, window) }, mustWait: true }

        const crowded = { ...tooMany, mustWait: limit > 0 }

        const rejectionOf = ({ authorization = "" }: Arrival): Rejection | undefined => {
          if (inFlight >= maxInFlight) return busy
          const credential = credentials.get(authorization)
          if (credential === undefined) return isFull("unknown", inFlight) ? busy : undefined
          if (clock.currentTimeMillisUnsafe() < credential.nextToken) return exhausted
          return isFull(credential.organization, inFlight) ? crowded : undefined
        }

        return Admission.of({
          enter: (arrival) => {
            const { authorization = "", method, path, source } = arrival
            if (probes.has(path)) return undefined
            const rejection = rejectionOf(arrival)
            // 404 and 405 come first, and cost little.
            if (rejection !== undefined) return methodsOf(path).includes(method) ? rejection : undefined
            const party = credentials.get(authorization)?.organization ?? "unknown"
            places.set(source, party)
            count(party, 1)
            inFlight++
            return undefined
          },
          has: (source) => places.has(source),
          check: Effect.fnUntraced(function* (organization, { authorization, source }): Effect.fn.Return<Decision> {
            const credential = authorization === undefined ? undefined : remember(authorization, organization)
            const party = places.get(source)
            if (party !== undefined && party !== organization) {
              if (isFull(organization, inFlight - 1)) return tooMany
              places.set(source, organization)
              count(party, -1)
              count(organization, 1)
            }
            if (limit === 0) return { headers: {} }
            return yield* limiter.consume({ algorithm: "token-bucket", key: String(organization), limit, window }).pipe(
              Effect.map(({ remaining, resetAfter }) => ({ headers: fields(remaining, resetAfter) })),
              Effect.catchReason("RateLimiterError", "RateLimitExceeded", ({ retryAfter }) => {
                const nextToken = clock.currentTimeMillisUnsafe() + Duration.toMillis(retryAfter)
                if (credential !== undefined) credential.nextToken = nextToken
                return Effect.succeed(exhausted)
              }),
              // The store in memory cannot fail.
              Effect.orDie
            )
          }),
          forget: (authorization = "") => void credentials.delete(authorization),
          leave: (source) => {
            const party = places.get(source)
            if (party === undefined) return
            places.delete(source)
            count(party, -1)
            inFlight--
          }
        })
      })
    ).pipe(Layer.provide(RateLimiter.layer), Layer.provide(RateLimiter.layerStoreMemory))
}
