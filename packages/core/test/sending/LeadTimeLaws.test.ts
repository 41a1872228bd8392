/** Compares the clock of each lead with a second implementation: mails go out at the earliest instants that all rules allow. */
import { assert, describe, it } from "@effect/vitest"
import { dateOf } from "../../src/CalendarDate.ts"
import { dueFor, hoursOf } from "../../src/sending/Hours.ts"
import { fromMillis } from "../../src/Timestamp.ts"
import { daysLater, isInside, localOf } from "./LocalTime.ts"
import { seeded } from "./Mailing.ts"
import { comparisons } from "./UpcomingSeeds.ts"

const zones = [
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
  "America/St_Johns",
  "America/New_York",
  "America/Santiago",
  "Africa/Casablanca",
  "Europe/Berlin",
  "Etc/GMT+12"
]
const windows = [
  { days: [1, 2, 3, 4, 5], from: "09:00", to: "17:00" },
  { days: [1, 2, 3, 4, 5, 6, 7], from: "02:00", to: "02:45" },
  { days: [7], from: "00:00", to: "24:00" },
  { days: [2, 4], from: "13:30", to: "13:45" }
]
const quarter = 900_000
const day = 86_400_000

/** A moment near the changes of clocks of a year. */
const moments = [
  "2026-03-06",
  "2026-03-27",
  "2026-04-02",
  "2026-09-24",
  "2026-10-02",
  "2026-10-23",
  "2026-10-30",
  "2026-12-23"
]

describe("The instant at which a step is due", () => {
  for (let seed = 1; seed <= 120; seed++) {
    const below = seeded(seed * 104_729)
    below(2)
    const pick = <A>(items: ReadonlyArray<A>): A => items[below(items.length)] ?? assert.fail()
    const [timezone, send_window] = [pick(zones), pick(windows)]
    const last = Date.parse(pick(moments)) + below(day)
    const skip_days = Array.from({ length: below(4) }, () => localOf(timezone, last + below(8) * day).date)
    const step = { delay_days: below(4), delay_unit: pick(["days", "business_days"] as const) }
    it(`seed ${seed}: ${timezone}`, () => {
      const isOpen = (at: number) =>
        isInside(send_window, timezone, at) && !skip_days.includes(localOf(timezone, at).date)
      let days = 0
      if (step.delay_unit === "days") days = step.delay_days
      else {
        const today = Date.parse(localOf(timezone, last).date) / day
        for (let left = step.delay_days; left > 0;) {
          days++
          const weekday = ((today + days + 3) % 7) + 1
          if (send_window.days.includes(weekday) && !skip_days.includes(dateOf(today + days))) left--
        }
      }
      let expected = days === 0 ? last : daysLater(timezone, last, days)
      // All zones are a multiple of 15 minutes from UTC.
      while (!isOpen(expected)) expected = (Math.floor(expected / quarter) + 1) * quarter
      const hours = hoursOf({ send_window, skip_days, timezone: "UTC", window_zone: "lead" })
      const found = dueFor(step, fromMillis(last), hours, { timezone, custom_fields: {} }, fromMillis(last))
      assert.strictEqual(found, fromMillis(expected))
    })
  }
})

describe("By the clock of each lead, mails go out inside of the window, at the instants that upcoming names", () => {
  comparisons(1, 2, true)
  // The first account that looks takes leads whose windows are all closed.
  comparisons(23, 23, true)
})
