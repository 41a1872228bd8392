/** Files of answers, and their further recipients. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixtures from "./Fixtures.ts"
import { conversation, ended } from "./SentMail.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

const bytesOf = (length: number) => new Uint8Array(length).map((_, i) => i * 31 + (i >> 8) * 17)

const upload = Effect.fnUntraced(function* (query: string, body: Uint8Array = bytesOf(300), headers = {}) {
  const { call } = yield* TestServer
  return yield* call("POST", `/uploads?${query}`, {
    body,
    headers: { "content-type": "application/octet-stream", ...headers }
  })
})

const uploaded = (name: string, body?: Uint8Array) =>
  Effect.map(upload(`filename=${encodeURIComponent(name)}`, body), ({ json, status }) => {
    assert.strictEqual(status, 201)
    return json
  })

const reply = Effect.fnUntraced(function* (thread: string, fields: object = {}) {
  const { call } = yield* TestServer
  return yield* call("POST", `${thread}/reply`, { body: { body_text: "See the file.", ...fields } })
})

const found = Effect.fnUntraced(function* (id: number) {
  const { call } = yield* TestServer
  return (yield* call("GET", `/uploads/${id}`)).status
})

onEveryStorage("an upload", (it) => {
  it.effect("is stored with its name and type, found, and removed", () =>
    Effect.gen(function* () {
      const { b, call } = yield* TestServer
      const name = encodeURIComponent("Angebot für Ada \u{1f642}.pdf")
      const { headers, json, status } = yield* upload(`filename=${name}&content_type=application/pdf`)
      assert.strictEqual(status, 201)
      assert.deepInclude(json, {
        filename: "Angebot für Ada \u{1f642}.pdf",
        ext: "pdf",
        type: 2,
        content_type: "application/pdf",
        size: 300
      })
      assert.match(String(headers.location), new RegExp(`/uploads/${json.id}$`, "u"))
      assert.isString(json.expires_at)
      assert.deepStrictEqual((yield* call("GET", `/uploads/${json.id}`)).json, json)
      assert.strictEqual((yield* call("GET", `/uploads/${json.id}`, { key: b.key })).status, 404)
      assert.strictEqual((yield* call("DELETE", `/uploads/${json.id}`, { key: b.key })).status, 404)
      assert.strictEqual((yield* call("DELETE", `/uploads/${json.id}`)).status, 204)
      assert.deepStrictEqual([yield* found(json.id), (yield* call("DELETE", `/uploads/${json.id}`)).status], [404, 404])
    })
  )

  it.effect("is stored once for an Idempotency-Key", () =>
    Effect.gen(function* () {
      const headers = { "idempotency-key": Fixtures.unique("upload-") }
      const [first, again] = [
        yield* upload("filename=a.pdf", bytesOf(9), headers),
        yield* upload("filename=a.pdf", bytesOf(9), headers)
      ]
      assert.deepStrictEqual([again.status, again.text], [201, first.text])
      assert.strictEqual(again.headers["idempotency-replayed"], "true")
      // Another file, or another name, is another request.
      for (const other of [
        upload("filename=a.pdf", bytesOf(8), headers),
        upload("filename=b.pdf", bytesOf(9), headers)
      ]) {
        assert.strictEqual((yield* other).status, 422)
      }
    })
  )

  it.effect("may be empty, and its name loses what a path or a header has", () =>
    Effect.gen(function* () {
      const { filename, size } = yield* uploaded("../a\r\nb\\c.txt", new Uint8Array())
      assert.deepStrictEqual([filename, size], ["_a__b_c.txt", 0])
    })
  )

  it.effect("is rejected with the fault, and the way out", () =>
    Effect.gen(function* () {
      const { a, call } = yield* TestServer
      const faults = [
        ["", "/query/filename", /required/u],
        ["filename=", "/query/filename", /must not be empty/u],
        ["filename=setup.exe", "/query/filename", /\.exe: .*send the link/u],
        ["filename=a.pdf&content_type=pdf", "/query/content_type", /media type/u],
        ["filename=a.pdf&name=b", "/query/name", /unknown/u],
        [`filename=${"x".repeat(256)}`, "/query/filename", /255/u]
      ] as const
      for (const [query, pointer, message] of faults) {
        const { json, status } = yield* upload(query)
        assert.strictEqual(status, 400, query)
        assert.strictEqual(json.errors[0].pointer, pointer)
        assert.match(json.errors[0].message, message)
      }
      const typed = yield* upload("filename=a.pdf", undefined, { "content-type": "application/pdf" })
      assert.strictEqual(typed.status, 415)
      assert.strictEqual(
        typed.json.detail,
        "The body must be application/octet-stream; say so in Content-Type, and give the type of the file as content_type of the query"
      )
      assert.strictEqual((yield* upload("filename=a.zip", new Uint8Array(18_000_001))).status, 413)
      const headers = { "content-type": "application/octet-stream" }
      const asReader = { key: a.readOnlyKey, body: bytesOf(1), headers }
      assert.strictEqual((yield* call("POST", "/uploads?filename=a.pdf", asReader)).status, 403)
    })
  )
})

onEveryStorage("an answer with files", (it) => {
  it.effect("is sent with them in their order, and they stand in the thread, each under its id", () =>
    Effect.gen(function* () {
      const { call, outgoing } = yield* TestServer
      const { theirs, thread } = yield* conversation
      const large = bytesOf(700_001)
      const [first, second] = [yield* uploaded("b.pdf", large), yield* uploaded("a.txt", new Uint8Array())]
      const { json: queued, status } = yield* reply(thread, { attachments: [second.id, first.id] })
      assert.strictEqual(status, 202)
      assert.deepStrictEqual(
        queued.attachments.map(({ filename, id }: any) => [id, filename]),
        [
          [second.id, "a.txt"],
          [first.id, "b.pdf"]
        ]
      )
      const sent = yield* ended(queued.id)
      assert.deepInclude(sent, { outcome: "sent", attachments: [], cc: [], bcc: [] })
      const { mail } = outgoing.submitted.find(({ mail }) => mail.to.email === theirs) ?? assert.fail()
      assert.deepStrictEqual(
        mail.attachments.map(({ bytes, filename }) => [filename, bytes.length]),
        [
          ["a.txt", 0],
          ["b.pdf", large.length]
        ]
      )
      assert.deepStrictEqual(mail.attachments[1]?.bytes, large)
      const { json } = yield* call("GET", thread)
      const { attachments } = json.data.at(-1)
      assert.deepStrictEqual(
        attachments.map(({ filename, id }: any) => [id, filename]),
        [
          [first.id, "b.pdf"],
          [second.id, "a.txt"]
        ]
      )
      const { pathname, search } = new URL(attachments[0].url)
      assert.isTrue((yield* call("GET", `${pathname}${search}`)).bytes.equals(large))
      assert.deepStrictEqual([yield* found(first.id), yield* found(second.id)], [404, 404])
    })
  )

  it.effect("keeps them until it is sent: nothing else can use or remove them", () =>
    Effect.gen(function* () {
      const { call, outgoing } = yield* TestServer
      const { thread } = yield* conversation
      const { id } = yield* uploaded("a.pdf")
      outgoing.next({ outcome: "refused", at: "data", code: 550, reply: "550 5.7.0 No" })
      const { json: first } = yield* reply(thread, { attachments: [id] })
      const refused = yield* ended(first.id)
      assert.strictEqual(refused.outcome, "refused")
      assert.deepStrictEqual(refused.attachments, [{ id, filename: "a.pdf", size: 300 }])
      const { json: held } = yield* call("GET", `/uploads/${id}`)
      assert.isAtLeast(Date.parse(held.expires_at) - Date.parse(refused.ended_at), 7 * 86_400_000)
      const { json: conflict, status } = yield* call("DELETE", `/uploads/${id}`)
      assert.deepStrictEqual([status, conflict.reason], [409, "upload_in_use"])
      const again = yield* reply(thread, { attachments: [id] })
      assert.deepStrictEqual([again.status, again.json.errors[0].pointer], [400, "/body/attachments/0"])
      assert.match(again.json.errors[0].message, /used by another mail/u)
      // Once its text is discarded, another answer may use them.
      assert.strictEqual((yield* call("POST", `/sends/${first.id}/discard`)).status, 200)
      const { json: second } = yield* reply(thread, { attachments: [id] })
      assert.strictEqual((yield* ended(second.id)).outcome, "sent")
    })
  )

  it.effect("is rejected as a whole where a file is missing, named twice, or too much", () =>
    Effect.gen(function* () {
      const { b, call } = yield* TestServer
      const { thread } = yield* conversation
      const { id } = yield* uploaded("a.pdf")
      const headers = { "content-type": "application/octet-stream" }
      const foreign = yield* call("POST", "/uploads?filename=b.pdf", { key: b.key, body: bytesOf(3), headers })
      const big = yield* uploaded("big.zip", new Uint8Array(17_000_000))
      const other = yield* uploaded("other.zip", new Uint8Array(3_000_000))
      const cases = [
        [[id, 999_999_999], "/body/attachments/1", /no upload/u],
        [[foreign.json.id], "/body/attachments/0", /no upload/u],
        [[id, id], "/body/attachments", /twice/u],
        [Array.from({ length: 21 }, (_, i) => i + 1), "/body/attachments", /at most 20/u],
        [[big.id, other.id], "/body/attachments", /too large: .* 25000000/u]
      ] as const
      for (const [attachments, pointer, message] of cases) {
        const { json, status } = yield* reply(thread, { attachments })
        assert.strictEqual(status, 400, JSON.stringify(attachments))
        assert.strictEqual(json.errors[0].pointer, pointer)
        assert.match(json.errors[0].message, message)
      }
      const { json } = yield* call("GET", `/sends?thread_id=${thread.split("/").at(-1)}`)
      assert.deepStrictEqual(json.data, [])
      assert.strictEqual(yield* found(id), 200)
    })
  )

  it.effect("leaves nothing of them when its lead is erased", () =>
    Effect.gen(function* () {
      const { call, outgoing } = yield* TestServer
      const { lead_id, thread } = yield* conversation
      const { id } = yield* uploaded("secret.pdf")
      outgoing.next({ outcome: "refused", at: "data", code: 550, reply: "550 5.7.0 No" })
      const { json } = yield* reply(thread, { attachments: [id] })
      yield* ended(json.id)
      yield* call("DELETE", "/leads", { body: { ids: [lead_id], erase: true } })
      assert.strictEqual(yield* found(id), 404)
    })
  )
})

onEveryStorage("an answer to several people", (it) => {
  it.effect("proposes the others of the mail, without accounts of ours and people who opted out", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const talk = yield* conversation
      const { lead_id: gone, theirs: left } = yield* conversation
      const event = { type: "unsubscribed", lead_id: gone, occurred_at: "2026-08-07T09:30:00Z" }
      assert.strictEqual((yield* call("POST", "/events", { body: { events: [event] } })).status, 200)
      const other = `${Fixtures.unique("charles")}@x.example`
      yield* Fixtures.receive({
        from: talk.theirs,
        to: `${talk.ours}, ${other}`,
        headers: { Cc: `Joan <joan@x.example>, ${left}, ${talk.theirs}, ${other.toUpperCase()}` }
      })
      const { json } = yield* call("GET", talk.thread)
      assert.deepStrictEqual([json.reply.to_email, json.reply.cc], [talk.theirs, [other, "joan@x.example"]])
    })
  )

  it.effect("goes to all of them once, and shows them in the thread", () =>
    Effect.gen(function* () {
      const { call, outgoing } = yield* TestServer
      const { theirs, thread } = yield* conversation
      const cc = ["charles@x.example", "CHARLES@x.example", theirs.toUpperCase(), "joan@x.example"]
      const bcc = ["joan@x.example", "crm@ours.example"]
      const { json: queued } = yield* reply(thread, { cc, bcc })
      assert.deepInclude(queued, { cc: ["charles@x.example", "joan@x.example"], bcc: ["crm@ours.example"] })
      yield* ended(queued.id)
      const { mail } = outgoing.submitted.find(({ mail }) => mail.to.email === theirs) ?? assert.fail()
      assert.deepStrictEqual([mail.cc, mail.bcc], [["charles@x.example", "joan@x.example"], ["crm@ours.example"]])
      const { json } = yield* call("GET", thread)
      assert.deepInclude(json.data.at(-1), {
        to_email: theirs,
        cc_email: "charles@x.example, joan@x.example",
        bcc_email: "crm@ours.example"
      })
    })
  )

  it.effect("is not sent where one of them opted out, before it is queued or after", () =>
    Effect.gen(function* () {
      const { call, outgoing } = yield* TestServer
      const { thread } = yield* conversation
      const other = yield* conversation
      for (const field of ["cc", "bcc"]) {
        outgoing.next({ outcome: "refused", at: "data", code: 451, reply: "451 4.7.1 Later" })
        const { json: queued } = yield* reply(thread, { [field]: [other.theirs] })
        assert.strictEqual((yield* ended(queued.id)).outcome, "deferred")
      }
      const event = { type: "unsubscribed", lead_id: other.lead_id, occurred_at: "2026-08-07T09:30:00Z" }
      assert.strictEqual((yield* call("POST", "/events", { body: { events: [event] } })).status, 200)
      for (const field of ["cc", "bcc"]) {
        const { json, status } = yield* reply(thread, { [field]: ["joan@x.example", other.theirs] })
        assert.deepStrictEqual([status, json.reason], [409, "recipient_unsubscribed"])
        assert.include(json.detail, other.theirs)
      }
      // A mail that waits is looked at again with each turn of its account.
      const { json: last } = yield* reply(thread)
      yield* ended(last.id)
      const { json } = yield* call("GET", `/sends?thread_id=${thread.split("/").at(-1)}`)
      assert.deepStrictEqual(
        json.data.slice(1).map(({ outcome, reply }: any) => [outcome, reply]),
        [
          ["refused", `${other.theirs} has unsubscribed`],
          ["refused", `${other.theirs} has unsubscribed`]
        ]
      )
    })
  )

  it.effect("is rejected where an address is none, or there are too many", () =>
    Effect.gen(function* () {
      const { thread } = yield* conversation
      const many = Array.from({ length: 21 }, (_, i) => `a${i}@x.example`)
      const cases = [
        [{ cc: ["ada"] }, "/body/cc/0"],
        [{ cc: ["ada@x.example", "Ada <ada@x.example>"] }, "/body/cc/1"],
        [{ bcc: ["ada@x.example\r\nBcc: eve@x.example"] }, "/body/bcc/0"],
        [{ bcc: ["a@x.example,b@x.example"] }, "/body/bcc/0"],
        [{ cc: many }, "/body/cc"],
        [{ cc: "ada@x.example" }, "/body/cc"]
      ] as const
      for (const [fields, pointer] of cases) {
        const { json, status } = yield* reply(thread, fields)
        assert.deepStrictEqual([status, json.errors[0].pointer], [400, pointer])
      }
    })
  )
})
