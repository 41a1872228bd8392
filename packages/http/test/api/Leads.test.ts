/** Leads over HTTP, exactly as in the contract (section 2). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixtures from "./Fixtures.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

const documented = Object.keys(Fixtures.leadTypes)

onEveryStorage("leads", (it) => {
  const patch = Effect.fnUntraced(function* (id: number, body: object, headers: Record<string, string> = {}) {
    const server = yield* TestServer
    return yield* server.call("PATCH", `/leads/${id}`, { body, headers })
  })

  it.effect("shows exactly the documented fields, in order, in a page and in an update", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const campaign_id = yield* Fixtures.campaign()
      const id = yield* Fixtures.lead(campaign_id)
      const { json: page } = yield* server.call("GET", `/leads/campaign/${campaign_id}`)
      assert.deepStrictEqual(Object.keys(page), ["total", "offset", "limit", "data"])
      assert.deepStrictEqual(Object.keys(page.data[0]), documented)
      const { json: updated } = yield* patch(id, {})
      assert.deepStrictEqual(Object.keys(updated), documented)
      assert.deepStrictEqual(updated, page.data[0])
      const { effective_state, ...found } = (yield* server.call("GET", `/leads/${id}`)).json
      assert.deepStrictEqual(found, {
        ...updated,
        custom_fields: {},
        moved_from: null,
        moved_to: null,
        reply_status_by: null,
        timezone: null,
        verification: null
      })
      assert.deepStrictEqual(Object.keys(effective_state), [
        "may_be_mailed",
        "reason",
        "obstacles",
        "paused_until",
        "paused_by",
        "other_campaign_id",
        "stopped_by",
        "window",
        "waits_for",
        "missing",
        "next_step",
        "next_move",
        "entry"
      ])
    })
  )

  it.effect("pages: defaults, after_id before offset, total of the whole query", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const campaign_id = yield* Fixtures.campaign()
      const ids = yield* Fixtures.leads(
        campaign_id,
        Array.from({ length: 60 }, (_, i) => `p${i}@example.com`)
      )
      const page = Effect.fnUntraced(function* (query: string) {
        const { json } = yield* server.call("GET", `/leads/campaign/${campaign_id}${query}`)
        return { ...json, data: json.data.map(({ id }: { id: number }) => id) }
      })
      assert.deepStrictEqual(yield* page(""), { total: 60, offset: 0, limit: 50, data: ids.slice(0, 50) })
      assert.deepStrictEqual(yield* page(`?after_id=${ids[9]}&offset=5&limit=3`), {
        total: 60,
        offset: 5,
        limit: 3,
        data: ids.slice(15, 18)
      })
      assert.deepStrictEqual(yield* page("?offset=1000"), { total: 60, offset: 1000, limit: 50, data: [] })
      assert.deepStrictEqual(yield* page(`?search=P5&after_id=${ids[55]}&limit=200`), {
        total: 11,
        offset: 0,
        limit: 200,
        data: ids.slice(56)
      })
      const upper = yield* server.call("GET", `/leads/campaign/${campaign_id.toUpperCase()}?limit=1`)
      assert.strictEqual(upper.json.data[0].campaign_id, campaign_id)
    })
  )

  it.effect("searches the e-mail literally and in any case, in every script", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const campaign_id = yield* Fixtures.campaign()
      const emails = [
        "a%b@example.com",
        "a_b@example.com",
        "axb@example.com",
        "José@example.com",
        "ΟΔΥΣΣΕΥΣ@example.gr"
      ]
      yield* Fixtures.leads(campaign_id, emails)
      const search = Effect.fnUntraced(function* (text: string) {
        const target = `/leads/campaign/${campaign_id}?search=${encodeURIComponent(text)}`
        const { json } = yield* server.call("GET", target)
        assert.strictEqual(json.total, json.data.length)
        return json.data.map(({ email }: { email: string }) => email)
      })
      assert.deepStrictEqual(yield* search("A%B"), [emails[0]])
      assert.deepStrictEqual(yield* search("a_b"), [emails[1]])
      assert.deepStrictEqual(yield* search("%"), [emails[0]])
      assert.deepStrictEqual(yield* search("\\"), [])
      assert.deepStrictEqual(yield* search("JOSÉ"), [emails[3]])
      assert.deepStrictEqual(yield* search("οδυσσευς"), [emails[4]])
      assert.deepStrictEqual(yield* search(""), emails)
    })
  )

  it.effect("stops and resumes from any state", () =>
    Effect.gen(function* () {
      const id = yield* Fixtures.lead(yield* Fixtures.campaign())
      for (const stop_sending of [true, true, false, false, true, false]) {
        const { json } = yield* patch(id, { stop_sending })
        assert.strictEqual(json.stop_sending, stop_sending)
        assert.strictEqual(json.stop_sending_type, stop_sending ? "manual" : null)
      }
      const { lead_id } = yield* Fixtures.conversation()
      const server = yield* TestServer
      const { json } = yield* server.call("GET", `/leads/${lead_id}`)
      assert.strictEqual(json.stop_sending_type, "reply")
      assert.strictEqual((yield* patch(lead_id, { stop_sending: false })).json.stop_sending_type, null)
    })
  )

  it.effect("merges custom fields key by key, and removes with null", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const id = yield* Fixtures.lead(yield* Fixtures.campaign())
      yield* patch(id, { custom_fields: { city: "Oslo", size: 12.5, vip: true, constructor: "x" } })
      const { json } = yield* patch(id, { custom_fields: { size: null, city: "Bergen" } })
      assert.notProperty(json, "custom_fields")
      const found = yield* server.call("GET", `/leads/${id}`)
      assert.deepStrictEqual(found.json.custom_fields, { city: "Bergen", vip: true, constructor: "x" })
      for (const fields of [{ City: "x" }, { "1a": "x" }, { "": "x" }, { a: [] }, { a: "x".repeat(4097) }]) {
        assert.strictEqual((yield* patch(id, { custom_fields: fields })).status, 400)
      }
      const many = (from: number) =>
        Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`k${from + i}`, i] as const))
      assert.strictEqual((yield* patch(id, { custom_fields: many(0) })).status, 200)
      assert.strictEqual((yield* patch(id, { custom_fields: many(60) })).status, 400)
      const kept = yield* server.call("GET", `/leads/${id}`)
      assert.strictEqual(Object.keys(kept.json.custom_fields).length, 63)
    })
  )

  it.effect("changes the address: not verified any more, unique in its campaign", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const campaign_id = yield* Fixtures.campaign()
      const [first = 0, second = 0] = yield* Fixtures.leads(campaign_id, ["first@example.com", "second@example.com"])
      const taken = yield* patch(second, { email: "FIRST@example.com", first_name: "lost" })
      assert.strictEqual(taken.status, 409)
      assert.strictEqual(taken.json.reason, "duplicate_lead")
      const { json } = yield* server.call("GET", `/leads/${second}`)
      assert.strictEqual(json.first_name, "")
      assert.strictEqual((yield* patch(first, { email: "First@example.com" })).json.email, "First@example.com")
      const long = `a@${"b.".repeat(500_000)}`
      for (const email of ["", "x", "a@b@c", "a b@c.d", "a@b.c, d@e.f", `${"x".repeat(65)}@b.c`, "a@b\r\nc.d", long]) {
        assert.strictEqual((yield* patch(first, { email })).status, 400, email)
      }
    })
  )

  it.effect("guards an update by If-Match", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const id = yield* Fixtures.lead(yield* Fixtures.campaign())
      const { headers } = yield* server.call("GET", `/leads/${id}`)
      const etag = String(headers["etag"])
      const changed = yield* patch(id, { company: "One" }, { "if-match": etag })
      assert.strictEqual(changed.status, 200)
      assert.notStrictEqual(changed.headers["etag"], etag)
      const stale = yield* patch(id, { company: "Two" }, { "if-match": etag })
      assert.strictEqual(stale.status, 412)
      assert.strictEqual(stale.json.code, "precondition_failed")
      const weak = yield* patch(id, { company: "Two" }, { "if-match": `W/${String(changed.headers["etag"])}` })
      assert.strictEqual(weak.status, 412)
      assert.strictEqual((yield* patch(id, { company: "Two" }, { "if-match": "nonsense" })).status, 400)
      assert.strictEqual((yield* patch(id, {}, { "if-match": "*" })).json.company, "One")
      const same = yield* patch(id, {})
      assert.strictEqual(same.headers["etag"], changed.headers["etag"])
    })
  )

  it.effect("guards the deletion of one lead by If-Match", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const campaign_id = yield* Fixtures.campaign()
      const [id, other] = [yield* Fixtures.lead(campaign_id), yield* Fixtures.lead(campaign_id)]
      const etag = String((yield* server.call("GET", `/leads/${id}`)).headers["etag"])
      const current = String((yield* patch(id, { company: "One" })).headers["etag"])
      const remove = (ids: ReadonlyArray<number>, condition: string) =>
        server.call("DELETE", "/leads", { body: { ids }, headers: { "if-match": condition } })
      assert.strictEqual((yield* remove([id], etag)).status, 412)
      const several = yield* remove([id, other], current)
      assert.deepInclude(several, { status: 400 })
      assert.strictEqual(several.json.errors[0].pointer, "/header/if-match")
      assert.strictEqual((yield* server.call("GET", `/leads/${id}`)).status, 200)
      assert.strictEqual((yield* remove([id], current)).json.deleted, 1)
    })
  )

  it.effect("creates many at once, one answer per input, in order", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const campaign_id = yield* Fixtures.campaign()
      const [known = 0] = yield* Fixtures.leads(campaign_id, ["known@example.com"])
      const leads = [
        { email: "new@example.com", first_name: "New", custom_fields: { city: "Oslo" } },
        { email: "no address" },
        { email: "KNOWN@example.com", first_name: "Known" },
        { email: "New@Example.com" },
        { email: "x@example.com", nickname: "x" },
        "nonsense",
        { email: `a@${"b.".repeat(10_000_000)}` }
      ]
      const { json, status } = yield* server.call("POST", "/leads", { body: { campaign_id, leads } })
      assert.strictEqual(status, 200)
      assert.deepInclude(json, { created: 1, updated: 0, skipped: 6 })
      const statuses = json.data.map((result: { status: string }) => result.status)
      assert.strictEqual(statuses.join(" "), "created invalid duplicate duplicate invalid invalid invalid")
      assert.deepStrictEqual(
        json.data.map((result: { index: number }) => result.index),
        [0, 1, 2, 3, 4, 5, 6]
      )
      assert.strictEqual(json.data[2].id, known)
      assert.strictEqual(json.data[3].id, json.data[0].id)
      assert.include(json.data[4].errors[0].pointer, "nickname")

      const body = { campaign_id, leads, on_duplicate: "update" }
      const { json: again } = yield* server.call("POST", "/leads", { body })
      assert.deepInclude(again, { created: 0, updated: 3, skipped: 4 })
      const { json: updated } = yield* server.call("GET", `/leads/${known}`)
      assert.strictEqual(updated.first_name, "Known")
      assert.strictEqual(updated.email, "known@example.com")
      const { json: campaign } = yield* server.call("GET", `/campaigns/${campaign_id}`)
      assert.strictEqual(campaign.lead_count, 2)
    })
  )

  it.effect("takes a thousand leads with a hundred fields each, and not one more", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const campaign_id = yield* Fixtures.campaign()
      const custom_fields = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`field_${i}`, i]))
      const leads = Array.from({ length: 1001 }, (_, i) => ({ email: `m${i}@example.com`, custom_fields }))
      const { json } = yield* server.call("POST", "/leads", { body: { campaign_id, leads: leads.slice(1) } })
      assert.strictEqual(json.created, 1000)
      const tooMany = yield* server.call("POST", "/leads", { body: { campaign_id, leads } })
      assert.strictEqual(tooMany.status, 400)
      assert.strictEqual((yield* server.call("POST", "/leads", { body: { campaign_id, leads: [] } })).status, 400)
    })
  )

  it.effect("stops many, and answers what they were before", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const campaign_id = yield* Fixtures.campaign()
      const [a = 0, b = 0] = yield* Fixtures.leads(campaign_id, ["a@example.com", "b@example.com"])
      const { headers } = yield* patch(b, { stop_sending: true })
      const many = (body: object, sent: Record<string, string> = {}) =>
        server.call("PATCH", "/leads", { body, headers: sent })
      const { json, status } = yield* many({ ids: [b, a, 999_999_999, b], stop_sending: true })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(json, {
        updated: 2,
        not_found: 1,
        data: [
          { id: b, status: "updated", stop_sending: true, stop_sending_type: "manual" },
          { id: a, status: "updated", stop_sending: false, stop_sending_type: null },
          { id: 999_999_999, status: "not_found" }
        ]
      })
      const { json: page } = yield* server.call("GET", `/leads/campaign/${campaign_id}?stop_sending=true`)
      assert.strictEqual(page.total, 2)
      const stale = { "if-match": String(headers["etag"]) }
      assert.strictEqual((yield* many({ ids: [b], stop_sending: false }, stale)).status, 412)
      const several = yield* many({ ids: [a, b], stop_sending: false }, stale)
      assert.strictEqual(several.json.errors[0].pointer, "/header/if-match")
      const fault = yield* many({ ids: [a], company: "Same" })
      assert.deepInclude(fault, { status: 400 })
      assert.strictEqual(fault.json.errors[0].pointer, "/body/company")
    })
  )

  it.effect("deletes; twice is as good as once", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const campaign_id = yield* Fixtures.campaign()
      const [a = 0, b = 0] = yield* Fixtures.leads(campaign_id, ["a@example.com", "b@example.com"])
      const { json } = yield* server.call("DELETE", "/leads", { body: { ids: [b, a, b] } })
      assert.deepStrictEqual(json, {
        deleted: 2,
        not_found: 0,
        data: [
          { id: b, status: "deleted" },
          { id: a, status: "deleted" }
        ]
      })
      const { json: again } = yield* server.call("DELETE", "/leads", { body: { ids: [a] } })
      assert.deepStrictEqual(again, { deleted: 0, not_found: 1, data: [{ id: a, status: "not_found" }] })
      assert.strictEqual((yield* server.call("GET", `/leads/${a}`)).status, 404)
      assert.strictEqual((yield* server.call("GET", `/leads/campaign/${campaign_id}`)).json.total, 0)
      assert.strictEqual((yield* server.call("DELETE", "/leads", { body: {} })).status, 400)
    })
  )

  it.effect("deletes what the query names, unless the body names leads", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const campaign_id = yield* Fixtures.campaign()
      const addresses = ["a", "b", "c", "d"].map((name) => `${name}@example.com`)
      const [a = 0, b = 0, c = 0, d = 0] = yield* Fixtures.leads(campaign_id, addresses)
      const { json } = yield* call("DELETE", `/leads?ids=${b},${a},${b}`)
      assert.deepStrictEqual(json, {
        deleted: 2,
        not_found: 0,
        data: [
          { id: b, status: "deleted" },
          { id: a, status: "deleted" }
        ]
      })
      const both = yield* call("DELETE", `/leads?ids=${d}`, { body: { ids: [c] } })
      assert.deepStrictEqual(both.json.data, [{ id: c, status: "deleted" }])
      const etag = String((yield* call("GET", `/leads/${d}`)).headers["etag"])
      const remove = (tag: string) => call("DELETE", `/leads?ids=${d}`, { headers: { "if-match": tag } })
      assert.strictEqual((yield* remove('"99"')).status, 412)
      assert.strictEqual((yield* remove(etag)).json.deleted, 1)
    })
  )

  it.effect("erases what the query names", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { lead_id } = yield* Fixtures.conversation()
      const threads = () => call("GET", `/unibox/threads?tab=replies&lead_id=${lead_id}`)
      assert.strictEqual((yield* threads()).json.data.length, 1)
      const { json } = yield* call("DELETE", `/leads?ids=${lead_id}`, { body: { erase: true } })
      assert.strictEqual(json.deleted, 1)
      const { json: left } = yield* threads()
      assert.deepStrictEqual(left.data, [])
    })
  )

  it.effect("names what is wrong with a deletion", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const many = Array.from({ length: 1_001 }, (_, i) => i + 1)
      const requests: ReadonlyArray<readonly [pointer: string, target: string, body?: object]> = [
        ["/body/ids", "/leads"],
        ["/body/ids", "/leads", {}],
        ["/body/ids", "/leads?ids=1", { ids: [] }],
        ["/body/ids", "/leads", { ids: many }],
        ["/query/ids", `/leads?ids=${many.join()}`],
        ["/query/ids/1", "/leads?ids=1,x"],
        ["/query/ids/0", "/leads?ids="],
        ["/body/all", "/leads?ids=1", { all: true }],
        ["/body/erase", "/leads?ids=1", { erase: "yes" }],
        ["/query/erase", "/leads?ids=1&erase=true"]
      ]
      for (const [pointer, target, body] of requests) {
        const { json, status } = yield* call("DELETE", target, body === undefined ? {} : { body })
        assert.deepStrictEqual([status, json.errors[0].pointer], [400, pointer], target.slice(0, 40))
      }
    })
  )
})
