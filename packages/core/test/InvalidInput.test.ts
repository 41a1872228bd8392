import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { decode } from "../src/InvalidInput.ts"
import { CustomFieldsPatch } from "../src/leads/CustomFields.ts"

const Input = Schema.Struct({
  name: Schema.NonEmptyString,
  "a/b~c": Schema.optionalKey(Schema.Boolean),
  rows: Schema.optionalKey(Schema.Array(Schema.Struct({ id: Schema.Int }))),
  fields: Schema.optionalKey(Schema.Record(Schema.String.check(Schema.isPattern(/^[a-z]+$/u)), Schema.Finite))
})
const decodeInput = decode(Input)
const faultsOf = (input: unknown) => Effect.map(Effect.flip(decodeInput(input)), ({ faults }) => faults)
const pointersOf = (input: unknown) =>
  Effect.map(faultsOf(input), (faults) => faults.map(({ pointer }) => pointer).sort())

describe("decode", () => {
  it.effect("answers what has the documented shape", () =>
    Effect.gen(function* () {
      const input = { name: "x", rows: [{ id: 1 }], fields: { a: 1 } }
      assert.deepStrictEqual(yield* decodeInput(input), input)
    })
  )

  it.effect("names every fault by its place", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* pointersOf(null), [""])
      assert.deepStrictEqual(yield* pointersOf({}), ["/name"])
      assert.deepStrictEqual(yield* pointersOf({ name: "", rows: [{ id: 1 }, { id: 1.5 }, {}] }), [
        "/name",
        "/rows/1/id",
        "/rows/2/id"
      ])
      assert.deepStrictEqual(yield* pointersOf({ name: "x", fields: { a: NaN, b: "1" } }), ["/fields/a", "/fields/b"])
    })
  )

  it.effect("takes a key that it does not know for a fault, and writes it as a pointer", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* pointersOf({ name: "x", nmae: 1, rows: [{ id: 1, "x/y~z": 2 }] }), [
        "/nmae",
        "/rows/0/x~1y~0z"
      ])
      assert.deepStrictEqual(yield* pointersOf({ name: "x", "a/b~c": 1 }), ["/a~1b~0c"])
      assert.deepStrictEqual(yield* pointersOf(JSON.parse('{"name":"x","__proto__":{"id":1}}')), ["/__proto__"])
    })
  )

  it.effect("takes a key without a value for an absent one", () =>
    Effect.gen(function* () {
      const input = { name: "x", rows: undefined, other: undefined }
      assert.deepStrictEqual(yield* decodeInput(input), { name: "x" })
      assert.deepStrictEqual(yield* pointersOf({ name: undefined }), ["/name"])
      assert.deepStrictEqual(input, { name: "x", rows: undefined, other: undefined })
    })
  )

  it.effect("points below the place of the value", () =>
    Effect.gen(function* () {
      const decodeId = decode(Schema.Int, "/id")
      assert.deepStrictEqual((yield* Effect.flip(decodeId("1"))).message, "/id: must be an integer")
      assert.strictEqual(yield* decodeId(1), 1)
    })
  )

  it.effect("says in plain words what is missing, and what is not known", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* faultsOf({ nmae: "x" }), [
        { pointer: "/nmae", message: "is an unknown field: did you mean name?" },
        { pointer: "/name", message: "is required" }
      ])
      for (const [unknown, meant] of [
        ["names", "name"],
        ["row", undefined],
        ["username", undefined],
        ["other", undefined]
      ] as const) {
        const message = meant === undefined ? "is an unknown field" : `is an unknown field: did you mean ${meant}?`
        assert.deepStrictEqual(yield* faultsOf({ name: "x", [unknown]: 1 }), [{ pointer: `/${unknown}`, message }])
      }
    })
  )

  it.effect("says which names are possible, where they are free", () =>
    Effect.gen(function* () {
      const decodeFields = decode(CustomFieldsPatch, "/custom_fields")
      const { faults } = yield* Effect.flip(decodeFields({ Upper: 1 }))
      assert.deepStrictEqual(faults, [
        {
          pointer: "/custom_fields/Upper",
          message: "must have a name of lower-case letters, digits and _, at most 64, a letter first"
        }
      ])
    })
  )

  it.effect("says all of it in the message", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(decodeInput({ name: 1, other: 2 }))
      for (const { message, pointer } of error.faults) {
        assert.include(error.message, `${pointer}: ${message}`)
        assert.notStrictEqual(message, "")
      }
      assert.lengthOf(error.faults, 2)
      assert.notMatch((yield* Effect.flip(decodeInput(1))).message, /^:/u)
    })
  )
})
