/** What `EventStore.erase` and `ThreadStore.removeOf` promise: nothing of a lead stays, and all of others. */
import { Effect, Option } from "effect"
import { ok } from "node:assert/strict"
import { EventStore } from "../activity/EventStore.ts"
import { AttachmentStore } from "../attachments/AttachmentStore.ts"
import { idsOf, at, newCampaign, newLeads, same } from "./Fixtures.ts"
import { casesOf, type StorageCase } from "./StorageCase.ts"
import { file, newUnibox } from "./ThreadFixtures.ts"

const correspondence = Effect.gen(function* () {
  const unibox = yield* newUnibox
  const campaign_id = yield* newCampaign(unibox.organization_id)
  const [ada, bob] = yield* newLeads(unibox.organization_id, campaign_id, "ada@x.test", "bob@x.test")
  ok(ada && bob)
  return { ...unibox, campaign_id, ada, bob }
})

export const cases: ReadonlyArray<StorageCase> = [
  ...casesOf("EventStore.erase", {
    "erases addresses, ids and data of the leads' events, which stay": Effect.gen(function* () {
      const { ada, bob, campaign_id, organization_id } = yield* correspondence
      const events = yield* EventStore
      const row = (lead_id: typeof ada.id, identity: string) => ({
        identity,
        type: "sent" as const,
        occurred_at: at(1),
        campaign_id,
        lead_id,
        account_id: null,
        sequence_id: null,
        message_id: `<${identity}@x.test>`,
        provider_message_id: `relay ${identity}`,
        email: "ada@x.test",
        data: { reason: "said Ada" }
      })
      const given = [row(ada.id, "first"), row(ada.id, "second"), row(bob.id, "third")]
      yield* events.insert(organization_id, given)
      const read = events.scan(organization_id, { limit: 10 })
      const [first, second, third] = yield* read
      yield* events.erase(organization_id, [ada.id])
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
      const asked = given.flatMap(({ message_id, provider_message_id }) => [message_id, provider_message_id])
      same(idsOf(yield* events.findSent(organization_id, asked, { limit: 10 })), [third?.id])
      const page = yield* events.page(organization_id, campaign_id, { types: ["sent"], limit: 10 })
      same(
        page,
        after.toSorted((a, b) => b.id - a.id)
      )
    })
  }),
  ...casesOf("ThreadStore.removeOf", {
    "removes the threads of the leads, and stray ones of the addresses, with messages and attachments": Effect.gen(
      function* () {
        const { ada, bob, campaign_id, listed, open, organization_id, receive, send, store } = yield* correspondence
        const files = yield* AttachmentStore
        const theirs = yield* open({ lead_id: ada.id, campaign_id })
        yield* send(theirs, 1, { message_id: "<ours@x.test>", identity: "ours" })
        const { attachments } = yield* receive(theirs, 2, { attachments: [file("a"), file("b")] })
        const stray = yield* open()
        yield* receive(stray, 3, { from_email: "ADA@x.test" })
        const written = yield* open()
        yield* receive(written, 4, { to_email: "x@x.test, Ada@X.test" })
        const copied = yield* open()
        yield* receive(copied, 4, { cc_email: "x@x.test, Ada@X.test" })
        const others = yield* open({ lead_id: bob.id, campaign_id })
        const kept = yield* receive(others, 5, { from_email: "ada@x.test", attachments: [file("c")] })
        const unknown = yield* open()
        yield* receive(unknown, 6, { from_email: "canada@x.test" })
        const empty = yield* open({ lead_id: ada.id, campaign_id })
        const { revision } = yield* store.changes(organization_id)
        const removed = yield* store.removeOf(organization_id, [ada.id], ["ada@x.test"])
        ok((yield* store.changes(organization_id)).revision > revision)
        same(
          removed.toSorted((a, b) => a - b),
          idsOf(attachments)
        )
        for (const id of [theirs, stray, written, copied, empty])
          same(yield* store.find(organization_id, id), Option.none())
        for (const id of removed) same(yield* files.find(organization_id, id), Option.none())
        same(yield* listed("other"), [unknown, others])
        same(yield* store.unread(organization_id), { replies: 0, other: 2 })
        for (const { id } of kept.attachments) ok(Option.isSome(yield* files.find(organization_id, id)))
        same(yield* store.findByMessageIds(organization_id, ["<ours@x.test>"]), Option.none())
        same(yield* store.findByIdentities(organization_id, ["ours"]), [])
        same(yield* store.findByLeads(organization_id, [ada.id]), [])
        same(yield* store.removeOf(organization_id, [], []), [])
      }
    )
  })
]
