/**
 * Conformance cases: `LeadStore.findMatching`, `findSharing` and `findByChosenSender` find leads by address, domain and
 * account.
 */
import { normalizeEmail } from "@mailroom/mail/domain"
import { fold } from "@mailroom/mail/text"
import { Effect, Option } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import type { LeadRecord } from "../../leads/Lead.ts"
import { type AddressMatch, type AddressKeyset, LeadStore } from "../../leads/LeadStore.ts"
import { Transactor } from "../../Transactor.ts"
import {
  idsOf,
  leadRow,
  missing,
  newAccount,
  newCampaign,
  newLeadList,
  newLeads,
  newOrganization,
  refuse,
  same
} from "../fixtures/Fixtures.ts"
import { byAddress } from "../model/Model.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import type { AccountId, LeadId, OrganizationId } from "../../ids.ts"
import { findOne } from "../../NotFound.ts"

const match = (fields: Partial<AddressMatch>): AddressMatch => ({ addresses: [], domains: [], ...fields })

const placeOf = ({ email, id }: Pick<LeadRecord, "email" | "id">): AddressKeyset => ({
  address: normalizeEmail(email),
  id
})

/** Maximum number of pages. No list here has as many, so the test of an adapter that repeats pages ends. */
const maximumPages = 60

/**
 * All matches, read in pages of this size; each page starts after the last row of the previous one. `between` runs
 * after each page.
 */
const walk = Effect.fnUntraced(function* (
  organization_id: OrganizationId,
  matching: Partial<AddressMatch>,
  limit: number,
  between: (page: number) => Effect.Effect<unknown, unknown, LeadStore> = () => Effect.void
) {
  const store = yield* LeadStore
  const walked: Array<AddressKeyset> = []
  for (let page = 0; page < maximumPages; page++) {
    const after = walked.at(-1)
    const found = yield* store.findMatching(organization_id, match(matching), {
      limit,
      ...(after === undefined ? {} : { after })
    })
    ok(found.length <= limit)
    walked.push(...found)
    if (found.length < limit) return walked
    yield* between(page)
  }
  return yield* Effect.die(new Error("The pages do not end"))
})

/** Inserts leads with `emails`; returns the subset that matches, in the order of `emails`. */
const matches = Effect.fnUntraced(function* (emails: ReadonlyArray<string>, matching: Partial<AddressMatch>) {
  const { leads, organization_id } = yield* newLeadList(...emails)
  const places = yield* (yield* LeadStore).findMatching(organization_id, match(matching), { limit: 200 })
  const found = leads.filter(({ id }) => places.some((place) => place.id === id))
  same(places, found.map(placeOf).sort(byAddress))
  return found.map(({ email }) => email)
})

const matching = casesOf("LeadStore.findMatching", {
  "returns leads of any campaign by their whole address, once even if several values match": Effect.gen(function* () {
    const store = yield* LeadStore
    const { leads, organization_id } = yield* newLeadList("ADA@x.test", "bob@x.test", "da@x.test")
    const others = yield* newLeads(organization_id, yield* newCampaign(organization_id), "ada@X.test", "ada@y.test")
    yield* newLeadList("ada@x.test")
    const [ada, bob, da, ada2] = [...leads, ...others].map(placeOf)
    const ask = (fields: Partial<AddressMatch>) => store.findMatching(organization_id, match(fields), { limit: 200 })
    const addresses = ["ada@x.test", "ada@x.test", "nobody@x.test"]
    same(yield* ask({ addresses, domains: ["none.test"] }), [ada, ada2])
    same(yield* ask({ addresses: ["bob@x.test"], domains: ["x.test"] }), [ada, ada2, bob, da])
    same(yield* ask({ addresses: ["ada@x", "x.test", "%", "a_a@x.test", "", "@x.test", "a@x.test"] }), [])
    same(yield* ask({}), [])
  }),
  "matches every spelling of a mailbox, in the order of addresses": Effect.gen(function* () {
    const gmail = ["Ada.Love@gmail.com", "a.dalove+x@googlemail.com", "adalove@GMAIL.com", "adalove+y@gmail.com"]
    const others = ["adaloves@gmail.com", "adalove@mail.gmail.com", "ada.love@x.test", "adalove+x@x.test", "@gmail.com"]
    const mailboxes = ["adalove@gmail.com", "adalove@x.test", "adalove@x.test", "none@gmail.com"]
    same(yield* matches([...others, ...gmail], { mailboxes }), gmail)
    same(yield* matches([...others, ...gmail], { mailboxes: ["ada.love@x.test"] }), ["ada.love@x.test"])
    same(yield* matches(gmail, { addresses: ["adalove@gmail.com"] }), ["adalove@GMAIL.com"])
    const { organization_id } = yield* newLeadList(...others, ...gmail)
    const { length } = yield* walk(organization_id, { mailboxes, domains: ["googlemail.com"] }, 1)
    strictEqual(length, gmail.length)
  }),
  "matches a domain and its subdomains, and no look-alike": Effect.gen(function* () {
    const inside = ["a@example.com", "b@EXAMPLE.com", "c@mail.example.com", "d@a.b.example.com", "e@1.example.com"]
    const outside = [
      "e@notexample.com",
      "f@example.com.evil.org",
      "g@example.co",
      "h@com",
      "i@example.comx",
      "j@exampleXcom.org",
      "k@my-example.com",
      "l@example-x.com",
      "m@example0.com",
      "example.com@x.test"
    ]
    same(yield* matches([...outside, ...inside], { domains: ["example.com"] }), inside)
    same(yield* matches([...inside, ...outside], { domains: ["mail.example.com"] }), ["c@mail.example.com"])
    same(yield* matches(inside, { domains: ["ample.com", "exampl_.com", "%", "examplea.com", ""] }), [])
    same(yield* matches(["a@my_host.test", "b@myxhost.test", "c@x.my_host.test"], { domains: ["my_host.test"] }), [
      "a@my_host.test",
      "c@x.my_host.test"
    ])
    same(yield* matches([...inside, ...outside], { domains: ["com"] }), [
      ...inside,
      ...outside.filter((email) => email.endsWith("com"))
    ])
  }),
  "matches every spelling of an international domain": Effect.gen(function* () {
    const inside = ["a@MÜNCHEN.example", "b@mail.münchen.example", "c@xn--mnchen-3ya.example", "d@München。example"]
    const outside = ["e@munchen.example", "f@muenchen.example", "g@xn--mnchen-3ya.example.org"]
    same(yield* matches([...inside, ...outside], { domains: ["xn--mnchen-3ya.example"] }), inside)
    same(yield* matches([...inside, ...outside], { domains: ["münchen.example"] }), [])
    for (const [i, name] of ["a", "b@mail.", "c", "d"].entries()) {
      const address = `${name}${name.includes("@") ? "" : "@"}xn--mnchen-3ya.example`
      same(yield* matches([...inside, ...outside], { addresses: [address] }), inside.slice(i, i + 1))
    }
    same(yield* matches(inside, { addresses: ["a@münchen.example"] }), [])
  }),
  "returns leads in the order of addresses: by domain from its top down, then address, then id": Effect.gen(
    function* () {
      const names = ["b@", "ab@", "a@", "a.b@", "a+1@", "a-b@", "_a@", "1@", "é@"]
      const domains = ["x.test", "a.x.test", "b.x.test", "1.x.test", "-a.x.test", "a-b.x.test", "c.a.x.test", "y.test"]
      const emails = domains.flatMap((domain) => names.map((name) => name + domain))
      const first = yield* newLeadList(...emails)
      const { organization_id } = first
      const others = yield* newLeads(organization_id, yield* newCampaign(organization_id), ...emails.toReversed())
      const all = [...first.leads, ...others].map(placeOf).sort(byAddress)
      same(yield* (yield* LeadStore).findMatching(organization_id, match({ domains: ["test"] }), { limit: 200 }), all)
      same(yield* walk(organization_id, { domains: ["test"] }, 7), all)
      const inDomains = { domains: ["y.test", "a.x.test", "none.test", "a-b.x.test"], addresses: ["b@1.x.test"] }
      const chosen = all.filter(({ address }) => /@(?:y\.test|(?:c\.)?a\.x\.test|a-b\.x\.test)$|^b@1\./u.test(address))
      strictEqual(chosen.length, 2 * (4 * names.length + 1))
      same(yield* walk(organization_id, inDomains, 5), chosen)
      same(yield* walk(organization_id, { addresses: emails.map(fold) }, 11), all)
    }
  ),
  "continues strictly after a place, whether or not a lead is there": Effect.gen(function* () {
    const store = yield* LeadStore
    const { leads, organization_id } = yield* newLeadList("c@x.test", "a@x.test", "b@x.test", "a@s.x.test")
    const others = yield* newLeads(organization_id, yield* newCampaign(organization_id), "a@x.test")
    const [c, a, b, s, a2] = [...leads, ...others].map(placeOf)
    ok(a && a2 && b && c && s)
    const beyond = (after: AddressKeyset, limit = 10) =>
      store.findMatching(organization_id, match({ domains: ["x.test"], addresses: ["a@x.test"] }), { after, limit })
    same(yield* beyond(a), [a2, b, c, s])
    same(yield* beyond(a2), [b, c, s])
    same(yield* beyond(a2, 1), [b])
    same(yield* beyond({ ...a, id: missing.lead }), [b, c, s])
    same(yield* beyond({ ...a, address: "aa@x.test" }), [b, c, s])
    same(yield* beyond({ ...a, address: "z@a.test" }), [a, a2, b, c, s])
    same(yield* beyond(c), [s])
    same(yield* beyond(s), [])
  }),
  "visits every lead that keeps its address once, while others are re-addressed, added and removed": Effect.gen(
    function* () {
      const store = yield* LeadStore
      const emails = Array.from({ length: 20 }, (_, i) => `lead${i % 7}@${i % 3 === 0 ? "" : `s${i % 5}.`}x.test`)
      const { campaign_id, organization_id } = yield* newLeadList()
      const [first, second] = [campaign_id, yield* newCampaign(organization_id)]
      const staying = (yield* Effect.forEach([...new Set(emails)], (email) =>
        Effect.all([newLeads(organization_id, first, email), newLeads(organization_id, second, email)])
      )).flat(2)
      const moving = yield* newLeads(
        organization_id,
        yield* newCampaign(organization_id),
        ...Array.from({ length: maximumPages }, (_, i) => `moving${i}@${i % 2 === 0 ? "a" : "z"}.x.test`)
      )
      const walked = yield* walk(organization_id, { domains: ["x.test"] }, 3, (page) =>
        Effect.gen(function* () {
          const lead = moving[page]
          ok(lead)
          // Leads at the end of the list move to its beginning, and the other way round.
          const domain = page % 2 === 0 ? "zz.x.test" : "x.test"
          yield* store.replace(organization_id, { ...lead, email: `0${page}@${domain}`, version: 2 }, 1)
          yield* store.remove(organization_id, idsOf(moving.slice(-page - 1, -page || undefined)))
          yield* newLeads(organization_id, first, `new${page}@x.test`)
        })
      )
      const ids = new Set(idsOf(staying))
      same(
        walked.filter(({ id }) => ids.has(id)),
        staying.map(placeOf).sort(byAddress)
      )
      strictEqual(new Set(walked.map(({ address, id }) => `${address} ${id}`)).size, walked.length)
    }
  ),
  "finds a lead by the address it has now, also inside a transaction": Effect.gen(function* () {
    const store = yield* LeadStore
    const { transaction } = yield* Transactor
    const { leads, organization_id } = yield* newLeadList("ada@x.test")
    const [ada] = leads
    ok(ada)
    const next = { ...ada, email: "ada@ünal.example", version: 2 }
    const ask = (domain: string) => store.findMatching(organization_id, match({ domains: [domain] }), { limit: 9 })
    const change = Effect.gen(function* () {
      strictEqual(yield* store.replace(organization_id, next, 1), true)
      same(yield* ask("x.test"), [])
      same(yield* ask("xn--nal-goa.example"), [placeOf(next)])
    })
    yield* Effect.flip(transaction(Effect.andThen(change, refuse)))
    same(yield* ask("x.test"), [placeOf(ada)])
    yield* transaction(change)
    yield* store.remove(organization_id, [ada.id])
    same([yield* ask("x.test"), yield* ask("xn--nal-goa.example")], [[], []])
    same(yield* findOne(store.findMany, organization_id, ada.id), Option.none())
  }),
  "takes many addresses and domains": Effect.gen(function* () {
    const names = Array.from({ length: 1_000 }, (_, i) => `lead${(i * 7) % 1_000}`)
    const { leads, organization_id } = yield* newLeadList(...names.map((name) => `${name}@d${name}.test`))
    const sorted = leads.map(placeOf).sort(byAddress)
    const ask = (matching: Partial<AddressMatch>) => walk(organization_id, matching, 400)
    // Compares ids only: comparing a thousand whole rows takes seconds.
    const ids = (places: ReadonlyArray<AddressKeyset>) => idsOf(places).join()
    strictEqual(ids(yield* ask({ addresses: leads.map(({ email }) => email) })), ids(sorted))
    strictEqual(ids(yield* ask({ domains: names.map((name) => `d${name}.test`) })), ids(sorted))
  })
})

const sharing = casesOf("LeadStore.findSharing", {
  "answers the leads of any campaign with the normalized address of one of the leads, once each, ascending": Effect.gen(
    function* () {
      const store = yield* LeadStore
      const { leads, organization_id } = yield* newLeadList("ADA@münchen.example", "bob@x.test", "eve@x.test")
      const second = yield* newCampaign(organization_id)
      const others = yield* newLeads(organization_id, second, "eve@x.test", "ada@xn--mnchen-3ya.example", "ada@x.test")
      yield* newLeadList("ada@münchen.example", "bob@x.test")
      const [ada, bob, eve] = leads
      const [otherEve, otherAda] = others
      ok(ada && bob && eve && otherEve && otherAda)
      const ask = (...ids: ReadonlyArray<LeadId>) => store.findSharing(organization_id, ids)
      same(yield* ask(ada.id), [ada.id, otherAda.id])
      same(yield* ask(otherAda.id, eve.id, ada.id), idsOf([ada, eve, otherEve, otherAda]))
      same(yield* ask(bob.id, missing.lead), [bob.id])
      same(yield* ask(missing.lead), [])
      same(yield* ask(), [])
    }
  ),
  "follows a new address": Effect.gen(function* () {
    const store = yield* LeadStore
    const { leads, organization_id } = yield* newLeadList("ada@x.test", "bob@x.test")
    const [other] = yield* newLeads(organization_id, yield* newCampaign(organization_id), "ada@x.test")
    const [ada, bob] = leads
    ok(ada && bob && other)
    yield* store.replace(organization_id, { ...other, email: "BOB@x.test", version: 2 }, 1)
    same(yield* store.findSharing(organization_id, [ada.id]), [ada.id])
    same(yield* store.findSharing(organization_id, [other.id]), [bob.id, other.id])
  })
})

const bySender = casesOf("LeadStore.findByChosenSender", {
  "finds the leads that chose one of the accounts, in whatever campaign, as they are changed and removed": Effect.gen(
    function* () {
      const { campaign_id, organization_id } = yield* newLeadList()
      const store = yield* LeadStore
      const second = yield* newCampaign(organization_id)
      const [a, b, c] = idsOf(yield* Effect.replicateEffect(newAccount(organization_id), 3))
      ok(a && b && c)
      const chosen = (account: AccountId | null, email: string) => leadRow(email, { chosen_sender: account })
      const [first, , third] = yield* newLeads(
        organization_id,
        campaign_id,
        chosen(a, "1@x.test"),
        chosen(null, "2@x.test"),
        chosen(b, "3@x.test"),
        chosen(c, "4@x.test")
      )
      const [fifth] = yield* newLeads(organization_id, second, chosen(a, "1@x.test"))
      ok(first && third && fifth)
      const find = (accounts: ReadonlyArray<AccountId>, limit = 10) =>
        Effect.map(store.findByChosenSender(organization_id, accounts, { limit }), (ids) =>
          ids.toSorted((x, y) => x - y)
        )
      same(yield* find([b, a, b]), [first.id, third.id, fifth.id])
      same(yield* find([a]), [first.id, fifth.id])
      strictEqual((yield* find([a, b], 2)).length, 2)
      same(yield* find([]), [])
      same(yield* find([missing.account]), [])
      same(yield* store.findByChosenSender(yield* newOrganization, [a], { limit: 10 }), [])
      yield* store.writeState(organization_id, [{ ...first, chosen_sender: null, version: 2 }])
      same(yield* find([a, b]), [third.id, fifth.id])
      yield* store.replace(organization_id, { ...third, chosen_sender: a, version: 2 }, 1)
      same(yield* find([a]), [third.id, fifth.id])
      same(yield* find([b]), [])
      yield* store.remove(organization_id, [fifth.id])
      same(yield* find([a, b]), [third.id])
    }
  )
})

export const cases: ReadonlyArray<StorageCase> = [...matching, ...sharing, ...bySender]
