/** Conformance cases: new leads and changed steps make a completed campaign active again, over any storage. */
import { Effect, Layer, Option, Redacted, Struct } from "effect"
import type { CampaignRecord, CampaignStatus } from "../../campaigns/Campaign.ts"
import { CampaignStore } from "../../campaigns/CampaignStore.ts"
import { reopenConsumer } from "../../campaigns/Reopening.ts"
import { type Change, type ChangeKind, Changes } from "../../Changes.ts"
import { LeadsCreated } from "../../leads/LeadChange.ts"
import { Leads } from "../../leads/Leads.ts"
import { CurrentOrganization } from "../../Organization.ts"
import { Signer } from "../../secrets/Signer.ts"
import type { SequenceId, SequencePatch } from "../../sequences/Sequence.ts"
import { StepsChanged } from "../../sequences/SequenceChange.ts"
import { Sequences } from "../../sequences/Sequences.ts"
import { newCampaign, newOrganization, same, countsIn } from "../fixtures/Fixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { waits } from "../fixtures/Waiting.ts"
import { findOne } from "../../NotFound.ts"

const signer = Signer.layerSecret(Redacted.make(new Uint8Array(32)))

/** The use cases, and what they report. */
const newGiven = Effect.fnUntraced(function* (fields: Partial<CampaignRecord> = { status: "completed" }) {
  const organization_id = yield* newOrganization
  const id = yield* newCampaign(organization_id, fields)
  const store = yield* CampaignStore
  const reported: Array<Change> = []
  const changes = Changes.layer(
    Effect.map(reopenConsumer, (consumer) => [
      consumer,
      {
        kinds: new Set<ChangeKind>([LeadsCreated, StepsChanged]),
        consume: (_, changes) => Effect.sync(() => void reported.push(...changes))
      }
    ])
  )
  const context = yield* Layer.build(
    Layer.fresh(Layer.mergeAll(Leads.layer, Sequences.layer)).pipe(Layer.provide([changes, signer]))
  )
  const { leads, sequences } = yield* Effect.provideContext(Effect.all({ leads: Leads, sequences: Sequences }), context)
  const of = <A, E>(effect: Effect.Effect<A, E, CurrentOrganization>) =>
    Effect.provideService(effect, CurrentOrganization, { id: organization_id })
  const find = Effect.map(findOne(store.findMany, organization_id, id), Option.getOrThrow)
  return {
    organization_id,
    id,
    store,
    reported,
    create: (...emails: ReadonlyArray<string>) =>
      of(leads.create({ campaign_id: id, leads: emails.map((email) => ({ email })) })),
    sequences: {
      create: of(sequences.create(id, { body: "Hello" })),
      update: (step: SequenceId, patch: SequencePatch) => of(sequences.update(id, step, patch)),
      remove: (step: SequenceId) => of(sequences.remove(id, step))
    },
    find,
    status: Effect.map(find, ({ status }) => status),
    complete: Effect.flatMap(find, (campaign) => store.replace(organization_id, { ...campaign, status: "completed" }))
  }
})

const reopening = casesOf("Changes, over the storage", {
  "new leads make a completed campaign active again, with one more version": Effect.gen(function* () {
    const given = yield* newGiven()
    const before = yield* given.find
    const { data } = yield* given.create("a@x.test", "b@x.test")
    same(Struct.omit(yield* given.find, ["updated_at"]), {
      ...Struct.omit(before, ["updated_at"]),
      status: "active",
      lead_count: 2,
      version: 2
    })
    same(given.reported, [new LeadsCreated({ campaign_id: given.id, lead_ids: data.flatMap(({ id }) => id ?? []) })])
  }),
  "leads that the campaign has already change nothing": Effect.gen(function* () {
    const given = yield* newGiven()
    yield* given.create("a@x.test")
    yield* given.complete
    given.reported.length = 0
    yield* given.create("A@x.test")
    same([yield* given.status, given.reported], ["completed", []])
  }),
  "new, changed, moved and removed steps make a completed campaign active again": Effect.gen(function* () {
    const { complete, reported, sequences, status } = yield* newGiven()
    const first = yield* sequences.create
    const steps: Array<CampaignStatus> = [yield* status]
    const second = yield* sequences.create
    for (const act of [
      sequences.update(first.id, { body_html: "<p>Hello</p>" }),
      sequences.update(second.id, { position: 1 }),
      sequences.remove(first.id)
    ]) {
      yield* complete
      yield* act
      steps.push(yield* status)
    }
    same(steps, ["active", "active", "active", "active"])
    same(
      reported.map(({ _tag }) => _tag),
      Array.from({ length: 5 }, () => "StepsChanged")
    )
  }),
  "an update that changes nothing of a step changes nothing of its campaign": Effect.gen(function* () {
    const { complete, reported, sequences, status } = yield* newGiven()
    const { body, id, position } = yield* sequences.create
    yield* complete
    reported.length = 0
    for (const patch of [{}, { body }, { position }, { body_html: null }]) yield* sequences.update(id, patch)
    same([yield* status, reported], ["completed", []])
  }),
  "a draft and a paused campaign stay what they are": Effect.gen(function* () {
    for (const status of ["draft", "paused", "active"] as const) {
      const given = yield* newGiven({ status, status_reason: status === "paused" ? "bounces" : null })
      const before = yield* given.find
      yield* given.create("a@x.test")
      yield* given.sequences.create
      same(yield* given.find, { ...before, lead_count: 1 })
    }
  })
})

const together = casesOf(
  "Changes, two transactions",
  {
    "a campaign that is completed while it gets a lead is active in the end": Effect.gen(function* () {
      const { create, find, id, organization_id, store } = yield* newGiven({ status: "active" })
      // Completes the campaign as a worker does: it looks for leads under the campaign's lock.
      const complete = Effect.gen(function* () {
        const campaign = Option.getOrThrow(yield* store.lock(organization_id, id))
        const { total } = yield* countsIn(organization_id, id)
        if (total === 0) yield* store.replace(organization_id, { ...campaign, status: "completed" })
      })
      yield* waits(complete, create("a@x.test"))
      const { lead_count, status } = yield* find
      same([lead_count, status], [1, "active"])
    })
  },
  { secondTransaction: true }
)

export const cases: ReadonlyArray<StorageCase> = [...reopening, ...together]
