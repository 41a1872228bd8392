/** Integrations over HTTP (contract, section 8). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { verify } from "../../../../examples/webhook-receiver/standardwebhooks.ts"
import * as Fixtures from "./Fixtures.ts"
import { create, log, stop, webhook } from "./IntegrationFixtures.ts"
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

const slack = { type: "slack", name: "Slack", config: { url: "https://hooks.slack.com/services/T1/B2/s3cr3t" } }

onEveryStorage("integrations", (it) => {
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
        config: { url: "https://b.example/" }
      })
      // A campaign that was deleted meanwhile may stay.
      yield* call("DELETE", `/campaigns/${campaign_id}`)
      const other = yield* Fixtures.campaign()
      const { json: both } = yield* call("PATCH", path, { body: { campaign_ids: [campaign_id, other] } })
      assert.deepStrictEqual(both.campaign_ids, [campaign_id, other])
      const { json: all } = yield* call("PATCH", path, {
        body: { campaign_ids: null, enabled: false, config: { headers: { b: "2" } } }
      })
      assert.deepStrictEqual([all.campaign_ids, all.status, all.enabled], [null, "disabled", false])
      assert.deepStrictEqual(all.config, { url: "https://b.example/", headers: { b: "…" } })
      assert.strictEqual((yield* call("DELETE", path)).status, 204)
      for (const [method, target] of [
        ["DELETE", path],
        ["PATCH", path],
        ["POST", `${path}/test`],
        ["GET", `${path}/deliveries`],
        ["GET", `${path}/deliveries/1`],
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
      for (const body of [{}, { name: "x" }, { type: "foo", name: "x" }]) {
        const { json } = yield* call("POST", "/integrations", { body })
        assert.strictEqual(
          json.detail,
          "the body must be an object whose type is one of webhook, slack, telegram, hubspot"
        )
      }
      const path = `/integrations/${made.id}`
      yield* invalid("PATCH", path, { rotate_secret: true }, "/body/rotate_secret")
      yield* invalid("PATCH", path, { config: { url } }, "/body/config/url")
      yield* invalid("PATCH", path, { config: { token: "x" } }, "/body/config/token")
      yield* invalid("PATCH", path, { campaign_ids: [foreign] }, "/body/campaign_ids/0")
      const readOnly = yield* create(slack, { key: a.readOnlyKey })
      assert.strictEqual(readOnly.json.code, "forbidden")
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
      verify(secret, body, headers)
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

  it.effect("sends the secret headers of a webhook to no other origin than they were given for", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const [ours, other] = [yield* receiver(), yield* receiver()]
      const headers = { "x-token": "a very long s3cret" }
      const { path } = yield* webhook(ours.url, { config: { url: ours.url, headers } })
      const patch = (config: object) => call("PATCH", path, { body: { config } })
      const arrives = Effect.fnUntraced(function* ({ take }: typeof ours) {
        assert.isTrue((yield* call("POST", `${path}/test`)).json.success)
        return (yield* take).headers["x-token"]
      })
      const moved = yield* patch({ url: `${ours.url}/moved` })
      assert.deepStrictEqual(moved.json.config, { url: `${ours.url}/moved`, headers: { "x-token": "…cret" } })
      assert.strictEqual(yield* arrives(ours), headers["x-token"])
      // The masked values of an answer cannot be sent back. Then nothing is changed.
      const masked = yield* patch({ ...moved.json.config, url: other.url })
      assert.deepStrictEqual([masked.status, masked.json.errors[0].pointer], [400, "/body/config/headers/x-token"])
      assert.strictEqual(yield* arrives(ours), headers["x-token"])
      const away = yield* patch({ url: other.url })
      assert.deepStrictEqual([away.status, away.json.config], [200, { url: other.url }])
      assert.isUndefined(yield* arrives(other))
      yield* patch({ url: ours.url })
      assert.isUndefined(yield* arrives(ours))
      yield* patch({ url: other.url, headers })
      assert.strictEqual(yield* arrives(other), headers["x-token"])
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
        ["GET", `${path}/deliveries/${delivery.id}`],
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
