/** What `LeadStore` promises of stopping what the blacklist covers, and of resuming what it covers no longer. */
import { Effect, Option, Struct } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import type { Kind } from "../blacklist/BlacklistEntry.ts"
import { BlacklistStore } from "../blacklist/BlacklistStore.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { type BlacklistMatch, LeadStore } from "../leads/LeadStore.ts"
import { apply, release, resume, sending, stop, type StopState } from "../leads/StopSending.ts"
import type { OrganizationId } from "../Organization.ts"
import { Transactor } from "../Transactor.ts"
import { at, idsOf, leadRow, newCampaign, newLeadList, newLeads, refuse, same } from "./Fixtures.ts"
import { countsOf } from "./LeadRulesSuite.ts"
import { casesOf, type StorageCase } from "./StorageCase.ts"

const match = (fields: Partial<BlacklistMatch>): BlacklistMatch => ({ addresses: [], domains: [], ...fields })

/** A lead but for when it was changed last. */
const undated = (lead: LeadRecord) => Struct.omit(lead, ["updated_at"])

/** The leads as they are stored now, in the order of the given ones. */
const stored = Effect.fnUntraced(function* (organization_id: OrganizationId, leads: ReadonlyArray<LeadRecord>) {
  const found = yield* (yield* LeadStore).findMany(organization_id, idsOf(leads))
  return found.map(undated)
})

const isStopped = ({ stop_sending_type }: Pick<LeadRecord, "stop_sending_type">) => stop_sending_type === "blacklist"

/** Puts values on the blacklist, and nothing else. */
const blacklist = Effect.fnUntraced(function* (organization_id: OrganizationId, kind: Kind, ...values: Array<string>) {
  const store = yield* BlacklistStore
  const answers = yield* store.insert(
    organization_id,
    kind,
    values.map((value) => ({ value, source: "manual" as const, reason: null, campaign_id: null, created_at: at(0) }))
  )
  return answers.map(({ entry }) => entry.id)
})

/** The addresses of those leads that the match stops. */
const stops = Effect.fnUntraced(function* (emails: ReadonlyArray<string>, matching: Partial<BlacklistMatch>) {
  const store = yield* LeadStore
  const { leads, organization_id } = yield* newLeadList(...emails)
  const count = yield* store.stopBlacklisted(organization_id, match(matching), at(1))
  const found = (yield* store.findMany(organization_id, idsOf(leads))).filter(isStopped)
  strictEqual(count, found.length)
  return found.map(({ email }) => email)
})

/** A lead in each state that stopping knows. */
const states: Readonly<Record<string, StopState>> = {
  sending,
  resumed: resume(at(5)),
  resumed_later: resume(at(15)),
  manual: stop(at(5)),
  reply: apply(sending, "reply", at(20)),
  unsubscribe: apply(resume(at(5)), "unsubscribe", at(20)),
  blacklist: apply(sending, "blacklist", at(20)),
  blacklist_decided: apply(resume(at(5)), "blacklist", at(20))
}
const newStates = Effect.gen(function* () {
  const rows = Object.entries(states).map(([name, state]) => leadRow(`${name}@x.test`, state))
  return yield* newLeadList(...rows)
})

const stopping = casesOf("LeadStore.stopBlacklisted", {
  "stops the leads that are not stopped, as StopSending.apply does, each with a new version": Effect.gen(function* () {
    const store = yield* LeadStore
    const { campaign_id, leads, organization_id } = yield* newStates
    const expected = leads.map((lead) => {
      const next = lead.stop_sending ? lead : { ...lead, ...apply(lead, "blacklist", at(10)) }
      return undated(next.stop_sending === lead.stop_sending ? lead : { ...next, version: 2 })
    })
    strictEqual(expected.filter(({ version }) => version === 2).length, 2)
    strictEqual(yield* store.stopBlacklisted(organization_id, match({ domains: ["x.test"] }), at(10)), 2)
    same(yield* stored(organization_id, leads), expected)
    same(yield* store.counts(organization_id, campaign_id), countsOf(expected))
    strictEqual(yield* store.stopBlacklisted(organization_id, match({ domains: ["x.test"] }), at(10)), 0)
    same(yield* stored(organization_id, leads), expected)
  }),
  "matches whole addresses, whatever the campaign, and once where several match": Effect.gen(function* () {
    const store = yield* LeadStore
    const { campaign_id, leads, organization_id } = yield* newLeadList("ADA@x.test", "bob@x.test", "da@x.test")
    const second = yield* newCampaign(organization_id)
    const others = yield* newLeads(organization_id, second, "ada@X.test", "ada@y.test")
    const foreign = yield* newLeadList("ada@x.test")
    const matching = { addresses: ["ada@x.test", "ada@x.test", "nobody@x.test"], domains: ["none.test"] }
    strictEqual(yield* store.stopBlacklisted(organization_id, matching, at(1)), 2)
    const after = yield* store.findMany(organization_id, idsOf([...leads, ...others]))
    same(after.map(isStopped), [true, false, false, true, false])
    same(yield* store.counts(organization_id, campaign_id), countsOf(after.slice(0, 3)))
    same(yield* store.counts(organization_id, second), countsOf(after.slice(3)))
    same(yield* store.findMany(foreign.organization_id, idsOf(foreign.leads)), foreign.leads)
    const both = { addresses: ["bob@x.test"], domains: ["x.test", "test", "x.test"] }
    strictEqual(yield* store.stopBlacklisted(organization_id, both, at(1)), 3)
  }),
  "matches a domain and its subdomains, and no look-alike": Effect.gen(function* () {
    const inside = ["a@example.com", "b@EXAMPLE.com", "c@mail.example.com", "d@a.b.example.com"]
    const outside = [
      "e@notexample.com",
      "f@example.com.evil.org",
      "g@example.co",
      "h@com",
      "i@example.comx",
      "j@exampleXcom.org",
      "k@my-example.com",
      "example.com@x.test"
    ]
    same(yield* stops([...outside, ...inside], { domains: ["example.com"] }), inside)
    same(yield* stops([...inside, ...outside], { domains: ["mail.example.com"] }), ["c@mail.example.com"])
    same(yield* stops(inside, { domains: ["ample.com", "exampl_.com", "%", "examplea.com"] }), [])
    same(yield* stops(["a@my_host.test", "b@myxhost.test", "c@x.my_host.test"], { domains: ["my_host.test"] }), [
      "a@my_host.test",
      "c@x.my_host.test"
    ])
  }),
  "matches every spelling of an international domain": Effect.gen(function* () {
    const inside = ["a@MÜNCHEN.example", "b@mail.münchen.example", "c@xn--mnchen-3ya.example", "d@München。example"]
    const outside = ["e@munchen.example", "f@muenchen.example", "g@xn--mnchen-3ya.example.org"]
    same(yield* stops([...inside, ...outside], { domains: ["xn--mnchen-3ya.example"] }), inside)
    same(yield* stops([...inside, ...outside], { addresses: ["a@xn--mnchen-3ya.example"] }), inside.slice(0, 1))
  }),
  "matches nothing by nothing": Effect.gen(function* () {
    same(yield* stops(["a@x.test"], {}), [])
  }),
  "is undone by a failure, with the counts": Effect.gen(function* () {
    const store = yield* LeadStore
    const { transaction } = yield* Transactor
    const { campaign_id, leads, organization_id } = yield* newLeadList("a@x.test", "b@x.test")
    const stopAll = store.stopBlacklisted(organization_id, match({ domains: ["x.test"] }), at(1))
    yield* Effect.flip(transaction(Effect.andThen(stopAll, refuse)))
    same(yield* store.findMany(organization_id, idsOf(leads)), leads)
    same(yield* store.counts(organization_id, campaign_id), countsOf(leads))
    strictEqual(yield* stopAll, 2)
  }),
  "counts a lead for one of those who stop it at the same time": Effect.gen(function* () {
    const store = yield* LeadStore
    const emails = Array.from({ length: 20 }, (_, i) => `lead${i}@x.test`)
    const { campaign_id, organization_id } = yield* newLeadList(...emails)
    const attempts = yield* Effect.all(
      [match({ domains: ["x.test"] }), match({ addresses: emails.toReversed() }), match({ addresses: emails })].map(
        (matching) => store.stopBlacklisted(organization_id, matching, at(1))
      ),
      { concurrency: "unbounded" }
    )
    strictEqual(
      attempts.reduce((a, b) => a + b),
      20
    )
    strictEqual((yield* store.counts(organization_id, campaign_id)).stopped, 20)
  })
})

const resuming = casesOf("LeadStore.resumeBlacklisted", {
  "resumes the leads that are stopped as blacklist, as StopSending.release does, each with a new version": Effect.gen(
    function* () {
      const store = yield* LeadStore
      const { campaign_id, leads, organization_id } = yield* newStates
      const expected = leads.map((lead) => undated(isStopped(lead) ? { ...lead, ...release(lead), version: 2 } : lead))
      strictEqual(yield* store.resumeBlacklisted(organization_id, match({ domains: ["x.test"] })), 2)
      same(yield* stored(organization_id, leads), expected)
      same(yield* store.counts(organization_id, campaign_id), countsOf(expected))
      strictEqual(yield* store.resumeBlacklisted(organization_id, match({ domains: ["x.test"] })), 0)
    }
  ),
  "leaves those that an entry matches: of the address, of its domain, of a domain above": Effect.gen(function* () {
    const store = yield* LeadStore
    const emails = ["a@x.test", "b@sub.x.test", "c@x.test", "d@y.test", "e@MÜNCHEN.example", "f@notx.test"]
    const rows = emails.map((email) => leadRow(email, apply(sending, "blacklist", at(1))))
    const { leads, organization_id } = yield* newLeadList(...rows)
    const all = match({
      addresses: ["a@x.test", "d@y.test", "c@x.test"],
      domains: ["x.test", "test", "xn--mnchen-3ya.example"]
    })
    const stoppedNow = Effect.map(store.findMany(organization_id, idsOf(leads)), (found) =>
      found.filter(isStopped).map(({ email }) => email)
    )
    const address = yield* blacklist(organization_id, "email", "c@x.test", "e@xn--mnchen-3ya.example", "x.test")
    const domain = yield* blacklist(organization_id, "domain", "sub.x.test", "otx.test", "x.test.org")
    const above = yield* blacklist(organization_id, "domain", "y.test")
    strictEqual(yield* store.resumeBlacklisted(organization_id, all), 2)
    same(yield* stoppedNow, ["b@sub.x.test", "c@x.test", "d@y.test", "e@MÜNCHEN.example"])
    const entries = yield* BlacklistStore
    yield* entries.remove(organization_id, "domain", [...domain, ...above])
    strictEqual(yield* store.resumeBlacklisted(organization_id, all), 2)
    same(yield* stoppedNow, ["c@x.test", "e@MÜNCHEN.example"])
    yield* entries.remove(organization_id, "email", address)
    yield* blacklist(organization_id, "domain", "example")
    strictEqual(yield* store.resumeBlacklisted(organization_id, all), 1)
    same(yield* stoppedNow, ["e@MÜNCHEN.example"])
  }),
  "asks the organization's own blacklist, and resumes no one else's leads": Effect.gen(function* () {
    const store = yield* LeadStore
    const row = leadRow("a@x.test", apply(sending, "blacklist", at(1)))
    const own = yield* newLeadList(row)
    const foreign = yield* newLeadList(row)
    yield* blacklist(foreign.organization_id, "email", "a@x.test")
    strictEqual(yield* store.resumeBlacklisted(own.organization_id, match({ addresses: ["a@x.test"] })), 1)
    same(yield* store.findMany(foreign.organization_id, idsOf(foreign.leads)), foreign.leads)
    same((yield* stored(own.organization_id, own.leads)).map(isStopped), [false])
  }),
  "resumes only what matches, and nothing by nothing": Effect.gen(function* () {
    const store = yield* LeadStore
    const stoppedRow = (email: string) => leadRow(email, apply(sending, "blacklist", at(1)))
    const { campaign_id, leads, organization_id } = yield* newLeadList(
      stoppedRow("a@x.test"),
      stoppedRow("b@notx.test")
    )
    strictEqual(yield* store.resumeBlacklisted(organization_id, match({})), 0)
    const matching = { addresses: ["a@x.test", "a@x.test"], domains: ["x.test"] }
    strictEqual(yield* store.resumeBlacklisted(organization_id, matching), 1)
    same((yield* stored(organization_id, leads)).map(isStopped), [false, true])
    strictEqual((yield* store.counts(organization_id, campaign_id)).stopped, 1)
  }),
  "is undone by a failure, with the counts": Effect.gen(function* () {
    const store = yield* LeadStore
    const { transaction } = yield* Transactor
    const { campaign_id, leads, organization_id } = yield* newLeadList(
      leadRow("a@x.test", apply(sending, "blacklist", at(1)))
    )
    const [lead] = leads
    ok(lead)
    const resumeAll = store.resumeBlacklisted(organization_id, match({ domains: ["x.test"] }))
    yield* Effect.flip(transaction(Effect.andThen(resumeAll, refuse)))
    same(yield* store.find(organization_id, lead.id), Option.some(lead))
    strictEqual((yield* store.counts(organization_id, campaign_id)).stopped, 1)
    strictEqual(yield* resumeAll, 1)
  })
})

export const cases: ReadonlyArray<StorageCase> = [...stopping, ...resuming]
