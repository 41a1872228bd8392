/** The times until which a conversation can be snoozed. */
import { assert, describe, it } from "@effect/vitest"
import { choicesOf } from "../page/pages/inbox/asking/snoozing.ts"

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
