/** Conformance cases: an answer stops the colleagues of its lead in the campaigns with `stop_scope: "company"`. */
import { Effect } from "effect"
import { ok } from "node:assert/strict"
import { CampaignStore } from "../../campaigns/CampaignStore.ts"
import { LeadStore } from "../../leads/LeadStore.ts"
import { resume, stop } from "../../leads/StopSending.ts"
import { CurrentOrganization } from "../../Organization.ts"
import { Transactor } from "../../Transactor.ts"
import { at, idsOf, type LeadRow, leadRow, newCampaign, newLeads, newOrganization, same } from "../fixtures/Fixtures.ts"
import { newActivity } from "../fixtures/StopFixtures.ts"
import { waits } from "../fixtures/Waiting.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import type { LeadId } from "../../ids.ts"

/** The leads of three campaigns: two stop colleagues, one does not. */
const emails = {
  ann: "ann@acme.example",
  bob: "Bob@Sales.ACME.example",
  cat: "cat@acme.example",
  dan: "dan@acme.example",
  eve: "eve@other.example",
  gil: "gil@gmail.com",
  hal: "hal@gmail.com",
  ian: "ian@one.co.uk",
  jan: "jan@two.co.uk"
}
type Name = keyof typeof emails

const newGiven = Effect.fnUntraced(function* (fields: Partial<Record<Name, Partial<LeadRow>>> = {}) {
  const organization_id = yield* newOrganization
  const store = yield* LeadStore
  const ids = new Map<Name, LeadId>()
  const listOf = Effect.fnUntraced(function* (
    settings: Parameters<typeof newCampaign>[1],
    ...names: ReadonlyArray<Name>
  ) {
    const campaign_id = yield* newCampaign(organization_id, settings)
    const rows = names.map((name) => leadRow(emails[name], fields[name] ?? {}))
    const leads = yield* newLeads(organization_id, campaign_id, ...rows)
    for (const [i, name] of names.entries()) ids.set(name, leads[i]?.id ?? (0 as LeadId))
    return campaign_id
  })
  const first = yield* listOf({ stop_scope: "company" }, "ann", "bob", "eve", "gil", "ian")
  const second = yield* listOf({ stop_scope: "company", stop_on_reply: false }, "cat", "hal", "jan")
  const third = yield* listOf({}, "dan")
  const idOf = (name: Name) => ids.get(name) ?? (0 as LeadId)
  const { activity, stopped } = yield* newActivity
  const leadOf = Effect.fnUntraced(function* (name: Name) {
    const [lead] = yield* store.findMany(organization_id, [idOf(name)])
    ok(lead)
    return lead
  })
  const write = (name: Name, changed: Partial<LeadRow>) =>
    Effect.flatMap(leadOf(name), (lead) =>
      store.writeState(organization_id, [{ ...lead, ...changed, version: lead.version + 1 }])
    )
  return {
    organization_id,
    campaigns: [first, second, third] as const,
    store,
    idOf,
    write,
    stopped,
    record: (type: string, name: Name, seconds: number, data: object = {}) =>
      activity
        .record([
          {
            type,
            lead_id: idOf(name),
            occurred_at: at(seconds),
            idempotency_key: `${type} ${name} ${seconds}`,
            data
          }
        ])
        .pipe(
          Effect.map(({ data }) => data.map(({ status }) => status)),
          Effect.provideService(CurrentOrganization, { id: organization_id })
        ),
    /** The stops of all stopped leads, with the name of the colleague who answered. */
    stops: Effect.gen(function* () {
      const nameOf = new Map(Array.from(ids, ([name, id]) => [id, name]))
      const leads = yield* store.findMany(organization_id, [...ids.values()])
      return Object.fromEntries(
        leads
          .filter(({ stop_sending }) => stop_sending)
          .map(({ id, stop_sending_type, stops: { colleague_id, ...stops } }) => [
            nameOf.get(id) ?? "",
            [stop_sending_type, stops, ...(colleague_id === undefined ? [] : [nameOf.get(colleague_id)])]
          ])
      )
    })
  }
})

const reply = (seconds: number) => ["reply", { reply: at(seconds) }]
const byColleague = (name: Name, seconds: number) => ["colleague", { colleague: at(seconds) }, name]

const alone = casesOf("A campaign with stop_scope company", {
  "is found with each campaign that is asked for, once, by ascending id, unless it is hidden": Effect.gen(function* () {
    const { campaigns, organization_id } = yield* newGiven()
    const [first, second, third] = campaigns
    const store = yield* CampaignStore
    const find = (...ids: (typeof first)[]) => Effect.map(store.findManyOrCompanyScoped(organization_id, ids), idsOf)
    same(yield* find(), [first, second].toSorted())
    same(yield* find(third, first, third), campaigns.toSorted())
    same(
      idsOf(yield* store.findManyOrCompanyScoped((yield* newGiven()).organization_id, [third])).includes(third),
      false
    )
    yield* store.hide(organization_id, first, at(0))
    yield* store.hide(organization_id, third, at(0))
    same(yield* find(first, third), [second])
  }),
  "a reply stops the leads of the company, also of a part of it, where a reply stops anybody": Effect.gen(function* () {
    const { idOf, record, stopped, stops } = yield* newGiven()
    const foreign = yield* newGiven()
    same(yield* record("replied", "ann", -10), ["recorded"])
    same(yield* stops, { ann: reply(-10), bob: byColleague("ann", -10) })
    same(
      stopped.toSorted((a, b) => a - b),
      [idOf("ann"), idOf("bob")]
    )
    same(yield* foreign.stops, {})
  }),
  "an unsubscription and a complaint stop them in each campaign that says so, whichever got it": Effect.gen(
    function* () {
      for (const [type, rule] of [
        ["unsubscribed", "unsubscribe"],
        ["complained", "complaint"]
      ] as const) {
        const { record, stops } = yield* newGiven()
        yield* record(type, "dan", -10)
        same(yield* stops, {
          dan: [rule, { [rule]: at(-10), blacklist: at(-10) }],
          ann: byColleague("dan", -10),
          bob: byColleague("dan", -10),
          cat: byColleague("dan", -10)
        })
      }
    }
  ),
  "a bounce, an automatic reply and a blacklisted address stop no colleague": Effect.gen(function* () {
    const { record, stops } = yield* newGiven()
    yield* record("bounced", "ann", -10, { status: "5.1.1" })
    yield* record("auto_replied", "bob", -10)
    yield* record("opened", "bob", -9)
    same(yield* stops, { ann: ["bounce", { bounce: at(-10), blacklist: at(-10) }] })
  }),
  "neither a provider of mail nor a suffix below which anyone registers names is a company": Effect.gen(function* () {
    const { record, stops } = yield* newGiven()
    yield* record("unsubscribed", "gil", -10)
    yield* record("unsubscribed", "ian", -10)
    same(Object.keys(yield* stops).toSorted(), ["gil", "ian"])
  }),
  "the same person in another campaign is stopped by the rule of the answer": Effect.gen(function* () {
    const { campaigns, organization_id, record, store } = yield* newGiven()
    const [own] = yield* newLeads(organization_id, campaigns[1], "DAN@acme.example")
    yield* record("unsubscribed", "dan", -10)
    const [lead] = yield* store.findMany(organization_id, own === undefined ? [] : [own.id])
    same([lead?.stop_sending_type, lead?.stops], ["unsubscribe", { unsubscribe: at(-10), blacklist: at(-10) }])
  }),
  "a person's decision since the answer holds, an earlier one does not, and a stop by hand stays": Effect.gen(
    function* () {
      for (const [decided, expected] of [
        [resume(at(-5)), undefined],
        [resume(at(-20)), byColleague("ann", -10)],
        [stop(at(-20)), ["manual", {}]]
      ] as const) {
        const { record, stops } = yield* newGiven({ bob: decided })
        yield* record("replied", "ann", -10)
        same((yield* stops)["bob"], expected)
      }
    }
  ),
  "a resumed colleague is stopped by a further answer, and not by one that is reported again": Effect.gen(function* () {
    const { record, stops, write } = yield* newGiven()
    yield* record("replied", "ann", -20)
    yield* write("bob", resume(at(-10)))
    same(yield* record("replied", "ann", -20), ["duplicate"])
    yield* record("replied", "eve", -5)
    same(Object.keys(yield* stops).toSorted(), ["ann", "eve"])
    yield* record("replied", "ann", -4)
    same((yield* stops)["bob"], byColleague("ann", -4))
  }),
  "a colleague stays stopped when a person resumes the lead that answered, and when it is removed": Effect.gen(
    function* () {
      const { idOf, organization_id, record, stops, store, write } = yield* newGiven()
      yield* record("replied", "ann", -20)
      yield* write("ann", resume(at(-10)))
      same(yield* stops, { bob: byColleague("ann", -20) })
      yield* store.remove(organization_id, [idOf("ann")])
      same(yield* stops, { bob: byColleague("ann", -20) })
    }
  ),
  "the earliest answer counts, of two at once that of the lead with the lowest id, in every order": Effect.gen(
    function* () {
      const answers = [
        ["bob", -10],
        ["cat", -20],
        ["ann", -20]
      ] as const
      for (const order of [answers, answers.toReversed()]) {
        const { campaigns, organization_id, record, store } = yield* newGiven()
        const [own] = yield* newLeads(organization_id, campaigns[0], "new@acme.example")
        ok(own)
        for (const [name, seconds] of order) yield* record("replied", name, seconds)
        const [lead] = yield* store.findMany(organization_id, [own.id])
        const [ann] = yield* store.findByEmails(organization_id, [{ campaign_id: campaigns[0], address: emails.ann }])
        same(lead?.stops, { colleague: at(-20), colleague_id: ann?.id })
      }
    }
  ),
  "leads of a campaign that is being deleted are left out": Effect.gen(function* () {
    const { campaigns, idOf, organization_id, record, stopped } = yield* newGiven()
    yield* (yield* CampaignStore).hide(organization_id, campaigns[1], at(0))
    yield* record("unsubscribed", "dan", -10)
    same(
      stopped.toSorted((a, b) => a - b),
      [idOf("ann"), idOf("bob"), idOf("dan")].toSorted((a, b) => a - b)
    )
  }),
  "a lead that is added later is not stopped": Effect.gen(function* () {
    const { campaigns, organization_id, record, store } = yield* newGiven()
    yield* record("replied", "ann", -10)
    const [lead] = yield* newLeads(organization_id, campaigns[0], "new@acme.example")
    ok(lead)
    yield* record("opened", "ann", -9)
    same((yield* store.findMany(organization_id, [lead.id]))[0]?.stop_sending, false)
  })
})

const together = casesOf(
  "A campaign with stop_scope company, two transactions",
  {
    "two colleagues who answer at the same time wait for each other, and stop the others once": Effect.gen(
      function* () {
        const { record, stops } = yield* newGiven()
        const results = yield* waits(
          record("unsubscribed", "ann", -20),
          record("unsubscribed", "bob", -10),
          "an answer does not wait for that of a colleague"
        )
        same(results, ["recorded"])
        const found = yield* stops
        same(found["cat"], byColleague("ann", -20))
        same(found["ann"]?.[0], "unsubscribe")
        same(found["bob"]?.[0], "colleague")
      }
    ),
    "many answers of one company at the same time are all recorded": Effect.gen(function* () {
      const { record, stops } = yield* newGiven()
      const names = ["ann", "bob", "cat", "dan"] as const
      const results = yield* Effect.forEach(names, (name, i) => record("replied", name, -20 - i), {
        concurrency: "unbounded"
      })
      same(results, [["recorded"], ["recorded"], ["recorded"], ["recorded"]])
      const found = yield* stops
      same(found["ann"], ["colleague", { reply: at(-20), colleague: at(-23) }, "dan"])
      same(found["bob"], ["colleague", { reply: at(-21), colleague: at(-23) }, "dan"])
    }),
    "a lead that leaves the company meanwhile is not stopped": Effect.gen(function* () {
      const { idOf, organization_id, record, stops, store } = yield* newGiven()
      const change = Effect.gen(function* () {
        const [lead] = yield* store.lock(organization_id, [idOf("bob")])
        ok(lead)
        const next = { ...lead, email: "bob@new.example", version: lead.version + 1 }
        ok(yield* store.replace(organization_id, next, lead.version))
      })
      same(yield* waits(change, record("replied", "ann", -10)), ["recorded"])
      same(yield* stops, { ann: reply(-10) })
    }),
    "an answer of a lead that moves to another company meanwhile stops the colleagues there": Effect.gen(function* () {
      const { idOf, organization_id, record, stops, store } = yield* newGiven()
      const change = Effect.gen(function* () {
        const [lead] = yield* store.lock(organization_id, [idOf("ann")])
        ok(lead)
        const next = { ...lead, email: "ann@other.example", version: lead.version + 1 }
        ok(yield* store.replace(organization_id, next, lead.version))
      })
      same(yield* waits(change, record("replied", "ann", -10)), ["recorded"])
      same(yield* stops, { ann: reply(-10), eve: byColleague("ann", -10) })
    }),
    "a resumption that is committed first is from before the answer, or holds": Effect.gen(function* () {
      const { record, stops, write } = yield* newGiven()
      yield* record("replied", "ann", -20)
      const { transaction } = yield* Transactor
      yield* waits(transaction(write("bob", resume(at(-15)))), record("replied", "ann", -10))
      same((yield* stops)["bob"], byColleague("ann", -10))
    })
  },
  { secondTransaction: true }
)

export const cases: ReadonlyArray<StorageCase> = [...alone, ...together]
