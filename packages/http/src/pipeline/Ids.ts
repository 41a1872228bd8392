/** Ids to delete, from the body or from `ids` in the query. The body has priority. */
import { type Fault, InvalidInput } from "@mailroom/core"
import { Effect, Predicate } from "effect"
import { type InvalidRequest, invalidRequest, placeOf } from "../contract/Problems.ts"

/** Makes a use case take the ids of the query where the body has none. Faults of these ids point into the query. */
export const idsInQuery =
  <Input, Precondition, A, E, R>(
    remove: (input: Input, precondition: Precondition) => Effect.Effect<A, E | InvalidInput, R>
  ) =>
  (
    body: Partial<Input>,
    { ids }: { readonly ids?: ReadonlyArray<number> },
    precondition: Precondition
  ): Effect.Effect<A, E | InvalidInput | InvalidRequest, R> => {
    // Untyped, because the use case decodes it.
    const input: any = body
    if (ids === undefined || !Predicate.isObject(input) || "ids" in input) return remove(input, precondition)
    return Effect.mapError(remove({ ...input, ids } as any, precondition), (error) =>
      error instanceof InvalidInput ? invalidRequest(error.faults.map(inQuery)) : error
    )
  }

/** Ids point into the query, the precondition to its header, everything else into the body. */
const inQuery = ({ message, pointer }: Fault): Fault => {
  const part = /^\/ids(?:\/|$)/u.test(pointer) ? "/query" : "/body"
  return { message, pointer: placeOf(part, pointer) }
}
