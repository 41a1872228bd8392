/** Tests of the outcomes cases: they must fail on a storage with a planted fault. */
import { assert, describe, it } from "@effect/vitest"
import { AccountStore, CampaignStore, GuardStore, LeadStore, type Mailroom } from "@mailroom/core"
import { outcomesCases } from "@mailroom/core/testing"
import { Cause, Context, Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { copy } from "./Copies.ts"
import { locks } from "./Locks.ts"
import { layerStorage } from "./Server.ts"

type Services = Mailroom.Storage | SqlClient.SqlClient

/** Postgres storage with one fault. */
const faulty = (change: (storage: Context.Context<Services>) => Context.Context<Services>) =>
  Layer.effectContext(Effect.map(Layer.build(layerStorage), change))

const layerWithoutGuard = faulty(Context.add(GuardStore, GuardStore.of({ lock: () => Effect.void })))

/** `lock` returns data that it read before it waited for the lock. */
const layerReadBeforeLock = faulty((storage) => {
  const store = Context.get(storage, LeadStore)
  const lock: LeadStore["Service"]["lock"] = (organization_id, ids) =>
    Effect.tap(store.findMany(organization_id, ids), () => store.lock(organization_id, ids))
  return Context.add(storage, LeadStore, LeadStore.of({ ...store, lock }))
})

/** Campaigns use accounts that they have read but not locked. */
const layerUnlockedAccounts = faulty((storage) => {
  const store = Context.get(storage, AccountStore)
  const lock: AccountStore["Service"]["lock"] = (organization_id, ids, mode) =>
    mode === "shared" ? store.findMany(organization_id, ids) : store.lock(organization_id, ids, mode)
  return Context.add(storage, AccountStore, AccountStore.of({ ...store, lock }))
})

/** The name of a hidden campaign is not found, so changes of its locked leads are not delivered. */
const layerNamelessHidden = faulty((storage) => {
  const store = Context.get(storage, CampaignStore)
  return Context.add(
    storage,
    CampaignStore,
    CampaignStore.of({ ...store, findMany: (id, ids) => store.findMany(id, ids) })
  )
})

/** The failure of the case with this first use case; empty when the case passes. */
const verdictOf = Effect.fnUntraced(function* (first: string, directions: "both" | "one" = "one") {
  const found = outcomesCases({ copy, directions, locks }).find(({ name }) =>
    name.startsWith(`Outcomes: ${first} with`)
  )
  if (found === undefined) return yield* Effect.die(new Error(`There is no case of ${first}`))
  const exit = yield* Effect.exit(Effect.scoped(found.test))
  return Exit.isSuccess(exit) ? "" : Cause.pretty(exit.cause)
})

describe("the outcomes cases", () => {
  it.live("fail without guards", () =>
    Effect.gen(function* () {
      const verdict = yield* verdictOf("Leads.create (skip)")
      assert.match(
        verdict,
        /Blacklist\.add \(domain\) in the middle of Leads\.create \(skip\), after call 2 of \d+, BlacklistStore\.findCovering/u
      )
    }).pipe(Effect.provide(layerWithoutGuard))
  )

  it.live("fail when `LeadStore.lock` returns what it read before it waited", () =>
    Effect.gen(function* () {
      const verdict = yield* verdictOf("Tags.assign")
      assert.include(verdict, "Activity.record (no refusal) in the middle of Tags.assign, after call")
    }).pipe(Effect.provide(layerReadBeforeLock))
  )

  it.live("fail when a campaign takes accounts without a lock", () =>
    Effect.gen(function* () {
      const verdict = yield* verdictOf("Campaigns.create")
      assert.include(
        verdict,
        "Accounts.remove in the middle of Campaigns.create, after call 1 of 3, AccountStore.lock shared"
      )
    }).pipe(Effect.provide(layerUnlockedAccounts))
  )

  it.live("fail when what happens while a campaign is hidden is not delivered", () =>
    Effect.gen(function* () {
      const verdict = yield* verdictOf("Tags.assign", "both")
      assert.include(verdict, "Campaigns.remove (with threads) in the middle of Tags.assign, after call")
      assert.include(verdict, "deliveries › 0: nothing, expected")
    }).pipe(Effect.provide(layerNamelessHidden))
  )
})
