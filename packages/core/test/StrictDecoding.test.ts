import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { decodeStrictly } from "../src/StrictDecoding.ts"

const Point = Schema.Struct({ x: Schema.Int, y: Schema.optionalKey(Schema.Int) })
const schema = Schema.Struct({
  name: Schema.NonEmptyString.check(Schema.isMaxLength(5)),
  limit: Schema.Int.pipe(Schema.withDecodingDefaultKey(Effect.succeed(50))),
  points: Schema.optionalKey(Schema.Array(Point)),
  point: Schema.optionalKey(Schema.NullOr(Point)),
  shape: Schema.optionalKey(Schema.Union([Point, Schema.Struct({ radius: Schema.Int })])),
  pair: Schema.optionalKey(Schema.Tuple([Schema.Int, Point])),
  fields: Schema.optionalKey(Schema.Record(Schema.String.check(Schema.isPattern(/^[a-z]+$/u)), Schema.Int)),
  data: Schema.optionalKey(Schema.Unknown)
})

/** Each value with the places of its faults. */
const values: ReadonlyArray<readonly [unknown, ReadonlyArray<string>]> = [
  [{ name: "Ada" }, []],
  [{ name: "Ada", limit: 1, points: [{ x: 1 }, { x: 2, y: 3 }], point: null, data: { any: [1] } }, []],
  [{ name: "Ada", point: { x: 1 }, shape: { radius: 1 }, pair: [1, { x: 1 }], fields: { a: 1 } }, []],
  [{ name: "", limit: "1", point: { x: "1" } }, ["limit", "name", "point"]],
  [{ name: "Ada", more: 1 }, ["more"]],
  [{ name: "", more: 1 }, ["more", "name"]],
  [{ name: "Ada", points: [{ x: 1, z: 1 }] }, ["points"]],
  [{ name: "Ada", point: { x: 1, z: 1 } }, ["point"]],
  [{ name: "Ada", shape: { radius: 1, z: 1 } }, ["shape"]],
  [{ name: "Ada", pair: [1, { x: 1 }, 3] }, ["pair"]],
  [{ name: "Ada", pair: [1, { x: 1, z: 1 }] }, ["pair"]],
  [{ name: "Ada", fields: { A: 1 } }, ["fields"]],
  [JSON.parse('{"name":"Ada","__proto__":1}'), ["__proto__"]],
  [Object.assign(["Ada"], { name: "Ada" }), [""]],
  [null, [""]]
]

describe("decodeStrictly", () => {
  it.effect("decodes as Effect does with strict options, and reports the same faults", () =>
    Effect.gen(function* () {
      const expected = Schema.decodeUnknownEffect(schema, { errors: "all", onExcessProperty: "error" })
      const actual = decodeStrictly(schema)
      for (const [value, places] of values) {
        const [one, other] = [yield* Effect.result(actual(value)), yield* Effect.result(expected(value))]
        assert.deepStrictEqual(
          one._tag === "Success" ? one.success : String(one.failure),
          other._tag === "Success" ? other.success : String(other.failure)
        )
        const faults = one._tag === "Success" ? [] : [String(one.failure)]
        assert.strictEqual(faults.length > 0, places.length > 0, JSON.stringify(value))
        for (const place of places) assert.include(faults[0], place)
      }
    })
  )
})
