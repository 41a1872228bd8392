import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { CustomFields, CustomFieldsPatch, merge } from "../../src/leads/CustomFields.ts"

const strict = { onExcessProperty: "error" } as const
const isFields = (value: unknown) => Option.isSome(Schema.decodeUnknownOption(CustomFields, strict)(value))
const isPatch = (value: unknown) => Option.isSome(Schema.decodeUnknownOption(CustomFieldsPatch, strict)(value))
const many = (length: number): CustomFields => Object.fromEntries(Array.from({ length }, (_, i) => [`field_${i}`, "x"]))

describe("custom fields", () => {
  it("have names in lower case and values that are text, numbers or booleans", () => {
    for (const value of [
      {},
      { a: "" },
      { a_1: 0, b: -1.5, c: true },
      { [`a${"b".repeat(63)}`]: "x".repeat(4096) },
      many(100)
    ]) {
      assert.isTrue(isFields(value), JSON.stringify(value).slice(0, 80))
      assert.isTrue(isPatch(value))
    }
    for (const value of [
      { A: "x" },
      { "": "x" },
      { _a: "x" },
      { "1a": "x" },
      { "a-b": "x" },
      { ä: "x" },
      { "a\n": "x" },
      { [`a${"b".repeat(64)}`]: "x" },
      { a: "x".repeat(4097) },
      { a: "\u0000" },
      { a: "\ud800" },
      { a: NaN },
      { a: Infinity },
      { a: undefined },
      { a: {} },
      { a: [] },
      many(101),
      null,
      []
    ]) {
      assert.isFalse(isFields(value), JSON.stringify(value))
      assert.isFalse(isPatch(value), JSON.stringify(value))
    }
    assert.isFalse(isFields({ a: null }))
    assert.isTrue(isPatch({ a: null }))
  })
})

describe("merge", () => {
  it("sets, removes, and leaves the rest", () => {
    const fields = { b: "old", c: 1, d: true }
    assert.deepStrictEqual(merge(fields, { b: "new", c: null, a: false, e: null }), {
      fields: { a: false, b: "new", d: true }
    })
    assert.deepStrictEqual(fields, { b: "old", c: 1, d: true })
    const { fields: sorted } = { fields: {}, ...merge({ z: 1, b: 1 }, { c: 1, a: 1 }) }
    assert.deepStrictEqual(Object.keys(sorted), ["a", "b", "c", "z"])
  })

  it("takes a falsy value for a value", () => {
    assert.deepStrictEqual(merge({ a: "x", b: 1, c: true }, { a: "", b: 0, c: false }), {
      fields: { a: "", b: 0, c: false }
    })
  })

  it("takes names that mean something to JavaScript for names", () => {
    assert.deepStrictEqual(merge({}, { constructor: "x" }), { fields: { constructor: "x" } })
    assert.deepStrictEqual(merge({ constructor: "x" }, {}), { fields: { constructor: "x" } })
    assert.deepStrictEqual(merge({ constructor: "x" }, { constructor: null }), { fields: {} })
  })

  it("has a fault when too many are left, whatever was there before", () => {
    const fault = { fault: "must have at most 100 custom fields" }
    assert.deepStrictEqual(merge(many(100), { another: "x" }), fault)
    assert.deepStrictEqual(merge(many(100), { field_0: "y" }), { fields: { ...many(100), field_0: "y" } })
    assert.property(merge(many(100), { another: "x", field_0: null }), "fields")
    assert.property(merge(many(100), { another: null }), "fields")
    assert.deepStrictEqual(
      merge(many(60), Object.fromEntries(Object.keys(many(60)).map((name) => [`x${name}`, 1]))),
      fault
    )
  })

  const Name = Schema.Literals(["a", "b", "c", "d"])
  const Fields = Schema.Record(Name, Schema.Literals([1, "x", false]))
  const Patch = Schema.Record(Name, Schema.NullOr(Schema.Literals([1, "x", false])))
  const merged = (...steps: Parameters<typeof merge>) => {
    const result = merge(...steps)
    return "fields" in result ? result.fields : assert.fail(result.fault)
  }

  it.prop(
    "changes nothing by nothing, and the same once and twice",
    { fields: Fields, patch: Patch },
    ({ fields, patch }) => {
      assert.deepStrictEqual(merged(fields, {}), fields)
      const once = merged(fields, patch)
      assert.deepStrictEqual(merged(once, patch), once)
      assert.deepStrictEqual(Object.keys(once), Object.keys(once).sort())
    }
  )

  it.prop(
    "does by two patches what it does by the one over the other",
    { fields: Fields, a: Patch, b: Patch },
    ({ a, b, fields }) => {
      assert.deepStrictEqual(merged(merged(fields, a), b), merged(fields, { ...a, ...b }))
    }
  )
})
