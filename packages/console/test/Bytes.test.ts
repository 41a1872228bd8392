/** The built page: its size, and that it fits its policy. */
import { assert, describe, it } from "@effect/vitest"
import { load } from "@mailroom/console"
import { brotliDecompressSync } from "node:zlib"

const { files, html, mail } = await load()
const size = (list: typeof files) => list.reduce((sum, { br }) => sum + br.length, 0)
/** The files that the page itself names. */
const first = files.filter(({ name }) => html.includes(`console/${name}"`))

describe("the built console", () => {
  it("is small: two files and at most 50 kB at first, and 220 kB with everything", () => {
    // Each file is a request before the page is shown.
    assert.deepStrictEqual(first.map(({ contentType }) => contentType.replace(/;.*$/u, "")).toSorted(), [
      "text/css",
      "text/javascript"
    ])
    assert.isAtMost(size(first) + html.length, 50_000)
    assert.isAtMost(size(files), 220_000)
  })

  it("has all German texts in one file, which imports nothing and is not loaded at first", () => {
    const german = files.filter(({ bytes }) => Buffer.from(bytes).includes("Posteingang"))
    assert.strictEqual(german.length, 1)
    assert.notInclude(first, german[0])
    assert.notMatch(Buffer.from(german[0]?.bytes ?? []).toString(), /\bimport *[{("'`]|\bfrom *["'`]/u)
  })

  it("has names that servers can keep for ever, and compressed copies", () => {
    for (const { br, bytes, name } of files) {
      assert.match(name, /^[\w.-]+-[\w-]{8}\.(?:css|js)$/u)
      assert.deepStrictEqual(brotliDecompressSync(br), Buffer.from(bytes), name)
    }
  })

  it("has no inline script or style, and names nothing on other servers", () => {
    assert.match(html, /<\/head>/u)
    assert.notMatch(html, /<script(?![^>]* src=)|<style|style=| on\w+=|https?:\/\/(?!www\.w3\.org)/u)
    assert.notMatch(mail, /<script|<link|https?:/u)
    for (const [, path = ""] of html.matchAll(/(?:src|href)="([^"]+)"/gu)) {
      assert.match(path, /^(?:data:|\.\/console\/)/u)
    }
  })
})
