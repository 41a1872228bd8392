/** Ids of what is to be deleted, in the body or in `ids` of the query: those of the body come first. */
import type { InvalidInput } from "@mailroom/core"
import { Effect, Predicate } from "effect"
import { invalidRequest, placeOf } from "./Problems.ts"

/** The body with ids, and the part of the request that has them. */
export const withIds = (body: unknown, ids: ReadonlyArray<number> | undefined) => {
  const isInQuery = Predicate.isObject(body) && !("ids" in body) && ids !== undefined
  // The use case decodes it.
  const input: any = isInQuery ? { ...body, ids } : body
  return { input, idsAt: isInQuery ? "/query" : "/body" } as const
}

/** Faults of the ids, of the precondition, which is a header, and of the body. */
export const invalidIds =
  (idsAt: "/body" | "/query") =>
  ({ faults }: InvalidInput) => {
    const partOf = (pointer: string) => (/^\/ids(?:\/|$)/u.test(pointer) ? idsAt : "/body")
    return Effect.fail(
      invalidRequest(faults.map(({ message, pointer }) => ({ pointer: placeOf(partOf(pointer), pointer), message })))
    )
  }
