/** Statements that lock several rows lock them in ascending order, so that concurrent statements cannot deadlock. */
import { assert, describe, it } from "@effect/vitest"
import {
  BlacklistStore,
  Campaign,
  CampaignStore,
  type LeadStore,
  RollupStore,
  ThreadStore,
  Timestamp,
  Transactor,
  findOne
} from "@mailroom/core"
import { Deferred, Effect, Fiber, Option, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { type Fault, withFault } from "./Faults.ts"
import { at, newLeadList } from "./Seeds.ts"
import { layerStorage } from "./Server.ts"

type List = Effect.Success<ReturnType<typeof newLeadList>>
type Services =
  | BlacklistStore
  | CampaignStore
  | LeadStore
  | RollupStore
  | SqlClient.SqlClient
  | ThreadStore
  | Transactor

/** An operation that locks several rows. */
interface Locking {
  readonly name: string
  /** The locked rows, which are all rows of the organization in the table, and their order. */
  readonly table: string
  readonly order: string
  /**
   * Prepares the rows. `act` locks them although they are given in another order; `state` is the result, without ids.
   */
  readonly begin: (
    list: List
  ) => Effect.Effect<
    { readonly act: Effect.Effect<unknown, unknown>; readonly state: Effect.Effect<unknown, unknown> },
    unknown,
    Services
  >
  /** Makes the operation lock in another order. */
  readonly fault: Pick<Fault, "from" | "to">
}

/** Enough rows that another order does not begin with the first row by chance. */
const numbers = Array.from({ length: 24 }, (_, i) => i)
/** An order that is neither ascending nor descending. */
const shuffled = numbers.map((i) => (i * 7 + 5) % numbers.length)
const pick = <A>(rows: ReadonlyArray<A>) => shuffled.flatMap((i) => rows.slice(i, i + 1))
const names = numbers.map((i) => `lead${String(i).padStart(2, "0")}@x.test`)

/** Leads in separate campaigns. The ids of the campaigns are in another order than the ids of the leads. */
const newCampaigns = Effect.fnUntraced(function* ({ ids: [id], organization_id, store }: List) {
  const campaigns = yield* CampaignStore
  const model = Option.getOrThrow(yield* findOne(store.findMany, organization_id, id!))
  const campaign = {
    name: "Campaign",
    status: "draft",
    ...Campaign.defaults,
    status_reason: null,
    created_at: at,
    updated_at: at,
    verification: null,
    version: 1
  } as const
  const ids = numbers.map(() => Campaign.CampaignId.make(crypto.randomUUID())).sort()
  for (const id of pick(ids)) {
    yield* campaigns.insert(organization_id, { ...campaign, id })
    yield* store.insert(organization_id, id, [Struct.omit(model, ["campaign_id", "id"])])
  }
  const all = yield* store.findByEmails(
    organization_id,
    ids.map((campaign_id) => ({ campaign_id, address: model.email }))
  )
  const counts = Effect.map(campaigns.list(organization_id, ids), (found) => found.map(({ leads }) => leads))
  return { leads: all.filter(({ id }) => id !== model.id), state: counts }
})

const newLeads = Effect.fnUntraced(function* ({ organization_id, store, write }: List) {
  yield* write(...names)
  const ids = (yield* store.findMatching(organization_id, { addresses: [], domains: ["x.test"] }, { limit: 99 })).map(
    ({ id }) => id
  )
  const leads = store.findMany(organization_id, ids)
  return { ids: pick(ids.toSorted((a, b) => a - b)), all: ids, leads }
})

const lockings: ReadonlyArray<Locking> = [
  {
    name: "LeadStore.lock: leads",
    table: "leads",
    order: "id",
    begin: Effect.fnUntraced(function* (list) {
      const { transaction } = yield* Transactor
      const { all, ids, leads } = yield* newLeads(list)
      const lock = list.store.lock(list.organization_id, [...ids, ...all])
      const act = Effect.flatMap(lock, (locked) =>
        list.store.writeState(
          list.organization_id,
          locked.toReversed().map((lead) => ({ ...lead, status: "Sent" as const, version: lead.version + 1 }))
        )
      )
      const state = Effect.map(leads, (found) => found.map(({ status, version }) => [status, version]))
      return { act: transaction(act), state }
    }),
    fault: { from: /ORDER BY id FOR NO KEY UPDATE/u, to: "ORDER BY id DESC FOR NO KEY UPDATE" }
  },
  {
    name: "LeadStore.remove: leads",
    table: "leads",
    order: "id",
    begin: Effect.fnUntraced(function* (list) {
      const { all, ids, leads } = yield* newLeads(list)
      return { act: list.store.remove(list.organization_id, [...ids, ...all]), state: leads }
    }),
    fault: { from: /ORDER BY id FOR UPDATE/u, to: "ORDER BY id DESC FOR UPDATE" }
  },
  {
    name: "LeadStore.remove: campaigns",
    table: "campaigns",
    order: "id",
    begin: Effect.fnUntraced(function* (list) {
      const { leads, state } = yield* newCampaigns(list)
      // The campaign of the first lead is somewhere between the others.
      const ids = [...leads.map(({ id }) => id), ...list.ids]
      return { act: list.store.remove(list.organization_id, ids), state }
    }),
    fault: {
      from: /ORDER BY id FOR NO KEY UPDATE(\s+\), recounted)/u,
      to: "ORDER BY id DESC FOR NO KEY UPDATE$1"
    }
  },
  {
    name: "LeadStore.writeState: campaigns",
    table: "campaigns",
    order: "id",
    begin: Effect.fnUntraced(function* (list) {
      const { leads, state } = yield* newCampaigns(list)
      const first = yield* list.store.findMany(list.organization_id, list.ids)
      const next = [...leads, ...first].map((lead) => ({ ...lead, status: "Opened" as const, version: 2 }))
      return { act: list.store.writeState(list.organization_id, next), state }
    }),
    fault: {
      from: /ORDER BY id FOR NO KEY UPDATE(\s+\), recounted)/u,
      to: "ORDER BY id DESC FOR NO KEY UPDATE$1"
    }
  },
  {
    name: "ThreadStore.insertMessages: threads",
    table: "threads",
    order: "id",
    begin: Effect.fnUntraced(function* ({ organization_id }) {
      const store = yield* ThreadStore
      const threads = numbers.map(() => ({ tab: "other", lead_id: null, campaign_id: null }) as const)
      const ids = yield* store.insertThreads(organization_id, threads)
      const messages = pick(ids).map((thread_id, i) => ({
        thread_id,
        account_id: null,
        identity: `message ${i}`,
        subject: "Subject",
        body: "Body",
        date_sent: at,
        from_email: "lead@x.test",
        to_email: "sender@x.test",
        is_new: true,
        is_our_email: false,
        kind: "reply" as const,
        attachments: [],
        body_text: "Body",
        reply_text: "Body",
        trust: "plausible" as const
      }))
      const state = Effect.map(
        Effect.forEach(ids, (id) => store.find(organization_id, id)),
        (threads) => threads.map((thread) => Option.isSome(thread) && thread.value.last_message.is_new)
      )
      return { act: store.insertMessages(organization_id, messages), state }
    }),
    fault: { from: /ORDER BY id FOR NO KEY UPDATE/u, to: "ORDER BY id DESC FOR NO KEY UPDATE" }
  },
  {
    name: "BlacklistStore.insert: entries",
    table: "blacklist",
    order: "value",
    begin: Effect.fnUntraced(function* ({ organization_id }) {
      const store = yield* BlacklistStore
      const entries = (reason: string) =>
        pick(names).map((value) => ({ value, source: "bounce", reason, campaign_id: null, created_at: at }) as const)
      yield* store.insert(organization_id, "email", entries("second"))
      const state = Effect.map(store.find(organization_id, "email", { values: names }), (found) =>
        found.map(({ reason, value }) => [value, reason])
      )
      return { act: store.insert(organization_id, "email", entries("first")), state }
    }),
    fault: { from: /ORDER BY new\.value/u, to: "ORDER BY new.place" }
  },
  {
    name: "RollupStore.add: sums",
    table: "rollups",
    order: "campaign_id, dimension, resolution, bucket, dimension_id",
    begin: Effect.fnUntraced(function* ({ campaign_id, organization_id }) {
      const store = yield* RollupStore
      const changes = pick(
        numbers.map((i) => ({
          campaign_id,
          dimension: (["account", "campaign", "sequence"] as const)[i % 3]!,
          dimension_id: i % 3 === 1 ? null : 1 + (i % 4),
          bucket: Timestamp.fromMillis(Timestamp.toMillis(at) + i * 900_000),
          metrics: { sent: 1 + i }
        }))
      )
      yield* store.add(organization_id, changes)
      const all = { start: null, end: null }
      const state = Effect.forEach(["account", "campaign", "sequence"] as const, (dimension) =>
        store.sum(organization_id, [campaign_id], dimension, all)
      )
      return { act: store.add(organization_id, changes), state }
    }),
    fault: {
      from: /ORDER BY change\.campaign_id, [^;]*?change\.dimension_id/u,
      to: "ORDER BY change.dimension_id DESC, change.bucket DESC"
    }
  }
]

/** Another transaction locks the first row. While the statement waits for this row, it must not lock another row. */
const locksInOrder = Effect.fnUntraced(function* ({ begin, order, table }: Locking) {
  const sql = yield* SqlClient.SqlClient
  const list = yield* newLeadList("a@x.test")
  const { act, state } = yield* begin(list)
  const begun = yield* Deferred.make<void>()
  const acting = yield* Effect.forkChild(Effect.andThen(Deferred.await(begun), act))
  const rows = (rest: string) =>
    sql.unsafe(
      `SELECT FROM mailroom.${table} WHERE organization_id = ${list.organization_id} ORDER BY ${order} ${rest}`
    ).unprepared
  // Within a transaction, this view keeps the rows of its first read until it is cleared.
  const waiting = sql`SELECT pg_stat_clear_snapshot()`.unprepared.pipe(
    Effect.andThen(
      sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.unprepared
    )
  )
  yield* rows("LIMIT 1 FOR UPDATE").pipe(
    Effect.andThen(Deferred.succeed(begun, undefined)),
    Effect.andThen(Effect.repeat(waiting, { until: (rows) => rows.length > 0 })),
    Effect.andThen(rows("FOR UPDATE NOWAIT")),
    sql.withTransaction,
    Effect.onError(() => Fiber.interrupt(acting))
  )
  yield* Fiber.join(acting)
  // The result without the other transaction.
  const alone = yield* begin(yield* newLeadList("a@x.test"))
  yield* alone.act
  assert.deepStrictEqual(yield* state, yield* alone.state)
})

describe("A statement that locks several rows", () => {
  it.live.each(lockings)(
    "locks them in ascending order, with the same result as without concurrency: $name",
    (locking) => locksInOrder(locking).pipe(Effect.provide(layerStorage))
  )

  it.live.each(lockings)("a planted fault in the order is caught: $name", (locking) =>
    Effect.gen(function* () {
      const faulty = withFault({ fault: locking.name, ...locking.fault })(locksInOrder(locking))
      const error = yield* Effect.flip(faulty)
      assert.match(String(Object(Object(error).reason).cause), /could not obtain lock/u)
    }).pipe(Effect.provide(layerStorage))
  )
})
