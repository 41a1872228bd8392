/** The state of a world without values that may differ: ids, versions, and times of writes. */
import { Analytics, BlacklistStore, type LeadActivity, LeadStore, RollupStore, Timestamp } from "@mailroom/core"
import { Effect, Struct } from "effect"
import { start } from "./Histories.ts"
import { inside, type World } from "./World.ts"

const dimensions = ["campaign", "account", "sequence"] as const
const periods = [
  {},
  { start_date: "2026-03-28", end_date: "2026-03-31" },
  { start_date: "2026-03-29", end_date: "2026-03-29", timezone: "Europe/Berlin" },
  { start_date: "2026-03-28", end_date: "2026-03-28", timezone: "Asia/Kathmandu" }
]
const bounded = { start_date: "2026-03-28", end_date: "2026-03-31" }

/** Functions that replace an id by its index in the world. */
const names = (world: World) => {
  const sequence = new Map(world.sequences.flatMap((steps, i) => steps.map(({ id }, j) => [id as number, `${i}.${j}`])))
  const account = new Map(world.accounts.map(({ id }, i) => [id as number, `account ${i}`]))
  return {
    campaign: (id: string | null) => (id === null ? null : world.campaigns.findIndex((campaign) => campaign === id)),
    account: (id: number | null) => (id === null ? null : account.get(id)),
    sequence: (id: number | null) => (id === null ? null : sequence.get(id)),
    /** An identity without the lead's id that some identities contain. */
    identity: (identity: string): unknown => {
      const parsed: unknown = JSON.parse(identity)
      return Array.isArray(parsed) ? parsed.toSpliced(1, 1) : parsed
    }
  }
}

const activityOf = (world: World, { firsts, last_sent, ...activity }: LeadActivity) => {
  const name = names(world)
  return {
    ...activity,
    last_sent: last_sent && { ...last_sent, identity: name.identity(last_sent.identity) },
    firsts: Object.entries(firsts)
      .map(([key, first]) => {
        const [type, sequence] = key.split(":")
        return {
          key: [type, sequence === undefined ? "all" : sequence === "" ? null : name.sequence(Number(sequence))],
          occurred_at: first.occurred_at,
          identity: name.identity(first.identity),
          account: name.account(first.account_id),
          sequence: name.sequence(first.sequence_id)
        }
      })
      .sort((a, b) => (JSON.stringify(a.key) < JSON.stringify(b.key) ? -1 : 1))
  }
}

/** All documented data of the leads, the reasons why they are stopped, and the stored activity. */
const leadsOf = Effect.fnUntraced(function* (world: World) {
  const found = yield* (yield* LeadStore).findMany(
    world.organization.id,
    world.leads.map(({ id }) => id)
  )
  const name = names(world)
  return found.map((lead) => ({
    ...Struct.omit(lead, [
      "activity",
      "created_at",
      "id",
      "reply_status_at",
      "reply_status_tag_id",
      "updated_at",
      "version"
    ]),
    campaign_id: name.campaign(lead.campaign_id),
    id_previous_sending_sequence: name.sequence(lead.id_previous_sending_sequence),
    activity: activityOf(world, lead.activity)
  }))
})

const blacklistOf = Effect.fnUntraced(function* (world: World) {
  const page = yield* (yield* BlacklistStore).page(world.organization.id, "email", { offset: 0, limit: 200 })
  return page.data
    .map(({ id: _, campaign_id, ...entry }) => ({ ...entry, campaign: names(world).campaign(campaign_id) }))
    .sort((a, b) => (a.value < b.value ? -1 : 1))
})

const quarters = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => Timestamp.fromMillis(first + i * 900_000))

/** The stored sums, bucket by bucket. */
export const sumsOf = Effect.fnUntraced(function* (world: World) {
  const store = yield* RollupStore
  const name = names(world)
  const sums: Array<unknown> = []
  for (const [i, campaign_id] of world.campaigns.entries()) {
    sums.push(yield* store.series(world.organization.id, [campaign_id], quarters(start, 200)))
    for (const dimension of dimensions) {
      const nameOf = dimension === "account" ? name.account : name.sequence
      for (const [begin, end] of [
        [0, 1],
        [1, 2],
        [2, 5],
        [5, 6],
        [6, 9],
        [9, 94],
        [94, 10_000]
      ] as const) {
        const range = {
          start: Timestamp.fromMillis(start + begin * 900_000),
          end: Timestamp.fromMillis(start + end * 900_000)
        }
        const rows = yield* store.sum(world.organization.id, [campaign_id], dimension, range)
        sums.push(...rows.map(({ id, metrics }) => ({ campaign: i, dimension, begin, id: nameOf(id), metrics })))
      }
    }
  }
  return sums
})

/** All answers of the analytics, for several periods. */
export const answersOf = Effect.fnUntraced(function* (world: World) {
  const analytics = yield* Analytics
  const name = names(world)
  return yield* Effect.forEach(world.campaigns, (campaign_id) =>
    inside(world)(
      Effect.all({
        summaries: Effect.forEach(periods, (period) => analytics.summary(campaign_id, period)),
        days: analytics.events(campaign_id, { ...bounded, interval: "day" }),
        hours: analytics.events(campaign_id, { ...bounded, interval: "hour" }),
        accounts: Effect.forEach(periods, (period) => analytics.byAccount(campaign_id, period)),
        sequences: Effect.forEach(periods, (period) => analytics.bySequence(campaign_id, period))
      })
    ).pipe(
      Effect.map(({ accounts, days, hours, sequences, summaries }) => ({
        summaries: summaries.map((summary) => Struct.omit(summary, ["campaign_id"])),
        days: Struct.omit(days, ["campaign_id"]),
        hours: Struct.omit(hours, ["campaign_id"]),
        accounts: accounts.map(({ data }) => data.map((row) => ({ ...row, account_id: name.account(row.account_id) }))),
        sequences: sequences.map(({ data }) =>
          data.map((row) => ({ ...row, sequence_id: name.sequence(row.sequence_id) }))
        )
      }))
    )
  )
})

/** The whole state. */
export const stateOf = Effect.fnUntraced(function* (world: World) {
  return {
    leads: yield* leadsOf(world),
    blacklist: yield* blacklistOf(world),
    sums: yield* sumsOf(world),
    answers: yield* answersOf(world)
  }
})
