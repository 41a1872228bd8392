/** The times until which a conversation can be snoozed. */
import { assert, describe, it } from "@effect/vitest"
import { choicesOf, sendTimesOf } from "../page/pages/inbox/asking/snoozing.ts"

const of = (now: Date) => Object.fromEntries(choicesOf(now))

describe("snoozing", () => {
  it("lasts some hours, or until a morning in the time zone of the browser", () => {
    const thursday = new Date(2026, 10, 26, 23, 30)
    assert.deepStrictEqual(of(thursday), {
      hours: new Date(2026, 10, 27, 2, 30),
      tomorrow: new Date(2026, 10, 27, 8),
      monday: new Date(2026, 10, 30, 8),
      week: new Date(2026, 11, 3, 8),
      month: new Date(2026, 11, 26, 8)
    })
  })

  it("lasts until the next Monday, which is never today", () => {
    for (let day = 0; day < 14; day++) {
      const now = new Date(2026, 10, 23 + day, 7)
      const { monday } = of(now)
      assert.deepStrictEqual([monday?.getDay(), monday?.getHours()], [1, 8])
      const days = Math.round(((monday?.getTime() ?? 0) - now.getTime()) / 86_400_000)
      assert.isTrue(days >= 1 && days <= 7, String(days))
    }
  })
})

describe("sending later", () => {
  const namesAt = (now: Date) => sendTimesOf(now).times.map(([name]) => name)

  it("offers times of today that are still ahead, and each time once", () => {
    const at = (day: number, hour: number) => namesAt(new Date(2026, 10, day, hour))
    assert.deepStrictEqual(at(27, 9), ["afternoon", "evening", "tomorrow", "monday"])
    assert.deepStrictEqual(at(27, 15), ["evening", "tomorrow", "monday"])
    assert.deepStrictEqual(at(27, 18), ["tomorrow", "monday"])
    // On a Sunday, tomorrow is Monday.
    assert.deepStrictEqual(at(29, 23), ["tomorrow"])
    assert.deepStrictEqual(at(30, 20), ["tomorrow", "monday"])
  })

  it("ends within a year", () => {
    const now = new Date(2026, 10, 27, 9)
    const { last } = sendTimesOf(now)
    assert.isAtMost(last.getTime() - now.getTime(), 366 * 86_400_000)
  })
})
