/** Conformance cases: `RollupStore` reports sums over several campaigns and over accounts. */
import { Effect, Option } from "effect"
import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { type Metrics, zero } from "../../analytics/Rollup.ts"
import { missing, newCampaign, same } from "../fixtures/Fixtures.ts"
import {
  always,
  type Change,
  change,
  day,
  expected,
  many,
  newSums,
  quarter,
  rangeOf,
  ranges,
  total,
  within
} from "../fixtures/RollupFixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { AccountId, type CampaignId } from "../../ids.ts"

/** Two campaigns of one organization that share the changes, and a campaign of another organization. */
const newTwo = Effect.gen(function* () {
  const own = yield* newSums()
  const foreign = yield* newSums(change(0, { sent: 1_000 }), change(0, { sent: 1_000 }, 1))
  const second = yield* newCampaign(own.organization_id)
  for (const [i, one] of many.entries()) {
    yield* own.store.add(own.organization_id, [{ ...one, campaign_id: i % 2 === 0 ? own.campaign_id : second }])
  }
  const part = (rest: number) => many.filter((_, i) => i % 2 === rest)
  return { ...own, foreign, both: [own.campaign_id, second], ofFirst: part(0), ofSecond: part(1) }
})

const acrossCampaigns = casesOf("RollupStore, several campaigns", {
  "sum and series add up the campaigns, sumCampaigns answers each in order": Effect.gen(function* () {
    const { both, foreign, ofFirst, ofSecond, organization_id, store } = yield* newTwo
    const asked = [...both, foreign.campaign_id, missing.campaign]
    for (const range of ranges.map(rangeOf)) {
      for (const dimension of ["campaign", "account", "sequence"] as const) {
        deepStrictEqual(
          yield* store.sum(organization_id, asked, dimension, range),
          expected(many, dimension, range),
          JSON.stringify({ dimension, range })
        )
      }
      const own = (changes: ReadonlyArray<Change>) =>
        total(changes.filter(({ dimension }) => dimension === "campaign").filter(within(range)))
      same(yield* store.sumCampaigns(organization_id, asked.toReversed(), range), [
        zero,
        zero,
        own(ofSecond),
        own(ofFirst)
      ])
    }
    const boundaries = [0, 37, day, 2 * day + 1, 6 * day].map(quarter)
    const ofCampaigns = many.filter(({ dimension }) => dimension === "campaign")
    same(
      yield* store.series(organization_id, asked, boundaries),
      boundaries.slice(1).map((end, i) => total(ofCampaigns.filter(within({ start: boundaries[i] ?? end, end }))))
    )
    same(yield* store.sum(organization_id, [], "campaign", always), [])
    same(yield* store.sumCampaigns(organization_id, [], always), [])
    same(yield* store.series(organization_id, [], boundaries.slice(0, 2)), [zero])
  }),
  "extent finds the first and the last bucket of the campaigns with a sum that is not zero": Effect.gen(function* () {
    const { add, campaign_id, organization_id, store } = yield* newSums()
    const second = yield* newCampaign(organization_id)
    const foreign = yield* newSums(change(-900, { sent: 1 }), change(900, { sent: 1 }))
    const find = (...ids: ReadonlyArray<CampaignId>) => store.extent(organization_id, [...ids, foreign.campaign_id])
    same(yield* find(campaign_id, second), Option.none())
    // Sums that cancelled to zero, and sums of an account, do not count.
    yield* add(change(-50, { sent: 1 }), change(50, { opened: 1 }), change(-60, { sent: 1 }, 1))
    yield* add(change(-50, { sent: -1 }), change(50, { opened: -1 }))
    same(yield* find(campaign_id, second), Option.none())
    yield* add(change(7, { complained: 1 }))
    same(yield* find(campaign_id), Option.some({ first: quarter(7), last: quarter(7) }))
    yield* add(change(8, { sent: 3 }), change(2 * day + 5, { opened: 1 }))
    yield* store.add(organization_id, [
      { ...change(-3 * day - 1, { positive_replied: 1 }), campaign_id: second },
      { ...change(day, { sent: 1 }), campaign_id: second }
    ])
    same(yield* find(campaign_id), Option.some({ first: quarter(7), last: quarter(2 * day + 5) }))
    same(yield* find(second), Option.some({ first: quarter(-3 * day - 1), last: quarter(day) }))
    same(yield* find(second, campaign_id), Option.some({ first: quarter(-3 * day - 1), last: quarter(2 * day + 5) }))
    same(yield* store.extent(organization_id, []), Option.none())
  })
})

/** Accounts that send for two campaigns, and a function that adds sums by account and quarter hour. */
const newSenders = Effect.gen(function* () {
  const { campaign_id, organization_id, store } = yield* newSums()
  const other = yield* newCampaign(organization_id)
  const add = (campaign: CampaignId, account_id: number | null, quarters: number, metrics: Partial<Metrics>) =>
    store.add(organization_id, [
      { campaign_id: campaign, dimension: "account", dimension_id: account_id, bucket: quarter(quarters), metrics },
      // Sums of these two dimensions do not count for an account.
      { campaign_id: campaign, dimension: "campaign", dimension_id: null, bucket: quarter(quarters), metrics },
      { campaign_id: campaign, dimension: "sequence", dimension_id: account_id, bucket: quarter(quarters), metrics }
    ])
  return { organization_id, store, campaign_id, other, add }
})
const [one, two, three] = [1, 2, 3].map((id) => AccountId.make(id)) as [AccountId, AccountId, AccountId]

const accounts = casesOf("RollupStore, accounts", {
  "sumAccounts adds up each account over all campaigns, in any span": Effect.gen(function* () {
    const { add, campaign_id, organization_id, other, store } = yield* newSenders
    const foreign = yield* newSenders
    yield* foreign.add(foreign.campaign_id, 1, 0, { sent: 1_000, bounced: 1_000 })
    const facts = Array.from({ length: 240 }, (_, i) => ({
      campaign: i % 3 === 0 ? other : campaign_id,
      account_id: i % 7 === 0 ? null : 1 + (i % 2),
      at: (i * 389) % (6 * day),
      sent: 1 + (i % 4),
      contacted: i % 3,
      bounced: i % 5
    }))
    for (const { account_id, at, bounced, campaign, contacted, sent } of facts) {
      yield* add(campaign, account_id, at, { sent, contacted, bounced, opened: 3 })
    }
    const bounded = ranges.flatMap(([start, end]) => (start === null || end === null ? [] : [[start, end] as const]))
    const asked = bounded.flatMap(([start, end]) => [one, two, three].map((account_id) => ({ account_id, start, end })))
    const sums = yield* store.sumAccounts(
      organization_id,
      asked.map(({ account_id, end, start }) => ({ account_id, start: quarter(start), end: quarter(end) }))
    )
    const expected = asked.map(({ account_id, end, start }) => {
      const found = facts.filter((fact) => fact.account_id === account_id && fact.at >= start && fact.at < end)
      const sumOf = (metric: "bounced" | "contacted" | "sent") => found.reduce((sum, fact) => sum + fact[metric], 0)
      return { sent: sumOf("sent"), contacted: sumOf("contacted"), bounced: sumOf("bounced") }
    })
    strictEqual(expected.filter(({ bounced }) => bounced > 0).length > 10, true)
    same(sums, expected)
    same(yield* store.sumAccounts(organization_id, []), [])
  })
})

export const cases: ReadonlyArray<StorageCase> = [...acrossCampaigns, ...accounts]
