/** A campaign that runs: over storage in memory, with a mailer that answers as it is told, and a test clock. */
import { it } from "@effect/vitest"
import { MemoryMailer, MemoryStorage } from "@mailroom/memory"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Accounts } from "../../src/accounts/Accounts.ts"
import type { SettingsPatch } from "../../src/accounts/Account.ts"
import type { AgendaRecord } from "../../src/agenda/Agenda.ts"
import { AgendaStore } from "../../src/agenda/AgendaStore.ts"
import type { NewCampaign } from "../../src/campaigns/Campaign.ts"
import { Campaigns } from "../../src/campaigns/Campaigns.ts"
import type { AccountId, LeadId } from "../../src/ids.ts"
import { Leads } from "../../src/leads/Leads.ts"
import { LeadStore } from "../../src/leads/LeadStore.ts"
import { Inbound } from "../../src/mailboxes/Inbound.ts"
import { kind } from "../../src/mailboxes/SendingWork.ts"
import * as Mailroom from "../../src/Mailroom.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import { layerPublicUrl } from "../../src/PublicUrl.ts"
import { Encryption } from "../../src/secrets/Encryption.ts"
import { Sending } from "../../src/sending/Sending.ts"
import { Sends } from "../../src/sends/Sends.ts"
import type { NewSequence } from "../../src/sequences/Sequence.ts"
import { Sequences } from "../../src/sequences/Sequences.ts"
import { at, newOrganization } from "../../src/testing/fixtures/Fixtures.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { WorkStore } from "../../src/work/WorkStore.ts"
import { layerOver } from "../Tenant.ts"

export const layerOn = (storage: Layer.Layer<Mailroom.Storage>) =>
  layerOver(storage).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        MemoryMailer.layer({ sendsWithoutCredentials: true }),
        Encryption.layerEphemeral,
        Layer.succeed(Inbound, "host")
      )
    )
  )
export const layer = layerOn(MemoryStorage.layer)

export interface Setting {
  readonly accounts?: ReadonlyArray<SettingsPatch>
  readonly campaign?: Partial<NewCampaign>
  readonly steps?: ReadonlyArray<NewSequence>
  readonly leads?: number
  /** Whether the campaign is not started yet. */
  readonly isDraft?: boolean
  /** The public URL of the service. Default: none. */
  readonly publicUrl?: string
}

const always = { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" } as const
const inMinutes = (instant: Timestamp.Timestamp, now: Timestamp.Timestamp) =>
  (Timestamp.toMillis(instant) - Timestamp.toMillis(now)) / 60_000

/** Numbers as if drawn by chance, the same at every run (Park and Miller). */
export const seeded = (seed: number) => {
  let state = seed
  return (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
}

/** A started campaign with accounts that send through the host's transport, and its parts. */
const mailing = Effect.fnUntraced(function* ({
  accounts = [{}],
  campaign = {},
  isDraft = false,
  leads = 2,
  steps
}: Setting) {
  const organization_id = yield* newOrganization
  const asTenant = Effect.provideService(CurrentOrganization, { id: organization_id })
  const useCases = {
    accounts: yield* Accounts,
    campaigns: yield* Campaigns,
    leads: yield* Leads,
    sends: yield* Sends,
    sending: yield* Sending,
    sequences: yield* Sequences
  }
  const account_ids: Array<AccountId> = []
  for (const [i, settings] of accounts.entries()) {
    const email = `sender${i}@house.example`
    const created = yield* asTenant(
      useCases.accounts.create({ email, provider: "smtp", settings: { min_delay_minutes: 0, ...settings } })
    )
    account_ids.push(created.id)
  }
  const created = yield* asTenant(
    useCases.campaigns.create({ name: "Spring", account_ids, send_window: always, ...campaign })
  )
  for (const step of steps ?? [{ subject: "Hello {{first_name|there}}", body: "One" }]) {
    yield* asTenant(useCases.sequences.create(created.id, step))
  }
  const addLeads = Effect.fnUntraced(function* (emails: ReadonlyArray<string>) {
    const result = yield* asTenant(
      useCases.leads.create({ campaign_id: created.id, leads: emails.map((email) => ({ email })) })
    )
    return result.data.flatMap(({ id }): ReadonlyArray<LeadId> => (id === null ? [] : [id]))
  })
  const lead_ids = yield* addLeads(Array.from({ length: leads }, (_, i) => `lead${i}@lead.example`))
  if (!isDraft) yield* asTenant(useCases.campaigns.start(created.id))
  const outgoing = yield* MemoryMailer.Outgoing
  const handler = yield* Mailroom.mailSender
  const agenda = yield* AgendaStore
  const leadStore = yield* LeadStore
  const work = yield* WorkStore
  const [account_id = 0 as AccountId] = account_ids
  /** Leases the work of the accounts that are due. */
  const claim = Effect.gen(function* () {
    const now = yield* Timestamp.now
    const name = crypto.randomUUID()
    const lanes = account_ids.map((id) => ({ lane: String(id), room: 1 }))
    const until = Timestamp.plus(now, 300_000)
    const items = yield* work.claim(organization_id, kind, { lanes, claim: name, now, until })
    const settle = Effect.fnUntraced(function* (key: string, again: Timestamp.Timestamp | null) {
      const outcomes = [{ key, again, attempts: 0 }]
      yield* work.settle(organization_id, kind, { claim: name, now: yield* Timestamp.now, outcomes })
    })
    return { items, settle }
  })
  /** A turn of an account in a process. Returns in how many minutes it wants to be called again. */
  const turnOf = ({ handle }: typeof handler, isStopping = () => false) =>
    Effect.fnUntraced(function* (id: AccountId = account_id) {
      const item = { lane: "", key: String(id), due_at: at(0), attempts: 1, organization_id }
      const again = yield* asTenant(handle({ ...item, isStopping }))
      return again === null ? null : inMinutes(again, yield* Timestamp.now)
    })
  return {
    ...useCases,
    organization_id,
    asTenant,
    account_ids,
    campaign_id: created.id,
    lead_ids,
    addLeads,
    outgoing,
    /** The subject and the recipient of each mail so far. */
    mails: Effect.sync(() => outgoing.submitted.map(({ mail }) => `${mail.to.email}: ${mail.subject}`)),
    turn: turnOf(handler),
    /** A turn of the first account in a process that may be stopping. */
    turnUntil: (isStopping: () => boolean) => turnOf(handler, isStopping)(),
    /** The turns of another process. */
    elsewhere: Effect.map(Mailroom.mailSender, turnOf),
    /** Gives each account that is due its turns, as a worker does. An account that nobody has made due gets none. */
    work: Effect.gen(function* () {
      for (let round = 1; ; round++) {
        const { items, settle } = yield* claim
        if (items.length === 0) return
        if (round > 50) return yield* Effect.die(new Error("The accounts are due for ever"))
        for (const item of items) {
          const again = yield* asTenant(handler.handle({ ...item, organization_id, isStopping: () => false }))
          yield* settle(item.key, again)
        }
      }
    }),
    /** Ends the work of the accounts, so that only a change makes them due again. */
    rest: Effect.gen(function* () {
      const { items, settle } = yield* claim
      for (const { key } of items) yield* settle(key, null)
    }),
    status: Effect.map(asTenant(useCases.campaigns.find(created.id)), ({ status }) => status),
    upcoming: asTenant(useCases.sending.upcoming(created.id)),
    /** The state of each lead in the agenda, and the position of the last step that it got, as the steps are now. */
    rows: Effect.gen(function* () {
      const steps = yield* asTenant(useCases.sequences.list(created.id))
      const positionOf = (step: AgendaRecord["step_id"]) =>
        step === null ? 0 : (steps.find(({ id }) => id === step)?.position ?? "deleted")
      const rows = yield* agenda.findMany(organization_id, lead_ids)
      return rows.map(({ state, step_id }) => `${state} ${positionOf(step_id)}`)
    }),
    /** The lead and the step of each event by which the host reported a step as sent. */
    reported: Effect.map(
      leadStore.findMany(organization_id, lead_ids),
      (found) =>
        new Set(
          found.flatMap(({ activity: { firsts }, id }) =>
            Object.keys(firsts)
              .flatMap((key) => /^sent:(\d+)$/u.exec(key)?.[1] ?? [])
              .map((step) => `${id} ${step}`)
          )
        )
    ),
    leadStates: Effect.map(leadStore.findMany(organization_id, lead_ids), (found) =>
      found.map(({ status, stop_sending_type }) => [status, stop_sending_type])
    ),
    sendsOf: Effect.map(asTenant(useCases.sends.page({ limit: 100 })), ({ data }) => data.toReversed()),
    /** When the next account is due; `null`: none is. */
    nextDue: work.next(kind),
    /** Whether the account is due for work now. */
    isDue: Effect.gen(function* () {
      const due = yield* work.due(kind, { now: yield* Timestamp.now, limit: 100 })
      return due.some((lane) => lane.organization_id === organization_id)
    })
  }
})

type Services = Layer.Success<typeof layer>
export type Mailing = Effect.Success<ReturnType<typeof mailing>>

/** A test with a started campaign, on Monday, March 2, 2026, 9:00 UTC. */
export const test = (
  name: string,
  setting: Setting,
  body: (given: Mailing) => Generator<Effect.Effect<unknown, unknown, Services>, void, never>,
  on = layer
) =>
  it.effect(name, () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 2, 2, 9))
      const given = yield* mailing(setting)
      yield* Effect.gen(() => body(given))
    }).pipe(Effect.provide(Layer.provideMerge(on, layerPublicUrl(setting.publicUrl)), { local: true }))
  )
