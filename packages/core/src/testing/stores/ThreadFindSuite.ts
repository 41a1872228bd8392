/** Conformance cases: `ThreadStore` and `AttachmentStore` find what is stored. */
import { Effect, Option } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import { AttachmentStore } from "../../attachments/AttachmentStore.ts"
import { LeadStore } from "../../leads/LeadStore.ts"
import { at, idsOf, missing, newCampaign, newLeads, same } from "../fixtures/Fixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { file, newUnibox, summary } from "../fixtures/ThreadFixtures.ts"
import type { OurMessage } from "../../unibox/ThreadStore.ts"
import { AttachmentId, type LeadId, ThreadId } from "../../ids.ts"

const missingThread = ThreadId.make(Number.MAX_SAFE_INTEGER)

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
      state: "open",
      thread_id: id,
      lead_id: lead.id,
      campaign_id,
      last_message: summary(ours),
      message_count: 1,
      lead: {
        email: "lead@x.test",
        first_name: "",
        last_name: "",
        company: "",
        reply_status: null,
        reply_status_by: null
      },
      campaign_name: "Campaign"
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
    const shown = {
      id,
      tab: "other",
      state: "open",
      campaign_id,
      last_message: summary(message),
      message_count: 1,
      campaign_name: "Campaign"
    }
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
      same(yield* (yield* AttachmentStore).find(own.organization_id, attachment), Option.none())
    }
  })
})

const findBy = casesOf("ThreadStore.findBy…", {
  "finds the messages of identities, in their organization": Effect.gen(function* () {
    const { openWith, organization_id, receive, store } = yield* newUnibox
    const foreign = yield* newUnibox
    yield* openWith(0)
    const [first, second] = [yield* openWith(1), yield* openWith(2)]
    yield* receive(first, 2, { identity: "mine" })
    yield* receive(second, 3, { identity: "mine, too", trust: "unverified" })
    yield* receive(first, 4, { identity: "another" })
    yield* foreign.receive(yield* foreign.open(), 1, { identity: "theirs" })
    const ask = Effect.fnUntraced(function* (...identities: ReadonlyArray<string>) {
      const found = yield* store.findByIdentities(organization_id, identities)
      return found.toSorted((a, b) => (a.identity < b.identity ? -1 : 1))
    })
    same(yield* ask("mine, too", "theirs", "mine", "unknown", "mine"), [
      { identity: "mine", thread_id: first, trust: "plausible" },
      { identity: "mine, too", thread_id: second, trust: "unverified" }
    ])
    same(yield* ask("Mine", "theirs", "", "min%"), [])
    same(yield* ask(), [])
    const many = Array.from({ length: 1_000 }, (_, i) => `unknown ${i}`)
    same(yield* ask(...many, "another"), [{ identity: "another", thread_id: first, trust: "plausible" }])
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

/** An organization with a lead that has the same address in two campaigns. */
const correspondence = Effect.gen(function* () {
  const unibox = yield* newUnibox
  const { organization_id } = unibox
  const first = yield* newCampaign(organization_id)
  const second = yield* newCampaign(organization_id)
  const [ada, bob] = yield* newLeads(organization_id, first, "ADA@x.test", "bob@x.test")
  const [ada2] = yield* newLeads(organization_id, second, "ada@x.test")
  ok(ada && bob && ada2)
  const ask = (address: string) => unibox.store.findByLeadEmail(organization_id, address)
  return { ...unibox, ada, bob, ada2, ask, leads: yield* LeadStore }
})

/** `ThreadReceivedSuite` compares the ids. */
const withoutIds = Effect.map((found: ReadonlyArray<OurMessage>) => found.map(({ id: _, ...ours }) => ours))

const findOurs = casesOf("ThreadStore.findOurs…", {
  "finds messages of ours by their Message-IDs, by ascending id, with the lead of their thread": Effect.gen(
    function* () {
      const { ada, bob, open, organization_id, receive, send, store } = yield* correspondence
      const foreign = yield* correspondence
      yield* foreign.send(yield* foreign.open(), 1, { message_id: "<a@x.test>" })
      const first = yield* open({ lead_id: ada.id, campaign_id: ada.campaign_id })
      const second = yield* open({ lead_id: bob.id, campaign_id: bob.campaign_id })
      const stray = yield* open()
      yield* send(second, 9, { message_id: "<b@x.test>", to_email: "bob@x.test, eve@x.test" })
      yield* send(first, 1, { message_id: "<a@x.test>", to_email: "ada@x.test", cc_email: "" })
      const copies = { cc_email: "d@x.test", bcc_email: "e@x.test" }
      yield* send(stray, 1, { kind: "forward", message_id: "<a@x.test>", to_email: "c@x.test", ...copies })
      yield* receive(first, 2, { message_id: "<a@x.test>" })
      yield* send(first, 3)
      const ask = (ids: ReadonlyArray<string>, limit = 10) =>
        withoutIds(store.findOurs(organization_id, { message_ids: ids }, { limit }))
      const b = {
        kind: "own",
        thread_id: second,
        lead_id: bob.id,
        message_id: "<b@x.test>",
        to_email: "bob@x.test, eve@x.test"
      }
      const a = {
        kind: "own",
        thread_id: first,
        lead_id: ada.id,
        message_id: "<a@x.test>",
        to_email: "ada@x.test",
        cc_email: ""
      }
      const c = {
        kind: "forward",
        thread_id: stray,
        lead_id: null,
        message_id: "<a@x.test>",
        to_email: "c@x.test",
        ...copies
      }
      same(yield* ask(["<a@x.test>", "<z@x.test>", "<b@x.test>", "<a@x.test>"]), [b, a, c])
      same(yield* ask(["<a@x.test>", "<b@x.test>"], 2), [b, a])
      same(yield* ask(["<A@x.test>", "a@x.test", ""]), [])
      same(yield* ask([]), [])
    }
  ),
  "finds the texts of our message by its Message-ID, with and without HTML": Effect.gen(function* () {
    const { open, organization_id, receive, send, store } = yield* newUnibox
    const foreign = yield* newUnibox
    yield* foreign.send(yield* foreign.open(), 1, { message_id: "<theirs@x.test>" })
    const id = yield* open()
    yield* receive(id, 1, { message_id: "<a@x.test>", body_text: "Received" })
    yield* send(id, 2, { message_id: "<a@x.test>", body_text: " One\r\n", body_html: "<p> One</p>" })
    yield* send(yield* open(), 1, { message_id: "<a@x.test>", body_text: "Later" })
    yield* send(id, 3, { message_id: "<b@x.test>", body_text: "Two" })
    const ask = (message_id: string) => store.findOurText(organization_id, message_id)
    same(yield* ask("<a@x.test>"), Option.some({ body_text: " One\r\n", body_html: "<p> One</p>" }))
    same(yield* ask("<b@x.test>"), Option.some({ body_text: "Two" }))
    for (const other of ["<A@x.test>", "a@x.test", "", "<theirs@x.test>"]) same(yield* ask(other), Option.none())
  }),
  "finds messages of ours to a lead since an instant": Effect.gen(function* () {
    const { ada, bob, leads, open, organization_id, receive, send, store } = yield* correspondence
    const first = yield* open({ lead_id: ada.id })
    const second = yield* open({ lead_id: ada.id })
    yield* send(second, 2)
    yield* send(first, 3, { message_id: "<a@x.test>" })
    yield* send(first, 1.999)
    yield* receive(first, 4)
    yield* send(yield* open({ lead_id: bob.id }), 5)
    yield* send(yield* open(), 5)
    const ask = (lead_id: LeadId, limit = 10) =>
      withoutIds(store.findOurs(organization_id, { lead_id, since: at(2) }, { limit }))
    const one = { kind: "own", thread_id: second, lead_id: ada.id, to_email: "sender@x.test" }
    const two = { kind: "own", thread_id: first, lead_id: ada.id, message_id: "<a@x.test>", to_email: "sender@x.test" }
    same(yield* ask(ada.id), [one, two])
    same(yield* ask(ada.id, 1), [one])
    same(yield* ask(missing.lead), [])
    yield* leads.remove(organization_id, [ada.id])
    same(yield* ask(ada.id), [])
  })
})

const findMatching = casesOf("ThreadStore.findMatching", {
  "finds for each of the threads its newest message with the text, and no other thread": Effect.gen(function* () {
    const { open, organization_id, receive, send, store } = yield* newUnibox
    const foreign = yield* newUnibox
    yield* foreign.receive(yield* foreign.open(), 1, { reply_text: "Löschanlage" })
    const [first, second, third, fourth] = [yield* open(), yield* open(), yield* open(), yield* open()]
    yield* receive(first, 5, { reply_text: "Die Löschanlage ist neu." })
    yield* send(first, 2, { reply_text: "Welche LOSCHANLAGE?" })
    yield* receive(first, 9, { reply_text: "Danke" })
    yield* receive(second, 1, { reply_text: "Ja", subject: "Löschanlage" })
    yield* receive(second, 1, { reply_text: "Nein", subject: "Löschanlage" })
    yield* receive(third, 1, { reply_text: "Löschanlage" })
    yield* receive(fourth, 1, { reply_text: "100 % of it", subject: "a_b" })
    const ask = Effect.fnUntraced(function* (search: string, ...ids: ReadonlyArray<ThreadId>) {
      const found = yield* store.findMatching(organization_id, ids, search)
      return found
        .toSorted((a, b) => a.thread_id - b.thread_id)
        .map(({ reply_text, thread_id }) => [thread_id, reply_text] as const)
    })
    same(yield* ask("loschanlage", second, first, fourth, first), [
      [first, "Die Löschanlage ist neu."],
      [second, "Nein"]
    ])
    // Texts are taken literally, also short ones, for which there is no index.
    same(yield* ask("0 %", first, fourth), [[fourth, "100 % of it"]])
    same(yield* ask("a_b", fourth), [[fourth, "100 % of it"]])
    same(yield* ask("a%b", fourth), [])
    same(yield* ask("loschanlage", fourth), [])
    same(yield* ask("loschanlage"), [])
    same(yield* foreign.store.findMatching(foreign.organization_id, [first], "loschanlage"), [])
  }),
  "prefers the newest message whose text has it to newer ones of which only other fields do": Effect.gen(function* () {
    const { open, organization_id, receive, store } = yield* newUnibox
    const [plain, accented, beyond] = [yield* open(), yield* open(), yield* open()]
    yield* receive(plain, 1, { reply_text: "The first offer.", subject: "Hello" })
    yield* receive(plain, 2, { reply_text: "The second OFFER.", subject: "Hello" })
    yield* receive(plain, 3, { reply_text: "Thank you.", subject: "Re: offer" })
    yield* receive(accented, 1, { reply_text: "Die Löschanlage ist neu.", subject: "Größe" })
    yield* receive(accented, 2, { reply_text: "Schön!", from_name: "Löschanlage GmbH", subject: "Löschanlage" })
    yield* receive(accented, 3, { reply_text: "Ja", about: ["Löschanlage"] })
    yield* receive(beyond, 1, { reply_text: `${"x".repeat(2_000)} offer`, subject: "offer" })
    yield* receive(beyond, 2, { reply_text: "Yes", subject: "offer" })
    const ask = (search: string, id: ThreadId) =>
      Effect.map(store.findMatching(organization_id, [id], search), (found) =>
        found.map(({ reply_text }) => reply_text)
      )
    same(yield* ask("offer", plain), ["The second OFFER."])
    same(yield* ask("loschanlage", accented), ["Die Löschanlage ist neu."])
    same(yield* ask("offer", beyond), ["Yes"])
  }),
  "answers at least the part of the text that is searched": Effect.gen(function* () {
    const { open, organization_id, receive, store } = yield* newUnibox
    const id = yield* open()
    const reply_text = `${"👍".repeat(900)} needle ${"x".repeat(3_000)}`
    yield* receive(id, 1, { reply_text })
    const [found] = yield* store.findMatching(organization_id, [id], "needle")
    ok(found)
    same(found.reply_text.slice(0, 2_000), reply_text.slice(0, 2_000))
  })
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

const findByLeads = casesOf("ThreadStore.findByLeads", {
  "finds for each lead the thread with the newest last message, then the greatest id": Effect.gen(function* () {
    const { ada, ada2, bob, open, organization_id, receive, send, store } = yield* correspondence
    const ask = Effect.fnUntraced(function* (...ids: ReadonlyArray<LeadId>) {
      const found = yield* store.findByLeads(organization_id, ids)
      return [...found].sort(([a], [b]) => a - b)
    })
    const [older, newer, stray] = [
      yield* open({ lead_id: ada.id }),
      yield* open({ lead_id: ada.id }),
      yield* open({ lead_id: ada.id })
    ]
    const others = yield* open({ lead_id: ada2.id })
    same(yield* ask(ada.id, ada2.id), [])
    yield* receive(stray, 9)
    same(yield* ask(ada.id), [])
    yield* send(others, 9)
    yield* send(older, 2)
    yield* send(newer, 1)
    same(yield* ask(ada.id), [[ada.id, older]])
    yield* receive(newer, 2)
    same(yield* ask(ada2.id, bob.id, missing.lead, ada.id, ada2.id), [
      [ada.id, newer],
      [ada2.id, others]
    ])
    same(yield* ask(bob.id), [])
    same(yield* ask(), [])
  }),
  "follows the lead: none when it is removed": Effect.gen(function* () {
    const { ada, leads, open, organization_id, send, store } = yield* correspondence
    yield* send(yield* open({ lead_id: ada.id }), 1)
    yield* leads.remove(organization_id, [ada.id])
    same(yield* store.findByLeads(organization_id, [ada.id]), [])
  }),
  "finds nothing of another organization": Effect.gen(function* () {
    const { ada, open, send } = yield* correspondence
    const other = yield* correspondence
    yield* send(yield* open({ lead_id: ada.id }), 1)
    same(yield* other.store.findByLeads(other.organization_id, [ada.id]), [])
  })
})

export const cases: ReadonlyArray<StorageCase> = [
  ...find,
  ...findBy,
  ...findOurs,
  ...findByLeads,
  ...findMatching,
  ...findByLeadEmail
]
