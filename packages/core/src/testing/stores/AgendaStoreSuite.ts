/** Conformance cases: the promises of `AgendaStore`. */
import { Effect } from "effect"
import type { AgendaRecord, AgendaState } from "../../agenda/Agenda.ts"
import { AgendaStore } from "../../agenda/AgendaStore.ts"
import { AccountId, CampaignId, LeadId, SequenceId } from "../../ids.ts"
import { Transactor } from "../../Transactor.ts"
import { waiting } from "../fixtures/AgendaFixtures.ts"
import { at, missing, newOrganization, same } from "../fixtures/Fixtures.ts"
import { goesOn, waits } from "../fixtures/Waiting.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"

const account_id = AccountId.make(1)
const other_account = AccountId.make(2)
const campaign_id = missing.campaign
const other_campaign = CampaignId.make("11111111-1111-1111-1111-111111111111")
const third_campaign = CampaignId.make("22222222-2222-2222-2222-222222222222")
const states: ReadonlyArray<AgendaState> = ["waiting", "begun", "unknown", "stopped", "done"]

const leads = (...ids: ReadonlyArray<number>) => ids.map((id) => LeadId.make(id))
const leadsOf = (rows: ReadonlyArray<AgendaRecord>): ReadonlyArray<number> => rows.map(({ lead_id }) => lead_id)
const all = leads(...Array.from({ length: 30 }, (_, i) => i + 1))

const newStore = Effect.gen(function* () {
  const organization_id = yield* newOrganization
  const store = yield* AgendaStore
  return {
    organization_id,
    store,
    insert: (...rows: ReadonlyArray<AgendaRecord>) => store.insert(organization_id, rows),
    rows: store.findMany(organization_id, all)
  }
})

const alone = casesOf("AgendaStore", {
  "answers rows as they were inserted, by ascending lead": Effect.gen(function* () {
    const { insert, organization_id, store } = yield* newStore
    const rows = states.map((state, i) =>
      waiting(i + 1, {
        state,
        account_id: i === 1 ? null : other_account,
        due_at: at(i),
        step_id: SequenceId.make(i + 1)
      })
    )
    same(yield* insert(...rows.toReversed()), leads(1, 2, 3, 4, 5))
    const asked = leads(5, 4, 3, 2, 1, 5, 9)
    same(yield* store.findMany(organization_id, asked), rows)
    same(yield* store.lock(organization_id, asked), rows)
    same(yield* insert(), [])
    same(yield* store.findMany((yield* newStore).organization_id, asked), [])
  }),
  "skips leads that have a row": Effect.gen(function* () {
    const { insert, rows } = yield* newStore
    same(
      yield* insert(
        waiting(1),
        waiting(2, { step_id: SequenceId.make(1) }),
        waiting(2, { step_id: SequenceId.make(2) })
      ),
      leads(1, 2)
    )
    same(yield* insert(waiting(3), waiting(1, { step_id: SequenceId.make(5) })), leads(3))
    same(yield* rows, [waiting(1), waiting(2, { step_id: SequenceId.make(1) }), waiting(3)])
  }),
  "inserts a lead once, also at the same time": Effect.gen(function* () {
    const { insert } = yield* newStore
    const inserted = yield* Effect.forEach(
      Array.from({ length: 8 }, (_, i) => (i % 2 === 0 ? [1, 2] : [2, 1])),
      (ids) => insert(...ids.map((id) => waiting(id))),
      { concurrency: "unbounded" }
    )
    same(inserted.flat().toSorted(), leads(1, 2))
  }),
  "writes rows as a whole, but for their campaign, and inserts none": Effect.gen(function* () {
    const { insert, organization_id, rows, store } = yield* newStore
    yield* insert(waiting(1), waiting(2))
    const changed = waiting(1, { account_id: null, state: "begun", due_at: at(9), step_id: SequenceId.make(4) })
    yield* store.write(organization_id, [{ ...changed, campaign_id: other_campaign }, waiting(3)])
    yield* store.write((yield* newStore).organization_id, [waiting(2, { step_id: SequenceId.make(7) })])
    same(yield* rows, [changed, waiting(2)])
  }),
  "finds the earliest waiting rows of each queue, in the order of the queues": Effect.gen(function* () {
    const { insert, organization_id, store } = yield* newStore
    yield* insert(
      waiting(1, { due_at: at(5) }),
      waiting(2, { due_at: at(3) }),
      waiting(3, { due_at: at(3) }),
      waiting(4, { due_at: at(1), state: "begun" }),
      waiting(5, { due_at: at(1), account_id: null }),
      waiting(6, { due_at: at(1), campaign_id: other_campaign }),
      waiting(7, { due_at: at(1), account_id: other_account }),
      waiting(8, { due_at: at(9), account_id: other_account, campaign_id: other_campaign })
    )
    const queues = [
      { account_id: other_account, campaign_id: other_campaign },
      { account_id, campaign_id: third_campaign },
      { account_id, campaign_id },
      { account_id: other_account, campaign_id }
    ]
    const heads = (limit: number) => Effect.map(store.heads(organization_id, queues, limit), leadsOf)
    same(yield* heads(1), [8, 2, 7])
    same(yield* heads(2), [8, 2, 3, 7])
    same(yield* heads(9), [8, 2, 3, 1, 7])
    same(yield* store.heads(organization_id, queues.slice(3), 1), [
      waiting(7, { due_at: at(1), account_id: other_account })
    ])
    same(yield* store.heads(organization_id, [], 1), [])
    same(yield* store.heads((yield* newStore).organization_id, queues, 1), [])
  }),
  "answers the earliest waiting rows without a step": Effect.gen(function* () {
    const { insert, organization_id, store } = yield* newStore
    yield* insert(
      waiting(1, { due_at: at(1), step_id: SequenceId.make(1) }),
      waiting(2, { due_at: at(3) }),
      waiting(3, { due_at: at(2) }),
      waiting(4, { state: "begun" }),
      waiting(5, { campaign_id: other_campaign, step_id: SequenceId.make(1) })
    )
    const queues = [other_campaign, campaign_id].map((campaign_id) => ({ account_id, campaign_id }))
    const heads = (limit: number) =>
      Effect.map(store.heads(organization_id, queues, limit, { only_new: true }), leadsOf)
    same(yield* heads(1), [3])
    same(yield* heads(9), [3, 2])
  }),
  "shows the earliest waiting rows of the pool": Effect.gen(function* () {
    const { insert, organization_id, store } = yield* newStore
    yield* insert(
      waiting(1, { account_id: null, due_at: at(5) }),
      waiting(2, { account_id: null, due_at: at(3) }),
      waiting(3, { account_id: null, due_at: at(3) }),
      waiting(4, { account_id: null, state: "done" }),
      waiting(5, { account_id: null, campaign_id: other_campaign }),
      waiting(6)
    )
    const pools = [other_campaign, campaign_id].map((campaign_id) => ({ account_id: null, campaign_id }))
    const heads = (limit: number) => Effect.map(store.heads(organization_id, pools, limit), leadsOf)
    same(yield* heads(2), [5, 2, 3])
    same(yield* heads(9), [5, 2, 3, 1])
    same(yield* store.heads((yield* newStore).organization_id, pools, 1), [])
  }),
  "gives an account the earliest waiting rows of the pool": Effect.gen(function* () {
    const { insert, organization_id, rows, store } = yield* newStore
    const pooled = [
      waiting(1, { account_id: null, due_at: at(5), step_id: SequenceId.make(2) }),
      waiting(2, { account_id: null, due_at: at(3) }),
      waiting(3, { account_id: null, due_at: at(3) })
    ]
    const rest = [
      waiting(4, { account_id: null, state: "done" }),
      waiting(5, { account_id: null, campaign_id: other_campaign }),
      waiting(6)
    ]
    yield* insert(...pooled, ...rest)
    const queue = { account_id: other_account, campaign_id }
    const taken = pooled.map((row) => ({ ...row, account_id: other_account }))
    same(yield* store.takePool((yield* newStore).organization_id, queue, 2), [])
    same(yield* store.takePool(organization_id, queue, 2), taken.slice(1))
    same(yield* store.takePool(organization_id, queue, 2), taken.slice(0, 1))
    same(yield* store.takePool(organization_id, queue, 2), [])
    same(yield* rows, [...taken, ...rest])
  }),
  "takes an account off its rows in other campaigns, except begun ones": Effect.gen(function* () {
    const { insert, organization_id, rows, store } = yield* newStore
    const campaigns = [campaign_id, other_campaign, third_campaign]
    const given = campaigns.flatMap((id, i) =>
      states.map((state, j) => waiting(1 + i * 5 + j, { campaign_id: id, state, step_id: SequenceId.make(j + 1) }))
    )
    const foreign = waiting(20, { account_id: other_account, campaign_id: other_campaign })
    yield* insert(...given, foreign)
    const kept = [third_campaign]
    same(yield* store.release((yield* newStore).organization_id, account_id, { kept, limit: 9 }), 0)
    same(yield* store.release(organization_id, account_id, { kept: campaigns, limit: 9 }), 0)
    same(yield* store.release(organization_id, account_id, { kept, limit: 3 }), 3)
    same((yield* rows).filter((row) => row.account_id === null).length, 3)
    same(yield* store.release(organization_id, account_id, { kept, limit: 3 }), 3)
    same(yield* store.release(organization_id, account_id, { kept, limit: 3 }), 2)
    same(yield* store.release(organization_id, account_id, { kept, limit: 3 }), 0)
    const isFree = (row: AgendaRecord) => row.campaign_id !== third_campaign && row.state !== "begun"
    same(yield* rows, [...given.map((row) => (isFree(row) ? { ...row, account_id: null } : row)), foreign])
    same(yield* store.release(organization_id, account_id, { kept: [], limit: 9 }), 4)
  }),
  "finds the done rows that another step finished": Effect.gen(function* () {
    const { insert, organization_id, store } = yield* newStore
    const done = (lead: number, step: number | null, changes: Partial<AgendaRecord> = {}) =>
      waiting(lead, { state: "done", step_id: step === null ? null : SequenceId.make(step), ...changes })
    yield* insert(
      done(1, 7),
      done(2, 9),
      done(3, 8),
      done(4, 7, { account_id: null }),
      done(5, 7, { account_id: other_account }),
      done(6, 7, { campaign_id: other_campaign }),
      done(7, 7, { state: "stopped" }),
      done(8, null)
    )
    const queue = { account_id, campaign_id }
    const query = { last: SequenceId.make(8), limit: 9 }
    same(yield* store.finishedBefore((yield* newStore).organization_id, queue, query), [])
    same(yield* store.finishedBefore(organization_id, queue, query), leads(1, 2, 8))
    same((yield* store.finishedBefore(organization_id, queue, { ...query, limit: 2 })).length, 2)
    same(yield* store.finishedBefore(organization_id, { ...queue, account_id: null }, query), leads(4))
  }),
  "answers pages of a state by ascending lead": Effect.gen(function* () {
    const { insert, organization_id, store } = yield* newStore
    const stopped = (lead: number) => waiting(lead, { state: "stopped", step_id: SequenceId.make(9 - lead) })
    yield* insert(stopped(3), stopped(1), waiting(2), stopped(4), { ...stopped(5), campaign_id: other_campaign })
    const page = (after: number | null, limit: number) =>
      store.page(organization_id, campaign_id, {
        state: "stopped",
        after: after === null ? null : LeadId.make(after),
        limit
      })
    same(yield* page(null, 2), [stopped(1), stopped(3)])
    same(yield* page(3, 2), [stopped(4)])
    same(yield* page(4, 2), [])
  }),
  "counts the rows of a state": Effect.gen(function* () {
    const { insert, organization_id, store } = yield* newStore
    yield* insert(
      waiting(1),
      waiting(2, { account_id: null }),
      waiting(3, { state: "unknown" }),
      waiting(4, { campaign_id: other_campaign })
    )
    same(yield* store.count(organization_id, campaign_id, "waiting"), 2)
    same(yield* store.count(organization_id, campaign_id, "unknown"), 1)
    same(yield* store.count(organization_id, campaign_id, "done"), 0)
    same(yield* store.count((yield* newStore).organization_id, campaign_id, "waiting"), 0)
  }),
  "counts the leads whose first mail is under way": Effect.gen(function* () {
    const { insert, organization_id, store } = yield* newStore
    yield* insert(
      ...states.map((state, i) => waiting(i + 1, { state })),
      waiting(6, { state: "unknown", account_id: null }),
      waiting(7, { state: "begun", step_id: SequenceId.make(1) }),
      waiting(8, { state: "begun", campaign_id: other_campaign, account_id: other_account })
    )
    same(yield* store.countFirsts(organization_id, [third_campaign, other_campaign, campaign_id, other_campaign]), [
      { campaign_id, firsts: 3 },
      { campaign_id: other_campaign, firsts: 1 }
    ])
    same(yield* store.countFirsts(organization_id, []), [])
    same(yield* store.countFirsts((yield* newStore).organization_id, [campaign_id]), [])
  }),
  "knows whether a row is open": Effect.gen(function* () {
    const { insert, organization_id, store } = yield* newStore
    for (const [i, state] of states.entries()) {
      const id = CampaignId.make(`00000000-0000-0000-0000-00000000000${i + 1}`)
      yield* insert(waiting(i + 1, { state, campaign_id: id, account_id: null, step_id: SequenceId.make(3) }))
      same([state, yield* store.hasOpen(organization_id, id)], [state, state !== "stopped" && state !== "done"])
    }
    same(yield* store.hasOpen(organization_id, missing.campaign), false)
    same(yield* store.hasOpen(yield* newOrganization, CampaignId.make("00000000-0000-0000-0000-000000000001")), false)
  }),
  "removes the rows of leads": Effect.gen(function* () {
    const { insert, organization_id, rows, store } = yield* newStore
    yield* insert(waiting(1), waiting(2, { state: "begun" }), waiting(3))
    yield* store.removeLeads((yield* newStore).organization_id, all)
    yield* store.removeLeads(organization_id, leads(3, 1, 9, 1))
    yield* store.removeLeads(organization_id, [])
    same(yield* rows, [waiting(2, { state: "begun" })])
  }),
  "removes the rows of a campaign in batches": Effect.gen(function* () {
    const { insert, organization_id, rows, store } = yield* newStore
    const kept = waiting(9, { campaign_id: other_campaign })
    yield* insert(...states.map((state, i) => waiting(i + 1, { state })), kept)
    const remove = store.removeOfCampaign(organization_id, campaign_id, { limit: 3 })
    same(yield* store.removeOfCampaign((yield* newStore).organization_id, campaign_id, { limit: 3 }), 0)
    same([yield* remove, yield* remove, yield* remove], [3, 2, 0])
    same(yield* rows, [kept])
  })
})

const together = casesOf(
  "AgendaStore, two transactions",
  {
    "locks rows until the transaction ends": Effect.gen(function* () {
      const { insert, organization_id, store } = yield* newStore
      const { transaction } = yield* Transactor
      yield* insert(waiting(1))
      const lock = store.lock(organization_id, leads(1))
      same(yield* waits(lock, transaction(lock)), [waiting(1)])
    }),
    "takes from the pool what no other transaction has locked, and locks it": Effect.gen(function* () {
      const { insert, organization_id, rows, store } = yield* newStore
      const { transaction } = yield* Transactor
      yield* insert(...[1, 2, 3].map((lead) => waiting(lead, { account_id: null })))
      const take = (account: AccountId, limit: number) =>
        Effect.map(store.takePool(organization_id, { account_id: account, campaign_id }, limit), leadsOf)
      same(yield* goesOn(take(account_id, 2), take(other_account, 2)), [3])
      same(
        (yield* rows).map((row) => row.account_id),
        [account_id, account_id, other_account]
      )
      yield* insert(waiting(4, { account_id: null }))
      yield* waits(take(account_id, 1), transaction(store.lock(organization_id, leads(4))))
    }),
    "changes no row that another transaction has changed before": Effect.gen(function* () {
      const { insert, organization_id, rows, store } = yield* newStore
      const { transaction } = yield* Transactor
      const released = waiting(1)
      yield* insert(released)
      const changed = [{ ...released, state: "begun" as const }]
      const lock = store.lock(organization_id, leads(1))
      const change = Effect.andThen(lock, store.write(organization_id, changed))
      const release = store.release(organization_id, account_id, { kept: [other_campaign], limit: 9 })
      same(yield* waits(change, transaction(release)), 0)
      same(yield* rows, changed)
    })
  },
  { secondTransaction: true }
)

export const cases: ReadonlyArray<StorageCase> = [...alone, ...together]
