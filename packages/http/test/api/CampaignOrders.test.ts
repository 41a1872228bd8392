/** Changing, starting, pausing and deleting campaigns over HTTP (contract, section 4). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixtures from "./Fixtures.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

const none = { total: 0, not_contacted: 0, sent: 0, opened: 0, replied: 0, bounced: 0, stopped: 0 }

/** A draft that can be started: it has an account, a step and two leads. */
const ready = Effect.gen(function* () {
  const { call } = yield* TestServer
  const email = `${Fixtures.unique("sender")}@ours.example`
  const { json: account } = yield* call("POST", "/accounts", { body: { email, provider: "smtp" } })
  const body = { name: Fixtures.unique("Campaign "), account_ids: [account.id] }
  const { json: campaign } = yield* call("POST", "/campaigns", { body })
  yield* call("POST", `/campaigns/${campaign.id}/sequences`, { body: { body: "Hello" } })
  const leads = yield* Fixtures.leads(campaign.id, [
    `${Fixtures.unique("a")}@x.example`,
    `${Fixtures.unique("b")}@x.example`
  ])
  return { id: campaign.id as string, path: `/campaigns/${campaign.id}`, account_id: account.id as number, leads }
})

onEveryStorage("campaigns, orders", (it) => {
  it.effect("changes settings in every status; an empty patch changes nothing", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { account_id, path } = yield* ready
      for (const order of ["", "/start", "/pause"]) {
        if (order !== "") yield* call("POST", path + order)
        const before = yield* call("GET", path)
        const same = yield* call("PATCH", path, { body: {} })
        assert.deepStrictEqual(
          [same.status, same.text, same.headers["etag"]],
          [200, before.text, before.headers["etag"]]
        )
        const patch = {
          name: Fixtures.unique("Renamed "),
          timezone: "Asia/Tokyo",
          send_window: { days: [7, 1], from: "00:00", to: "24:00" },
          daily_limit: 3,
          stop_on_reply: false,
          stop_on_auto_reply: true,
          stop_scope: "organization",
          track_opens: true,
          track_clicks: true,
          unsubscribe_header: false,
          bounce_limit: null,
          new_lead_share: 0,
          required_verification: "valid",
          account_ids: [account_id]
        }
        const changed = yield* call("PATCH", path, { body: patch })
        assert.strictEqual(changed.status, 200)
        assert.deepStrictEqual({ ...changed.json, updated_at: "" }, { ...before.json, ...patch, updated_at: "" })
        assert.deepStrictEqual((yield* call("GET", path)).text, changed.text)
        assert.notStrictEqual(changed.headers["etag"], before.headers["etag"])
      }
    })
  )

  it.effect("names what is wrong with a patch, and changes nothing", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { account_id, path } = yield* ready
      const before = yield* call("GET", path)
      const faults: ReadonlyArray<readonly [body: object, pointer: string]> = [
        [{ name: null }, "/body/name"],
        [{ name: "x", status: "active" }, "/body/status"],
        [{ daily_limit: -1 }, "/body/daily_limit"],
        [{ name: "x", account_ids: [account_id, 4_000_000_000] }, "/body/account_ids/1"]
      ]
      for (const [body, pointer] of faults) {
        const answer = yield* call("PATCH", path, { body })
        assert.deepStrictEqual([answer.status, answer.json.errors[0].pointer], [400, pointer])
      }
      assert.strictEqual((yield* call("GET", path)).text, before.text)
    })
  )

  it.effect("starts a campaign once it has an account, a step and a lead, and names all that is missing", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const empty = yield* Fixtures.campaign()
      const rejected = yield* call("POST", `/campaigns/${empty}/start`)
      assert.strictEqual(rejected.status, 409)
      assert.deepInclude(rejected.json, {
        code: "conflict",
        reason: "campaign_not_ready",
        issues: ["no_account", "no_sequence", "no_lead"],
        detail: "The campaign needs a sender account and a step and a lead before it can start"
      })
      const { path } = yield* ready
      const started = yield* call("POST", `${path}/start`)
      assert.deepStrictEqual([started.status, started.json.status], [200, "active"])
      const again = yield* call("POST", `${path}/start`, { body: {} })
      assert.deepStrictEqual([again.text, again.headers["etag"]], [started.text, started.headers["etag"]])
    })
  )

  it.effect("pauses an active campaign only", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { path } = yield* ready
      const draft = yield* call("POST", `${path}/pause`)
      assert.deepInclude(draft.json, { status: 409, reason: "campaign_not_active" })
      assert.notProperty(draft.json, "issues")
      yield* call("POST", `${path}/start`)
      const paused = yield* call("POST", `${path}/pause`, { body: {} })
      assert.deepStrictEqual([paused.status, paused.json.status], [200, "paused"])
      assert.strictEqual((yield* call("POST", `${path}/pause`)).text, paused.text)
    })
  )

  it.effect("takes no body, or an empty object", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { path } = yield* ready
      for (const order of ["start", "pause"]) {
        for (const body of [{ now: true }, [], "x", null]) {
          const answer = yield* call("POST", `${path}/${order}`, {
            body: JSON.stringify(body),
            headers: { "content-type": "application/json" }
          })
          assert.strictEqual(answer.status, 400, JSON.stringify(body))
        }
      }
      const { json } = yield* call("POST", `${path}/start`, { body: { now: true } })
      assert.deepStrictEqual(json.errors[0].pointer, "/body/now")
    })
  )

  it.effect("has an entity tag that every write checks, and that the number of leads changes", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { id, path } = yield* ready
      const { headers } = yield* call("GET", path)
      const old = headers["etag"] ?? ""
      assert.strictEqual((yield* call("GET", path, { headers: { "if-none-match": old } })).status, 304)
      yield* Fixtures.lead(id)
      assert.strictEqual((yield* call("GET", path, { headers: { "if-none-match": old } })).status, 200)
      // A write compares only the version.
      const renamed = yield* call("PATCH", path, { body: { name: "Renamed" }, headers: { "if-match": old } })
      assert.strictEqual(renamed.status, 200)
      const writes = [
        ["PATCH", path, { name: "Again" }],
        ["POST", `${path}/start`, {}],
        ["POST", `${path}/pause`, {}],
        ["DELETE", path, undefined]
      ] as const
      for (const [method, target, body] of writes) {
        const options = { headers: { "if-match": old }, ...(body === undefined ? {} : { body }) }
        const answer = yield* call(method, target, options)
        assert.deepStrictEqual([answer.status, answer.json.code], [412, "precondition_failed"], `${method} ${target}`)
        const invalid = yield* call(method, target, { ...options, headers: { "if-match": "old" } })
        assert.deepStrictEqual([invalid.status, invalid.json.errors[0].pointer], [400, "/header/if-match"])
      }
      assert.strictEqual((yield* call("GET", path)).text, renamed.text)
      const current = renamed.headers["etag"] ?? ""
      const started = yield* call("POST", `${path}/start`, { headers: { "if-match": `"9", ${current}` } })
      assert.strictEqual(started.status, 200)
      const paused = yield* call("POST", `${path}/pause`, { headers: { "if-match": started.headers["etag"] ?? "" } })
      const deleted = yield* call("DELETE", path, { headers: { "if-match": paused.headers["etag"] ?? "" } })
      assert.strictEqual(deleted.status, 204)
      const created = yield* call("POST", "/campaigns", { body: { name: "Tagged" } })
      const read = yield* call("GET", `/campaigns/${created.json.id}`)
      assert.strictEqual(created.headers["etag"], read.headers["etag"])
    })
  )

  it.effect("deletes a campaign with its leads and steps; its threads stay without both", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { campaign_id, lead_id, theirs, thread_id } = yield* Fixtures.conversation()
      const path = `/campaigns/${campaign_id}`
      const { json: step } = yield* call("POST", `${path}/sequences`, { body: { body: "Hello" } })
      const kept = yield* Fixtures.campaign()
      const [other = 0] = yield* Fixtures.leads(kept, [theirs])
      const deleted = yield* call("DELETE", path)
      assert.deepStrictEqual([deleted.status, deleted.text], [204, ""])
      const missing = [
        ["GET", path],
        ["DELETE", path],
        ["PATCH", path, { name: "x" }],
        ["POST", `${path}/start`, {}],
        ["GET", `${path}/sequences`],
        ["PATCH", `${path}/sequences/${step.id}`, { body: "x" }],
        ["GET", `/leads/${lead_id}`],
        ["GET", `/leads/campaign/${campaign_id}`],
        ["POST", "/leads", { campaign_id, leads: [{ email: "new@x.example" }] }],
        ["GET", `/analytics/campaigns/${campaign_id}/summary`],
        ["GET", `/analytics/campaigns/${campaign_id}/activity`]
      ] as const
      for (const [method, target, body] of missing) {
        const { status } = yield* call(method, target, body === undefined ? {} : { body })
        assert.strictEqual(status, 404, `${method} ${target}`)
      }
      const { json: thread } = yield* call("GET", `/unibox/threads/${thread_id}`)
      assert.lengthOf(thread.data, 2)
      assert.notProperty(thread.thread, "campaign_id")
      assert.notProperty(thread.thread, "lead_id")
      const event = {
        type: "opened",
        campaign_id,
        email: theirs,
        occurred_at: "2026-08-07T09:30:00.000Z",
        idempotency_key: "x"
      }
      const { json: recorded } = yield* call("POST", "/events", { body: { events: [event] } })
      assert.strictEqual(recorded.data[0].status, "rejected")
      assert.strictEqual((yield* call("GET", `/leads/${other}`)).status, 200)
    })
  )

  it.effect("does not delete an active campaign", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { leads, path } = yield* ready
      yield* call("POST", `${path}/start`)
      const rejected = yield* call("DELETE", path)
      assert.deepInclude(rejected.json, { status: 409, code: "conflict", reason: "campaign_active" })
      assert.strictEqual((yield* call("GET", `/leads/${leads[0]}`)).status, 200)
    })
  )

  it.effect("lists each campaign with its leads by state and its sums of all time", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { campaign_id, lead_id } = yield* Fixtures.conversation()
      yield* Fixtures.leads(campaign_id, [`${Fixtures.unique("new")}@x.example`])
      const event = {
        type: "sent",
        lead_id,
        occurred_at: "2020-01-01T00:00:00.000Z",
        idempotency_key: Fixtures.unique("sent ")
      }
      const { json: result } = yield* call("POST", "/events", { body: { events: [event] } })
      assert.deepStrictEqual(result.data[0]?.errors ?? [], [])
      const empty = yield* Fixtures.campaign()
      const { json } = yield* call("GET", "/campaigns?limit=200")
      const listed = new Map<string, { readonly counts: object }>(
        json.data.map((item: { id: string }) => [item.id, item])
      )
      assert.deepStrictEqual(listed.get(campaign_id)?.counts, {
        leads: { ...none, total: 2, not_contacted: 1, replied: 1, stopped: 1 },
        sent: 1,
        replied: 1,
        bounced: 0
      })
      assert.deepStrictEqual(listed.get(empty)?.counts, { leads: none, sent: 0, replied: 0, bounced: 0 })
      assert.notProperty((yield* call("GET", `/campaigns/${empty}`)).json, "counts")
    })
  )
})
