/** Conformance cases: `LeadStore` locks leads and writes locked leads. */
import { Effect, Fiber, Option, Struct } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import { type LeadRecord, texts } from "../../leads/Lead.ts"
import { LeadStore } from "../../leads/LeadStore.ts"
import { Transactor } from "../../Transactor.ts"
import {
  at,
  countsOf,
  idsOf,
  inCampaign,
  missing,
  newCampaign,
  newLeadList,
  newLeads,
  refuse,
  same,
  countsIn
} from "../fixtures/Fixtures.ts"
import { fullLeadRow, leadsWithAddress } from "../fixtures/LeadFixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { goesOn, waits } from "../fixtures/Waiting.ts"
import { type LeadId, type OrganizationId, TagId } from "../../ids.ts"
import { findOne } from "../../NotFound.ts"

/** Records one more sent mail: locks the leads, then writes a state computed from the locked rows. */
const sendOne = Effect.fnUntraced(function* (organization_id: OrganizationId, ids: ReadonlyArray<LeadId>) {
  const store = yield* LeadStore
  const locked = yield* store.lock(organization_id, ids)
  yield* Effect.yieldNow
  yield* store.writeState(
    organization_id,
    locked.map((lead) => ({
      ...lead,
      status: lead.status === "Sent" ? "Opened" : "Sent",
      amount_sequences_sent: lead.amount_sequences_sent + 1,
      version: lead.version + 1
    }))
  )
})

const lock = casesOf("LeadStore.lock", {
  "answers as findMany": Effect.gen(function* () {
    const store = yield* LeadStore
    const { transaction } = yield* Transactor
    const { leads, organization_id } = yield* newLeadList("c@x.test", "a@x.test", "b@x.test")
    const foreign = yield* newLeadList("a@x.test", "b@x.test", "c@x.test", "d@x.test")
    const [c, , b] = leads
    ok(b && c)
    const ids = [b.id, missing.lead, ...idsOf(foreign.leads).slice(-1), c.id, b.id]
    same(yield* transaction(store.lock(organization_id, ids)), [c, b])
    same(yield* transaction(store.lock(organization_id, [])), [])
  }),
  "lets no other transaction change the leads until the end, in whatever order and campaign they are asked for":
    Effect.gen(function* () {
      const { transaction } = yield* Transactor
      const store = yield* LeadStore
      const { campaign_id, leads, organization_id } = yield* newLeadList("a@x.test", "b@x.test", "c@x.test")
      const second = yield* newCampaign(organization_id)
      const others = yield* newLeads(organization_id, second, "a@x.test", "b@x.test")
      const ids = idsOf([...leads, ...others])
      yield* Effect.forEach(
        Array.from({ length: 13 }, (_, i) => (i % 2 === 0 ? ids : ids.toReversed())),
        (order) => transaction(sendOne(organization_id, order)),
        { concurrency: "unbounded" }
      )
      const after = yield* store.findMany(organization_id, ids)
      same(
        after.map(({ amount_sequences_sent, version }) => [amount_sequences_sent, version]),
        ids.map(() => [13, 14])
      )
      same(yield* countsIn(organization_id, campaign_id), { ...countsOf([]), total: 3, sent: 3 })
      same(yield* countsIn(organization_id, second), { ...countsOf([]), total: 2, sent: 2 })
    }),
  "shows what was written last, and not what the transaction read before": Effect.gen(function* () {
    const store = yield* LeadStore
    const { transaction } = yield* Transactor
    const { leads, organization_id } = yield* newLeadList("a@x.test")
    const ids = idsOf(leads)
    const readThenSend = Effect.andThen(store.findMany(organization_id, ids), sendOne(organization_id, ids))
    yield* Effect.replicateEffect(transaction(readThenSend), 8, { concurrency: "unbounded" })
    strictEqual((yield* store.findMany(organization_id, ids))[0]?.amount_sequences_sent, 8)
  }),
  "lets no compare-and-set in between": Effect.gen(function* () {
    const store = yield* LeadStore
    const { transaction } = yield* Transactor
    const { leads, organization_id } = yield* newLeadList("a@x.test")
    const [lead] = leads
    ok(lead)
    const rename = Effect.gen(function* () {
      const current = Option.getOrThrow(yield* findOne(store.findMany, organization_id, lead.id))
      return yield* store.replace(
        organization_id,
        { ...current, first_name: `${current.first_name}x`, version: current.version + 1 },
        current.version
      )
    })
    const renaming = yield* Effect.forkChild(Effect.replicateEffect(rename, 20))
    yield* Effect.replicateEffect(transaction(sendOne(organization_id, [lead.id])), 20)
    const renamed = (yield* Fiber.join(renaming)).filter(Boolean).length
    const after = Option.getOrThrow(yield* findOne(store.findMany, organization_id, lead.id))
    same([after.amount_sequences_sent, after.first_name.length, after.version], [20, renamed, 1 + 20 + renamed])
  }),
  "lets no other transaction remove the leads, nor brings back those that were removed": Effect.gen(function* () {
    const store = yield* LeadStore
    const { transaction } = yield* Transactor
    const { campaign_id, leads, organization_id } = yield* newLeadList("a@x.test", "b@x.test")
    const ids = idsOf(leads)
    yield* Effect.all(
      [
        Effect.replicateEffect(transaction(sendOne(organization_id, ids)), 4, { concurrency: "unbounded" }),
        store.remove(organization_id, ids)
      ],
      { concurrency: "unbounded" }
    )
    same(yield* store.findMany(organization_id, ids), [])
    same(yield* countsIn(organization_id, campaign_id), countsOf([]))
  })
})

/** The fields that people can change while the address stays the same. */
const written = [...texts, "custom_fields", "timezone", "verification", "verification_status"] as const
/** The fields that neither `writeState` nor `writeTexts` stores. */
const kept = ["id", "campaign_id", "email", "created_at"] as const
/** The fields that every write stores. */
const always = ["version", "updated_at"] as const

/**
 * Four leads with different values in every field, and drafts of the first three with other values in all fields except
 * the id.
 */
const newDrafts = Effect.gen(function* () {
  const { campaign_id, organization_id } = yield* newLeadList()
  const second = yield* newCampaign(organization_id)
  const [first, ...rows] = yield* fullLeadRow(organization_id)
  ok(first)
  const leads = [
    ...(yield* newLeads(organization_id, campaign_id, first, "b@x.test")),
    ...(yield* newLeads(organization_id, second, ...rows))
  ]
  const [a, b, c, d] = leads
  ok(a && b && c && d)
  const drafts: ReadonlyArray<LeadRecord> = [
    {
      ...c,
      id: a.id,
      campaign_id: second,
      email: "else@x.test",
      version: 42,
      verification_status: "invalid",
      verification: null
    },
    { ...a, id: b.id, campaign_id: second, email: "other@x.test", version: 2 },
    { ...a, id: c.id, campaign_id, email: "third@x.test", version: 2, chosen_sender: null, created_at: at(7) }
  ]
  return { organization_id, campaign_id, second, leads: [a, b, c, d] as const, drafts, store: yield* LeadStore }
})
type Drafts = Effect.Success<typeof newDrafts>

/** The leads, with these fields taken from the drafts. */
const withDrafts = ({ drafts, leads }: Drafts, fields: (draft: LeadRecord, lead: LeadRecord) => Partial<LeadRecord>) =>
  leads.map((lead, i): LeadRecord => {
    const draft = drafts[i]
    return draft === undefined ? lead : { ...lead, ...fields(draft, lead) }
  })

/**
 * Locks the leads of the drafts and writes. Afterwards `expected` is stored, as seen inside the transaction and after
 * it.
 */
const writes = Effect.fnUntraced(function* (
  list: Drafts,
  write: (leads: ReadonlyArray<LeadRecord>) => ReturnType<LeadStore["Service"]["writeState"]>,
  expected: ReadonlyArray<LeadRecord>
) {
  const { campaign_id, drafts, leads, organization_id, second, store } = list
  const { transaction } = yield* Transactor
  const check = Effect.gen(function* () {
    same(yield* store.findMany(organization_id, idsOf(leads)), expected)
    const inFirst = expected.filter((lead) => lead.campaign_id === campaign_id)
    const inSecond = expected.filter((lead) => lead.campaign_id === second)
    same(yield* countsIn(organization_id, campaign_id), countsOf(inFirst))
    same(yield* countsIn(organization_id, second), countsOf(inSecond))
    const asked = [...inCampaign(campaign_id, "b@x.test"), ...inCampaign(second, "other@x.test", "else@x.test")]
    same(idsOf(yield* store.findByEmails(organization_id, asked)), idsOf(leads.slice(1, 2)))
    for (const tag of [9, 4].map((id) => TagId.make(id))) {
      const tagged = expected.filter(({ reply_status_tag_id }) => reply_status_tag_id === tag)
      same(idsOf(yield* store.list(organization_id, { tag_id: tag, limit: 10 })), idsOf(tagged).toReversed())
    }
  })
  const all = Effect.gen(function* () {
    yield* store.lock(organization_id, idsOf(drafts))
    yield* write(drafts.toReversed())
    yield* write([])
    yield* check
  })
  yield* Effect.flip(transaction(Effect.andThen(all, refuse)))
  same(yield* store.findMany(organization_id, idsOf(leads)), leads)
  yield* transaction(all)
  yield* check
})

const write = casesOf("LeadStore.writeState and writeTexts", {
  "writeState stores the state of all leads, and neither texts, addresses nor other leads": Effect.gen(function* () {
    const list = yield* newDrafts
    const { organization_id, store } = list
    const expected = withDrafts(list, (draft) => Struct.omit(draft, [...written, ...kept]))
    yield* writes(list, (leads) => store.writeState(organization_id, leads), expected)
  }),
  "writeTexts stores the texts of all leads, and neither state, addresses nor other leads": Effect.gen(function* () {
    const list = yield* newDrafts
    const { organization_id, store } = list
    const expected = withDrafts(list, (draft) => Struct.pick(draft, [...written, "chosen_sender", ...always]))
    yield* writes(list, (leads) => store.writeTexts(organization_id, leads), expected)
  }),
  "both store the version and the instant that they are given": Effect.gen(function* () {
    const store = yield* LeadStore
    const { leads, organization_id } = yield* newLeadList("a@x.test")
    const [lead] = leads
    ok(lead)
    for (const [i, write] of [store.writeState, store.writeTexts, store.writeState, store.writeTexts].entries()) {
      const next = { ...lead, version: i + 2, updated_at: at(i) }
      yield* write(organization_id, [next])
      same(yield* findOne(store.findMany, organization_id, lead.id), Option.some(next))
    }
  }),
  "both store leads of the organization only": Effect.gen(function* () {
    const store = yield* LeadStore
    const own = yield* newLeadList("a@x.test")
    const foreign = yield* newLeadList("a@x.test", "b@x.test", "c@x.test")
    const theirs = foreign.leads.map((lead) => ({ ...lead, first_name: "Eve", status: "Sent" as const, version: 2 }))
    for (const write of [store.writeState, store.writeTexts]) {
      yield* write(own.organization_id, theirs.slice(-1))
      yield* write(
        own.organization_id,
        theirs.slice(0, 1).map((lead) => ({ ...lead, id: missing.lead }))
      )
    }
    same(yield* store.findMany(foreign.organization_id, idsOf(foreign.leads)), foreign.leads)
    same(yield* leadsWithAddress(own.organization_id, "a@x.test"), own.leads)
  }),
  "both store many leads at once": Effect.gen(function* () {
    const store = yield* LeadStore
    const { transaction } = yield* Transactor
    const emails = Array.from({ length: 2_000 }, (_, i) => `lead${i}@x.test`)
    const { campaign_id, leads, organization_id } = yield* newLeadList(...emails)
    const next = leads.map((lead, i) => ({ ...lead, amount_sequences_sent: i, status: "Sent" as const, version: 2 }))
    const named = next.map((lead, i) => ({ ...lead, first_name: `name ${i}`, version: 3 }))
    yield* transaction(
      Effect.gen(function* () {
        yield* store.lock(organization_id, idsOf(leads))
        yield* store.writeState(organization_id, next)
        yield* store.writeTexts(organization_id, named)
      })
    )
    // Compares a part of each lead: comparing two thousand whole leads takes a minute.
    const after = yield* store.findMany(organization_id, idsOf(leads))
    strictEqual(
      after.map((lead) => `${lead.amount_sequences_sent} ${lead.status} ${lead.first_name} ${lead.version}`).join(),
      named.map((_, i) => `${i} Sent name ${i} 3`).join()
    )
    same(yield* countsIn(organization_id, campaign_id), countsOf(next))
  })
})

/** A lead, and effects that change it by one version. */
const newLead = Effect.gen(function* () {
  const store = yield* LeadStore
  const { transaction } = yield* Transactor
  const { campaign_id, leads, organization_id } = yield* newLeadList("a@x.test")
  const [lead] = leads
  ok(lead)
  return {
    transaction,
    send: sendOne(organization_id, [lead.id]),
    rename: store.replace(organization_id, { ...lead, first_name: "Ada", version: 2 }, 1),
    remove: store.remove(organization_id, [lead.id]),
    lock: store.lock(organization_id, [lead.id]),
    find: findOne(store.findMany, organization_id, lead.id),
    counts: countsIn(organization_id, campaign_id)
  }
})

const together = casesOf(
  "LeadStore, two transactions",
  {
    "a lock waits for another one, and shows what that one wrote": Effect.gen(function* () {
      const { counts, find, send, transaction } = yield* newLead
      yield* waits(send, transaction(send))
      const { amount_sequences_sent, status, version } = Option.getOrThrow(yield* find)
      same([amount_sequences_sent, status, version], [2, "Opened", 3])
      same(yield* counts, { ...countsOf([]), total: 1, opened: 1 })
    }),
    "a lock waits for a compare-and-set, and shows what that stored": Effect.gen(function* () {
      const { find, rename, send, transaction } = yield* newLead
      yield* waits(rename, transaction(send))
      const { first_name, status, version } = Option.getOrThrow(yield* find)
      same([first_name, status, version], ["Ada", "Sent", 3])
    }),
    "a compare-and-set waits for a lock, and compares with what was written under it": Effect.gen(function* () {
      const { find, lock, rename, send } = yield* newLead
      strictEqual(yield* waits(send, rename), false)
      strictEqual(Option.getOrThrow(yield* find).first_name, "")
      const other = yield* newLead
      strictEqual(yield* waits(other.lock, other.rename), true)
      strictEqual(Option.getOrThrow(yield* other.find).first_name, "Ada")
      strictEqual((yield* lock).length, 1)
    }),
    "a lock waits for a removal, and shows that the lead is gone": Effect.gen(function* () {
      const { counts, lock, remove, transaction } = yield* newLead
      same(yield* waits(remove, transaction(lock)), [])
      same(yield* counts, countsOf([]))
    }),
    "a removal waits for a lock": Effect.gen(function* () {
      const { counts, find, remove, send } = yield* newLead
      strictEqual((yield* waits(send, remove)).length, 1)
      same(yield* find, Option.none())
      same(yield* counts, countsOf([]))
    }),
    "a read does not wait for a lock, and shows what is committed": Effect.gen(function* () {
      const { find, send } = yield* newLead
      strictEqual(Option.getOrThrow(yield* goesOn(send, find)).amount_sequences_sent, 0)
    })
  },
  { secondTransaction: true }
)

export const cases: ReadonlyArray<StorageCase> = [...lock, ...write, ...together]
