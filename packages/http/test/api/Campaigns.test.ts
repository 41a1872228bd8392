/** Campaigns over HTTP (contract, section 4). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixtures from "./Fixtures.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

onEveryStorage("campaigns", (it) => {
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
        status_reason: null,
        timezone: "UTC",
        send_window: { days: [1, 2, 3, 4, 5], from: "08:00", to: "18:00" },
        window_zone: "campaign",
        holidays: null,
        skip_days: [],
        daily_limit: 50,
        stop_on_reply: true,
        stop_on_auto_reply: false,
        stop_scope: "campaign",
        track_opens: false,
        track_clicks: false,
        unsubscribe_header: true,
        bounce_limit: 5,
        new_lead_share: 20,
        required_verification: "none",
        account_ids: [],
        moves: [],
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
      yield* invalid({ name: "x", status_reason: null }, "/body/status_reason")
      yield* invalid({ name: "x", bounce_limit: 0 }, "/body/bounce_limit")
      yield* invalid({ name: "x", new_lead_share: 101 }, "/body/new_lead_share")
      yield* invalid({ name: "x", required_verification: "invalid" }, "/body/required_verification")
      yield* invalid({ name: "x", verification: null }, "/body/verification")
      yield* invalid({ name: "x", stop_scope: "account" }, "/body/stop_scope")
      yield* invalid({ name: "x", send_window: { days: [1], from: "9:00", to: "18:00" } }, "/body/send_window/from")
      yield* invalid({ name: "x", window_zone: "recipient" }, "/body/window_zone")
      yield* invalid({ name: "x", skip_days: ["24.12.2026"] }, "/body/skip_days/0")
      yield* invalid({ name: "x", holidays: "Norway" }, "/body/holidays")
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
})
