/** Conditional requests of a lead (contract, section 1; RFC 9110, 13.1). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixtures from "./Fixtures.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

onEveryStorage("conditional requests", (it) => {
  /** A new lead, and its entity tag at the last read. */
  const newLead = Effect.gen(function* () {
    const { call } = yield* TestServer
    const path = `/leads/${yield* Fixtures.lead(yield* Fixtures.campaign())}`
    const { headers } = yield* call("GET", path)
    return { path, etag: String(headers["etag"]) }
  })

  it.effect("writes a lead, its texts or its tag, only as it was read", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { json: tag } = yield* call("POST", "/tags", {
        body: { name: Fixtures.unique("Tag "), sentiment: "positive" }
      })
      const writes = [
        ["PATCH", "", { company: "One" }],
        ["PATCH", "", { stop_sending: true }],
        ["PUT", "/tag", { tag_id: tag.id }]
      ] as const
      for (const [method, below, body] of writes) {
        const { etag, path } = yield* newLead
        const write = (ifMatch: string) => call(method, path + below, { body, headers: { "if-match": ifMatch } })
        assert.strictEqual((yield* write("nonsense")).status, 400)
        for (const other of ['"999"', '"999", "998"', `W/${etag}`]) {
          const { json, status } = yield* write(other)
          assert.deepStrictEqual([status, json.code], [412, "precondition_failed"], other)
        }
        assert.strictEqual((yield* call("GET", path)).headers["etag"], etag)
        const written = yield* write(`"999", ${etag}`)
        assert.strictEqual(written.status, 200)
        assert.notStrictEqual(written.headers["etag"], etag)
        assert.strictEqual((yield* write(etag)).status, 412)
        assert.strictEqual((yield* write("*")).status, 200)
      }
    })
  )

  it.effect("asks whether the lead is there before how it is", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const stale = { headers: { "if-match": '"999"' } }
      assert.strictEqual((yield* call("PATCH", "/leads/999999999", { body: {}, ...stale })).status, 404)
      assert.strictEqual((yield* call("PUT", "/leads/999999999/tag", { body: { tag_id: null }, ...stale })).status, 404)
    })
  )

  it.effect("asks how the resource is before whether what the body names exists", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const campaign_id = yield* Fixtures.campaign()
      const lead_id = yield* Fixtures.lead(campaign_id)
      const { json: integration, text } = yield* call("POST", "/integrations", {
        body: { type: "webhook", name: "Webhook", config: { url: "http://127.0.0.1:9/" } }
      })
      assert.isNumber(integration.id, text)
      const missing = "00000000-0000-4000-8000-000000000000"
      const writes = [
        ["PUT", "/leads/999999999/tag", `/leads/${lead_id}/tag`, { tag_id: 999_999_999 }, "/body/tag_id"],
        [
          "PATCH",
          `/campaigns/${missing}`,
          `/campaigns/${campaign_id}`,
          { account_ids: [999_999_999] },
          "/body/account_ids/0"
        ],
        [
          "PATCH",
          "/integrations/999999999",
          `/integrations/${integration.id}`,
          { campaign_ids: [missing] },
          "/body/campaign_ids/0"
        ]
      ] as const
      for (const [method, unknown, path, body, pointer] of writes) {
        const { json, status } = yield* call(method, unknown, { body })
        assert.deepStrictEqual([status, json.code], [404, "not_found"], unknown)
        if (!path.startsWith("/integrations")) {
          const stale = yield* call(method, path, { body, headers: { "if-match": '"999"' } })
          assert.deepStrictEqual([stale.status, stale.json.code], [412, "precondition_failed"], path)
        }
        const answer = yield* call(method, path, { body })
        assert.deepStrictEqual([answer.status, answer.json.errors?.[0].pointer], [400, pointer], path)
      }
    })
  )

  it.effect("does not send again what the caller has", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { etag, path } = yield* newLead
      const read = (known: string, method = "GET") => call(method, path, { headers: { "if-none-match": known } })
      for (const known of [etag, "*", `W/${etag}`, `"x", ${etag}`, `"x",W/${etag} , "y"`]) {
        for (const method of ["GET", "HEAD"]) {
          const answer = yield* read(known, method)
          assert.strictEqual(answer.status, 304, known)
          assert.strictEqual(answer.bytes.length, 0)
          assert.strictEqual(answer.headers["etag"], etag)
          assert.notProperty(answer.headers, "content-type")
          assert.match(String(answer.headers["x-request-id"]), /./u)
        }
      }
      for (const known of ['"x"', "x", etag.slice(1, -1), ""]) {
        const { json, status } = yield* read(known)
        assert.strictEqual(status, 200, known)
        assert.strictEqual(path, `/leads/${json.id}`)
      }
      yield* call("PATCH", path, { body: { company: "New" } })
      assert.strictEqual((yield* read(etag)).status, 200)
    })
  )

  it.effect("spares neither writes, nor errors, nor answers without a tag", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { etag, path } = yield* newLead
      const headers = { "if-none-match": "*" }
      assert.strictEqual((yield* call("GET", "/leads/999999999", { headers })).status, 404)
      assert.strictEqual((yield* call("GET", "/campaigns", { headers })).status, 200)
      const written = yield* call("PATCH", path, { body: {}, headers: { "if-none-match": etag } })
      assert.strictEqual(written.status, 200)
    })
  )
})
