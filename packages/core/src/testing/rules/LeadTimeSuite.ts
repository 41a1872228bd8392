/** Conformance cases: the instants of the agenda follow the clock of each lead, also after the clock or the window changed. */
import { Effect, Layer, Redacted } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import { AgendaStore } from "../../agenda/AgendaStore.ts"
import { PlanStore } from "../../agenda/PlanStore.ts"
import { emptyPlan } from "../../agenda/Agenda.ts"
import { Activity } from "../../activity/Activity.ts"
import { AccountStore } from "../../accounts/AccountStore.ts"
import { type CampaignPatch, patch } from "../../campaigns/Campaign.ts"
import { CampaignUpdated } from "../../campaigns/CampaignChange.ts"
import { CampaignStore } from "../../campaigns/CampaignStore.ts"
import { Changes } from "../../Changes.ts"
import type { LeadId } from "../../ids.ts"
import { LeadsRetimed } from "../../leads/LeadChange.ts"
import { LeadStore } from "../../leads/LeadStore.ts"
import { CurrentOrganization } from "../../Organization.ts"
import { Signer } from "../../secrets/Signer.ts"
import { agendaConsumer } from "../../sending/AgendaConsumer.ts"
import { opensFor, hoursOf } from "../../sending/Hours.ts"
import { makeRedating } from "../../sending/Redating.ts"
import { makeTaking, maximumParked } from "../../sending/Taking.ts"
import { SequenceStore } from "../../sequences/SequenceStore.ts"
import * as Timestamp from "../../Timestamp.ts"
import { Tracking } from "../../tracking/Tracking.ts"
import { Unsubscribes } from "../../unsubscribes/Unsubscribes.ts"
import { at, leadRow, newAccount, newCampaign, newLeads, newOrganization, same } from "../fixtures/Fixtures.ts"
import { newStep, sequencesOf } from "../fixtures/SequenceFixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"

const signer = Signer.layerSecret(Redacted.make(new Uint8Array(32)))
const services = Tracking.layer.pipe(
  Layer.provideMerge(Unsubscribes.layer),
  Layer.provideMerge(Activity.layer),
  Layer.provideMerge(Layer.merge(Changes.layer(Effect.map(agendaConsumer, (consumer) => [consumer])), signer))
)

/** The zones of the leads: at any time, the minute of the window is open in at most one of them. */
const zones = ["Asia/Kathmandu", "America/Denver"] as const

/** An active campaign whose window of a minute is closed now in all zones, and its leads. */
const newGiven = Effect.fnUntraced(function* (leads: ReadonlyArray<string | null> = zones) {
  const organization_id = yield* newOrganization
  const account = yield* newAccount(organization_id)
  const now = yield* Timestamp.now
  // Zones are a multiple of 15 minutes from UTC, so in no zone does the window open within the next four minutes.
  const minute = (Math.floor(Timestamp.toMillis(now) / 60_000) + 5) % 15
  const time = (minutes: number) => `12:${String(minute + minutes).padStart(2, "0")}`
  const send_window = { days: [1, 2, 3, 4, 5, 6, 7], from: time(0), to: time(1) }
  const settings = { status: "active", account_ids: [account.id], window_zone: "lead", send_window } as const
  const campaign_id = yield* newCampaign(organization_id, settings)
  const rows = leads.map((timezone, i) => leadRow(`lead${i}@x.test`, { timezone }))
  const created = yield* newLeads(organization_id, campaign_id, ...rows)
  yield* SequenceStore.use((store) =>
    store.insert(organization_id, campaign_id, newStep({ subject: "One", body: "One" }))
  )
  const agenda = yield* AgendaStore
  const campaigns = yield* CampaignStore
  const plans = yield* PlanStore
  const here = Effect.provideService(CurrentOrganization, { id: organization_id })
  const run = <A, E, R>(effect: Effect.Effect<A, E, R>) => here(Effect.provide(effect, services))
  const found = Effect.map(campaigns.findMany(organization_id, [campaign_id]), ([campaign]) => {
    ok(campaign)
    return campaign
  })
  return {
    organization_id,
    campaign_id,
    leads: created,
    agenda,
    plans,
    run,
    take: run(
      Effect.gen(function* () {
        const take = yield* makeTaking
        const campaign = yield* found
        const [sender] = yield* AccountStore.use((store) => store.findMany(organization_id, [account.id]))
        const [step, ...further] = yield* sequencesOf(organization_id, campaign_id)
        ok(sender && step)
        const options = { account: sender, campaign, hours: hoursOf(campaign), steps: [step, ...further] } as const
        return yield* take({ ...options, most: 10, fresh: 1_000 })
      })
    ),
    /** Changes the settings of the campaign. */
    change: (changes: CampaignPatch) =>
      run(
        Effect.gen(function* () {
          const { report, transactional } = yield* Changes
          const change = transactional(function* () {
            const next = patch(yield* found, changes, at(1))
            yield* campaigns.replace(organization_id, next)
            yield* report([new CampaignUpdated({ campaign: next, left: [], isEarlier: true })])
          })
          yield* change()
        })
      ),
    redate: run(
      Effect.gen(function* () {
        const redate = yield* makeRedating
        return yield* redate(yield* found, yield* sequencesOf(organization_id, campaign_id))
      })
    ),
    /** The instants at which the window opens by the clocks of zones, from now on. */
    opens: Effect.map(found, (campaign) =>
      leads.map((timezone) => opensFor(hoursOf(campaign), { timezone, custom_fields: {} }, now))
    ),
    due: Effect.map(
      agenda.findMany(
        organization_id,
        created.map(({ id }): LeadId => id)
      ),
      (rows) => rows.map(({ due_at }) => due_at)
    )
  }
})

/** The instants without seconds: the clock goes on meanwhile. */
const minutes = (instants: ReadonlyArray<string>) => instants.map((instant) => instant.slice(0, 16))

export const cases: ReadonlyArray<StorageCase> = casesOf("The clock of leads", {
  "a lead whose window is closed is taken, and waits until it opens": Effect.gen(function* () {
    const given = yield* newGiven()
    const { opens_at, ...taken } = yield* given.take
    same(taken, { taken: 0, isAtEnd: true, isFull: false })
    same(minutes(yield* given.due), minutes(yield* given.opens))
    strictEqual(opens_at, [...(yield* given.due)].toSorted()[0])
  }),
  "only some leads wait for their first mail, and the look goes on behind them": Effect.gen(function* () {
    const given = yield* newGiven(Array.from({ length: maximumParked + 3 }, () => zones[0]))
    strictEqual((yield* given.take).isFull, true)
    strictEqual((yield* given.due).length, maximumParked)
    strictEqual((yield* given.take).isFull, true)
    strictEqual((yield* given.due).length, maximumParked)
    const [first, second] = given.leads
    ok(first && second)
    yield* given.agenda.removeLeads(given.organization_id, [first.id, second.id])
    yield* given.take
    strictEqual((yield* given.due).length, maximumParked)
  }),
  "a lead whose time zone changes waits by its new clock": Effect.gen(function* () {
    const given = yield* newGiven()
    yield* given.take
    const store = yield* LeadStore
    const [before] = given.leads
    ok(before)
    const [lead] = yield* store.findMany(given.organization_id, [before.id])
    ok(lead)
    yield* given.run(
      Effect.gen(function* () {
        const { report, transactional } = yield* Changes
        const change = transactional(function* () {
          const next = { ...lead, timezone: zones[1], version: lead.version + 1 }
          yield* store.writeTexts(given.organization_id, [next])
          yield* report([new LeadsRetimed({ leads: [next] })])
        })
        yield* change()
      })
    )
    const [, denver = ""] = yield* given.opens
    same(minutes(yield* given.due), minutes([denver, denver]))
  }),
  "leads are due earlier when the campaign follows its own clock again": Effect.gen(function* () {
    const given = yield* newGiven()
    yield* given.take
    yield* given.change({
      window_zone: "lead",
      send_window: { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" }
    })
    const [plan = emptyPlan(given.campaign_id)] = yield* given.plans.findMany(given.organization_id, [
      given.campaign_id
    ])
    same([plan.redated_to, plan.passed_at === null], [0, false])
    strictEqual(yield* given.redate, zones.length)
    const now = yield* Timestamp.now
    ok((yield* given.due).every((due_at) => due_at <= now))
  })
})
