/** Conformance cases: spellings of a domain. All spellings of an address are the same address in every port. */
import { normalizeEmail } from "@mailroom/mail/domain"
import { foldForSearch } from "@mailroom/mail/text"
import { Effect, Option } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import { create } from "../../accounts/Account.ts"
import { AccountStore } from "../../accounts/AccountStore.ts"
import { toLead } from "../../leads/Lead.ts"
import { LeadStore } from "../../leads/LeadStore.ts"
import {
  at,
  inCampaign,
  leadRow,
  newCampaign,
  newLeadList,
  newLeads,
  newOrganization,
  same
} from "../fixtures/Fixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { newUnibox } from "../fixtures/ThreadFixtures.ts"
import { leadsWithAddress } from "../fixtures/LeadFixtures.ts"
import { findOne } from "../../NotFound.ts"

const address = "ada@xn--mnchen-3ya.test"
const spellings = [
  address,
  "Ada@München.test",
  "ada@mu\u0308nchen.test",
  "ADA@MÜNCHEN.test",
  "ada@ｍünchen.test",
  "ada@münchen。test",
  "ada@XN--Mnchen-3ya.test"
]
/** Addresses that fold to the same text but are different addresses. */
const different = ["ada@straße.test", "ada@strasse.test", "ada@sarı.test", "ada@sari.test"]

export const cases: ReadonlyArray<StorageCase> = [
  ...casesOf("LeadStore, spellings of a domain", {
    "are one address of a campaign, shown as it was given": Effect.gen(function* () {
      const store = yield* LeadStore
      for (const first of spellings) {
        const { campaign_id, leads, organization_id } = yield* newLeadList(first)
        const others = spellings.map((email) => leadRow(email))
        same(
          yield* store.insert(organization_id, campaign_id, others),
          others.map(() => null)
        )
        same(yield* store.findByEmails(organization_id, inCampaign(campaign_id, address, address)), leads)
        same(yield* leadsWithAddress(organization_id, address), leads)
        strictEqual(leads[0]?.email, first)
      }
    }),
    "are one address within one insert": Effect.gen(function* () {
      const store = yield* LeadStore
      const { campaign_id, organization_id } = yield* newLeadList()
      const rows = spellings.toReversed().map((email) => leadRow(email))
      const [id, ...others] = yield* store.insert(organization_id, campaign_id, rows)
      same(
        others,
        others.map(() => null)
      )
      const found = Option.getOrThrow(yield* findOne(store.findMany, organization_id, id!))
      strictEqual(found.email, spellings.at(-1))
    }),
    "are one address of a replaced lead": Effect.gen(function* () {
      const store = yield* LeadStore
      for (const email of spellings) {
        const { leads, organization_id } = yield* newLeadList("Ada@München.test", "bob@x.test")
        const [ada, bob] = leads
        ok(ada && bob)
        const error = yield* Effect.flip(store.replace(organization_id, { ...bob, email, version: 2 }, 1))
        ok(error._tag === "DuplicateLead")
        strictEqual(yield* store.replace(organization_id, { ...ada, email, version: 2 }, 1), true)
        same(yield* leadsWithAddress(organization_id, address), [{ ...ada, email, version: 2 }])
        strictEqual(yield* store.replace(organization_id, { ...ada, email: "ada@x.test", version: 3 }, 2), true)
        strictEqual(yield* store.replace(organization_id, { ...bob, email, version: 2 }, 1), true)
      }
    }),
    "leave domains apart that only fold alike": Effect.gen(function* () {
      const store = yield* LeadStore
      const { campaign_id, leads, organization_id } = yield* newLeadList(...different)
      same(yield* store.findByEmails(organization_id, inCampaign(campaign_id, ...different.map(normalizeEmail))), leads)
      for (const lead of leads) same(yield* leadsWithAddress(organization_id, normalizeEmail(lead.email)), [lead])
    }),
    "are searched as given and normalized": Effect.gen(function* () {
      const store = yield* LeadStore
      const { campaign_id, leads, organization_id } = yield* newLeadList("Ada@MÜNCHEN.test", "bob@x.test")
      const [ada, bob] = leads
      ok(ada && bob)
      const found = Effect.fnUntraced(function* (search: string) {
        const query = { search: foldForSearch(search), limit: 9 }
        const page = yield* store.page(organization_id, campaign_id, { ...query, offset: 0 })
        const data = yield* store.list(organization_id, query)
        same(page, Option.some({ total: data.length, data: data.toReversed() }))
        return data
      })
      for (const search of ["ada@München.test", "ÜNC", "ü", "xn--mnchen", "-3", "ada@xn--mnchen-3ya.test"]) {
        same(yield* found(search), [toLead(ada)])
      }
      same(yield* found("münchen.de"), [])
      yield* store.replace(organization_id, { ...ada, email: "ada@x.test", version: 2 }, 1)
      yield* store.replace(organization_id, { ...bob, email: "bob@bücher.test", version: 2 }, 1)
      for (const search of ["ünchen", "mnchen"]) same(yield* found(search), [])
      for (const search of ["bücher", "bucher", "xn--bcher"]) {
        same(yield* found(search), [{ ...toLead(bob), email: "bob@bücher.test" }])
      }
    }),
    "are searched without accents, which are not left out where addresses are compared": Effect.gen(function* () {
      const store = yield* LeadStore
      const { campaign_id, leads, organization_id } = yield* newLeadList(
        "José@MÜNCHEN.test",
        "jose@xn--mnchen-3ya.test"
      )
      const found = (search: string) =>
        Effect.map(store.list(organization_id, { search: foldForSearch(search), limit: 9 }), (data) =>
          data.toReversed()
        )
      for (const search of ["jose", "JOSÉ@XN--MNCHEN-3YA", "jóse\u0301@"]) same(yield* found(search), leads.map(toLead))
      for (const search of ["jose@munchen", "josé@münchen"]) same(yield* found(search), leads.slice(0, 1).map(toLead))
      same(yield* store.findByEmails(organization_id, inCampaign(campaign_id, address.replace("ada", "jose"))), [
        leads[1]
      ])
    })
  }),
  ...casesOf("AccountStore, spellings of a domain", {
    "are one address, shown as it was given, and searched as given and normalized": Effect.gen(function* () {
      const store = yield* AccountStore
      const row = (email: string) => create({ email, provider: "google" }, at(0))
      for (const first of spellings) {
        const organization_id = yield* newOrganization
        const ada = yield* store.insert(organization_id, row(first))
        for (const email of spellings) {
          const error = yield* Effect.flip(store.insert(organization_id, row(email)))
          ok(error._tag === "DuplicateAccount")
        }
        same(yield* store.findByEmails(organization_id, ["bob@x.test", address, address]), [ada])
        for (const email of spellings) {
          yield* store.write(organization_id, [{ ...ada, email }])
          same(yield* store.findMany(organization_id, [ada.id]), [{ ...ada, email }])
          for (const search of [email, address, "n"]) {
            const page = yield* store.page(organization_id, { search: foldForSearch(search), offset: 0, limit: 9 })
            same(page, { total: 1, data: [{ ...ada, email }] })
          }
        }
        yield* store.write(organization_id, [{ ...ada, email: "ada@bücher.test" }])
        strictEqual((yield* store.page(organization_id, { search: "bucher", offset: 0, limit: 9 })).total, 0)
      }
    }),
    "leave domains apart that only fold alike": Effect.gen(function* () {
      const store = yield* AccountStore
      const organization_id = yield* newOrganization
      for (const email of different) {
        const account = yield* store.insert(organization_id, create({ email, provider: "google" }, at(0)))
        same(yield* store.findByEmails(organization_id, [normalizeEmail(email)]), [account])
      }
    })
  }),
  ...casesOf("ThreadStore.findByLeadEmail, spellings of a domain", {
    "find the newest thread of the leads with the address": Effect.gen(function* () {
      const { open, organization_id, send, store } = yield* newUnibox
      const threads: Array<unknown> = []
      for (const [i, email] of spellings.entries()) {
        const [lead] = yield* newLeads(organization_id, yield* newCampaign(organization_id), email)
        ok(lead)
        const thread = yield* open({ lead_id: lead.id, campaign_id: lead.campaign_id })
        yield* send(thread, i)
        threads.push(thread)
        same(yield* store.findByLeadEmail(organization_id, address), Option.some(thread))
      }
      strictEqual(new Set(threads).size, spellings.length)
      same(yield* store.findByLeadEmail(organization_id, "ada@münchen.test"), Option.none())
    })
  })
]
