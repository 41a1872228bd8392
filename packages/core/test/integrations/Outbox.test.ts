/** Deliveries of changes that happen while their campaign is being deleted. */
import { MailParser } from "@mailroom/mail"
import { assert, it } from "@effect/vitest"
import { MemoryStorage } from "@mailroom/memory"
import { Context, Effect, Layer, Option } from "effect"
import { Activity } from "../../src/activity/Activity.ts"
import { EventStore } from "../../src/activity/EventStore.ts"
import { Campaigns } from "../../src/campaigns/Campaigns.ts"
import { CampaignStore } from "../../src/campaigns/CampaignStore.ts"
import { DeliveryStore } from "../../src/integrations/DeliveryStore.ts"
import { DeliveryTransport } from "../../src/integrations/DeliveryTransport.ts"
import { Integrations } from "../../src/integrations/Integrations.ts"
import { Leads } from "../../src/leads/Leads.ts"
import { LeadStore } from "../../src/leads/LeadStore.ts"
import * as Mailroom from "../../src/Mailroom.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import { Encryption } from "../../src/secrets/Encryption.ts"
import { Tags } from "../../src/tags/Tags.ts"
import { newOrganization } from "../../src/testing/fixtures/Fixtures.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import type { CampaignId, OrganizationId } from "../../src/ids.ts"

/**
 * A storage that hides a lead's campaign in the middle of a change to the lead. A deletion does not wait for leads, so
 * this can happen.
 */
const layerHiding = Layer.effectContext(
  Effect.gen(function* () {
    const { hide } = yield* CampaignStore
    const events = yield* EventStore
    const leads = yield* LeadStore
    const hiding = Effect.fnUntraced(function* (
      organization_id: OrganizationId,
      of: ReadonlyArray<{ readonly campaign_id: CampaignId }>
    ) {
      const at = yield* Timestamp.now
      for (const { campaign_id } of of) yield* hide(organization_id, campaign_id, at)
    })
    return Context.make(
      EventStore,
      EventStore.of({ ...events, insert: (id, rows) => Effect.tap(events.insert(id, rows), () => hiding(id, rows)) })
    ).pipe(
      Context.add(
        LeadStore,
        LeadStore.of({
          ...leads,
          replace: (id, lead, version) => Effect.tap(leads.replace(id, lead, version), () => hiding(id, [lead])),
          writeState: (id, rows) => Effect.tap(leads.writeState(id, rows), () => hiding(id, rows))
        })
      )
    )
  })
).pipe(Layer.provideMerge(MemoryStorage.layer))

const layer = Mailroom.layer.pipe(
  Layer.provide(Layer.succeed(MailParser, { parse: () => Effect.die(new Error("There is no mail parser")) })),
  Layer.provide(Layer.succeed(DeliveryTransport, { check: () => Effect.void, send: () => Effect.die("unused") })),
  Layer.provideMerge(Layer.merge(layerHiding, Encryption.layerEphemeral))
)

it.effect("delivers what happened to a locked lead although the deletion of its campaign begins", () =>
  Effect.gen(function* () {
    const organization = { id: yield* newOrganization }
    const uses = Effect.gen(function* () {
      const { integration } = yield* Integrations.use((integrations) =>
        integrations.create({ type: "webhook", name: "Webhook", config: { url: "https://receiver.test/hook" } })
      )
      const tag = yield* Tags.use((tags) => tags.create({ name: "Interested", sentiment: "positive" }))
      const leadOf = Effect.fnUntraced(function* (name: string) {
        const campaign = yield* Campaigns.use((campaigns) => campaigns.create({ name }))
        const { data } = yield* Leads.use((leads) =>
          leads.create({ campaign_id: campaign.id, leads: [{ email: "ada@lead.test" }] })
        )
        return data[0]?.id ?? assert.fail("a lead")
      })
      const reply = {
        type: "replied",
        lead_id: yield* leadOf("Replied"),
        occurred_at: yield* Timestamp.now,
        idempotency_key: "reply"
      }
      yield* Activity.use((activity) => activity.record([reply]))
      const stopped = yield* leadOf("Stopped")
      yield* Leads.use((leads) => leads.update(stopped, { stop_sending: true }))
      const tagged = yield* leadOf("Tagged")
      yield* Tags.use((tags) => tags.assign(tagged, tag.id))
      const deliveries = yield* DeliveryStore
      const rows = yield* deliveries.page(organization.id, integration.id, { limit: 100 })
      const whole = yield* Effect.forEach(rows.toReversed(), ({ id }) =>
        Effect.map(deliveries.find(organization.id, integration.id, id), Option.getOrThrow)
      )
      assert.deepStrictEqual(
        whole.map(({ event, payload }) => [event, JSON.parse(payload).data.campaign.name]),
        [
          ["replied", "Replied"],
          ["lead_stopped", "Replied"],
          ["lead_stopped", "Stopped"],
          ["lead_tagged", "Tagged"]
        ]
      )
    })
    yield* Effect.provideService(uses, CurrentOrganization, organization)
  }).pipe(Effect.provide(layer, { local: true }))
)
