/** Finds one row of a store, and fails when there is none. */
import { Array, Effect, Option } from "effect"
import type { OrganizationId } from "./ids.ts"

/** The row with this id, found by the method `findMany` of a store. */
export const findOne = <Id, A, E>(
  findMany: (organization_id: OrganizationId, ids: ReadonlyArray<Id>) => Effect.Effect<ReadonlyArray<A>, E>,
  organization_id: OrganizationId,
  id: Id
): Effect.Effect<Option.Option<A>, E> => Effect.map(findMany(organization_id, [id]), Array.head)

/** The value that a store found; fails with `notFound` if there is none. */
export const orNotFound = <A, E, R, N>(
  find: Effect.Effect<Option.Option<A>, E, R>,
  notFound: () => N
): Effect.Effect<A, E | N, R> =>
  Effect.flatMap(find, (found) => (Option.isSome(found) ? Effect.succeed(found.value) : Effect.fail(notFound())))
