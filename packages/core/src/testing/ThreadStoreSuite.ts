/** What `ThreadStore` promises of storing mail and finding it again; lists and patches have a suite of their own. */
import { Effect, Option } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import { LeadStore } from "../leads/LeadStore.ts"
import { AttachmentId } from "../attachments/Attachment.ts"
import { ThreadId } from "../unibox/Thread.ts"
import { newCampaign, newLeads, missing, same, at, idsOf } from "./Fixtures.ts"
import { casesOf, type StorageCase } from "./StorageCase.ts"
import { file, fullMessages, messageRow, newUnibox, summary } from "./ThreadFixtures.ts"

const missingThread = ThreadId.make(Number.MAX_SAFE_INTEGER)

const insertThread = casesOf("ThreadStore.insertThread", {
  "answers ascending ids of threads that nothing shows as long as they are empty": Effect.gen(function* () {
    const { listed, messages, open, organization_id, store } = yield* newUnibox
    const ids = [yield* open(), yield* open({ tab: "replies" }), yield* open()]
    const [first, second, third] = ids
    ok(first && second && third && first < second && second < third)
    for (const id of ids) {
      same(yield* store.find(organization_id, id), Option.none())
      same(yield* messages(id), [])
    }
    same([yield* listed("other"), yield* listed("replies")], [[], []])
    same(yield* store.unread(organization_id), { replies: 0, other: 0 })
  })
})

const insertMessage = casesOf("ThreadStore.insertMessage", {
  "keeps every field, and leaves out what has no value": Effect.gen(function* () {
    const { insert, messages, open, receive, thread } = yield* newUnibox
    const id = yield* open()
    const plain = yield* receive(id, 0)
    const [full, empty] = yield* Effect.forEach(fullMessages(id), insert)
    ok(full && empty)
    same(yield* messages(id), [full, plain, empty])
    same(yield* thread(id), { id, tab: "other", last_message: summary(empty) })
  }),
  "gives each attachment an id, in order, and keeps what is known of it": Effect.gen(function* () {
    const { open, organization_id, receive, store, thread } = yield* newUnibox
    const files = [
      file("b.pdf"),
      file("a.png", { ext: "png", type: 1, content_type: "image/png", size: 1 }),
      file("b.pdf")
    ]
    const id = yield* open()
    const { attachments } = yield* receive(id, 0, { attachments: files })
    same(
      attachments.map(({ filename }) => filename),
      ["b.pdf", "a.png", "b.pdf"]
    )
    strictEqual(new Set(idsOf(attachments)).size, 3)
    for (const [i, { id }] of attachments.entries()) {
      same(yield* store.attachment(organization_id, id), Option.some({ id, ...files[i] }))
    }
    same((yield* thread(id)).last_message.attachments, attachments)
  }),
  "stores a message of an identity once in the organization, and changes nothing the second time": Effect.gen(
    function* () {
      const { listed, messages, open, openWith, organization_id, store, thread } = yield* newUnibox
      const elsewhere = yield* newUnibox
      const id = yield* openWith(1)
      const other = yield* openWith(2)
      const empty = yield* open()
      const identity = "one and the same"
      yield* store.insertMessage(organization_id, messageRow(id, { identity, date_sent: at(3), is_new: false }))
      const before = [yield* thread(id), yield* thread(other)]
      const again = { identity, date_sent: at(9), is_our_email: true, attachments: [file("a.pdf")] }
      for (const thread_id of [id, other, empty]) {
        same(yield* store.insertMessage(organization_id, messageRow(thread_id, again)), Option.none())
      }
      same([yield* thread(id), yield* thread(other)], before)
      same([(yield* messages(id)).length, (yield* messages(other)).length], [2, 1])
      same(yield* store.find(organization_id, empty), Option.none())
      same(yield* listed("other"), [id, other])
      yield* elsewhere.receive(yield* elsewhere.open(), 0, { identity })
    }
  ),
  "stores a message once also when it comes several times at once": Effect.gen(function* () {
    const { messages, open, organization_id, store } = yield* newUnibox
    const threads = yield* Effect.replicateEffect(open(), 8)
    const answers = yield* Effect.forEach(
      threads,
      (id) => store.insertMessage(organization_id, messageRow(id, { identity: "one and the same" })),
      { concurrency: "unbounded" }
    )
    const holders = threads.filter((_, i) => Option.isSome(answers[i] ?? Option.none()))
    strictEqual(holders.length, 1)
    for (const id of threads) strictEqual((yield* messages(id)).length, holders.includes(id) ? 1 : 0)
  }),
  "takes no message into a thread of another organization": Effect.gen(function* () {
    const { openWith, organization_id, store, listed } = yield* newUnibox
    const foreign = yield* newUnibox
    const id = yield* openWith(1)
    yield* Effect.forEach([1, 2, 3], (seconds) => foreign.openWith(seconds))
    const theirs = yield* foreign.openWith(4)
    const before = yield* foreign.thread(theirs)
    yield* Effect.exit(store.insertMessage(organization_id, messageRow(theirs, { date_sent: at(9) })))
    same(yield* foreign.thread(theirs), before)
    strictEqual((yield* foreign.messages(theirs)).length, 1)
    same(yield* listed("other"), [id])
  }),
  "carries on what the thread says when messages arrive at the same time": Effect.gen(function* () {
    const { messages, open, organization_id, receive, send, store, thread } = yield* newUnibox
    const id = yield* open()
    const seconds = [3, 1, 4, 1.5, 9, 2, 6, 5]
    const arrivals = seconds.map((second) => receive(id, second, { is_new: second === 2 }))
    yield* Effect.all([...arrivals, send(id, 0)], { concurrency: "unbounded" })
    same(
      (yield* messages(id)).map(({ date_sent }) => date_sent),
      [0, ...seconds].sort((a, b) => a - b).map(at)
    )
    const { last_message, thread_id } = yield* thread(id)
    same([last_message.date_sent, last_message.is_new, thread_id], [at(9), true, id])
    same(yield* store.unread(organization_id), { replies: 0, other: 1 })
  }),
  "carries on the last message by date, whatever the order of arrival": Effect.gen(function* () {
    const { open, receive, thread } = yield* newUnibox
    const id = yield* open()
    const second = yield* receive(id, 2, { subject: "second" })
    same((yield* thread(id)).last_message, summary(second))
    yield* receive(id, 1, { subject: "first" })
    same((yield* thread(id)).last_message, summary(second))
    const third = yield* receive(id, 2.001, { subject: "third" })
    same((yield* thread(id)).last_message, summary(third))
  }),
  "takes the message with the greater id for the last of the same instant": Effect.gen(function* () {
    const { open, receive, thread } = yield* newUnibox
    const id = yield* open()
    const first = yield* receive(id, 1, { subject: "first" })
    const second = yield* receive(id, 1, { subject: "second" })
    const last = first.id < second.id ? second : first
    same((yield* thread(id)).last_message, summary(last))
  }),
  "says in the last message whether any message is new": Effect.gen(function* () {
    const { messages, open, receive, send, thread } = yield* newUnibox
    const id = yield* open()
    yield* receive(id, 1, { is_new: false })
    strictEqual((yield* thread(id)).last_message.is_new, false)
    yield* receive(id, 2)
    yield* receive(id, 3, { is_new: false })
    yield* send(id, 4)
    strictEqual((yield* thread(id)).last_message.is_new, true)
    same(
      (yield* messages(id)).map(({ is_new }) => is_new),
      [false, true, false, false]
    )
  }),
  "shows the conversation once it holds a message of ours, also in the messages before it": Effect.gen(function* () {
    const { listed, messages, open, organization_id, receive, send, store, thread } = yield* newUnibox
    const id = yield* open()
    const inbound = yield* receive(id, 5)
    same(yield* messages(id), [inbound])
    same(yield* thread(id), { id, tab: "other", last_message: summary(inbound) })
    const ours = yield* send(id, 1)
    same(yield* messages(id), [
      { ...ours, thread_id: id },
      { ...inbound, thread_id: id }
    ])
    const shown = { id, thread_id: id, tab: "other", last_message: { ...summary(inbound), thread_id: id } }
    same(yield* thread(id), shown)
    same(yield* store.page(organization_id, { tab: "other", limit: 10 }), [shown])
    same(yield* listed("other"), [id])
  })
})

const find = casesOf("ThreadStore.find", {
  "answers a thread that no list shows, with its lead and campaign": Effect.gen(function* () {
    const { listed, open, organization_id, send, thread } = yield* newUnibox
    const campaign_id = yield* newCampaign(organization_id)
    const [lead] = yield* newLeads(organization_id, campaign_id, "lead@x.test")
    ok(lead)
    const id = yield* open({ tab: "replies", lead_id: lead.id, campaign_id })
    const ours = { ...(yield* send(id, 1)), thread_id: id }
    same(yield* thread(id), {
      id,
      tab: "replies",
      thread_id: id,
      lead_id: lead.id,
      campaign_id,
      last_message: summary(ours)
    })
    same(yield* listed("replies"), [])
  }),
  "answers a thread without its lead once that is removed": Effect.gen(function* () {
    const { messages, open, organization_id, receive, store, thread } = yield* newUnibox
    const campaign_id = yield* newCampaign(organization_id)
    const leads = yield* newLeads(organization_id, campaign_id, "a@x.test", "b@x.test")
    const [a, b] = leads
    ok(a && b)
    const id = yield* open({ lead_id: a.id, campaign_id })
    const other = yield* open({ lead_id: b.id, campaign_id })
    const message = yield* receive(id, 1)
    yield* receive(other, 1)
    yield* (yield* LeadStore).remove(organization_id, [a.id])
    const shown = { id, tab: "other", campaign_id, last_message: summary(message) }
    same(yield* thread(id), shown)
    same(yield* store.page(organization_id, { tab: "other", limit: 10 }), [yield* thread(other), shown])
    same(yield* messages(id), [message])
    strictEqual((yield* thread(other)).lead_id, b.id)
  }),
  "answers none for what the organization does not have": Effect.gen(function* () {
    const own = yield* newUnibox
    const foreign = yield* newUnibox
    const attachments = [file("a.pdf")]
    yield* own.receive(yield* own.openWith(1), 2, { attachments })
    yield* foreign.openWith(1)
    const id = yield* foreign.openWith(2)
    yield* foreign.receive(id, 3, { attachments })
    const message = yield* foreign.receive(id, 4, { attachments })
    for (const thread_id of [id, missingThread]) {
      same(yield* own.store.find(own.organization_id, thread_id), Option.none())
      same(yield* own.messages(thread_id), [])
    }
    for (const attachment of [...idsOf(message.attachments), AttachmentId.make(missing.lead)]) {
      same(yield* own.store.attachment(own.organization_id, attachment), Option.none())
    }
  })
})

const findBy = casesOf("ThreadStore.findBy…", {
  "finds the thread of an identity, in its organization": Effect.gen(function* () {
    const { openWith, organization_id, receive, store } = yield* newUnibox
    const foreign = yield* newUnibox
    yield* openWith(0)
    const id = yield* openWith(1)
    yield* receive(id, 2, { identity: "mine" })
    yield* foreign.receive(yield* foreign.open(), 1, { identity: "theirs" })
    same(yield* store.findByIdentity(organization_id, "mine"), Option.some(id))
    same(yield* store.findByIdentity(organization_id, "Mine"), Option.none())
    same(yield* store.findByIdentity(organization_id, "theirs"), Option.none())
  }),
  "finds the thread of the first Message-ID that is known, in the order asked": Effect.gen(function* () {
    const { openWith, organization_id, receive, store } = yield* newUnibox
    const foreign = yield* newUnibox
    yield* foreign.receive(yield* foreign.open(), 1, { message_id: "<theirs@x.test>" })
    const first = yield* openWith(1)
    const second = yield* openWith(2)
    yield* receive(first, 3, { message_id: "<a@x.test>" })
    yield* receive(second, 4, { message_id: "<b@x.test>", is_our_email: true })
    yield* receive(first, 5, { message_id: "<c@x.test>" })
    const ask = (...ids: ReadonlyArray<string>) => store.findByMessageIds(organization_id, ids)
    same(yield* ask("<a@x.test>", "<b@x.test>", "<c@x.test>"), Option.some(first))
    same(yield* ask("<b@x.test>", "<c@x.test>", "<a@x.test>"), Option.some(second))
    same(yield* ask("<c@x.test>", "<b@x.test>"), Option.some(first))
    same(yield* ask("<theirs@x.test>", "<z@x.test>", "<b@x.test>", "<a@x.test>", "<b@x.test>"), Option.some(second))
    same(yield* ask("<z@x.test>", "<theirs@x.test>", "<A@x.test>", "", "a@x.test"), Option.none())
    same(yield* ask(), Option.none())
    const many = Array.from({ length: 200 }, (_, i) => `<${i}@x.test>`)
    same(yield* ask(...many, "<b@x.test>", "<a@x.test>"), Option.some(second))
  }),
  "finds the thread of a Message-ID that several messages of it have": Effect.gen(function* () {
    const { openWith, organization_id, receive, store } = yield* newUnibox
    const id = yield* openWith(1)
    yield* receive(id, 2, { message_id: "<a@x.test>" })
    yield* receive(id, 3, { message_id: "<a@x.test>" })
    same(yield* store.findByMessageIds(organization_id, ["<a@x.test>"]), Option.some(id))
  })
})

/** An organization with a lead of the same address in two campaigns. */
const correspondence = Effect.gen(function* () {
  const unibox = yield* newUnibox
  const { organization_id } = unibox
  const first = yield* newCampaign(organization_id)
  const second = yield* newCampaign(organization_id)
  const [ada, bob] = yield* newLeads(organization_id, first, "ADA@x.test", "bob@x.test")
  const [ada2] = yield* newLeads(organization_id, second, "ada@x.test")
  ok(ada && bob && ada2)
  const ask = (folded: string) => unibox.store.findByLeadEmail(organization_id, folded)
  return { ...unibox, ada, bob, ada2, ask, leads: yield* LeadStore }
})

const findByLeadEmail = casesOf("ThreadStore.findByLeadEmail", {
  "finds the thread with the newest last message, of any campaign": Effect.gen(function* () {
    const { ada, ada2, ask, bob, open, receive, send } = yield* correspondence
    const older = yield* open({ lead_id: ada2.id, campaign_id: ada2.campaign_id })
    const newer = yield* open({ lead_id: ada.id, campaign_id: ada.campaign_id })
    const others = yield* open({ lead_id: bob.id, campaign_id: bob.campaign_id })
    yield* send(newer, 1)
    yield* send(older, 2)
    yield* send(others, 9)
    same(yield* ask("ada@x.test"), Option.some(older))
    yield* receive(newer, 3)
    same(yield* ask("ada@x.test"), Option.some(newer))
    yield* receive(older, 0)
    same(yield* ask("ada@x.test"), Option.some(newer))
  }),
  "prefers the greatest id of those with a last message of the same instant": Effect.gen(function* () {
    const { ada, ada2, ask, open, send } = yield* correspondence
    const first = yield* open({ lead_id: ada2.id, campaign_id: null })
    const second = yield* open({ lead_id: ada.id, campaign_id: null })
    yield* send(second, 1)
    yield* send(first, 1)
    same(yield* ask("ada@x.test"), Option.some(second))
  }),
  "passes over threads that hold no message of ours": Effect.gen(function* () {
    const { ada, ask, open, receive, send } = yield* correspondence
    const stray = yield* open({ lead_id: ada.id, campaign_id: null })
    yield* receive(stray, 9)
    yield* open({ lead_id: ada.id, campaign_id: null })
    same(yield* ask("ada@x.test"), Option.none())
    const ours = yield* open({ lead_id: ada.id, campaign_id: null })
    yield* send(ours, 1)
    same(yield* ask("ada@x.test"), Option.some(ours))
  }),
  "follows the lead: its address of today, and none when it is removed": Effect.gen(function* () {
    const { ada, ask, leads, open, organization_id, send } = yield* correspondence
    const id = yield* open({ lead_id: ada.id, campaign_id: ada.campaign_id })
    yield* send(id, 1)
    yield* leads.replace(organization_id, { ...ada, email: "ÉVA@x.test", version: 2 }, 1)
    same(yield* ask("ada@x.test"), Option.none())
    same(yield* ask("éva@x.test"), Option.some(id))
    yield* leads.remove(organization_id, [ada.id])
    same(yield* ask("éva@x.test"), Option.none())
  }),
  "finds nothing of another organization": Effect.gen(function* () {
    const { ada, open, organization_id, send, store } = yield* correspondence
    const other = yield* correspondence
    yield* send(yield* open({ lead_id: ada.id, campaign_id: null }), 1)
    same(yield* other.ask("ada@x.test"), Option.none())
    same(yield* store.findByLeadEmail(organization_id, "nobody@x.test"), Option.none())
  })
})

const findByLead = casesOf("ThreadStore.findByLead", {
  "finds the lead's thread with the newest last message, then the greatest id": Effect.gen(function* () {
    const { ada, ada2, open, organization_id, receive, send, store } = yield* correspondence
    const ask = store.findByLead(organization_id, ada.id)
    const [older, newer, stray] = [
      yield* open({ lead_id: ada.id }),
      yield* open({ lead_id: ada.id }),
      yield* open({ lead_id: ada.id })
    ]
    const others = yield* open({ lead_id: ada2.id })
    same(yield* ask, Option.none())
    yield* receive(stray, 9)
    same(yield* ask, Option.none())
    yield* send(others, 9)
    yield* send(older, 2)
    yield* send(newer, 1)
    same(yield* ask, Option.some(older))
    yield* receive(newer, 2)
    same(yield* ask, Option.some(newer))
    same(yield* store.findByLead(organization_id, ada2.id), Option.some(others))
  }),
  "finds nothing of another organization": Effect.gen(function* () {
    const { ada, open, send } = yield* correspondence
    const other = yield* correspondence
    yield* send(yield* open({ lead_id: ada.id }), 1)
    same(yield* other.store.findByLead(other.organization_id, ada.id), Option.none())
  })
})

export const cases: ReadonlyArray<StorageCase> = [
  ...insertThread,
  ...insertMessage,
  ...find,
  ...findBy,
  ...findByLead,
  ...findByLeadEmail
]
