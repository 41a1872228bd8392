/** Mails go out by the clock of each lead, and not on days off: cases with the instants at which each mail must go out. */
import { assert, describe } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import type { NewCampaign } from "../../src/campaigns/Campaign.ts"
import { Holidays } from "../../src/campaigns/Holidays.ts"
import type { NewLead } from "../../src/leads/Lead.ts"
import type { NewSequence } from "../../src/sequences/Sequence.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { layer, type Mailing, test } from "./Mailing.ts"

/** Calendars with one holiday each. */
const calendars = Layer.succeed(Holidays, {
  calendarOf: (region) => {
    const days: Readonly<Record<string, string>> = { NO: "2026-05-01", NP: "2026-03-03", "DE-BY": "2026-06-04" }
    const day = days[region]
    return day === undefined ? Effect.fail(`there is no calendar of ${region}`) : Effect.succeed((date) => date === day)
  }
})
const withCalendars = Layer.provideMerge(layer, calendars)

/** Lets time pass until the end of a day, and gives accounts their turns whenever they are due. */
const passUntil = (given: Mailing, date: string) =>
  Effect.gen(function* () {
    const end = Date.parse(date)
    for (let rounds = 0; ; rounds++) {
      if (rounds > 5_000) return yield* Effect.die(new Error("The accounts are due for ever"))
      yield* given.work
      const now = Timestamp.toMillis(yield* Timestamp.now)
      if (now >= end) return
      const due = yield* given.nextDue
      yield* TestClock.setTime(Math.min(end, due === null ? end : Math.max(now + 1, Timestamp.toMillis(due))))
    }
  })

const morning = { days: [1, 2, 3, 4, 5], from: "09:00", to: "17:00" }
const lead = (name: string, fields: Partial<NewLead> = {}) => ({ email: `${name}@lead.example`, ...fields })

/** Each mail as its recipient and the instant, to the minute. */
const sentOf = ({ sendsOf }: Mailing) =>
  Effect.map(sendsOf, (sends) =>
    sends
      .filter(({ outcome }) => outcome === "sent")
      .map(({ begun_at, position, to_email }) => `${to_email.split("@")[0]} ${position}: ${begun_at?.slice(0, 16)}`)
  )

interface Case {
  readonly at: string
  readonly campaign?: Partial<NewCampaign>
  readonly leads: ReadonlyArray<NewLead>
  readonly steps?: ReadonlyArray<NewSequence>
  readonly until: string
  readonly sent: ReadonlyArray<string>
}

const [one] = [{ subject: "Hello", body: "One" }]
const cases: Readonly<Record<string, Case>> = {
  "9 in the morning of Kathmandu, which is 5:45 ahead": {
    at: "2026-03-02T20:00Z",
    leads: [lead("nepal", { timezone: "Asia/Kathmandu" })],
    until: "2026-03-04T00:00Z",
    sent: ["nepal 1: 2026-03-03T03:15"]
  },
  "at once where it is day, and in the morning elsewhere": {
    at: "2026-03-02T09:30Z",
    leads: [
      lead("oslo", { timezone: "Europe/Oslo" }),
      lead("denver", { timezone: "America/Denver" }),
      lead("sydney", { timezone: "Australia/Sydney" })
    ],
    until: "2026-03-03T12:00Z",
    sent: ["oslo 1: 2026-03-02T09:30", "denver 1: 2026-03-02T16:00", "sydney 1: 2026-03-02T22:00"]
  },
  "by the campaign's clock where the zone is unknown": {
    at: "2026-03-02T20:00Z",
    campaign: { timezone: "America/New_York" },
    leads: [lead("unknown"), lead("berlin", { timezone: "Europe/Berlin" })],
    until: "2026-03-04T00:00Z",
    sent: ["unknown 1: 2026-03-02T20:00", "berlin 1: 2026-03-03T08:00"]
  },
  "by the country of a lead": {
    at: "2026-03-02T20:00Z",
    leads: [
      lead("japan", { custom_fields: { country: "Japan" } }),
      lead("texas", { custom_fields: { country: "USA", state: "TX" } })
    ],
    until: "2026-03-04T00:00Z",
    sent: ["texas 1: 2026-03-02T20:00", "japan 1: 2026-03-03T00:00"]
  },
  "by the offset of a lead": {
    at: "2026-03-02T20:00Z",
    leads: [lead("offset", { custom_fields: { utc_offset: "+10:00" } })],
    until: "2026-03-04T00:00Z",
    sent: ["offset 1: 2026-03-02T23:00"]
  },
  "its own zone before its country": {
    at: "2026-03-02T20:00Z",
    leads: [lead("moved", { timezone: "Asia/Tokyo", custom_fields: { country: "Germany" } })],
    until: "2026-03-04T00:00Z",
    sent: ["moved 1: 2026-03-03T00:00"]
  },
  "not the zone of leads unless the campaign says so": {
    at: "2026-03-02T20:00Z",
    campaign: { window_zone: "campaign" },
    leads: [lead("tokyo", { timezone: "Asia/Tokyo" })],
    until: "2026-03-04T00:00Z",
    sent: ["tokyo 1: 2026-03-03T09:00"]
  },
  "9 in the morning before and after the clock changes in New York (March 8)": {
    at: "2026-03-06T13:00Z",
    leads: [lead("york", { timezone: "America/New_York" })],
    steps: [one, { subject: null, body: "Two", delay_days: 3 }],
    until: "2026-03-11T00:00Z",
    sent: ["york 1: 2026-03-06T14:00", "york 2: 2026-03-09T13:00"]
  },
  "9 in the morning while only one of two zones has changed its clock": {
    at: "2026-03-09T00:00Z",
    leads: [lead("york", { timezone: "America/New_York" }), lead("berlin", { timezone: "Europe/Berlin" })],
    until: "2026-03-10T00:00Z",
    sent: ["berlin 1: 2026-03-09T08:00", "york 1: 2026-03-09T13:00"]
  },
  "on Lord Howe, whose clock changes by half an hour (April 5)": {
    at: "2026-04-02T20:00Z",
    leads: [lead("howe", { timezone: "Australia/Lord_Howe" })],
    steps: [one, { subject: null, body: "Two", delay_days: 3 }],
    until: "2026-04-08T00:00Z",
    sent: ["howe 1: 2026-04-02T22:00", "howe 2: 2026-04-05T22:30"]
  },
  "at the same time of the lead's day, some days later": {
    at: "2026-03-02T18:20Z",
    leads: [lead("denver", { timezone: "America/Denver" })],
    steps: [one, { subject: null, body: "Two", delay_days: 2 }],
    until: "2026-03-06T00:00Z",
    sent: ["denver 1: 2026-03-02T18:20", "denver 2: 2026-03-04T18:20"]
  },
  "a follow-up that is due in the weekend of the lead on Monday": {
    at: "2026-03-05T20:30Z",
    leads: [lead("auckland", { timezone: "Pacific/Auckland" })],
    steps: [one, { subject: null, body: "Two", delay_days: 1 }],
    until: "2026-03-10T00:00Z",
    sent: ["auckland 1: 2026-03-05T20:30", "auckland 2: 2026-03-08T20:00"]
  },
  "on Sunday in UTC, when Monday has begun in Kiritimati": {
    at: "2026-03-08T12:00Z",
    leads: [lead("kiritimati", { timezone: "Pacific/Kiritimati" }), lead("midway", { timezone: "Pacific/Midway" })],
    until: "2026-03-10T00:00Z",
    sent: ["kiritimati 1: 2026-03-08T19:00", "midway 1: 2026-03-09T20:00"]
  },
  "not on a day off": {
    at: "2026-12-23T18:00Z",
    campaign: { window_zone: "campaign", skip_days: ["2026-12-24", "2026-12-25"] },
    leads: [lead("ada")],
    until: "2026-12-30T00:00Z",
    sent: ["ada 1: 2026-12-28T09:00"]
  },
  "on a day off as the lead's calendar shows it": {
    at: "2026-12-23T18:00Z",
    campaign: { skip_days: ["2026-12-24"] },
    leads: [lead("oslo", { timezone: "Europe/Oslo" }), lead("hawaii", { timezone: "Pacific/Honolulu" })],
    until: "2026-12-30T00:00Z",
    sent: ["hawaii 1: 2026-12-23T19:00", "oslo 1: 2026-12-25T08:00"]
  },
  "not on a holiday of the campaign's country": {
    at: "2026-04-30T18:00Z",
    campaign: { window_zone: "campaign", holidays: "NO" },
    leads: [lead("ada")],
    until: "2026-05-06T00:00Z",
    sent: ["ada 1: 2026-05-04T09:00"]
  },
  "not on a holiday, by the lead's clock": {
    at: "2026-03-02T18:00Z",
    campaign: { holidays: "NP" },
    leads: [lead("nepal", { timezone: "Asia/Kathmandu" })],
    until: "2026-03-06T00:00Z",
    sent: ["nepal 1: 2026-03-04T03:15"]
  },
  "after business days": {
    at: "2026-03-05T10:10Z",
    campaign: { window_zone: "campaign" },
    leads: [lead("ada")],
    steps: [one, { subject: null, body: "Two", delay_days: 2, delay_unit: "business_days" }],
    until: "2026-03-12T00:00Z",
    sent: ["ada 1: 2026-03-05T10:10", "ada 2: 2026-03-09T10:10"]
  },
  "after business days, without holidays and days off": {
    at: "2026-04-29T10:10Z",
    campaign: { window_zone: "campaign", holidays: "NO", skip_days: ["2026-05-04"] },
    leads: [lead("ada")],
    steps: [one, { subject: null, body: "Two", delay_days: 2, delay_unit: "business_days" }],
    until: "2026-05-08T00:00Z",
    sent: ["ada 1: 2026-04-29T10:10", "ada 2: 2026-05-05T10:10"]
  },
  "after business days of the lead's calendar, also across a change of the clock": {
    at: "2026-03-06T15:10Z",
    leads: [lead("york", { timezone: "America/New_York" })],
    steps: [one, { subject: null, body: "Two", delay_days: 1, delay_unit: "business_days" }],
    until: "2026-03-12T00:00Z",
    sent: ["york 1: 2026-03-06T15:10", "york 2: 2026-03-09T14:10"]
  },
  "at once with a delay of no business days": {
    at: "2026-03-06T15:10Z",
    leads: [lead("york", { timezone: "America/New_York" })],
    steps: [one, { subject: null, body: "Two", delay_days: 0, delay_unit: "business_days" }],
    until: "2026-03-07T00:00Z",
    sent: ["york 1: 2026-03-06T15:10", "york 2: 2026-03-06T15:10"]
  },
  "all leads of many zones in one day, each in its morning": {
    at: "2026-03-02T00:00Z",
    leads: [
      "Pacific/Auckland",
      "Asia/Tokyo",
      "Asia/Kolkata",
      "Europe/Berlin",
      "America/Sao_Paulo",
      "America/Los_Angeles"
    ].map((timezone, i) => lead(`lead${i}`, { timezone })),
    until: "2026-03-03T00:00Z",
    sent: [
      "lead0 1: 2026-03-02T00:00",
      "lead1 1: 2026-03-02T00:00",
      "lead2 1: 2026-03-02T03:30",
      "lead3 1: 2026-03-02T08:00",
      "lead4 1: 2026-03-02T12:00",
      "lead5 1: 2026-03-02T17:00"
    ]
  },
  "the day's limit of the campaign also to those whose morning comes later": {
    at: "2026-03-02T00:00Z",
    campaign: { daily_limit: 1 },
    leads: [lead("la", { timezone: "America/Los_Angeles" }), lead("tokyo", { timezone: "Asia/Tokyo" })],
    until: "2026-03-04T00:00Z",
    sent: ["tokyo 1: 2026-03-02T00:00", "la 1: 2026-03-03T00:00"]
  }
}

const begin = Effect.fnUntraced(function* (given: Mailing, { at, leads }: Pick<Case, "at" | "leads">) {
  yield* TestClock.setTime(Date.parse(at))
  const { asTenant, campaign_id } = given
  const { data } = yield* asTenant(given.leads.create({ campaign_id, leads }))
  return data.map(({ id }) => id ?? assert.fail())
})
const setting = ({ campaign, steps = [one] }: Pick<Case, "campaign" | "steps">) => ({
  leads: 0,
  steps,
  campaign: { send_window: morning, window_zone: "lead" as const, daily_limit: 100, ...campaign }
})

describe("A mail goes out", () => {
  for (const [name, one] of Object.entries(cases)) {
    test(
      name,
      { ...setting(one), leads: 1 },
      function* (given) {
        // A lead starts the campaign, and is gone before the first mail.
        yield* given.asTenant(given.leads.remove({ ids: given.lead_ids }))
        yield* begin(given, one)
        yield* passUntil(given, one.until)
        assert.deepStrictEqual(yield* sentOf(given), one.sent)
      },
      withCalendars
    )
  }
})

const tokyo = { ...setting({}), leads: 1 }

describe("A lead that waits for its morning", () => {
  const park = Effect.fnUntraced(function* (given: Mailing) {
    yield* given.asTenant(given.leads.remove({ ids: given.lead_ids }))
    const [id = assert.fail()] = yield* begin(given, {
      at: "2026-03-02T12:00Z",
      leads: [lead("ada", { timezone: "Asia/Tokyo" })]
    })
    yield* given.work
    assert.lengthOf(given.outgoing.submitted, 0)
    return id
  })

  test("is upcoming at the true instant, with the reason", tokyo, function* (given) {
    const lead_id = yield* park(given)
    const at = Timestamp.Timestamp.make("2026-03-03T00:00:00.000Z")
    const { accounts, reason, window } = yield* given.upcoming
    assert.deepStrictEqual([reason, window], ["outside_window", { is_open: false, opens_at: at }])
    assert.deepInclude(accounts[0], { reason: "outside_window", next_at: at })
    assert.deepInclude(accounts[0]?.next, { lead_id, due_at: at })
    const outlook = yield* given.asTenant(given.sending.outlook({}))
    assert.deepStrictEqual(
      outlook.mails.map(({ at, lead_id }) => [lead_id, at]),
      [[lead_id, at]]
    )
    const today = yield* given.asTenant(given.sending.outlook({ day: "2026-03-02" }))
    assert.deepStrictEqual(
      today.held.map(({ lead_id, reason }) => [lead_id, reason]),
      []
    )
  })

  test("goes at once when its zone turns out to be another one", tokyo, function* (given) {
    const id = yield* park(given)
    yield* given.rest
    yield* given.asTenant(given.leads.update(id, { timezone: "Europe/Berlin" }))
    yield* given.work
    assert.deepStrictEqual(yield* sentOf(given), ["ada 1: 2026-03-02T12:00"])
  })

  test("goes at once when an import gives it the country, and no zone", tokyo, function* (given) {
    const id = yield* park(given)
    const { asTenant, campaign_id, leads } = given
    yield* asTenant(leads.update(id, { timezone: null, custom_fields: { country: "Japan" } }))
    yield* given.work
    assert.lengthOf(given.outgoing.submitted, 0)
    const again = [lead("ada", { custom_fields: { country: "Germany" } })]
    yield* asTenant(leads.create({ campaign_id, leads: again, on_duplicate: "update" }))
    yield* given.work
    assert.deepStrictEqual(yield* sentOf(given), ["ada 1: 2026-03-02T12:00"])
  })

  test("goes at once when the campaign follows its own clock again", tokyo, function* (given) {
    yield* park(given)
    yield* given.rest
    yield* given.asTenant(given.campaigns.update(given.campaign_id, { window_zone: "campaign" }))
    yield* given.work
    assert.deepStrictEqual(yield* sentOf(given), ["ada 1: 2026-03-02T12:00"])
  })

  test("waits longer when its morning becomes a day off", tokyo, function* (given) {
    yield* park(given)
    yield* given.asTenant(given.campaigns.update(given.campaign_id, { skip_days: ["2026-03-03"] }))
    yield* passUntil(given, "2026-03-05T00:00Z")
    assert.deepStrictEqual(yield* sentOf(given), ["ada 1: 2026-03-04T00:00"])
  })
})
