/** Conformance cases: the promises of `EventStore`. */
import { Effect } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import type { Event } from "../../activity/Event.ts"
import type { EventQuery } from "../../activity/EventStore.ts"
import { LeadStore } from "../../leads/LeadStore.ts"
import { Timestamp } from "../../Timestamp.ts"
import { Transactor } from "../../Transactor.ts"
import { newLog } from "../fixtures/EventFixtures.ts"
import { at, idsOf, missing, newAccount, newCampaign, newLeads, refuse, same } from "../fixtures/Fixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { AccountId, SequenceId } from "../../ids.ts"

const newestFirst = (events: ReadonlyArray<Event>) =>
  events.toSorted((a, b) => (a.occurred_at === b.occurred_at ? b.id - a.id : a.occurred_at < b.occurred_at ? 1 : -1))
const byLead = (events: ReadonlyArray<Event>) => events.toSorted((a, b) => a.lead_id - b.lead_id || a.id - b.id)

const insert = casesOf("EventStore.insert", {
  "stores every field, under ids that ascend in the order of the input": Effect.gen(function* () {
    const { insert, organization_id, page, scan } = yield* newLog
    const account = yield* newAccount(organization_id)
    const data = {
      reply_text: "Zoë 😀 % _ \\ ' \" \n\t \u0001 \u2028".repeat(1_000),
      status: "5.1.1",
      reason: "",
      url: "https://x.test/?a=1",
      returns_on: "2026-12-07"
    }
    const events = yield* insert(
      {
        type: "replied",
        occurred_at: Timestamp.make("0001-01-01T00:00:00.001Z"),
        account_id: account.id,
        sequence_id: SequenceId.make(7),
        message_id: "<Zoë@x.test>",
        provider_message_id: "0100-Zoë",
        email: "Zoë@x.test",
        data
      },
      { type: "machine_opened", occurred_at: Timestamp.make("9999-12-31T23:59:59.999Z") },
      { type: "soft_bounced", occurred_at: at(0.001) }
    )
    ok(events.every(({ id }, i) => i === 0 || id > (events[i - 1]?.id ?? NaN)))
    same(yield* page(), newestFirst(events))
    same(yield* scan(), events)
  }),
  "answers null where an earlier input or a stored event has the identity, and leaves that one as it is": Effect.gen(
    function* () {
      const { insert, leads, organization_id, page, row, store } = yield* newLog
      const [stored] = yield* insert({ identity: "stored" })
      const second = row({ identity: "second" })
      const ids = yield* store.insert(organization_id, [
        row({ identity: "stored", type: "opened", lead_id: leads[1]?.id ?? missing.lead }),
        second,
        row({ identity: "second", type: "clicked" }),
        row({ identity: "STORED" })
      ])
      same(
        ids.map((id) => id === null),
        [true, false, true, false]
      )
      const events = yield* page()
      strictEqual(events.length, 3)
      same(events.at(-1), stored)
      same(events.at(-2), { ...second, id: ids[1] })
    }
  ),
  "keeps identities apart by organization, and compares them whole": Effect.gen(function* () {
    const own = yield* newLog
    const foreign = yield* newLog
    const identities = ["a", "A", "a ", "é", "e\u0301", "", "%", '["sent",1,"a"]', "x".repeat(2_000), "x".repeat(1_999)]
    for (const log of [own, foreign]) {
      yield* log.insert(...identities.map((identity) => ({ identity })))
      strictEqual((yield* log.page()).length, identities.length)
    }
  }),
  "takes identities as long as a Message-ID can make them": Effect.gen(function* () {
    const { insert, organization_id, row, store } = yield* newLog
    // Incompressible text: neighbouring characters are far apart.
    const message_id = String.fromCharCode(...Array.from({ length: 800 }, (_, i) => 0x4e00 + ((i * 7919) % 20_000)))
    const identity = JSON.stringify(["unsubscribed", Number.MAX_SAFE_INTEGER, message_id])
    yield* insert({ identity, message_id })
    same(yield* store.insert(organization_id, [row({ identity })]), [null])
  }),
  "takes no events, and many": Effect.gen(function* () {
    const { insert, organization_id, scan, store } = yield* newLog
    same(yield* store.insert(organization_id, []), [])
    const events = yield* insert(...Array.from({ length: 2_500 }, () => ({})))
    strictEqual(idsOf(yield* scan()).join(), idsOf(events).join())
  }),
  "stores an event for one of several concurrent inserts, in any order": Effect.gen(function* () {
    const { organization_id, row, scan, store } = yield* newLog
    const rows = Array.from({ length: 20 }, () => row())
    const answers = yield* Effect.forEach(
      Array.from({ length: 8 }, (_, i) => (i % 2 === 0 ? rows : rows.toReversed())),
      (batch) => store.insert(organization_id, batch),
      { concurrency: "unbounded" }
    )
    strictEqual(answers.flat().filter((id) => id !== null).length, 20)
    strictEqual((yield* scan()).length, 20)
  }),
  "is undone by a failure, and frees the identity": Effect.gen(function* () {
    const { transaction } = yield* Transactor
    const { insert, page } = yield* newLog
    const first = yield* insert({ identity: "first" })
    yield* Effect.flip(transaction(Effect.andThen(insert({ identity: "second" }), refuse)))
    same(yield* page(), first)
    yield* insert({ identity: "second" })
    strictEqual((yield* page()).length, 2)
  })
})

const page = casesOf("EventStore.page", {
  "answers the campaign's events, the newest first, of equal instants the greatest id": Effect.gen(function* () {
    const { insert, organization_id, page, store } = yield* newLog
    const second = yield* newCampaign(organization_id)
    const [other] = yield* newLeads(organization_id, second, "a@x.test")
    ok(other)
    const foreign = yield* newLog
    yield* foreign.insert({}, {})
    const events = yield* insert(
      { occurred_at: at(3) },
      { occurred_at: at(1) },
      { occurred_at: at(3) },
      { occurred_at: at(2.999) },
      { occurred_at: at(3) }
    )
    const others = yield* insert({ campaign_id: second, lead_id: other.id })
    same(yield* page(), newestFirst(events))
    same(yield* store.page(organization_id, second, { limit: 10 }), others)
    same(yield* store.page(organization_id, missing.campaign, { limit: 10 }), [])
    same(yield* store.page(organization_id, foreign.campaign_id, { limit: 10 }), [])
  }),
  "goes on behind a place in the list, in pages of any size, with every filter": Effect.gen(function* () {
    const { insert, leads, organization_id, page } = yield* newLog
    const types = ["sent", "opened", "clicked"] as const
    const accounts = [yield* newAccount(organization_id), yield* newAccount(organization_id)]
    const events = newestFirst(
      yield* insert(
        ...Array.from({ length: 60 }, (_, i) => ({
          type: types[i % 3] ?? "sent",
          occurred_at: at((i * 7) % 5),
          lead_id: leads[(i >> 1) % 3]?.id ?? missing.lead,
          account_id: accounts[i % 4]?.id ?? null,
          sequence_id: i % 5 < 2 ? SequenceId.make(1 + (i % 5)) : null
        }))
      )
    )
    const queries: ReadonlyArray<Partial<EventQuery>> = [
      {},
      { types: ["opened"] },
      { types: ["opened", "sent", "opened"] },
      { types: ["complained"] },
      ...leads.slice(0, 1).map(({ id }) => ({ lead_id: id })),
      ...accounts.slice(0, 1).map(({ id }) => ({ account_id: id })),
      { sequence_id: SequenceId.make(2) },
      ...leads
        .slice(1, 2)
        .map(({ id }) => ({ lead_id: id, types: ["sent"], sequence_id: SequenceId.make(1) }) as const),
      { account_id: AccountId.make(Number.MAX_SAFE_INTEGER) }
    ]
    for (const query of queries) {
      const expected = events.filter(
        (event) =>
          (query.types?.includes(event.type) ?? true) &&
          event.lead_id === (query.lead_id ?? event.lead_id) &&
          event.account_id === (query.account_id ?? event.account_id) &&
          event.sequence_id === (query.sequence_id ?? event.sequence_id)
      )
      same(yield* page(query), expected)
      const walked: Array<Event> = []
      while (true) {
        const last = walked.at(-1)
        const next = yield* page({
          ...query,
          limit: 7,
          ...(last === undefined ? {} : { before: { at: last.occurred_at, id: last.id } })
        })
        walked.push(...next)
        if (next.length < 7) break
      }
      same(walked, expected)
    }
  }),
  "answers the events of all campaigns, and of no other organization, with filters and in pages": Effect.gen(
    function* () {
      const { insert, leads, organization_id, store } = yield* newLog
      const second = yield* newCampaign(organization_id)
      const [other] = yield* newLeads(organization_id, second, "a@x.test")
      const [first] = leads
      ok(first && other)
      yield* (yield* newLog).insert({}, { type: "opened" })
      const types = ["sent", "opened", "clicked"] as const
      const events = newestFirst(
        yield* insert(
          ...Array.from({ length: 30 }, (_, i) => ({
            type: types[i % 3] ?? "sent",
            occurred_at: at((i * 7) % 5),
            ...(i % 2 === 0 ? {} : { campaign_id: second, lead_id: other.id })
          }))
        )
      )
      const all = (query: Partial<EventQuery> = {}) => store.page(organization_id, null, { limit: 200, ...query })
      same(yield* all(), events)
      same(
        yield* all({ types: ["opened", "sent"] }),
        events.filter(({ type }) => type !== "clicked")
      )
      same(
        yield* all({ lead_id: other.id, types: ["clicked"] }),
        events.filter(({ lead_id, type }) => lead_id === other.id && type === "clicked")
      )
      for (const query of [{}, { types: ["sent"] }, { lead_id: other.id }] satisfies ReadonlyArray<
        Partial<EventQuery>
      >) {
        const walked: Array<Event> = []
        for (let next = yield* all({ ...query, limit: 4 }); next.length > 0;) {
          walked.push(...next)
          const last = next.at(-1)
          ok(last)
          next = yield* all({ ...query, limit: 4, before: { at: last.occurred_at, id: last.id } })
        }
        same(walked, yield* all(query))
      }
    }
  ),
  "goes on from a place where there is no event": Effect.gen(function* () {
    const { insert, page } = yield* newLog
    const [a, b, c] = yield* insert({ occurred_at: at(1) }, { occurred_at: at(2) }, { occurred_at: at(2) })
    ok(a && b && c)
    same(yield* page({ before: { at: at(1.5), id: c.id } }), [a])
    same(yield* page({ before: { at: at(2), id: b.id } }), [a])
    same(yield* page({ before: { at: at(3), id: a.id } }), [c, b, a])
    same(yield* page({ before: { at: at(1), id: a.id } }), [])
  })
})

const scan = casesOf("EventStore.scan", {
  "answers all events of the organization by ascending lead, then id, beyond after": Effect.gen(function* () {
    const { insert, leads, organization_id, scan } = yield* newLog
    const second = yield* newCampaign(organization_id)
    const others = yield* newLeads(organization_id, second, "d@x.test")
    yield* (yield* newLog).insert({}, {}, {})
    const all = [...leads, ...others]
    const events = byLead(
      yield* insert(
        ...Array.from({ length: 40 }, (_, i) => {
          const { campaign_id, id } = all[(i * 3) % 4] ?? { campaign_id: second, id: missing.lead }
          return { campaign_id, lead_id: id, occurred_at: at(40 - i) }
        })
      )
    )
    same(yield* scan(), events)
    for (const limit of [1, 7, 40]) {
      const walked: Array<Event> = []
      while (true) {
        const last = walked.at(-1)
        const next = yield* scan({ limit, ...(last === undefined ? {} : { after: last }) })
        walked.push(...next)
        if (next.length < limit) break
      }
      same(idsOf(walked), idsOf(events))
    }
    const [first] = events
    ok(first)
    same(yield* scan({ after: { lead_id: missing.lead, id: first.id } }), [])
  }),
  "answers nothing for an organization without events": Effect.gen(function* () {
    same(yield* (yield* newLog).scan(), [])
  }),
  "still holds the events of a lead that was removed": Effect.gen(function* () {
    const { insert, leads, organization_id, page, scan } = yield* newLog
    const events = yield* insert({}, { type: "opened" })
    yield* (yield* LeadStore).remove(organization_id, idsOf(leads))
    same(yield* scan(), events)
    same(yield* page(), events.toReversed())
  })
})

export const cases: ReadonlyArray<StorageCase> = [...insert, ...page, ...scan]
