/** Conformance cases: the promises of `Transactor`. */
import { Cause, Deferred, Effect, Exit, Fiber, Option } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import { LeadStore } from "../../leads/LeadStore.ts"
import { Transactor } from "../../Transactor.ts"
import { inCampaign, leadCount, leadRow, newLeadList, newLeads, Refused, refuse, same } from "../fixtures/Fixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { leadsWithAddress } from "../fixtures/LeadFixtures.ts"
import { findOne } from "../../NotFound.ts"

/** An organization with an empty campaign, and functions that these cases use on it. */
const begin = Effect.gen(function* () {
  const { campaign_id, organization_id } = yield* newLeadList()
  const { transaction } = yield* Transactor
  const store = yield* LeadStore
  return {
    organization_id,
    campaign_id,
    transaction,
    store,
    write: (...emails: ReadonlyArray<string>) => newLeads(organization_id, campaign_id, ...emails),
    /** The stored addresses. Also checks that `lead_count` is their number. */
    written: Effect.gen(function* () {
      const { data, total } = Option.getOrThrow(
        yield* store.page(organization_id, campaign_id, { offset: 0, limit: 200 })
      )
      strictEqual(total, data.length)
      strictEqual(yield* leadCount(organization_id, campaign_id), data.length)
      return data.map(({ email }) => email)
    })
  }
})

/**
 * Forks `effect` inside `around` and returns the fiber when `effect` has run. The fiber then waits for ever, so
 * `around` stays open.
 */
const forkAndRest = Effect.fnUntraced(function* <A, E, R, A2, E2, R2>(
  effect: Effect.Effect<A, E, R>,
  around: (effect: Effect.Effect<never, E, R>) => Effect.Effect<A2, E2, R2>
) {
  const done = yield* Deferred.make<void>()
  const rest = effect.pipe(Effect.andThen(Deferred.succeed(done, undefined)), Effect.andThen(Effect.never))
  const fiber = yield* Effect.forkChild(around(rest))
  yield* Effect.raceFirst(Deferred.await(done), Effect.andThen(Fiber.join(fiber), Effect.never))
  return fiber
})

const whole = casesOf("Transactor", {
  "commits what succeeds, and answers its value": Effect.gen(function* () {
    const { transaction, write, written } = yield* begin
    const leads = yield* transaction(Effect.andThen(write("a@x.test"), write("b@x.test")))
    strictEqual(leads[0]?.email, "b@x.test")
    same(yield* written, ["a@x.test", "b@x.test"])
  }),
  "rolls back on failure, and fails with that very error": Effect.gen(function* () {
    const { transaction, write, written } = yield* begin
    const error = new Refused()
    const failed = yield* Effect.flip(transaction(Effect.andThen(write("a@x.test"), Effect.fail(error))))
    strictEqual(failed, error)
    same(yield* written, [])
  }),
  "rolls back on a defect, and dies of it": Effect.gen(function* () {
    const { transaction, write, written } = yield* begin
    const defect = new Error("a bug")
    const exit = yield* Effect.exit(transaction(Effect.andThen(write("a@x.test"), Effect.die(defect))))
    ok(Exit.isFailure(exit))
    strictEqual(Cause.squash(exit.cause), defect)
    same(yield* written, [])
  }),
  "rolls back on interruption from without": Effect.gen(function* () {
    const { transaction, write, written } = yield* begin
    const fiber = yield* forkAndRest(write("a@x.test"), transaction)
    yield* Fiber.interrupt(fiber)
    same(yield* written, [])
  }),
  "rolls back on interruption from within": Effect.gen(function* () {
    const { transaction, write, written } = yield* begin
    const exit = yield* Effect.exit(transaction(Effect.andThen(write("a@x.test"), Effect.interrupt)))
    ok(Exit.isFailure(exit) && Cause.hasInterrupts(exit.cause))
    same(yield* written, [])
  }),
  "sees its own writes": Effect.gen(function* () {
    const { campaign_id, organization_id, store, transaction, write, written } = yield* begin
    const seen = yield* transaction(
      Effect.gen(function* () {
        const [lead] = yield* write("a@x.test")
        ok(lead)
        same(yield* findOne(store.findMany, organization_id, lead.id), Option.some(lead))
        same(yield* store.findByEmails(organization_id, inCampaign(campaign_id, "a@x.test")), [lead])
        same(yield* store.insert(organization_id, campaign_id, [leadRow("a@x.test")]), [null])
        strictEqual(yield* store.replace(organization_id, { ...lead, email: "b@x.test", version: 2 }, 1), true)
        same(yield* leadsWithAddress(organization_id, "a@x.test"), [])
        return yield* written
      })
    )
    same(seen, ["b@x.test"])
    same(yield* written, ["b@x.test"])
  }),
  "undoes replacements and removals too": Effect.gen(function* () {
    const { organization_id, store, transaction, write, written } = yield* begin
    const [a, b] = yield* write("a@x.test", "b@x.test")
    ok(a && b)
    const changes = Effect.gen(function* () {
      yield* store.replace(organization_id, { ...a, email: "z@x.test", version: 2 }, 1)
      yield* store.remove(organization_id, [b.id])
      yield* write("b@x.test")
      same(yield* written, ["z@x.test", "b@x.test"])
      return yield* new Refused()
    })
    yield* Effect.flip(transaction(changes))
    same(yield* written, ["a@x.test", "b@x.test"])
    same(yield* findOne(store.findMany, organization_id, a.id), Option.some(a))
    same(yield* leadsWithAddress(organization_id, "b@x.test"), [b])
    same(yield* leadsWithAddress(organization_id, "z@x.test"), [])
  }),
  "goes on after a domain error that it has handled": Effect.gen(function* () {
    const { organization_id, store, transaction, write, written } = yield* begin
    const [a, b] = yield* write("a@x.test", "b@x.test")
    ok(a && b)
    yield* transaction(
      Effect.gen(function* () {
        yield* write("c@x.test")
        const taken = store.replace(organization_id, { ...a, email: "b@x.test", version: 2 }, 1)
        strictEqual((yield* Effect.flip(taken))._tag, "DuplicateLead")
        const absent = store.insert(organization_id, yield* unknownCampaign, [leadRow("d@x.test")])
        strictEqual((yield* Effect.flip(absent))._tag, "CampaignNotFound")
        yield* write("e@x.test")
      })
    )
    same(yield* written, ["a@x.test", "b@x.test", "c@x.test", "e@x.test"])
  }),
  "takes in what its fibers write at the same time": Effect.gen(function* () {
    const { transaction, write, written } = yield* begin
    const emails = Array.from({ length: 8 }, (_, i) => `lead${i}@x.test`)
    const writes = Effect.forEach(emails, (email) => write(email), { concurrency: "unbounded" })
    yield* Effect.flip(transaction(Effect.andThen(writes, refuse)))
    same(yield* written, [])
    yield* transaction(writes)
    same((yield* written).toSorted(), emails)
  }),
  "still runs after any number of failed transactions": Effect.gen(function* () {
    const { transaction, write, written } = yield* begin
    for (let i = 0; i < 64; i++) {
      yield* Effect.exit(transaction(Effect.andThen(write("a@x.test"), i % 2 === 0 ? Effect.interrupt : refuse)))
    }
    yield* transaction(write("b@x.test"))
    same(yield* written, ["b@x.test"])
  }),
  "leaves nothing behind when interrupted, also while it waits for another": Effect.gen(function* () {
    const { transaction, write, written } = yield* begin
    const first = yield* forkAndRest(write("a@x.test"), transaction)
    const second = yield* Effect.forkChild(transaction(Effect.andThen(write("a@x.test"), refuse)))
    yield* Effect.yieldNow
    yield* Effect.all([Fiber.interrupt(second), Fiber.interrupt(first)], { concurrency: "unbounded" })
    yield* transaction(write("b@x.test"))
    same(yield* written, ["b@x.test"])
  }),
  "loses no update of transactions that run at the same time": Effect.gen(function* () {
    const { organization_id, store, transaction, write } = yield* begin
    const [{ id } = { id: undefined }] = yield* write("a@x.test")
    ok(id)
    const increment = Effect.gen(function* () {
      const lead = Option.getOrThrow(yield* findOne(store.findMany, organization_id, id))
      yield* Effect.yieldNow
      const amount_sequences_sent = lead.amount_sequences_sent + 1
      const next = { ...lead, amount_sequences_sent, version: lead.version + 1 }
      if (!(yield* store.replace(organization_id, next, lead.version))) return yield* new Refused()
    })
    const writers = 16
    // One of several concurrent attempts succeeds, so each writer needs at most as many attempts as there are writers.
    const incrementWithRetries = Effect.retry(transaction(increment), {
      times: writers,
      while: (error) => error._tag === "Refused"
    })
    yield* Effect.replicateEffect(incrementWithRetries, writers, { concurrency: "unbounded", discard: true })
    const lead = Option.getOrThrow(yield* findOne(store.findMany, organization_id, id))
    same([lead.amount_sequences_sent, lead.version], [writers, writers + 1])
  }),
  "undoes nothing that others write meanwhile": Effect.gen(function* () {
    const { transaction, write, written } = yield* begin
    const first = yield* forkAndRest(write("a@x.test"), transaction)
    const meanwhile = yield* Effect.forkChild(write("b@x.test"))
    yield* Effect.yieldNow
    yield* Fiber.interrupt(first)
    yield* Fiber.join(meanwhile)
    same(yield* written, ["b@x.test"])
  }),
  "decides between transactions that want the same address": Effect.gen(function* () {
    const { campaign_id, organization_id, store, transaction, write, written } = yield* begin
    const insertAnyway = store.insert(organization_id, campaign_id, [leadRow("A@x.test"), leadRow("b@x.test")])
    // The first transaction rolls back, the second gets the address, the third is too late.
    const first = yield* forkAndRest(write("a@x.test"), transaction)
    const second = yield* Effect.forkChild(transaction(insertAnyway))
    yield* Effect.yieldNow
    yield* Fiber.interrupt(first)
    ok((yield* Fiber.join(second)).every((id) => id !== null))
    same(yield* transaction(insertAnyway), [null, null])
    same(yield* written, ["A@x.test", "b@x.test"])
  })
})

/** A campaign of another organization. */
const unknownCampaign = Effect.map(newLeadList(), ({ campaign_id }) => campaign_id)

const nested = casesOf("Transactor, nested", {
  "undoes an inner failure's writes only": Effect.gen(function* () {
    const { transaction, write, written } = yield* begin
    const inner = transaction(Effect.andThen(write("b@x.test"), refuse))
    yield* transaction(
      Effect.gen(function* () {
        yield* write("a@x.test")
        strictEqual((yield* Effect.flip(inner))._tag, "Refused")
        same(yield* written, ["a@x.test"])
        yield* write("c@x.test")
      })
    )
    same(yield* written, ["a@x.test", "c@x.test"])
  }),
  "undoes an inner defect's writes only": Effect.gen(function* () {
    const { transaction, write, written } = yield* begin
    const inner = transaction(Effect.andThen(write("b@x.test"), Effect.die("a bug")))
    yield* transaction(Effect.andThen(write("a@x.test"), Effect.exit(inner)))
    same(yield* written, ["a@x.test"])
  }),
  "undoes an interrupted inner transaction's writes only": Effect.gen(function* () {
    const { transaction, write, written } = yield* begin
    yield* transaction(
      Effect.gen(function* () {
        yield* write("a@x.test")
        yield* Fiber.interrupt(yield* forkAndRest(write("b@x.test"), transaction))
        yield* write("c@x.test")
      })
    )
    same(yield* written, ["a@x.test", "c@x.test"])
  }),
  "undoes an inner success with the outer failure": Effect.gen(function* () {
    const { transaction, write, written } = yield* begin
    const outer = Effect.gen(function* () {
      yield* transaction(write("a@x.test"))
      same(yield* written, ["a@x.test"])
      return yield* refuse
    })
    yield* Effect.flip(transaction(outer))
    same(yield* written, [])
  }),
  "knows whether it is nested": Effect.gen(function* () {
    const { transaction } = yield* begin
    const { isNested } = yield* Transactor
    const insideAndAfter = Effect.gen(function* () {
      same(yield* transaction(isNested), true)
      return yield* Effect.all([isNested, isNested], { concurrency: "unbounded" })
    })
    same(yield* insideAndAfter, [false, false])
    same(yield* transaction(insideAndAfter), [true, true])
    yield* Effect.flip(transaction(refuse))
    same(yield* isNested, false)
  }),
  "undoes what a level holds, at any depth": Effect.gen(function* () {
    const { transaction, write, written } = yield* begin
    const third = transaction(write("c@x.test"))
    const second = transaction(write("b@x.test").pipe(Effect.andThen(third), Effect.andThen(refuse)))
    const sibling = transaction(Effect.andThen(write("d@x.test"), transaction(write("e@x.test"))))
    yield* transaction(write("a@x.test").pipe(Effect.andThen(Effect.flip(second)), Effect.andThen(sibling)))
    same(yield* written, ["a@x.test", "d@x.test", "e@x.test"])
  }),
  "undoes only the failed ones of several concurrent transactions": Effect.gen(function* () {
    const { transaction, write, written } = yield* begin
    const inner = (email: string, i: number) =>
      Effect.exit(transaction(i % 2 === 0 ? write(email) : Effect.andThen(write(email), refuse)))
    const emails = ["a@x.test", "b@x.test", "c@x.test", "d@x.test", "e@x.test", "f@x.test"]
    yield* transaction(Effect.forEach(emails, inner, { concurrency: "unbounded" }))
    same((yield* written).toSorted(), ["a@x.test", "c@x.test", "e@x.test"])
  }),
  "undoes an inner removal only, and what depends on it": Effect.gen(function* () {
    const { organization_id, store, transaction, write, written } = yield* begin
    const [a] = yield* write("a@x.test")
    ok(a)
    const inner = Effect.gen(function* () {
      yield* store.remove(organization_id, [a.id])
      yield* write("a@x.test")
      return yield* refuse
    })
    yield* transaction(Effect.andThen(write("b@x.test"), Effect.flip(transaction(inner))))
    same(yield* written, ["a@x.test", "b@x.test"])
    same(yield* findOne(store.findMany, organization_id, a.id), Option.some(a))
  })
})

const outside = casesOf(
  "Transactor, seen from outside",
  {
    "hides uncommitted changes": Effect.gen(function* () {
      const { organization_id, store, transaction, write, written } = yield* begin
      const [a] = yield* write("a@x.test")
      ok(a)
      const changes = Effect.gen(function* () {
        yield* write("b@x.test")
        yield* transaction(write("c@x.test"))
        yield* store.replace(organization_id, { ...a, first_name: "Ada", version: 2 }, 1)
      })
      const fiber = yield* forkAndRest(changes, transaction)
      same(yield* written, ["a@x.test"])
      same(yield* findOne(store.findMany, organization_id, a.id), Option.some(a))
      yield* Fiber.interrupt(fiber)
      same(yield* written, ["a@x.test"])
    }),
    "shows what has": Effect.gen(function* () {
      const { transaction, write, written } = yield* begin
      const read = yield* Deferred.make<void>()
      const wrote = yield* Deferred.make<void>()
      const fiber = yield* write("a@x.test").pipe(
        Effect.andThen(Deferred.succeed(wrote, undefined)),
        Effect.andThen(Deferred.await(read)),
        transaction,
        Effect.forkChild
      )
      yield* Deferred.await(wrote)
      same(yield* written, [])
      yield* Deferred.succeed(read, undefined)
      yield* Fiber.join(fiber)
      same(yield* written, ["a@x.test"])
    })
  },
  { secondConnection: true }
)

export const cases: ReadonlyArray<StorageCase> = [...whole, ...nested, ...outside]
