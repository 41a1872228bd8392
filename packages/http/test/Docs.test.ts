import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assets } from "../docs.ts"
import { codingFor } from "../src/pipeline/Compression.ts"

describe("the page at /docs", () => {
  it("is the committed one: after a change of `packages/http/docs` run `npm run page`", async () => {
    const committed = readFileSync(join(import.meta.dirname, "../src/openapi/DocsAssets.ts"), "utf8")
    assert.strictEqual(await assets(), committed)
  })
})

describe("the coding of an answer", () => {
  it("is the best of those that are accepted (RFC 9110, 12.5.3)", () => {
    for (const [accepted, coding] of [
      [undefined, undefined],
      ["", undefined],
      ["identity", undefined],
      ["deflate, zstd", undefined],
      ["gzip", "gzip"],
      ["GZIP;q=0.1,deflate", "gzip"],
      ["gzip, br", "br"],
      ["br;q=0, gzip", "gzip"],
      ["br ; q=0.000 , gzip ; q=1.0", "gzip"],
      ["*", "br"],
      ["*, br;q=0", "gzip"],
      ["gzip, *;q=0", "gzip"],
      ["*;q=0", undefined],
      ["br;q=x", undefined]
    ] as const) {
      assert.strictEqual(codingFor(accepted), coding, accepted)
    }
  })
})
