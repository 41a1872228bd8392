import { Effect, Option } from "effect"

/** The value that a store found; fails with `notFound` if there is none. */
export const orNotFound = <A, E, R, N>(
  find: Effect.Effect<Option.Option<A>, E, R>,
  notFound: () => N
): Effect.Effect<A, E | N, R> =>
  Effect.flatMap(find, (found) => (Option.isSome(found) ? Effect.succeed(found.value) : Effect.fail(notFound())))
