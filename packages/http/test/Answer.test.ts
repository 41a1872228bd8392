import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { json, jsonPage } from "../src/pipeline/Answer.ts"

/** The header fields and the body of an answer. */
const read = (response: HttpServerResponse.HttpServerResponse) =>
  Effect.promise(async () => {
    const answer = HttpServerResponse.toWeb(response)
    return { headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) }
  })

const rowsOf = (rows: number) => Array.from({ length: rows }, (_, id) => ({ id, first_name: "Zoë 中" }))

describe("json", () => {
  for (const rows of [1, 2000]) {
    it.effect(`answers ${rows} rows as JSON, with its length in bytes and the given headers`, () =>
      Effect.gen(function* () {
        const page = { data: rowsOf(rows) }
        const { body, headers } = yield* read(json(page, { "x-total": "7" }))
        assert.strictEqual(headers.get("content-type"), "application/json")
        assert.strictEqual(headers.get("x-total"), "7")
        assert.strictEqual(headers.get("content-length"), String(body.byteLength))
        assert.deepStrictEqual(JSON.parse(body.toString()), page)
      })
    )
  }
})

describe("jsonPage", () => {
  const answers = Effect.fnUntraced(function* (page: { readonly data: ReadonlyArray<unknown> }) {
    const { body, headers } = yield* read(jsonPage(page))
    assert.strictEqual(headers.get("content-type"), "application/json")
    assert.strictEqual(headers.get("content-length"), String(body.byteLength))
    assert.strictEqual(body.toString(), JSON.stringify(page))
  })

  it.effect.prop(
    "is what JSON.stringify writes",
    { total: Schema.Int, data: Schema.Array(Schema.Json), next_cursor: Schema.String },
    answers
  )

  it.effect(
    "is that for letters of one to four bytes, for rows that look like what is around them, and for no rows",
    () =>
      Effect.gen(function* () {
        yield* answers({ data: [{ first_name: "Zoë" }, { first_name: "Łukasz 中" }, { first_name: "🎉\ud800" }] })
        yield* answers({ data: [{ data: [], text: '"data":[]' }, "]}"] })
        yield* answers({ data: [] })
      })
  )

  it.effect("is that for short and long pages, one after the other", () =>
    Effect.forEach([100, 3, 5_000, 20_000, 40_000, 7], (rows) => answers({ data: rowsOf(rows) }))
  )
})
