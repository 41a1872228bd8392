/**
 * When large answers are made and large bodies are read: so that the requests of other organizations need not wait for
 * many of them. The state is in the memory of this process, and belongs to one server.
 */
import { CurrentOrganization, type OrganizationId } from "@mailroom/core"
import { Clock, Context, Duration, Effect, Layer, Option, PartitionedSemaphore } from "effect"
import { HttpServerResponse } from "effect/http"
import { jsonPage } from "./Answer.ts"

/** How long it counts that another organization has sent a request. */
const memory = Duration.toMillis("10 seconds")

/** More rows of a page, and more bytes of a body, take about a millisecond or longer. */
const smallPage = 20
const smallBody = 64 * 1024

export class Turns extends Context.Service<
  Turns,
  {
    /** Must be told whose each request is. */
    readonly arrived: (organization: OrganizationId) => void
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
            turn.withPermit(Option.getOrUndefined(organization)?.id)(Effect.andThen(Effect.yieldNow, Effect.sync(work)))
          )
        })

      return Turns.of({
        arrived: (organization) => {
          if (last !== undefined && last !== organization) sharedAt = clock.currentTimeMillisUnsafe()
          last = organization
        },
        read: (bytes, read) => (bytes > smallBody ? inTurn(read) : Effect.sync(read)),
        page: (page) => (page.data.length > smallPage ? inTurn(() => jsonPage(page)) : Effect.succeed(jsonPage(page)))
      })
    })
  )
}
