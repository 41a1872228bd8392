/** What `LeadStore` promises to the rules: finding many, holding and replacing what is held, tags, counts. */
import { Effect, Fiber, Option, Struct } from "effect"
import { deepEqual, ok, strictEqual } from "node:assert/strict"
import { type LeadCounts, type LeadRecord, LeadId } from "../leads/Lead.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { TagId } from "../tags/Tag.ts"
import { Transactor } from "../Transactor.ts"
import { at, idsOf, leadRow, missing, newCampaign, newLeadList, newLeads, refuse, same } from "./Fixtures.ts"
import { fullLeadRow } from "./LeadFixtures.ts"
import { casesOf, type StorageCase } from "./StorageCase.ts"

const findMany = casesOf("LeadStore.findMany", {
  "answers those of the ids that exist, whatever the campaign, once each, by ascending id": Effect.gen(function* () {
    const store = yield* LeadStore
    const { leads, organization_id } = yield* newLeadList("c@x.test", "a@x.test", "b@x.test")
    const others = yield* newLeads(organization_id, yield* newCampaign(organization_id), "a@x.test")
    const foreign = yield* newLeadList("a@x.test", "b@x.test", "c@x.test", "d@x.test", "e@x.test")
    const [c, a, b, d] = [...leads, ...others]
    ok(a && b && c && d)
    const theirs = idsOf(foreign.leads).slice(-1)
    same(yield* store.findMany(organization_id, [d.id, missing.lead, c.id, ...theirs, b.id, d.id, c.id]), [c, b, d])
    same(yield* store.findMany(organization_id, [missing.lead, ...theirs]), [])
    same(yield* store.findMany(organization_id, []), [])
  }),
  "answers every field": Effect.gen(function* () {
    const { campaign_id, organization_id } = yield* newLeadList()
    const leads = yield* newLeads(organization_id, campaign_id, ...(yield* fullLeadRow(organization_id)))
    same(yield* (yield* LeadStore).findMany(organization_id, idsOf(leads)), leads)
  })
})

const findByAddresses = casesOf("LeadStore.findByAddresses", {
  "answers the leads of any campaign with one of the addresses, once each, by ascending id": Effect.gen(function* () {
    const store = yield* LeadStore
    const { leads, organization_id } = yield* newLeadList("ADA@x.test", "bob@x.test", "eve@x.test")
    const others = yield* newLeads(organization_id, yield* newCampaign(organization_id), "Eve@x.test", "ada@X.test")
    yield* newLeadList("ada@x.test", "eve@x.test")
    const [ada, , eve, eve2, ada2] = [...leads, ...others]
    const ask = (...addresses: ReadonlyArray<string>) => store.findByAddresses(organization_id, addresses)
    same(yield* ask("eve@x.test", "nobody@x.test", "ada@x.test", "eve@x.test"), [ada, eve, eve2, ada2])
    same(yield* ask("ada@x.test"), [ada, ada2])
    same(yield* ask("ada@x", "x.test", "%", "a_a@x.test", ""), [])
    same(yield* ask(), [])
  }),
  "finds every spelling of an international domain by its ASCII form": Effect.gen(function* () {
    const { campaign_id, organization_id } = yield* newLeadList("zoë@example.com")
    const spelled = ["A@MÜNCHEN.example", "b@münchen.example", "c@xn--mnchen-3ya.example", "d@München。example"]
    const leads = yield* newLeads(organization_id, campaign_id, ...spelled)
    const addresses = ["a", "b", "c", "d"].map((name) => `${name}@xn--mnchen-3ya.example`)
    same(yield* (yield* LeadStore).findByAddresses(organization_id, addresses), leads)
    same(yield* (yield* LeadStore).findByAddresses(organization_id, ["a@münchen.example"]), [])
  }),
  "finds a lead by the address it has now": Effect.gen(function* () {
    const store = yield* LeadStore
    const { leads, organization_id } = yield* newLeadList("ada@x.test")
    const [ada] = leads
    ok(ada)
    const next = { ...ada, email: "ada@ünal.example", version: 2 }
    strictEqual(yield* store.replace(organization_id, next, 1), true)
    same(yield* store.findByAddresses(organization_id, ["ada@x.test"]), [])
    same(yield* store.findByAddresses(organization_id, ["ada@xn--nal-goa.example"]), [next])
    yield* store.remove(organization_id, [ada.id])
    same(yield* store.findByAddresses(organization_id, ["ada@xn--nal-goa.example"]), [])
  })
})

/** One mail more, by holding the lead, reading it and writing it. */
const sendOne = Effect.fnUntraced(function* (
  organization_id: Parameters<LeadStore["Service"]["hold"]>[0],
  ids: ReadonlyArray<LeadId>
) {
  const store = yield* LeadStore
  const held = yield* store.hold(organization_id, ids)
  yield* Effect.yieldNow
  yield* store.replaceHeld(
    organization_id,
    held.map((lead) => ({
      ...lead,
      amount_sequences_sent: lead.amount_sequences_sent + 1,
      version: lead.version + 1
    }))
  )
})

const hold = casesOf("LeadStore.hold", {
  "answers as findMany": Effect.gen(function* () {
    const store = yield* LeadStore
    const { transaction } = yield* Transactor
    const { leads, organization_id } = yield* newLeadList("c@x.test", "a@x.test", "b@x.test")
    const foreign = yield* newLeadList("a@x.test", "b@x.test", "c@x.test", "d@x.test")
    const [c, , b] = leads
    ok(b && c)
    const ids = [b.id, missing.lead, ...idsOf(foreign.leads).slice(-1), c.id, b.id]
    same(yield* transaction(store.hold(organization_id, ids)), [c, b])
    same(yield* transaction(store.hold(organization_id, [])), [])
  }),
  "lets no one else change the leads until the end of the transaction, in whatever order they are asked for":
    Effect.gen(function* () {
      const { transaction } = yield* Transactor
      const { leads, organization_id } = yield* newLeadList("a@x.test", "b@x.test", "c@x.test")
      const ids = idsOf(leads)
      yield* Effect.forEach(
        Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? ids : ids.toReversed())),
        (order) => transaction(sendOne(organization_id, order)),
        { concurrency: "unbounded" }
      )
      const after = yield* (yield* LeadStore).findMany(organization_id, ids)
      same(
        after.map(({ amount_sequences_sent, version }) => [amount_sequences_sent, version]),
        ids.map(() => [12, 13])
      )
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
      const current = Option.getOrThrow(yield* store.find(organization_id, lead.id))
      return yield* store.replace(
        organization_id,
        { ...current, first_name: `${current.first_name}x`, version: current.version + 1 },
        current.version
      )
    })
    const renaming = yield* Effect.forkChild(Effect.replicateEffect(rename, 20))
    yield* Effect.replicateEffect(transaction(sendOne(organization_id, [lead.id])), 20)
    const renamed = (yield* Fiber.join(renaming)).filter(Boolean).length
    const after = Option.getOrThrow(yield* store.find(organization_id, lead.id))
    same([after.amount_sequences_sent, after.first_name.length, after.version], [20, renamed, 1 + 20 + renamed])
  }),
  "lets no one else remove the leads, nor brings back those that were removed": Effect.gen(function* () {
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
    same(yield* store.counts(organization_id, campaign_id), countsOf([]))
  })
})

/** What `replaceHeld` need not store, for it does not differ. */
const written = [
  "id",
  "campaign_id",
  "email",
  "first_name",
  "last_name",
  "company",
  "website",
  "personalization",
  "custom_fields",
  "verification_status",
  "chosen_sender",
  "created_at"
] as const satisfies ReadonlyArray<keyof LeadRecord>

const replaceHeld = casesOf("LeadStore.replaceHeld", {
  "stores what is not people's to write of all leads, and touches no other": Effect.gen(function* () {
    const store = yield* LeadStore
    const { transaction } = yield* Transactor
    const { leads, organization_id } = yield* newLeadList("a@x.test", "b@x.test", "c@x.test", "d@x.test")
    const rows = yield* fullLeadRow(organization_id)
    const next = leads.slice(0, 3).flatMap((lead, i): ReadonlyArray<LeadRecord> => {
      const row = rows[i]
      return row === undefined ? [] : [{ ...row, ...Struct.pick(lead, written) }]
    })
    yield* transaction(
      Effect.gen(function* () {
        yield* store.hold(organization_id, idsOf(next))
        yield* store.replaceHeld(organization_id, next.toReversed())
        yield* store.replaceHeld(organization_id, [])
        same(yield* store.findMany(organization_id, idsOf(leads)), [...next, ...leads.slice(3)])
      })
    )
    same(yield* store.findMany(organization_id, idsOf(leads)), [...next, ...leads.slice(3)])
    same(
      idsOf(yield* store.findByAddresses(organization_id, ["a@x.test", "b@x.test", "c@x.test"])),
      idsOf(leads).slice(0, 3)
    )
  }),
  "is undone by a failure, with the counts": Effect.gen(function* () {
    const store = yield* LeadStore
    const { transaction } = yield* Transactor
    const { campaign_id, leads, organization_id } = yield* newLeadList("a@x.test", "b@x.test")
    const changing = Effect.gen(function* () {
      const held = yield* store.hold(organization_id, idsOf(leads))
      yield* store.replaceHeld(
        organization_id,
        held.map((lead) => ({ ...lead, status: "Opened" as const, reply_status_tag_id: 4, version: 2 }))
      )
      same(yield* store.counts(organization_id, campaign_id), { ...countsOf([]), total: 2, opened: 2 })
      return yield* refuse
    })
    yield* Effect.flip(transaction(changing))
    same(yield* store.findMany(organization_id, idsOf(leads)), leads)
    same(yield* store.counts(organization_id, campaign_id), countsOf(leads))
    same(yield* store.findByTag(organization_id, TagId.make(4), { limit: 10 }), [])
  }),
  "stores many leads at once": Effect.gen(function* () {
    const store = yield* LeadStore
    const { transaction } = yield* Transactor
    const emails = Array.from({ length: 2_000 }, (_, i) => `lead${i}@x.test`)
    const { campaign_id, leads, organization_id } = yield* newLeadList(...emails)
    const next = leads.map((lead, i) => ({ ...lead, amount_sequences_sent: i, status: "Sent" as const, version: 2 }))
    yield* transaction(
      Effect.andThen(store.hold(organization_id, idsOf(leads)), store.replaceHeld(organization_id, next))
    )
    // Not whole leads: to tell two thousand apart takes a minute.
    const after = yield* store.findMany(organization_id, idsOf(leads))
    strictEqual(
      after.map(({ amount_sequences_sent, status }) => `${amount_sequences_sent} ${status}`).join(),
      next.map((_, i) => `${i} Sent`).join()
    )
    same(yield* store.counts(organization_id, campaign_id), countsOf(next))
  })
})

const findByTag = casesOf("LeadStore.findByTag", {
  "answers the leads that carry the tag, whatever the campaign, by ascending id, beyond after_id": Effect.gen(
    function* () {
      const store = yield* LeadStore
      const tag = TagId.make(7)
      const carrying = { reply_status_tag_id: 7, reply_status: "Interested" }
      const { leads, organization_id } = yield* newLeadList(
        leadRow("c@x.test", carrying),
        "n@x.test",
        leadRow("o@x.test", { reply_status_tag_id: 77, reply_status: "Interested" })
      )
      const second = yield* newCampaign(organization_id)
      const others = yield* newLeads(
        organization_id,
        second,
        leadRow("b@x.test", carrying),
        leadRow("a@x.test", carrying)
      )
      yield* newLeadList(leadRow("c@x.test", carrying))
      const [c, , , b, a] = [...leads, ...others]
      ok(a && b && c)
      const ask = (query: { readonly after_id?: LeadId; readonly limit: number }) =>
        store.findByTag(organization_id, tag, query)
      same(yield* ask({ limit: 10 }), [c, b, a])
      same(yield* ask({ limit: 2 }), [c, b])
      same(yield* ask({ after_id: c.id, limit: 1 }), [b])
      same(yield* ask({ after_id: b.id, limit: 10 }), [a])
      same(yield* ask({ after_id: a.id, limit: 10 }), [])
      same(yield* store.findByTag(organization_id, TagId.make(8), { limit: 10 }), [])
    }
  ),
  "follows a lead's tag": Effect.gen(function* () {
    const store = yield* LeadStore
    const { leads, organization_id } = yield* newLeadList("a@x.test")
    const [lead] = leads
    ok(lead)
    const ids = (tag: number) =>
      Effect.map(store.findByTag(organization_id, TagId.make(tag), { limit: 10 }), (found) => idsOf(found))
    const put = (reply_status_tag_id: number | null, version: number) =>
      store.replace(organization_id, { ...lead, reply_status_tag_id, version: version + 1 }, version)
    yield* put(1, 1)
    same([yield* ids(1), yield* ids(2)], [[lead.id], []])
    yield* put(2, 2)
    same([yield* ids(1), yield* ids(2)], [[], [lead.id]])
    yield* put(null, 3)
    same([yield* ids(1), yield* ids(2)], [[], []])
  })
})

/** What `counts` has to say of these leads. */
export const countsOf = (leads: ReadonlyArray<Pick<LeadRecord, "status" | "stop_sending">>): LeadCounts => {
  const of = (status: LeadRecord["status"]) => leads.filter((lead) => lead.status === status).length
  return {
    total: leads.length,
    not_contacted: of("Not contacted"),
    sent: of("Sent"),
    opened: of("Opened"),
    replied: of("Replied"),
    bounced: of("Bounce"),
    stopped: leads.filter(({ stop_sending }) => stop_sending).length
  }
}

const stopped = { stop_sending: true, stop_sending_type: "manual", stop_occurred_at: at(0) } as const

const counts = casesOf("LeadStore.counts", {
  "counts the campaign's leads by status, and those that are stopped, after every change": Effect.gen(function* () {
    const store = yield* LeadStore
    const { transaction } = yield* Transactor
    const { campaign_id, organization_id } = yield* newLeadList()
    const others = yield* newLeads(organization_id, yield* newCampaign(organization_id), "a@x.test")
    const is = Effect.fnUntraced(function* (expected: Partial<LeadCounts>) {
      deepEqual(yield* store.counts(organization_id, campaign_id), { ...countsOf([]), ...expected })
    })
    yield* is({})
    const [a, b, c, d, e, f] = yield* newLeads(
      organization_id,
      campaign_id,
      "a@x.test",
      leadRow("b@x.test", { status: "Sent" }),
      leadRow("c@x.test", { status: "Opened", ...stopped }),
      leadRow("d@x.test", { status: "Replied" }),
      leadRow("e@x.test", { status: "Bounce" }),
      leadRow("f@x.test", { status: "Bounce", ...stopped })
    )
    ok(a && b && c && d && e && f)
    const first = { total: 6, not_contacted: 1, sent: 1, opened: 1, replied: 1, bounced: 2, stopped: 2 }
    yield* is(first)
    yield* store.insert(organization_id, campaign_id, [leadRow("a@x.test", { status: "Sent", ...stopped })])
    yield* is(first)
    strictEqual(yield* store.replace(organization_id, { ...a, status: "Sent", ...stopped, version: 2 }, 1), true)
    yield* is({ ...first, not_contacted: 0, sent: 2, stopped: 3 })
    strictEqual(yield* store.replace(organization_id, { ...a, status: "Replied", version: 3 }, 1), false)
    yield* is({ ...first, not_contacted: 0, sent: 2, stopped: 3 })
    yield* Effect.flip(store.replace(organization_id, { ...a, email: "b@x.test", status: "Replied", version: 3 }, 2))
    yield* is({ ...first, not_contacted: 0, sent: 2, stopped: 3 })
    strictEqual(yield* store.replace(organization_id, { ...a, version: 3 }, 2), true)
    yield* is(first)
    yield* transaction(
      Effect.gen(function* () {
        yield* store.hold(organization_id, [b.id, c.id])
        yield* store.replaceHeld(organization_id, [
          { ...b, status: "Bounce", ...stopped, version: 2 },
          { ...c, stop_sending: false, stop_sending_type: null, stop_occurred_at: null, version: 2 }
        ])
      })
    )
    yield* is({ ...first, sent: 0, bounced: 3 })
    yield* store.remove(organization_id, [f.id, d.id, missing.lead, ...idsOf(others)])
    yield* is({ total: 4, not_contacted: 1, opened: 1, bounced: 2, stopped: 1 })
    yield* Effect.flip(transaction(Effect.andThen(store.remove(organization_id, [a.id, e.id]), refuse)))
    yield* Effect.flip(transaction(Effect.andThen(newLeads(organization_id, campaign_id, "z@x.test"), refuse)))
    yield* is({ total: 4, not_contacted: 1, opened: 1, bounced: 2, stopped: 1 })
    yield* store.remove(organization_id, [a.id, b.id, c.id, e.id])
    yield* is({})
  }),
  "is all zero where the organization has no such campaign": Effect.gen(function* () {
    const store = yield* LeadStore
    const own = yield* newLeadList("a@x.test")
    const foreign = yield* newLeadList("a@x.test")
    same(yield* store.counts(own.organization_id, missing.campaign), countsOf([]))
    same(yield* store.counts(own.organization_id, foreign.campaign_id), countsOf([]))
  }),
  "loses nothing to those who write at the same time": Effect.gen(function* () {
    const store = yield* LeadStore
    const { campaign_id, leads, organization_id } = yield* newLeadList("a@x.test", "b@x.test", "c@x.test", "d@x.test")
    const send = (lead: LeadRecord) =>
      store.replace(organization_id, { ...lead, status: "Sent", ...stopped, version: 2 }, 1)
    const inserts = Array.from({ length: 6 }, (_, i) => newLeads(organization_id, campaign_id, `new${i}@x.test`))
    yield* Effect.all(
      [...leads.slice(0, 3).map(send), ...inserts, store.remove(organization_id, idsOf(leads.slice(3)))],
      {
        concurrency: "unbounded"
      }
    )
    same(yield* store.counts(organization_id, campaign_id), {
      ...countsOf([]),
      total: 9,
      not_contacted: 6,
      sent: 3,
      stopped: 3
    })
  })
})

export const cases: ReadonlyArray<StorageCase> = [
  ...findMany,
  ...findByAddresses,
  ...hold,
  ...replaceHeld,
  ...findByTag,
  ...counts
]
