/** Answers in JSON are compressed for clients that accept it. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { send } from "./Client.ts"
import { onMemory, TestServer } from "./TestServer.ts"

onMemory("an answer in JSON", (it) => {
  it.effect("is compressed from 1 kB on, as the client accepts it", () =>
    Effect.gen(function* () {
      const { a, call, origin } = yield* TestServer
      for (let number = 0; number < 9; number++) {
        yield* call("POST", "/campaigns", { body: { name: `Grüße, number ${number}` } })
      }
      const plain = yield* send(origin, "GET", "/campaigns", { key: a.key })
      assert.isAbove(plain.bytes.length, 1024)
      for (const [accepted, coding, decode] of [
        ["", undefined, (bytes: Buffer) => bytes],
        ["gzip;q=0, br;q=0.0", undefined, (bytes: Buffer) => bytes],
        ["gzip, deflate", "gzip", gunzipSync],
        ["gzip, deflate, br", "br", brotliDecompressSync]
      ] as const) {
        const answer = yield* send(origin, "GET", "/campaigns", {
          key: a.key,
          headers: { "accept-encoding": accepted }
        })
        assert.strictEqual(answer.headers["content-encoding"], coding)
        assert.strictEqual(answer.headers["content-length"], String(answer.bytes.length))
        assert.strictEqual(answer.headers["content-type"], plain.headers["content-type"])
        assert.include(answer.headers.vary, "accept-encoding")
        assert.strictEqual(decode(answer.bytes).toString(), plain.text)
        if (coding !== undefined) assert.isBelow(answer.bytes.length, plain.bytes.length / 2)
      }
    })
  )

  it.effect("is sent as it is when it is short, or has an entity tag", () =>
    Effect.gen(function* () {
      const { a, call, origin } = yield* TestServer
      const { json } = yield* call("POST", "/campaigns", { body: { name: "x".repeat(1) } })
      const { json: lead } = yield* call("POST", "/leads", {
        body: {
          campaign_id: json.id,
          leads: [{ email: "long@x.example", custom_fields: { note: "y".repeat(2000) } }]
        }
      })
      const headers = { "accept-encoding": "gzip, br" }
      const long = yield* send(origin, "GET", `/leads/${lead.data[0].id}`, { key: a.key, headers })
      assert.isAbove(long.bytes.length, 2000)
      const short = yield* send(origin, "GET", "/campaigns?limit=1", { key: a.key, headers })
      const missing = yield* send(origin, "GET", "/nowhere", { key: a.key, headers })
      for (const answer of [long, short, missing]) assert.isUndefined(answer.headers["content-encoding"])
    })
  )
})
