/** Conformance cases: the promises of the stores for campaigns that are being deleted. */
import { Array, Effect, Option } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import { CampaignStore } from "../../campaigns/CampaignStore.ts"
import { LeadStore } from "../../leads/LeadStore.ts"
import { SequenceStore } from "../../sequences/SequenceStore.ts"
import type { Timestamp } from "../../Timestamp.ts"
import { Transactor } from "../../Transactor.ts"
import {
  at,
  idsOf,
  inCampaign,
  leadRow,
  missing,
  newCampaign,
  newLeads,
  newOrganization,
  refuse,
  same,
  countsIn
} from "../fixtures/Fixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { newStep, sequencesOf } from "../fixtures/SequenceFixtures.ts"
import { newUnibox } from "../fixtures/ThreadFixtures.ts"
import { waits } from "../fixtures/Waiting.ts"
import { AccountId, type OrganizationId, TagId } from "../../ids.ts"
import { leadsWithAddress } from "../fixtures/LeadFixtures.ts"
import { findOne } from "../../NotFound.ts"

const tag = TagId.make(9)
const sender = AccountId.make(8)
const first = { offset: 0, limit: 200 }
const domains = { addresses: [], domains: ["x.test"] }

/** The campaigns of these organizations that `findHidden` finds. Other cases use the same database. */
const hiddenBefore =
  (...organizations: ReadonlyArray<OrganizationId>) =>
  (before: Timestamp) =>
    Effect.map(
      CampaignStore.use((campaigns) => campaigns.findHidden({ before, limit: 1_000 })),
      (found) => found.filter(({ organization_id }) => organizations.includes(organization_id))
    )

/** Two campaigns with the same leads, each with a step. */
const newPair = Effect.gen(function* () {
  const organization_id = yield* newOrganization
  const campaigns = yield* CampaignStore
  const leads = yield* LeadStore
  const sequences = yield* SequenceStore
  const [gone, kept] = yield* Effect.replicateEffect(newCampaign(organization_id), 2)
  ok(gone && kept)
  const rows = ["a@x.test", "b@sub.x.test", "c@x.test"].map((email) =>
    leadRow(email, { reply_status: "Keen", reply_status_tag_id: tag, chosen_sender: sender })
  )
  const [a, b] = [yield* newLeads(organization_id, gone, ...rows), yield* newLeads(organization_id, kept, ...rows)]
  const steps = [
    yield* sequences.insert(organization_id, gone, newStep()),
    yield* sequences.insert(organization_id, kept, newStep())
  ] as const
  return {
    organization_id,
    campaigns,
    leads,
    sequences,
    gone,
    kept,
    steps,
    leadsOfGone: a,
    leadsOfKept: b,
    hide: campaigns.hide(organization_id, gone, at(1))
  }
})

const hidden = casesOf("CampaignStore, a hidden campaign", {
  "is found by nothing that reads campaigns or steps": Effect.gen(function* () {
    const { campaigns, gone, hide, kept, organization_id, sequences, steps } = yield* newPair
    yield* hide
    same(yield* campaigns.lock(organization_id, gone), Option.none())
    ok(Option.isSome(yield* campaigns.lock(organization_id, kept)))
    same(idsOf(yield* campaigns.findMany(organization_id, [gone, kept])), [kept])
    for (const ids of [undefined, [gone, kept]]) same(idsOf(yield* campaigns.list(organization_id, ids)), [kept])
    const page = yield* campaigns.page(organization_id, first)
    same([page.total, idsOf(page.data)], [1, [kept]])
    same(yield* sequencesOf(organization_id, gone), [])
    same(yield* sequencesOf(organization_id, kept), [steps[1]])
    same(idsOf(yield* sequences.findMany(organization_id, idsOf(steps))), [steps[1].id])
  }),
  "hides its leads from everything that reads leads": Effect.gen(function* () {
    const { gone, hide, kept, leads, leadsOfGone, leadsOfKept, organization_id } = yield* newPair
    const all = idsOf([...leadsOfGone, ...leadsOfKept])
    const [a] = leadsOfGone
    const [x, y, z] = idsOf(leadsOfKept)
    ok(a && x && y && z)
    yield* hide
    same(yield* findOne(leads.findMany, organization_id, a.id), Option.none())
    same(idsOf(yield* leads.findMany(organization_id, all)), [x, y, z])
    same(idsOf(yield* leads.lock(organization_id, all)), [x, y, z])
    same(idsOf(yield* leadsWithAddress(organization_id, "a@x.test")), [x])
    const addresses = [...inCampaign(gone, "a@x.test", "c@x.test"), ...inCampaign(kept, "a@x.test")]
    same(idsOf(yield* leads.findByEmails(organization_id, addresses)), [x])
    same(yield* leads.findSharing(organization_id, [x, a.id]), [x])
    same(yield* leads.page(organization_id, gone, first), Option.none())
    same(yield* leads.page(organization_id, gone, { ...first, search: "x" }), Option.none())
    strictEqual((yield* countsIn(organization_id, gone)).total, 0)
    // `limit` counts matching leads only: a short page means the last page.
    same(idsOf(yield* leads.list(organization_id, { tag_id: tag, limit: 2 })), [z, y])
    same(idsOf(yield* leads.list(organization_id, { tag_id: tag, before: y, limit: 2 })), [x])
    same(yield* leads.findByChosenSender(organization_id, [sender], { limit: 2 }), [x, y])
    same(idsOf(yield* leads.findMatching(organization_id, domains, { limit: 2 })), [x, z])
    const addressed = { addresses: ["a@x.test"], domains: [] }
    same(idsOf(yield* leads.findMatching(organization_id, addressed, { limit: 1 })), [x])
  }),
  "takes no leads": Effect.gen(function* () {
    const { gone, hide, leads, organization_id } = yield* newPair
    yield* hide
    const error = yield* Effect.flip(leads.insert(organization_id, gone, [leadRow("new@x.test")]))
    strictEqual(error._tag, "CampaignNotFound")
  }),
  "has no lead whose thread is found by the address": Effect.gen(function* () {
    const campaigns = yield* CampaignStore
    const { open, organization_id, send, store } = yield* newUnibox
    const gone = yield* newCampaign(organization_id)
    const [lead] = yield* newLeads(organization_id, gone, "a@x.test")
    const thread = yield* open({ lead_id: lead?.id ?? null, campaign_id: gone })
    yield* send(thread, 1)
    same(yield* store.findByLeadEmail(organization_id, "a@x.test"), Option.some(thread))
    yield* campaigns.hide(organization_id, gone, at(1))
    same(yield* store.findByLeadEmail(organization_id, "a@x.test"), Option.none())
  }),
  "is found by findMany with_hidden until it is removed": Effect.gen(function* () {
    const { campaigns, gone, hide, kept, organization_id } = yield* newPair
    const find = campaigns.findMany(organization_id, [kept, gone, missing.campaign, kept], { with_hidden: true })
    const both = yield* campaigns.findMany(organization_id, [gone, kept])
    for (const step of [Effect.void, hide]) {
      yield* step
      same(yield* find, both)
    }
    same(yield* campaigns.findMany(yield* newOrganization, [gone, kept], { with_hidden: true }), [])
    yield* campaigns.remove(organization_id, gone)
    same(idsOf(yield* find), [kept])
  }),
  "is found by findHidden as long as it is hidden, by the instant of its last hide": Effect.gen(function* () {
    const { campaigns, gone, hide, kept, organization_id } = yield* newPair
    const foreign = yield* newPair
    yield* hide
    const found = hiddenBefore(foreign.organization_id, organization_id)
    same(yield* found(at(1)), [])
    same(yield* found(at(1.001)), [{ organization_id, id: gone }])
    yield* campaigns.hide(organization_id, gone, at(2))
    same(yield* found(at(2)), [])
    yield* campaigns.hide(organization_id, kept, at(1))
    const both = [gone, kept].sort().map((id) => ({ organization_id, id }))
    same(yield* found(at(3)), both)
    yield* campaigns.hide(organization_id, missing.campaign, at(1))
    yield* campaigns.hide(foreign.organization_id, gone, at(9))
    same(yield* found(at(9)), both)
    yield* foreign.hide
    same(yield* found(at(3)), [...both, { organization_id: foreign.organization_id, id: foreign.gone }])
    strictEqual((yield* campaigns.findHidden({ before: at(3), limit: 1 })).length, 1)
    yield* campaigns.remove(organization_id, gone)
    yield* campaigns.remove(organization_id, kept)
    yield* foreign.campaigns.remove(foreign.organization_id, foreign.gone)
    same(yield* found(at(3)), [])
  }),
  "is shown again when the transaction that hid it fails": Effect.gen(function* () {
    const { transaction } = yield* Transactor
    const { campaigns, gone, hide, organization_id } = yield* newPair
    yield* Effect.flip(transaction(Effect.andThen(hide, refuse)))
    ok(Option.isSome(yield* findOne(campaigns.findMany, organization_id, gone)))
    same(yield* hiddenBefore(organization_id)(at(9)), [])
  })
})

const lockOfCampaign = casesOf("LeadStore.lockOfCampaign", {
  "returns the campaign's first leads by ascending id, whole, beyond an id, hidden or not": Effect.gen(function* () {
    const { gone, hide, leads, leadsOfGone, organization_id } = yield* newPair
    const [a, b, c] = leadsOfGone
    ok(a && b && c)
    for (const step of [Effect.void, hide]) {
      yield* step
      same(yield* leads.lockOfCampaign(organization_id, gone, { limit: 2 }), [a, b])
      same(yield* leads.lockOfCampaign(organization_id, gone, { after_id: b.id, limit: 2 }), [c])
      same(yield* leads.lockOfCampaign(organization_id, gone, { after_id: c.id, limit: 2 }), [])
    }
    same(yield* leads.lockOfCampaign(organization_id, missing.campaign, { limit: 2 }), [])
    same(yield* leads.lockOfCampaign(yield* newOrganization, gone, { limit: 2 }), [])
  })
})

const removal = casesOf("CampaignStore, removing", {
  "leads of a hidden campaign can be removed": Effect.gen(function* () {
    const { gone, hide, leads, leadsOfGone, organization_id } = yield* newPair
    yield* hide
    const [a, b, c] = idsOf(leadsOfGone)
    ok(a && b && c)
    same(yield* leads.remove(organization_id, [b, a]), [a, b])
    same(idsOf(yield* leads.lockOfCampaign(organization_id, gone, { limit: 9 })), [c])
  }),
  "clearThreads takes it off threads, at most as many as the limit says": Effect.gen(function* () {
    const campaigns = yield* CampaignStore
    const { openWith, organization_id, thread } = yield* newUnibox
    const [gone, kept] = yield* Effect.replicateEffect(newCampaign(organization_id), 2)
    ok(gone && kept)
    const [lead] = yield* newLeads(organization_id, kept, "a@x.test")
    const ids = yield* Effect.forEach([gone, gone, kept, gone], (campaign_id, i) =>
      openWith(i, { campaign_id, lead_id: i === 0 ? (lead?.id ?? null) : null })
    )
    const clear = campaigns.clearThreads(organization_id, gone, { limit: 2 })
    const campaignsOf = Effect.forEach(ids, (id) => Effect.map(thread(id), ({ campaign_id }) => campaign_id))
    same(yield* campaigns.clearThreads(yield* newOrganization, gone, { limit: 2 }), 0)
    strictEqual(yield* clear, 2)
    same(yield* campaignsOf, [undefined, undefined, kept, gone])
    strictEqual(yield* clear, 1)
    strictEqual(yield* clear, 0)
    same(yield* campaignsOf, [undefined, undefined, kept, undefined])
    strictEqual((yield* thread(Array.getUnsafe(ids, 0))).lead_id, lead?.id)
  }),
  "remove deletes a hidden campaign with all that belongs to it; its threads stay": Effect.gen(function* () {
    const { campaigns, gone, hide, kept, leads, leadsOfGone, organization_id, sequences, steps } = yield* newPair
    same(yield* campaigns.remove(organization_id, gone), false)
    ok(Option.isSome(yield* findOne(campaigns.findMany, organization_id, gone)))
    yield* hide
    same(yield* campaigns.remove(yield* newOrganization, gone), false)
    same(yield* campaigns.remove(organization_id, gone), true)
    same(yield* campaigns.remove(organization_id, gone), false)
    same(yield* hiddenBefore(organization_id)(at(9)), [])
    same(yield* leads.remove(organization_id, idsOf(leadsOfGone)), [])
    same(idsOf(yield* sequences.findMany(organization_id, idsOf(steps))), [steps[1].id])
    strictEqual((yield* countsIn(organization_id, kept)).total, 3)
  }),
  "remove leaves threads that still name it, without campaign and lead": Effect.gen(function* () {
    const campaigns = yield* CampaignStore
    const { openWith, organization_id, thread } = yield* newUnibox
    const gone = yield* newCampaign(organization_id)
    const [lead] = yield* newLeads(organization_id, gone, "a@x.test")
    const id = yield* openWith(1, { campaign_id: gone, lead_id: lead?.id ?? null })
    yield* campaigns.hide(organization_id, gone, at(1))
    yield* campaigns.remove(organization_id, gone)
    const { campaign_id, lead_id } = yield* thread(id)
    same([campaign_id, lead_id], [undefined, undefined])
  })
})

const together = casesOf(
  "CampaignStore, hiding beside another transaction",
  {
    "leads wait for it, and find no campaign": Effect.gen(function* () {
      const { transaction } = yield* Transactor
      const { gone, hide, leads, organization_id } = yield* newPair
      const insert = Effect.flip(transaction(leads.insert(organization_id, gone, [leadRow("new@x.test")])))
      strictEqual((yield* waits(hide, insert))._tag, "CampaignNotFound")
    }),
    "it waits for leads, which are then found by lockOfCampaign": Effect.gen(function* () {
      const { transaction } = yield* Transactor
      const { gone, hide, leads, organization_id } = yield* newPair
      yield* waits(leads.insert(organization_id, gone, [leadRow("new@x.test")]), transaction(hide))
      strictEqual((yield* leads.lockOfCampaign(organization_id, gone, { limit: 9 })).length, 4)
    }),
    "lockOfCampaign waits for a transaction that locks one of the leads, and shows its writes": Effect.gen(
      function* () {
        const { transaction } = yield* Transactor
        const { gone, leads, leadsOfGone, organization_id } = yield* newPair
        const [a, ...others] = leadsOfGone
        ok(a)
        const next = { ...a, status: "Sent" as const, version: 2 }
        const write = Effect.andThen(leads.lock(organization_id, [a.id]), leads.writeState(organization_id, [next]))
        const locked = yield* waits(write, transaction(leads.lockOfCampaign(organization_id, gone, { limit: 9 })))
        same(locked, [next, ...others])
      }
    ),
    "lockOfCampaign makes a transaction that locks one of the leads wait": Effect.gen(function* () {
      const { transaction } = yield* Transactor
      const { gone, leads, leadsOfGone, organization_id } = yield* newPair
      const lock = leads.lock(organization_id, idsOf(leadsOfGone).slice(0, 1))
      const locked = yield* waits(leads.lockOfCampaign(organization_id, gone, { limit: 9 }), transaction(lock))
      same(locked, leadsOfGone.slice(0, 1))
    })
  },
  { secondTransaction: true }
)

export const cases: ReadonlyArray<StorageCase> = [...hidden, ...lockOfCampaign, ...removal, ...together]
