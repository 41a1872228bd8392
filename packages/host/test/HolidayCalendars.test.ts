import { assert, describe, it } from "@effect/vitest"
import { Holidays } from "@mailroom/core"
import { HolidayCalendars } from "@mailroom/host"
import { Effect } from "effect"

const calendarOf = (region: string) =>
  Effect.flatMap(Holidays, (holidays) => holidays.calendarOf(region)).pipe(Effect.provide(HolidayCalendars.layer))

describe("The calendar of holidays", () => {
  for (const [region, holidays, workdays] of [
    ["NO", ["2026-05-01", "2026-05-17", "2026-12-25", "2027-01-01"], ["2026-12-23", "2026-12-31", "2026-05-04"]],
    ["DE", ["2026-10-03", "2026-12-26"], ["2026-06-04", "2026-11-01", "2026-12-24"]],
    ["DE-BY", ["2026-06-04", "2026-11-01"], ["2026-06-05"]],
    ["US", ["2026-11-26", "2026-07-04", "2026-07-03"], ["2026-07-02", "2026-12-24"]],
    ["GB", ["2026-12-28", "2026-05-25"], ["2026-12-29"]],
    // Several days, by the moon.
    ["SA", ["2026-03-19", "2026-03-20", "2026-03-21", "2026-03-22"], ["2026-03-23"]],
    ["JP", ["2026-05-06"], ["2026-05-07"]]
  ] as const) {
    it.effect(`of ${region}`, () =>
      Effect.gen(function* () {
        const isHoliday = yield* calendarOf(region)
        for (const date of holidays) assert.isTrue(isHoliday(date), date)
        for (const date of workdays) assert.isFalse(isHoliday(date), date)
      })
    )
  }

  for (const region of ["XX", "DE-XX", "ZZ", "NO-99", "VA-1"]) {
    it.effect(`does not exist for ${region}`, () =>
      Effect.gen(function* () {
        const reason = yield* Effect.flip(calendarOf(region))
        assert.strictEqual(reason, `there is no calendar of holidays for ${region}: use skip_days`)
      })
    )
  }

  it.effect("says which package is not installed, and is there once it is", () =>
    Effect.gen(function* () {
      let isInstalled = false
      const load = () => (isInstalled ? import("date-holidays") : Promise.reject(new Error("Cannot find package")))
      const found = yield* Effect.gen(function* () {
        const holidays = yield* Holidays
        const reason = yield* Effect.flip(holidays.calendarOf("NO"))
        assert.strictEqual(reason, "needs the package date-holidays, which is not installed: npm install date-holidays")
        isInstalled = true
        return yield* holidays.calendarOf("NO")
      }).pipe(Effect.provide(HolidayCalendars.layerFrom(load)))
      assert.isTrue(found("2026-05-01"))
    })
  )
})
