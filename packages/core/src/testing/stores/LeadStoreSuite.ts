/** Conformance cases: `LeadStore` inserts, finds and removes leads. Pages and `replace` have separate suites. */
import { normalizeEmail } from "@mailroom/mail/domain"
import { fold } from "@mailroom/mail/text"
import { Effect, Fiber, Option } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import { LeadStore } from "../../leads/LeadStore.ts"
import {
  ascends,
  idsOf,
  inCampaign,
  leadCount,
  leadRow,
  missing,
  newCampaign,
  newLeadList,
  newLeads,
  same
} from "../fixtures/Fixtures.ts"
import { fullLeadRow, leadsWithAddress } from "../fixtures/LeadFixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { findOne } from "../../NotFound.ts"

const insert = casesOf("LeadStore.insert", {
  "answers one id per input, ascending in the order of the input": Effect.gen(function* () {
    const { campaign_id, organization_id } = yield* newLeadList()
    const emails = ["m@x.test", "z@x.test", "a@x.test", "k@x.test"]
    const leads = yield* newLeads(organization_id, campaign_id, ...emails)
    ok(ascends(idsOf(leads)))
    for (const lead of leads)
      same(yield* findOne((yield* LeadStore).findMany, organization_id, lead.id), Option.some(lead))
  }),
  "answers null where an earlier input or a stored lead has the address, and leaves that one as it is": Effect.gen(
    function* () {
      const store = yield* LeadStore
      const { campaign_id, leads, organization_id } = yield* newLeadList("ada@x.test")
      const ids = yield* store.insert(organization_id, campaign_id, [
        leadRow("bob@x.test", { first_name: "Bob" }),
        leadRow("ADA@X.test", { first_name: "Other" }),
        leadRow("Bob@x.test", { first_name: "Other" }),
        leadRow("eve@x.test")
      ])
      same(
        ids.map((id) => id === null),
        [false, true, true, false]
      )
      const stored = yield* store.findByEmails(organization_id, inCampaign(campaign_id, "ada@x.test", "bob@x.test"))
      same(
        stored.map(({ email, first_name }) => [email, first_name]),
        [
          ["ada@x.test", ""],
          ["bob@x.test", "Bob"]
        ]
      )
      same(idsOf(stored), [...idsOf(leads), ...ids.slice(0, 1)])
    }
  ),
  "keeps the names of custom fields in ascending order": Effect.gen(function* () {
    const store = yield* LeadStore
    const { campaign_id, organization_id } = yield* newLeadList()
    const custom_fields = { a_long_name: 1, b: "x", c10: true, c2: false }
    const [id] = yield* store.insert(organization_id, campaign_id, [leadRow("ada@x.test", { custom_fields })])
    const found = Option.getOrThrow(yield* findOne(store.findMany, organization_id, id!))
    same(Object.keys(found.custom_fields), ["a_long_name", "b", "c10", "c2"])
  }),
  "takes two addresses for one when they fold alike, also beyond ASCII": Effect.gen(function* () {
    const store = yield* LeadStore
    const { campaign_id, organization_id } = yield* newLeadList()
    const pairs = [
      ["ÉLODIE@x.test", "élodie@x.test"],
      ["straße@x.test", "STRASSE@x.test"],
      ["ΟΔΟΣ@x.test", "οδος@x.test"],
      ["οδοσ.b@x.test", "οδος.b@x.test"],
      ["İ@x.test", "i̇@x.test"]
    ]
    for (const [first = "", second = ""] of pairs) {
      strictEqual(fold(first), fold(second))
      const ids = yield* store.insert(organization_id, campaign_id, [leadRow(first), leadRow(second)])
      same(
        ids.map((id) => id === null),
        [false, true]
      )
      same(yield* store.insert(organization_id, campaign_id, [leadRow(second)]), [null])
    }
  }),
  "takes an address in another campaign, or another organization, for another lead": Effect.gen(function* () {
    const store = yield* LeadStore
    const { campaign_id, leads, organization_id } = yield* newLeadList("ada@x.test")
    const others = yield* newLeads(organization_id, yield* newCampaign(organization_id), "ada@x.test")
    const elsewhere = yield* newLeadList("ada@x.test")
    same(yield* store.findByEmails(organization_id, inCampaign(campaign_id, "ada@x.test")), leads)
    same(yield* leadsWithAddress(organization_id, "ada@x.test"), [...leads, ...others])
    same(yield* leadsWithAddress(elsewhere.organization_id, "ada@x.test"), elsewhere.leads)
  }),
  "keeps every field as it is given": Effect.gen(function* () {
    const store = yield* LeadStore
    const { campaign_id, organization_id } = yield* newLeadList()
    const leads = yield* newLeads(organization_id, campaign_id, ...(yield* fullLeadRow(organization_id)))
    for (const lead of leads) same(yield* findOne(store.findMany, organization_id, lead.id), Option.some(lead))
    same(
      yield* store.findByEmails(
        organization_id,
        inCampaign(campaign_id, ...leads.map(({ email }) => normalizeEmail(email)))
      ),
      leads
    )
  }),
  "inserts nothing for no leads": Effect.gen(function* () {
    const { campaign_id, organization_id } = yield* newLeadList("ada@x.test")
    same(yield* (yield* LeadStore).insert(organization_id, campaign_id, []), [])
    strictEqual(yield* leadCount(organization_id, campaign_id), 1)
  }),
  "fails with CampaignNotFound when the organization has no such campaign, also for no leads": Effect.gen(function* () {
    const store = yield* LeadStore
    const { organization_id } = yield* newLeadList()
    const foreign = yield* newLeadList("ada@x.test")
    for (const campaign_id of [missing.campaign, foreign.campaign_id]) {
      for (const leads of [[leadRow("bob@x.test")], []]) {
        const error = yield* Effect.flip(store.insert(organization_id, campaign_id, leads))
        ok(error._tag === "CampaignNotFound")
        strictEqual(error.id, campaign_id)
      }
    }
    same(yield* leadsWithAddress(organization_id, "bob@x.test"), [])
    same(yield* leadsWithAddress(foreign.organization_id, "bob@x.test"), [])
    strictEqual(yield* leadCount(foreign.organization_id, foreign.campaign_id), 1)
  }),
  "takes as many leads at once as a caller has": Effect.gen(function* () {
    const store = yield* LeadStore
    const { campaign_id, organization_id } = yield* newLeadList()
    const emails = Array.from({ length: 3000 }, (_, i) => `lead${(i * 7919) % 3000}@x.test`)
    const leads = yield* newLeads(organization_id, campaign_id, ...emails)
    ok(ascends(idsOf(leads)))
    same(idsOf(yield* store.findByEmails(organization_id, inCampaign(campaign_id, ...emails))), idsOf(leads))
    strictEqual(yield* leadCount(organization_id, campaign_id), 3000)
    same(yield* store.remove(organization_id, idsOf(leads)), idsOf(leads))
    strictEqual(yield* leadCount(organization_id, campaign_id), 0)
  }),
  "gives an address to one of several concurrent inserts": Effect.gen(function* () {
    const store = yield* LeadStore
    const { campaign_id, organization_id } = yield* newLeadList()
    const answers = yield* Effect.forEach(
      Array.from({ length: 8 }),
      (_, i) => store.insert(organization_id, campaign_id, [leadRow("ada@x.test"), leadRow(`lead${i}@x.test`)]),
      { concurrency: "unbounded" }
    )
    strictEqual(answers.filter(([id]) => id !== null).length, 1)
    ok(answers.every(([, id]) => id !== null))
    strictEqual(yield* leadCount(organization_id, campaign_id), 9)
  }),
  "inserts each address once of batches that hold the same ones in different orders": Effect.gen(function* () {
    const store = yield* LeadStore
    const { campaign_id, organization_id } = yield* newLeadList()
    const emails = Array.from({ length: 40 }, (_, i) => `lead${i}@x.test`)
    const batches = Array.from({ length: 8 }, (_, i) => {
      const turned = [...emails.slice(i * 5), ...emails.slice(0, i * 5)].map((email) => leadRow(email))
      return i % 2 === 0 ? turned : turned.toReversed()
    })
    const answers = yield* Effect.forEach(batches, (leads) => store.insert(organization_id, campaign_id, leads), {
      concurrency: "unbounded"
    })
    strictEqual(answers.flat().filter((id) => id !== null).length, emails.length)
    strictEqual((yield* store.findByEmails(organization_id, inCampaign(campaign_id, ...emails))).length, emails.length)
    strictEqual(yield* leadCount(organization_id, campaign_id), emails.length)
  }),
  "inserts all or nothing when interrupted": Effect.gen(function* () {
    const store = yield* LeadStore
    const { campaign_id, organization_id } = yield* newLeadList()
    const leads = Array.from({ length: 500 }, (_, i) => leadRow(`lead${i}@x.test`))
    const fiber = yield* Effect.forkChild(store.insert(organization_id, campaign_id, leads))
    yield* Effect.yieldNow
    yield* Fiber.interrupt(fiber)
    const page = yield* store.page(organization_id, campaign_id, { offset: 0, limit: 1 })
    const { total } = Option.getOrThrow(page)
    ok(total === 0 || total === leads.length)
    strictEqual(yield* leadCount(organization_id, campaign_id), total)
  })
})

const findByEmails = casesOf("LeadStore.findByEmails", {
  "answers the campaign's leads among the addresses, once each, by ascending id": Effect.gen(function* () {
    const store = yield* LeadStore
    const { campaign_id, leads, organization_id } = yield* newLeadList("C@x.test", "a@x.test", "B@x.test", "d@x.test")
    yield* newLeads(organization_id, yield* newCampaign(organization_id), "a@x.test", "other@x.test")
    const addresses = ["b@x.test", "a@x.test", "unknown@x.test", "other@x.test", "c@x.test", "a@x.test"]
    same(yield* store.findByEmails(organization_id, inCampaign(campaign_id, ...addresses)), leads.slice(0, 3))
  }),
  "looks for each address in its own campaign": Effect.gen(function* () {
    const store = yield* LeadStore
    const first = yield* newLeadList("a@x.test", "b@x.test", "c@x.test")
    const { organization_id } = first
    const second = yield* newCampaign(organization_id)
    const [d] = yield* newLeads(organization_id, second, "B@x.test", "c@x.test", "a@x.test")
    const [a] = first.leads
    const asked = [
      ...inCampaign(second, "b@x.test"),
      ...inCampaign(first.campaign_id, "a@x.test", "nobody@x.test"),
      ...inCampaign(missing.campaign, "c@x.test")
    ]
    same(yield* store.findByEmails(organization_id, asked), [a, d])
    const everywhere = [first.campaign_id, second].flatMap((id) => inCampaign(id, "c@x.test", "b@x.test"))
    strictEqual((yield* store.findByEmails(organization_id, everywhere)).length, 4)
  }),
  "answers nothing for no addresses, and for a campaign that the organization does not have": Effect.gen(function* () {
    const store = yield* LeadStore
    const own = yield* newLeadList("ada@x.test")
    const foreign = yield* newLeadList("ada@x.test")
    same(yield* store.findByEmails(own.organization_id, []), [])
    for (const campaign_id of [missing.campaign, foreign.campaign_id]) {
      same(yield* store.findByEmails(own.organization_id, inCampaign(campaign_id, "ada@x.test")), [])
    }
  }),
  "compares the whole address": Effect.gen(function* () {
    const store = yield* LeadStore
    const { campaign_id, organization_id } = yield* newLeadList("ada@x.test", "a_a@x.test", "a%@x.test")
    for (const address of ["ada@x", "da@x.test", "%", "a_a", "ada@x.tes_", "ad%", ""]) {
      same(yield* store.findByEmails(organization_id, inCampaign(campaign_id, address)), [])
    }
  })
})

const remove = casesOf("LeadStore.remove", {
  "removes leads of any campaign and answers the removed ids, once each, ascending": Effect.gen(function* () {
    const store = yield* LeadStore
    const first = yield* newLeadList("a@x.test", "b@x.test", "c@x.test")
    const { organization_id } = first
    const second = yield* newCampaign(organization_id)
    const others = yield* newLeads(organization_id, second, "a@x.test", "b@x.test")
    const [a, b, c, d, e] = idsOf([...first.leads, ...others])
    ok(a && b && c && d && e)
    same(yield* store.remove(organization_id, [d, missing.lead, b, a, d]), [a, b, d])
    for (const id of [a, b, d]) same(yield* findOne(store.findMany, organization_id, id), Option.none())
    same(yield* leadsWithAddress(organization_id, "a@x.test"), [])
    same(idsOf(yield* leadsWithAddress(organization_id, "b@x.test")), [e])
    same(yield* store.remove(organization_id, [a, b, d]), [])
    strictEqual(yield* leadCount(organization_id, first.campaign_id), 1)
    strictEqual(yield* leadCount(organization_id, second), 1)
  }),
  "removes nothing for no ids, and nothing of another organization": Effect.gen(function* () {
    const store = yield* LeadStore
    const own = yield* newLeadList("ada@x.test")
    const foreign = yield* newLeadList("ada@x.test", "bob@x.test", "eve@x.test")
    const last = foreign.leads.slice(-1)
    same(yield* store.remove(own.organization_id, []), [])
    same(yield* store.remove(own.organization_id, idsOf(last)), [])
    same(yield* leadsWithAddress(foreign.organization_id, "eve@x.test"), last)
    strictEqual(yield* leadCount(foreign.organization_id, foreign.campaign_id), 3)
  }),
  "frees the address": Effect.gen(function* () {
    const { campaign_id, leads, organization_id } = yield* newLeadList("ada@x.test")
    yield* (yield* LeadStore).remove(organization_id, idsOf(leads))
    const [again] = yield* newLeads(organization_id, campaign_id, "ADA@x.test")
    ok(again)
    same(yield* leadsWithAddress(organization_id, "ada@x.test"), [again])
    strictEqual(yield* leadCount(organization_id, campaign_id), 1)
  }),
  "answers an id to one of several concurrent removals, in any order and campaign": Effect.gen(function* () {
    const store = yield* LeadStore
    const { campaign_id, leads, organization_id } = yield* newLeadList("a@x.test", "b@x.test", "c@x.test")
    const second = yield* newCampaign(organization_id)
    const others = yield* newLeads(organization_id, second, "a@x.test", "b@x.test", "c@x.test")
    const ids = idsOf([...leads, ...others])
    const removals = Array.from({ length: 8 }, (_, i) =>
      store.remove(organization_id, i % 2 === 0 ? ids : ids.toReversed())
    )
    const answers = yield* Effect.all(removals, { concurrency: "unbounded" })
    same(
      answers.flat().sort((a, b) => a - b),
      ids
    )
    strictEqual(yield* leadCount(organization_id, campaign_id), 0)
    strictEqual(yield* leadCount(organization_id, second), 0)
  })
})

export const cases: ReadonlyArray<StorageCase> = [...insert, ...findByEmails, ...remove]
