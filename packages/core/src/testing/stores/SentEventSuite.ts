/** Conformance cases: `EventStore` records which mails were sent, and the events that refusals follow from. */
import { Effect } from "effect"
import { ok } from "node:assert/strict"
import type { Event } from "../../activity/Event.ts"
import { LeadStore } from "../../leads/LeadStore.ts"
import { RollupStore } from "../../analytics/RollupStore.ts"
import { Transactor } from "../../Transactor.ts"
import { newLog } from "../fixtures/EventFixtures.ts"
import { at, idsOf, missing, newCampaign, newLeads, newOrganization, same } from "../fixtures/Fixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { waits } from "../fixtures/Waiting.ts"
import { AccountId, type CampaignId, type LeadId, type OrganizationId } from "../../ids.ts"

const findSent = casesOf("EventStore.findSent", {
  "finds sent events by either id, once each, by ascending id": Effect.gen(function* () {
    const { insert, organization_id, store } = yield* newLog
    const long = "m".repeat(800)
    const events = yield* insert(
      { message_id: "<a@x.test>", email: "a@x.test" },
      { message_id: "<b@x.test>", provider_message_id: "0100" },
      { provider_message_id: "<a@x.test>" },
      { message_id: "0100", provider_message_id: long },
      { message_id: "<both@x.test>", provider_message_id: "<both@x.test>" }
    )
    yield* insert({ type: "opened", message_id: "<a@x.test>" }, {}, { message_id: "<z@x.test>" })
    const foreign = yield* newLog
    yield* foreign.insert({ message_id: "<a@x.test>" })
    const ask = (ids: ReadonlyArray<string>, limit = 10) => store.findSent(organization_id, ids, { limit })
    const at = (...places: ReadonlyArray<number>) => places.map((i) => events[i])
    same(yield* ask(["<a@x.test>"]), at(0, 2))
    same(yield* ask(["0100", "<b@x.test>", "0100"]), at(1, 3))
    same(yield* ask([long, "<both@x.test>"]), at(3, 4))
    same(yield* ask(["<both@x.test>", "<a@x.test>", "0100"], 3), at(0, 1, 2))
    same(yield* ask(["<A@x.test>", "a@x.test", "", "%"]), [])
    same(yield* ask([]), [])
  })
})

const findSentToLeads = casesOf("EventStore.findSentToLeads", {
  "finds the last mail to a lead up to an instant, else the first after it, also when the lead was removed": Effect.gen(
    function* () {
      const { insert, leads, organization_id, store } = yield* newLog
      const [a, b, c] = leads.map(({ id }) => id) as [LeadId, LeadId, LeadId]
      const events = yield* insert(
        { occurred_at: at(30), email: "late@x.test" },
        { occurred_at: at(10), email: "first@x.test" },
        { occurred_at: at(20), email: "second@x.test" },
        { occurred_at: at(20), email: "third@x.test" },
        { occurred_at: at(25), email: null },
        { occurred_at: at(26), email: "opened@x.test", type: "opened" },
        { occurred_at: at(30), email: "as late@x.test" },
        { lead_id: b, occurred_at: at(5), email: "b@x.test" }
      )
      const foreign = yield* newLog
      yield* (yield* LeadStore).remove(organization_id, [a])
      const ask = (...inputs: ReadonlyArray<readonly [LeadId, number]>) =>
        store.findSentToLeads(
          organization_id,
          inputs.map(([lead_id, seconds]) => ({ lead_id, at: at(seconds) }))
        )
      const expected = [3, 3, null, 1, 1, 6, 7].map((i) => (i === null ? null : events[i]))
      const found = yield* ask([a, 29.999], [a, 20], [c, 20], [a, 19.999], [a, 0], [a, 1_000], [b, 20])
      same(found, expected)
      same(yield* ask([missing.lead, 20], [b, 0], [b, 0]), [null, events[7], events[7]])
      same(yield* store.findSentToLeads(foreign.organization_id, [{ lead_id: a, at: at(20) }]), [null])
      same(yield* ask(), [])
    }
  )
})

const findSentToAddresses = casesOf("EventStore.findSentToAddresses", {
  "finds the last mail to an address, in whatever spelling, of one campaign or of all": Effect.gen(function* () {
    const { campaign_id, insert, leads, organization_id, store } = yield* newLog
    const second = yield* newCampaign(organization_id)
    const [other] = yield* newLeads(organization_id, second, "a@x.test")
    ok(other)
    const events = yield* insert(
      { occurred_at: at(10), email: "Zoë@MÜNCHEN.example" },
      { occurred_at: at(20), email: "ZOË@xn--mnchen-3ya.example" },
      { occurred_at: at(30), email: "zoë@münchen.example", campaign_id: second, lead_id: other.id },
      { occurred_at: at(40), email: "zoé@münchen.example" },
      { occurred_at: at(50), email: "zoë@münchen.example", type: "opened" },
      { occurred_at: at(10), email: "a@x.test" },
      { occurred_at: at(10), email: "A@x.test" }
    )
    const foreign = yield* newLog
    yield* foreign.insert({ email: "foreign@x.test" })
    yield* (yield* LeadStore).remove(organization_id, idsOf(leads))
    const zoe = "zoë@xn--mnchen-3ya.example"
    const found = yield* store.findSentToAddresses(organization_id, [
      { address: zoe, campaign_id },
      { address: zoe },
      { address: "a@x.test", campaign_id: second },
      { address: "a@x.test" },
      { address: zoe, campaign_id: second },
      { address: "foreign@x.test" },
      { address: "nobody@x.test", campaign_id }
    ])
    same(found, [events[1], events[2], null, events[6], events[2], null, null])
    same(yield* store.findSentToAddresses(organization_id, []), [])
  })
})

const findFirsts = casesOf("EventStore.findFirsts", {
  "finds the earliest events of each type of each lead, all that are equally early": Effect.gen(function* () {
    const { insert, leads, organization_id, store } = yield* newLog
    const [a, b, c] = leads.map(({ id }) => id) as [LeadId, LeadId, LeadId]
    const events = yield* insert(
      { type: "bounced", lead_id: b, occurred_at: at(9) },
      { type: "bounced", occurred_at: at(20) },
      { type: "bounced", occurred_at: at(10) },
      { type: "unsubscribed", occurred_at: at(30) },
      { type: "bounced", occurred_at: at(10) },
      { type: "opened", occurred_at: at(1) },
      { type: "bounced", lead_id: c, occurred_at: at(1) }
    )
    yield* (yield* LeadStore).remove(organization_id, [a])
    const ask = store.findFirsts
    const expected = [2, 3, 4, 0].map((i) => events[i])
    same(yield* ask(organization_id, [b, a, b], ["unsubscribed", "bounced", "bounced"]), expected)
    same(yield* ask(organization_id, [a], ["complained"]), [])
    same(yield* ask(organization_id, [], ["bounced"]), [])
    same(yield* ask(organization_id, [a], []), [])
    same(yield* ask((yield* newLog).organization_id, [a], ["bounced"]), [])
  })
})

const lock = casesOf("EventStore.lock", {
  "answers the events that exist, once each, by ascending lead, then id": Effect.gen(function* () {
    const { insert, leads, organization_id, store } = yield* newLog
    const [a, b, c] = yield* insert({ lead_id: leads[1]?.id ?? missing.lead }, { email: "a@x.test" }, {})
    ok(a && b && c)
    const { transaction } = yield* Transactor
    const ask = (id: OrganizationId, ...events: ReadonlyArray<Pick<Event, "id" | "lead_id">>) =>
      transaction(store.lock(id, events))
    same(yield* ask(organization_id, a, c, a, { ...b, lead_id: missing.lead }, b), [b, c, a])
    same(yield* ask(organization_id, { ...a, lead_id: b.lead_id }), [])
    same(yield* ask((yield* newLog).organization_id, a), [])
    same(yield* ask(organization_id), [])
  })
})

const lockTogether = casesOf(
  "EventStore.lock",
  {
    "keeps events from being erased until the transaction ends, and then all of the lead are": Effect.gen(function* () {
      const { insert, organization_id, scan, store } = yield* newLog
      const { transaction } = yield* Transactor
      const [sent] = yield* insert({ email: "a@x.test" })
      ok(sent)
      const first = Effect.andThen(
        store.lock(organization_id, [sent]),
        insert({ type: "complained", data: { reason: "a@x.test" } })
      )
      yield* waits(first, transaction(store.erase(organization_id, [sent.lead_id])))
      same(
        (yield* scan()).map(({ data, email }) => ({ data, email })),
        [1, 2].map(() => ({ data: {}, email: null }))
      )
    }),
    "waits for events to be erased, and shows that they are": Effect.gen(function* () {
      const { insert, organization_id, store } = yield* newLog
      const { transaction } = yield* Transactor
      const [sent] = yield* insert({ email: "a@x.test" })
      ok(sent)
      const locked = transaction(store.lock(organization_id, [sent]))
      const found = yield* waits(store.erase(organization_id, [sent.lead_id]), locked)
      same(
        found.map(({ email }) => email),
        [null]
      )
    })
  },
  { secondTransaction: true }
)

const lastSent = casesOf("EventStore.findLastSent", {
  "finds the latest mail that each account sent, in any campaign": Effect.gen(function* () {
    const { campaign_id, insert, organization_id, store } = yield* newLog
    const other = yield* newCampaign(organization_id)
    const rollups = yield* RollupStore
    const [one, two, three] = [1, 2, 3].map((id) => AccountId.make(id)) as [AccountId, AccountId, AccountId]
    const minute = (n: number) => at(n * 60)
    /** An event, and its sum. */
    const record = Effect.fnUntraced(function* (
      account_id: AccountId | null,
      campaign_id: CampaignId,
      n: number,
      type: "opened" | "sent" = "sent"
    ) {
      yield* insert({ account_id, campaign_id, occurred_at: minute(n), type })
      const bucket = minute(n - (n % 15))
      const metrics = { [type]: 1 }
      yield* rollups.add(organization_id, [
        { campaign_id, dimension: "account", dimension_id: account_id, bucket, metrics }
      ])
    })
    const find = (...ids: ReadonlyArray<AccountId>) =>
      Effect.map(store.findLastSent(organization_id, ids), (found) =>
        found.toSorted((a, b) => a.account_id - b.account_id)
      )
    same(yield* find(one, two), [])
    yield* record(one, campaign_id, 0)
    yield* record(one, campaign_id, 14.999)
    yield* record(one, other, 14)
    yield* record(two, campaign_id, 31)
    yield* record(two, other, 44.9)
    yield* record(null, campaign_id, 44.95)
    yield* record(three, campaign_id, 1, "opened")
    const ofTwo = { account_id: two, at: minute(44.9) }
    same(yield* find(two, one, three, one), [{ account_id: one, at: minute(14.999) }, ofTwo])
    const day = 1_440
    yield* record(one, other, 2 * day + 44)
    yield* record(one, campaign_id, 2 * day + 43)
    yield* record(one, other, 2 * day + 29)
    // Other events do not count: on the same day, and on a later day.
    yield* record(one, campaign_id, 2 * day + 60, "opened")
    yield* record(one, campaign_id, 3 * day, "opened")
    same(yield* find(one, two), [{ account_id: one, at: minute(2 * day + 44) }, ofTwo])
    same(yield* find(), [])
    same(yield* store.findLastSent(yield* newOrganization, [one]), [])
  })
})

const links = casesOf("EventStore.countLinks", {
  "counts the clicks of each link and their leads, the most first, in the time": Effect.gen(function* () {
    const { campaign_id, insert, leads, organization_id, store } = yield* newLog
    const [a, b] = leads.map(({ id }) => id) as [LeadId, LeadId]
    const click = (lead_id: LeadId, seconds: number, url?: string) => ({
      type: "clicked" as const,
      lead_id,
      occurred_at: at(seconds),
      data: url === undefined ? {} : { url }
    })
    yield* insert(
      click(a, 1, "https://x.test/b"),
      click(a, 2, "https://x.test/a"),
      click(b, 3, "https://x.test/c"),
      click(b, 4, "https://x.test/c"),
      click(a, 5, "https://x.test/c"),
      click(a, 6),
      { ...click(a, 3, "https://x.test/c"), type: "opened" },
      { ...click(a, 3, "https://x.test/c"), campaign_id: yield* newCampaign(organization_id) }
    )
    const ask = (start: number | null, end: number | null, limit = 10) =>
      store.countLinks(organization_id, campaign_id, {
        start: start === null ? null : at(start),
        end: end === null ? null : at(end),
        limit
      })
    const [one, two, three] = ["a", "b", "c"].map((path) => `https://x.test/${path}`) as [string, string, string]
    same(yield* ask(null, null), [
      { url: three, clicked: 3, unique_clicked: 2 },
      { url: one, clicked: 1, unique_clicked: 1 },
      { url: two, clicked: 1, unique_clicked: 1 }
    ])
    same(yield* ask(null, null, 1), [{ url: three, clicked: 3, unique_clicked: 2 }])
    same(yield* ask(2, 5), [
      { url: three, clicked: 2, unique_clicked: 1 },
      { url: one, clicked: 1, unique_clicked: 1 }
    ])
    same(yield* ask(7, null), [])
    const long = `https://x.test/${"ä".repeat(1_900)}`
    yield* insert(click(a, 8, long), click(b, 9, long), click(a, 9, one))
    same(yield* ask(8, null), [
      { url: long, clicked: 2, unique_clicked: 2 },
      { url: one, clicked: 1, unique_clicked: 1 }
    ])
    same(yield* store.countLinks(organization_id, missing.campaign, { start: null, end: null, limit: 10 }), [])
    same(yield* store.countLinks(yield* newOrganization, campaign_id, { start: null, end: null, limit: 10 }), [])
  })
})

export const cases: ReadonlyArray<StorageCase> = [
  ...findSent,
  ...findSentToLeads,
  ...findSentToAddresses,
  ...findFirsts,
  ...lock,
  ...lockTogether,
  ...lastSent,
  ...links
]
