/** A rehearsal foresees what the engine then does with the same clock and the same answers, mail for mail, over weeks. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Activity } from "../../src/activity/Activity.ts"
import type { SettingsPatch } from "../../src/accounts/Account.ts"
import type { SendWindow } from "../../src/campaigns/SendWindow.ts"
import { CampaignId, type LeadId } from "../../src/ids.ts"
import { reactionTo, type Reaction, recipientsOf } from "../../src/sending/Recipients.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { played, rates } from "./RehearsalWorld.ts"
import { type Mailing, seeded, test } from "./Mailing.ts"

const windows: ReadonlyArray<SendWindow> = [
  { days: [1, 2, 3, 4, 5], from: "08:00", to: "18:00" },
  { days: [1, 2, 3, 4, 5], from: "09:30", to: "12:00" },
  { days: [2, 4], from: "13:00", to: "17:00" },
  { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" }
]
const zones = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"]

/** Leads by their addresses. */
type Leads = ReadonlyMap<string, LeadId>

/** A campaign drawn from a seed: its accounts, window, limits and steps. */
const drawn = (seed: number) => {
  const below = seeded(seed * 7_919 + 1)
  below(2)
  const pick = <A>(items: ReadonlyArray<A>): A => items[below(items.length)] ?? assert.fail()
  const accounts = Array.from({ length: 1 + below(3) }, (): SettingsPatch => ({
    min_delay_minutes: pick([5, 10, 20]),
    daily_limit: pick([4, 8, 100]),
    timezone: pick(zones)
  }))
  return {
    hasOther: seed % 2 === 0,
    setting: {
      accounts,
      leads: 20 + below(60),
      isDraft: true,
      campaign: {
        daily_limit: pick([4, 10, 100]),
        new_lead_share: pick([0, 20, 50]),
        send_window: pick(windows),
        timezone: pick(zones),
        bounce_limit: below(2) === 0 ? null : 5
      },
      steps: [
        { subject: "Hello", body: "Dear {{first_name|there}}" },
        { subject: null, body: "Again", delay_days: pick([1, 2, 3]) },
        { subject: null, body: "Last", delay_days: pick([2, 7]) }
      ]
    }
  }
}

/** Another campaign shares the first account. Returns its leads by their addresses. */
const startOther = Effect.fnUntraced(function* ({ account_ids, asTenant, campaigns, leads, sequences }: Mailing) {
  const { id } = yield* asTenant(
    campaigns.create({ name: "Other", account_ids: account_ids.slice(0, 1), daily_limit: 3, bounce_limit: null })
  )
  yield* asTenant(sequences.create(id, { subject: "Other", body: "Other" }))
  const inputs = Array.from({ length: 20 }, (_, i) => ({ email: `other${i}@lead.example` }))
  const { data } = yield* asTenant(leads.create({ campaign_id: id, leads: inputs }))
  yield* asTenant(campaigns.start(id))
  return new Map(inputs.map(({ email }, i) => [email, data[i]?.id ?? assert.fail()]))
})

/** Lets the engine send, and the leads react, for these weeks. Returns each mail of the campaign with its instant. */
const live = Effect.fnUntraced(function* (given: Mailing, others: Leads, end: Timestamp.Timestamp) {
  const activity = yield* Activity
  const { asTenant, lead_ids, outgoing } = given
  const reactions: Array<Reaction> = []
  const numbers = new Map<string, number>()
  const sent: Array<string> = []
  const idOf: Leads = new Map([...others, ...lead_ids.map((id, i) => [`lead${i}@lead.example`, id] as const)])
  const recipients = recipientsOf(
    [
      ...lead_ids.map((id) => ({ id, campaign_id: given.campaign_id })),
      ...[...others.values()].map((id) => ({
        id,
        campaign_id: CampaignId.make("018f0000-0000-7000-8000-000000000000")
      }))
    ],
    rates
  )
  let known = outgoing.submitted.length
  for (;;) {
    const now = yield* Timestamp.now
    for (let next = reactions[0]; next !== undefined && next.at <= now; next = reactions[0]) {
      reactions.shift()
      const { at: occurred_at, lead_id, type } = next
      yield* asTenant(activity.record([{ type, lead_id, occurred_at, data: {} }]))
    }
    yield* given.work
    for (const { mail } of outgoing.submitted.slice(known)) {
      const lead_id = idOf.get(mail.to.email)
      if (lead_id === undefined) continue
      const number = (numbers.get(mail.to.email) ?? 0) + 1
      numbers.set(mail.to.email, number)
      sent.push(`${now} ${mail.account.email} ${mail.to.email}`)
      const reaction = reactionTo(
        lead_id,
        { number, total: others.has(mail.to.email) ? 1 : 3, sent_at: now },
        recipients
      )
      if (reaction !== null) reactions.push(reaction)
    }
    reactions.sort((a, b) => (a.at < b.at ? -1 : 1))
    known = outgoing.submitted.length
    const due = yield* given.nextDue
    const [reaction] = reactions
    const next = [due, reaction?.at].filter((at) => at !== undefined && at !== null).toSorted()[0]
    if (next === undefined || next >= end) break
    if (next > now) yield* TestClock.setTime(Timestamp.toMillis(next))
  }
  return sent
})

describe("A rehearsal is what the engine then does", () => {
  for (let seed = 1; seed <= 10; seed++) {
    const { hasOther, setting } = drawn(seed)
    test(`campaign ${seed}`, setting, function* (given) {
      const now = yield* Timestamp.now
      const others: Leads = hasOther ? yield* startOther(given) : new Map()
      const play = yield* played(given, { weeks: 6 })
      yield* given.asTenant(given.campaigns.start(given.campaign_id))
      const end = Timestamp.plus(now, 5 * 7 * 86_400_000)
      const sent = yield* live(given, others, end)
      const emails = new Map(play.actors.map(({ sender: { account } }) => [account.id, account.email]))
      const foreseen = play.shared.mails
        .filter(({ at }) => at < end)
        .map(({ account_id, at, lead }) => `${at} ${emails.get(account_id)} ${lead.email}`)
      assert.isAbove(sent.length, 20)
      assert.deepStrictEqual(foreseen, sent)
    })
  }
})
