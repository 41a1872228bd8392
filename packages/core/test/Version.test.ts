/** Versions of records that store none: a hash of their contents. */
import { assert, it } from "@effect/vitest"
import { versionOfContents } from "../src/Version.ts"

it("differs for texts whose two adjacent characters differ", () => {
  const printable = Array.from({ length: 70 }, (_, i) => String.fromCodePoint(48 + i))
  const bodies = printable.flatMap((one) => printable.map((other) => `Hi {{first_name}}, ${one}${other} is new.`))
  const versions = new Set(bodies.map((body) => versionOfContents({ id: 5, subject: "Hello", body })))
  assert.strictEqual(versions.size, 4900)
})

it("is the same for any order of the fields, also of nested ones, but not of a list", () => {
  const version = versionOfContents({ a: 1, b: { c: null, d: [1, 2] } })
  assert.strictEqual(versionOfContents({ b: { d: [1, 2], c: null }, a: 1 }), version)
  assert.notStrictEqual(versionOfContents({ a: 1, b: { c: null, d: [2, 1] } }), version)
})

it("is a safe integer from 1 on, of more than 32 bits", () => {
  const versions = Array.from({ length: 1000 }, (_, i) => versionOfContents({ i }))
  assert.isTrue(versions.every((version) => Number.isSafeInteger(version) && version >= 1))
  assert.isTrue(versions.some((version) => version > 2 ** 52))
  assert.isTrue(versions.some((version) => version % 2 === 0) && versions.some((version) => version % 2 === 1))
})
