/**
 * docs/analytics.md defines every metric, and its example is checked: recording its events, in any order, gives its
 * answers.
 */
import { assert, describe, it } from "@effect/vitest"
import {
  Accounts,
  Activity,
  Analytics,
  Campaigns,
  CurrentOrganization,
  Leads,
  Mailroom,
  Organizations,
  Rollup,
  Sequences,
  Tags
} from "@mailroom/core"
import { MemoryStorage } from "@mailroom/memory"
import { PostalMime } from "@mailroom/mime"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { blocksOf, read } from "./Documents.ts"

interface DocumentedEvent {
  readonly lead_id: number
  readonly account_id: number
  readonly sequence_id: number
}
type Answer = Record<string, unknown>

const text = read("docs/analytics.md")
const blocks = blocksOf("docs/analytics.md")
  .filter(({ info }) => info === "test/analytics-docs.test.ts")
  .map(({ code }) => JSON.parse(code))
const [events, summary, series, bySequence] = blocks as [ReadonlyArray<DocumentedEvent>, Answer, Answer, Answer]
/** The last cell of each row in the example's table: how the event is counted. */
const counted = text
  .slice(text.indexOf("| counts as |"))
  .split("\n")
  .slice(2)
  .filter((row) => row.startsWith("|"))
  .map((row) => [...(row.split("|").at(-2) ?? "").matchAll(/`(\w+)`/gu)].map(([, metric = ""]) => metric))

const useCases = Mailroom.layer.pipe(Layer.provideMerge(MemoryStorage.layer), Layer.provide(PostalMime.layer))
const period = { start_date: "2026-03-02", end_date: "2026-03-04" }

/** A campaign of three leads, one account and two steps, in which these events are recorded in batches of `size`. */
const campaignWith = Effect.fnUntraced(function* (happened: ReadonlyArray<DocumentedEvent>, size: number) {
  yield* TestClock.setTime(Date.parse("2026-03-05T12:00:00Z"))
  const account = yield* Accounts.use((accounts) => accounts.create({ email: "us@ours.example", provider: "smtp" }))
  const { id } = yield* Campaigns.use((campaigns) =>
    campaigns.create({ name: "Spring", timezone: "Europe/Berlin", account_ids: [account.id] })
  )
  const steps = yield* Effect.forEach(["First", "Second"], (subject) =>
    Sequences.use((sequences) => sequences.create(id, { subject, body: subject }))
  )
  const leads = yield* Leads.use((leads) =>
    leads.create({ campaign_id: id, leads: [1, 2, 3].map((lead) => ({ email: `lead-${lead}@theirs.example` })) })
  )
  const ids = {
    lead_id: leads.data.map((lead) => lead.id),
    account_id: [account.id],
    sequence_id: steps.map((step) => step.id)
  }
  const input = happened.map((event) => ({
    ...event,
    lead_id: ids.lead_id[event.lead_id - 1],
    account_id: ids.account_id[event.account_id - 1],
    sequence_id: ids.sequence_id[event.sequence_id - 1]
  }))
  const statuses: Array<string> = []
  for (let start = 0; start < input.length; start += size) {
    const results = yield* Activity.use((activity) => activity.record(input.slice(start, start + size)))
    statuses.push(...results.data.map(({ status }) => status))
  }
  const { assign, create } = yield* Tags
  const tag = yield* create({ name: "Interested", sentiment: "positive" })
  const [first = null] = ids.lead_id
  if (first !== null) yield* assign(first, tag.id)
  return { id, sequence_id: ids.sequence_id, statuses }
})

const inAnOrganization = <A, E>(
  effect: Effect.Effect<A, E, CurrentOrganization | Mailroom.Storage | Mailroom.UseCases>
) =>
  Effect.provideServiceEffect(
    effect,
    CurrentOrganization,
    Organizations.use((organizations) => organizations.create({ name: "Acme" }))
  ).pipe(Effect.provide(useCases, { local: true }))

describe("the example of docs/analytics.md", () => {
  const orders: ReadonlyArray<readonly [string, ReadonlyArray<DocumentedEvent>, number]> = [
    ["as it is written", events, events.length],
    ["backwards, one by one", events.toReversed(), 1]
  ]
  for (const [order, happened, size] of orders) {
    it.effect(`answers as it says, recorded ${order}`, () =>
      Effect.gen(function* () {
        const { id, sequence_id, statuses } = yield* campaignWith(happened, size)
        assert.strictEqual(statuses.filter((status) => status === "recorded").length, happened.length - 1)
        assert.strictEqual(statuses.at(-1), "duplicate")
        const analytics = yield* Analytics
        const { campaign_id: _, ...summed } = yield* analytics.summary(id, period)
        assert.deepStrictEqual<Answer>(summed, summary)
        const { campaign_id: __, ...listed } = yield* analytics.events(id, { ...period, types: ["sent", "opened"] })
        assert.deepStrictEqual<Answer>(listed, series)
        const { data } = yield* analytics.bySequence(id, period)
        const rows = data.map((row) => ({
          sequence_id: sequence_id.findIndex((id) => id === row.sequence_id) + 1,
          variant: row.variant,
          position: row.position,
          subject: row.subject,
          metrics: row.metrics
        }))
        assert.deepStrictEqual<Answer>({ data: rows }, bySequence)
      }).pipe(inAnOrganization)
    )
  }

  it("says how each event is counted, and the counts sum to the summary", () => {
    assert.lengthOf(counted, events.length)
    const sums: Record<string, number> = { ...Rollup.zero }
    for (const metric of counted.flat()) sums[metric] = (sums[metric] ?? 0) + 1
    const { bounced = 0, sent = 0 } = sums
    assert.deepStrictEqual<unknown>({ ...sums, delivered: sent - bounced }, summary["metrics"])
  })
})

describe("docs/analytics.md", () => {
  it("defines every metric", () => {
    const definitions = read("docs/analytics.md")
    for (const metric of Rollup.metricNames) assert.match(definitions, new RegExp(`^\\| \`${metric}\` \\|`, "mu"))
  })
})
