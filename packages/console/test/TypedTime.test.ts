/** The instants that people type, such as `tue 9` and `morgen 14:30`. */
import { assert, describe, it } from "@effect/vitest"
import { instantOf, isPastTime, typedTime } from "../page/pages/inbox/asking/typedTime.ts"

const berlin = { zone: "Europe/Berlin", monthFirst: false }
/** A Thursday, 10:15 in Berlin. */
const now = new Date("2026-11-26T09:15:00Z")
const of = (text: string, at = now, reader: Parameters<typeof typedTime>[2] = berlin) =>
  typedTime(text, at, reader)?.toISOString()

/** Each text, and the wall clock of Berlin in winter that it means. */
const winter: ReadonlyArray<readonly [text: string, wall: string]> = [
  ["tue 9", "2026-12-01 09:00"],
  ["Tuesday at 9", "2026-12-01 09:00"],
  ["on tues, 9:30", "2026-12-01 09:30"],
  ["next tuesday", "2026-12-01 08:00"],
  ["di 9", "2026-12-01 09:00"],
  ["Dienstag um 9 Uhr", "2026-12-01 09:00"],
  ["am nächsten Dienstag um 9:30", "2026-12-01 09:30"],
  ["naechsten Di", "2026-12-01 08:00"],
  ["kommenden Montag 7.45", "2026-11-30 07:45"],
  ["mon", "2026-11-30 08:00"],
  ["mi", "2026-12-02 08:00"],
  ["sonnabend mittag", "2026-11-28 12:00"],
  ["thu 17", "2026-11-26 17:00"],
  ["do 9", "2026-12-03 09:00"],
  ["thursday", "2026-12-03 08:00"],
  ["next thu 17", "2026-12-03 17:00"],
  ["tomorrow 14:30", "2026-11-27 14:30"],
  ["tomorrow", "2026-11-27 08:00"],
  ["tomorrow at 2pm", "2026-11-27 14:00"],
  ["tomorrow 2:30 p.m.", "2026-11-27 14:30"],
  ["tomorrow 12am", "2026-11-27 00:00"],
  ["tomorrow 12 pm", "2026-11-27 12:00"],
  ["tomorrow morning", "2026-11-27 08:00"],
  ["tomorrow evening", "2026-11-27 18:00"],
  ["morgen 14:30", "2026-11-27 14:30"],
  ["morgen früh", "2026-11-27 08:00"],
  ["morgen um 14 Uhr", "2026-11-27 14:00"],
  ["übermorgen 9 Uhr 30", "2026-11-28 09:30"],
  ["uebermorgen", "2026-11-28 08:00"],
  ["day after tomorrow 9", "2026-11-28 09:00"],
  ["today 18", "2026-11-26 18:00"],
  ["heute abend", "2026-11-26 18:00"],
  ["tonight", "2026-11-26 18:00"],
  ["in 3 days", "2026-11-29 08:00"],
  ["3 days", "2026-11-29 08:00"],
  ["in 3 days at 16:00", "2026-11-29 16:00"],
  ["in 3 Tagen", "2026-11-29 08:00"],
  ["in drei Tagen 10", "2026-11-29 10:00"],
  ["in einem Tag", "2026-11-27 08:00"],
  ["in 2 weeks", "2026-12-10 08:00"],
  ["in einer Woche", "2026-12-03 08:00"],
  ["in a month", "2026-12-26 08:00"],
  ["in 3 Monaten", "2027-02-26 08:00"],
  ["in 90 minutes", "2026-11-26 11:45"],
  ["in 2h", "2026-11-26 12:15"],
  ["2 Stunden", "2026-11-26 12:15"],
  ["in einer halben Stunde", "2026-11-26 10:45"],
  ["half an hour", "2026-11-26 10:45"],
  ["next week", "2026-11-30 08:00"],
  ["nächste Woche", "2026-11-30 08:00"],
  ["next month 9", "2026-12-01 09:00"],
  ["weekend", "2026-11-28 08:00"],
  ["am Wochenende", "2026-11-28 08:00"],
  ["24 dec", "2026-12-24 08:00"],
  ["dec 24", "2026-12-24 08:00"],
  ["24th of December, 10:00", "2026-12-24 10:00"],
  ["Dec 24th, 2027", "2027-12-24 08:00"],
  ["24. Dez. 10 Uhr", "2026-12-24 10:00"],
  ["24. Dezember 2026 um 10:15", "2026-12-24 10:15"],
  ["1. März", "2027-03-01 08:00"],
  ["1 maerz", "2027-03-01 08:00"],
  ["24.12.", "2026-12-24 08:00"],
  ["24.12. 9", "2026-12-24 09:00"],
  ["24.12.2026 9:00", "2026-12-24 09:00"],
  ["24.12.26", "2026-12-24 08:00"],
  ["2026-12-24 07:00", "2026-12-24 07:00"],
  ["2026-12-24T07:00", "2026-12-24 07:00"],
  ["24/12", "2026-12-24 08:00"],
  ["Di, 1. Dez., 9:00", "2026-12-01 09:00"],
  ["26 nov 17:00", "2026-11-26 17:00"],
  ["26 nov 9", "2027-11-26 09:00"],
  ["1 nov", "2027-11-01 08:00"],
  ["14:30", "2026-11-26 14:30"],
  ["9", "2026-11-27 09:00"],
  ["um 9", "2026-11-27 09:00"],
  ["9 Uhr", "2026-11-27 09:00"],
  ["5pm", "2026-11-26 17:00"],
  ["noon", "2026-11-26 12:00"]
]

describe("a typed time", () => {
  it("is a day and a time in English or German, in the time zone of the reader", () => {
    for (const [text, wall] of winter) {
      assert.strictEqual(of(text), new Date(`${wall.replace(" ", "T")}:00+01:00`).toISOString(), text)
    }
  })

  it("is unknown when it is no time, or no day that exists", () => {
    for (const text of [
      "",
      " ",
      "la",
      "hello",
      "tue 25",
      "tue 9:60",
      "31 feb",
      "32 dec",
      "24.13.",
      "13pm",
      "tue foo",
      "tomorrow tomorrow",
      "in 0 days",
      "in 100000 days",
      "in days",
      "mon, 1 dec 2026",
      "next",
      "0x10",
      "ta"
    ]) {
      assert.isUndefined(of(text), text)
    }
  })

  it("is never in the past", () => {
    for (const text of [
      "today 9",
      "heute 10:15",
      "24.12.2025",
      "2026-11-26 10:15",
      "yesterday",
      "gestern",
      "1 jan 2020"
    ]) {
      assert.isUndefined(of(text), text)
    }
    // Every minute of a week, so that each weekday and each end of a day is met.
    for (let minute = 0; minute < 7 * 24 * 60; minute += 53) {
      const at = new Date(now.getTime() + minute * 60_000)
      for (const text of ["mon", "tue 9", "9", "23:59", "24 dec", "in 1 minute", "tomorrow", "next week", "weekend"]) {
        const found = typedTime(text, at, berlin)
        assert.isTrue(found !== undefined && found > at, `${text} at ${at.toISOString()}: ${found?.toISOString()}`)
      }
    }
  })

  it("keeps the clock of the reader over changes of daylight saving", () => {
    // In Berlin, clocks went forward at 2:00 of 29 March 2026, and back at 3:00 of 25 October 2026.
    const friday = new Date("2026-03-27T09:00:00Z")
    assert.strictEqual(of("sat 9", friday), "2026-03-28T08:00:00.000Z")
    assert.strictEqual(of("mon 9", friday), "2026-03-30T07:00:00.000Z")
    assert.strictEqual(of("in 3 days", friday), "2026-03-30T06:00:00.000Z")
    assert.strictEqual(of("in 72 hours", friday), "2026-03-30T09:00:00.000Z")
    assert.strictEqual(of("mo 9", new Date("2026-10-23T09:00:00Z")), "2026-10-26T08:00:00.000Z")
    // A time that is left out is an hour later, and a time that comes twice is the first of the two.
    assert.strictEqual(of("sun 2:30", friday), "2026-03-29T01:30:00.000Z")
    assert.strictEqual(of("so 2:30", new Date("2026-10-23T09:00:00Z")), "2026-10-25T00:30:00.000Z")
    // Between the two, the first one is past.
    assert.strictEqual(of("2:30", new Date("2026-10-25T00:45:00Z")), "2026-10-25T01:30:00.000Z")
  })

  it("is of the day that the reader has", () => {
    const at = new Date("2026-11-26T23:30:00Z")
    assert.strictEqual(of("tomorrow 9", at, { zone: "Asia/Tokyo", monthFirst: false }), "2026-11-28T00:00:00.000Z")
    assert.strictEqual(of("tomorrow 9", at, { zone: "America/New_York", monthFirst: true }), "2026-11-27T14:00:00.000Z")
    assert.strictEqual(of("9", at, { zone: "Asia/Kolkata", monthFirst: false }), "2026-11-27T03:30:00.000Z")
  })

  it("has the day or the month first, as the reader writes dates with slashes", () => {
    const american = { zone: "Europe/Berlin", monthFirst: true }
    assert.strictEqual(of("2/3 9:00"), "2027-03-02T08:00:00.000Z")
    assert.strictEqual(of("2/3 9:00", now, american), "2027-02-03T08:00:00.000Z")
    assert.strictEqual(of("24/12", now, american), "2026-12-24T07:00:00.000Z")
    assert.strictEqual(of("2.3. 9:00", now, american), "2027-03-02T08:00:00.000Z")
  })

  it("has leap days", () => {
    assert.strictEqual(of("29 feb"), "2028-02-29T07:00:00.000Z")
    assert.isUndefined(of("29.2.2027"))
  })
})

describe("a typed time that is past", () => {
  it("is told from a text that means no time, and from a time ahead", () => {
    for (const text of ["24 dec 2019", "24.12.2019 9:00", "2026-11-26 8:00", "heute 9", "today 9:30"]) {
      assert.isTrue(isPastTime(text, now, berlin), text)
      assert.isUndefined(of(text), text)
    }
    for (const text of ["", "soon", "9", "tue 9", "24 dec", "today 11:00", "in 3 days"]) {
      assert.isFalse(isPastTime(text, now, berlin), text)
    }
  })
})

describe("an instant of a wall clock", () => {
  it("is right in every zone and at every hour of a year", () => {
    for (const zone of ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia"]) {
      for (let hour = 0; hour < 366 * 24; hour += 37) {
        const wall = Date.UTC(2026, 0, 1, hour, 30)
        const found = instantOf(wall, zone)
        const shown = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" })
          .format(found)
          .replace(" ", "T")
        const skipped = wall + 3_600_000
        assert.include(
          [wall, skipped, wall + 1_800_000].map((ms) => new Date(ms).toISOString().slice(0, 16)),
          shown,
          `${zone} ${new Date(wall).toISOString()}`
        )
      }
    }
  })
})
