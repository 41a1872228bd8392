/** Conformance cases: what `EventStore.retire`, `ThreadStore.lockAged` and `ThreadStore.retire` remove, what stays, and which methods find retired mails. */
import { Effect, Option } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import type { Event } from "../../activity/Event.ts"
import { AttachmentStore } from "../../attachments/AttachmentStore.ts"
import { RollupStore } from "../../analytics/RollupStore.ts"
import { LeadStore } from "../../leads/LeadStore.ts"
import { keptData, keptSearchText } from "../../retention/Retention.ts"
import type { NewSend, SendId } from "../../sends/Send.ts"
import { SendStore } from "../../sends/SendStore.ts"
import { Transactor } from "../../Transactor.ts"
import type { NewMessage } from "../../unibox/Message.ts"
import { newLog } from "../fixtures/EventFixtures.ts"
import { at, idsOf, newAccount, newCampaign, newLeads, newOrganization, same } from "../fixtures/Fixtures.ts"
import { queued } from "../fixtures/SendFixtures.ts"
import { file, newUnibox } from "../fixtures/ThreadFixtures.ts"
import { goesOn, waits } from "../fixtures/Waiting.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { LeadId, SequenceId, ThreadId } from "../../ids.ts"

const texts = { reply_text: "Dear Ada", reason: "said Bob", returns_on: "2026-12-07" }
const facts = { status: "5.1.1", hard: true, url: "https://x.test/", email: "ada@x.test", trust: "plausible" } as const

/** An event without the texts that retention removes. */
const bare = (event: Event | undefined): Event => {
  ok(event)
  const { reason: _, reply_text: __, returns_on: ___, ...data } = event.data
  return { ...event, data }
}

const events = casesOf("EventStore.retire", {
  "retires the earliest events before the instant, at most as many as asked": Effect.gen(function* () {
    const { insert, organization_id, page, store } = yield* newLog
    const rows = [5, 1, 3, 2, 4].map((second) => ({ occurred_at: at(second) }))
    const [fifth, , third, , fourth] = yield* insert(...rows, { type: "clicked", occurred_at: at(2) })
    const foreign = yield* newLog
    const theirs = yield* foreign.insert({ occurred_at: at(1) })
    const retire = (second: number, limit: number) =>
      store.retire(organization_id, { before: at(second), kept: keptData, limit })
    same(yield* retire(1, 10), 0)
    same(yield* retire(4, 3), 3)
    same(yield* page(), [fifth, fourth, third])
    same(yield* retire(4, 3), 1)
    same(yield* retire(4, 3), 0)
    same(yield* page(), [fifth, fourth])
    same(yield* foreign.page(), theirs)
  }),
  "keeps the fields of data that are asked for, and everything else of an event": Effect.gen(function* () {
    const { insert, organization_id, page, scan, store } = yield* newLog
    const account_id = (yield* newAccount(organization_id)).id
    const full = { account_id, message_id: "<a@x.test>", provider_message_id: "0100", email: "ada@x.test" }
    const stored = yield* insert(
      { ...full, occurred_at: at(1), data: { ...texts, ...facts } },
      { type: "replied", occurred_at: at(2), data: texts },
      { type: "opened", occurred_at: at(3) }
    )
    same(yield* store.retire(organization_id, { before: at(10), kept: keptData, limit: 10 }), 3)
    same(yield* page(), [])
    same(yield* scan(), stored.map(bare))
  }),
  "hides retired events from every list, and shows them where they are asked for": Effect.gen(function* () {
    const { campaign_id, insert, leads, organization_id, page, store } = yield* newLog
    const { id: account_id } = yield* newAccount(organization_id)
    const lead_id = leads[0]?.id as LeadId
    const [old, young] = yield* insert({ account_id, occurred_at: at(1) }, { account_id, occurred_at: at(9) })
    yield* store.retire(organization_id, { before: at(5), kept: [], limit: 10 })
    for (const filter of [{}, { account_id }, { lead_id }, { types: ["sent" as const] }]) {
      same(yield* page(filter), [young])
      same(yield* store.page(organization_id, null, { limit: 9, ...filter }), [young])
    }
    same(yield* store.page(organization_id, campaign_id, { lead_id, with_retired: true, limit: 9 }), [young, old])
  }),
  "leaves retired events to rules: identities, mails, first events, last mails, clicks and erasure": Effect.gen(
    function* () {
      const { campaign_id, insert, leads, organization_id, row, store } = yield* newLog
      const [ada, bob] = leads.map(({ id }) => id) as [LeadId, LeadId]
      const { id: account_id } = yield* newAccount(organization_id)
      const url = "https://x.test/?a=1"
      const mail = { account_id, message_id: "<a@x.test>", provider_message_id: "0100", email: "ada@x.test" }
      const [sent, , bounce, toBob] = yield* insert(
        { ...mail, occurred_at: at(1), identity: "mail" },
        { type: "clicked", occurred_at: at(2), data: { url } },
        { type: "bounced", occurred_at: at(3), data: { ...texts, ...facts } },
        { lead_id: bob, email: "bob@x.test", occurred_at: at(4) }
      )
      ok(sent && bounce && toBob)
      const metrics = { sent: 1 }
      const sum = { campaign_id, dimension: "account", dimension_id: account_id, bucket: at(0), metrics } as const
      yield* (yield* RollupStore).add(organization_id, [sum])
      yield* (yield* LeadStore).remove(organization_id, [bob])
      strictEqual(yield* store.retire(organization_id, { before: at(100), kept: keptData, limit: 10 }), 4)

      same(yield* store.insert(organization_id, [row({ identity: "mail" })]), [null])
      same(yield* store.findSent(organization_id, ["<a@x.test>"], { limit: 9 }), [sent])
      same(yield* store.findSent(organization_id, ["0100"], { limit: 9 }), [sent])
      same(yield* store.findSentToLeads(organization_id, [{ lead_id: bob, at: at(50) }]), [toBob])
      same(yield* store.findSentToAddresses(organization_id, [{ address: "ada@x.test", campaign_id }]), [sent])
      same(yield* store.findFirsts(organization_id, [ada], ["bounced"]), [bare(bounce)])
      same(yield* store.lock(organization_id, [bounce]), [bare(bounce)])
      same(yield* store.findLastSent(organization_id, [account_id]), [{ account_id, at: at(1) }])
      const everything = { start: null, end: null, limit: 9 }
      const links = [{ url, clicked: 1, unique_clicked: 1 }]
      same(yield* store.countLinks(organization_id, campaign_id, everything), links)
      same(yield* store.countLinks(organization_id, campaign_id, { ...everything, end: at(2) }), [])
      same(yield* store.findRemovedLeads(organization_id, ["bob@x.test"]), [{ lead_id: bob, address: "bob@x.test" }])
      same((yield* store.erase(organization_id, [ada])).toSorted(), ["ada@x.test"])
    }
  ),
  "lets lists of leads find the first event still": Effect.gen(function* () {
    const { campaign_id, leads, organization_id, row, store } = yield* newLog
    const leadStore = yield* LeadStore
    const [ada] = leads
    ok(ada)
    const event = row({ type: "opened", occurred_at: at(1) })
    yield* store.insert(organization_id, [event])
    const [stored] = yield* leadStore.lock(organization_id, [ada.id])
    ok(stored)
    const { account_id, identity, occurred_at, sequence_id } = event
    const activity = { ...stored.activity, firsts: { opened: { account_id, identity, occurred_at, sequence_id } } }
    yield* leadStore.writeState(organization_id, [{ ...stored, activity, version: stored.version + 1 }])
    const first = { type: "opened", key: "opened", since: at(0), until: at(5) } as const
    const listed = Effect.forEach([{ campaign_id }, {}], (filter) =>
      Effect.map(leadStore.list(organization_id, { ...filter, first, limit: 9 }), idsOf)
    )
    same(yield* listed, [[ada.id], [ada.id]])
    strictEqual(yield* store.retire(organization_id, { before: at(9), kept: [], limit: 9 }), 1)
    same(yield* listed, [[ada.id], [ada.id]])
  })
})

const locked = casesOf(
  "EventStore.retire",
  {
    "skips events that another transaction has locked": Effect.gen(function* () {
      const { insert, organization_id, store } = yield* newLog
      const [first] = yield* insert({ occurred_at: at(1) }, { occurred_at: at(2) })
      ok(first)
      const retire = store.retire(organization_id, { before: at(9), kept: [], limit: 9 })
      strictEqual(yield* goesOn(store.lock(organization_id, [first]), retire), 1)
      strictEqual(yield* retire, 1)
    })
  },
  { secondTransaction: true }
)

const full = (fields: Partial<NewMessage> = {}): Partial<NewMessage> => ({
  subject: "Greetings",
  body_text: "Hello Ada, look: https://x.test/a",
  reply_text: "Hello Ada",
  body_html: '<p>Hello <a href="https://x.test/a">Ada</a></p>',
  attachments: [file("a.pdf")],
  ...fields
})

const messages = casesOf("ThreadStore.lockAged and retire", {
  "answers the earliest messages before the instant, within the limits, with the texts of ours": Effect.gen(
    function* () {
      const { open, organization_id, receive, send, store } = yield* newUnibox
      const { transaction } = yield* Transactor
      const [one, two] = [yield* open(), yield* open()]
      const ours = yield* send(one, 2, full())
      const theirs = yield* receive(two, 1, full())
      const later = yield* receive(one, 3, full())
      yield* receive(one, 4, full())
      const foreign = yield* newUnibox
      yield* foreign.receive(yield* foreign.open(), 1)
      const lockAged = (limit: number, maximum_bytes = 1_000_000) =>
        transaction(store.lockAged(organization_id, { before: at(4), limit, maximum_bytes }))
      const all = yield* lockAged(9)
      same([idsOf(all.messages), all.has_more], [idsOf([theirs, ours, later]), false])
      same(
        all.messages.map(({ body_html, body_text, is_our_email, thread_id }) => [
          thread_id,
          is_our_email,
          body_text,
          body_html
        ]),
        [
          [two, false, "", undefined],
          [one, true, ours.body_text, ours.body_html],
          [one, false, "", undefined]
        ]
      )
      const some = yield* lockAged(2)
      same([idsOf(some.messages), some.has_more], [idsOf([theirs, ours]), true])
      const small = yield* lockAged(9, 1)
      same([idsOf(small.messages), small.has_more], [[theirs.id], true])
    }
  ),
  "removes texts and attachments, and keeps the rest of messages and threads": Effect.gen(function* () {
    const { messages, open, organization_id, receive, send, store, thread } = yield* newUnibox
    const { transaction } = yield* Transactor
    const attachments = yield* AttachmentStore
    const campaign_id = yield* newCampaign(organization_id)
    const [lead] = yield* newLeads(organization_id, campaign_id, "ada@x.test")
    ok(lead)
    const id = yield* open({ lead_id: lead.id, campaign_id })
    const ours = yield* send(id, 1, full({ message_id: "<1@x.test>" }))
    const theirs = yield* receive(id, 2, full({ message_id: "<2@x.test>" }))
    const before = yield* thread(id)
    const { revision } = yield* store.changes(organization_id, 9)
    const removed = yield* transaction(
      Effect.gen(function* () {
        const aged = yield* store.lockAged(organization_id, { before: at(9), limit: 9, maximum_bytes: 10_000 })
        return yield* store.retire(
          organization_id,
          aged.messages.map(({ id, is_our_email, search_text, thread_id }) => ({
            id,
            thread_id,
            search_text: keptSearchText(search_text),
            body_text: is_our_email ? "kept" : "",
            ...(is_our_email ? { body_html: "<kept>" } : {})
          }))
        )
      })
    )
    same(removed.toSorted(), [...ours.attachments, ...theirs.attachments].map((file) => file.id).toSorted())
    for (const file of removed) ok((yield* attachments.find(organization_id, file))._tag === "None")
    const { body_html: _, ...kept } = theirs
    const nothing = { reply_text: "", attachments: [], text_removed: true }
    same(
      yield* messages(id),
      [
        { ...ours, ...nothing, body_text: "kept", body_html: "<kept>" },
        { ...kept, ...nothing, body_text: "" }
      ].map((message) => ({ ...message, thread_id: id }))
    )
    same(yield* thread(id), { ...before, last_message: { ...before.last_message, attachments: [] } })
    ok((yield* store.changes(organization_id, 9)).revision > revision)
    const search = (text: string) => Effect.map(store.page(organization_id, { search: text, limit: 9 }), idsOf)
    same(yield* search("greetings"), [id])
    same(yield* search("lead@x.test"), [id])
    same(yield* search("hello ada"), [])
    same(yield* store.findByMessageIds(organization_id, ["<2@x.test>"]), Option.some(id))
    const again = yield* transaction(
      store.lockAged(organization_id, { before: at(9), limit: 9, maximum_bytes: 10_000 })
    )
    same(again, { messages: [], has_more: false })
    same(yield* store.retire(organization_id, []), [])
  })
})

const lockedThreads = casesOf(
  "ThreadStore.lockAged",
  {
    "leaves out the threads that another transaction has locked, and locks the others": Effect.gen(function* () {
      const { openWith, organization_id, store } = yield* newUnibox
      const { transaction } = yield* Transactor
      const [one, two] = [yield* openWith(1), yield* openWith(2)]
      const lockAged = store.lockAged(organization_id, { before: at(9), limit: 9, maximum_bytes: 10_000 })
      const change = (id: typeof one) => store.updateMany(organization_id, [id], { is_new: false })
      const other = yield* goesOn(change(one), transaction(lockAged))
      same(
        other.messages.map(({ thread_id }) => thread_id),
        [two]
      )
      yield* waits(lockAged, change(two))
    })
  },
  { secondTransaction: true }
)

const newSends = Effect.gen(function* () {
  const organization_id = yield* newOrganization
  const store = yield* SendStore
  return { organization_id, store, insert: (...sends: ReadonlyArray<NewSend>) => store.insert(organization_id, sends) }
})

const step = (lead: number, step: number) =>
  queued({ kind: "step", lead_id: LeadId.make(lead), step_id: SequenceId.make(step) })

const sends = casesOf("SendStore", {
  "hides retired mails from every list, and finds them in all other ways": Effect.gen(function* () {
    const { insert, organization_id, store } = yield* newSends
    const lead_id = LeadId.make(7)
    const thread_id = ThreadId.make(9)
    const relayed = { provider_message_id: "<relay@x.test>", outcome: "sent", content: null } as const
    const [one, two, three, four] = yield* insert(
      { ...step(7, 1), ...relayed },
      queued({ kind: "reply", lead_id, thread_id, outcome: "sent" }),
      step(7, 2),
      queued({ kind: "test", lead_id, outcome: "sent" })
    )
    ok(one && two && three && four)
    const theirs = yield* newSends
    const foreign = yield* theirs.insert(step(7, 1))
    yield* store.write(
      organization_id,
      [one, two, four].map((send) => ({ ...send, retired: true }))
    )
    const page = (filter: object) => store.page(organization_id, { limit: 9, ...filter })
    const filters = [{ account_id: one.account_id }, { lead_id }, { thread_id }, { outcome: "sent" }, { kind: "reply" }]
    for (const filter of [...filters, { kind: "test" }, { scheduled: false, kind: "reply" }] as const) {
      same(
        (yield* page(filter)).filter(({ id }) => id !== three.id),
        []
      )
    }
    same(yield* page({}), [three])
    same(yield* page({ lead_id }), [three])
    const gone = { ...one, retired: true }
    same(yield* store.findMany(organization_id, [one.id]), [gone])
    same(yield* store.lock(organization_id, [one.id]), [gone])
    same(yield* store.findOfLeads(organization_id, [lead_id]), [gone, three])
    same(yield* store.findByMessageIds(organization_id, [one.message_id]), [gone])
    same(yield* store.findByIds(organization_id, ["<relay@x.test>"]), [gone])
    same(yield* insert({ ...step(7, 1), message_id: "<again@x.test>" }), [])
    same(yield* insert({ ...step(8, 1), message_id: one.message_id }), [])
    yield* store.erase(organization_id, [lead_id], [])
    for (const { to_email } of yield* store.findMany(organization_id, [one.id, two.id, three.id, four.id]))
      same(to_email, "")
    same(yield* theirs.store.page(theirs.organization_id, { limit: 9 }), foreign)
  }),

  "finds the mails with an outcome that are not retired, the oldest first": Effect.gen(function* () {
    const { insert, organization_id, store } = yield* newSends
    const sent = (lead: number) => ({ ...step(lead, 1), outcome: "sent" as const })
    const [one, two, three, four] = yield* insert(sent(1), sent(2), sent(3), sent(4))
    ok(one && two && three && four)
    yield* (yield* newSends).insert(sent(1))
    yield* store.write(organization_id, [{ ...two, retired: true }])
    const find = (after: SendId | null, limit: number) =>
      store.findUnretired(organization_id, { after, limit, outcome: "sent" })
    same(yield* find(null, 2), [one, three])
    same(yield* find(three.id, 2), [four])
    same(yield* find(four.id, 2), [])
    yield* store.write(organization_id, [two])
    same(yield* find(one.id, 9), [two, three, four])
    const refused = { ...three, outcome: "refused" } as const
    yield* store.write(organization_id, [refused])
    same(yield* find(one.id, 9), [two, four])
    same(yield* store.findUnretired(organization_id, { after: null, limit: 9, outcome: "refused" }), [refused])
  })
})

export const cases: ReadonlyArray<StorageCase> = [...events, ...locked, ...messages, ...lockedThreads, ...sends]
