/** Conformance cases: the use case `Blacklist` over any storage. It stops and releases the right leads. */
import { Effect, Layer } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import { Blacklist } from "../../blacklist/Blacklist.ts"
import type { BlacklistKind } from "../../blacklist/BlacklistEntry.ts"
import { BlacklistStore } from "../../blacklist/BlacklistStore.ts"
import { Changes } from "../../Changes.ts"
import { type LeadRecord } from "../../leads/Lead.ts"
import { LeadStore } from "../../leads/LeadStore.ts"
import { apply, release, resume, sending, stop, type StopState } from "../../leads/StopSending.ts"
import { CurrentOrganization } from "../../Organization.ts"
import { Transactor } from "../../Transactor.ts"
import {
  asOf,
  at,
  countsOf,
  idsOf,
  leadRow,
  newCampaign,
  newLeadList,
  newLeads,
  refuse,
  same,
  countsIn
} from "../fixtures/Fixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import type { OrganizationId } from "../../ids.ts"
import { nextVersion } from "../../Version.ts"

const useCase = Blacklist.layer.pipe(Layer.provide(Changes.layer(Effect.succeed([]))))

/** The `Blacklist` service of an organization. Each call runs at a given instant. */
const blacklistOf = Effect.fnUntraced(function* (organization_id: OrganizationId) {
  const { add, remove } = yield* Effect.provide(Blacklist, useCase, { local: true })
  const run = <A, E>(seconds: number, effect: Effect.Effect<A, E, CurrentOrganization>) =>
    Effect.provideService(effect, CurrentOrganization, { id: organization_id }).pipe(asOf(at(seconds)))
  return {
    /** Returns the number of leads that were stopped. */
    add: (seconds: number, kind: BlacklistKind, ...values: ReadonlyArray<string>) =>
      Effect.map(run(seconds, add(kind, values)), ({ leads_stopped }) => leads_stopped),
    /** Returns the number of leads that were resumed. */
    remove: (seconds: number, kind: BlacklistKind, ...values: ReadonlyArray<string>) =>
      Effect.map(run(seconds, remove(kind, { values })), ({ leads_resumed }) => leads_resumed)
  }
})

const isStopped = ({ stop_sending_type }: Pick<LeadRecord, "stop_sending_type">) => stop_sending_type === "blacklist"

/** Leads and their blacklist. `stored` reads the leads as they are stored now. */
const newList = Effect.fnUntraced(function* (...rows: Parameters<typeof newLeadList>) {
  const list = yield* newLeadList(...rows)
  const { campaign_id, leads, organization_id } = list
  const store = yield* LeadStore
  return {
    ...list,
    ...(yield* blacklistOf(organization_id)),
    store,
    stored: store.findMany(organization_id, idsOf(leads)),
    /** The addresses of the leads that the blacklist stops. */
    stopped: Effect.map(store.findMany(organization_id, idsOf(leads)), (found) =>
      found.filter(isStopped).map(({ email }) => email)
    ),
    counts: countsIn(organization_id, campaign_id)
  }
})

/** One lead in each stop state. */
const states: Readonly<Record<string, StopState>> = {
  sending,
  resumed: resume(at(5)),
  resumed_later: resume(at(15)),
  manual: stop(at(5)),
  reply: apply(sending, "reply", at(20)),
  reply_before: apply(sending, "reply", at(5)),
  unsubscribe: apply(resume(at(5)), "unsubscribe", at(20)),
  blacklist: apply(sending, "blacklist", at(20)),
  blacklist_before: apply(sending, "blacklist", at(5)),
  blacklist_decided: apply(resume(at(5)), "blacklist", at(20)),
  both: apply(apply(sending, "blacklist", at(5)), "bounce", at(7))
}
const newStates = Effect.suspend(() =>
  newList(...Object.entries(states).map(([name, state]) => leadRow(`${name}@x.test`, state)))
)

const adding = casesOf("Blacklist.add, over the storage", {
  "stops what it matches as StopSending.apply does, each lead with one new version": Effect.gen(function* () {
    const { add, counts, leads, stored } = yield* newStates
    const expected = leads.map((lead) => nextVersion(lead, { ...lead, ...apply(lead, "blacklist", at(10)) }, at(10)))
    same(
      expected.flatMap(({ email, version }) => (version === 2 ? [email.slice(0, email.indexOf("@"))] : [])),
      ["sending", "resumed", "reply", "reply_before", "unsubscribe", "blacklist", "blacklist_decided"]
    )
    strictEqual(yield* add(10, "domain", "x.test"), 2)
    same(yield* stored, expected)
    same(yield* counts, countsOf(expected))
    strictEqual(yield* add(12, "domain", "x.test"), 0)
    same(yield* stored, expected)
  }),
  "stops leads in all campaigns of the organization, in every spelling, and no others": Effect.gen(function* () {
    const { add, organization_id, stopped, store } = yield* newList(
      "ADA@x.test",
      "bob@x.test",
      "eve@MÜNCHEN.example",
      "f@mail.münchen.example",
      "g@munchen.example"
    )
    const second = yield* newCampaign(organization_id)
    const others = yield* newLeads(organization_id, second, "ada@X.test", "ada@y.test")
    const foreign = yield* newList("ada@x.test", "eve@xn--mnchen-3ya.example")
    strictEqual(yield* add(1, "email", "Ada@x.test", "ada@X.test", "nobody@x.test"), 2)
    same(yield* stopped, ["ADA@x.test"])
    strictEqual(yield* add(1, "domain", "München.example", "mail.münchen.example"), 2)
    same(yield* stopped, ["ADA@x.test", "eve@MÜNCHEN.example", "f@mail.münchen.example"])
    const after = yield* store.findMany(organization_id, idsOf(others))
    same(after.map(isStopped), [true, false])
    same(yield* countsIn(organization_id, second), countsOf(after))
    same(yield* foreign.stored, foreign.leads)
  }),
  "stops other spellings of a Gmail mailbox, until the last entry for it is removed": Effect.gen(function* () {
    const { add, organization_id, remove, stopped } = yield* newList(
      "ada.love@gmail.com",
      "AdaLove+work@googlemail.com",
      "ada.love@mail.gmail.com",
      "adalove@x.test",
      "ada.love@x.test",
      "adaloved@gmail.com"
    )
    const foreign = yield* newList("adalove@gmail.com")
    strictEqual(yield* add(1, "email", "a.d.alove@googlemail.com", "adalove+news@gmail.com"), 2)
    same(yield* stopped, ["ada.love@gmail.com", "AdaLove+work@googlemail.com"])
    const found = yield* (yield* BlacklistStore).find(organization_id, "email", { values: ["adalove@gmail.com"] })
    strictEqual(found.length, 1)
    strictEqual(yield* add(1, "email", "ada.love@x.test"), 1)
    strictEqual(yield* remove(2, "email", "ada.love+x@gmail.com", "adalove@x.test"), 2)
    same(yield* stopped, ["ada.love@x.test"])
    same(yield* foreign.stored, foreign.leads)
  }),
  "is undone by a failure, with the counts and the entry": Effect.gen(function* () {
    const { transaction } = yield* Transactor
    const { add, counts, leads, organization_id, stored } = yield* newList("a@x.test", "b@x.test")
    yield* Effect.flip(transaction(Effect.andThen(add(1, "domain", "x.test"), refuse)))
    same(yield* stored, leads)
    same(yield* counts, countsOf(leads))
    same(yield* (yield* BlacklistStore).find(organization_id, "domain", { values: ["x.test"] }), [])
    strictEqual(yield* add(1, "domain", "x.test"), 2)
  }),
  "counts a lead once when several stop it at the same time": Effect.gen(function* () {
    const emails = Array.from({ length: 20 }, (_, i) => `lead${i}@x.test`)
    const { add, counts, stored } = yield* newList(...emails)
    const attempts = yield* Effect.all(
      [add(1, "domain", "x.test"), add(1, "email", ...emails.toReversed()), add(1, "email", ...emails)],
      { concurrency: "unbounded" }
    )
    strictEqual(
      attempts.reduce((a, b) => a + b),
      20
    )
    strictEqual((yield* counts).stopped, 20)
    ok((yield* stored).every(({ version }) => version === 2))
  }),
  "stops and resumes more leads than one transaction changes": Effect.gen(function* () {
    const emails = Array.from({ length: 2_300 }, (_, i) => `lead${i}@${i % 3 === 0 ? "" : `s${i % 11}.`}x.test`)
    const { add, counts, remove, stored } = yield* newList(...emails)
    strictEqual(yield* add(1, "domain", "x.test"), 2_300)
    strictEqual((yield* counts).stopped, 2_300)
    yield* add(1, "domain", "s5.x.test")
    const covered = emails.filter((email) => email.endsWith("@s5.x.test")).length
    strictEqual(yield* remove(2, "domain", "x.test"), 2_300 - covered)
    strictEqual((yield* counts).stopped, covered)
    strictEqual((yield* stored).filter(isStopped).length, covered)
  })
})

const removing = casesOf("Blacklist.remove, over the storage", {
  "releases what it matches as StopSending.release does, each lead with one new version": Effect.gen(function* () {
    const { counts, leads, organization_id, remove, stored } = yield* newStates
    // Inserts the entry only; the leads keep their states.
    const entry = { value: "x.test", source: "manual", reason: null, campaign_id: null, created_at: at(0) } as const
    yield* (yield* BlacklistStore).insert(organization_id, "domain", [entry])
    const expected = leads.map((lead) => nextVersion(lead, { ...lead, ...release(lead) }, at(30)))
    same(
      expected.flatMap(({ email, stop_sending_type, version }) => (version === 2 ? [[email, stop_sending_type]] : [])),
      [
        ["blacklist@x.test", null],
        ["blacklist_before@x.test", null],
        ["blacklist_decided@x.test", null],
        ["both@x.test", "bounce"]
      ]
    )
    strictEqual(yield* remove(30, "domain", "x.test"), 3)
    same(yield* stored, expected)
    same(yield* counts, countsOf(expected))
    strictEqual(yield* remove(31, "domain", "x.test"), 0)
    same(yield* stored, expected)
  }),
  "keeps leads stopped that another entry matches: by address, by domain, by a parent domain": Effect.gen(function* () {
    const list = yield* newList(
      "a@x.test",
      "b@sub.x.test",
      "c@x.test",
      "d@y.example",
      "e@MÜNCHEN.example",
      "f@notx.test"
    )
    const { add, remove, stopped } = list
    yield* add(1, "domain", "x.test", "notx.test", "y.example", "münchen.example")
    yield* add(1, "email", "a@x.test", "c@x.test", "e@MÜNCHEN.example", "x@otx.test")
    yield* add(1, "domain", "sub.x.test", "otx.test", "x.test.org")
    strictEqual(yield* remove(2, "domain", "notx.test", "y.example", "none.example"), 2)
    same(yield* stopped, ["a@x.test", "b@sub.x.test", "c@x.test", "e@MÜNCHEN.example"])
    strictEqual(yield* remove(2, "domain", "x.test", "münchen.example"), 0)
    strictEqual(yield* remove(2, "email", "A@x.test"), 1)
    same(yield* stopped, ["b@sub.x.test", "c@x.test", "e@MÜNCHEN.example"])
    strictEqual(yield* remove(2, "domain", "sub.x.test", "otx.test"), 1)
    strictEqual(yield* remove(2, "email", "c@x.test", "e@xn--mnchen-3ya.example"), 2)
    same(yield* stopped, [])
  }),
  "uses only the organization's own blacklist, and changes no leads of another organization": Effect.gen(function* () {
    const own = yield* newList("a@x.test")
    const foreign = yield* newList("a@x.test")
    strictEqual(yield* own.add(1, "email", "a@x.test"), 1)
    strictEqual(yield* foreign.add(1, "email", "a@x.test"), 1)
    const before = yield* foreign.stored
    strictEqual(yield* own.remove(2, "email", "a@x.test"), 1)
    same(yield* foreign.stored, before)
    same(yield* own.stopped, [])
  }),
  "is undone by a failure, with the counts and the entry": Effect.gen(function* () {
    const { transaction } = yield* Transactor
    const { add, counts, remove, stored } = yield* newList("a@x.test", "b@y.test")
    yield* add(1, "domain", "x.test")
    const before = yield* stored
    const removeIt = remove(2, "domain", "x.test")
    yield* Effect.flip(transaction(Effect.andThen(removeIt, refuse)))
    same(yield* stored, before)
    strictEqual((yield* counts).stopped, 1)
    strictEqual(yield* removeIt, 1)
    strictEqual((yield* counts).stopped, 0)
  }),
  "finishes a removal that another process left unfinished more than a minute ago": Effect.gen(function* () {
    const store = yield* BlacklistStore
    const { add, organization_id, stopped } = yield* newList("a@x.test", "b@y.test", "c@z.test")
    yield* add(1, "domain", "x.test", "y.test")
    const entries = yield* store.find(organization_id, "domain", { values: ["x.test"] })
    yield* store.startRemoval(organization_id, "domain", idsOf(entries), at(2))
    same(yield* stopped, ["a@x.test", "b@y.test"])
    yield* add(100, "email", "c@z.test")
    same(yield* stopped, ["b@y.test", "c@z.test"])
    same(yield* store.findRemovals(organization_id, "domain", at(1_000)), [])
  })
})

export const cases: ReadonlyArray<StorageCase> = [...adding, ...removing]
