/** The page at `/docs` and its document, as a cache sees them (contract, section 1, "caching"). `test/browser` opens it. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { send } from "./Client.ts"
import { onMemory, TestServer } from "./TestServer.ts"

onMemory("what needs no key", (it) => {
  it.effect("is compressed, kept, and asked for again by its entity tag", () =>
    Effect.gen(function* () {
      const { a, origin } = yield* TestServer
      for (const path of ["/docs", "/openapi.json"]) {
        const tags = new Set<string>()
        const plain = yield* send(origin, "GET", path)
        for (const [accepted, coding, decode] of [
          ["", undefined, (bytes: Buffer) => bytes],
          ["identity", undefined, (bytes: Buffer) => bytes],
          ["gzip, deflate", "gzip", gunzipSync],
          ["gzip, deflate, br, zstd", "br", brotliDecompressSync]
        ] as const) {
          const headers = { "accept-encoding": accepted }
          const answer = yield* send(origin, "GET", path, { headers })
          assert.strictEqual(answer.status, 200)
          assert.strictEqual(answer.headers["content-encoding"], coding)
          assert.strictEqual(answer.headers["content-length"], String(answer.bytes.length))
          assert.strictEqual(answer.headers["cache-control"], "no-cache")
          assert.strictEqual(answer.headers.vary, "accept-encoding")
          assert.strictEqual(decode(answer.bytes).toString(), plain.text)
          const etag = String(answer.headers.etag)
          assert.match(etag, /^"[\w+/=-]+"$/u)
          tags.add(etag)

          const again = yield* send(origin, "GET", path, { headers: { ...headers, "if-none-match": etag } })
          assert.strictEqual(again.status, 304)
          assert.strictEqual(again.bytes.length, 0)
          for (const name of ["cache-control", "etag", "vary"]) {
            assert.strictEqual(again.headers[name], answer.headers[name], name)
          }
          const head = yield* send(origin, "HEAD", path, { headers })
          assert.deepInclude(head.headers, { etag, "content-length": answer.headers["content-length"] })
        }
        assert.strictEqual(tags.size, 3)
      }
      const secret = yield* send(origin, "GET", "/campaigns", { key: a.key })
      assert.strictEqual(secret.headers["cache-control"], "no-store")
    })
  )

  it.effect("allows the page its own script and styles, and nothing else", () =>
    Effect.gen(function* () {
      const { origin } = yield* TestServer
      const { headers } = yield* send(origin, "GET", "/docs")
      const policy = String(headers["content-security-policy"])
      assert.match(
        policy,
        /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; connect-src 'self'; /u
      )
      assert.notMatch(policy, /unsafe|\*|https?:/u)
    })
  )
})
