/** Endpoints that need no key (contract, section 11), and the OpenAPI document of the whole API. */
import { assert } from "@effect/vitest"
import { Client, version } from "@mailroom/http/client"
import { Effect, Redacted } from "effect"
import { FetchHttpClient } from "effect/http"
import { send } from "./Client.ts"
import * as Fixtures from "./Fixtures.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

onEveryStorage("system", (it) => {
  it.effect("says who it is, that it lives, and that it is ready", () =>
    Effect.gen(function* () {
      const { origin } = yield* TestServer
      const about = yield* send(origin, "GET", "/")
      assert.deepInclude(about.json, { name: "Mailroom", version })
      for (const link of Object.values<string>(about.json.links)) {
        assert.strictEqual((yield* send(origin, "GET", link.slice(origin.length))).status, 200, link)
      }
      assert.deepStrictEqual((yield* send(origin, "GET", "/livez")).json, { status: "ok" })
      assert.deepStrictEqual((yield* send(origin, "GET", "/readyz")).json, { status: "ok" })
    })
  )

  it.effect("serves the OpenAPI document, a page to read it on, and metrics", () =>
    Effect.gen(function* () {
      const { origin } = yield* TestServer
      const { json } = yield* send(origin, "GET", "/openapi.json")
      assert.strictEqual(json.openapi.slice(0, 3), "3.1")
      const docs = yield* send(origin, "GET", "/docs")
      assert.strictEqual(docs.status, 200)
      assert.match(String(docs.headers["content-type"]), /^text\/html/u)
      assert.isTrue((yield* send(origin, "GET", "/docs")).text === docs.text)
      const metrics = yield* send(origin, "GET", "/metrics")
      assert.strictEqual(metrics.status, 200)
      assert.match(String(metrics.headers["content-type"]), /^text\/plain/u)
      const has = (line: RegExp) => assert.match(metrics.text, line)
      has(/^mailroom_http_request_duration_seconds_count\{method="GET",route="\/docs"\} [1-9]/mu)
      has(/^mailroom_http_requests_total\{method="GET",route="\/docs",status="200"\} [1-9]/mu)
    })
  )

  it.effect("is called through the typed client", () =>
    Effect.gen(function* () {
      const { a, origin } = yield* TestServer
      const campaignId = yield* Fixtures.campaign()
      const client = yield* Client.make({ baseUrl: origin, apiKey: a.key })
      const created = yield* client.leads.create({
        payload: { campaign_id: campaignId as never, leads: [{ email: "typed@example.com" }] }
      })
      assert.strictEqual(created.created, 1)
      const page = yield* client.leads.page({
        params: { campaignId: campaignId as never },
        query: { limit: 10, offset: 0 }
      })
      assert.strictEqual(page.data[0]?.email, "typed@example.com")
      const missing = yield* Effect.flip(client.leads.find({ params: { id: 999_999_999 as never } }))
      assert.strictEqual(missing._tag, "NotFound")
      const stranger = yield* Client.make({ baseUrl: origin, apiKey: Redacted.make("mr_x") })
      const refused = yield* Effect.flip(stranger.leads.find({ params: { id: 1 as never } }))
      assert.strictEqual(refused._tag, "Unauthorized")
    }).pipe(Effect.provide(FetchHttpClient.layer))
  )
})
