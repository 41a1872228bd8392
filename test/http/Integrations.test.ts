/** Integrations over HTTP, with receivers on loopback (contract, section 8). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { verify as verifyStandard } from "../../examples/webhook-receiver/standardwebhooks.ts"
import { verify as verifySvix } from "../../examples/webhook-receiver/svix.ts"
import type { Call } from "./Client.ts"
import * as Fixtures from "./Fixtures.ts"
import { always, receiver } from "./Receiver.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

const documented = [
  "id",
  "type",
  "name",
  "enabled",
  "events",
  "campaign_ids",
  "config",
  "status",
  "last_error",
  "last_delivery_at",
  "consecutive_failures",
  "created_at",
  "updated_at"
]
const ofDelivery = ["id", "event", "status", "attempts", "next_attempt_at", "response", "created_at"]

const slack = { type: "slack", name: "Slack", config: { url: "https://hooks.slack.com/services/T1/B2/s3cr3t" } }

onEveryStorage("integrations", (it) => {
  const create = Effect.fnUntraced(function* (body: object, call: Call = {}) {
    const server = yield* TestServer
    return yield* server.call("POST", "/integrations", { body, ...call })
  })
  /** A webhook that wants what happens to leads of a campaign of its own, so that tests do not meet. */
  const webhook = Effect.fnUntraced(function* (url: string, fields: object = {}) {
    const campaign_id = yield* Fixtures.campaign()
    const { json, status } = yield* create({
      type: "webhook",
      name: Fixtures.unique("Webhook "),
      config: { url },
      campaign_ids: [campaign_id],
      ...fields
    })
    assert.strictEqual(status, 201, JSON.stringify(json))
    const lead_id = yield* Fixtures.lead(campaign_id)
    return {
      id: json.id as number,
      secret: json.secret as string,
      lead_id,
      campaign_id,
      path: `/integrations/${json.id}`
    }
  })
  /** Stops sending to a lead, or resumes it: a change that notifies. */
  const stop = Effect.fnUntraced(function* (lead_id: number, stop_sending = true) {
    const server = yield* TestServer
    const { status } = yield* server.call("PATCH", `/leads/${lead_id}`, { body: { stop_sending } })
    assert.strictEqual(status, 200)
  })
  /** The log, the oldest first, once no delivery in it is without a try. */
  const log = (path: string, size: number, done = (delivery: any) => delivery.attempts > 0) =>
    TestServer.pipe(
      Effect.flatMap(({ call }) => call("GET", `${path}/deliveries?limit=100`)),
      Effect.map(({ json }) => json.data.toReversed() as ReadonlyArray<any>),
      Effect.repeat({ until: (deliveries) => deliveries.length === size && deliveries.every(done) })
    )

  it.effect("shows exactly the documented fields, and the secret once", () =>
    Effect.gen(function* () {
      const { call, origin } = yield* TestServer
      const config = {
        url: "https://receiver.example/hook?a=b",
        headers: { "X-Token": "a very long s3cret", b: "short" }
      }
      const made = yield* create({ type: "webhook", name: "Ours", config })
      assert.strictEqual(made.status, 201)
      assert.strictEqual(made.headers["location"], `${origin}/integrations/${made.json.id}`)
      assert.deepStrictEqual(Object.keys(made.json), [...documented, "secret"])
      const { created_at, id, secret, ...rest } = made.json
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/u)
      const expected = {
        type: "webhook",
        name: "Ours",
        enabled: true,
        events: [],
        campaign_ids: null,
        config: { url: config.url, headers: { "X-Token": "…cret", b: "…" } },
        status: "active",
        last_error: null,
        last_delivery_at: null,
        consecutive_failures: 0,
        updated_at: created_at
      }
      assert.deepStrictEqual(rest, expected)
      const { json: page } = yield* call("GET", "/integrations?limit=200")
      const { secret: _, ...shown } = made.json
      assert.deepStrictEqual(
        page.data.find((one: any) => one.id === id),
        shown
      )
      const { json: sent } = yield* create(slack)
      assert.deepStrictEqual([sent.secret, sent.config], [null, { url: "https://hooks.slack.com/…" }])
    })
  )

  it.effect("changes what is given, and forgets what is deleted", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const campaign_id = yield* Fixtures.campaign()
      const { json: made } = yield* create({
        type: "webhook",
        name: "A",
        config: { url: "https://a.example/", headers: { a: "1" } }
      })
      const path = `/integrations/${made.id}`
      const body = {
        name: "B",
        events: ["replied", "sent", "replied"],
        campaign_ids: [campaign_id.toUpperCase()],
        config: { url: "https://b.example/" }
      }
      const { json: changed } = yield* call("PATCH", path, { body })
      const { secret, updated_at, ...rest } = changed
      assert.isNull(secret)
      assert.isTrue(updated_at >= made.updated_at)
      const { secret: _, updated_at: __, ...before } = made
      assert.deepStrictEqual(rest, {
        ...before,
        name: "B",
        events: ["replied", "sent"],
        campaign_ids: [campaign_id],
        config: { url: "https://b.example/", headers: { a: "…" } }
      })
      const { json: all } = yield* call("PATCH", path, {
        body: { campaign_ids: null, enabled: false, config: { headers: {} } }
      })
      assert.deepStrictEqual([all.campaign_ids, all.status, all.enabled], [null, "disabled", false])
      assert.deepStrictEqual(all.config, { url: "https://b.example/", headers: {} })
      assert.strictEqual((yield* call("DELETE", path)).status, 204)
      for (const [method, target] of [
        ["DELETE", path],
        ["PATCH", path],
        ["POST", `${path}/test`],
        ["GET", `${path}/deliveries`],
        ["POST", `${path}/deliveries/1/redeliver`]
      ] as const) {
        const gone = yield* call(method, target, method === "PATCH" ? { body: {} } : {})
        assert.deepStrictEqual([gone.status, gone.json.code], [404, "not_found"], `${method} ${target}`)
      }
    })
  )

  it.effect("names what is wrong with an input", () =>
    Effect.gen(function* () {
      const { a, b, call } = yield* TestServer
      const foreign = yield* Fixtures.campaign({ key: b.key })
      const { json: made } = yield* create(slack)
      const invalid = Effect.fnUntraced(function* (
        method: string,
        target: string,
        body: object,
        ...pointers: Array<string>
      ) {
        const { json, status } = yield* call(method, target, { body })
        assert.strictEqual(status, 400, JSON.stringify(json))
        assert.deepStrictEqual(
          json.errors.map(({ pointer }: any) => pointer),
          pointers,
          JSON.stringify(body)
        )
      })
      const rejects = (body: object, ...pointers: Array<string>) => invalid("POST", "/integrations", body, ...pointers)
      const url = "https://receiver.example/"
      yield* rejects({ type: "webhook", name: " ", config: { url: "ftp://x" } }, "/body/name", "/body/config/url")
      yield* rejects(
        { type: "webhook", name: "A", config: { url }, events: ["replied", "lead_hired"] },
        "/body/events/1"
      )
      yield* rejects({ type: "webhook", name: "A", config: { url }, campaign_ids: [foreign] }, "/body/campaign_ids/0")
      yield* rejects({ type: "webhook", name: "A", config: { url }, campaign_ids: [] }, "/body/campaign_ids")
      yield* rejects({ type: "slack", name: "A", config: { url } }, "/body/config/url")
      yield* rejects({ ...slack, config: { url: made.config.url } }, "/body/config/url")
      yield* rejects(
        { type: "telegram", name: "A", config: { bot_token: "1" } },
        "/body/config/bot_token",
        "/body/config/chat_id"
      )
      yield* rejects({ ...slack, status: "active" }, "/body/status")
      const path = `/integrations/${made.id}`
      yield* invalid("PATCH", path, { rotate_secret: true }, "/body/rotate_secret")
      yield* invalid("PATCH", path, { config: { url } }, "/body/config/url")
      yield* invalid("PATCH", path, { config: { token: "x" } }, "/body/config/token")
      yield* invalid("PATCH", path, { campaign_ids: [foreign] }, "/body/campaign_ids/0")
      const readOnly = yield* create(slack, { key: a.readOnlyKey })
      assert.strictEqual(readOnly.json.code, "forbidden")
    })
  )

  for (const [name, verify] of [
    ["standardwebhooks", verifyStandard],
    ["svix", verifySvix]
  ] as const) {
    it.effect(`delivers what happened, in order, to a receiver with ${name}, also during a rotation`, () =>
      Effect.gen(function* () {
        const { call } = yield* TestServer
        const { take, url } = yield* receiver()
        const { campaign_id, lead_id, path, secret } = yield* webhook(url)
        yield* stop(lead_id)
        const first = yield* take
        verify(secret, first.body, first.headers)
        assert.strictEqual(first.payload.type, "lead_stopped")
        assert.strictEqual(first.payload.data.lead.id, lead_id)
        assert.strictEqual(first.payload.data.campaign.id, campaign_id)

        const { json: rotated } = yield* call("PATCH", path, { body: { rotate_secret: true } })
        assert.notStrictEqual(rotated.secret, secret)
        for (let i = 0; i < 4; i++) yield* stop(lead_id, i % 2 === 1)
        for (const type of ["lead_resumed", "lead_stopped", "lead_resumed", "lead_stopped"]) {
          const { body, headers, payload } = yield* take
          assert.strictEqual(payload.type, type)
          for (const either of [secret, rotated.secret]) verify(either, body, headers)
          assert.throws(() => verify(secret, `${body} `, headers))
        }
        const deliveries = yield* log(path, 5, ({ status }) => status === "delivered")
        assert.deepStrictEqual(Object.keys(deliveries[0]), ofDelivery)
        assert.strictEqual(first.headers["webhook-id"], `msg_${deliveries[0].id}`)
        assert.deepStrictEqual(
          deliveries.map(({ attempts, next_attempt_at, response }) => [
            attempts,
            next_attempt_at,
            response.status_code
          ]),
          deliveries.map(() => [1, null, 204])
        )
        const { json: page } = yield* call("GET", "/integrations?limit=200")
        const { consecutive_failures, last_delivery_at, status } = page.data.find((one: any) =>
          path.endsWith(`/${one.id}`)
        )
        assert.deepStrictEqual([consecutive_failures, status], [0, "active"])
        assert.isNotNull(last_delivery_at)
      })
    )
  }

  it.effect("delivers events with their leads, and only what is wanted", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { take, url } = yield* receiver()
      const { campaign_id, lead_id } = yield* webhook(url, { events: ["clicked", "replied"] })
      const other = yield* Fixtures.campaign()
      const elsewhere = yield* Fixtures.lead(other)
      const event = (type: string, lead: number) => ({
        type,
        occurred_at: "2026-08-07T09:30:00Z",
        lead_id: lead,
        idempotency_key: Fixtures.unique("key ")
      })
      const events = [
        event("sent", lead_id),
        event("clicked", elsewhere),
        event("clicked", lead_id),
        event("replied", lead_id)
      ]
      const { json } = yield* call("POST", "/events", { body: { events } })
      assert.strictEqual(json.recorded, 4, JSON.stringify(json))
      const clicked = yield* take
      assert.deepStrictEqual([clicked.payload.type, clicked.payload.data.lead.id], ["clicked", lead_id])
      const replied = yield* take
      assert.deepStrictEqual([replied.payload.type, replied.payload.data.campaign.id], ["replied", campaign_id])
      assert.strictEqual(replied.payload.timestamp, "2026-08-07T09:30:00.000Z")
    })
  )

  it.effect("retries a rejected delivery by itself: it blocks no other, and can be ordered again", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { answers, take, url } = yield* receiver(({ payload }, response) => {
        response.writeHead(payload.type === "lead_stopped" ? 400 : 200).end("seen: a very long s3cret")
      })
      const { lead_id, path } = yield* webhook(url, { config: { url, headers: { "x-token": "a very long s3cret" } } })
      for (let i = 0; i < 4; i++) yield* stop(lead_id, i % 2 === 0)
      const deliveries = yield* log(path, 4)
      assert.deepStrictEqual(
        deliveries.map(({ status }) => status),
        ["pending", "delivered", "pending", "delivered"]
      )
      assert.deepStrictEqual(
        { ...deliveries[0].response, duration_ms: 0 },
        { status_code: 400, body: "seen: …", duration_ms: 0 }
      )
      assert.isTrue(deliveries[0].next_attempt_at > deliveries[0].created_at)
      for (let i = 0; i < 4; i++) yield* take
      // Of a pending delivery nothing is changed; one that has ended is sent again, with its id.
      const redeliver = (id: number) => call("POST", `${path}/deliveries/${id}/redeliver`)
      assert.deepStrictEqual((yield* redeliver(deliveries[2].id)).json.status, "pending")
      yield* answers(always(202))
      const again = yield* redeliver(deliveries[3].id)
      assert.strictEqual(again.status, 200)
      assert.deepStrictEqual([again.json.status, again.json.attempts], ["pending", 0])
      const ids: Array<string> = []
      while (!ids.includes(`msg_${deliveries[3].id}`)) ids.push((yield* take).headers["webhook-id"] ?? "")
      assert.strictEqual((yield* redeliver(999_999_999)).status, 404)
    })
  )

  it.effect("disables an integration whose receiver is gone, and goes on when it is enabled again", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { answers, take, url } = yield* receiver(always(410))
      const { lead_id, path } = yield* webhook(url)
      yield* stop(lead_id)
      const gone = yield* take
      const disabled = yield* call("GET", "/integrations?limit=200").pipe(
        Effect.map(({ json }) => json.data.find((one: any) => path.endsWith(`/${one.id}`))),
        Effect.repeat({ until: ({ status }) => status === "disabled" })
      )
      assert.strictEqual(disabled.last_error, "The endpoint answered 410")
      assert.deepStrictEqual([disabled.enabled, disabled.consecutive_failures], [false, 1])
      // Nothing is made for it meanwhile.
      yield* stop(lead_id, false)
      yield* answers(always(200))
      const { json: enabled } = yield* call("PATCH", path, { body: { enabled: true } })
      assert.deepStrictEqual([enabled.status, enabled.consecutive_failures, enabled.last_error], ["active", 0, null])
      const again = yield* take
      assert.deepStrictEqual([again.headers["webhook-id"], again.body], [gone.headers["webhook-id"], gone.body])
      const [delivery] = yield* log(path, 1, ({ status }) => status === "delivered")
      assert.strictEqual(delivery.attempts, 2)
    })
  )

  it.effect("tests an integration: a failure is an answer, too", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { answers, take, url } = yield* receiver()
      const { path, secret } = yield* webhook(url, { enabled: false })
      const good = yield* call("POST", `${path}/test`)
      assert.strictEqual(good.status, 200)
      assert.deepStrictEqual(Object.keys(good.json).sort(), [
        "delivered_at",
        "error",
        "response_time_ms",
        "status_code",
        "success"
      ])
      assert.deepStrictEqual([good.json.success, good.json.status_code, good.json.error], [true, 204, null])
      assert.isNotNull(good.json.delivered_at)
      const { body, headers, payload } = yield* take
      verifyStandard(secret, body, headers)
      assert.strictEqual(payload.type, "replied")
      assert.match(headers["webhook-id"] ?? "", /^msg_test_/u)

      yield* answers(always(500))
      const { json: bad } = yield* call("POST", `${path}/test`)
      assert.deepStrictEqual(
        [bad.success, bad.status_code, bad.error, bad.delivered_at],
        [false, 500, "The endpoint answered 500", null]
      )
      yield* answers((_, response) => response.destroy())
      const { json: none } = yield* call("POST", `${path}/test`)
      assert.deepStrictEqual([none.success, none.status_code, none.response_time_ms], [false, null, null])
      assert.isNotEmpty(none.error)
      assert.deepStrictEqual((yield* call("GET", `${path}/deliveries`)).json, { data: [], has_more: false })
    })
  )

  it.effect("pages the log, the newest first", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { url } = yield* receiver()
      const { lead_id, path } = yield* webhook(url)
      for (let i = 0; i < 5; i++) yield* stop(lead_id, i % 2 === 0)
      const ids = (yield* log(path, 5)).map(({ id }) => id).toReversed()
      const found: Array<number> = []
      let cursor = ""
      do {
        const { json } = yield* call("GET", `${path}/deliveries?limit=2${cursor}`)
        found.push(...json.data.map(({ id }: any) => id))
        cursor = json.has_more ? `&cursor=${json.next_cursor}` : ""
      } while (cursor !== "")
      assert.deepStrictEqual(found, ids)
      const other = yield* webhook(url)
      const { json: page } = yield* call("GET", `${path}/deliveries?limit=2`)
      const stolen = yield* call("GET", `${other.path}/deliveries?cursor=${page.next_cursor}`)
      assert.strictEqual(stolen.json.code, "invalid_cursor")
    })
  )

  it.effect("keeps organizations apart", () =>
    Effect.gen(function* () {
      const { b, call } = yield* TestServer
      const { take, url } = yield* receiver()
      const { lead_id, path } = yield* webhook(url)
      yield* create({ type: "webhook", name: "B", config: { url }, events: ["lead_stopped"] }, { key: b.key })
      yield* stop(lead_id)
      const { json: page } = yield* call("GET", "/integrations?limit=200", { key: b.key })
      assert.notInclude(
        page.data.map(({ id }: any) => `/integrations/${id}`),
        path
      )
      const [delivery] = yield* log(path, 1)
      for (const [method, target] of [
        ["DELETE", path],
        ["PATCH", path],
        ["POST", `${path}/test`],
        ["GET", `${path}/deliveries`],
        ["POST", `${path}/deliveries/${delivery.id}/redeliver`]
      ] as const) {
        const foreign = yield* call(method, target, { key: b.key, ...(method === "PATCH" ? { body: {} } : {}) })
        assert.strictEqual(foreign.status, 404, `${method} ${target}`)
      }
      assert.strictEqual((yield* take).payload.data.lead.id, lead_id)
      const lead = yield* Fixtures.lead(yield* Fixtures.campaign({ key: b.key }), { key: b.key })
      yield* call("PATCH", `/leads/${lead}`, { key: b.key, body: { stop_sending: true } })
      assert.strictEqual((yield* take).payload.data.lead.id, lead)
    })
  )
})
