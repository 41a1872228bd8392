/**
 * When large answers are made and large bodies are read: so that the requests of other organizations need not wait for
 * many of them. The state is in the memory of this process, and belongs to one server.
 */
import { type OrganizationId, Pagination } from "@mailroom/core"
import { Clock, Context, Duration, Effect, Layer, Semaphore } from "effect"
import { HttpServerResponse } from "effect/http"
import { json } from "./Answer.ts"

/** How long it counts that another organization has sent a request. */
const memory = Duration.toMillis("10 seconds")

/** Bytes of a body that takes milliseconds to read. */
const largeBody = 64 * 1024

export class Turns extends Context.Service<
  Turns,
  {
    /** Must be told whose each request is. */
    readonly arrived: (organization: OrganizationId) => void
    /** Reads a body of so many bytes: a large one in its turn. */
    readonly read: <A>(bytes: number, read: () => A) => Effect.Effect<A>
    /** The answer that is this page: with more rows than a page has by default, made in its turn. */
    readonly page: <Encoded extends { readonly data: ReadonlyArray<unknown> }>(
      page: Encoded
    ) => Effect.Effect<HttpServerResponse.HttpServerResponse>
  }
>()("@mailroom/http/Turns") {
  static readonly layer = Layer.effect(
    Turns,
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const turn = yield* Semaphore.make(1)
      let last: OrganizationId | undefined
      /** When requests of two organizations came in one after the other. */
      let sharedAt = -Infinity
      const isShared = () => clock.currentTimeMillisUnsafe() - sharedAt < memory

      /**
       * While several organizations send requests, one piece of large work for each turn of the event loop, which does
       * what has come in before it goes on. An organization alone would wait longer for that, and nobody would gain:
       * what is ready together costs a fifth less when it is done together.
       */
      const inTurn = <A>(work: () => A): Effect.Effect<A> =>
        Effect.suspend(() =>
          isShared() ? turn.withPermit(Effect.andThen(Effect.yieldNow, Effect.sync(work))) : Effect.sync(work)
        )

      return Turns.of({
        arrived: (organization) => {
          if (last !== undefined && last !== organization) sharedAt = clock.currentTimeMillisUnsafe()
          last = organization
        },
        read: (bytes, read) => (bytes > largeBody ? inTurn(read) : Effect.sync(read)),
        page: (page) =>
          page.data.length > Pagination.defaultLimit ? inTurn(() => json(page)) : Effect.succeed(json(page))
      })
    })
  )
}
