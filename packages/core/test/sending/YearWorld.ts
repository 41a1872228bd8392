/** A year of sending: five accounts and four campaigns in time zones that change their clocks, and people who answer. */
import { assert } from "@effect/vitest"
import { MemoryMailer } from "@mailroom/memory"
import { Clock, Effect, Random } from "effect"
import { TestClock } from "effect/testing"
import { Accounts } from "../../src/accounts/Accounts.ts"
import type { SettingsPatch } from "../../src/accounts/Account.ts"
import { Activity } from "../../src/activity/Activity.ts"
import { AgendaStore } from "../../src/agenda/AgendaStore.ts"
import type { NewCampaign } from "../../src/campaigns/Campaign.ts"
import { Campaigns } from "../../src/campaigns/Campaigns.ts"
import type { AccountId, CampaignId, LeadId } from "../../src/ids.ts"
import { Leads } from "../../src/leads/Leads.ts"
import { LeadStore } from "../../src/leads/LeadStore.ts"
import type { MailOutcome } from "../../src/mailboxes/Mailer.ts"
import { kind } from "../../src/mailboxes/SendingWork.ts"
import * as Mailroom from "../../src/Mailroom.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import { Sequences } from "../../src/sequences/Sequences.ts"
import { newOrganization } from "../../src/testing/fixtures/Fixtures.ts"
import { fromMillis, toMillis } from "../../src/Timestamp.ts"
import { tokenIn } from "../../src/unsubscribes/Token.ts"
import { Unsubscribes } from "../../src/unsubscribes/Unsubscribes.ts"
import { WorkStore } from "../../src/work/WorkStore.ts"
import { daysLater } from "./LocalTime.ts"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const start = Date.UTC(2026, 0, 1)

/** The zones: two hours of change in the north, half an hour in the south, and none. */
const [berlin, newYork, lordHowe, kolkata] = [
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Asia/Kolkata"
]

const rampUp = (start: number, increment: number, started_at: number) => ({
  enabled: true,
  start,
  increment,
  started_at: fromMillis(started_at)
})

export const accountSettings = [
  { timezone: berlin, daily_limit: 30, min_delay_minutes: 5, ramp_up: rampUp(2, 2, start) },
  { timezone: newYork, daily_limit: 20, min_delay_minutes: 10, ramp_up: rampUp(5, 1, start) },
  { timezone: lordHowe, daily_limit: 4, min_delay_minutes: 20 },
  { timezone: berlin, daily_limit: 8, min_delay_minutes: 0 },
  { timezone: newYork, daily_limit: 40, min_delay_minutes: 3, ramp_up: rampUp(1, 1, Date.UTC(2026, 2, 1)) }
] satisfies ReadonlyArray<SettingsPatch>

/** A campaign, its accounts by index, the delays of its steps, and how many leads it gets in each wave. */
export interface Setting {
  readonly input: Omit<NewCampaign, "account_ids" | "name"> &
    Required<Pick<NewCampaign, "daily_limit" | "send_window" | "timezone">>
  readonly accounts: ReadonlyArray<number>
  readonly delays: ReadonlyArray<number>
  readonly leads: number
}

const everyDay = [1, 2, 3, 4, 5, 6, 7]
export const settings: ReadonlyArray<Setting> = [
  {
    input: { timezone: berlin, send_window: { days: [1, 2, 3, 4, 5], from: "08:00", to: "18:00" }, daily_limit: 12 },
    accounts: [0, 1],
    delays: [0, 3, 7],
    leads: 14
  },
  {
    // These hours are skipped in March, and repeated in November.
    input: {
      timezone: newYork,
      send_window: { days: everyDay, from: "00:30", to: "04:00" },
      daily_limit: 10,
      stop_on_auto_reply: true
    },
    accounts: [1, 4],
    delays: [1, 1, 2, 5],
    leads: 14
  },
  {
    input: { timezone: lordHowe, send_window: { days: [3, 7], from: "00:00", to: "24:00" }, daily_limit: 20 },
    accounts: [2, 3],
    delays: [0, 10],
    leads: 10
  },
  {
    input: { timezone: kolkata, send_window: { days: [6], from: "22:30", to: "23:45" }, daily_limit: 6 },
    accounts: [0, 2, 3, 4],
    delays: [0, 2, 14],
    leads: 3
  }
]
/** New leads come each month, and in the days before clocks change. */
const waves = [
  ...Array.from({ length: 10 }, (_, i) => start + i * 28 * day),
  Date.UTC(2026, 2, 6),
  Date.UTC(2026, 2, 27),
  Date.UTC(2026, 3, 1),
  Date.UTC(2026, 8, 30),
  Date.UTC(2026, 9, 23),
  Date.UTC(2026, 9, 30)
]

/** A try to send a mail. */
export interface Try {
  readonly at: number
  readonly email: string
  readonly account: number
  readonly step: number
  readonly outcome: MailOutcome["outcome"]
  readonly message_id: string
}

/** The index of the campaign that has a lead. */
export const campaignOf = (email: string): number => Number(email.slice(1, email.indexOf("-")))

/** Something that happens at an instant, whatever Mailroom does. */
interface Happening {
  readonly at: number
  readonly run: Effect.Effect<void>
}

/** The seeded outcomes of a try. */
const outcomeOf = (chance: number): MailOutcome => {
  if (chance < 0.01) return { outcome: "refused", at: "recipient", code: 550, reply: "550 5.1.1 User unknown" }
  if (chance < 0.03) return { outcome: "refused", at: "recipient", code: 450, reply: "450 4.2.0 Try again" }
  if (chance < 0.035) return { outcome: "unknown", reason: "The connection was lost" }
  if (chance < 0.038) return { outcome: "unsent", reason: "The port is closed" }
  return { outcome: "sent", reply: "250 2.0.0 Ok" }
}

/** Lives through the year. Returns every try, and how it ended. */
export const year = Effect.gen(function* () {
  yield* TestClock.setTime(start)
  const organization_id = yield* newOrganization
  const accounts = yield* Accounts
  const activity = yield* Activity
  const agenda = yield* AgendaStore
  const campaigns = yield* Campaigns
  const leads = yield* Leads
  const leadStore = yield* LeadStore
  const outgoing = yield* MemoryMailer.Outgoing
  const sequences = yield* Sequences
  const unsubscribes = yield* Unsubscribes
  const work = yield* WorkStore
  const run = <A, E>(effect: Effect.Effect<A, E, CurrentOrganization>) =>
    Effect.orDie(Effect.provideService(effect, CurrentOrganization, { id: organization_id }))
  const account_ids: Array<AccountId> = []
  for (const [i, settings] of accountSettings.entries()) {
    const { id } = yield* run(accounts.create({ email: `a${i}@house.example`, provider: "smtp", settings }))
    account_ids.push(id)
  }
  const campaign_ids: Array<CampaignId> = []
  for (const [i, { accounts, delays, input }] of settings.entries()) {
    const { id } = yield* run(
      campaigns.create({
        name: `Campaign ${i}`,
        account_ids: accounts.map((account) => account_ids[account] ?? assert.fail()),
        bounce_limit: null,
        ...input
      })
    )
    for (const [step, delay_days] of delays.entries()) {
      yield* run(
        sequences.create(id, {
          ...(step === 0 ? { subject: "Hello" } : {}),
          body: `Step ${step}`,
          delay_days
        })
      )
    }
    campaign_ids.push(id)
  }

  const happenings: Array<Happening> = []
  const happen = (at: number, run: Effect.Effect<void>) => {
    const after = happenings.findIndex((other) => other.at > at)
    happenings.splice(after === -1 ? happenings.length : after, 0, { at, run })
  }
  const leadIds = new Map<string, LeadId>()
  /** Since when nothing may be sent to a lead. */
  const stoppedAt = new Map<string, number>()
  /** Nobody goes on with these. */
  const unsubscribed = new Set<string>()
  const stop = (email: string, at: number) => stoppedAt.set(email, Math.min(stoppedAt.get(email) ?? Infinity, at))

  const wave = (index: number, { leads: count }: Setting, number: number): Effect.Effect<void> =>
    Effect.gen(function* () {
      const campaign_id = campaign_ids[index] ?? assert.fail()
      const emails = Array.from({ length: count }, (_, i) => ({ email: `l${index}-${number}-${i}@lead.example` }))
      const { data } = yield* run(leads.create({ campaign_id, leads: emails }))
      for (const [i, { id }] of data.entries()) leadIds.set(emails[i]?.email ?? "", id ?? assert.fail())
      if (number === 0) yield* run(campaigns.start(campaign_id))
    })
  for (const [i, setting] of settings.entries()) {
    for (const [number, at] of waves.entries()) happen(at + i * hour, wave(i, setting, number))
  }

  /** People and machines answer a mail that was sent. */
  const answer = Effect.fnUntraced(function* (
    email: string,
    mail: (typeof outgoing.submitted)[number]["mail"],
    at: number
  ) {
    const lead_id = leadIds.get(email) ?? assert.fail()
    const chance = yield* Random.next
    const later = at + (yield* Random.nextIntBetween(hour, 4 * day))
    const event = (type: string, at: number, stops: boolean) =>
      happen(
        at,
        Effect.gen(function* () {
          if (stops) stop(email, at)
          const { message_id } = mail
          const occurred_at = fromMillis(at)
          const { data } = yield* run(activity.record([{ type, lead_id, occurred_at, message_id, data: {} }]))
          assert.deepStrictEqual(
            data.map(({ status }) => status),
            ["recorded"]
          )
        })
      )
    if (chance < 0.08) {
      event("replied", later, true)
      // A person goes on with some of them.
      if (chance < 0.02) {
        const again = later + 5 * day
        happen(
          again,
          Effect.gen(function* () {
            if (stoppedAt.get(email) !== later || unsubscribed.has(email)) return
            stoppedAt.delete(email)
            yield* run(leads.update(lead_id, { stop_sending: false }))
          })
        )
      }
    } else if (chance < 0.13)
      event("auto_replied", at + minute, settings[campaignOf(email)]?.input.stop_on_auto_reply === true)
    else if (chance < 0.14) event("bounced", at + 5 * minute, true)
    else if (chance < 0.15) event("soft_bounced", at + hour, false)
    else if (chance < 0.17) {
      const token = tokenIn(decodeURIComponent(mail.headers["List-Unsubscribe"] ?? "").replaceAll(">", " "))
      happen(
        later,
        Effect.gen(function* () {
          stop(email, later)
          unsubscribed.add(email)
          assert.strictEqual(yield* run(unsubscribes.unsubscribe(token ?? assert.fail("There is no token"))), email)
        })
      )
    }
  })

  const tries: Array<Try> = []
  const wrong: Array<string> = []
  /** The tries whose next step has to be on the agenda. */
  const fresh: Array<Try> = []
  const attempt = Effect.gen(function* () {
    const at = yield* Clock.currentTimeMillis
    const mail = outgoing.submitted.at(-1)?.mail ?? assert.fail()
    const email = mail.to.email
    const outcome = outcomeOf(yield* Random.next)
    const done: Try = {
      at,
      email,
      account: account_ids.indexOf(mail.account.id),
      step: Number(/Step (\d)/u.exec(mail.text)?.[1]),
      outcome: outcome.outcome,
      message_id: mail.message_id
    }
    if (stoppedAt.has(email)) wrong.push(`${email} got a mail at ${fromMillis(at)}, but was stopped`)
    tries.push(done)
    if (outcome.outcome === "sent") {
      fresh.push(done)
      yield* answer(email, mail, at)
    }
    if (outcome.outcome === "refused" && outcome.code === 550) stop(email, at)
    return outcome
  })

  const handler = yield* Mailroom.mailSender
  let turns = 0
  /** Does everything that is due now. */
  const turn = Effect.gen(function* () {
    const now = fromMillis(yield* Clock.currentTimeMillis)
    const lanes = (yield* run(work.due(kind, { now, limit: 100 }))).map(({ lane }) => ({ lane, room: 1 }))
    const claim = `claim ${turns++}`
    const until = fromMillis(toMillis(now) + hour)
    const items = yield* run(work.claim(organization_id, kind, { claim, lanes, now, until }))
    const outcomes = yield* Effect.forEach(
      items,
      Effect.fnUntraced(function* (item) {
        const again = yield* run(handler.handle({ ...item, organization_id, isStopping: () => false }))
        if (again === null) return { key: item.key, again }
        // A worker that only looks again may be late.
        const isLook = toMillis(again) - toMillis(now) === 10 * minute
        const late = isLook ? yield* Random.nextIntBetween(0, 100 * minute) : 0
        return { key: item.key, again: fromMillis(toMillis(again) + late), attempts: 0 }
      }),
      { concurrency: "unbounded" }
    )
    yield* run(work.settle(organization_id, kind, { claim, now, outcomes }))
    for (const { at, email, step } of fresh.splice(0)) {
      const lead_id = leadIds.get(email) ?? assert.fail()
      const [row] = yield* run(agenda.findMany(organization_id, [lead_id]))
      const { delays, input } = settings[campaignOf(email)] ?? assert.fail()
      const delay = delays[step + 1]
      const next =
        delay === undefined
          ? { state: "done" }
          : { state: "waiting", due_at: fromMillis(daysLater(input.timezone, at, delay)) }
      const stored = row?.state === "done" ? { state: row.state } : { state: row?.state, due_at: row?.due_at }
      if (JSON.stringify(stored) !== JSON.stringify(next)) {
        wrong.push(
          `${email}, step ${step} at ${fromMillis(at)}: next ${JSON.stringify(stored)}, not ${JSON.stringify(next)}`
        )
      }
    }
  })

  let prepared = 0
  while (true) {
    for (; prepared < outgoing.submitted.length + 1_000; prepared++) outgoing.next(attempt)
    const next = yield* run(work.next(kind))
    const [happening] = happenings
    if (next === null && happening === undefined) break
    const now = yield* Clock.currentTimeMillis
    const at = Math.min(happening?.at ?? Infinity, next === null ? Infinity : toMillis(next))
    if (at > now) yield* TestClock.setTime(at)
    if (happening?.at === at) {
      happenings.shift()
      yield* happening.run
    } else yield* turn
  }
  const found = yield* run(leadStore.findMany(organization_id, [...leadIds.values()]))
  const rows = yield* run(agenda.findMany(organization_id, [...leadIds.values()]))
  return {
    tries,
    turns,
    /** Mails and rows of the agenda that should not be. */
    wrong,
    ended: yield* Clock.currentTimeMillis,
    /** The leads that are not stopped, and are not done. */
    left: found.filter(
      ({ id, stop_sending }) => !stop_sending && rows.find(({ lead_id }) => lead_id === id)?.state !== "done"
    ),
    campaigns: yield* Effect.forEach(campaign_ids, (id) => Effect.map(run(campaigns.find(id)), ({ status }) => status))
  }
})
