/**
 * What requests have in their context. The framework copies it several times for each request, and for each transaction:
 * with all that the server was made of, that took a quarter of the time of a short answer.
 */
import { Mailroom } from "@mailroom/core"
import { Context, Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"

const omitted = Context.omit(...Mailroom.ports, ...Mailroom.useCases)

/** Runs an effect that needs none of the use cases without them in its context. */
export const withoutUseCases = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.updateContext(effect, (context: Context.Context<R>) => omitted(context) as Context.Context<R>)

/** As `HttpApiBuilder.group`, whose routes keep the context that they are made in: here, without the use cases. */
export const group: typeof HttpApiBuilder.group = (api, identifier, build) =>
  Layer.fromBuild((memoMap, scope) =>
    Effect.contextWith((context: Context.Context<never>) => {
      const inContext = (handlers: Parameters<typeof build>[0]) => {
        const made = build(handlers)
        return Effect.isEffect(made) ? Effect.provideContext(made, context) : made
      }
      const routes = HttpApiBuilder.group(api, identifier, inContext as typeof build)
      return withoutUseCases(Layer.buildWithMemoMap(routes, memoMap, scope))
    })
  )
