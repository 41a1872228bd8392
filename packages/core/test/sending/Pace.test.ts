import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { afterMail, afterOpening, mustDraw } from "../../src/sending/Pace.ts"
import { fromMillis, type Timestamp, toMillis } from "../../src/Timestamp.ts"

const at = (text: string) => new Date(`2026-08-05T${text}Z`).toISOString() as Timestamp
const pacing = { min_delay_minutes: 5, room: 20, closes_at: at("18:00") }

describe("the next mail", () => {
  it("comes so that the room lasts until the window closes, a quarter earlier or later", () => {
    // Ten hours for 20 mails: one each 30 minutes.
    assert.deepStrictEqual(
      [0, 0.5, 1].map((random) => afterMail(pacing, at("08:00"), random)),
      [at("08:22:30"), at("08:30"), at("08:37:30")]
    )
  })

  it("waits the minimum time at least, and not at all without one", () => {
    assert.strictEqual(afterMail({ ...pacing, room: 600 }, at("08:00"), 0.5), at("08:05"))
    assert.strictEqual(afterMail(pacing, at("19:00"), 0.5), at("19:05"))
    assert.strictEqual(afterMail({ ...pacing, room: 0 }, at("17:00"), 0.5), at("18:00"))
    assert.strictEqual(afterMail({ ...pacing, min_delay_minutes: 0 }, at("08:00"), 0.9), at("08:00"))
  })

  it("waits a random part of one pace after the window opens", () => {
    assert.deepStrictEqual(
      [0, 0.5, 1].map((random) => afterOpening(pacing, at("08:00"), random)),
      [at("08:00"), at("08:15"), at("08:30")]
    )
    assert.strictEqual(afterOpening({ ...pacing, room: 600 }, at("08:00"), 0.5), at("08:02:30"))
    assert.strictEqual(afterOpening({ ...pacing, min_delay_minutes: 0 }, at("08:00"), 0.5), at("08:00"))
  })

  it("is the first one if it was not drawn since the window opened", () => {
    assert.deepStrictEqual(
      [null, at("07:59"), at("08:00"), at("09:00")].map((next_at) => mustDraw(next_at, at("08:00"))),
      [true, true, false, false]
    )
  })

  const Case = Schema.Struct({
    min: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1440 })),
    room: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 })),
    minutes: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1440 })),
    randoms: Schema.Array(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 0.999 }))).check(
      Schema.isMinLength(1)
    )
  })
  it.prop("never comes within the minimum time, and never later than the pace allows", { given: Case }, ({ given }) => {
    const closes = toMillis(at("00:00")) + given.minutes * 60_000
    const min = given.min * 60_000
    let now = toMillis(at("00:00"))
    for (const [i, random] of given.randoms.entries()) {
      const pacing = { min_delay_minutes: given.min, room: given.room - i, closes_at: fromMillis(closes) }
      const next = toMillis(afterMail(pacing, fromMillis(now), random))
      const mean = Math.max(0, closes - now) / Math.max(1, given.room - i)
      assert.isAtLeast(next - now, min)
      assert.isAtMost(next - now, Math.max(min, Math.ceil(mean * 1.25)))
      const first = toMillis(afterOpening(pacing, fromMillis(now), random))
      assert.isAtLeast(first, now)
      assert.isAtMost(first - now, Math.max(min, mean))
      now = next
    }
  })
})
