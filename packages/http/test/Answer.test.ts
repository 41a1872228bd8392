import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { json } from "../src/Answer.ts"

describe("json", () => {
  for (const rows of [1, 2000]) {
    it.effect(`answers ${rows} rows as JSON, with its length in bytes and the given headers`, () =>
      Effect.gen(function* () {
        const page = { data: Array.from({ length: rows }, (_, id) => ({ id, first_name: "Zoë 中" })) }
        const answer = HttpServerResponse.toWeb(json(page, { "x-total": "7" }))
        assert.strictEqual(answer.headers.get("content-type"), "application/json")
        assert.strictEqual(answer.headers.get("x-total"), "7")
        const bytes = yield* Effect.promise(() => answer.arrayBuffer())
        assert.strictEqual(answer.headers.get("content-length"), String(bytes.byteLength))
        assert.deepStrictEqual(JSON.parse(new TextDecoder().decode(bytes)), page)
      })
    )
  }
})
