/**
 * Keeps the context of requests small. The framework copies the context several times for each request and each
 * transaction. With all services in it, copying took 25 % of the time of a short answer: the row
 * "leads, limit 1" of the bench.
 */
import { Mailroom } from "@mailroom/core"
import { Context, Effect } from "effect"

const omitted = Context.omit(...Mailroom.ports, ...Mailroom.useCases)

/** Runs an effect without the use cases in its context. The effect must not need them. */
export const withoutUseCases = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.updateContext(effect, (context: Context.Context<R>) => omitted(context) as Context.Context<R>)
