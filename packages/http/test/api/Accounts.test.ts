/** Sender accounts over HTTP (contract, section 5). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixtures from "./Fixtures.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

const defaults = {
  first_name: "",
  last_name: "",
  daily_limit: 50,
  min_delay_minutes: 5,
  signature: "",
  reply_to: null,
  timezone: "UTC",
  sending_enabled: true,
  inbox_folders: [],
  sent_copy: "auto",
  ramp_up: { enabled: false, start: 5, increment: 5, started_at: null }
}
const idle = {
  status: "active",
  status_message: null,
  last_error_at: null,
  sent_today: 0,
  remaining_today: 50,
  last_sent_at: null,
  bounce_rate_7d: null,
  campaigns: []
}
const unknown = 999_999_999

const create = Effect.fnUntraced(function* (settings?: object) {
  const { call } = yield* TestServer
  const email = `${Fixtures.unique("Sender")}@Example.com`
  return yield* call("POST", "/accounts", { body: { email, provider: "google", ...(settings && { settings }) } })
})

onEveryStorage("accounts", (it) => {
  it.effect("creates an account with defaults, and shows it", () =>
    Effect.gen(function* () {
      const { call, origin } = yield* TestServer
      const created = yield* create()
      assert.strictEqual(created.status, 201)
      const { created_at, email, id, ...rest } = created.json
      assert.deepStrictEqual(Object.keys(created.json), [
        "id",
        "email",
        "provider",
        "created_at",
        "updated_at",
        "settings",
        "connection",
        "inbox",
        "state"
      ])
      assert.deepStrictEqual(rest, {
        provider: "google",
        updated_at: created_at,
        settings: defaults,
        connection: null,
        inbox: null,
        state: idle
      })
      assert.deepStrictEqual(Object.keys(rest.settings), Object.keys(defaults))
      assert.deepStrictEqual(Object.keys(rest.state), Object.keys(idle))
      assert.strictEqual(created.headers.location, `${origin}/accounts/${id}`)
      const found = yield* call("GET", `/accounts/${id}`)
      assert.deepStrictEqual(found.json, created.json)
      assert.strictEqual(found.headers.etag, created.headers.etag)
      const { json } = yield* call("GET", `/accounts?search=${email.toUpperCase()}`)
      assert.deepStrictEqual(json, { total: 1, offset: 0, limit: 50, data: [created.json] })
      const again = yield* call("POST", "/accounts", { body: { email: email.toLowerCase(), provider: "smtp" } })
      assert.strictEqual(again.status, 409)
      assert.strictEqual(again.json.reason, "duplicate_account")
    })
  )

  it.effect("creates an account with settings, and names what is wrong with them", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { json } = yield* create({
        daily_limit: 20,
        timezone: "Asia/Kolkata",
        ramp_up: { enabled: true, start: 3 }
      })
      assert.deepStrictEqual(json.settings, {
        ...defaults,
        daily_limit: 20,
        timezone: "Asia/Kolkata",
        ramp_up: { ...defaults.ramp_up, enabled: true, start: 3, started_at: json.created_at }
      })
      assert.strictEqual(json.state.remaining_today, 3)
      const { json: before } = yield* call("GET", "/accounts?limit=1")
      const email = `${Fixtures.unique("sender")}@example.com`
      const bodies: ReadonlyArray<readonly [pointer: string, body: object]> = [
        ["/body/provider", { email, provider: "aol" }],
        ["/body/settings/daily_limit", { email, provider: "smtp", settings: { daily_limit: 1_001 } }],
        ["/body/settings/ramp_up/start", { email, provider: "smtp", settings: { ramp_up: { start: 1.5 } } }],
        ["/body/settings/password", { email, provider: "smtp", settings: { password: "x" } }]
      ]
      for (const [pointer, body] of bodies) {
        const answer = yield* call("POST", "/accounts", { body })
        assert.deepStrictEqual([answer.status, answer.json.errors[0].pointer], [400, pointer])
      }
      assert.strictEqual((yield* call("GET", "/accounts?limit=1")).json.total, before.total)
    })
  )

  it.effect("changes settings of several accounts: in the order of the input, each id once", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const [a, b] = [(yield* create()).json, (yield* create()).json]
      const settings = { reply_to: "answers@example.com", ramp_up: { increment: 9 } }
      const body = { ids: [b.id, unknown, a.id, b.id], settings }
      const answer = yield* call("PATCH", "/accounts", { body })
      const expected = {
        updated: 2,
        failed: 1,
        data: [
          { id: b.id, status: "updated" },
          { id: unknown, status: "not_found" },
          { id: a.id, status: "updated" }
        ]
      }
      assert.deepStrictEqual([answer.status, answer.json], [200, expected])
      const changed = yield* call("GET", `/accounts/${a.id}`)
      const ramp_up = { ...defaults.ramp_up, increment: 9 }
      assert.deepStrictEqual(changed.json.settings, { ...defaults, reply_to: "answers@example.com", ramp_up })
      assert.deepStrictEqual((yield* call("PATCH", "/accounts", { body })).json, expected)
      assert.strictEqual((yield* call("GET", `/accounts/${a.id}`)).headers.etag, changed.headers.etag)
      yield* call("PATCH", "/accounts", { body: { ids: [a.id], settings: { reply_to: null } } })
      assert.strictEqual((yield* call("GET", `/accounts/${a.id}`)).json.settings.reply_to, null)
    })
  )

  it.effect("changes nothing when the body is not valid", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { headers, json } = yield* create()
      const bodies: ReadonlyArray<readonly [pointer: string, body: object]> = [
        ["/body/ids", { settings: { daily_limit: 1 } }],
        ["/body/ids", { ids: [], settings: { daily_limit: 1 } }],
        ["/body/ids/1", { ids: [json.id, "2"], settings: { daily_limit: 1 } }],
        ["/body/settings", { ids: [json.id], settings: {} }],
        ["/body/settings/signature", { ids: [json.id], settings: { daily_limit: 1, signature: null } }],
        ["/body/settings/ramp_up/pace", { ids: [json.id], settings: { daily_limit: 1, ramp_up: { pace: 1 } } }],
        ["/body/provider", { ids: [json.id], settings: { daily_limit: 1 }, provider: "smtp" }]
      ]
      for (const [pointer, body] of bodies) {
        const answer = yield* call("PATCH", "/accounts", { body })
        assert.deepStrictEqual([answer.status, answer.json.errors[0].pointer], [400, pointer])
      }
      assert.strictEqual((yield* call("GET", `/accounts/${json.id}`)).headers.etag, headers.etag)
    })
  )

  it.effect("lets If-Match guard a write of one account", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { headers, json } = yield* create()
      const { json: other } = yield* create()
      const etag = String(headers.etag)
      const patch = (ids: ReadonlyArray<number>, tag: string, daily_limit: number) =>
        call("PATCH", "/accounts", { body: { ids, settings: { daily_limit } }, headers: { "if-match": tag } })
      const several = yield* patch([json.id, other.id], etag, 7)
      assert.deepStrictEqual([several.status, several.json.errors[0].pointer], [400, "/header/if-match"])
      assert.strictEqual((yield* patch([json.id, json.id], etag, 7)).status, 200)
      const stale = yield* patch([json.id], etag, 8)
      assert.deepStrictEqual([stale.status, stale.json.code], [412, "precondition_failed"])
      assert.strictEqual((yield* patch([json.id, other.id], "*", 7)).status, 200)
      const found = yield* call("GET", `/accounts/${json.id}`)
      assert.strictEqual(found.json.settings.daily_limit, 7)
      const remove = (tag: string) => call("DELETE", `/accounts?ids=${json.id}`, { headers: { "if-match": tag } })
      assert.strictEqual((yield* remove(etag)).status, 412)
      assert.strictEqual((yield* remove(String(found.headers.etag))).json.deleted, 1)
      assert.deepStrictEqual((yield* remove(etag)).json.data, [{ id: json.id, status: "not_found" }])
    })
  )

  it.effect("answers 304 as long as neither the account nor its state changes", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { headers, json } = yield* create()
      const read = call("GET", `/accounts/${json.id}`, { headers: { "if-none-match": String(headers.etag) } })
      assert.strictEqual((yield* read).status, 304)
      const campaign = yield* call("POST", "/campaigns", {
        body: { name: "With account", account_ids: [json.id, json.id] }
      })
      assert.deepStrictEqual(campaign.json.account_ids, [json.id])
      const changed = yield* read
      assert.strictEqual(changed.status, 200)
      const { id, name, status } = campaign.json
      assert.deepStrictEqual(changed.json.state.campaigns, [{ id, name, status }])
      // The version is unchanged, so a write succeeds.
      const body = { ids: [json.id], settings: { daily_limit: 1 } }
      const written = yield* call("PATCH", "/accounts", { body, headers: { "if-match": String(headers.etag) } })
      assert.strictEqual(written.status, 200)
    })
  )

  it.effect("counts what it sent today, and lists by the status that follows", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const name = Fixtures.unique("limited")
      const post = (suffix: string, settings: object) =>
        call("POST", "/accounts", { body: { email: `${name}${suffix}@example.com`, provider: "smtp", settings } })
      const accounts = [
        yield* post("a", { daily_limit: 1 }),
        yield* post("b", { sending_enabled: false }),
        yield* post("c", { daily_limit: 2 })
      ].map(({ json }) => json.id as number)
      const campaign_id = yield* Fixtures.campaign()
      const lead_id = yield* Fixtures.lead(campaign_id)
      const occurred_at = new Date().toISOString()
      const events = accounts.map((account_id) => ({
        type: "sent",
        lead_id,
        account_id,
        occurred_at,
        idempotency_key: `${name} ${account_id}`
      }))
      assert.strictEqual((yield* call("POST", "/events", { body: { events } })).json.recorded, 3)
      const list = Effect.fnUntraced(function* (query: string) {
        const { json } = yield* call("GET", `/accounts?search=${name}&${query}`)
        return [json.total, ...json.data.map(({ id }: { id: number }) => accounts.indexOf(id))]
      })
      const { json } = yield* call("GET", `/accounts?search=${name}`)
      // The day may have changed meanwhile: then all counts begin again.
      const sent: ReadonlyArray<number> = json.data.map((account: any) => account.state.sent_today)
      assert.strictEqual(new Set(sent).size, 1)
      for (const { state } of json.data) assert.strictEqual(state.last_sent_at, occurred_at)
      if (sent[0] === 1) assert.deepStrictEqual(yield* list("status=limit_reached"), [1, 0])
      assert.deepStrictEqual(yield* list("status=paused"), [1, 1])
      assert.deepStrictEqual(yield* list("offset=1&limit=1"), [3, 1])
      assert.strictEqual((yield* call("GET", "/accounts?status=gone")).status, 400)
    })
  )

  it.effect("deletes accounts once, by the body or by the query, and revives them", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const [a, b, c] = [(yield* create({ daily_limit: 9 })).json, (yield* create()).json, (yield* create()).json]
      const { json: campaign } = yield* call("POST", "/campaigns", { body: { name: "x", account_ids: [a.id, b.id] } })
      const removed = yield* call("DELETE", `/accounts?ids=${c.id}`, { body: { ids: [b.id, unknown, a.id, b.id] } })
      assert.deepStrictEqual(removed.json, {
        deleted: 2,
        failed: 1,
        data: [
          { id: b.id, status: "deleted" },
          { id: unknown, status: "not_found" },
          { id: a.id, status: "deleted" }
        ]
      })
      assert.strictEqual((yield* call("GET", `/accounts/${a.id}`)).status, 404)
      assert.strictEqual((yield* call("GET", `/accounts?search=${a.email}`)).json.total, 0)
      assert.deepStrictEqual((yield* call("GET", `/campaigns/${campaign.id}`)).json.account_ids, [])
      const used = yield* call("POST", "/campaigns", { body: { name: "y", account_ids: [c.id, a.id] } })
      assert.deepStrictEqual([used.status, used.json.errors[0].pointer], [400, "/body/account_ids/1"])
      const byQuery = yield* call("DELETE", `/accounts?ids=${a.id},${c.id},${c.id}`)
      assert.deepStrictEqual(byQuery.json, {
        deleted: 1,
        failed: 1,
        data: [
          { id: a.id, status: "not_found" },
          { id: c.id, status: "deleted" }
        ]
      })
      const revived = yield* call("POST", "/accounts", { body: { email: a.email, provider: "smtp" } })
      const { created_at, id, provider, settings } = revived.json
      assert.deepStrictEqual(
        [revived.status, id, created_at, provider, settings],
        [201, a.id, a.created_at, "smtp", defaults]
      )
    })
  )

  it.effect("names what is wrong with a deletion", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const many = Array.from({ length: 501 }, (_, i) => i + 1)
      const requests: ReadonlyArray<readonly [pointer: string, target: string, body?: object]> = [
        ["/body/ids", "/accounts"],
        ["/body/ids", "/accounts", {}],
        ["/body/ids", "/accounts?ids=1", { ids: [] }],
        ["/body/ids", "/accounts", { ids: many }],
        ["/query/ids", `/accounts?ids=${many.join()}`],
        ["/query/ids/1", "/accounts?ids=1,x"],
        ["/body/all", "/accounts?ids=1", { all: true }],
        ["/query/all", "/accounts?all=true"]
      ]
      for (const [pointer, target, body] of requests) {
        const { json, status } = yield* call("DELETE", target, body === undefined ? {} : { body })
        assert.deepStrictEqual([status, json.errors[0].pointer], [400, pointer], target.slice(0, 40))
      }
    })
  )

  it.effect("takes a deleted account's address for ours, and records what happens to its mail", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { campaign_id, lead_id, ours, theirs } = yield* Fixtures.conversation()
      const { json } = yield* call("GET", `/accounts?search=${ours}`)
      const [{ id }] = json.data
      assert.strictEqual((yield* call("DELETE", `/accounts?ids=${id}`)).json.deleted, 1)
      const { json: mail } = yield* Fixtures.receive({ from: ours, to: theirs })
      assert.strictEqual(mail.kind, "own")
      const event = { type: "opened", lead_id, account_id: id, occurred_at: new Date().toISOString() }
      const events = [{ ...event, idempotency_key: Fixtures.unique("late") }]
      assert.strictEqual((yield* call("POST", "/events", { body: { events } })).json.recorded, 1)
      const { json: report } = yield* call("GET", `/analytics/campaigns/${campaign_id}/by-account`)
      const row = report.data.find(({ account_id }: { account_id: number }) => account_id === id)
      assert.deepStrictEqual([row.email, row.metrics.opened], [ours, 1])
    })
  )

  it.effect("changes and deletes 500 accounts in a request, and the same request again", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const made = Array.from({ length: 490 }, () => Effect.map(create(), ({ json }) => json.id as number))
      const own = yield* Effect.all(made, { concurrency: 4 })
      const foreign = Array.from({ length: 5 }, (_, i) => unknown - i)
      // Descending ids, with ids that do not exist, and with five ids twice.
      const ids = [...own.toReversed(), ...foreign, ...own.slice(0, 5)]
      const expected = (done: string) => [
        ...own.toReversed().map((id) => ({ id, status: done })),
        ...foreign.map((id) => ({ id, status: "not_found" }))
      ]
      const patch = call("PATCH", "/accounts", { body: { ids, settings: { daily_limit: 77 } } })
      const updated = { updated: 490, failed: 5, data: expected("updated") }
      assert.deepStrictEqual((yield* patch).json, updated)
      assert.deepStrictEqual((yield* patch).json, updated)
      const { json } = yield* call("GET", `/accounts/${own[250]}`)
      assert.strictEqual(json.settings.daily_limit, 77)
      const total = Effect.map(call("GET", "/accounts?limit=1"), ({ json }) => json.total as number)
      const before = yield* total
      const remove = call("DELETE", "/accounts", { body: { ids } })
      assert.deepStrictEqual((yield* remove).json, { deleted: 490, failed: 5, data: expected("deleted") })
      assert.deepStrictEqual((yield* remove).json, { deleted: 0, failed: 495, data: expected("not_found") })
      assert.strictEqual(yield* total, before - 490)
    })
  )
})
