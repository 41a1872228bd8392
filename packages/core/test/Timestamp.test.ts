import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { decode } from "../src/InvalidInput.ts"
import { FromInput, fromMillis, now, Timestamp, TimestampInput, toMillis, UntilInput } from "../src/Timestamp.ts"

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

const normalized = Schema.decodeUnknownSync(TimestampInput)
const faultOf = (value: unknown) =>
  Effect.map(Effect.flip(decode(TimestampInput)(value)), ({ faults }) => faults.map(({ message }) => message))

/** The local time of an instant at an offset in minutes, in the format of RFC 3339, without a fraction. */
const local = (millis: number, offset: number) => {
  const time = new Date(millis + offset * 60_000).toISOString().slice(0, 19)
  const two = (n: number) => String(Math.floor(n)).padStart(2, "0")
  return { time, zone: `${offset < 0 ? "-" : "+"}${two(Math.abs(offset) / 60)}:${two(Math.abs(offset) % 60)}` }
}

describe("TimestampInput", () => {
  const Offset = Schema.Int.check(Schema.isBetween({ minimum: -1439, maximum: 1439 }))
  const Day = 86_400_000
  const Instant = Schema.Int.check(
    Schema.isBetween({ minimum: Date.parse("0001-01-02T00:00:00.000Z"), maximum: 253_402_300_799_999 - Day })
  )

  it.prop("normalizes every form of an instant to the same", { millis: Instant, offset: Offset }, (instant) => {
    const { millis, offset } = instant
    const whole = millis - (((millis % 1000) + 1000) % 1000)
    const expected = fromMillis(millis)
    const fraction = expected.slice(20, 23)
    const { time, zone } = local(whole, offset)
    const utc = local(whole, 0).time
    for (const zeroed of ["Z", "z", "+00:00", "-00:00"]) {
      for (const digits of [fraction, `${fraction}0`, `${fraction}9`, `${fraction}999999`]) {
        assert.strictEqual(normalized(`${utc}.${digits}${zeroed}`), expected)
        assert.strictEqual(normalized(`${utc.replace("T", "t")}.${digits}${zeroed}`), expected)
      }
    }
    for (const separator of ["T", "t", " "]) {
      assert.strictEqual(normalized(`${time.replace("T", separator)}.${fraction}${zone}`), expected)
    }
    assert.strictEqual(normalized(`${time}${zone}`), fromMillis(whole))
    assert.strictEqual(normalized(`${time}.${fraction[0]}${zone}`), fromMillis(whole + Number(fraction[0]) * 100))
  })

  it("reads a leap second as the first second of the next month", () => {
    for (const leap of ["2016-12-31T23:59:60Z", "1990-12-31T15:59:60-08:00", "2015-07-01T01:59:60.0+02:00"]) {
      assert.match(normalized(leap), /-0[17]-01T00:00:00\.000Z$/u)
    }
    assert.strictEqual(normalized("2016-12-31T23:59:60.75Z"), "2017-01-01T00:00:00.750Z")
  })

  it.effect("names what is wrong", () =>
    Effect.gen(function* () {
      const form = "must be a date-time such as 2026-08-07T09:30:00Z, with at most nine digits after the second"
      const second = "must have a second from 00 to 59"
      const years = "must be of the years 0001 to 9999 in UTC"
      const faults: ReadonlyArray<readonly [message: string, ...values: ReadonlyArray<string>]> = [
        ["must have a month from 01 to 12", "2026-13-01T10:00:00Z", "2026-00-01T10:00:00.000Z"],
        ["must have a day that its month has", "2026-02-29T10:00:00+01:00", "2026-01-00T10:00:00.000Z"],
        ["must have a day that its month has", "1900-02-29T10:00:00Z", "2026-04-31T10:00:00.000Z"],
        ["must have an hour from 00 to 23", "2026-01-01T24:00:00Z", "2026-01-01T24:00:00.000Z"],
        ["must have a minute from 00 to 59", "2026-01-01T10:60:00Z", "2026-01-01T10:60:00-01:00"],
        ["must have an offset of at most 23:59", "2026-01-01T10:00:00+25:00", "2026-01-01T10:00:00-00:60"],
        ["must end with Z or with an offset such as +02:00", "2026-01-01T10:00:00", "2026-01-01 10:00:00.123"],
        [second, "2026-01-01T10:00:61Z", "2026-01-01T10:00:60Z", "2026-12-31T23:59:60+01:00", "2026-05-31T23:59:60Z"],
        [years, "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "9999-12-31T23:59:60Z"],
        [form, "2026-01-01", "2026-01-01T10:00Z", "2026-01-01T10:00:00.Z", "2026-01-01T10:00:00.0123456789Z", ""],
        [form, "26-01-01T10:00:00Z", "2026-1-1T10:00:00Z", "2026-01-01T10:00:00+0200", "2026-01-01T10:00:00Z\n"],
        [form, "2026-01-01T10:00:00,5Z", "+002026-01-01T10:00:00.000Z", "2026-01-01T10:00:00 Z", "today"]
      ]
      for (const [message, ...values] of faults) {
        for (const value of values) assert.deepStrictEqual(yield* faultOf(value), [message], value)
      }
      for (const value of [0, null, {}, new Date(0)]) assert.lengthOf(yield* faultOf(value), 1)
    })
  )
})

describe("FromInput and UntilInput", () => {
  const from = Schema.decodeUnknownSync(FromInput)
  const until = Schema.decodeUnknownSync(UntilInput)

  it("read a date as a whole day in UTC", () => {
    assert.strictEqual(from("2026-03-31"), "2026-03-31T00:00:00.000Z")
    assert.strictEqual(until("2026-03-31"), "2026-04-01T00:00:00.000Z")
    assert.strictEqual(until("2024-02-29"), "2024-03-01T00:00:00.000Z")
    assert.strictEqual(from("0001-01-01"), "0001-01-01T00:00:00.000Z")
    assert.strictEqual(until("9999-12-31"), "9999-12-31T23:59:59.999Z")
  })

  it("read a date-time as that instant, also what they have read", () => {
    for (const read of [from, until]) {
      assert.strictEqual(read("2026-03-31T02:00:00+02:00"), "2026-03-31T00:00:00.000Z")
      assert.strictEqual(read(read("2026-03-31")), read("2026-03-31"))
    }
  })

  it.effect("name the fault of what is neither", () =>
    Effect.gen(function* () {
      const neither = "must be a date such as 2026-08-07, or a date-time such as 2026-08-07T09:30:00Z"
      for (const schema of [FromInput, UntilInput]) {
        const faultOf = (value: unknown) =>
          Effect.map(Effect.flip(decode(schema)(value)), ({ faults }) => faults.map(({ message }) => message))
        for (const text of ["yesterday", "", "2026-3-31", "2026-03", "+2026-03-31"]) {
          assert.deepStrictEqual(yield* faultOf(text), [neither], text)
        }
        assert.deepStrictEqual(yield* faultOf("2026-02-30"), ["must have a day that its month has"])
        assert.deepStrictEqual(yield* faultOf("2026-13-01"), ["must have a month from 01 to 12"])
        assert.deepStrictEqual(yield* faultOf("0000-01-01"), ["must be of the years 0001 to 9999 in UTC"])
        assert.deepStrictEqual(yield* faultOf("2026-03-31T02:00:00"), [
          "must end with Z or with an offset such as +02:00"
        ])
      }
    })
  )
})
