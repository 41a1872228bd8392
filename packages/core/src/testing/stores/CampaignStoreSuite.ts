/** Conformance cases: the promises of `CampaignStore`. */
import { foldForSearch } from "@mailroom/mail/text"
import { Effect, Option } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import type { Dimension, Metrics } from "../../analytics/Rollup.ts"
import { RollupStore } from "../../analytics/RollupStore.ts"
import { type CampaignRecord, type CampaignStatus, type ListedCampaign } from "../../campaigns/Campaign.ts"
import { CampaignStore } from "../../campaigns/CampaignStore.ts"
import { LeadStore } from "../../leads/LeadStore.ts"
import { Timestamp } from "../../Timestamp.ts"
import { Transactor } from "../../Transactor.ts"
import {
  at,
  campaignRow,
  countsOf,
  idsOf,
  leadCount,
  leadRow,
  missing,
  newAccount,
  newLeadList,
  newLeads,
  newOrganization,
  same
} from "../fixtures/Fixtures.ts"
import { pagesBeyond } from "../fixtures/Paging.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { waits } from "../fixtures/Waiting.ts"
import { type AccountId, CampaignId } from "../../ids.ts"
import { findOne } from "../../NotFound.ts"

/** An organization with campaigns of these names and states, in ascending order of ids. */
const newCampaigns = Effect.fnUntraced(function* (
  ...fields: ReadonlyArray<readonly [name: string, status: CampaignStatus]>
) {
  const organization_id = yield* newOrganization
  const store = yield* CampaignStore
  const ids = fields.map(() => CampaignId.make(crypto.randomUUID())).sort()
  const campaigns = fields.map(([name, status], i) => campaignRow({ id: ids[i] ?? missing.campaign, name, status }))
  for (const campaign of campaigns.toReversed()) yield* store.insert(organization_id, campaign)
  return {
    organization_id,
    campaigns: campaigns.map((campaign) => Object.assign(campaign, { lead_count: 0 })),
    store,
    page: (query: Partial<Parameters<typeof store.page>[1]>) =>
      store.page(organization_id, { offset: 0, limit: 200, ...query }),
    /** The names of the campaigns whose name contains `search`. */
    named: (search: string) =>
      Effect.map(store.page(organization_id, { offset: 0, limit: 200, search: foldForSearch(search) }), ({ data }) =>
        data.map(({ name }) => name)
      )
  }
})

const run: NonNullable<CampaignRecord["verification"]> = {
  state: "failed",
  verifier: "zerobounce",
  statuses: ["not_verified", "unknown"],
  results: { valid: 1, unknown: 2, accept_all: 3, invalid: 4, disposable: 5 },
  cost: 0.25,
  error: "no credits",
  requested_at: at(1),
  finished_at: at(2),
  after_id: 6,
  failures: 7
}

const find = casesOf("CampaignStore.findMany, one campaign", {
  "answers every field as it is given, and no leads yet": Effect.gen(function* () {
    const store = yield* CampaignStore
    const organization_id = yield* newOrganization
    const accounts = yield* Effect.replicateEffect(newAccount(organization_id), 3)
    const full = campaignRow({
      name: "Größe 😀 % _ \\",
      status: "paused",
      status_reason: "bounces",
      timezone: "America/Argentina/Buenos_Aires",
      send_window: { days: [7, 1], from: "00:00", to: "24:00" },
      window_zone: "lead",
      holidays: "DE-BY",
      skip_days: ["2026-12-24", "1980-01-01"],
      daily_limit: 100_000,
      stop_on_reply: false,
      stop_on_auto_reply: true,
      stop_scope: "organization",
      track_opens: false,
      track_clicks: true,
      unsubscribe_header: false,
      bounce_limit: null,
      new_lead_share: 0,
      required_verification: "checked",
      account_ids: idsOf(accounts),
      moves: [
        { when: "labelled", label: "interested", campaign_id: missing.campaign, after_days: 3 },
        { when: "finished", campaign_id: missing.campaign, after_days: 0 }
      ],
      created_at: Timestamp.make("0001-01-01T00:00:00.001Z"),
      updated_at: Timestamp.make("9999-12-31T23:59:59.999Z"),
      verification: run,
      version: 7
    })
    for (const campaign of [full, campaignRow({ daily_limit: 0 })]) {
      yield* store.insert(organization_id, campaign)
      same(yield* findOne(store.findMany, organization_id, campaign.id), Option.some({ ...campaign, lead_count: 0 }))
    }
  }),
  "answers none for what the organization does not have": Effect.gen(function* () {
    const store = yield* CampaignStore
    const own = yield* newLeadList()
    const foreign = yield* newLeadList()
    same(yield* findOne(store.findMany, own.organization_id, missing.campaign), Option.none())
    same(yield* findOne(store.findMany, own.organization_id, foreign.campaign_id), Option.none())
  }),
  "counts the campaign's leads at any time": Effect.gen(function* () {
    const leads = yield* LeadStore
    const { campaign_id, organization_id } = yield* newLeadList()
    const count = leadCount(organization_id, campaign_id)
    const [a, b] = yield* newLeads(organization_id, campaign_id, "a@x.test", "b@x.test")
    strictEqual(yield* count, 2)
    yield* leads.insert(
      organization_id,
      campaign_id,
      [a, b].flatMap((lead) => (lead ? [lead, lead] : []))
    )
    strictEqual(yield* count, 2)
    if (a) yield* leads.replace(organization_id, { ...a, email: "c@x.test", version: 2 }, 1)
    strictEqual(yield* count, 2)
    if (a) yield* leads.remove(organization_id, [a.id])
    strictEqual(yield* count, 1)
    same((yield* (yield* CampaignStore).page(organization_id, { offset: 0, limit: 1 })).data[0]?.lead_count, 1)
  })
})

const findMany = casesOf("CampaignStore.findMany", {
  "returns the campaigns that exist, once each, by ascending id, with their number of leads": Effect.gen(function* () {
    const store = yield* CampaignStore
    const { campaigns, organization_id } = yield* newCampaigns(["c", "draft"], ["a", "active"], ["b", "paused"])
    const foreign = yield* newLeadList()
    const [first, second, third] = campaigns
    ok(first && second && third)
    yield* newLeads(organization_id, third.id, "a@x.test", "b@x.test")
    const ids = [third.id, missing.campaign, first.id, foreign.campaign_id, third.id]
    same(yield* store.findMany(organization_id, ids), [first, { ...third, lead_count: 2 }])
    same(yield* store.findMany(organization_id, [missing.campaign, foreign.campaign_id]), [])
    same(yield* store.findMany(organization_id, []), [])
  })
})

const list = casesOf("CampaignStore.list", {
  "returns all campaigns, or these, by ascending id, with the counts of their leads": Effect.gen(function* () {
    const store = yield* CampaignStore
    const { campaigns, organization_id } = yield* newCampaigns(["c", "draft"], ["a", "active"])
    yield* newCampaigns(["foreign", "draft"])
    const [first, second] = campaigns
    ok(first && second)
    const leads = yield* newLeads(organization_id, second.id, leadRow("a@x.test", { status: "Opened" }), "b@x.test")
    const counted = [
      { ...first, leads: countsOf([]) },
      { ...second, lead_count: 2, leads: countsOf(leads) }
    ]
    same(yield* store.list(organization_id), counted)
    same(yield* store.list(organization_id, [second.id, missing.campaign, first.id, second.id]), counted)
    same(yield* store.list(organization_id, [second.id]), counted.slice(1))
    same(yield* store.list(organization_id, []), [])
    const foreign = yield* newOrganization
    same([yield* store.list(foreign), yield* store.list(foreign, [first.id])], [[], []])
  })
})

/** A campaign without leads and events, as a page shows it. */
const listed = ({ verification: _, version: __, ...campaign }: CampaignRecord): ListedCampaign => ({
  ...campaign,
  counts: { leads: countsOf([]), sent: 0, replied: 0, bounced: 0 }
})

const page = casesOf("CampaignStore.page", {
  "shows the leads of each campaign by their state, and its sums of all time": Effect.gen(function* () {
    const rollups = yield* RollupStore
    const { campaigns, organization_id, page } = yield* newCampaigns(["a", "draft"], ["b", "active"], ["c", "draft"])
    const [first, second, third] = campaigns
    ok(first && second && third)
    const leads = yield* newLeads(
      organization_id,
      second.id,
      leadRow("a@x.test", { status: "Sent" }),
      leadRow("b@x.test", { status: "Bounce", stop_sending: true, stop_sending_type: "bounce" }),
      "c@x.test"
    )
    const sum = (campaign_id: CampaignId, seconds: number, dimension: Dimension, metrics: Partial<Metrics>) => ({
      campaign_id,
      dimension,
      dimension_id: dimension === "campaign" ? null : 1,
      bucket: at(seconds),
      metrics
    })
    const year = 365 * 86_400
    yield* rollups.add(organization_id, [sum(first.id, 0, "campaign", { sent: 1, contacted: 1, opened: 5 })])
    yield* rollups.add(organization_id, [
      sum(second.id, 0, "account", { sent: 100, replied: 100, bounced: 100 }),
      sum(second.id, 0, "campaign", { sent: 3, replied: 2, unique_replied: 1, bounced: 1, soft_bounced: 9 }),
      sum(second.id, 900, "campaign", { sent: 10 }),
      sum(second.id, -year, "campaign", { sent: 100, bounced: 3 }),
      sum(second.id, year, "campaign", { replied: 5 })
    ])
    same(yield* page({}), {
      total: 3,
      data: [
        { ...listed(first), counts: { ...listed(first).counts, sent: 1 } },
        {
          ...listed(second),
          lead_count: 3,
          counts: { leads: countsOf(leads), sent: 113, replied: 7, bounced: 4 }
        },
        listed(third)
      ]
    })
  }),
  "answers the organization's campaigns by ascending id, and a total that the page does not narrow": Effect.gen(
    function* () {
      const { campaigns, page } = yield* newCampaigns(["c", "draft"], ["a", "active"], ["b", "draft"], ["a", "paused"])
      yield* newCampaigns(["foreign", "draft"])
      same(yield* page({}), { total: 4, data: campaigns.map(listed) })
      same(yield* page({ offset: 1, limit: 2 }), { total: 4, data: campaigns.slice(1, 3).map(listed) })
      same(yield* page({ offset: 4 }), { total: 4, data: [] })
      yield* pagesBeyond(campaigns.map(listed), page)
      const none = yield* newCampaigns()
      same(yield* none.page({}), { total: 0, data: [] })
    }
  ),
  "keeps to a status, and to a search, and to both": Effect.gen(function* () {
    const { campaigns, page } = yield* newCampaigns(
      ["Spring", "active"],
      ["Autumn", "active"],
      ["spring 2", "draft"],
      ["SPRING 3", "active"]
    )
    const [first, second, third, fourth] = campaigns.map(listed)
    same(yield* page({ status: "active" }), { total: 3, data: [first, second, fourth] })
    same(yield* page({ search: "spring" }), { total: 3, data: [first, third, fourth] })
    same(yield* page({ search: "spring", status: "active" }), { total: 2, data: [first, fourth] })
    same(yield* page({ search: "spring", status: "active", offset: 1, limit: 1 }), { total: 2, data: [fourth] })
    same(yield* page({ status: "completed" }), { total: 0, data: [] })
  }),
  "searches the folded name, literally": Effect.gen(function* () {
    const { named } = yield* newCampaigns(["100% Ökö_größe", "draft"], ["ΟΔΟΣ a\\b", "draft"], ["İ 🎉", "draft"])
    const found: ReadonlyArray<readonly [search: string, names: ReadonlyArray<string>]> = [
      ["öKÖ", ["100% Ökö_größe"]],
      ["GRÖSSE", ["100% Ökö_größe"]],
      ["0% ö", ["100% Ökö_größe"]],
      ["1%ö", []],
      ["_", ["100% Ökö_größe"]],
      ["οδος", ["ΟΔΟΣ a\\b"]],
      ["\\", ["ΟΔΟΣ a\\b"]],
      ["i̇", ["İ 🎉"]],
      ["🎉", ["İ 🎉"]],
      ["okö_GROẞE", ["100% Ökö_größe"]],
      ["ο\u0301δος", ["ΟΔΟΣ a\\b"]],
      ["u", []]
    ]
    for (const [search, names] of found) same(yield* named(search), names)
  })
})

/** An organization with four accounts, and campaigns that send from some of them. */
const newSenders = Effect.gen(function* () {
  const organization_id = yield* newOrganization
  const store = yield* CampaignStore
  const [a, b, c, d] = idsOf(yield* Effect.replicateEffect(newAccount(organization_id), 4))
  ok(a && b && c && d)
  const ids = [[a, b, c], [b], [], [c]].map((account_ids) => ({
    account_ids,
    id: CampaignId.make(crypto.randomUUID())
  }))
  const campaigns = ids.sort((x, y) => (x.id < y.id ? -1 : 1)).map((fields) => campaignRow(fields))
  for (const campaign of campaigns.toReversed()) yield* store.insert(organization_id, campaign)
  const using = (...ids: ReadonlyArray<AccountId>) =>
    campaigns
      .filter(({ account_ids }) => account_ids.some((id) => ids.includes(id)))
      .map((campaign) => ({ ...campaign, lead_count: 0 }))
  const all = store.findMany(organization_id, idsOf(campaigns))
  return { organization_id, store, campaigns, using, all, a, b, c, d }
})

const accounts = casesOf("CampaignStore, accounts", {
  "findByAccounts returns the campaigns that send from one of them, once each, by ascending id": Effect.gen(
    function* () {
      const { a, b, c, d, organization_id, store, using } = yield* newSenders
      const foreign = yield* newSenders
      const find = (...ids: ReadonlyArray<AccountId>) => store.findByAccounts(organization_id, ids)
      same(yield* find(b), using(b))
      same(yield* find(c, a, c), using(a, c))
      same(yield* find(d, missing.account), [])
      same(yield* find(foreign.a, foreign.b), [])
      same(yield* find(), [])
    }
  ),
  "findByAccounts returns only active campaigns if asked": Effect.gen(function* () {
    const { a, b, campaigns, organization_id, store, using } = yield* newSenders
    const [active] = using(a)
    ok(active)
    const find = (...ids: ReadonlyArray<AccountId>) =>
      Effect.map(store.findByAccounts(organization_id, ids, { only_active: true }), idsOf)
    for (const campaign of campaigns) {
      const status = campaign.id === active.id ? "active" : "paused"
      yield* store.replace(organization_id, { ...campaign, lead_count: 0, status })
    }
    same(yield* find(a, b), [active.id])
    same(yield* find(b), [active.id])
    same(idsOf(yield* store.findByAccounts(organization_id, [b], { only_active: false })), idsOf(using(b)))
    yield* store.hide(organization_id, active.id, at(0))
    same(yield* find(a, b), [])
  })
})

const replace = casesOf("CampaignStore.replace", {
  "stores everything but the id, the number of leads and the creation; finds by the new name": Effect.gen(function* () {
    const { campaigns, named, organization_id, store } = yield* newCampaigns(["Old", "draft"], ["Other", "draft"])
    const [campaign, other] = campaigns
    ok(campaign && other)
    yield* newLeads(organization_id, campaign.id, "a@x.test")
    const account = yield* newAccount(organization_id)
    const next: CampaignRecord = {
      ...campaign,
      name: "NEW",
      status: "completed",
      status_reason: "bounces",
      timezone: "Asia/Tokyo",
      send_window: { days: [6], from: "09:30", to: "10:00" },
      daily_limit: 7,
      stop_on_reply: false,
      stop_on_auto_reply: true,
      stop_scope: "organization",
      track_opens: false,
      track_clicks: true,
      unsubscribe_header: false,
      bounce_limit: 100,
      new_lead_share: 100,
      required_verification: "valid",
      account_ids: [account.id],
      lead_count: 99,
      created_at: at(8),
      updated_at: at(9),
      verification: { ...run, state: "running", error: null, finished_at: null },
      version: 5
    }
    same(yield* store.replace(organization_id, next), true)
    const stored = { ...next, lead_count: 1, created_at: campaign.created_at }
    same(yield* findOne(store.findMany, organization_id, campaign.id), Option.some(stored))
    same(yield* findOne(store.findMany, organization_id, other.id), Option.some(other))
    same([yield* named("new"), yield* named("old")], [["NEW"], []])
  }),
  "changes nothing of another organization": Effect.gen(function* () {
    const { campaigns, organization_id, store } = yield* newCampaigns(["a", "draft"])
    const foreign = yield* newOrganization
    for (const campaign of campaigns) {
      same(yield* store.replace(foreign, { ...campaign, name: "b" }), false)
      same(yield* findOne(store.findMany, organization_id, campaign.id), Option.some(campaign))
      same(yield* findOne(store.findMany, foreign, campaign.id), Option.none())
    }
  })
})

const together = casesOf(
  "CampaignStore, two transactions",
  {
    "a lock waits for another one, and shows what that one wrote": Effect.gen(function* () {
      const { transaction } = yield* Transactor
      const { campaigns, organization_id, store } = yield* newCampaigns(["a", "draft"])
      const [campaign] = campaigns
      ok(campaign)
      const next = { ...campaign, name: "b", version: 2 }
      const lock = store.lock(organization_id, campaign.id)
      const write = Effect.andThen(lock, store.replace(organization_id, next))
      same(yield* waits(write, transaction(lock)), Option.some(next))
    }),
    "a lock waits for leads that are inserted, and counts them": Effect.gen(function* () {
      const { transaction } = yield* Transactor
      const { campaign_id, organization_id } = yield* newLeadList()
      const store = yield* CampaignStore
      const locked = yield* waits(
        newLeads(organization_id, campaign_id, "a@x.test"),
        transaction(store.lock(organization_id, campaign_id))
      )
      strictEqual(Option.getOrThrow(locked).lead_count, 1)
    })
  },
  { secondTransaction: true }
)

export const cases: ReadonlyArray<StorageCase> = [
  ...find,
  ...findMany,
  ...list,
  ...page,
  ...accounts,
  ...replace,
  ...together
]
