/** The intervals cover their period without gaps and overlaps. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { beginningOf } from "../../src/CalendarDate.ts"
import { intervalsOf, resolve } from "../../src/analytics/Period.ts"
import { bucketOf } from "../../src/analytics/Rollup.ts"
import type { Timestamp } from "../../src/Timestamp.ts"

const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Asia/Beirut",
  "America/Havana"
] as const
/** Days near clock changes in some time zone. */
const days = ["2026-03-08", "2026-03-29", "2026-04-05", "2026-10-04", "2026-10-25", "2026-11-01", "2011-12-30"] as const

const addDays = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const millisBetween = (from: Timestamp | undefined, to: Timestamp | undefined) =>
  Date.parse(to ?? "") - Date.parse(from ?? "")

it.prop(
  "they begin with the period, end with it, and follow each other without gaps",
  {
    zone: Schema.Literals(zones),
    near: Schema.Literals(days),
    before: between(0, 40),
    length: between(0, 70),
    interval: Schema.Literals(["hour", "day", "week", "month"])
  },
  ({ before, interval, length, near, zone }) => {
    const first = addDays(near, -before)
    const last = addDays(first, length)
    const { period } = resolve(
      { start_date: first, end_date: last, timezone: zone },
      { preset: "today", timezone: "UTC" },
      0
    )
    const { boundaries, names } = intervalsOf([first, last], interval, zone)
    assert.strictEqual(boundaries.length, names.length + 1)
    assert.strictEqual(boundaries[0], period.start)
    assert.strictEqual(boundaries.at(-1), period.end)
    for (const [i, name] of names.entries()) {
      const [start, end] = [boundaries[i], boundaries[i + 1]]
      assert.strictEqual(start && bucketOf(start), start)
      if (interval === "hour") {
        assert.strictEqual(name, start)
        if (i < names.length - 1) assert.strictEqual(millisBetween(start, end), 3_600_000)
        else assert.isAtMost(millisBetween(start, end), 3_600_000)
        assert.isAbove(millisBetween(start, end), 0)
      } else {
        assert.strictEqual(start, beginningOf(name, zone))
        assert.isAtLeast(millisBetween(start, end), 0)
      }
      if (interval === "day") assert.strictEqual(name, addDays(first, i))
      if (interval === "week" && i > 0) assert.strictEqual(new Date(name).getUTCDay(), 1)
      if (interval === "month" && i > 0) assert.isTrue(name.endsWith("-01"))
    }
  },
  { arbitrary: { runs: 400 } }
)

describe("their number", () => {
  it.each([
    ["day", "Europe/Berlin", "2026-03-28", "2026-03-30", ["2026-03-28", "2026-03-29", "2026-03-30"]],
    ["week", "UTC", "2026-03-25", "2026-04-06", ["2026-03-25", "2026-03-30", "2026-04-06"]],
    ["week", "UTC", "2026-03-30", "2026-04-05", ["2026-03-30"]],
    ["month", "UTC", "2025-12-31", "2026-02-01", ["2025-12-31", "2026-01-01", "2026-02-01"]],
    ["month", "UTC", "2026-02-01", "2026-02-28", ["2026-02-01"]]
  ] as const)("of a %s in %s from %s to %s", (interval, zone, first, last, expected) => {
    assert.deepStrictEqual(intervalsOf([first, last], interval, zone).names, expected)
  })

  it.each([
    ["Europe/Berlin", "2026-03-29", 23],
    ["Europe/Berlin", "2026-10-25", 25],
    ["America/New_York", "2026-03-08", 23],
    ["America/New_York", "2026-11-01", 25],
    ["Asia/Kathmandu", "2026-03-29", 24],
    // The day is half an hour longer or shorter, so its last interval is half an hour.
    ["Australia/Lord_Howe", "2026-04-05", 25],
    ["Australia/Lord_Howe", "2026-10-04", 24],
    ["Pacific/Apia", "2011-12-29", 24],
    ["Pacific/Apia", "2011-12-30", 0],
    ["Pacific/Apia", "2011-12-31", 24]
  ] as const)("of hours in %s on %s is %i", (zone, date, hours) => {
    assert.strictEqual(intervalsOf([date, date], "hour", zone).names.length, hours)
  })
})
