import { assert, describe, it } from "@effect/vitest"
import { MemoryStorage } from "@mailroom/memory"
import { Array, Effect, Layer } from "effect"
import { Activity } from "../../src/activity/Activity.ts"
import { EventStore } from "../../src/activity/EventStore.ts"
import { DeliveryStore } from "../../src/integrations/DeliveryStore.ts"
import { Leads } from "../../src/leads/Leads.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import { idsOf, newCampaign, newLeads, newOrganization } from "../../src/testing/fixtures/Fixtures.ts"
import { queued } from "../../src/testing/fixtures/SendFixtures.ts"
import { SendStore } from "../../src/sends/SendStore.ts"
import { UploadStore } from "../../src/uploads/UploadStore.ts"
import { newUnibox } from "../../src/testing/fixtures/ThreadFixtures.ts"
import { layer, layerOver } from "../Tenant.ts"
import type { LeadId } from "../../src/ids.ts"

describe("an erasure", () => {
  it.effect("finds mail that belongs to no lead, also of former addresses that no other lead has by now", () =>
    Effect.gen(function* () {
      const { listed, open, organization_id, receive, send } = yield* newUnibox
      const here = Effect.provideService(CurrentOrganization, { id: organization_id })
      const leads = yield* Leads
      const [campaign_id, other_id] = [yield* newCampaign(organization_id), yield* newCampaign(organization_id)]
      const [ada, bob] = yield* newLeads(organization_id, campaign_id, "ada@old.test", "bob@x.test")
      const [carl] = yield* newLeads(organization_id, other_id, "bob@x.test")
      if (ada === undefined || bob === undefined || carl === undefined) return assert.fail("inserted")
      // Mail was sent to Bob's address by mistake.
      const moves = [
        { id: ada.id, email: "ada@new.test" },
        { id: carl.id, email: "carl@x.test" }
      ]
      for (const { email, id } of moves) {
        const sent = { type: "sent", lead_id: id, occurred_at: "1970-01-01T00:00:00Z", message_id: `<${id}@ours.test>` }
        const { counts } = yield* here(Activity.use((activity) => activity.record([sent])))
        assert.strictEqual(counts.recorded, 1)
        yield* here(leads.update(id, { email }))
      }
      const stray = Effect.fnUntraced(function* (seconds: number, fields: Parameters<typeof receive>[2]) {
        const thread = yield* open()
        yield* receive(thread, seconds, fields)
        return thread
      })
      yield* stray(1, { from_email: "Ada@old.test" })
      yield* stray(2, { to_email: "us@ours.test, carl@x.test" })
      yield* stray(3, { from_email: "mailer-daemon@relay.test", reply_text: "Unknown: <ada@new.test>." })
      const bobs = yield* stray(4, { from_email: "bob@x.test" })
      const conversation = yield* stray(5, { from_email: "eve@x.test", reply_text: "Ask ada@new.test." })
      yield* send(conversation, 6)
      const thread = yield* open({ lead_id: bob.id, campaign_id })
      yield* receive(thread, 7, { from_email: "bob@x.test", cc_email: "ada@new.test", reply_text: "Ask ada@new.test." })
      yield* here(leads.remove({ ids: [ada.id, carl.id], erase: true }))
      assert.deepStrictEqual(yield* listed("other"), [thread, conversation, bobs])
      const events = yield* EventStore.use((store) => store.scan(organization_id, { limit: 10 }))
      assert.deepStrictEqual(
        events.map(({ email, message_id }) => [email, message_id]),
        [
          [null, null],
          [null, null]
        ]
      )
    }).pipe(Effect.provide(layer))
  )

  it.effect(
    "removes the addresses from answers to others that are not sent, and erases answers in threads without a lead",
    () =>
      Effect.gen(function* () {
        const { open, organization_id, receive } = yield* newUnibox
        const here = Effect.provideService(CurrentOrganization, { id: organization_id })
        const campaign_id = yield* newCampaign(organization_id)
        const [ada, bob] = yield* newLeads(organization_id, campaign_id, "ada@bücher.test", "bob@x.test")
        if (ada === undefined || bob === undefined) return assert.fail("inserted")
        const uploads = yield* UploadStore
        const store = yield* SendStore
        const stray = yield* open()
        yield* receive(stray, 1, { from_email: "ada@bücher.test" })
        const content = { body_text: "Hi", body_html: null, in_reply_to: null, references: [] }
        const copies = { cc: ["Ada@XN--BCHER-KVA.test", "joan@x.test"], bcc: ["ada@bücher.test"] }
        const outcomes = ["queued", "deferred", "refused", "unknown"] as const
        const answers = yield* store.insert(organization_id, [
          ...outcomes.map((outcome) =>
            queued({ kind: "reply", outcome, lead_id: bob.id, content: { ...content, ...copies } })
          ),
          queued({ kind: "reply", thread_id: stray, content: { ...content, cc: ["joan@x.test"] } })
        ])
        const last = answers.at(-1) ?? assert.fail("inserted")
        const upload = yield* uploads.insert(organization_id, {
          filename: "a.pdf",
          ext: "pdf",
          type: 2,
          content_type: "application/pdf",
          size: 1,
          of_send: last.id,
          expires_at: null
        })
        yield* here(Leads.use(({ remove }) => remove({ ids: [ada.id], erase: true })))
        assert.deepStrictEqual(
          (yield* store.findMany(organization_id, idsOf(answers))).map(({ content, to_email }) => [
            content?.cc,
            content?.bcc,
            to_email === ""
          ]),
          [...outcomes.map(() => [["joan@x.test"], [], false]), [undefined, undefined, true]]
        )
        assert.deepStrictEqual(yield* uploads.findMany(organization_id, [upload.id]), [])
      }).pipe(Effect.provide(layer, { local: true }))
  )

  it.effect("is of all leads that a request names, however many transactions that takes", () =>
    Effect.gen(function* () {
      const { listed, openWith, organization_id } = yield* newUnibox
      const campaign_id = yield* newCampaign(organization_id)
      const emails = Array.makeBy(100, (i) => `lead-${i}@x.test`)
      const leads = yield* newLeads(organization_id, campaign_id, ...emails)
      for (const { id } of leads) yield* openWith(1, { lead_id: id, campaign_id })
      assert.lengthOf(yield* listed("other"), 100)
      const ids = leads.map(({ id }) => id)
      const { counts } = yield* Leads.use(({ remove }) => remove({ ids, erase: true })).pipe(
        Effect.provideService(CurrentOrganization, { id: organization_id })
      )
      assert.deepStrictEqual(counts, { deleted: 100, not_found: 0 })
      assert.deepStrictEqual(yield* listed("other"), [])
    }).pipe(Effect.provide(layer))
  )

  const lookups: Array<string> = []
  const counted = Layer.mergeAll(
    Layer.effect(
      EventStore,
      Effect.map(EventStore, (store) => ({
        ...store,
        findRemovedLeads: (...args: Parameters<typeof store.findRemovedLeads>) =>
          Effect.tap(store.findRemovedLeads(...args), () => Effect.sync(() => lookups.push("events")))
      }))
    ),
    Layer.effect(
      DeliveryStore,
      Effect.map(DeliveryStore, (store) => ({
        ...store,
        findRemovedLeads: (...args: Parameters<typeof store.findRemovedLeads>) =>
          Effect.tap(store.findRemovedLeads(...args), () => Effect.sync(() => lookups.push("deliveries")))
      }))
    )
  )

  it.effect("looks for removed leads once, however many leads a request names", () =>
    Effect.gen(function* () {
      const organization_id = yield* newOrganization
      const here = Effect.provideService(CurrentOrganization, { id: organization_id })
      const [campaign_id, other_id] = [yield* newCampaign(organization_id), yield* newCampaign(organization_id)]
      const emails = Array.makeBy(100, (i) => `lead-${i}@x.test`)
      const former = yield* newLeads(organization_id, other_id, ...emails)
      const leads = yield* newLeads(organization_id, campaign_id, ...emails)
      const sent = former.map(({ id }) => ({
        type: "sent",
        lead_id: id,
        occurred_at: "1970-01-01T00:00:00Z",
        message_id: `<${id}@ours.test>`
      }))
      yield* here(Activity.use((activity) => activity.record(sent)))
      const remove = (ids: ReadonlyArray<LeadId>, erase: boolean) =>
        here(Leads.use((leads) => leads.remove({ ids, erase })))
      yield* remove(idsOf(former), false)
      lookups.length = 0
      yield* remove(idsOf(leads), true)
      assert.deepStrictEqual(lookups, ["events", "deliveries"])
      const events = yield* EventStore.use((store) => store.scan(organization_id, { limit: 100 }))
      assert.deepStrictEqual([...new Set(events.map(({ email }) => email))], [null])
    }).pipe(Effect.provide(layerOver(counted.pipe(Layer.provideMerge(MemoryStorage.layer)))))
  )
})
