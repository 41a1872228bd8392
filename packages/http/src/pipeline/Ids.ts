/** Ids to delete, from the body or from `ids` in the query. The body has priority. */
import type { InvalidInput } from "@mailroom/core"
import { Effect, Predicate } from "effect"
import { invalidRequest, placeOf } from "../contract/Problems.ts"

/** Adds the ids to the body, and returns the part of the request that they came from. */
export const withIds = (body: unknown, ids: ReadonlyArray<number> | undefined) => {
  const isInQuery = Predicate.isObject(body) && !("ids" in body) && ids !== undefined
  // Untyped, because the use case decodes it.
  const input: any = isInQuery ? { ...body, ids } : body
  return { input, idsAt: isInQuery ? "/query" : "/body" } as const
}

/**
 * Converts the faults of a use case to a 400: ids point to their part of the request, the precondition to its header,
 * everything else to the body.
 */
export const invalidIds =
  (idsAt: "/body" | "/query") =>
  ({ faults }: InvalidInput) => {
    const partOf = (pointer: string) => (/^\/ids(?:\/|$)/u.test(pointer) ? idsAt : "/body")
    return Effect.fail(
      invalidRequest(faults.map(({ message, pointer }) => ({ pointer: placeOf(partOf(pointer), pointer), message })))
    )
  }
