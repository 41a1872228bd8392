/**
 * The public interface, fact by fact in the order of its document: resources, states, endpoints, authentication,
 * limits, versioning. Only facts that the document fixes are asserted here. The document leaves the paths of
 * integrations open, so their endpoints are tested with their capability.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { send } from "./Client.ts"
import * as Fixtures from "./Fixtures.ts"
import { onMemory, TestServer } from "./TestServer.ts"

const missingCampaign = "00000000-0000-7000-8000-000000000000"
const isoMillis = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u

const threadTypes = {
  required: { id: "number", tab: "string", last_message: "object" },
  optional: { thread_id: "number", lead_id: "number", campaign_id: "string" }
}
const messageTypes = {
  required: {
    id: "number",
    subject: "string",
    body: "string",
    date_sent: "string",
    from_email: "string",
    to_email: "string",
    is_new: "boolean",
    is_our_email: "boolean",
    kind: "string",
    attachments: "array"
  },
  optional: { thread_id: "number", from_name: "string", cc_email: "string", message_id: "string" }
}
const attachmentTypes = {
  required: { id: "number", filename: "string", ext: "string", type: "number", url: "string" },
  optional: {}
}

const typeOf = (value: unknown) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value)

const isLead = (lead: Record<string, unknown>) => {
  assert.deepStrictEqual(Object.keys(lead), Object.keys(Fixtures.leadTypes))
  for (const [field, types] of Object.entries(Fixtures.leadTypes)) assert.include(types, typeOf(lead[field]), field)
}
/** Checks that the required fields are present, and that no optional field has a value of another type. */
const has = (
  value: Record<string, unknown>,
  types: { readonly required: Record<string, string>; readonly optional: Record<string, string> }
) => {
  for (const [field, type] of Object.entries(types.required)) assert.strictEqual(typeOf(value[field]), type, field)
  for (const [field, type] of Object.entries(types.optional)) {
    if (Object.hasOwn(value, field)) assert.strictEqual(typeOf(value[field]), type, field)
  }
}

/** Every endpoint in the document, with ids that need not exist. */
const endpoints: ReadonlyArray<readonly [method: string, path: string]> = [
  ["GET", "/unibox/threads"],
  ["PATCH", "/leads/1"],
  ["GET", `/leads/campaign/${missingCampaign}`],
  ["GET", `/analytics/campaigns/${missingCampaign}/summary`],
  ["GET", `/analytics/campaigns/${missingCampaign}/events`],
  ["GET", `/analytics/campaigns/${missingCampaign}/by-account`],
  ["GET", `/analytics/campaigns/${missingCampaign}/by-sequence`],
  ["GET", "/accounts/1"],
  ["PATCH", "/accounts"],
  ["DELETE", "/accounts"],
  ["GET", "/billing/transactions"],
  ...(["GET", "POST", "DELETE"] as const).flatMap((method) => [
    [method, "/blacklist/emails"] as const,
    [method, "/blacklist/domains"] as const
  ])
]

onMemory("the document", (it) => {
  const ok = Effect.fnUntraced(function* (method: string, target: string, body?: object) {
    const { call } = yield* TestServer
    const answer = yield* call(method, target, body === undefined ? {} : { body })
    assert.strictEqual(answer.status, 200, `${method} ${target}: ${answer.text}`)
    assert.match(String(answer.headers["content-type"]), /^application\/json/u)
    return answer.json
  })
  const refused = Effect.fnUntraced(function* (target: string) {
    const { call } = yield* TestServer
    assert.strictEqual((yield* call("GET", target)).status, 400, target)
  })

  it.effect("Resources: Lead, with every field, whether it has a value or not", () =>
    Effect.gen(function* () {
      const campaign = yield* Fixtures.campaign()
      const id = yield* Fixtures.lead(campaign)
      isLead(yield* ok("PATCH", `/leads/${id}`, {}))
      const { data } = yield* ok("GET", `/leads/campaign/${campaign}`)
      isLead(data[0])
      assert.match(data[0].campaign_id, uuid)
      assert.deepInclude(data[0], { status: "Not contacted", verification_status: "not_verified", stop_sending: false })

      const { call } = yield* TestServer
      const email = `${Fixtures.unique("sender")}@ours.example`
      const { json: account } = yield* call("POST", "/accounts", { body: { email, provider: "google" } })
      const { json: step } = yield* call("POST", `/campaigns/${campaign}/sequences`, { body: { body: "Hi" } })
      const { json: tag } = yield* call("POST", "/tags", {
        body: { name: Fixtures.unique("Interested "), sentiment: "positive" }
      })
      const event = { lead_id: id, account_id: account.id, sequence_id: step.id }
      yield* ok("POST", "/events", {
        events: [
          { ...event, type: "sent", occurred_at: "2026-03-01T10:00:00Z", idempotency_key: "sent" },
          {
            ...event,
            type: "replied",
            occurred_at: "2026-03-02T10:00:00Z",
            idempotency_key: "replied",
            data: { reply_text: "Yes" }
          }
        ]
      })
      yield* ok("PUT", `/leads/${id}/tag`, { tag_id: tag.id })
      const replied = yield* ok("PATCH", `/leads/${id}`, { custom_fields: { city: "Oslo" } })
      isLead(replied)
      assert.deepInclude(replied, {
        sender: email,
        status: "Replied",
        id_previous_sending_sequence: step.id,
        amount_sequences_sent: 1,
        reply_text: "Yes",
        reply_status: tag.name,
        reply_status_tag_id: tag.id,
        provider: "google"
      })
      assert.match(replied.date_last_sequence_send, isoMillis)
    })
  )

  it.effect("Resources: thread summary, last message and attachment", () =>
    Effect.gen(function* () {
      const body = [
        "--b\r\nContent-Type: text/plain\r\n\r\nA reply that is longer than the fifty characters of a preview.\r\n",
        '--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename="offer.pdf"\r\n\r\nx\r\n--b--'
      ].join("")
      const talk = yield* Fixtures.conversation(
        {},
        { body, headers: { "Content-Type": "multipart/mixed; boundary=b", Cc: "team@theirs.example" } }
      )
      const { data } = yield* ok("GET", "/unibox/threads?tab=replies")
      const thread = data.find((one: { lead_id?: number }) => one.lead_id === talk.lead_id)
      has(thread, threadTypes)
      has(thread.last_message, messageTypes)
      assert.deepInclude(thread, { tab: "replies", campaign_id: talk.campaign_id })
      assert.deepInclude(thread.last_message, { from_email: talk.theirs, to_email: talk.ours, is_our_email: false })
      assert.deepInclude(thread.last_message, { from_name: "Lee", is_new: true, cc_email: "team@theirs.example" })
      assert.isAtMost(thread.last_message.body.length, 50)
      const [attachment] = thread.last_message.attachments
      has(attachment, attachmentTypes)
      assert.deepInclude(attachment, { filename: "offer.pdf", ext: "pdf" })
      assert.match(attachment.url, /^https?:\/\//u)
    })
  )

  it.effect("States: a person stops and resumes sending, from any state", () =>
    Effect.gen(function* () {
      const id = yield* Fixtures.lead(yield* Fixtures.campaign())
      for (const stop_sending of [true, true, false, false, true]) {
        const lead = yield* ok("PATCH", `/leads/${id}`, { stop_sending })
        assert.deepInclude(lead, { stop_sending, stop_sending_type: stop_sending ? "manual" : null })
      }
      yield* ok("POST", "/events", {
        events: [{ type: "unsubscribed", lead_id: id, occurred_at: "2026-03-01T10:00:00Z", idempotency_key: "u" }]
      })
      const resumed = yield* ok("PATCH", `/leads/${id}`, { stop_sending: false })
      assert.deepInclude(resumed, { stop_sending: false, stop_sending_type: null })
    })
  )

  it.effect("Endpoints: the threads of a tab, by cursor", () =>
    Effect.gen(function* () {
      yield* Fixtures.conversation()
      yield* Fixtures.conversation()
      const first = yield* ok("GET", "/unibox/threads?tab=replies&limit=1")
      assert.sameMembers(Object.keys(first), ["data", "has_more", "next_cursor"])
      assert.isTrue(first.has_more)
      const cursor = encodeURIComponent(first.next_cursor)
      const rest = yield* ok("GET", `/unibox/threads?tab=replies&limit=100&cursor=${cursor}`)
      assert.isFalse(rest.has_more)
      assert.notProperty(rest, "next_cursor")
      assert.notInclude(
        rest.data.map(({ id }: { id: number }) => id),
        first.data[0].id
      )
      assert.isArray((yield* ok("GET", "/unibox/threads?tab=other")).data)
      yield* refused("/unibox/threads")
      yield* refused("/unibox/threads?tab=all")
    })
  )

  it.effect("Endpoints: an update of a lead, of which every field is optional", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const id = yield* Fixtures.lead(yield* Fixtures.campaign())
      const fields = {
        email: `${Fixtures.unique("new")}@example.com`,
        first_name: "Ada",
        last_name: "Lovelace",
        company: "Engines",
        website: "https://engines.example",
        personalization: "Hello"
      }
      for (const [field, value] of Object.entries(fields)) {
        const lead = yield* ok("PATCH", `/leads/${id}`, { [field]: value })
        isLead(lead)
        assert.strictEqual(lead[field], value)
      }
      const unchanged = yield* ok("PATCH", `/leads/${id}`, { custom_fields: { job_title: "Countess" } })
      assert.deepInclude(unchanged, fields)
      assert.deepStrictEqual((yield* ok("GET", `/leads/${id}`)).custom_fields, { job_title: "Countess" })
      const upper = yield* call("PATCH", `/leads/${id}`, { body: { custom_fields: { Job: "x" } } })
      assert.strictEqual(upper.status, 400)
    })
  )

  it.effect("Endpoints and limits: the leads of a campaign", () =>
    Effect.gen(function* () {
      const campaign = yield* Fixtures.campaign()
      const emails = ["ada@x.example", "BOB@x.example", "bobby@y.example"]
      const ids = yield* Fixtures.leads(campaign, emails)
      const path = `/leads/campaign/${campaign}`
      const idsOf = ({ data }: { data: ReadonlyArray<{ id: number }> }) => data.map(({ id }) => id)
      const all = yield* ok("GET", path)
      assert.deepStrictEqual(Object.keys(all), ["total", "offset", "limit", "data"])
      assert.strictEqual(all.total, 3)
      const page = yield* ok("GET", `${path}?offset=1&limit=1`)
      assert.deepStrictEqual([page.total, page.offset, page.limit, idsOf(page)], [3, 1, 1, [ids[1]]])
      assert.deepStrictEqual(idsOf(yield* ok("GET", `${path}?after_id=${ids[0]}`)), ids.slice(1))
      const found = yield* ok("GET", `${path}?search=bob`)
      assert.deepStrictEqual([found.total, idsOf(found)], [2, ids.slice(1)])
      for (const query of ["limit=1", "limit=200", "offset=0", "after_id=1"]) yield* ok("GET", `${path}?${query}`)
      for (const query of ["limit=0", "limit=201", "offset=-1", "after_id=0"]) yield* refused(`${path}?${query}`)
    })
  )

  it.effect("Further endpoints: each is there", () =>
    Effect.gen(function* () {
      const { origin } = yield* TestServer
      const absent: Array<string> = []
      for (const [method, path] of endpoints) {
        const { headers, status } = yield* send(origin, "OPTIONS", path)
        const methods = String(headers["allow"]).split(", ")
        if (status !== 204 || !methods.includes(method)) absent.push(`${method} ${path}`)
      }
      assert.deepStrictEqual(absent, [])
    })
  )

  it.effect("Further endpoints: analytics take a period or a range of dates", () =>
    Effect.gen(function* () {
      const campaign = yield* Fixtures.campaign()
      for (const report of ["summary", "events", "by-account", "by-sequence"]) {
        const path = `/analytics/campaigns/${campaign}/${report}`
        yield* ok("GET", `${path}?period=last_7_days`)
        yield* ok("GET", `${path}?start_date=2026-01-01&end_date=2026-01-31`)
        yield* refused(`${path}?period=last_7_days&start_date=2026-01-01&end_date=2026-01-31`)
      }
    })
  )

  it.effect("Further endpoints: an account's settings and state, and bulk orders on accounts", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const email = `${Fixtures.unique("sender")}@example.com`
      const { json: created } = yield* call("POST", "/accounts", { body: { email, provider: "smtp" } })
      const account = yield* ok("GET", `/accounts/${created.id}`)
      assert.deepStrictEqual([typeOf(account.settings), typeOf(account.state)], ["object", "object"])
      const ids = [created.id]
      assert.deepInclude(yield* ok("PATCH", "/accounts", { ids, settings: { daily_limit: 10 } }), { updated: 1 })
      assert.strictEqual((yield* ok("GET", `/accounts/${created.id}`)).settings.daily_limit, 10)
      assert.deepInclude(yield* ok("DELETE", "/accounts", { ids }), { deleted: 1 })
      assert.strictEqual((yield* call("GET", `/accounts/${created.id}`)).status, 404)
    })
  )

  it.effect("Further endpoints: billing transactions, with filters and pages", () =>
    Effect.gen(function* () {
      const page = yield* ok("GET", "/billing/transactions?type=payment&status=succeeded&offset=0&limit=1")
      assert.deepInclude(page, { offset: 0, limit: 1 })
      assert.deepStrictEqual([typeOf(page.total), typeOf(page.data)], ["number", "array"])
    })
  )

  it.effect("Further endpoints: addresses and domains on the blacklist", () =>
    Effect.gen(function* () {
      for (const [kind, value] of [
        ["email", `${Fixtures.unique("listed")}@example.com`],
        ["domain", `${Fixtures.unique("listed")}.example`]
      ] as const) {
        const path = `/blacklist/${kind}s`
        assert.deepInclude(yield* ok("POST", path, { [`${kind}s`]: [value] }), { added: 1 })
        assert.strictEqual((yield* ok("GET", `${path}?search=${value}`)).data[0][kind], value)
        assert.deepInclude(yield* ok("DELETE", path, { [`${kind}s`]: [value] }), { removed: 1 })
        assert.strictEqual((yield* ok("GET", `${path}?search=${value}`)).total, 0)
      }
    })
  )

  it.effect("Authentication: every endpoint needs the organization's key as a Bearer credential", () =>
    Effect.gen(function* () {
      const { origin } = yield* TestServer
      for (const [method, path] of endpoints) {
        for (const authorization of [undefined, "Bearer mr_x", "Basic bXI6eA=="]) {
          const headers = authorization === undefined ? {} : { authorization }
          const answer = yield* send(origin, method, path, { headers })
          assert.strictEqual(answer.status, 401, `${method} ${path}`)
          assert.match(String(answer.headers["www-authenticate"]), /^Bearer/u)
        }
      }
    })
  )

  it.effect("Versioning: no path has a version, and a changelog lists changes of the contract, the newest first", () =>
    Effect.gen(function* () {
      const { origin } = yield* TestServer
      const { json } = yield* send(origin, "GET", "/openapi.json")
      for (const path of Object.keys(json.paths)) assert.notMatch(path, /^\/v\d/u)
      const changelog = readFileSync(join(import.meta.dirname, "../../../../CHANGELOG.md"), "utf8")
      const entries = [...changelog.matchAll(/^## (.+)$/gmu)].map(([, entry = ""]) => entry)
      assert.strictEqual(entries[0], "Unreleased")
      const dates = entries.slice(1).map((entry) => /\d{4}-\d\d-\d\d/u.exec(entry)?.[0] ?? entry)
      assert.deepStrictEqual(dates, dates.toSorted().toReversed())
    })
  )
})
