/** Notifications from the changes that the use cases really report. */
import { MailParser } from "@mailroom/mail"
import { assert, describe, it } from "@effect/vitest"
import { MemoryStorage } from "@mailroom/memory"
import { Effect, Layer, Redacted, Schema, type Scope } from "effect"
import { Digest } from "effect/crypto"
import { TestClock } from "effect/testing"
import { Accounts } from "../../src/accounts/Accounts.ts"
import { Activity } from "../../src/activity/Activity.ts"
import { Blacklist } from "../../src/blacklist/Blacklist.ts"
import { CampaignCompleted, CampaignPaused, CampaignStarted } from "../../src/campaigns/CampaignChange.ts"
import { Campaigns } from "../../src/campaigns/Campaigns.ts"
import { type Change, type ChangeKind, Changes } from "../../src/Changes.ts"
import { Intake } from "../../src/intake/Intake.ts"
import { kinds, notificationsOf, typesOf } from "../../src/integrations/Notification.ts"
import { Payload } from "../../src/integrations/Payload.ts"
import { Leads } from "../../src/leads/Leads.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import { Signer } from "../../src/secrets/Signer.ts"
import { Tags } from "../../src/tags/Tags.ts"
import { campaignRow, newOrganization } from "../../src/testing/fixtures/Fixtures.ts"
import { Timestamp } from "../../src/Timestamp.ts"
import { threadConsumer } from "../../src/unibox/Conversation.ts"
import { OrganizationId } from "../../src/ids.ts"
import { mail } from "../../../mail/test/notices/Mails.ts"

const now = Timestamp.make("2026-08-07T09:30:00.000Z")
const occurred_at = Timestamp.make("2026-08-06T08:00:00.000Z")
const earlier = Timestamp.make("2026-08-05T08:00:00.000Z")
const later = Timestamp.make("2026-08-07T09:40:00.000Z")
const decode = Schema.decodeUnknownSync(Payload, { onExcessProperty: "error" })

/** The parser returns this mail for any input: a reply to a mail of ours. */
const reply = mail({
  message_id: "<reply@lead.test>",
  in_reply_to: ["<1@sender.test>"],
  date: occurred_at,
  subject: "Re: Hello",
  text: "Yes!",
  reply_text: "Yes!"
})
const ours = {
  message_id: "<1@sender.test>",
  subject: "Hello",
  body_text: "Hello",
  from_email: "me@sender.test",
  to_email: "ada@lead.test"
}

/** The use cases over in-memory storage. `reported` gets the changes of each transaction. */
const useCases = (reported: Array<ReadonlyArray<Change>>) =>
  Layer.mergeAll(
    Accounts.layer,
    Blacklist.layer,
    Campaigns.layer,
    Intake.layer.pipe(Layer.provideMerge(Activity.layer)),
    Leads.layer,
    Tags.layer
  ).pipe(
    Layer.provide(
      Changes.layer(
        Effect.map(threadConsumer, (consumer) => [
          consumer,
          {
            kinds,
            consume: (_, changes) => Effect.sync(() => void reported.push([...changes]))
          }
        ])
      ).pipe(Layer.provide(Digest.layerWebCrypto))
    ),
    Layer.provide([
      Layer.succeed(MailParser, { parse: () => Effect.succeed(reply) }),
      Signer.layerSecret(Redacted.make(new Uint8Array(32)))
    ]),
    Layer.provideMerge(MemoryStorage.layer)
  )
type Services = Layer.Success<ReturnType<typeof useCases>> | CurrentOrganization | Scope.Scope

/** A campaign with the leads Ada and Bob. */
const arrange = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse(now))
  const { id: organization_id } = yield* CurrentOrganization
  yield* Accounts.use((accounts) => accounts.create({ email: "me@sender.test", provider: "smtp" }))
  const campaign = yield* Campaigns.use((campaigns) => campaigns.create({ name: "Spring" }))
  const emails = ["ada@lead.test", "bob@lead.test"]
  const { data } = yield* Leads.use((leads) =>
    leads.create({ campaign_id: campaign.id, leads: emails.map((email) => ({ email })) })
  )
  const [ada, bob] = data.map(({ id }) => id)
  if (ada === undefined || ada === null || bob === undefined || bob === null) return assert.fail("two leads")
  const record = (...events: ReadonlyArray<object>) => Activity.use((activity) => activity.record(events))
  return { ada, bob, campaign, organization_id, record }
})
type World = Effect.Success<typeof arrange>

/**
 * Checks the payloads that result from `act`: their types and content. Without the name of the campaign, a notification
 * about a lead has no payload.
 */
const notifies = <E>(
  name: string,
  act: (world: World) => Effect.Effect<unknown, E, Services>,
  expected: (world: World) => ReadonlyArray<{
    readonly type: string
    readonly timestamp?: string
    readonly data: object
    readonly lead?: object
  }>
) =>
  it.effect(name, () => {
    const reported: Array<ReadonlyArray<Change>> = []
    return Effect.gen(function* () {
      const world = yield* arrange
      reported.length = 0
      yield* act(world)
      const notifications = reported.flatMap((changes) => notificationsOf(changes))
      const announced = reported.flat().flatMap(({ constructor }) => typesOf.get(constructor as ChangeKind) ?? [])
      for (const { type } of notifications) assert.include(announced, type)
      let ids = 0
      const known = {
        organization_id: world.organization_id,
        now,
        newId: () => `00000000-0000-7000-8000-00000000000${++ids}`,
        with_custom_fields: false
      }
      const payloads = notifications.map(({ campaign_id, toPayload, type }) => {
        const payload = toPayload({ ...known, nameOf: (id) => (id === world.campaign.id ? "Spring" : undefined) })
        assert.isDefined(payload)
        assert.strictEqual(payload?.type, type)
        assert.strictEqual(campaign_id, "lead" in (payload?.data ?? {}) ? world.campaign.id : null)
        return decode(JSON.parse(JSON.stringify(payload)))
      })
      const wanted = expected(world)
      assert.deepStrictEqual(
        payloads.map(({ type }) => type as string),
        wanted.map(({ type }) => type)
      )
      for (const [i, { data, lead, timestamp = now, type }] of wanted.entries()) {
        const got = payloads[i]?.data ?? {}
        if (lead !== undefined) assert.deepInclude<unknown>("lead" in got && got.lead, lead, type)
        assert.deepInclude(got, { organization_id: world.organization_id, ...data }, type)
        assert.strictEqual(payloads[i]?.timestamp, timestamp, type)
      }
      for (const { campaign_id, toPayload } of notifications) {
        const orphan = toPayload({ ...known, nameOf: () => undefined })
        assert.strictEqual(orphan === undefined, campaign_id !== null)
      }
    }).pipe(
      (effect) => Effect.flatMap(newOrganization, (id) => Effect.provideService(effect, CurrentOrganization, { id })),
      Effect.provide(useCases(reported), { local: true })
    )
  })

const event = (type: string, lead_id: number, fields: object = {}) => ({
  type,
  lead_id,
  occurred_at,
  idempotency_key: `${type} ${lead_id}`,
  ...fields
})
const campaignOf = ({ campaign }: World) => ({ id: campaign.id, name: "Spring" })

describe("notifications", () => {
  it("of a campaign: its start, its pause with the reason, and its end", () => {
    const campaign = { ...campaignRow({ name: "Spring" }), lead_count: 1 }
    const { id } = campaign
    const organization_id = OrganizationId.make(7)
    const newId = () => "00000000-0000-7000-8000-000000000001"
    const changes = [
      new CampaignStarted({ campaign }),
      new CampaignPaused({ campaign: { ...campaign, status_reason: "bounces" } }),
      new CampaignPaused({ campaign }),
      new CampaignCompleted({ campaign })
    ]
    const notifications = notificationsOf(changes)
    const payloads = notifications.map(({ campaign_id, lead_id, toPayload }) => {
      assert.deepStrictEqual([campaign_id, lead_id], [id, null])
      return decode(toPayload({ organization_id, now, newId, nameOf: () => "Spring", with_custom_fields: true }))
    })
    const data = { organization_id, id: newId(), campaign: { id, name: "Spring" } }
    assert.deepStrictEqual<unknown>(payloads, [
      { type: "campaign_started", timestamp: now, data },
      { type: "campaign_paused", timestamp: now, data: { ...data, reason: "bounces" } },
      { type: "campaign_paused", timestamp: now, data: { ...data, reason: null } },
      { type: "campaign_completed", timestamp: now, data }
    ])
    for (const [i, change] of changes.entries()) {
      assert.deepStrictEqual<unknown>(typesOf.get(change.constructor as ChangeKind), [notifications[i]?.type])
    }
  })

  notifies(
    "of events have the event's id and instant, and the lead after it",
    ({ ada, record }) =>
      record(event("sent", ada), event("opened", ada), event("clicked", ada, { data: { url: "https://x.test" } })),
    (world) =>
      ["sent", "opened", "clicked"].map((type, i) => ({
        type,
        timestamp: occurred_at,
        lead: { id: world.ada, status: type === "sent" ? "Sent" : "Opened", amount_sequences_sent: 1 },
        data: { id: i + 1, campaign: campaignOf(world) }
      }))
  )

  notifies(
    "of an event that was recorded before: none",
    ({ ada, record }) => Effect.andThen(record(event("sent", ada)), record(event("sent", ada))),
    () => [{ type: "sent", timestamp: occurred_at, data: {} }]
  )

  notifies(
    "of a mail that was taken in know its thread",
    ({ ada, record }) =>
      Effect.andThen(
        record(event("sent", ada, { message: ours })),
        Intake.use((intake) => intake.receive(new Uint8Array(), { vouched: true }))
      ),
    (world) => [
      { type: "sent", timestamp: occurred_at, data: {} },
      {
        type: "replied",
        timestamp: occurred_at,
        data: { campaign: campaignOf(world), reply_text: "Yes!", thread_id: 1, message_id: "<reply@lead.test>" }
      },
      { type: "lead_stopped", data: { campaign: campaignOf(world) } }
    ]
  )

  notifies(
    "of a reply that a host reported do not",
    ({ ada, record }) =>
      record(
        event("replied", ada, { message_id: "<r@x.test>", data: { reply_text: "No" } }),
        event("auto_replied", ada)
      ),
    () => [
      {
        type: "replied",
        timestamp: occurred_at,
        data: { reply_text: "No", thread_id: null, message_id: "<r@x.test>" }
      },
      { type: "auto_replied", timestamp: occurred_at, data: { reply_text: null, thread_id: null, message_id: null } },
      { type: "lead_stopped", data: {} }
    ]
  )

  notifies(
    "of bounces say whether the address is dead, and of the blacklist once",
    ({ ada, bob, record }) =>
      record(
        event("soft_bounced", ada, { data: { reason: "full" } }),
        event("bounced", ada, { data: { email: "old@lead.test", status: "5.1.1" } }),
        event("bounced", bob, { data: { status: "5.7.1", reason: "policy" } })
      ),
    () => [
      {
        type: "blacklist_added",
        data: { id: "00000000-0000-7000-8000-000000000001", kind: "email", values: ["old@lead.test"], leads: 0 }
      },
      { type: "soft_bounced", timestamp: occurred_at, data: { email: "ada@lead.test", hard: false, reason: "full" } },
      { type: "bounced", timestamp: occurred_at, data: { email: "old@lead.test", hard: true, reason: null } },
      { type: "bounced", timestamp: occurred_at, data: { email: "bob@lead.test", hard: false, reason: "policy" } },
      { type: "lead_stopped", data: {} },
      { type: "lead_stopped", data: {} }
    ]
  )

  notifies(
    "of leads that a person stops, resumes and tags have an id of their own",
    ({ ada }) =>
      Effect.gen(function* () {
        const leads = yield* Leads
        yield* leads.update(ada, { stop_sending: true })
        yield* leads.update(ada, { stop_sending: true })
        yield* leads.update(ada, { stop_sending: false })
        const tags = yield* Tags
        const tag = yield* tags.create({ name: "Interested", sentiment: "positive" })
        yield* tags.assign(ada, tag.id)
        yield* tags.update(tag.id, { name: "Keen" })
        yield* tags.assign(ada, null)
        yield* tags.remove(tag.id)
      }),
    (world) =>
      ["lead_stopped", "lead_resumed", "lead_tagged", "lead_tagged"].map((type, i) => ({
        type,
        lead: { stop_sending: i === 0, reply_status: i === 2 ? "Interested" : null },
        data: { id: `00000000-0000-7000-8000-00000000000${i + 1}`, campaign: campaignOf(world) }
      }))
  )

  notifies(
    "of the blacklist name the values and count the leads; removed leads make none",
    ({ ada, bob }) =>
      Effect.gen(function* () {
        const { add, remove } = yield* Blacklist
        yield* add("domain", ["lead.test", "other.test"])
        yield* remove("domain", { values: ["lead.test"] })
        yield* Leads.use((leads) => leads.remove({ ids: [ada, bob] }))
      }),
    () => [
      { type: "blacklist_added", data: { kind: "domain", values: ["lead.test", "other.test"], leads: 2 } },
      { type: "blacklist_removed", data: { kind: "domain", values: ["lead.test"], leads: 2 } }
    ]
  )

  notifies(
    "of a lead that gets an address on the blacklist: none",
    ({ ada }) =>
      Effect.gen(function* () {
        const { add, remove } = yield* Blacklist
        yield* add("email", ["listed@lead.test"])
        yield* Leads.use((leads) => leads.update(ada, { email: "listed@lead.test" }))
        yield* remove("email", { values: ["listed@lead.test"] })
      }),
    () => [
      { type: "blacklist_added", data: { values: ["listed@lead.test"], leads: 0 } },
      { type: "blacklist_removed", data: { values: ["listed@lead.test"], leads: 1 } }
    ]
  )

  notifies(
    "of an event that blacklists an address count the other leads with it, also when the entry exists",
    ({ ada, bob, record }) =>
      Effect.gen(function* () {
        const data = { email: "ada@lead.test" }
        yield* record(event("complained", bob, { data }))
        yield* Leads.use((leads) => leads.update(ada, { stop_sending: false }))
        yield* record(event("complained", bob, { data, occurred_at: later, idempotency_key: "again" }))
        yield* Blacklist.use(({ remove }) => remove("email", { values: ["ada@lead.test"] }))
      }),
    (world) => [
      { type: "blacklist_added", data: { values: ["ada@lead.test"], leads: 1 } },
      { type: "complained", timestamp: occurred_at, data: {} },
      { type: "lead_stopped", lead: { id: world.bob, stop_sending_type: "complaint" }, data: {} },
      { type: "lead_resumed", lead: { id: world.ada }, data: {} },
      { type: "blacklist_added", data: { values: [], leads: 1 } },
      { type: "complained", timestamp: later, data: {} },
      { type: "blacklist_removed", data: { values: ["ada@lead.test"], leads: 1 } }
    ]
  )

  notifies(
    "of a lead on the blacklist tell of its other stops at once, and of its release by a person",
    ({ ada, bob, record }) =>
      Effect.gen(function* () {
        const { add, remove } = yield* Blacklist
        const leads = yield* Leads
        yield* add("domain", ["lead.test"])
        yield* record(event("replied", ada, { occurred_at: later }))
        yield* record(event("replied", bob))
        yield* remove("domain", { values: ["lead.test"] })
        yield* leads.update(bob, { stop_sending: false })
        yield* add("domain", ["lead.test"])
        yield* leads.update(bob, { stop_sending: false })
      }),
    (world) => [
      { type: "blacklist_added", data: { leads: 2 } },
      { type: "replied", timestamp: later, data: {} },
      { type: "lead_stopped", lead: { id: world.ada, stop_sending_type: "blacklist" }, data: {} },
      { type: "replied", timestamp: occurred_at, data: {} },
      { type: "lead_stopped", lead: { id: world.bob, stop_sending_type: "reply" }, data: {} },
      { type: "blacklist_removed", data: { leads: 0 } },
      { type: "lead_resumed", lead: { id: world.bob }, data: {} },
      { type: "blacklist_added", data: { leads: 1 } },
      { type: "lead_resumed", lead: { id: world.bob }, data: {} }
    ]
  )

  notifies(
    "of a stopped lead that an earlier event puts on the blacklist: none of the lead",
    ({ ada, bob, record }) =>
      Effect.gen(function* () {
        yield* record(event("replied", ada))
        const data = { email: "ada@lead.test" }
        yield* record(event("complained", bob, { occurred_at: earlier, data }))
        yield* Blacklist.use(({ remove }) => remove("email", { values: ["ada@lead.test"] }))
      }),
    (world) => [
      { type: "replied", timestamp: occurred_at, data: {} },
      { type: "lead_stopped", lead: { id: world.ada, stop_sending_type: "reply" }, data: {} },
      { type: "blacklist_added", data: { values: ["ada@lead.test"], leads: 0 } },
      { type: "complained", timestamp: earlier, data: {} },
      { type: "lead_stopped", lead: { id: world.bob, stop_sending_type: "complaint" }, data: {} },
      { type: "blacklist_removed", data: { values: ["ada@lead.test"], leads: 0 } }
    ]
  )
})
