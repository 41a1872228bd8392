/** Deliveries to receivers on loopback, over HTTP (contract, section 8). */
import { assert } from "@effect/vitest"
import { Effect, Struct } from "effect"
import type { ServerResponse } from "node:http"
import { verify as verifyStandard } from "../../../../examples/webhook-receiver/standardwebhooks.ts"
import { verify as verifySvix } from "../../../../examples/webhook-receiver/svix.ts"
import * as Fixtures from "./Fixtures.ts"
import { log, stop, webhook } from "./IntegrationFixtures.ts"
import { always, type Arrival, receiver } from "./Receiver.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"
import { until } from "./Until.ts"

const ofDelivery = ["id", "event", "status", "attempts", "next_attempt_at", "response", "created_at"]

onEveryStorage("deliveries", (it) => {
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
        const status = payload.type === "lead_stopped" ? 400 : 200
        // The next try is after the end of the test.
        response.writeHead(status, { "retry-after": "3600" }).end("seen: a very long s3cret")
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
      const detailsOf = (id: number) => Effect.map(call("GET", `${path}/deliveries/${id}`), ({ json }) => json)
      const { payload, tries, ...shown } = yield* detailsOf(deliveries[0].id)
      assert.deepStrictEqual(shown, deliveries[0])
      assert.deepStrictEqual(Object.keys(payload), ["type", "timestamp", "data"])
      assert.strictEqual(payload.data.lead.id, lead_id)
      assert.deepStrictEqual(tries, [
        {
          at: tries[0].at,
          status_code: 400,
          error: "The endpoint answered 400",
          duration_ms: shown.response.duration_ms,
          body: "seen: …"
        }
      ])
      assert.isTrue(tries[0].at >= shown.created_at && tries[0].at <= shown.next_attempt_at)
      const of = (status: string) =>
        Effect.map(call("GET", `${path}/deliveries?status=${status}`), ({ json }) => json.data.map(({ id }: any) => id))
      const [a, b, c, d] = deliveries.map(({ id }) => id)
      assert.deepStrictEqual(yield* Effect.forEach(["pending", "delivered", "failed"], of), [[c, a], [d, b], []])
      const page = yield* call("GET", `${path}/deliveries?status=pending&limit=1`)
      const elsewhere = yield* call("GET", `${path}/deliveries?status=failed&cursor=${page.json.next_cursor}`)
      assert.strictEqual(elsewhere.json.code, "invalid_cursor")
      const invalid = yield* call("GET", `${path}/deliveries?status=sent`)
      assert.deepStrictEqual([invalid.status, invalid.json.errors[0].pointer], [400, "/query/status"])
      assert.strictEqual((yield* call("GET", `${path}/deliveries/999999999`)).status, 404)
      // A pending delivery is tried at once; a delivery that has ended is sent again with the same id.
      const redeliver = (id: number) => call("POST", `${path}/deliveries/${id}/redeliver`)
      yield* answers(always(202))
      const now = yield* redeliver(deliveries[2].id)
      assert.deepStrictEqual([now.json.status, now.json.attempts], ["pending", 1])
      assert.isTrue(now.json.next_attempt_at < deliveries[2].next_attempt_at)
      assert.strictEqual((yield* take).headers["webhook-id"], `msg_${deliveries[2].id}`)
      const again = yield* redeliver(deliveries[3].id)
      assert.strictEqual(again.status, 200)
      assert.deepStrictEqual([again.json.status, again.json.attempts], ["pending", 0])
      const ids: Array<string> = []
      while (!ids.includes(`msg_${deliveries[3].id}`)) ids.push((yield* take).headers["webhook-id"] ?? "")
      // The tries from before the request stay.
      const after = yield* detailsOf(deliveries[3].id).pipe(until(({ status }) => status === "delivered"))
      assert.deepStrictEqual(
        [after.attempts, after.tries.map(({ error, status_code }: any) => [status_code, error])],
        [
          1,
          [
            [200, null],
            [202, null]
          ]
        ]
      )
      assert.strictEqual((yield* redeliver(999_999_999)).status, 404)
    })
  )

  it.effect("sets aside what the receiver twice answers with 500, and goes on with the next ones", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      let bad: string | undefined
      const { take, url } = yield* receiver(({ headers }, response) => {
        const id = headers["webhook-id"]
        if (bad === undefined) response.writeHead(500, { "retry-after": "3600" }).end()
        else response.writeHead(id === bad ? 500 : 200).end()
        bad ??= id
      })
      const { lead_id, path } = yield* webhook(url)
      for (let i = 0; i < 4; i++) yield* stop(lead_id, i % 2 === 0)
      const arrived = [(yield* take).headers["webhook-id"]]
      yield* log(path, 4, ({ attempts, id }) => `msg_${id}` !== bad || attempts === 1)
      // An enabled integration does not wait for the hour that the receiver asked for.
      for (const enabled of [false, true]) yield* call("PATCH", path, { body: { enabled } })
      const deliveries = yield* log(path, 4)
      assert.deepStrictEqual(
        deliveries.map(({ attempts, status }) => [status, attempts]),
        [["pending", 2], ...Array.from({ length: 3 }, () => ["delivered", 1])]
      )
      for (let i = 0; i < 4; i++) arrived.push((yield* take).headers["webhook-id"])
      assert.deepStrictEqual(arrived, [bad, ...deliveries.map(({ id }) => `msg_${id}`)])
      const { json: page } = yield* call("GET", "/integrations?limit=200")
      const { consecutive_failures, status } = page.data.find((one: any) => path.endsWith(`/${one.id}`))
      assert.deepStrictEqual([status, consecutive_failures], ["active", 0])
    })
  )

  it.effect("waits as long as a receiver asks, and shows what answered and what did not", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const cases = [
        {
          answer: (_: Arrival, response: ServerResponse) => {
            response.writeHead(429, { "retry-after": "3600" }).end("slow down")
          },
          last_error: "The endpoint answered 429",
          response: { status_code: 429, body: "slow down" },
          wait: 3_600_000
        },
        {
          answer: always(500, "sorry"),
          last_error: "The endpoint answered 500",
          response: { status_code: 500, body: "sorry" },
          wait: 5_000
        },
        {
          answer: (_: Arrival, response: ServerResponse) => void response.socket?.resetAndDestroy(),
          last_error: "The connection was closed before an answer came",
          response: null,
          wait: 5_000
        }
      ]
      for (const { answer, last_error, response, wait } of cases) {
        const { take, url } = yield* receiver(answer)
        const { lead_id, path } = yield* webhook(url)
        const before = Date.now()
        yield* stop(lead_id)
        yield* take
        const [delivery] = yield* log(path, 1)
        const shown = delivery.response && Struct.omit(delivery.response, ["duration_ms"])
        assert.deepStrictEqual([delivery.status, shown], ["pending", response])
        const until = Date.parse(delivery.next_attempt_at)
        assert.isTrue(until >= before + wait && until <= Date.now() + wait, delivery.next_attempt_at)
        const { json } = yield* call("GET", "/integrations?limit=200")
        const integration = json.data.find((one: any) => path.endsWith(`/${one.id}`))
        assert.deepStrictEqual([integration.status, integration.last_error], ["failing", last_error])
      }
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
        until(({ status }) => status === "disabled")
      )
      assert.strictEqual(disabled.last_error, "The endpoint answered 410")
      assert.deepStrictEqual([disabled.enabled, disabled.consecutive_failures], [false, 1])
      // No deliveries are created for it while it is disabled.
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
})
