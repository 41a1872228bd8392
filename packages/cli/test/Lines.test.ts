import { assert, describe, it } from "@effect/vitest"
import { linesOf } from "../src/import/Lines.ts"

/** The lines of a text that is read in steps of so many bytes. */
const read = async (text: string, step: number, maximum = 1000) => {
  const bytes = new TextEncoder().encode(text)
  const chunks = async function* () {
    for (let start = 0; start < bytes.length; start += step) yield bytes.subarray(start, start + step)
  }
  const lines: Array<string | null> = []
  for await (const line of linesOf(chunks(), maximum)) lines.push(line && new TextDecoder().decode(line))
  return lines
}

describe("lines", () => {
  for (const step of [1, 2, 3, 7, 1000]) {
    it(`are whole, read ${step} bytes at a time`, async () => {
      assert.deepStrictEqual(await read("é\n\n😀b\nlast", step), ["é", "", "😀b", "last"])
      assert.deepStrictEqual(await read("a\r\nb\n", step), ["a\r", "b"])
      assert.deepStrictEqual(await read("\n", step), [""])
      assert.deepStrictEqual(await read("", step), [])
    })

    it(`are left out where they are too long, read ${step} bytes at a time`, async () => {
      assert.deepStrictEqual(await read("12345\n123456\n1\n1234567", step, 5), ["12345", null, "1", null])
    })
  }
})
