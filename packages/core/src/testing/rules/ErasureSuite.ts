/** Conformance cases: an erasure removes everything about one lead and nothing about others. */
import { Effect, Option } from "effect"
import { ok } from "node:assert/strict"
import { EventStore } from "../../activity/EventStore.ts"
import { AttachmentStore } from "../../attachments/AttachmentStore.ts"
import type { LeadRecord } from "../../leads/Lead.ts"
import { LeadStore } from "../../leads/LeadStore.ts"
import { searchTextOf } from "../../unibox/Message.ts"
import { at, idsOf, newCampaign, newLeads, newOrganization, same } from "../fixtures/Fixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { file, newUnibox, unreadOf } from "../fixtures/ThreadFixtures.ts"

const correspondence = Effect.gen(function* () {
  const unibox = yield* newUnibox
  const campaign_id = yield* newCampaign(unibox.organization_id)
  const [ada, bob] = yield* newLeads(unibox.organization_id, campaign_id, "ada@x.test", "bob@x.test")
  ok(ada && bob)
  return { ...unibox, campaign_id, ada, bob }
})

const sentTo = (lead: Pick<LeadRecord, "campaign_id" | "id">) => ({
  type: "sent" as const,
  occurred_at: at(1),
  campaign_id: lead.campaign_id,
  lead_id: lead.id,
  account_id: null,
  sequence_id: null
})

export const cases: ReadonlyArray<StorageCase> = [
  ...casesOf("EventStore.erase", {
    "erases addresses, ids and data of the leads' events, which stay": Effect.gen(function* () {
      const { ada, bob, campaign_id, organization_id } = yield* correspondence
      const events = yield* EventStore
      const row = (lead: typeof ada, identity: string) => ({
        ...sentTo(lead),
        identity,
        message_id: `<${identity}@x.test>`,
        provider_message_id: `relay ${identity}`,
        email: "ada@x.test",
        data: { reason: "said Ada", email: "former@x.test" }
      })
      const rows = [row(ada, "first"), row(ada, "second"), row(bob, "third")]
      yield* events.insert(organization_id, rows)
      const read = events.scan(organization_id, { limit: 10 })
      const [first, second, third] = yield* read
      const addresses = yield* events.erase(organization_id, [ada.id])
      same(addresses.toSorted(), ["ada@x.test", "former@x.test"])
      same(yield* events.erase(organization_id, [ada.id]), [])
      const nothing = { message_id: null, provider_message_id: null, email: null, data: {} }
      const after = yield* read
      same(
        after.map(({ identity: _, ...event }) => event),
        [first, second, third].map((event) => {
          ok(event)
          const { identity: _, ...kept } = event
          return event === third ? kept : { ...kept, ...nothing }
        })
      )
      same(new Set(after.map(({ identity }) => identity)).size, 3)
      ok(!after.some(({ identity }) => identity === "first" || identity === "second"))
      const asked = rows.flatMap(({ message_id, provider_message_id }) => [message_id, provider_message_id])
      same(idsOf(yield* events.findSent(organization_id, asked, { limit: 10 })), [third?.id])
      const page = yield* events.page(organization_id, campaign_id, { types: ["sent"], limit: 10 })
      same(
        page,
        after.toSorted((a, b) => b.id - a.id)
      )
    })
  }),
  ...casesOf("ThreadStore.findStray", {
    "finds messages in threads without a lead by a part of their search text": Effect.gen(function* () {
      const { ada, bob, campaign_id, open, organization_id, receive, send, store } = yield* correspondence
      const found = (...texts: ReadonlyArray<string>) =>
        Effect.map(store.findStray(organization_id, texts), (rows) =>
          rows.toSorted((a, b) => a.thread_id - b.thread_id || (a.search_text < b.search_text ? -1 : 1))
        )
      const theirs = yield* open({ lead_id: ada.id, campaign_id })
      yield* receive(theirs, 1, { from_email: "ÄDA@x.test" })
      const stray = yield* open()
      const written = yield* receive(stray, 2, { to_email: "x@x.test, Äda@X.test" })
      yield* receive(stray, 3, { subject: "nothing" })
      const removed = yield* open({ lead_id: bob.id, campaign_id })
      const ours = yield* send(removed, 4, { cc_email: "Äda@X.test", reply_text: "100% sure" })
      yield* (yield* LeadStore).remove(organization_id, [bob.id])
      const notice = yield* open()
      const about = { reply_text: "Mail failed", about: ["b@x.test", "Äda@x.test"] }
      const bounce = yield* receive(notice, 5, about)
      const expected = [
        { thread_id: stray, has_our_email: false, search_text: searchTextOf(written) },
        { thread_id: removed, has_our_email: true, search_text: searchTextOf(ours) },
        { thread_id: notice, has_our_email: false, search_text: searchTextOf({ ...bounce, ...about }) }
      ]
      same(yield* found("ÄDA@x.test"), expected)
      same(yield* found("missing@x.test", "0% su"), [expected[1]])
      same(yield* found("_da@x.test"), [])
      same(yield* found(), [])
      same(yield* store.findStray(yield* newOrganization, ["äda@x.test"]), [])
    })
  }),
  ...casesOf("ThreadStore.removeOf", {
    "removes the threads of the leads, and those of no lead that are named, with messages and attachments": Effect.gen(
      function* () {
        const { ada, bob, campaign_id, listed, open, organization_id, receive, send, store } = yield* correspondence
        const files = yield* AttachmentStore
        const theirs = yield* open({ lead_id: ada.id, campaign_id })
        yield* send(theirs, 1, { message_id: "<ours@x.test>", identity: "ours" })
        const { attachments } = yield* receive(theirs, 2, { attachments: [file("a"), file("b")] })
        const stray = yield* open()
        const { attachments: others } = yield* receive(stray, 3, { attachments: [file("d")] })
        const bobs = yield* open({ lead_id: bob.id, campaign_id })
        const kept = yield* receive(bobs, 5, { attachments: [file("c")] })
        const unknown = yield* open()
        yield* receive(unknown, 6)
        const empty = yield* open({ lead_id: ada.id, campaign_id })
        const { revision } = yield* store.changes(organization_id, 100)
        const removed = yield* store.removeOf(organization_id, [ada.id], [stray, bobs, stray])
        ok((yield* store.changes(organization_id, 100)).revision > revision)
        same(
          removed.toSorted((a, b) => a - b),
          idsOf([...attachments, ...others])
        )
        for (const id of [theirs, stray, empty]) same(yield* store.find(organization_id, id), Option.none())
        for (const id of removed) same(yield* files.find(organization_id, id), Option.none())
        same(yield* listed("other"), [unknown, bobs])
        same(yield* unreadOf(organization_id), { replies: 0, other: 2 })
        for (const { id } of kept.attachments) ok(Option.isSome(yield* files.find(organization_id, id)))
        same(yield* store.findByMessageIds(organization_id, ["<ours@x.test>"]), Option.none())
        same(yield* store.findByIdentities(organization_id, ["ours"]), [])
        same(yield* store.findByLeads(organization_id, [ada.id]), [])
        same(yield* store.removeOf(organization_id, [], []), [])
        same(yield* store.removeOf(yield* newOrganization, [], [unknown]), [])
        same(yield* listed("other"), [unknown, bobs])
      }
    )
  })
]
