/** Conformance cases: the promises of `SendStore`. */
import { Effect } from "effect"
import { ok } from "node:assert/strict"
import { AccountId, LeadId, SequenceId, ThreadId } from "../../ids.ts"
import { erased, type NewSend, SendId, type SendOutcome, type SendRecord } from "../../sends/Send.ts"
import { SendStore } from "../../sends/SendStore.ts"
import { Transactor } from "../../Transactor.ts"
import { at, idsOf, missing, newCampaign, newLeads, newOrganization, same } from "../fixtures/Fixtures.ts"
import { queued } from "../fixtures/SendFixtures.ts"
import { newUnibox } from "../fixtures/ThreadFixtures.ts"
import { waits } from "../fixtures/Waiting.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"

const account_id = AccountId.make(1)
const other = AccountId.make(2)

/** A mail in which each field has a value. */
const full = (changes: Partial<NewSend> = {}): NewSend =>
  queued({
    kind: "test",
    company: "x.test",
    lead_id: LeadId.make(3),
    campaign_id: missing.campaign,
    step_id: SequenceId.make(6),
    sequence_id: SequenceId.make(4),
    position: 2,
    thread_id: ThreadId.make(5),
    provider_message_id: "<Zoë@relay>",
    outcome: "deferred",
    attempts: 3,
    reply: "451 déjà vu",
    begun_at: at(1),
    ended_at: at(2),
    next_attempt_at: at(3),
    send_at: at(4),
    content: { body_text: "Hi 😀", body_html: "<p>Hi</p>", in_reply_to: "<a@x>", references: ["<a@x>", "<b@x>"] },
    ...changes
  })

const newStore = Effect.gen(function* () {
  const organization_id = yield* newOrganization
  const store = yield* SendStore
  return { organization_id, store, insert: (...sends: ReadonlyArray<NewSend>) => store.insert(organization_id, sends) }
})

const step = (lead: number, step: number, sequence = step) =>
  queued({
    kind: "step",
    lead_id: LeadId.make(lead),
    step_id: SequenceId.make(step),
    sequence_id: SequenceId.make(sequence)
  })

const alone = casesOf("SendStore", {
  "finds the mails of an account that are sent and have their content": Effect.gen(function* () {
    const { insert, organization_id, store } = yield* newStore
    const sent = full({ outcome: "sent" })
    const sends = yield* insert(
      ...[full({ outcome: "sent" }), full(), full({ outcome: "sent", content: null })].map((send, i) => ({
        ...send,
        lead_id: LeadId.make(10 + i),
        message_id: `<copy${i}@x.test>`
      })),
      { ...sent, lead_id: LeadId.make(20), message_id: "<copy-other@x.test>", account_id: other },
      { ...sent, lead_id: LeadId.make(21), message_id: "<copy-last@x.test>" }
    )
    const found = (limit: number) => Effect.map(store.findCopies(organization_id, account_id, limit), idsOf)
    same(yield* found(10), idsOf([sends[0], sends[4]].filter((send) => send !== undefined)))
    same(yield* found(1), idsOf(sends.slice(0, 1)))
    same(yield* store.findCopies((yield* newStore).organization_id, account_id, 10), [])
  }),

  "answers mails as they were inserted, under ascending ids": Effect.gen(function* () {
    const { insert, organization_id, store } = yield* newStore
    const drafts = [full(), queued(), full({ outcome: "sent" })]
    const sends = yield* insert(...drafts)
    same(
      sends,
      drafts.map((draft, i) => ({ id: sends[i]?.id, ...draft }))
    )
    ok(sends.every(({ id }, i) => i === 0 || id > (sends[i - 1]?.id ?? NaN)))
    const ids = idsOf(sends)
    same(yield* store.findMany(organization_id, [...ids.toReversed(), ...ids]), sends)
    same(yield* store.lock(organization_id, ids.toReversed()), sends)
    same(yield* insert(), [])
  }),
  "skips a Message-ID that is stored, and a step that its lead has a mail of": Effect.gen(function* () {
    const { insert } = yield* newStore
    const first = queued()
    const twice = queued()
    same((yield* insert(first, step(1, 1), step(1, 2))).length, 3)
    same(
      (yield* insert({ ...twice }, first, step(1, 1), step(1, 1, 9), step(2, 1), { ...twice })).map(
        ({ lead_id, message_id }) => [lead_id, message_id === twice.message_id]
      ),
      [
        [null, true],
        [2, false]
      ]
    )
    // Only steps are unique: a lead may get a test of the same step.
    same((yield* insert({ ...step(1, 1), kind: "test" })).length, 1)
    const foreign = yield* newStore
    same((yield* foreign.insert(first, step(1, 1))).length, 2)
  }),
  "inserts a step of a lead once, also at the same time": Effect.gen(function* () {
    const { insert } = yield* newStore
    const inserted = yield* Effect.forEach(Array.from({ length: 8 }), () => insert(step(1, 1)), {
      concurrency: "unbounded"
    })
    same(inserted.flat().length, 1)
  }),
  "replaces mails as a whole, but for what identifies them": Effect.gen(function* () {
    const { insert, organization_id, store } = yield* newStore
    const [first, second] = yield* insert(queued(), full())
    if (first === undefined || second === undefined) throw new Error("The mails are inserted")
    const changed = { ...full({ outcome: "unknown" }), id: first.id, kind: first.kind, message_id: first.message_id }
    yield* store.write(organization_id, [
      { ...changed, kind: "step", message_id: "<other@x.test>" },
      { ...second, id: SendId.make(Number.MAX_SAFE_INTEGER) }
    ])
    same(yield* store.findMany(organization_id, [first.id, second.id]), [changed, second])
    const foreign = yield* newStore
    yield* foreign.store.write(foreign.organization_id, [{ ...second, subject: "foreign" }])
    same(yield* store.findMany(organization_id, [second.id]), [second])
  }),
  "finds the open mails of an account, the earliest due first": Effect.gen(function* () {
    const { insert, organization_id, store } = yield* newStore
    const outcomes: ReadonlyArray<SendOutcome> = ["queued", "begun", "deferred", "unknown", "sent", "refused"]
    yield* insert(...outcomes.map((outcome, i) => queued({ outcome, next_attempt_at: at(9 - i) })))
    yield* insert(queued({ subject: "none" }), queued({ subject: "late", next_attempt_at: at(20) }))
    yield* insert(queued({ account_id: other }))
    const find = (limit: number) =>
      Effect.map(store.findOpen(organization_id, account_id, limit), (found) =>
        found.map(({ outcome, subject }) => (subject === "Re: Grüße" ? outcome : subject))
      )
    same(yield* find(10), ["none", "deferred", "begun", "queued", "late"])
    same(yield* find(2), ["none", "deferred"])
    same((yield* store.findOpen(organization_id, other, 10)).length, 1)
    // A step is open only while it is being sent.
    const third = AccountId.make(other + 1)
    yield* insert(...outcomes.map((outcome, i) => ({ ...step(1, i + 1), outcome, account_id: third })))
    same(
      (yield* store.findOpen(organization_id, third, 10)).map(({ outcome }) => outcome),
      ["begun"]
    )
    same(yield* store.findOpen((yield* newStore).organization_id, account_id, 10), [])
  }),
  "finds the steps of leads": Effect.gen(function* () {
    const { insert, organization_id, store } = yield* newStore
    const sends = yield* insert(
      step(2, 1),
      step(1, 1),
      { ...step(1, 2), outcome: "sent" },
      { ...step(1, 3), kind: "test" },
      step(3, 1),
      queued()
    )
    const asked = [1, 2, 9, 1].map((id) => LeadId.make(id))
    same(yield* store.findOfLeads(organization_id, asked), sends.slice(0, 3))
    same(yield* store.findOfLeads(organization_id, []), [])
    same(yield* store.findOfLeads((yield* newStore).organization_id, asked), [])
  }),
  "finds the mails of a step that are not sent yet": Effect.gen(function* () {
    const { organization_id, store } = yield* newStore
    const step_id = SequenceId.make(7)
    const outcomes = ["queued", "begun", "deferred", "sent", "refused", "unknown"] as const
    const sends = yield* store.insert(organization_id, [
      ...outcomes.map((outcome, i) => queued({ kind: "step", lead_id: LeadId.make(i + 1), step_id, outcome })),
      queued({ kind: "step", lead_id: LeadId.make(9), step_id: SequenceId.make(8) }),
      queued({ step_id })
    ])
    const ofStep = (after: SendId | null, limit: number) => store.findOfStep(organization_id, step_id, { after, limit })
    same(yield* ofStep(null, 10), sends.slice(0, 3))
    same(yield* ofStep(null, 2), sends.slice(0, 2))
    same(yield* ofStep(sends[0]?.id ?? null, 10), sends.slice(1, 3))
    same(yield* store.findOfStep((yield* newStore).organization_id, step_id, { after: null, limit: 10 }), [])
  }),
  "counts the open steps of accounts since an instant": Effect.gen(function* () {
    const { insert, organization_id, store } = yield* newStore
    const outcomes: ReadonlyArray<SendOutcome> = ["queued", "begun", "deferred", "unknown", "sent", "refused"]
    yield* insert(
      ...outcomes.map((outcome, i) => ({ ...step(i + 1, 1), outcome, begun_at: at(i) })),
      { ...step(7, 1), outcome: "begun", begun_at: at(2), kind: "test" },
      { ...step(8, 1), outcome: "begun", begun_at: at(5), account_id: other }
    )
    const span = (account: AccountId, seconds: number) => ({ account_id: account, since: at(seconds) })
    const spans = [span(other, 0), span(account_id, 0), span(account_id, 3), span(account_id, 4), span(other, 5)]
    same(yield* store.countOpen(organization_id, spans), [1, 2, 1, 0, 1])
    same(yield* store.countOpen(organization_id, []), [])
    same(yield* store.countOpen((yield* newStore).organization_id, spans), [0, 0, 0, 0, 0])
  }),
  "finds when steps to companies began that went out or may have": Effect.gen(function* () {
    const { insert, organization_id, store } = yield* newStore
    const foreign = yield* newStore
    const to = (company: string | null, begun_at: number | null, changes: Partial<NewSend> = {}): NewSend =>
      queued({
        kind: "step",
        outcome: "sent",
        company,
        begun_at: begun_at === null ? null : at(begun_at),
        ...changes
      })
    const sends = yield* insert(
      to("a.test", 0),
      to("a.test", 10),
      to("a.test", 20, { outcome: "begun" }),
      to("b.test", 30, { outcome: "unknown" }),
      to("a.test", 40, { outcome: "deferred" }),
      to("a.test", 50, { outcome: "refused" }),
      to("a.test", null, { outcome: "queued" }),
      to("a.test", 60, { kind: "test" }),
      to("c.test", 70),
      to(null, 80)
    )
    yield* foreign.insert(to("a.test", 90))
    const ask = (since: number, ...companies: ReadonlyArray<string>) =>
      Effect.map(store.findBegunTo(organization_id, companies, at(since)), (found) =>
        found.map(({ begun_at, company }) => `${company} ${begun_at}`).toSorted()
      )
    same(yield* ask(10, "a.test", "b.test"), [`a.test ${at(10)}`, `a.test ${at(20)}`, `b.test ${at(30)}`])
    same(yield* ask(11, "a.test"), [`a.test ${at(20)}`])
    same(yield* ask(0), [])
    const [first] = sends
    ok(first)
    yield* store.write(organization_id, [{ ...first, company: "c.test", begun_at: at(100) }])
    same(yield* ask(90, "a.test", "c.test"), [`c.test ${at(100)}`])
  }),
  "finds mails by their Message-IDs": Effect.gen(function* () {
    const { insert, organization_id, store } = yield* newStore
    const sends = yield* insert(queued(), queued(), queued())
    const ids = sends.map(({ message_id }) => message_id)
    same(yield* store.findByMessageIds(organization_id, [ids[2] ?? "", ids[0] ?? "", "<none@x>"]), [sends[0], sends[2]])
    same(yield* store.findByMessageIds((yield* newStore).organization_id, ids), [])
  }),
  "finds mails by their Message-IDs or the ids that relays gave them, as they are stored now": Effect.gen(function* () {
    const { insert, organization_id, store } = yield* newStore
    const sends = yield* insert(
      queued({ provider_message_id: "<a@relay>" }),
      queued(),
      queued({ provider_message_id: "b" }),
      queued({ provider_message_id: "<a@relay>" })
    )
    const ask = (...ids: ReadonlyArray<string>) => store.findByIds(organization_id, ids)
    same(yield* ask("b", "<a@relay>", "b", "<c@relay>", "<b>", "<A@relay>"), [sends[0], sends[2], sends[3]])
    same(yield* ask(sends[1]?.message_id ?? "", "b", sends[2]?.message_id ?? ""), [sends[1], sends[2]])
    same(yield* ask(), [])
    same(yield* store.findByIds((yield* newStore).organization_id, ["b"]), [])
    const changed = sends.slice(0, 2).map((send, i) => ({ ...send, provider_message_id: i === 0 ? null : "<c@relay>" }))
    yield* store.write(organization_id, changed)
    same(yield* ask("<a@relay>", "<c@relay>"), [changed[1], sends[3]])
  }),
  "answers pages by descending id, with all filters": Effect.gen(function* () {
    const { insert, organization_id, store } = yield* newStore
    const lead_id = LeadId.make(3)
    const sends = yield* insert(
      queued({ lead_id }),
      queued({ lead_id, outcome: "sent" }),
      queued({ lead_id, outcome: "sent", account_id: other }),
      queued({ outcome: "sent" })
    )
    const page = (query: Partial<Parameters<typeof store.page>[1]> = {}) =>
      Effect.map(store.page(organization_id, { limit: 10, ...query }), (found) =>
        found.map((send) => sends.findIndex(({ id }) => id === send.id))
      )
    same(yield* page(), [3, 2, 1, 0])
    same(yield* page({ limit: 2 }), [3, 2])
    same(yield* page({ before: sends[2]?.id ?? SendId.make(1) }), [1, 0])
    same(yield* page({ outcome: "sent" }), [3, 2, 1])
    same(yield* page({ lead_id }), [2, 1, 0])
    same(yield* page({ lead_id, outcome: "sent", account_id }), [1])
    same(yield* page({ account_id: other, outcome: "queued" }), [])
    const scheduled = yield* insert(
      queued({ send_at: at(5), campaign_id: missing.campaign }),
      queued({ send_at: at(5), outcome: "deferred" }),
      queued({ send_at: at(5), outcome: "sent" }),
      queued({ send_at: at(6), account_id: other })
    )
    const idsAre = (query: Partial<Parameters<typeof store.page>[1]>) =>
      Effect.map(store.page(organization_id, { limit: 10, ...query }), idsOf)
    const [early, deferred, gone, late] = idsOf(scheduled)
    same(yield* idsAre({ scheduled: true }), [late, early])
    same(yield* idsAre({ scheduled: true, account_id: other, kind: "reply" }), [late])
    same(yield* idsAre({ scheduled: true, campaign_id: missing.campaign }), [early])
    same(yield* idsAre({ scheduled: true, outcome: "sent" }), [])
    same(yield* idsAre({ scheduled: false, limit: 2 }), [gone, deferred])
    const [thread_id, another] = [ThreadId.make(71), ThreadId.make(72)]
    const ofThread = yield* insert(
      queued({ thread_id, outcome: "refused" }),
      queued({ thread_id: another }),
      queued({ thread_id, kind: "test" }),
      queued({ thread_id }),
      queued({ thread_id, kind: "forward" })
    )
    const pageOf = (query: Partial<Parameters<typeof store.page>[1]>) =>
      Effect.map(store.page(organization_id, { limit: 10, ...query }), (found) =>
        found.map((send) => ofThread.findIndex(({ id }) => id === send.id))
      )
    same(yield* pageOf({ thread_id }), [4, 3, 0])
    same(yield* pageOf({ thread_id, limit: 1 }), [4])
    same(yield* pageOf({ thread_id, kind: "reply" }), [3, 0])
    same(yield* pageOf({ kind: "forward" }), [4])
    same(yield* pageOf({ thread_id, outcome: "refused" }), [0])
    same(yield* pageOf({ kind: "test" }), [2])
    same(yield* pageOf({ kind: "reply", outcome: "refused" }), [0])
    same(yield* pageOf({ kind: "test", thread_id }), [])
    const [moved] = ofThread
    if (moved === undefined) throw new Error("The mails are inserted")
    yield* store.write(organization_id, [{ ...moved, thread_id: another }])
    same(yield* pageOf({ thread_id }), [4, 3])
    same(yield* pageOf({ thread_id: another }), [1, 0])
  }),
  "erases the personal data of leads' mails only": Effect.gen(function* () {
    const { insert, organization_id, store } = yield* newStore
    const lead_id = LeadId.make(3)
    const thread_id = ThreadId.make(81)
    const [own, kept, none, stray, moved, forward] = yield* insert(
      full({ lead_id }),
      full({ lead_id: LeadId.make(4) }),
      full({ lead_id: null }),
      full({ lead_id: null, kind: "reply", thread_id }),
      full({ lead_id: null, kind: "reply", thread_id: ThreadId.make(82) }),
      full({ lead_id: null, kind: "forward", thread_id })
    )
    ok(own && stray && forward)
    same(
      (yield* store.erase(organization_id, [lead_id], [thread_id])).toSorted((a, b) => a - b),
      [stray.id, forward.id]
    )
    same(yield* store.erase(organization_id, [lead_id], [thread_id]), [])
    same(yield* store.page(organization_id, { limit: 10 }), [
      erased(forward),
      moved,
      erased(stray),
      none,
      kept,
      erased(own)
    ])
  }),
  "erases what was written in the threads of the leads, also to others": Effect.gen(function* () {
    const { open, organization_id } = yield* newUnibox
    const store = yield* SendStore
    const campaign_id = yield* newCampaign(organization_id)
    const [ada, bob] = yield* newLeads(organization_id, campaign_id, "ada@x.test", "bob@x.test")
    ok(ada && bob)
    const [hers, also, his] = [
      yield* open({ lead_id: ada.id, campaign_id }),
      yield* open({ lead_id: ada.id, campaign_id }),
      yield* open({ lead_id: bob.id, campaign_id })
    ]
    const sends = yield* store.insert(organization_id, [
      full({ lead_id: null, kind: "forward", thread_id: hers }),
      full({ lead_id: null, kind: "forward", thread_id: also, outcome: "sent", content: null }),
      full({ lead_id: null, kind: "forward", thread_id: his }),
      full({ lead_id: null, kind: "test", thread_id: hers })
    ])
    const [forwarded, sent] = sends
    ok(forwarded && sent)
    same(yield* store.erase(organization_id, [ada.id], []), [forwarded.id])
    same(yield* store.findMany(organization_id, idsOf(sends)), [erased(forwarded), erased(sent), ...sends.slice(2)])
  }),
  "finds the mails that may go to others than their lead, and are not sent": Effect.gen(function* () {
    const { insert, organization_id, store } = yield* newStore
    const content = { body_text: "Hi", body_html: null, in_reply_to: null, references: [] }
    const outcomes = ["queued", "begun", "deferred", "sent", "refused", "unknown"] as const
    const copying = yield* insert(
      ...outcomes.map((outcome) => queued({ kind: "reply", outcome, content: { ...content, cc: ["a@x.test"] } }))
    )
    const [blind] = yield* insert(
      queued({ kind: "forward", content: { ...content, bcc: ["b@x.test"] } }),
      queued({ kind: "reply", content }),
      queued({ kind: "reply", outcome: "refused", content: null })
    )
    const forwarded = yield* insert(
      ...outcomes.map((outcome) =>
        queued({ kind: "forward", outcome, content: outcome === "refused" ? null : content })
      ),
      queued({ kind: "forward", to_email: "", content: null })
    )
    const isOpen = ({ outcome, to_email }: SendRecord) => outcome !== "sent" && to_email !== ""
    same(yield* store.findToOthers(organization_id), [...copying.filter(isOpen), blind, ...forwarded.filter(isOpen)])
    same(yield* store.findToOthers((yield* newStore).organization_id), [])
  })
})

const together = casesOf(
  "SendStore, two transactions",
  {
    "locks mails until the transaction ends": Effect.gen(function* () {
      const { insert, organization_id, store } = yield* newStore
      const { transaction } = yield* Transactor
      const sends = yield* insert(queued())
      const lock = store.lock(organization_id, idsOf(sends))
      same(yield* waits(lock, transaction(lock)), sends)
    })
  },
  { secondTransaction: true }
)

export const cases: ReadonlyArray<StorageCase> = [...alone, ...together]
