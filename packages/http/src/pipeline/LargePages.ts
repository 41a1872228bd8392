/**
 * Schedules large pages, so that requests of other organizations do not wait for many of them. The state is in the
 * memory of this process, and belongs to one server. No row of the bench measures several organizations. Measured by hand,
 * while 32 connections of one organization read pages of 200 leads: a small request of another organization takes 1 to 4 ms; without
 * this file, 39 to 212 ms (medians of six rounds each, on two loaded cores).
 */
import { CurrentOrganization, type OrganizationId, Pagination } from "@mailroom/core"
import { Clock, Context, Duration, Effect, Layer, Option, PartitionedSemaphore, Semaphore } from "effect"
import { HttpServerResponse } from "effect/http"
import { jsonPage } from "./Answer.ts"

/** How long a server counts as shared after requests of two organizations. */
const sharedFor = Duration.toMillis("10 seconds")

/** Larger pages, in rows, take about half a millisecond or more. */
const smallPage = Pagination.defaultLimit

/** The longest wait for earlier large pages of the same organization, which may be slow. */
const queueTimeout = Duration.millis(500)

/** The current requests of an organization for large pages. */
interface Queue {
  readonly semaphore: Semaphore.Semaphore
  requests: number
}

/** Yields until the event loop has polled for I/O. One `yieldNow` is not enough after an I/O callback. */
const pollForIo = Effect.andThen(Effect.yieldNow, Effect.yieldNow)

export class LargePages extends Context.Service<
  LargePages,
  {
    /** Must be called with the organization of each request. */
    readonly arrived: (organization: OrganizationId) => void
    /** Handles a request of this organization for a page of at most `limit` rows. A large page waits for the earlier ones of its organization. */
    readonly answer: <A, E, R>(
      organization: OrganizationId,
      limit: number,
      handler: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E, R>
    /** The answer with this page. Large pages are serialized one at a time. */
    readonly page: <Encoded extends { readonly data: ReadonlyArray<unknown> }>(
      page: Encoded
    ) => Effect.Effect<HttpServerResponse.HttpServerResponse>
  }
>()("@mailroom/http/LargePages") {
  static readonly layer = Layer.effect(
    LargePages,
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const largeWork = yield* PartitionedSemaphore.make<OrganizationId | undefined>({ permits: 1 })
      let last: OrganizationId | undefined
      /** The last time when two consecutive requests came from different organizations. */
      let sharedAt = -Infinity
      const isShared = () => clock.currentTimeMillisUnsafe() - sharedAt < sharedFor

      /**
       * Alternates large work of organizations while several organizations send requests: one piece for each iteration of the event
       * loop, which can then handle new input. With a single organization, that would
       * help nobody, and running the work at once costs 20 % less.
       */
      const alternating = <A>(work: () => A): Effect.Effect<A> =>
        Effect.suspend(() => {
          if (!isShared()) return Effect.sync(work)
          return Effect.flatMap(Effect.serviceOption(CurrentOrganization), (organization) =>
            largeWork.withPermit(Option.getOrUndefined(organization)?.id)(Effect.andThen(pollForIo, Effect.sync(work)))
          )
        })

      const queues = new Map<OrganizationId, Queue>()
      /**
       * Answers one large page of each organization at a time, from its query on, while several organizations send
       * requests.
       */
      const inQueue = <A, E, R>(
        organization: OrganizationId,
        handler: Effect.Effect<A, E, R>
      ): Effect.Effect<A, E, R> =>
        Effect.suspend(() => {
          if (!isShared()) return handler
          const queue = queues.get(organization) ?? { semaphore: Semaphore.makeUnsafe(1), requests: 0 }
          queues.set(organization, queue)
          queue.requests++
          let hasPermit = false
          const wait = Effect.timeoutOption(
            Effect.map(queue.semaphore.take(1), () => (hasPermit = true)),
            queueTimeout
          )
          const leave = Effect.suspend(() => {
            if (--queue.requests === 0) queues.delete(organization)
            return hasPermit ? queue.semaphore.release(1) : Effect.void
          })
          return Effect.ensuring(Effect.andThen(wait, handler), leave)
        })

      return LargePages.of({
        arrived: (organization) => {
          if (last !== undefined && last !== organization) sharedAt = clock.currentTimeMillisUnsafe()
          last = organization
        },
        answer: (organization, limit, handler) => (limit > smallPage ? inQueue(organization, handler) : handler),
        page: (page) =>
          page.data.length > smallPage ? alternating(() => jsonPage(page)) : Effect.succeed(jsonPage(page))
      })
    })
  )
}
