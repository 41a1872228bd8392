/** The verification of a campaign's leads, as the API shows it. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { onEveryStorage, TestServer } from "./TestServer.ts"

/** A campaign with two leads that are not verified, and one that the caller has verified. */
const campaign = Effect.gen(function* () {
  const { call } = yield* TestServer
  const { id } = (yield* call("POST", "/campaigns", { body: { name: "Spring" } })).json
  const leads = [
    { email: "ada@lead.example" },
    { email: "bob@lead.example" },
    { email: "eve@lead.example", verification_status: "invalid" }
  ]
  const { data } = (yield* call("POST", "/leads", { body: { campaign_id: id, leads } })).json
  return { call, id, path: `/campaigns/${id}`, eve: data[2].id }
})

const none = { valid: 0, unknown: 0, accept_all: 0, disposable: 0 }

/** The verification when it has ended. The worker runs meanwhile. */
const ended = Effect.fnUntraced(function* (path: string) {
  const { call } = yield* TestServer
  while (true) {
    const { json } = yield* call("GET", `${path}/verification`)
    if (json.run.state !== "running") return json
  }
})

onEveryStorage("the verification of leads", (it) => {
  it.effect("is accepted, shown and ends", () =>
    Effect.gen(function* () {
      const { call, id, path } = yield* campaign
      const before = yield* call("GET", `${path}/verification`)
      assert.deepStrictEqual(before.json, {
        campaign_id: id,
        verifier: "mailroom",
        price: 0,
        leads: { ...none, invalid: 1, not_verified: 2 },
        run: null
      })
      const begun = yield* call("POST", `${path}/verify`)
      assert.strictEqual(begun.status, 202)
      assert.strictEqual(begun.json.run.verifier, "mailroom")
      const { leads, run } = yield* ended(path)
      // This server has no resolver.
      assert.deepStrictEqual(leads, { ...none, unknown: 2, invalid: 1, not_verified: 0 })
      assert.isString(run.finished_at)
      assert.deepStrictEqual(
        { ...run, finished_at: "" },
        {
          state: "done",
          verifier: "mailroom",
          statuses: ["not_verified", "unknown"],
          checked: 2,
          remaining: 0,
          results: { ...none, unknown: 2, invalid: 0 },
          cost: 0,
          error: null,
          requested_at: begun.json.run.requested_at,
          finished_at: ""
        }
      )
      // Nothing is left to stop.
      const stopped = yield* call("DELETE", `${path}/verification`)
      assert.deepStrictEqual([stopped.status, stopped.json.run.state], [200, "done"])
      const again = yield* call("POST", `${path}/verify`, { body: { statuses: ["invalid"] } })
      assert.deepStrictEqual(again.json.run.statuses, ["invalid"])
      assert.strictEqual((yield* ended(path)).run.checked, 1)
    })
  )

  it.effect("begins with an import that asks for it", () =>
    Effect.gen(function* () {
      const { call, id, path } = yield* campaign
      const leads = [{ email: "new@lead.example" }]
      yield* call("POST", "/leads", { body: { campaign_id: id, leads, verify: true } })
      const { run } = yield* ended(path)
      assert.deepInclude(run, { state: "done", statuses: ["not_verified"], checked: 3 })
      const [found] = (yield* call("GET", `/leads/campaign/${id}?search=new`)).json.data
      const { verification } = (yield* call("GET", `/leads/${found.id}`)).json
      assert.deepInclude(verification, { reasons: ["dns_unanswered"], decided_by: "mailroom" })
    })
  )

  it.effect("rejects what it does not know", () =>
    Effect.gen(function* () {
      const { call, path } = yield* campaign
      const invalid = Effect.fnUntraced(function* (body: object, pointer: string) {
        const answer = yield* call("POST", `${path}/verify`, { body })
        assert.deepStrictEqual([answer.status, answer.json.errors[0].pointer], [400, pointer])
      })
      yield* invalid({ statuses: [] }, "/body/statuses")
      yield* invalid({ statuses: ["valid", "valid"] }, "/body/statuses")
      yield* invalid({ statuses: ["good"] }, "/body/statuses/0")
      yield* invalid({ status: "valid" }, "/body/status")
    })
  )

  it.effect("is shown at a lead, and finds leads in lists", () =>
    Effect.gen(function* () {
      const { call, eve, id } = yield* campaign
      const lead = (yield* call("GET", `/leads/${eve}`)).json
      assert.deepInclude(lead, { verification_status: "invalid", verification: null })
      for (const path of [`/leads/campaign/${id}?`, `/leads?campaign_id=${id}&`]) {
        const found = yield* call("GET", `${path}verification_status=invalid`)
        assert.deepStrictEqual(
          found.json.data.map((one: { readonly id: number }) => one.id),
          [eve]
        )
        assert.strictEqual((yield* call("GET", `${path}verification_status=good`)).status, 400)
      }
      const filter = { campaign_id: id, verification_status: "invalid" }
      const stopped = yield* call("POST", "/leads/matching", { body: { filter, action: "stop" } })
      assert.strictEqual(stopped.json.changed, 1)
    })
  )
})
