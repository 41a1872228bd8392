/** Conditional requests of steps and of answers that are sent later, which store no version (RFC 9110, 13.1). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixtures from "./Fixtures.ts"
import { signedIn } from "./Roles.ts"
import { conversation, inHours } from "./SentMail.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

const precondition = [412, "precondition_failed"]

/** Calls that carry an entity tag, for a resource. */
const resource = Effect.fnUntraced(function* (path: string) {
  const { call } = yield* TestServer
  const read = (known?: string) => call("GET", path, known === undefined ? {} : { headers: { "if-none-match": known } })
  return {
    read,
    etag: Effect.map(read(), ({ headers }) => String(headers["etag"])),
    write: (body: object, tag?: string) =>
      call("PATCH", path, { body, ...(tag !== undefined && { headers: { "if-match": tag } }) })
  }
})

onEveryStorage("the version of a step", (it) => {
  const newStep = Effect.gen(function* () {
    const { call } = yield* TestServer
    const path = `/campaigns/${yield* Fixtures.campaign()}/sequences`
    const created = yield* call("POST", path, { body: { subject: "Hello", body: "One" } })
    const step = yield* resource(`${path}/${created.json.id}`)
    return { ...step, call, created, id: created.json.id as number, path }
  })
  const uploaded = Effect.gen(function* () {
    const { call } = yield* TestServer
    const headers = { "content-type": "application/octet-stream" }
    return (yield* call("POST", "/uploads?filename=a.txt", { headers, body: "x" })).json.id as number
  })

  it.effect("is that of its contents", () =>
    Effect.gen(function* () {
      const { created, etag, read, write } = yield* newStep
      const first = yield* etag
      assert.match(first, /^"[1-9]\d*"$/u)
      assert.strictEqual(created.headers["etag"], first)
      assert.strictEqual((yield* read(first)).status, 304)
      assert.strictEqual((yield* write({}, first)).headers["etag"], first)
      const changed = yield* write({ body: "Two" }, first)
      assert.strictEqual(changed.status, 200)
      assert.strictEqual(changed.headers["etag"], yield* etag)
      assert.notStrictEqual(yield* etag, first)
      assert.strictEqual((yield* read(first)).status, 200)
    })
  )

  it.effect("lets a write change only what its caller read", () =>
    Effect.gen(function* () {
      const { etag, read, write } = yield* newStep
      const stale = yield* etag
      yield* write({ body: "Theirs" })
      const { json, status } = yield* write({ body: "Mine" }, stale)
      assert.deepStrictEqual([status, json.code], precondition)
      assert.strictEqual((yield* read()).json.body, "Theirs")
      for (const tag of [`W/${yield* etag}`, '"999"', '"x"']) {
        assert.strictEqual((yield* write({ body: "Mine" }, tag)).status, 412, tag)
      }
      assert.strictEqual((yield* write({ body: "Mine" }, "nonsense")).status, 400)
      assert.strictEqual((yield* write({ body: "Mine" }, `"999", ${yield* etag}`)).status, 200)
      assert.strictEqual((yield* write({ body: "Any" }, "*")).status, 200)
      assert.strictEqual((yield* write({ body: "Last" })).json.body, "Last")
    })
  )

  it.effect("keeps the file of the first of two browsers that add one at the same time", () =>
    Effect.gen(function* () {
      const { etag, read, write } = yield* newStep
      const [theirs, mine] = [yield* uploaded, yield* uploaded]
      const tag = yield* etag
      assert.strictEqual((yield* write({ attachments: [theirs] }, tag)).status, 200)
      assert.strictEqual((yield* write({ attachments: [mine] }, tag)).status, 412)
      const idsOf = Effect.map(read(), ({ json }) => json.attachments.map(({ id }: any) => id))
      assert.deepStrictEqual(yield* idsOf, [theirs])
      assert.strictEqual((yield* write({ attachments: [theirs, mine] }, yield* etag)).status, 200)
      assert.deepStrictEqual(yield* idsOf, [theirs, mine])
    })
  )

  it.effect("changes with what the variants of a step share, and with its position", () =>
    Effect.gen(function* () {
      const { call, etag, id, path, write } = yield* newStep
      const { json: variant } = yield* call("POST", path, { body: { body: "B", variant_of: id } })
      const { json: second } = yield* call("POST", path, { body: { body: "Second" } })
      const changes = [
        [`${path}/${variant.id}`, { body: "C" }, true],
        [`${path}/${variant.id}`, { delay_days: 9 }, false],
        [`${path}/${second.id}`, { position: 1 }, false]
      ] as const
      for (const [other, body, isValid] of changes) {
        const tag = yield* etag
        assert.strictEqual((yield* call("PATCH", other, { body })).status, 200)
        assert.strictEqual((yield* write({ subject: "New" }, tag)).status, isValid ? 200 : 412, JSON.stringify(body))
      }
      assert.strictEqual(
        (yield* call("PATCH", `${path}/999999999`, { body: {}, headers: { "if-match": '"1"' } })).status,
        404
      )
    })
  )
})

onEveryStorage("the version of an answer that is sent later", (it) => {
  const newAnswer = Effect.gen(function* () {
    const { call } = yield* TestServer
    const { thread } = yield* conversation
    const { json } = yield* call("POST", `${thread}/reply`, { body: { body_text: "Later", send_at: inHours(24) } })
    const path = `/sends/${json.id}`
    return { ...(yield* resource(path)), call, path }
  })

  it.effect("is that of its time", () =>
    Effect.gen(function* () {
      const { etag, read, write } = yield* newAnswer
      const first = yield* etag
      assert.strictEqual((yield* read(first)).status, 304)
      const [sooner, later] = [inHours(30), inHours(40)]
      const moved = yield* write({ send_at: sooner }, first)
      assert.deepStrictEqual([moved.status, moved.json.send_at], [200, sooner])
      assert.strictEqual(moved.headers["etag"], yield* etag)
      const stale = yield* write({ send_at: later }, first)
      assert.deepStrictEqual([stale.status, stale.json.code], precondition)
      assert.deepStrictEqual((yield* write({ send_at: null }, first)).status, 412)
      assert.strictEqual((yield* read()).json.send_at, sooner)
      // Somebody has moved it, and back: it is as it was read.
      yield* write({ send_at: later })
      yield* write({ send_at: sooner })
      assert.strictEqual((yield* write({ send_at: later }, moved.headers["etag"])).status, 200)
      assert.strictEqual((yield* write({ send_at: sooner }, "nonsense")).status, 400)
      assert.strictEqual((yield* write({ send_at: sooner }, "*")).status, 200)
    })
  )

  it.effect("matters only for an answer that waits, and to who may move it", () =>
    Effect.gen(function* () {
      const { call, etag, path, write } = yield* newAnswer
      const rita = yield* signedIn("responder")
      const stale = { body: { send_at: inHours(48) }, headers: { "if-match": '"999"' } }
      assert.strictEqual((yield* rita.call("PATCH", path, stale)).status, 403)
      assert.strictEqual((yield* call("PATCH", "/sends/999999999", stale)).status, 404)
      yield* call("POST", `${path}/cancel`)
      const { json, status } = yield* write({ send_at: inHours(48) }, yield* etag)
      assert.deepStrictEqual([status, json.reason], [409, "send_not_scheduled"])
    })
  )
})
