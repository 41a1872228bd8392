/**
 * Keeps the context of requests small. The framework copies the context several times for each request and each
 * transaction. With all services in it, copying took 25 % of the time of a short answer: the row
 * "leads, limit 1" of the bench.
 */
import { Mailroom } from "@mailroom/core"
import { Context, Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"

const omitted = Context.omit(...Mailroom.ports, ...Mailroom.useCases)

/** Runs an effect without the use cases in its context. The effect must not need them. */
export const withoutUseCases = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.updateContext(effect, (context: Context.Context<R>) => omitted(context) as Context.Context<R>)

/**
 * Like `HttpApiBuilder.group`. Routes keep the context in which they are built; here it does not contain the use cases.
 * The handlers get the full context.
 */
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
