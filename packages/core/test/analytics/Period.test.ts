/** Periods in time zones whose clocks change, at either side of midnight. */
import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { beginningOf } from "../../src/CalendarDate.ts"
import {
  datesOfExtent,
  faultOf,
  faultOfSeries,
  intervalsOf,
  PeriodQuery,
  type Preset,
  resolve,
  todayOf
} from "../../src/analytics/Period.ts"
import { CalendarDate } from "../../src/CalendarDate.ts"
import { bucketOf } from "../../src/analytics/Rollup.ts"
import { fromMillis, type Timestamp } from "../../src/Timestamp.ts"

const fallback = { preset: "all_time", timezone: "UTC" } as const

/** The local date and time of an instant in the zone, according to the calendar of JavaScript. */
const localOf = (instant: string | number, timeZone: string) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(new Date(instant))

const dayAfter = (date: string) => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)

/** Asserts that the instant is the first of that day in the zone. */
const begins = (instant: string | null, date: string, timezone: string) => {
  assert.isNotNull(instant)
  assert.isAtLeast(localOf(instant, timezone).slice(0, 10).localeCompare(date), 0, `${instant} is before ${date}`)
  assert.isBelow(
    localOf(Date.parse(instant) - 1, timezone)
      .slice(0, 10)
      .localeCompare(date),
    0,
    `not the first of ${date}`
  )
}

/** One minute before and after midnight, on days with and without clock changes. */
const moments: ReadonlyArray<readonly [zone: string, instant: string, today: string]> = [
  ["UTC", "2026-03-28T23:59:00Z", "2026-03-28"],
  ["UTC", "2026-03-29T00:01:00Z", "2026-03-29"],
  ["Europe/Berlin", "2026-03-28T22:59:00Z", "2026-03-28"],
  ["Europe/Berlin", "2026-03-28T23:01:00Z", "2026-03-29"],
  ["Europe/Berlin", "2026-03-29T21:59:00Z", "2026-03-29"],
  ["Europe/Berlin", "2026-03-29T22:01:00Z", "2026-03-30"],
  ["Europe/Berlin", "2026-10-24T22:01:00Z", "2026-10-25"],
  ["Europe/Berlin", "2026-10-25T22:59:00Z", "2026-10-25"],
  ["Europe/Berlin", "2026-10-25T23:01:00Z", "2026-10-26"],
  ["America/New_York", "2026-03-08T04:59:00Z", "2026-03-07"],
  ["America/New_York", "2026-03-08T05:01:00Z", "2026-03-08"],
  ["America/New_York", "2026-03-09T03:59:00Z", "2026-03-08"],
  ["America/New_York", "2026-11-01T04:01:00Z", "2026-11-01"],
  ["America/New_York", "2026-11-02T04:59:00Z", "2026-11-01"],
  ["America/New_York", "2026-11-02T05:01:00Z", "2026-11-02"],
  ["Asia/Kathmandu", "2026-03-28T18:14:00Z", "2026-03-28"],
  ["Asia/Kathmandu", "2026-03-28T18:16:00Z", "2026-03-29"],
  ["Australia/Lord_Howe", "2026-04-04T13:01:00Z", "2026-04-05"],
  ["Australia/Lord_Howe", "2026-04-05T13:29:00Z", "2026-04-05"],
  ["Australia/Lord_Howe", "2026-10-03T13:31:00Z", "2026-10-04"],
  ["Australia/Lord_Howe", "2026-10-04T12:59:00Z", "2026-10-04"],
  ["Pacific/Apia", "2011-04-02T10:01:00Z", "2011-04-02"],
  ["Pacific/Apia", "2011-04-03T10:59:00Z", "2011-04-02"],
  ["Pacific/Apia", "2011-09-24T10:59:00Z", "2011-09-23"],
  ["Pacific/Apia", "2011-09-25T09:59:00Z", "2011-09-24"],
  ["Pacific/Apia", "2011-12-30T09:59:00Z", "2011-12-29"],
  ["Pacific/Apia", "2011-12-30T10:01:00Z", "2011-12-31"],
  ["Pacific/Apia", "2026-03-28T10:59:00Z", "2026-03-28"],
  ["Pacific/Apia", "2026-03-28T11:01:00Z", "2026-03-29"]
]

describe("todayOf", () => {
  it("is the day of each instant, in whatever order instants and zones are asked for", () => {
    const zones = ["UTC", "Europe/Berlin", "Pacific/Auckland"]
    const hours = Array.from({ length: 60 }, (_, i) => Date.UTC(2026, 2, 28) + i * 3_600_000)
    for (const millis of [...hours, ...hours.toReversed()]) {
      for (const timezone of zones) {
        const { period } = resolve({ period: "today" }, { preset: "today", timezone }, millis)
        const { end, start } = todayOf(timezone, fromMillis(millis))
        assert.deepStrictEqual([start, end], [period.start, period.end])
      }
    }
  })
})

describe("today", () => {
  it.each(moments)("in %s at %s is %s", (timezone, instant, today) => {
    const { dates, period } = resolve({ period: "today", timezone }, fallback, Date.parse(instant))
    assert.deepStrictEqual(dates, [today, today])
    begins(period.start, today, timezone)
    begins(period.end, dayAfter(today), timezone)
    assert.isTrue((period.start ?? "") <= new Date(instant).toISOString())
    assert.isTrue((period.end ?? "") > new Date(instant).toISOString())
  })
})

describe("a preset", () => {
  type Dates = readonly [first: string, last: string]
  const sunday: Readonly<Record<Exclude<Preset, "all_time">, Dates>> = {
    today: ["2026-03-29", "2026-03-29"],
    yesterday: ["2026-03-28", "2026-03-28"],
    last_7_days: ["2026-03-23", "2026-03-29"],
    last_14_days: ["2026-03-16", "2026-03-29"],
    last_30_days: ["2026-02-28", "2026-03-29"],
    last_90_days: ["2025-12-30", "2026-03-29"],
    this_week: ["2026-03-23", "2026-03-29"],
    last_week: ["2026-03-16", "2026-03-22"],
    this_month: ["2026-03-01", "2026-03-31"],
    last_month: ["2026-02-01", "2026-02-28"]
  }
  const newYear: Readonly<Record<Exclude<Preset, "all_time">, Dates>> = {
    today: ["2029-01-01", "2029-01-01"],
    yesterday: ["2028-12-31", "2028-12-31"],
    last_7_days: ["2028-12-26", "2029-01-01"],
    last_14_days: ["2028-12-19", "2029-01-01"],
    last_30_days: ["2028-12-03", "2029-01-01"],
    last_90_days: ["2028-10-04", "2029-01-01"],
    this_week: ["2029-01-01", "2029-01-07"],
    last_week: ["2028-12-25", "2028-12-31"],
    this_month: ["2029-01-01", "2029-01-31"],
    last_month: ["2028-12-01", "2028-12-31"]
  }
  const isPreset = Schema.is(PeriodQuery.fields.period.schema)
  const rows = [
    ["2026-03-29T12:00:00Z", sunday] as const,
    // A Monday that is also the first day of a month and of a year.
    ["2029-01-01T12:00:00Z", newYear] as const
  ].flatMap(([instant, presets]) => Object.entries(presets).map(([preset, dates]) => ({ instant, preset, dates })))

  it.each(rows)("$preset at $instant is $dates, in every zone", ({ dates, instant, preset }) => {
    assert.isTrue(isPreset(preset))
    if (!isPreset(preset)) return
    // Shifts noon in UTC to the same local date in each zone: in Apia noon in UTC is already the next day.
    for (const [timezone, hours] of [
      ["UTC", 0],
      ["Europe/Berlin", 0],
      ["America/New_York", 0],
      ["Asia/Kathmandu", 0],
      ["Australia/Lord_Howe", -3],
      ["Pacific/Apia", -6]
    ] as const) {
      const now = Date.parse(instant) + hours * 3_600_000
      const answer = resolve({ period: preset, timezone }, fallback, now)
      assert.deepStrictEqual(answer.dates, dates)
      assert.strictEqual(answer.period.preset, preset)
      assert.strictEqual(answer.period.timezone, timezone)
      begins(answer.period.start, dates[0], timezone)
      begins(answer.period.end, dayAfter(dates[1]), timezone)
    }
  })

  it("all_time has no bounds", () => {
    assert.deepStrictEqual(resolve({ period: "all_time", timezone: "Asia/Kathmandu" }, fallback, 0), {
      period: { preset: "all_time", start: null, end: null, timezone: "Asia/Kathmandu" },
      dates: null
    })
  })

  it("and a zone are the fallback's where the query names none", () => {
    const { period } = resolve(
      {},
      { preset: "yesterday", timezone: "Europe/Berlin" },
      Date.parse("2026-03-30T12:00:00Z")
    )
    assert.deepStrictEqual<unknown>(period, {
      preset: "yesterday",
      start: "2026-03-28T23:00:00.000Z",
      end: "2026-03-29T22:00:00.000Z",
      timezone: "Europe/Berlin"
    })
  })
})

describe("all time, as days", () => {
  const now = Date.parse("2026-03-02T12:00:00Z")
  const extent = (first: string, last: string) => ({ first: first as Timestamp, last: last as Timestamp })
  it.each([
    ["without sums", undefined, "UTC", "2026-03-02", "2026-03-02"],
    ["until today", extent("2026-01-31T23:45:00.000Z", "2026-02-01T00:00:00.000Z"), "UTC", "2026-01-31", "2026-03-02"],
    [
      "in a zone",
      extent("2026-01-31T23:45:00.000Z", "2026-02-01T00:00:00.000Z"),
      "Asia/Tokyo",
      "2026-02-01",
      "2026-03-02"
    ],
    [
      "until a later sum",
      extent("2026-03-03T00:00:00.000Z", "2026-03-03T11:00:00.000Z"),
      "UTC",
      "2026-03-02",
      "2026-03-03"
    ]
  ] as const)("%s", (_, sums, timezone, first, last) => {
    assert.deepStrictEqual(datesOfExtent(sums, timezone, now), [first, last])
  })

  it.each([
    ["hour", "2026-03-01", "2026-03-07", true],
    ["hour", "2026-03-01", "2026-03-08", false],
    ["day", "2016-01-01", "2026-01-08", true],
    ["day", "2016-01-01", "2026-01-09", false],
    ["week", "1960-01-01", "2026-01-01", true],
    ["week", "1950-01-01", "2026-01-01", false],
    ["month", "1800-01-01", "2026-01-01", true],
    ["month", "0001-01-01", "2026-01-01", false]
  ] as const)("by %s from %s to %s: %s", (interval, first, last, isPossible) => {
    assert.strictEqual(faultOfSeries([first, last], interval)?.pointer, isPossible ? undefined : "/interval")
  })

  it("adds up what lies before the zones were multiples of 15 minutes", () => {
    const { boundaries } = intervalsOf(["1880-01-01", "1880-01-02"], "day", "Europe/Berlin")
    for (const boundary of boundaries) assert.strictEqual(bucketOf(boundary), boundary)
  })
})

describe("two dates", () => {
  it.each([
    ["Europe/Berlin", "2026-03-29", "2026-03-29", "2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"],
    ["Europe/Berlin", "2026-10-25", "2026-10-25", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"],
    ["America/New_York", "2026-03-08", "2026-11-01", "2026-03-08T05:00:00.000Z", "2026-11-02T05:00:00.000Z"],
    ["Asia/Kathmandu", "2026-01-01", "2026-12-31", "2025-12-31T18:15:00.000Z", "2026-12-31T18:15:00.000Z"],
    ["Australia/Lord_Howe", "2026-04-05", "2026-10-04", "2026-04-04T13:00:00.000Z", "2026-10-04T13:00:00.000Z"],
    ["Pacific/Apia", "2011-12-29", "2011-12-29", "2011-12-29T10:00:00.000Z", "2011-12-30T10:00:00.000Z"],
    ["Pacific/Apia", "2011-12-30", "2011-12-30", "2011-12-30T10:00:00.000Z", "2011-12-30T10:00:00.000Z"],
    ["Pacific/Apia", "2011-12-31", "2011-12-31", "2011-12-30T10:00:00.000Z", "2011-12-31T10:00:00.000Z"],
    // Where clocks go forward at midnight, the day begins at one o'clock; where they go back, at the first midnight.
    ["Asia/Beirut", "2026-03-29", "2026-03-29", "2026-03-28T22:00:00.000Z", "2026-03-29T21:00:00.000Z"],
    ["America/Havana", "2026-11-01", "2026-11-01", "2026-11-01T04:00:00.000Z", "2026-11-02T05:00:00.000Z"]
  ])("in %s from %s to %s begin and end with these days", (timezone, start_date, end_date, start, end) => {
    const { dates, period } = resolve({ start_date, end_date, timezone }, fallback, 0)
    assert.deepStrictEqual<unknown>(period, { preset: null, start, end, timezone })
    assert.deepStrictEqual(dates, [start_date, end_date])
  })
})

describe("what is wrong with a query", () => {
  it.each([
    [{}, undefined],
    [{ period: "today" }, undefined],
    [{ start_date: "2026-01-01", end_date: "2026-01-01" }, undefined],
    [{ start_date: "2016-01-01", end_date: "2026-01-07" }, undefined],
    [{ period: "today", start_date: "2026-01-01" }, "/period"],
    [{ period: "today", end_date: "2026-01-01" }, "/period"],
    [{ period: "all_time", start_date: "2026-01-01", end_date: "2026-01-02" }, "/period"],
    [{ end_date: "2026-01-01" }, "/start_date"],
    [{ start_date: "2026-01-01" }, "/end_date"],
    [{ start_date: "2026-01-02", end_date: "2026-01-01" }, "/end_date"],
    [{ start_date: "2016-01-01", end_date: "2026-01-09" }, "/end_date"]
  ] as const)("%j: %s", (query, pointer) => {
    assert.strictEqual(faultOf(query)?.pointer, pointer)
  })

  const decode = Schema.decodeUnknownOption(CalendarDate)
  it.each(["2026-01-01", "2028-02-29", "1980-01-01", "9998-12-31"])("%s is a day", (date) => {
    assert.deepStrictEqual(decode(date), Option.some(date))
  })
  it.each([
    "",
    "2026-1-1",
    "2026-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-04-31",
    "1979-12-31",
    "9999-01-01",
    "0000-01-01"
  ])("%j is none", (date) => {
    assert.deepStrictEqual(decode(date), Option.none())
  })
  it("days begin with a bucket from the first one on, in every zone", () => {
    for (const timezone of Intl.supportedValuesOf("timeZone")) {
      const beginning = beginningOf("1980-01-01", timezone)
      assert.strictEqual(bucketOf(beginning), beginning, timezone)
    }
    // The reason for the first day: until October 1979 the offset of this zone was 10 h 40 min, which is not a multiple
    // of a bucket.
    assert.strictEqual(beginningOf("1979-01-01", "Pacific/Kiritimati"), "1979-01-01T10:40:00.000Z")
  })
  it("a zone that is none is refused", () => {
    const zones = Schema.is(PeriodQuery)
    assert.isTrue(zones({ timezone: "Australia/Lord_Howe" }))
    for (const timezone of ["", "Berlin", "Europe/Atlantis"]) assert.isFalse(zones({ timezone }))
  })
})
