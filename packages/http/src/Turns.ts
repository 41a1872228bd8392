/**
 * When large pages are answered and large bodies are read: so that the requests of other organizations need not wait for
 * many of them. The state is in the memory of this process, and belongs to one server.
 */
import { CurrentOrganization, type OrganizationId, Pagination } from "@mailroom/core"
import { Clock, Context, Duration, Effect, Layer, Option, PartitionedSemaphore, Semaphore } from "effect"
import { HttpServerResponse } from "effect/http"
import { jsonPage } from "./Answer.ts"

/** How long it counts that another organization has sent a request. */
const memory = Duration.toMillis("10 seconds")

/** More rows of a page, and more bytes of a body, take about half a millisecond or longer. */
const smallPage = Pagination.defaultLimit
const smallBody = 64 * 1024

/** The longest wait of a large page for those of its organization before it, which may be slow. */
const patience = Duration.millis(500)

/** An organization's requests for large pages. */
interface Lane {
  readonly turn: Semaphore.Semaphore
  requests: number
}

/** Waits until the event loop has looked for what came in. After a callback for I/O, the first `yieldNow` ends before that. */
const nextTurn = Effect.andThen(Effect.yieldNow, Effect.yieldNow)

export class Turns extends Context.Service<
  Turns,
  {
    /** Must be told whose each request is. */
    readonly arrived: (organization: OrganizationId) => void
    /** Handles a request of this organization for a page of at most so many rows: a large one in its turn. */
    readonly answer: <A, E, R>(
      organization: OrganizationId,
      limit: number,
      handler: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E, R>
    /** Reads a body of so many bytes: a large one in its turn. */
    readonly read: <A>(bytes: number, read: () => A) => Effect.Effect<A>
    /** The answer that is this page: a large one made in its turn. */
    readonly page: <Encoded extends { readonly data: ReadonlyArray<unknown> }>(
      page: Encoded
    ) => Effect.Effect<HttpServerResponse.HttpServerResponse>
  }
>()("@mailroom/http/Turns") {
  static readonly layer = Layer.effect(
    Turns,
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const turn = yield* PartitionedSemaphore.make<OrganizationId | undefined>({ permits: 1 })
      let last: OrganizationId | undefined
      /** When requests of two organizations came in one after the other. */
      let sharedAt = -Infinity
      const isShared = () => clock.currentTimeMillisUnsafe() - sharedAt < memory

      /**
       * While several organizations send requests: one piece of large work for each turn of the event loop, which then
       * does what has come in. The organizations alternate. With one alone nobody would gain, and what is ready at the
       * same time costs a fifth less when it is done at once.
       */
      const inTurn = <A>(work: () => A): Effect.Effect<A> =>
        Effect.suspend(() => {
          if (!isShared()) return Effect.sync(work)
          return Effect.flatMap(Effect.serviceOption(CurrentOrganization), (organization) =>
            turn.withPermit(Option.getOrUndefined(organization)?.id)(Effect.andThen(nextTurn, Effect.sync(work)))
          )
        })

      const lanes = new Map<OrganizationId, Lane>()
      /** While several organizations send requests: one large page of each at a time, from its query on. */
      const inLane = <A, E, R>(organization: OrganizationId, handler: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
        Effect.suspend(() => {
          if (!isShared()) return handler
          const lane = lanes.get(organization) ?? { turn: Semaphore.makeUnsafe(1), requests: 0 }
          lanes.set(organization, lane)
          lane.requests++
          let hasTurn = false
          const wait = Effect.timeoutOption(
            Effect.map(lane.turn.take(1), () => (hasTurn = true)),
            patience
          )
          const leave = Effect.suspend(() => {
            if (--lane.requests === 0) lanes.delete(organization)
            return hasTurn ? lane.turn.release(1) : Effect.void
          })
          return Effect.ensuring(Effect.andThen(wait, handler), leave)
        })

      return Turns.of({
        arrived: (organization) => {
          if (last !== undefined && last !== organization) sharedAt = clock.currentTimeMillisUnsafe()
          last = organization
        },
        answer: (organization, limit, handler) => (limit > smallPage ? inLane(organization, handler) : handler),
        read: (bytes, read) => (bytes > smallBody ? inTurn(read) : Effect.sync(read)),
        page: (page) => (page.data.length > smallPage ? inTurn(() => jsonPage(page)) : Effect.succeed(jsonPage(page)))
      })
    })
  )
}
