/** Faults in the store of requests with an idempotency key. */
import { IdempotencyStore, Timestamp } from "@mailroom/core"
import { Effect } from "effect"
import { type Mutant, mutant } from "./Mutant.ts"

const stored = "IdempotencyStore: lockOrInsert answers what is inserted, and from then on what is stored"
const expired = "IdempotencyStore: finds what has expired, the earliest first, and removes only that"

export const idempotency: ReadonlyArray<Mutant> = [
  mutant(
    "keys are compared in any case",
    IdempotencyStore,
    ({ lockOrInsert }) => ({
      lockOrInsert: (organization_id, request) =>
        Effect.map(lockOrInsert(organization_id, { ...request, key: request.key.toLowerCase() }), (found) =>
          found.run === request.run ? request : found
        )
    }),
    stored
  ),
  mutant(
    "the latest request counts",
    IdempotencyStore,
    ({ lockOrInsert, replace }) => ({
      lockOrInsert: (organization_id, request) =>
        Effect.as(Effect.andThen(lockOrInsert(organization_id, request), replace(organization_id, request)), request)
    }),
    stored
  ),
  mutant(
    "an answer that replaces another one keeps its expiry",
    IdempotencyStore,
    ({ lockOrInsert, replace }) => ({
      replace: (organization_id, request) =>
        Effect.flatMap(Effect.orDie(lockOrInsert(organization_id, request)), ({ expires_at }) =>
          replace(organization_id, { ...request, expires_at })
        )
    }),
    "IdempotencyStore: replace stores every field, of one key"
  ),
  mutant(
    "the latest expired keys first",
    IdempotencyStore,
    ({ findExpired }) => ({
      findExpired: ({ limit, now }) =>
        Effect.map(findExpired({ now, limit: 1_000 }), (found) => found.toReversed().slice(0, limit))
    }),
    expired
  ),
  mutant(
    "keys are removed that have not expired",
    IdempotencyStore,
    ({ removeExpired }) => ({
      removeExpired: (organization_id, keys, now) =>
        removeExpired(organization_id, keys, Timestamp.plus(now, Timestamp.clockTolerance))
    }),
    expired
  )
]
