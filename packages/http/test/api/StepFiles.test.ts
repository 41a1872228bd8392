/** Files of steps by the API, on both storages. */
import { assert } from "@effect/vitest"
import { Effect, type Redacted } from "effect"
import * as Fixtures from "./Fixtures.ts"
import { conversation } from "./SentMail.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

const uploaded = Effect.fnUntraced(function* (name: string, length = 300, key?: Redacted.Redacted) {
  const { call } = yield* TestServer
  const headers = { "content-type": "application/octet-stream" }
  const query = `filename=${encodeURIComponent(name)}&content_type=application/pdf`
  const given = key === undefined ? {} : { key }
  const body = new Uint8Array(length).fill(7)
  return (yield* call("POST", `/uploads?${query}`, { body, headers, ...given })).json
})

const newStep = Effect.gen(function* () {
  const { call } = yield* TestServer
  const campaign = yield* Fixtures.campaign()
  const path = `/campaigns/${campaign}/sequences`
  const { json } = yield* call("POST", path, { body: { subject: "Hello", body: "One" } })
  const update = (body: object) => call("PATCH", `${path}/${json.id}`, { body })
  return { campaign, path, step: `${path}/${json.id}`, json, update }
})

onEveryStorage("the files of a step", (it) => {
  it.effect("are named by uploads, in order, and are kept while it names them", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { json, step, update } = yield* newStep
      assert.deepStrictEqual(json.attachments, [])
      const [a, b] = [yield* uploaded("Angebot \u{1f642}.pdf"), yield* uploaded("b.pdf", 0)]
      const { json: updated, status } = yield* update({ attachments: [b.id, a.id] })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(updated.attachments, [
        { id: b.id, filename: "b.pdf", ext: "pdf", type: 2, content_type: "application/pdf", size: 0 },
        { id: a.id, filename: "Angebot \u{1f642}.pdf", ext: "pdf", type: 2, content_type: "application/pdf", size: 300 }
      ])
      assert.deepStrictEqual((yield* call("GET", step)).json, updated)
      assert.isNull((yield* call("GET", `/uploads/${a.id}`)).json.expires_at)
      const kept = yield* call("DELETE", `/uploads/${a.id}`)
      assert.deepStrictEqual([kept.status, kept.json.reason], [409, "upload_in_use"])
      yield* update({ attachments: [b.id] })
      assert.isString((yield* call("GET", `/uploads/${a.id}`)).json.expires_at)
      assert.strictEqual((yield* call("DELETE", `/uploads/${a.id}`)).status, 204)
      assert.strictEqual((yield* call("DELETE", step)).status, 204)
      assert.isString((yield* call("GET", `/uploads/${b.id}`)).json.expires_at)
    })
  )

  it.effect("are shared with other steps and with the copy of the campaign, until the last one is gone", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { campaign, path, update } = yield* newStep
      const { id } = yield* uploaded("a.pdf")
      yield* update({ attachments: [id] })
      yield* call("POST", path, { body: { body: "Two", attachments: [id] } })
      const copy = (yield* call("POST", `/campaigns/${campaign}/duplicate`, { body: {} })).json
      assert.strictEqual((yield* call("DELETE", `/campaigns/${campaign}`)).status, 204)
      const { json } = yield* call("GET", `/campaigns/${copy.id}/sequences`)
      assert.deepStrictEqual(
        json.data.map(({ attachments }: any) => attachments.map(({ filename }: any) => filename)),
        [["a.pdf"], ["a.pdf"]]
      )
      assert.isNull((yield* call("GET", `/uploads/${id}`)).json.expires_at)
      assert.strictEqual((yield* call("DELETE", `/campaigns/${copy.id}`)).status, 204)
      assert.isString((yield* call("GET", `/uploads/${id}`)).json.expires_at)
    })
  )

  it.effect("are rejected with the place of the fault, and nothing is changed", () =>
    Effect.gen(function* () {
      const { b, call } = yield* TestServer
      const { path, step, update } = yield* newStep
      const { id } = yield* uploaded("a.pdf")
      const foreign = yield* uploaded("b.pdf", 3, b.key)
      const large = [yield* uploaded("c.pdf", 10_000_000), yield* uploaded("d.pdf", 10_000_000)]
      const faults = [
        [[id, 999_999_999], "/body/attachments/1", /is no upload/u],
        [[foreign.id], "/body/attachments/0", /is no upload/u],
        [[id, id], "/body/attachments", /must not name a file twice/u],
        [Array.from({ length: 21 }, (_, i) => i + 1), "/body/attachments", /at most 20/u],
        [["a.pdf"], "/body/attachments/0", /./u],
        [large.map((one) => one.id), "/body/attachments", /too large.* 25000000 /u]
      ] as const
      for (const [attachments, pointer, message] of faults) {
        const requests = [update({ attachments }), call("POST", path, { body: { body: "Two", attachments } })]
        for (const request of requests) {
          const { json, status } = yield* request
          assert.deepStrictEqual([status, json.errors[0].pointer], [400, pointer])
          assert.match(json.errors[0].message, message)
        }
      }
      assert.deepStrictEqual((yield* call("GET", step)).json.attachments, [])
      assert.isString((yield* call("GET", `/uploads/${id}`)).json.expires_at)
      // An answer does not take a file from a step.
      yield* update({ attachments: [id] })
      const { thread } = yield* conversation
      const answer = yield* call("POST", `${thread}/reply`, { body: { body_text: "See it.", attachments: [id] } })
      assert.deepStrictEqual([answer.status, answer.json.errors[0].pointer], [400, "/body/attachments/0"])
      assert.match(answer.json.errors[0].message, /is used by a step of a campaign/u)
      assert.isNull((yield* call("GET", `/uploads/${id}`)).json.expires_at)
    })
  )
})
