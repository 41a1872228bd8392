import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Result, Schema } from "effect"
import {
  closesAt,
  dayAt,
  defaultWindow,
  isOpen,
  openedAt,
  opensAt,
  sameTimeAfter,
  SendWindow
} from "../../src/campaigns/SendWindow.ts"
import { decode } from "../../src/InvalidInput.ts"
import { fromMillis, type Timestamp, toMillis } from "../../src/Timestamp.ts"

const at = (text: string) => new Date(text).toISOString() as Timestamp
const every = { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" }

describe("SendWindow", () => {
  const read = decode(SendWindow)
  const messageOf = (input: unknown) =>
    Effect.map(Effect.result(read(input)), (result) => (Result.isFailure(result) ? result.failure.message : ""))

  it.effect("accepts each day once, from before to, and the end of the day", () =>
    Effect.gen(function* () {
      for (const window of [defaultWindow, every, { days: [7], from: "23:59", to: "24:00" }]) {
        assert.deepStrictEqual(yield* read(window), window)
      }
      const faulty = [
        [{ ...every, days: [] }, "/days: must name at least one day"],
        [{ ...every, days: [1, 1] }, "/days: must name each day once"],
        [{ ...every, days: [0] }, "/days/0: must be a day from 1 to 7"],
        [{ ...every, from: "24:00" }, "/from: must be a time of the day such as 08:00"],
        [{ ...every, to: "24:01" }, "/to: must be a time of the day such as 18:00"],
        [{ ...every, to: "8:00" }, "/to: must be a time of the day such as 18:00"],
        [{ ...every, from: "08:00", to: "08:00" }, "/to: must be after from"]
      ] as const
      for (const [window, message] of faulty) assert.strictEqual(yield* messageOf(window), message)
    })
  )
})

describe("the window of a campaign", () => {
  const table: ReadonlyArray<
    readonly [name: string, window: SendWindow, zone: string, now: string, opens: string, closes: string]
  > = [
    ["is open", defaultWindow, "UTC", "2026-08-05T12:00Z", "2026-08-05T12:00Z", "2026-08-05T18:00Z"],
    ["opens later that day", defaultWindow, "UTC", "2026-08-05T07:59Z", "2026-08-05T08:00Z", "2026-08-05T18:00Z"],
    ["closes at its end", defaultWindow, "UTC", "2026-08-05T18:00Z", "2026-08-06T08:00Z", "2026-08-06T18:00Z"],
    ["opens after the weekend", defaultWindow, "UTC", "2026-08-07T20:00Z", "2026-08-10T08:00Z", "2026-08-10T18:00Z"],
    // Kathmandu is 5:45 before UTC.
    [
      "follows its zone",
      defaultWindow,
      "Asia/Kathmandu",
      "2026-08-05T02:00Z",
      "2026-08-05T02:15Z",
      "2026-08-05T12:15Z"
    ],
    // Friday 09:00 in Auckland is Thursday in UTC.
    [
      "has local days",
      { ...defaultWindow, days: [5] },
      "Pacific/Auckland",
      "2026-08-06T20:00Z",
      "2026-08-06T20:00Z",
      "2026-08-07T06:00Z"
    ],
    // The clock goes from 02:00 to 03:00 at 01:00Z.
    [
      "opens after the gap",
      { ...every, from: "02:15" },
      "Europe/Oslo",
      "2026-03-29T00:30Z",
      "2026-03-29T01:00Z",
      "2026-03-29T22:00Z"
    ],
    [
      "closes at the gap",
      { ...every, from: "01:00", to: "02:30" },
      "Europe/Oslo",
      "2026-03-29T00:30Z",
      "2026-03-29T00:30Z",
      "2026-03-29T01:00Z"
    ],
    [
      "skips a day whose hour is skipped",
      { days: [7], from: "02:15", to: "02:45" },
      "Europe/Oslo",
      "2026-03-28T12:00Z",
      "2026-04-05T00:15Z",
      "2026-04-05T00:45Z"
    ],
    // The clock goes from 03:00 back to 02:00 at 01:00Z.
    [
      "is open in both hours",
      { ...every, from: "02:00", to: "03:00" },
      "Europe/Oslo",
      "2026-10-25T00:30Z",
      "2026-10-25T00:30Z",
      "2026-10-25T02:00Z"
    ],
    [
      "opens again in the second hour",
      { ...every, from: "02:00", to: "02:30" },
      "Europe/Oslo",
      "2026-10-25T00:45Z",
      "2026-10-25T01:00Z",
      "2026-10-25T01:30Z"
    ],
    [
      "opens in the first of two hours, asked at midnight",
      { ...every, from: "02:00", to: "03:00" },
      "Europe/Berlin",
      "2027-10-30T22:00Z",
      "2027-10-31T00:00Z",
      "2027-10-31T02:00Z"
    ],
    [
      "opens in the first of two hours, asked on the day before",
      { ...every, from: "01:30", to: "02:00" },
      "America/New_York",
      "2026-10-31T22:00Z",
      "2026-11-01T05:30Z",
      "2026-11-01T06:00Z"
    ],
    [
      "keeps its hours in winter",
      defaultWindow,
      "Europe/Oslo",
      "2026-10-24T12:00Z",
      "2026-10-26T07:00Z",
      "2026-10-26T17:00Z"
    ],
    // The clock goes from 02:00 to 01:30 at 15:00Z on the day before.
    [
      "follows half an hour",
      { ...every, from: "01:45" },
      "Australia/Lord_Howe",
      "2026-04-04T15:00Z",
      "2026-04-04T15:15Z",
      "2026-04-05T13:30Z"
    ],
    // At midnight the clock goes back to 23:00: Saturday has 25 hours.
    [
      "knows days of 25 hours",
      { ...every, days: [6] },
      "America/Santiago",
      "2026-04-05T02:30Z",
      "2026-04-05T02:30Z",
      "2026-04-05T04:00Z"
    ],
    // The day after Thursday was Saturday.
    [
      "knows a day that is skipped",
      { ...every, days: [5] },
      "Pacific/Apia",
      "2011-12-30T09:00Z",
      "2012-01-05T10:00Z",
      "2012-01-06T10:00Z"
    ],
    [
      "that never closes ends with the day",
      every,
      "Europe/Oslo",
      "2026-08-05T12:00Z",
      "2026-08-05T12:00Z",
      "2026-08-05T22:00Z"
    ]
  ]
  for (const [name, window, zone, now, opens, closes] of table) {
    it(name, () => {
      const opening = opensAt(window, zone, at(now))
      assert.strictEqual(opening, at(opens))
      assert.strictEqual(isOpen(window, zone, at(now)), opening === at(now))
      assert.strictEqual(closesAt(window, zone, opening), at(closes))
    })
  }

  it("closes now while it is closed", () => {
    const closed = at("2026-08-08T12:00Z")
    assert.deepStrictEqual(
      [closesAt, openedAt].map((find) => find(defaultWindow, "UTC", closed)),
      [closed, closed]
    )
  })

  const minutes = (hours: number, span: number) =>
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: hours * span }))
  const Case = Schema.Struct({
    zone: Schema.Literals([
      "UTC",
      "Europe/Oslo",
      "America/New_York",
      "America/St_Johns",
      "America/Santiago",
      "America/Havana",
      "Asia/Kathmandu",
      "Africa/Casablanca",
      "Australia/Lord_Howe",
      "Pacific/Chatham",
      "Pacific/Apia"
    ]),
    days: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 7 }))).check(
      Schema.isMinLength(1),
      Schema.isUnique()
    ),
    times: Schema.Tuple([minutes(24, 60), minutes(24, 60)]),
    // Around the changes of the clock, and anywhere.
    near: Schema.Literals([
      "2026-03-08",
      "2026-03-29",
      "2026-04-05",
      "2026-09-06",
      "2026-09-27",
      "2026-10-25",
      "2026-11-01",
      "2026-06-15"
    ]),
    minute: minutes(24, 3 * 60)
  })
  const clock = (minute: number) =>
    `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`
  const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  /** The day and the time that a clock on the wall shows. */
  const wall = (zone: string) => {
    const format = new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23"
    })
    return (instant: number) => {
      const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
      return { weekday: weekdays.indexOf(parts["weekday"] ?? "") + 1, time: `${parts["hour"]}:${parts["minute"]}` }
    }
  }

  it.prop("agrees with the clock on the wall, minute by minute", { given: Case }, ({ given }) => {
    const [from, to] = given.times.toSorted((a, b) => a - b) as [number, number]
    if (from === to) return
    const window = { days: given.days, from: clock(from), to: clock(to) }
    const show = wall(given.zone)
    const shows = (instant: number) => {
      const { time, weekday } = show(instant)
      return window.days.includes(weekday) && time >= window.from && time < window.to
    }
    const now = fromMillis(Date.parse(`${given.near}T00:00Z`) + (given.minute - 36 * 60) * 60_000)
    const start = toMillis(now)
    const firstMinute = (from: number, holds: (at: number) => boolean) => {
      for (let minute = from; minute < start + 2 * 86_400_000; minute += 60_000) if (holds(minute)) return minute
      return undefined
    }
    assert.strictEqual(isOpen(window, given.zone, now), shows(start))
    const opening = toMillis(opensAt(window, given.zone, now))
    const expected = firstMinute(start, shows)
    if (expected === undefined) {
      assert.isTrue(opening >= start + 2 * 86_400_000)
      assert.isTrue(shows(opening) && !shows(opening - 60_000))
      return
    }
    assert.strictEqual(opening, expected)
    const { weekday } = show(opening)
    const closing = firstMinute(opening, (at) => !shows(at) || show(at).weekday !== weekday)
    const found = toMillis(closesAt(window, given.zone, fromMillis(opening)))
    if (closing !== undefined) assert.strictEqual(found, closing)
    let began = opening
    while (shows(began - 60_000) && show(began - 60_000).weekday === weekday) began -= 60_000
    for (const instant of [opening, found - 60_000]) {
      assert.strictEqual(openedAt(window, given.zone, fromMillis(instant)), fromMillis(began))
    }
  })

  it("follows each change of the clock, whichever instants were asked for before", () => {
    // The last two change their clocks at 00:01 and by half an hour.
    const changes = [
      ["Europe/Berlin", "2026-03-29T01:00:00Z"],
      ["Europe/Berlin", "2026-10-25T01:00:00Z"],
      ["Africa/Casablanca", "2026-02-15T02:00:00Z"],
      ["America/Sao_Paulo", "2018-11-04T03:00:00Z"],
      ["Pacific/Apia", "2011-12-30T10:00:00Z"],
      ["America/St_Johns", "2006-04-02T03:31:00Z"],
      ["Australia/Lord_Howe", "2026-04-04T15:00:00Z"]
    ] as const
    const minutes = [-4_320, -1_441, -1_440, -721, -61, -31, -1, 0, 1, 29, 31, 60, 721, 1_440, 1_441, 4_320]
    let compared = 0
    for (const [zone, change] of changes) {
      for (const minute of [...minutes, ...minutes.toReversed()]) {
        const instant = at(new Date(Date.parse(change) + minute * 60_000).toISOString())
        const zoned = DateTime.makeZonedUnsafe(toMillis(instant), { timeZone: zone })
        const local = toMillis(instant) + DateTime.zonedOffset(zoned)
        assert.strictEqual(dayAt(zone, instant), Math.floor(local / 86_400_000), `${zone} ${instant}`)
        for (const days of [0, 1, 2, 3, 30]) {
          const expected = fromMillis(DateTime.toEpochMillis(DateTime.add(zoned, { days })))
          assert.strictEqual(sameTimeAfter(zone, instant, days), expected, `${zone} ${instant} ${days}`)
          compared++
        }
      }
    }
    assert.strictEqual(compared, changes.length * minutes.length * 10)
  })
})
