/**
 * Decides when each request is answered, and whether it is (contract, "waiting", "rate" and "Order of the checks"). At
 * most `maxInFlight` requests have a place, which is the right to be processed; further requests wait in queues. Each
 * organization has a rate limit. Until a request is authenticated, it belongs to a party (`Parties`): the organization last
 * seen with its credentials, or "unknown". The state is in the memory of this process.
 */
import { Deadline, type OrganizationId } from "@mailroom/core"
import { Clock, Context, Effect, Layer } from "effect"
import { RateLimiter } from "effect/persistence"
import { type Entry, longestQueue } from "./Places.ts"
import { RateLimited, ServiceUnavailable } from "../contract/Problems.ts"
import type { Fields, Headers } from "./HeaderFields.ts"
import type { MethodsOf } from "./MethodsOf.ts"
import { show } from "./Metrics.ts"
import { makeParties, type Party } from "./Parties.ts"
import { makeQueues, monotonicOf } from "./Queues.ts"
import { makeRateLimit } from "./RateLimit.ts"

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

/** Probes never wait: a load balancer needs them most when the server answers no other request. */
const probes: ReadonlySet<string> = new Set(["/livez", "/readyz"])

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
        const monotonic = monotonicOf(yield* Clock.Clock)
        const { places, watch } = yield* makeQueues(maxInFlight)
        const { forget, partyOf, remember } = makeParties(isByHost)
        const rate = yield* makeRateLimit(rateLimit)
        const entries = new WeakMap<object, Entry<Party> & { readonly arrived: number }>()
        const rejected = { rate: 0, busy: 0 }
        yield* show({
          places: maxInFlight,
          inFlight: () => places.inFlight,
          waiting: () => places.waiting,
          rejected
        })

        const fieldsOf = (headers: Headers) => (isByHost ? rate.policy : rate.fieldsLeft(partyOf(headers)))
        /** The rejection of a request that gets no place in time. */
        const shed = (party: Party, fields: Fields): Rejection => {
          rejected.busy++
          return { problem: party === "unknown" ? busy : crowded, headers: { ...retryAfter, ...fields } }
        }
        const exhausted: Rejection = {
          problem: new RateLimited({
            detail: `The organization sends more than ${rateLimit} requests a second: wait as long as \`Retry-After\` says, and send fewer`
          }),
          headers: { ...retryAfter, ...rate.exhausted }
        }
        /** The rejection of a request over the rate of its organization. */
        const tooFast = () => {
          rejected.rate++
          return exhausted
        }

        /** Moves an authenticated request to the party of its organization. While it waits there, it has no place. */
        const join = (source: object, organization: OrganizationId) =>
          Effect.suspend(() => {
            const entry = entries.get(source)
            if (entry === undefined || entry.party === organization) return Effect.undefined
            const waiting = Effect.callback<Rejection | undefined>((resume) => {
              const joined = {
                party: organization,
                arrived: entry.arrived,
                begin: () => resume(Effect.undefined),
                shed: () => resume(Effect.sync(() => shed(organization, rate.fieldsLeft(organization))))
              }
              entries.set(source, joined)
              places.move(entry, joined)
              watch()
              return Effect.sync(() => places.leave(joined))
            })
            return Deadline.outside(waiting)
          })

        return Admission.of({
          enter: ({ headers, method, path, source }, begin, reject) => {
            if (probes.has(path)) return begin()
            const party = partyOf(headers)
            const isTooFast = !isByHost && rate.isOverRate(party)
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
            if (rate.isOverRate(organization)) return tooFast()
            const rejection = yield* join(source, organization)
            if (rejection !== undefined) return rejection
            const fields = yield* rate.take(organization)
            return fields === undefined ? tooFast() : { headers: fields }
          }),
          fieldsOf,
          forget,
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
