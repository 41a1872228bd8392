import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { fromMillis, now, Timestamp, toMillis } from "../src/Timestamp.ts"

const Millis = Schema.Int.check(Schema.isBetween({ minimum: Date.UTC(-1, 0), maximum: 253_402_300_799_999 }))

describe("Timestamp", () => {
  it("is ISO 8601 in UTC with milliseconds, and nothing else", () => {
    const isTimestamp = (value: unknown) => Option.isSome(Schema.decodeUnknownOption(Timestamp)(value))
    assert.isTrue(isTimestamp("2026-08-07T09:30:00.000Z"))
    for (const value of [
      "2026-08-07T09:30:00Z",
      "2026-08-07T09:30:00.0000Z",
      "2026-08-07T09:30:00.000+00:00",
      "2026-08-07 09:30:00.000Z",
      "2026-08-07",
      "+002026-08-07T09:30:00.000Z",
      "2026-08-07T09:30:00.000Z\n",
      "2026-13-07T09:30:00.000Z",
      "2026-02-30T09:30:00.000Z",
      "2026-08-07T24:30:00.000Z",
      "2026-08-07T09:60:00.000Z",
      0,
      null
    ]) {
      assert.isFalse(isTimestamp(value), JSON.stringify(value))
    }
  })

  it.prop("orders instants as strings", { a: Millis, b: Millis }, ({ a, b }) => {
    assert.strictEqual(fromMillis(a) < fromMillis(b), toMillis(fromMillis(a)) < toMillis(fromMillis(b)))
    assert.isTrue(Option.isSome(Schema.decodeUnknownOption(Timestamp)(fromMillis(a))))
  })

  it("keeps its width for any instant", () => {
    for (const millis of [-Infinity, -8.64e15, -1e14, 0, 1.5, 1e14, 8.64e15, Infinity]) {
      assert.lengthOf(fromMillis(millis), "2026-08-07T09:30:00.000Z".length, `${millis}`)
    }
    assert.strictEqual(fromMillis(0), "1970-01-01T00:00:00.000Z")
    assert.strictEqual(toMillis(fromMillis(123)), 123)
  })

  it.effect("is that of the clock", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 7, 7))
      assert.strictEqual(yield* now, "2026-08-07T00:00:00.000Z")
    })
  )
})
