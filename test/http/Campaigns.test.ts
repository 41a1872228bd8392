/** Campaigns and sender accounts over HTTP (contract, sections 4 and 5). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixtures from "./Fixtures.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

onEveryStorage("campaigns and accounts", (it) => {
  it.effect("creates a campaign with defaults, and shows it", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const created = yield* call("POST", "/campaigns", { body: { name: "Autumn" } })
      assert.strictEqual(created.status, 201)
      const { created_at, id, updated_at, ...rest } = created.json
      assert.match(id, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u)
      assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u)
      assert.strictEqual(updated_at, created_at)
      assert.deepStrictEqual(rest, {
        name: "Autumn",
        status: "draft",
        timezone: "UTC",
        daily_limit: 50,
        stop_on_reply: true,
        stop_on_auto_reply: false,
        track_opens: true,
        account_ids: [],
        lead_count: 0
      })
      assert.deepStrictEqual((yield* call("GET", `/campaigns/${id}`)).json, created.json)
    })
  )

  it.effect("names what is wrong with a campaign, and creates nothing", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { json: before } = yield* call("GET", "/campaigns?limit=1")
      const invalid = Effect.fnUntraced(function* (body: object, pointer: string) {
        const answer = yield* call("POST", "/campaigns", { body })
        assert.strictEqual(answer.status, 400)
        assert.strictEqual(answer.json.errors[0].pointer, pointer)
      })
      yield* invalid({}, "/body/name")
      yield* invalid({ name: "  " }, "/body/name")
      yield* invalid({ name: "x", timezone: "Mars/Olympus" }, "/body/timezone")
      yield* invalid({ name: "x", timezone: "+02:07" }, "/body/timezone")
      yield* invalid({ name: "x", account_ids: [4_000_000_000] }, "/body/account_ids/0")
      yield* invalid({ name: "x", status: "active" }, "/body/status")
      assert.strictEqual((yield* call("GET", "/campaigns?limit=1")).json.total, before.total)
    })
  )

  it.effect("lists campaigns in the order of creation, by status and name", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const name = Fixtures.unique("Straße ")
      const ids: Array<string> = []
      for (const suffix of ["a", "b", "c"]) {
        ids.push((yield* call("POST", "/campaigns", { body: { name: `${name}${suffix}` } })).json.id)
      }
      const query = `search=${encodeURIComponent(name.toUpperCase())}`
      const { json } = yield* call("GET", `/campaigns?${query}&offset=1&limit=1&status=draft`)
      assert.deepStrictEqual([json.total, json.offset, json.limit], [3, 1, 1])
      assert.deepStrictEqual(
        json.data.map(({ id }: { id: string }) => id),
        [ids[1]]
      )
      assert.strictEqual((yield* call("GET", `/campaigns?${query}&status=active`)).json.total, 0)
      assert.strictEqual((yield* call("GET", "/campaigns?status=gone")).status, 400)
    })
  )

  it.effect("adds sender accounts, each address once", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const email = `${Fixtures.unique("Sender")}@Example.com`
      const created = yield* call("POST", "/accounts", { body: { email, provider: "google" } })
      assert.strictEqual(created.status, 201)
      assert.deepStrictEqual(Object.keys(created.json), ["id", "email", "provider", "created_at", "updated_at"])
      const again = yield* call("POST", "/accounts", { body: { email: email.toLowerCase(), provider: "smtp" } })
      assert.strictEqual(again.status, 409)
      assert.strictEqual(again.json.reason, "duplicate_account")
      assert.deepStrictEqual((yield* call("GET", `/accounts/${created.json.id}`)).json, created.json)
      const { json } = yield* call("GET", `/accounts?search=${email.toUpperCase()}`)
      assert.deepStrictEqual(json, { total: 1, offset: 0, limit: 50, data: [created.json] })
      assert.strictEqual((yield* call("POST", "/accounts", { body: { email, provider: "aol" } })).status, 400)
      const body = { name: "With account", account_ids: [created.json.id, created.json.id] }
      const { json: campaign } = yield* call("POST", "/campaigns", { body })
      assert.deepStrictEqual(campaign.account_ids, [created.json.id])
    })
  )
})
