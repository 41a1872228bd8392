import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as Body from "../src/pipeline/Body.ts"

const read = (json: string, values: number, names: number) =>
  Body.readJson(new TextEncoder().encode(json), { values, names })

const faultOf = (json: string, values = 10_000, names = 10_000) => {
  const body = read(json, values, names)
  return typeof body === "string" ? body : undefined
}

const depth = (json: unknown): number =>
  typeof json === "object" && json !== null ? 1 + Math.max(0, ...Object.values(json).map(depth)) : 0

describe("readJson", () => {
  it.prop(
    "finds nothing wrong with what JSON.stringify wrote, unless it is deep",
    { json: Schema.Json },
    ({ json }) => {
      const text = JSON.stringify(json)
      const body = read(text, 10_000, 10_000)
      if (depth(json) <= 32) assert.deepStrictEqual(body, { value: JSON.parse(text) })
      else assert.include(body, "nested")
    }
  )

  it("finds the name that stands twice, however it is spelled", () => {
    assert.include(faultOf('{"a":1,"b":{"a":2},"a":3}'), '"a" twice')
    assert.include(faultOf('{"a":1,"\\u0061":2}'), '"a" twice')
    assert.include(faultOf('[{"x":[{"a":"}","a":1}]}]'), '"a" twice')
    assert.include(faultOf('{"__proto__":1,"__proto__":2}'), "twice")
    assert.isUndefined(faultOf('[{"a":1},{"a":"a"},"a","a",{"b":["a","a"],"a":{"a":1}}]'))
    assert.isUndefined(faultOf('{"a":"\\"a\\":","b":"\\\\"}'))
    assert.isUndefined(faultOf('{"a\\\\":1,"a":"\\\\\\"","a\\"":2}'))
    assert.include(faultOf('{"a\\\\":1,"a\\u005c":2}'), "twice")
  })

  it("counts the depth, not the length", () => {
    assert.isUndefined(faultOf("[".repeat(32) + "]".repeat(32)))
    assert.include(faultOf("[".repeat(33) + "]".repeat(33)), "nested")
    assert.isUndefined(faultOf(`[${"[],".repeat(1000)}{}]`))
  })

  it("counts values, however they are held, and nothing else", () => {
    for (const json of ["[1,2,[3,4]]", '{"a":1,"b":[{},2]}', '[",,,,[[[",2,3,4,5]']) {
      assert.isUndefined(faultOf(json, 6), json)
      assert.include(faultOf(json, 5), "values", json)
    }
  })

  it("counts names, and nothing else", () => {
    for (const json of ['{"a":1,"b":{"c":[{},2]}}', '[",",{"a":"b"},{"a":1,"b":["c","d"]}]']) {
      assert.isUndefined(faultOf(json, 100, 3), json)
      assert.include(faultOf(json, 100, 2), "names", json)
    }
  })

  it("refuses what is not JSON", () => {
    for (const text of [
      "",
      "{",
      "{'a':1}",
      "[1,]",
      "nul",
      '{"a":1}}',
      "\u00a0{}",
      '"',
      '"\\',
      '{"a',
      '{"\\u00":1}',
      '{"'
    ])
      assert.include(faultOf(text), "JSON", text)
  })

  it("refuses what is not UTF-8", () => {
    assert.strictEqual(Body.readJson(Uint8Array.from([0x22, 0xff, 0x22]), { values: 10, names: 10 }), "must be UTF-8")
  })

  it("counts before it reads the rest", () => {
    assert.include(faultOf("[1,2,3,4,5", 5), "values")
    assert.include(faultOf("[".repeat(33)), "nested")
  })
})
