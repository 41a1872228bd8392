/** Conformance cases: the promises of `LeadStore.replace` and `set`. */
import { foldForSearch } from "@mailroom/mail/text"
import { Deferred, Effect, Option, Struct } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import { type LeadRecord, type LeadSettings, searchTextOf } from "../../leads/Lead.ts"
import { LeadStore } from "../../leads/LeadStore.ts"
import type { LogEntryDraft } from "../../log/LogEntry.ts"
import { LogStore } from "../../log/LogStore.ts"
import * as StopSending from "../../leads/StopSending.ts"
import type { Timestamp } from "../../Timestamp.ts"
import {
  at,
  countsOf,
  idsOf,
  inCampaign,
  leadCount,
  missing,
  newCampaign,
  newLeadList,
  newLeads,
  same,
  countsIn
} from "../fixtures/Fixtures.ts"
import { fullLeadRow, leadsWithAddress } from "../fixtures/LeadFixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import type { CampaignId, LeadId, OrganizationId } from "../../ids.ts"
import { findOne } from "../../NotFound.ts"

const twoLeads = Effect.gen(function* () {
  const { campaign_id, leads, organization_id } = yield* newLeadList("ada@x.test", "bob@x.test")
  const [ada, bob] = leads
  ok(ada && bob)
  return { campaign_id, organization_id, ada, bob, store: yield* LeadStore }
})

/** Stops or resumes a lead without concurrent changes. Uses `replace` when `set` cannot do it. */
const settle = Effect.fnUntraced(function* (
  organization_id: OrganizationId,
  id: LeadId,
  stop: StopSending.StopState,
  updated_at: Timestamp
) {
  const store = yield* LeadStore
  if (Option.isSome(yield* store.set(organization_id, id, { texts: {}, stop }, updated_at))) return
  const lead = yield* Effect.fromOption(yield* findOne(store.findMany, organization_id, id))
  ok(yield* store.replace(organization_id, { ...lead, ...stop, version: lead.version + 1, updated_at }, lead.version))
})

const replace = casesOf("LeadStore.replace", {
  "stores the lead when the version is the stored one": Effect.gen(function* () {
    const { ada, bob, organization_id, store } = yield* twoLeads
    const next = { ...ada, first_name: "Ada", stop_sending: true, version: 2, updated_at: at(1) }
    strictEqual(yield* store.replace(organization_id, next, 1), true)
    same(yield* findOne(store.findMany, organization_id, ada.id), Option.some(next))
    same(yield* findOne(store.findMany, organization_id, bob.id), Option.some(bob))
  }),
  "answers false and changes nothing when it is not": Effect.gen(function* () {
    const { ada, organization_id, store } = yield* twoLeads
    const second = { ...ada, first_name: "second", version: 2 }
    strictEqual(yield* store.replace(organization_id, second, 1), true)
    for (const version of [1, 3]) {
      strictEqual(yield* store.replace(organization_id, { ...ada, first_name: "late", version: 3 }, version), false)
    }
    same(yield* findOne(store.findMany, organization_id, ada.id), Option.some(second))
  }),
  "answers false for a lead that is gone, or of another organization": Effect.gen(function* () {
    const { ada, bob, campaign_id, organization_id, store } = yield* twoLeads
    const foreign = yield* newLeadList("eve@x.test")
    yield* store.remove(organization_id, [bob.id])
    strictEqual(yield* store.replace(organization_id, { ...bob, version: 2 }, 1), false)
    strictEqual(yield* store.replace(organization_id, { ...ada, id: missing.lead, version: 2 }, 1), false)
    const [, , zoe] = yield* newLeads(organization_id, campaign_id, "x@x.test", "y@x.test", "zoe@x.test")
    ok(zoe)
    strictEqual(yield* store.replace(foreign.organization_id, { ...zoe, first_name: "stolen", version: 2 }, 1), false)
    same(yield* findOne(store.findMany, organization_id, zoe.id), Option.some(zoe))
    same(yield* findOne(store.findMany, organization_id, bob.id), Option.none())
    same(yield* leadsWithAddress(foreign.organization_id, "eve@x.test"), foreign.leads)
  }),
  "stores every field": Effect.gen(function* () {
    const { ada, organization_id, store } = yield* twoLeads
    let lead = ada
    for (const row of [...(yield* fullLeadRow(organization_id)), ada]) {
      const next = { ...lead, ...row, created_at: lead.created_at, version: lead.version + 1 }
      strictEqual(yield* store.replace(organization_id, next, lead.version), true)
      same(yield* findOne(store.findMany, organization_id, ada.id), Option.some(next))
      lead = next
    }
  }),
  "fails with DuplicateLead and changes nothing when the campaign has the address": Effect.gen(function* () {
    const { ada, bob, organization_id, store } = yield* twoLeads
    const error = yield* Effect.flip(store.replace(organization_id, { ...ada, email: "BOB@x.test", version: 2 }, 1))
    ok(error._tag === "DuplicateLead")
    strictEqual(error.email, "BOB@x.test")
    same(yield* findOne(store.findMany, organization_id, ada.id), Option.some(ada))
    same(yield* findOne(store.findMany, organization_id, bob.id), Option.some(bob))
    strictEqual(yield* store.replace(organization_id, { ...ada, first_name: "Ada", version: 2 }, 1), true)
  }),
  "compares the version first: a stale change is not a duplicate": Effect.gen(function* () {
    const { ada, organization_id, store } = yield* twoLeads
    const taken = { ...ada, email: "bob@x.test", version: 3 }
    strictEqual(yield* store.replace(organization_id, taken, 2), false)
    strictEqual(yield* store.replace(organization_id, { ...taken, id: missing.lead }, 1), false)
    same(yield* findOne(store.findMany, organization_id, ada.id), Option.some(ada))
  }),
  "changes the address: the old one is free, the new one is found and taken": Effect.gen(function* () {
    const { ada, campaign_id, organization_id, store } = yield* twoLeads
    const next = { ...ada, email: "ÉVA@x.test", version: 2 }
    strictEqual(yield* store.replace(organization_id, next, 1), true)
    same(yield* leadsWithAddress(organization_id, "éva@x.test"), [next])
    same(yield* leadsWithAddress(organization_id, "ada@x.test"), [])
    same(yield* store.findByEmails(organization_id, inCampaign(campaign_id, "ada@x.test", "éva@x.test")), [next])
    const [again] = yield* newLeads(organization_id, campaign_id, "ada@x.test")
    ok(again)
    same(yield* store.insert(organization_id, campaign_id, [{ ...again, email: "éva@x.test" }]), [null])
    strictEqual(yield* leadCount(organization_id, campaign_id), 3)
  }),
  "lets a lead keep its address in another case, and have one that another campaign has": Effect.gen(function* () {
    const { ada, organization_id, store } = yield* twoLeads
    yield* newLeads(organization_id, yield* newCampaign(organization_id), "eve@x.test")
    const upper = { ...ada, email: "ADA@X.test", version: 2 }
    strictEqual(yield* store.replace(organization_id, upper, 1), true)
    same(yield* leadsWithAddress(organization_id, "ada@x.test"), [upper])
    const eve = { ...upper, email: "Eve@x.test", version: 3 }
    strictEqual(yield* store.replace(organization_id, eve, 2), true)
    strictEqual((yield* leadsWithAddress(organization_id, "eve@x.test")).length, 2)
  }),
  "lets one of several writers of the same version win": Effect.gen(function* () {
    const { ada, organization_id, store } = yield* twoLeads
    const writers = Array.from({ length: 8 }, (_, i) => `writer ${i}`)
    const allHaveRead = yield* Deferred.make<void>()
    let readers = 0
    const answers = yield* Effect.forEach(
      writers,
      Effect.fnUntraced(function* (first_name) {
        const lead = Option.getOrThrow(yield* findOne(store.findMany, organization_id, ada.id))
        readers++
        if (readers === writers.length) yield* Deferred.succeed(allHaveRead, undefined)
        yield* Deferred.await(allHaveRead)
        return yield* store.replace(organization_id, { ...lead, first_name, version: lead.version + 1 }, lead.version)
      }),
      { concurrency: "unbounded" }
    )
    const winners = writers.filter((_, i) => answers[i])
    strictEqual(winners.length, 1)
    const { first_name, version } = Option.getOrThrow(yield* findOne(store.findMany, organization_id, ada.id))
    same([first_name, version], [winners[0], 2])
  }),
  "gives an address to one of several leads that change to it at the same time": Effect.gen(function* () {
    const { campaign_id, organization_id, store } = yield* twoLeads
    const emails = Array.from({ length: 8 }, (_, i) => `lead${i}@x.test`)
    const leads = yield* newLeads(organization_id, campaign_id, ...emails)
    const answers = yield* Effect.forEach(
      leads,
      (lead) => Effect.exit(store.replace(organization_id, { ...lead, email: "wanted@x.test", version: 2 }, 1)),
      { concurrency: "unbounded" }
    )
    const winners = leads.filter((_, i) => answers[i]?._tag === "Success")
    strictEqual(winners.length, 1)
    same(idsOf(yield* leadsWithAddress(organization_id, "wanted@x.test")), idsOf(winners))
  })
})

const set = casesOf("LeadStore.set", {
  "sets the given texts of one lead, which is then found by them": Effect.gen(function* () {
    const { ada, bob, organization_id, store } = yield* twoLeads
    const [full] = yield* fullLeadRow(organization_id)
    let lead: LeadRecord = {
      ...ada,
      ...full,
      last_name: "O'Hara",
      ...Struct.pick(ada, ["created_at", "updated_at"]),
      version: 2
    }
    yield* store.replace(organization_id, lead, 1)
    for (const texts of [
      { first_name: "Zoë", company: "ACME \\ %_" },
      { last_name: "Ünal", first_name: "Zoé", company: "" },
      { website: "https://x.test", personalization: "😀" }
    ]) {
      const next = { ...lead, ...texts, version: lead.version + 1, updated_at: at(lead.version) }
      same(yield* store.set(organization_id, ada.id, { texts }, next.updated_at), Option.some(next))
      same(yield* findOne(store.findMany, organization_id, ada.id), Option.some(next))
      lead = next
    }
    for (const search of [foldForSearch("Zoé Ünal"), "zoe o'hara", "acme"]) {
      const found = yield* store.list(organization_id, { search, limit: 10 })
      same(idsOf(found), search.startsWith("zoe u") ? [ada.id] : [])
    }
    same(yield* findOne(store.findMany, organization_id, bob.id), Option.some(bob))
  }),
  "answers none and changes nothing when the lead has these texts, or is not there": Effect.gen(function* () {
    const { ada, bob, organization_id, store } = yield* twoLeads
    const foreign = yield* newLeadList("eve@x.test")
    yield* store.remove(organization_id, [bob.id])
    const texts = { first_name: "Ada", company: ada.company }
    same(
      yield* store.set(organization_id, ada.id, { texts: { company: ada.company, website: ada.website } }, at(1)),
      none
    )
    same(yield* store.set(organization_id, bob.id, { texts }, at(1)), none)
    same(yield* store.set(foreign.organization_id, ada.id, { texts }, at(1)), none)
    same(yield* findOne(store.findMany, organization_id, ada.id), Option.some(ada))
  }),
  "adds the entry of a change to the log, and none without a change": Effect.gen(function* () {
    const { ada, bob, organization_id, store } = yield* twoLeads
    const log = yield* LogStore
    const entryOf = (id: LeadId, seconds: number): LogEntryDraft => ({
      at: at(seconds),
      actor: { type: "key", id: seconds, name: "a'b\\%" },
      operation: "leads.update",
      subjects: [`leads/${id}`]
    })
    yield* store.remove(organization_id, [bob.id])
    const set = (id: LeadId, seconds: number, settings: LeadSettings) =>
      store.set(organization_id, id, settings, at(seconds), entryOf(id, seconds))
    for (const [seconds, settings] of [
      [1, { texts: { company: "Engines" } }],
      [2, { texts: {}, stop: StopSending.stop(at(2)) }],
      [3, { texts: { company: "Looms" }, stop: StopSending.resume(at(3)) }]
    ] as const) {
      strictEqual(Option.isSome(yield* set(ada.id, seconds, settings)), true)
    }
    same(yield* set(ada.id, 4, { texts: { company: "Looms" } }), none)
    same(yield* set(bob.id, 5, { texts: { company: "Looms" } }), none)
    same(yield* set(ada.id, 3, { texts: {}, stop: StopSending.stop(at(3)) }), none)
    const entries = yield* log.page(organization_id, { limit: 9 })
    same(
      entries.map(({ id: _, ...entry }) => entry),
      [3, 2, 1].map((seconds) => entryOf(ada.id, seconds))
    )
  }),
  "leaves the stop of a lead that was moved to a transaction": Effect.gen(function* () {
    const { ada, organization_id, store } = yield* twoLeads
    const moved_to = { lead_id: ada.id, campaign_id: ada.campaign_id, at: at(0) }
    const moved = { ...ada, moved_to, version: 2 }
    yield* store.replace(organization_id, moved, 1)
    same(yield* store.set(organization_id, ada.id, { texts: {}, stop: StopSending.stop(at(5)) }, at(5)), none)
    same(yield* findOne(store.findMany, organization_id, ada.id), Option.some(moved))
    const texts = { company: "ACME" }
    const next = { ...moved, ...texts, version: 3, updated_at: at(5) }
    same(yield* store.set(organization_id, ada.id, { texts }, at(5)), Option.some(next))
  }),
  "sets each name beside names that folding changes, and finds the lead by all of them": Effect.gen(function* () {
    const { ada, organization_id, store } = yield* twoLeads
    const names = ["first_name", "last_name", "company"] as const
    let lead = ada
    for (const kept of [["first_name"], ["last_name"], ["company"], ["last_name", "company"]] as const) {
      // Folding turns `ẞ` into two letters.
      const others = Object.fromEntries(kept.map((name) => [name, `WEIẞ Å of ${kept}`]))
      const version = lead.version + 1
      const stored = { ...lead, first_name: "Ada", last_name: "King", company: "A\nB", ...others, version }
      yield* store.replace(organization_id, stored, lead.version)
      lead = stored
      for (const name of names) {
        const next = { ...lead, [name]: `ZOË ${name}`, version: lead.version + 1, updated_at: at(lead.version) }
        same(
          yield* store.set(organization_id, ada.id, { texts: { [name]: next[name] } }, next.updated_at),
          Option.some(next)
        )
        lead = next
        const found = yield* store.list(organization_id, { search: searchTextOf(lead), limit: 10 })
        same(idsOf(found), [ada.id])
      }
    }
  }),
  "loses no text when several callers set different texts at the same time": Effect.gen(function* () {
    const { ada, organization_id, store } = yield* twoLeads
    const texts = [{ first_name: "Ada" }, { last_name: "Lovelace" }, { company: "Engines" }, { website: "x.test" }]
    yield* Effect.forEach(texts, (fields) => store.set(organization_id, ada.id, { texts: fields }, at(1)), {
      concurrency: "unbounded"
    })
    const next = Object.assign({ ...ada, version: 5, updated_at: at(1) }, ...texts)
    same(yield* findOne(store.findMany, organization_id, ada.id), Option.some(next))
    same(idsOf(yield* store.list(organization_id, { search: "ada lovelace\nengines", limit: 10 })), [ada.id])
  }),
  "stops and resumes one lead from any state, with texts or without, and counts it": Effect.gen(function* () {
    const { ada, bob, campaign_id, organization_id, store } = yield* twoLeads
    let lead: LeadRecord = { ...ada, ...StopSending.apply(ada, "reply", at(1)), version: 2, updated_at: at(1) }
    yield* store.replace(organization_id, lead, 1)
    for (const { second, stop, texts } of [
      { second: 2, stop: StopSending.stop(at(2)), texts: {} },
      { second: 3, stop: StopSending.stop(at(3)), texts: { first_name: "Ada" } },
      { second: 4, stop: StopSending.resume(at(4)), texts: { first_name: "Ada" } },
      { second: 5, stop: StopSending.resume(at(5)), texts: {} },
      { second: 6, stop: StopSending.stop(at(6)), texts: { company: "Engines" } }
    ]) {
      const next = { ...lead, ...texts, ...stop, version: lead.version + 1, updated_at: at(second) }
      same(yield* store.set(organization_id, ada.id, { texts, stop }, at(second)), Option.some(next))
      same(yield* findOne(store.findMany, organization_id, ada.id), Option.some(next))
      same(yield* countsIn(organization_id, campaign_id), countsOf([next, bob]))
      lead = next
    }
    same(idsOf(yield* store.list(organization_id, { search: "ada \nengines", limit: 10 })), [ada.id])
    same(yield* findOne(store.findMany, organization_id, bob.id), Option.some(bob))
  }),
  "does not stop a lead that was changed then or later, and never sets `updated_at` back": Effect.gen(function* () {
    const { ada, campaign_id, organization_id, store } = yield* twoLeads
    const stored = { ...ada, version: 2, updated_at: at(3) }
    yield* store.replace(organization_id, stored, 1)
    const texts = { company: "Engines" }
    for (const second of [2, 3]) {
      const settings = { texts, stop: StopSending.stop(at(second)) }
      same(yield* store.set(organization_id, ada.id, settings, at(second)), none)
    }
    same(yield* findOne(store.findMany, organization_id, ada.id), Option.some(stored))
    strictEqual((yield* countsIn(organization_id, campaign_id)).stopped, 0)
    const next = { ...stored, ...texts, version: 3 }
    same(yield* store.set(organization_id, ada.id, { texts }, at(2)), Option.some(next))
  }),
  "stops no lead that is gone, or of another organization": Effect.gen(function* () {
    const { ada, bob, campaign_id, organization_id, store } = yield* twoLeads
    const foreign = yield* newLeadList("eve@x.test")
    yield* store.remove(organization_id, [bob.id])
    const settings = { texts: {}, stop: StopSending.stop(at(1)) }
    same(yield* store.set(organization_id, bob.id, settings, at(1)), none)
    same(yield* store.set(foreign.organization_id, ada.id, settings, at(1)), none)
    same(yield* findOne(store.findMany, organization_id, ada.id), Option.some(ada))
    same(yield* countsIn(organization_id, campaign_id), countsOf([ada]))
  }),
  "counts leads of several campaigns that are stopped and resumed at the same time": Effect.gen(function* () {
    const { campaign_id, organization_id, store } = yield* twoLeads
    const others = yield* newCampaign(organization_id)
    const campaigns = [campaign_id, others]
    for (const id of campaigns) {
      yield* newLeads(organization_id, id, ...Array.from({ length: 6 }, (_, i) => `lead${i}@x.test`))
    }
    const all = (campaign_id: CampaignId) => store.lockOfCampaign(organization_id, campaign_id, { limit: 100 })
    const leads = (yield* Effect.forEach(campaigns, all)).flat()
    // Each lead is stopped and resumed in turn, zero to three times; all leads at the same time.
    yield* Effect.forEach(
      leads,
      ({ id }, index) =>
        Effect.forEach(Array.from({ length: index % 4 }), (_, i) => {
          const now = at(i + 1)
          return settle(organization_id, id, StopSending.decide(i % 2 === 0, now), now)
        }),
      { concurrency: "unbounded" }
    )
    for (const id of campaigns) {
      const stored = yield* all(id)
      for (const lead of stored) {
        const times = leads.findIndex(({ id }) => id === lead.id) % 4
        same([lead.stop_sending, lead.version], [times % 2 === 1, 1 + times])
      }
      same(yield* countsIn(organization_id, id), countsOf(stored))
    }
  })
})
const none = Option.none()

export const cases: ReadonlyArray<StorageCase> = [...replace, ...set]
