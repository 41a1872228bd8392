/** A campaign drawn by chance, in which `upcoming` says what the engine then sends. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { SettingsPatch } from "../../src/accounts/Account.ts"
import { Blacklist } from "../../src/blacklist/Blacklist.ts"
import type { CampaignRecord, NewCampaign } from "../../src/campaigns/Campaign.ts"
import type { SendWindow } from "../../src/campaigns/SendWindow.ts"
import type { CampaignId } from "../../src/ids.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import type { NewSequence } from "../../src/sequences/Sequence.ts"
import { isInside, localOf } from "./LocalTime.ts"
import { type Mailing, seeded, test } from "./Mailing.ts"

const minute = 60_000
const windows: ReadonlyArray<SendWindow> = [
  { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" },
  { days: [1, 2, 3, 4, 5], from: "08:00", to: "18:00" },
  { days: [1, 2, 3, 4, 5], from: "09:30", to: "12:00" },
  { days: [2, 4], from: "13:00", to: "17:00" }
]
const zones = ["UTC", "Europe/Berlin", "America/New_York"]
const zonesOfLeads = [
  null,
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Kiritimati",
  "America/Los_Angeles",
  "Europe/Berlin"
]

/** A setting and the acts of a person before the comparison, drawn from a seed. */
const drawn = (seed: number) => {
  const below = seeded(seed * 7_919 + 1)
  // The first number of a generator is close to its seed.
  below(2)
  const pick = <A>(items: ReadonlyArray<A>): A => items[below(items.length)] ?? assert.fail()
  const accounts = Array.from({ length: 1 + below(3) }, (): SettingsPatch => ({
    min_delay_minutes: pick([5, 10, 20]),
    daily_limit: pick([2, 3, 5, 100]),
    timezone: pick(zones)
  }))
  return {
    setting: {
      accounts,
      leads: 3 + below(12),
      campaign: {
        daily_limit: pick([1, 2, 4, 100]),
        new_lead_share: pick([0, 20, 50, 100]),
        send_window: pick(windows),
        timezone: pick(zones)
      } as Partial<NewCampaign>,
      steps: [
        { subject: "Hello", body: "Dear {{first_name|there}}" },
        { subject: null, body: "Again", delay_days: pick([0, 1, 3]) },
        { subject: null, body: "Last", delay_days: pick([1, 2]) }
      ] as ReadonlyArray<NewSequence>
    },
    other:
      below(2) === 0 ? null : { daily_limit: pick([1, 3, 100]), send_window: pick(windows), timezone: pick(zones) },
    minutes: below(3 * 24 * 60),
    stops: below(4),
    blocks: below(3),
    below
  }
}

/** Lets time pass in steps of a minute, and gives accounts that are due their turns, until a mail goes out or it ends. */
const passUntil = (given: Mailing, isOver: () => boolean, end: Timestamp.Timestamp) =>
  Effect.gen(function* () {
    while (!isOver() && (yield* Timestamp.now) < end) {
      yield* given.work
      if (isOver()) return
      const due = yield* given.nextDue
      const now = Timestamp.toMillis(yield* Timestamp.now)
      const at = due === null ? Timestamp.toMillis(end) : Math.max(now + 1, Timestamp.toMillis(due))
      yield* TestClock.setTime(Math.min(at, Timestamp.toMillis(end)))
    }
  })

/** The mails of a campaign, with their account, lead, position and instant. */
const sentOf = ({ asTenant, sends }: Mailing, campaign_id: CampaignId) =>
  Effect.map(asTenant(sends.page({ limit: 100 })), ({ data }) =>
    data.toReversed().filter((send) => send.campaign_id === campaign_id)
  )

/** A campaign whose window follows the clock of each lead, with days off, and delays in business days. */
const zoned = ({ setting, ...rest }: ReturnType<typeof drawn>, seed: number): ReturnType<typeof drawn> => ({
  ...rest,
  setting: {
    ...setting,
    campaign: {
      ...setting.campaign,
      window_zone: "lead",
      skip_days: ["2026-03-04", "2026-03-09"].slice(0, seed % 3)
    },
    steps: setting.steps.map((step, i) => ((seed + i) % 2 === 0 ? { ...step, delay_unit: "business_days" } : step))
  }
})

/** A campaign whose steps after the first have conditions. Nobody opens or clicks, so that leads skip some steps, or end. */
const conditional = (given: ReturnType<typeof drawn>, seed: number) => ({
  ...given,
  setting: {
    ...given.setting,
    publicUrl: "https://mail.example",
    campaign: { ...given.setting.campaign, track_clicks: true, track_opens: true },
    steps: given.setting.steps.map((step, i) => ({
      ...step,
      condition: {
        kind: kinds[(seed + i) % kinds.length]!,
        otherwise: (seed + i) % 5 === 0 ? ("end" as const) : ("skip" as const)
      }
    }))
  }
})
const kinds = ["clicked", "not_clicked", "opened", "not_opened"] as const

/** Gives each lead a zone by chance, or none. */
const spread = Effect.fnUntraced(function* ({ asTenant, lead_ids, leads }: Mailing, below: (number: number) => number) {
  for (const id of lead_ids) {
    yield* asTenant(leads.update(id, { timezone: zonesOfLeads[below(zonesOfLeads.length)] ?? null }))
  }
})

/** Each mail has gone out while the window of its lead was open, by the clock of the lead. */
const checkWindows = Effect.fnUntraced(function* (
  { asTenant, leads, sends }: Mailing,
  campaign: Pick<CampaignRecord, "id" | "send_window" | "skip_days" | "timezone">
) {
  const { data } = yield* asTenant(sends.page({ limit: 100 }))
  for (const { begun_at, campaign_id, lead_id } of data) {
    if (campaign_id !== campaign.id || lead_id === null || begun_at === null) continue
    const { timezone } = yield* asTenant(leads.find(lead_id))
    const zone = timezone ?? campaign.timezone
    const at = Timestamp.toMillis(begun_at)
    assert.isTrue(isInside(campaign.send_window, zone, at), `${begun_at} in ${zone}`)
    assert.notInclude(campaign.skip_days, localOf(zone, at).date)
  }
})

/** A test for each seed: the first mail of the campaign is the one that `upcoming` names, with its lead, step, account and instant. */
export const comparisons = (first: number, last: number, isZoned = false) => {
  for (let seed = first; seed <= last; seed++) {
    const plain = seed % 3 === 0 ? conditional(drawn(seed), seed) : drawn(seed)
    const { below, blocks, minutes, other, setting, stops } = isZoned ? zoned(plain, seed) : plain
    test(`seed ${seed}`, setting, function* (given) {
      const { account_ids, asTenant, campaign_id, campaigns, lead_ids, leads, sequences } = given
      if (other !== null) {
        const second = yield* asTenant(
          campaigns.create({ name: "Other", account_ids: account_ids.slice(0, 1), ...other })
        )
        yield* asTenant(sequences.create(second.id, { subject: "Other", body: "Other" }))
        const inputs = Array.from({ length: 6 }, (_, i) => ({ email: `other${i}@lead.example` }))
        yield* asTenant(leads.create({ campaign_id: second.id, leads: inputs }))
        yield* asTenant(campaigns.start(second.id))
      }
      if (isZoned) yield* spread(given, below)
      const start = yield* Timestamp.now
      yield* passUntil(given, () => false, Timestamp.plus(start, minutes * minute))
      for (let i = 0; i < stops; i++) {
        const id = lead_ids[below(lead_ids.length)] ?? assert.fail()
        yield* asTenant(leads.update(id, { stop_sending: true }))
      }
      if (blocks > 0) {
        const email = `lead${below(lead_ids.length)}@lead.example`
        yield* asTenant(Blacklist.use((blacklist) => blacklist.add("email", [email])))
        const [found] = (yield* asTenant(leads.page(campaign_id, { email, limit: 1, offset: 0 }))).data
        yield* asTenant(leads.update(found?.id ?? assert.fail(), { stop_sending: false }))
      }
      const asked = yield* given.upcoming
      const asked_at = yield* Timestamp.now
      assert.deepStrictEqual(yield* given.upcoming, asked)
      const before = (yield* sentOf(given, campaign_id)).length
      // The first mail of an account changes what the others do: so only the earliest one is compared.
      const said = asked.accounts
        .flatMap(({ account_id, next, next_at }) =>
          next === null || next_at === null ? [] : [{ account_id, next, at: next_at < asked_at ? asked_at : next_at }]
        )
        .toSorted((a, b) => (a.at < b.at ? -1 : 1))
      let sent: Effect.Success<ReturnType<typeof sentOf>> = []
      const end = Timestamp.plus(asked_at, 7 * 24 * 60 * minute)
      while (sent.length <= before && (yield* Timestamp.now) < end) {
        const count = given.outgoing.submitted.length
        yield* passUntil(given, () => given.outgoing.submitted.length > count, end)
        sent = yield* sentOf(given, campaign_id)
        if (given.outgoing.submitted.length === count) break
      }
      if (isZoned) yield* checkWindows(given, yield* asTenant(campaigns.find(campaign_id)))
      const mail = sent[before]
      const [first] = said
      if (mail === undefined || first === undefined) {
        assert.deepStrictEqual([first?.next ?? null, mail?.to_email ?? null], [null, null])
        return
      }
      // At the same instant, one of several accounts is the first: whichever has its turn.
      const expected = said.filter(({ at }) => at === first.at).map(({ next }) => [next.lead_id, next.position])
      assert.strictEqual(mail.begun_at, first.at)
      assert.deepInclude(expected, [mail.lead_id, mail.position])
      if (mail.position !== 1)
        assert.include(
          said.map(({ account_id }) => account_id),
          mail.account_id
        )
    })
  }
}
