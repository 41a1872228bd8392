/** Concurrent batches share a transaction, and a batch does not fail because of a fault in another one. */
import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { Activity } from "../../src/activity/Activity.ts"
import { forRefusals, shared, type SharingOptions } from "../../src/activity/Sharing.ts"
import { LeadStore } from "../../src/leads/LeadStore.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import * as Deadline from "../../src/Deadline.ts"
import { StorageError, Unavailable, Unknown } from "../../src/StorageError.ts"
import { at, idsOf, newCampaign, newLeads } from "../../src/testing/fixtures/Fixtures.ts"
import { toMillis } from "../../src/Timestamp.ts"
import { Transactor } from "../../src/Transactor.ts"
import { test } from "../Tenant.ts"
import { OrganizationId } from "../../src/ids.ts"

afterEach(() => vi.restoreAllMocks())

const here = OrganizationId.make(1)

/** A recorder of inputs. Its first call waits for `goOn`. It answers each input in upper case. */
const recording = (
  fails: (inputs: ReadonlyArray<string>) => StorageError | undefined = () => undefined,
  options?: SharingOptions
) => {
  const calls: Array<string> = []
  /** The time that each call has left, in milliseconds. */
  const left: Array<number> = []
  const goOn = Deferred.makeUnsafe<void>()
  const record = shared(
    (inputs: ReadonlyArray<string>) =>
      Effect.gen(function* () {
        calls.push(inputs.join(" "))
        left.push(Deadline.left(yield* Deadline.Current))
        if (calls.length === 1) yield* Deferred.await(goOn)
        const error = fails(inputs)
        if (error !== undefined) return yield* error
        return inputs.map((input) => input.toUpperCase())
      }),
    options
  )
  const start = (...batch: ReadonlyArray<string>) => Effect.forkChild(record(here, batch), { startImmediately: true })
  return { calls, left, record, start, goOn: Deferred.succeed(goOn, undefined) }
}

const because = (Reason: typeof Unavailable | typeof Unknown) =>
  new StorageError({ operation: "Test.record", reason: new Reason({ cause: new Error("down") }) })

describe("batches of an organization", () => {
  it.effect("that come while one is recorded are recorded together, and each gets its own results", () =>
    Effect.gen(function* () {
      const { calls, goOn, record, start } = recording()
      const fibers = [yield* start("a"), yield* start("b", "c"), yield* start("d")]
      const other = yield* Effect.forkChild(record(OrganizationId.make(2), ["e"]))
      yield* Effect.yieldNow
      yield* goOn
      assert.deepStrictEqual(yield* Effect.forEach(fibers, Fiber.join), [["A"], ["B", "C"], ["D"]])
      assert.deepStrictEqual(yield* Fiber.join(other), ["E"])
      assert.deepStrictEqual(calls, ["a", "e", "b c d"])
    })
  )

  it.effect("have at most a thousand inputs together", () =>
    Effect.gen(function* () {
      const { calls, goOn, start } = recording()
      const fibers = [yield* start("a")]
      for (const size of [400, 600, 1]) fibers.push(yield* start(...Array.from({ length: size }, () => "b")))
      yield* goOn
      yield* Effect.forEach(fibers, Fiber.join)
      assert.deepStrictEqual(
        calls.map((call) => call.split(" ").length),
        [1, 1000, 1]
      )
    })
  )

  it.effect("are recorded one by one after a failure, so only the one to blame fails", () =>
    Effect.gen(function* () {
      for (const fail of [
        (): StorageError => because(Unavailable),
        (): never => {
          throw new Error("a bug")
        }
      ]) {
        const { calls, goOn, start } = recording((inputs) => (inputs.includes("bad") ? fail() : undefined))
        const fibers = [yield* start("a"), yield* start("b"), yield* start("bad"), yield* start("c")]
        yield* goOn
        const exits = yield* Effect.forEach(fibers, Fiber.await)
        assert.deepStrictEqual(
          exits.map((exit) => Option.getOrUndefined(Exit.getSuccess(exit))),
          [["A"], ["B"], undefined, ["C"]]
        )
        assert.deepStrictEqual(calls, ["a", "b bad c", "b", "bad", "c"])
      }
    })
  )

  it.effect("are not recorded again when they may be stored", () =>
    Effect.gen(function* () {
      const unknown = because(Unknown)
      const { calls, goOn, start } = recording((inputs) => (inputs.includes("bad") ? unknown : undefined))
      const fibers = [yield* start("a"), yield* start("b"), yield* start("bad")]
      yield* goOn
      const exits = yield* Effect.forEach(fibers, Fiber.await)
      assert.deepStrictEqual(exits, [Exit.succeed(["A"]), Exit.fail(unknown), Exit.fail(unknown)])
      assert.deepStrictEqual(calls, ["a", "b bad"])
    })
  )

  it.effect("fail once when they are alone", () =>
    Effect.gen(function* () {
      const { calls, goOn, start } = recording(() => because(Unavailable))
      const fiber = yield* start("a")
      yield* goOn
      assert.isTrue(Exit.isFailure(yield* Fiber.await(fiber)))
      assert.deepStrictEqual(calls, ["a"])
    })
  )

  it.effect("do not wait for one that takes longer than 50 ms", () =>
    Effect.gen(function* () {
      const { calls, start } = recording()
      yield* start("a")
      const second = yield* start("b")
      yield* TestClock.adjust("49 millis")
      assert.deepStrictEqual(calls, ["a"])
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* Fiber.join(second), ["B"])
      assert.deepStrictEqual(calls, ["a", "b"])
    })
  )

  it.effect("of refusals wait for the one that has the guard, and share the next", () =>
    Effect.gen(function* () {
      const { calls, goOn, start } = recording(undefined, forRefusals)
      const fibers = [yield* start("a"), yield* start("b")]
      yield* TestClock.adjust("4 seconds")
      fibers.push(yield* start("c"))
      assert.deepStrictEqual(calls, ["a"])
      yield* goOn
      yield* Effect.forEach(fibers, Fiber.join)
      assert.deepStrictEqual(calls, ["a", "b c"])
    })
  )

  it.effect("are recorded by the latest of their deadlines, and one by one each by its own", () =>
    Effect.gen(function* () {
      vi.spyOn(performance, "now").mockReturnValue(0)
      const { calls, goOn, left, record } = recording((inputs) =>
        inputs.length > 1 ? because(Unavailable) : undefined
      )
      const own = ["5 seconds", "4 seconds", "4500 millis", "100 millis"] as const
      const fibers = yield* Effect.forEach(own, (size) =>
        Effect.forkChild(Deadline.within(size)(record(here, [size])), { startImmediately: true })
      )
      assert.deepStrictEqual(calls, ["5 seconds"])
      yield* goOn
      yield* Effect.forEach(fibers, Fiber.join)
      assert.deepStrictEqual(calls.slice(1), [own.slice(1).join(" "), ...own.slice(1)])
      assert.deepStrictEqual(left, [5_000, 4_500, 4_000, 4_500, 100])
    })
  )
})

/** A lead, and a function that records sent mails at seconds after a fixed instant. */
const newLead = Effect.gen(function* () {
  yield* TestClock.setTime(toMillis(at(1_000)))
  const { id } = yield* CurrentOrganization
  const [lead_id] = idsOf(yield* newLeads(id, yield* newCampaign(id), "a@x.test"))
  const activity = yield* Activity
  const record = (...seconds: ReadonlyArray<number>) =>
    Effect.map(
      activity.record(seconds.map((second) => ({ type: "sent", lead_id, occurred_at: at(second) }))),
      ({ data }) => data.map(({ status }) => status)
    )
  const stored = Effect.gen(function* () {
    const [lead] = yield* (yield* LeadStore).findMany(id, lead_id === undefined ? [] : [lead_id])
    return lead && [lead.version, lead.amount_sequences_sent]
  })
  return { record, stored }
})

test("events that several callers report at once change a lead once", function* () {
  const { record, stored } = yield* newLead
  const { transaction } = yield* Transactor
  const goOn = yield* Deferred.make<void>()
  // In-memory transactions run one after the other, so all others wait for this one.
  yield* Effect.forkChild(transaction(Deferred.await(goOn)), { startImmediately: true })
  const reports = [record(1), record(2, 3), record(3), record(4)]
  const fibers = yield* Effect.forEach(reports, (report) => Effect.forkChild(report, { startImmediately: true }))
  // The reports yield between decoding and recording their events. Lets them all reach the recording.
  yield* Effect.replicateEffect(Effect.yieldNow, 3)
  yield* Deferred.succeed(goOn, undefined)
  const statuses = yield* Effect.forEach(fibers, Fiber.join)
  assert.deepStrictEqual(statuses, [["recorded"], ["recorded", "recorded"], ["duplicate"], ["recorded"]])
  assert.deepStrictEqual(yield* stored, [3, 4])
})

test("events that are recorded in a transaction are part of that one only", function* () {
  const { record, stored } = yield* newLead
  const { transaction } = yield* Transactor
  const undone = Effect.exit(transaction(Effect.andThen(record(2), Effect.fail("no"))))
  yield* Effect.all([record(1), undone, record(3)], { concurrency: "unbounded" })
  assert.deepStrictEqual(yield* stored, [3, 2])
})

test("events are undone with the caller that gives up, not with those that it shares a transaction with", function* () {
  const { record, stored } = yield* newLead
  const { transaction } = yield* Transactor
  const goOn = yield* Deferred.make<void>()
  // In-memory transactions run one after the other, so all others wait for this one.
  yield* Effect.forkChild(transaction(Deferred.await(goOn)), { startImmediately: true })
  const reports = [record(1), record(2), record(3)]
  const fibers = yield* Effect.forEach(reports, (report) => Effect.forkChild(report, { startImmediately: true }))
  yield* Effect.replicateEffect(Effect.yieldNow, 3)
  const [first, second, third] = fibers
  if (first === undefined || second === undefined || third === undefined) return
  // From here on, the other reports share a group.
  yield* Fiber.interrupt(first)
  yield* Fiber.interrupt(second)
  yield* Deferred.succeed(goOn, undefined)
  assert.deepStrictEqual(yield* Fiber.join(third), ["recorded"])
  assert.deepStrictEqual(yield* stored, [2, 2])
})
