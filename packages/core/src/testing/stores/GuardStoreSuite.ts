/** Conformance cases: the promises of `GuardStore`, that is which transactions wait for which others. */
import { Deferred, Effect, Fiber } from "effect"
import { GuardStore } from "../../guards/GuardStore.ts"
import { TagStore } from "../../tags/TagStore.ts"
import { type LockMode, Transactor } from "../../Transactor.ts"
import { newOrganization, refuse, same } from "../fixtures/Fixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { goesOn, waits } from "../fixtures/Waiting.ts"
import type { OrganizationId } from "../../ids.ts"

const kinds: ReadonlyArray<LockMode> = ["shared", "exclusive"]

/** An organization, and its guard. */
const begin = Effect.gen(function* () {
  const organization_id = yield* newOrganization
  const guards = yield* GuardStore
  const { transaction } = yield* Transactor
  return { organization_id, guards, transaction, lock: (mode: LockMode) => guards.lock(organization_id, mode) }
})

/** Reads the organization's tags and appends a letter to each name: concurrent runs lose letters without a lock. */
const grow = Effect.fnUntraced(function* (organization_id: OrganizationId) {
  const tags = yield* TagStore
  const { data } = yield* tags.page(organization_id, { offset: 0, limit: 10 })
  yield* Effect.yieldNow
  for (const tag of data) yield* tags.replace(organization_id, { ...tag, name: `${tag.name}x` })
})

const alone = casesOf("GuardStore", {
  "is locked in either way, and again by the same transaction, also by a nested one": Effect.gen(function* () {
    const { lock, transaction } = yield* begin
    for (const first of kinds) {
      for (const second of kinds) {
        yield* transaction(Effect.andThen(lock(first), transaction(Effect.andThen(lock(second), lock(first)))))
      }
    }
  }),
  "an exclusive lock orders transactions: each sees what those before it wrote": Effect.gen(function* () {
    const { lock, organization_id, transaction } = yield* begin
    const tags = yield* TagStore
    yield* tags.insert(organization_id, { name: "a", sentiment: "neutral" })
    const growing = transaction(Effect.andThen(lock("exclusive"), grow(organization_id)))
    yield* Effect.replicateEffect(growing, 12, { concurrency: "unbounded" })
    const { data } = yield* tags.page(organization_id, { offset: 0, limit: 10 })
    same(
      data.map(({ name }) => name),
      [`a${"x".repeat(12)}`]
    )
  }),
  "is released by a failure, and by an interruption": Effect.gen(function* () {
    const { lock, transaction } = yield* begin
    for (const first of kinds) {
      yield* Effect.flip(transaction(Effect.andThen(lock(first), refuse)))
      const locked = yield* Deferred.make<void>()
      const fiber = yield* lock(first).pipe(
        Effect.andThen(Deferred.succeed(locked, undefined)),
        Effect.andThen(Effect.never),
        transaction,
        Effect.forkChild
      )
      yield* Deferred.await(locked)
      yield* Fiber.interrupt(fiber)
      for (const second of kinds) yield* transaction(lock(second))
    }
  }),
  "can be locked again after a nested transaction that failed": Effect.gen(function* () {
    const { lock, transaction } = yield* begin
    const failing = Effect.flip(transaction(Effect.andThen(lock("exclusive"), refuse)))
    yield* transaction(Effect.andThen(failing, lock("shared")))
    yield* transaction(lock("exclusive"))
  })
})

const together = casesOf(
  "GuardStore, two transactions",
  {
    "any number of transactions hold it shared at once": Effect.gen(function* () {
      const { lock, transaction } = yield* begin
      const shared = lock("shared")
      yield* goesOn(shared, goesOn(shared, transaction(shared)))
    }),
    "an exclusive lock and any other lock wait for each other": Effect.gen(function* () {
      const { lock, transaction } = yield* begin
      for (const [first, second] of [
        ["exclusive", "shared"],
        ["shared", "exclusive"],
        ["exclusive", "exclusive"]
      ] as const) {
        yield* waits(lock(first), transaction(lock(second)), `${second} after ${first}`)
      }
    }),
    "organizations do not wait for each other": Effect.gen(function* () {
      const { guards, lock, transaction } = yield* begin
      yield* goesOn(lock("exclusive"), transaction(guards.lock(yield* newOrganization, "exclusive")))
    }),
    "a transaction that waited sees what was committed meanwhile": Effect.gen(function* () {
      const { lock, organization_id, transaction } = yield* begin
      const tags = yield* TagStore
      yield* tags.insert(organization_id, { name: "a", sentiment: "neutral" })
      const read = Effect.map(tags.page(organization_id, { offset: 0, limit: 10 }), ({ data }) =>
        data.map(({ name }) => name)
      )
      for (const [first, second] of [
        ["exclusive", "shared"],
        ["shared", "exclusive"]
      ] as const) {
        const before = yield* read
        const reading = transaction(read.pipe(Effect.andThen(lock(second)), Effect.andThen(read)))
        same(
          yield* waits(Effect.andThen(lock(first), grow(organization_id)), reading),
          before.map((name) => `${name}x`)
        )
      }
    })
  },
  { secondTransaction: true }
)

export const cases: ReadonlyArray<StorageCase> = [...alone, ...together]
