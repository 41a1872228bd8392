/** The period of the page of analytics, as it is in the route. */
import { assert, describe, it } from "@effect/vitest"
import { boundsOf, lastDays, periodOf } from "../page/pages/analytics/period.ts"

describe("the period of analytics", () => {
  it("is a preset of the API; without a valid one, the last 30 days", () => {
    assert.deepStrictEqual(periodOf({ period: "last_90_days" }), {
      asked: { period: "last_90_days" },
      interval: "week",
      query: { period: "last_90_days" }
    })
    for (const query of [{}, { period: "tomorrow" }, { from: "2026-11-01" }, { from: "yesterday", to: "2026-11-02" }]) {
      assert.deepStrictEqual(periodOf(query).asked, { period: "last_30_days" })
    }
  })

  it("is two days in either order, which win over a preset", () => {
    const expected = { start_date: "2026-11-01", end_date: "2026-11-26" }
    assert.deepStrictEqual(periodOf({ from: "2026-11-01", to: "2026-11-26", period: "all_time" }).asked, expected)
    assert.deepStrictEqual(periodOf({ from: "2026-11-26", to: "2026-11-01" }).asked, expected)
  })

  it("has bars of days, weeks or months, by its length", () => {
    const intervalOf = (from: string, to: string) => periodOf({ from, to }).interval
    assert.strictEqual(intervalOf("2026-11-26", "2026-11-26"), "day")
    assert.strictEqual(intervalOf("2026-10-01", "2026-11-14"), "day")
    assert.strictEqual(intervalOf("2026-10-01", "2026-11-15"), "week")
    assert.strictEqual(intervalOf("2026-01-01", "2026-11-26"), "month")
  })

  it("has bars whose bounds are midnights of the browser, within the period", () => {
    const at = (...[year, month, day]: readonly [number, number, number]) =>
      new Date(year, month - 1, day).toISOString()
    const all = { start: null, end: null }
    assert.deepStrictEqual(boundsOf("2026-03-29", "day", all), { start: at(2026, 3, 29), end: at(2026, 3, 30) })
    assert.deepStrictEqual(boundsOf("2026-12-28", "week", all), { start: at(2026, 12, 28), end: at(2027, 1, 4) })
    assert.deepStrictEqual(boundsOf("2026-12-01", "month", all), { start: at(2026, 12, 1), end: at(2027, 1, 1) })
    const period = { start: at(2026, 11, 4), end: at(2026, 11, 20) }
    assert.deepStrictEqual(boundsOf("2026-11-02", "week", period), { start: at(2026, 11, 4), end: at(2026, 11, 9) })
    assert.deepStrictEqual(boundsOf("2026-11-16", "week", period), { start: at(2026, 11, 16), end: at(2026, 11, 20) })
  })

  it("begins with the last 30 days when two days are chosen", () => {
    assert.deepStrictEqual(lastDays(new Date(2026, 2, 1, 0, 30)), { from: "2026-01-31", to: "2026-03-01" })
  })
})
