/** Events in, rules applied, numbers out, over HTTP (contract, sections 4, 9 and 10). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixtures from "./Fixtures.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

const at = (day: number, time = "10:00:00.000") => `2026-03-${String(day).padStart(2, "0")}T${time}Z`

onEveryStorage("activity", (it) => {
  const record = Effect.fnUntraced(function* (events: ReadonlyArray<unknown>) {
    const { call } = yield* TestServer
    const answer = yield* call("POST", "/events", { body: { events } })
    assert.strictEqual(answer.status, 200, answer.text)
    return answer.json.data as ReadonlyArray<{ status: string; id: number | null; error?: string }>
  })
  const statuses = (results: ReadonlyArray<{ status: string }>) => results.map(({ status }) => status)
  const leadOf = Effect.fnUntraced(function* (id: number) {
    const { call } = yield* TestServer
    return (yield* call("GET", `/leads/${id}`)).json
  })
  const event = (type: string, lead_id: number, day: number, more: object = {}) => ({
    type,
    lead_id,
    occurred_at: at(day),
    idempotency_key: Fixtures.unique("event"),
    ...more
  })

  it.effect("moves a lead through its states, never back, whatever the order of arrival", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const campaign_id = yield* Fixtures.campaign()
      const id = yield* Fixtures.lead(campaign_id)
      const { json: account } = yield* call("POST", "/accounts", {
        body: { email: `${Fixtures.unique("s")}@ours.example`, provider: "google" }
      })
      const { json: step } = yield* call("POST", `/campaigns/${campaign_id}/sequences`, { body: { body: "Hi" } })
      const by = { account_id: account.id, sequence_id: step.id }
      yield* record([event("opened", id, 3)])
      assert.strictEqual((yield* leadOf(id)).status, "Opened")
      yield* record([event("sent", id, 5, by), event("sent", id, 2)])
      const sent = yield* leadOf(id)
      assert.deepInclude(sent, {
        status: "Opened",
        amount_sequences_sent: 2,
        date_last_sequence_send: at(5),
        id_previous_sending_sequence: step.id,
        sender: account.email,
        provider: "google"
      })
      yield* record([event("auto_replied", id, 6, { data: { reply_text: "away" } }), event("soft_bounced", id, 6)])
      assert.deepInclude(yield* leadOf(id), { status: "Opened", reply_text: null, stop_sending: false })
      yield* record([event("bounced", id, 7, { data: { status: "5.7.1" } })])
      assert.deepInclude(yield* leadOf(id), { status: "Bounce", stop_sending_type: "bounce" })
      yield* record([event("replied", id, 9, { data: { reply_text: "second" } })])
      yield* record([event("replied", id, 8, { data: { reply_text: "first" } })])
      assert.deepInclude(yield* leadOf(id), { status: "Replied", reply_text: "first", stop_sending_type: "bounce" })
      const { json: listed } = yield* call("GET", `/blacklist/emails?search=${sent.email}`)
      assert.strictEqual(listed.total, 0)
    })
  )

  it.effect("reads an instant in any form, and keeps it in UTC", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const campaign_id = yield* Fixtures.campaign()
      const id = yield* Fixtures.lead(campaign_id)
      const forms = ["2026-03-02T10:00:00Z", "2026-03-01T23:30:00.1239-10:30", "2026-03-02t12:00:00+02:00"]
      const tomorrow = new Date(Date.now() + 25 * 3_600_000).toISOString().replace("Z", "+00:00")
      const results = yield* record(
        [...forms, tomorrow].map((occurred_at) => ({ ...event("opened", id, 1), occurred_at }))
      )
      assert.deepStrictEqual(statuses(results), ["recorded", "recorded", "recorded", "rejected"])
      const { json } = yield* call("GET", `/analytics/campaigns/${campaign_id}/activity`)
      const stored = json.data.map(({ occurred_at }: { occurred_at: string }) => occurred_at)
      assert.deepStrictEqual(stored, [at(2, "10:00:00.123"), at(2), at(2)])
    })
  )

  it.effect("puts refusals on the blacklist, for every lead of the address", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const email = `${Fixtures.unique("gone")}@else.example`
      const campaign_id = yield* Fixtures.campaign()
      const [first = 0] = yield* Fixtures.leads(campaign_id, [email])
      const [second = 0] = yield* Fixtures.leads(yield* Fixtures.campaign(), [email.toUpperCase()])
      yield* record([event("bounced", first, 4, { data: { status: "5.1.1", reason: "no such user" } })])
      assert.strictEqual((yield* leadOf(first)).stop_sending_type, "bounce")
      assert.strictEqual((yield* leadOf(second)).stop_sending_type, "blacklist")
      const { json } = yield* call("GET", `/blacklist/emails?search=${email}`)
      const { id: _, ...entry } = json.data[0]
      assert.deepStrictEqual(entry, {
        email,
        source: "bounce",
        reason: "no such user",
        campaign_id,
        created_at: at(4)
      })
    })
  )

  it.effect("counts a reply that is taken in, whatever keys a host gave its events", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const from = `${Fixtures.unique("lead")}@theirs.example`
      const to = `${Fixtures.unique("sender")}@ours.example`
      const [id = 0] = yield* Fixtures.leads(yield* Fixtures.campaign(), [from])
      yield* call("POST", "/accounts", { body: { email: to, provider: "google" } })
      yield* record(Array.from({ length: 1000 }, (_, i) => event("opened", id, 1, { idempotency_key: `message:${i}` })))
      yield* Fixtures.receive({ from: to, to: from })
      assert.deepStrictEqual((yield* Fixtures.receive({ from, to })).json.events, ["replied"])
      assert.strictEqual((yield* leadOf(id)).status, "Replied")
    })
  )

  it.effect("leaves no lead with a tag that is removed or renamed while it is put on", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const campaign_id = yield* Fixtures.campaign()
      const ids = yield* Effect.forEach(Array.from({ length: 8 }), () => Fixtures.lead(campaign_id))
      const name = Fixtures.unique("Tag ")
      const newTag = Effect.fnUntraced(function* (name: string) {
        return (yield* call("POST", "/tags", { body: { name, sentiment: "neutral" } })).json.id as number
      })
      const put = (tag_id: number) => ids.map((id) => call("PUT", `/leads/${id}/tag`, { body: { tag_id } }))
      const shown = Effect.forEach(ids, (id) => Effect.map(leadOf(id), ({ reply_status }) => reply_status as unknown))
      const renamed = yield* newTag(name)
      yield* Effect.all([...put(renamed), call("PATCH", `/tags/${renamed}`, { body: { name: `${name}!` } })], {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(
        yield* shown,
        ids.map(() => `${name}!`)
      )
      const removed = yield* newTag(name)
      yield* Effect.all([...put(removed), call("DELETE", `/tags/${removed}`)], { concurrency: "unbounded" })
      assert.notInclude(yield* shown, name)
    })
  )

  it.effect("keeps the mail to a lead in one thread, also when another campaign writes to the address", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const to_email = `${Fixtures.unique("lead")}@theirs.example`
      const [first = 0] = yield* Fixtures.leads(yield* Fixtures.campaign(), [to_email])
      const [second = 0] = yield* Fixtures.leads(yield* Fixtures.campaign(), [to_email])
      const mail = { subject: "Hello", body_text: "Hello", from_email: "us@ours.example", to_email }
      const ids = [first, second, first].map((_, i) => `<${Fixtures.unique("m")}.${i}@ours.example>`)
      for (const [i, lead_id] of [first, second, first].entries()) {
        yield* record([event("sent", lead_id, i + 1, { message: { ...mail, message_id: ids[i] } })])
      }
      const headers = { "In-Reply-To": ids[2] ?? "" }
      const { json: reply } = yield* Fixtures.receive({ from: to_email, to: mail.from_email, headers })
      assert.strictEqual(reply.lead_id, first)
      const { json: thread } = yield* call("GET", `/unibox/threads/${reply.thread_id}`)
      assert.deepStrictEqual(
        thread.data.map((message: { message_id: string }) => message.message_id),
        [ids[0], ids[2], reply.message_id]
      )
    })
  )

  it.effect("records each event once, and rejects one by one", () =>
    Effect.gen(function* () {
      const { b } = yield* TestServer
      const campaign_id = yield* Fixtures.campaign()
      const email = `${Fixtures.unique("one")}@else.example`
      const [id = 0] = yield* Fixtures.leads(campaign_id, [email])
      const foreign = yield* Fixtures.lead(yield* Fixtures.campaign({ key: b.key }), { key: b.key })
      const byKey = event("opened", id, 1)
      const { idempotency_key: _, ...unkeyed } = event("sent", id, 1, { message_id: "<m1@x>" })
      const results = yield* record([
        byKey,
        byKey,
        unkeyed,
        { ...unkeyed, occurred_at: at(2) },
        {
          ...event("clicked", 0, 1),
          lead_id: undefined,
          campaign_id: campaign_id.toUpperCase(),
          email: email.toUpperCase()
        },
        event("opened", foreign, 1),
        event("opened", 999_999_999, 1),
        event("opened", id, 1, { occurred_at: "2999-01-01T00:00:00.000Z" }),
        event("danced", id, 1),
        event("opened", id, 1, { account_id: 999_999_999 }),
        { ...event("opened", id, 1), idempotency_key: undefined },
        "nonsense"
      ])
      assert.deepStrictEqual(statuses(results), [
        "recorded",
        "duplicate",
        "recorded",
        "duplicate",
        "recorded",
        ...Array.from({ length: 7 }, () => "rejected")
      ])
      assert.strictEqual(results[5]?.error, results[6]?.error)
      assert.deepStrictEqual(statuses(yield* record([byKey])), ["duplicate"])
      assert.strictEqual((yield* leadOf(id)).amount_sequences_sent, 1)
    })
  )

  it.effect("answers the same numbers in every view", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const campaign_id = yield* Fixtures.campaign()
      const ids = yield* Fixtures.leads(
        campaign_id,
        [1, 2, 3, 4].map((n) => `${Fixtures.unique("n")}${n}@else.example`)
      )
      const [a = 0, b = 0, c = 0] = ids
      yield* record([
        ...ids.map((id) => event("sent", id, 1)),
        event("sent", a, 2),
        event("opened", a, 2),
        event("opened", a, 3),
        event("opened", b, 2),
        event("clicked", a, 3),
        event("replied", b, 4),
        event("soft_bounced", c, 2)
      ])
      const get = Effect.fnUntraced(function* (view: string) {
        const answer = yield* call("GET", `/analytics/campaigns/${campaign_id}/${view}`)
        assert.strictEqual(answer.status, 200, answer.text)
        return answer.json
      })
      const summary = yield* get("summary")
      assert.deepStrictEqual(summary.period, { preset: "all_time", start: null, end: null, timezone: "UTC" })
      assert.deepStrictEqual(summary.leads, {
        total: 4,
        not_contacted: 0,
        sent: 2,
        opened: 1,
        replied: 1,
        bounced: 0,
        stopped: 1
      })
      assert.deepInclude(summary.metrics, { sent: 5, contacted: 4, opened: 3, unique_opened: 2, unique_replied: 1 })
      assert.deepInclude(summary.rates, { open_rate: 0.5, click_rate: 0.25, reply_rate: 0.25, positive_reply_rate: 0 })
      const series = yield* get("events?start_date=2026-03-01&end_date=2026-03-05&timezone=Europe/Berlin")
      assert.deepStrictEqual(series.totals, summary.metrics)
      assert.deepStrictEqual(
        series.data.map(({ date, sent }: { date: string; sent: number }) => [date, sent]),
        [
          ["2026-03-01", 4],
          ["2026-03-02", 1],
          ["2026-03-03", 0],
          ["2026-03-04", 0],
          ["2026-03-05", 0]
        ]
      )
      for (const view of ["by-account", "by-sequence"]) {
        const { data } = yield* get(view)
        assert.deepStrictEqual(data.at(-1).metrics, summary.metrics)
      }
      const { data: tagged } = yield* call("POST", "/tags", {
        body: { name: Fixtures.unique("Yes"), sentiment: "positive" }
      }).pipe(
        Effect.flatMap(({ json }) => call("PUT", `/leads/${b}/tag`, { body: { tag_id: json.id } })),
        Effect.map(({ json }) => ({ data: json }))
      )
      assert.isString(tagged.reply_status)
      assert.strictEqual((yield* get("summary")).rates.positive_reply_rate, 1)
      const types = yield* get("events?period=last_7_days&types=sent,opened")
      assert.deepStrictEqual(Object.keys(types.totals), ["sent", "contacted", "opened", "unique_opened"])
      const log = yield* get("activity?types=opened&limit=2")
      assert.strictEqual(log.has_more, true)
      assert.deepStrictEqual(
        log.data.map((e: { occurred_at: string }) => e.occurred_at),
        [at(3), at(2)]
      )
      const rest = yield* get(`activity?types=opened&limit=2&cursor=${encodeURIComponent(log.next_cursor)}`)
      assert.strictEqual(rest.data.length, 1)
      assert.strictEqual(rest.has_more, false)
    })
  )

  it.effect("adds up several campaigns, or all of them", () =>
    Effect.gen(function* () {
      const { b, call } = yield* TestServer
      const campaigns = [yield* Fixtures.campaign(), yield* Fixtures.campaign()].toSorted()
      const [first = "", second = ""] = campaigns
      const address = () => `${Fixtures.unique("o")}@else.example`
      const [x = 0] = yield* Fixtures.leads(first, [address()])
      const [y = 0, z = 0] = yield* Fixtures.leads(second, [address(), address()])
      const { json: account } = yield* call("POST", "/accounts", {
        body: { email: `${Fixtures.unique("us")}@ours.example`, provider: "smtp" }
      })
      yield* call("PATCH", `/campaigns/${second}`, { body: { account_ids: [account.id] } })
      yield* record([event("sent", x, 1), event("sent", y, 1), event("sent", z, 2), event("opened", z, 3)])
      const get = Effect.fnUntraced(function* (view: string, query = "") {
        const answer = yield* call("GET", `/analytics/${view}?campaign_ids=${campaigns.toReversed()}${query}`)
        assert.strictEqual(answer.status, 200, answer.text)
        assert.deepStrictEqual(answer.json.campaign_ids, campaigns)
        return answer.json
      })
      const summary = yield* get("summary")
      assert.deepStrictEqual(summary.period, { preset: "all_time", start: null, end: null, timezone: "UTC" })
      assert.deepInclude(summary.leads, { total: 3, sent: 2, opened: 1 })
      assert.deepInclude(summary.metrics, { sent: 3, contacted: 3, opened: 1, unique_opened: 1 })
      assert.strictEqual(summary.rates.open_rate, 0.3333)
      const series = yield* get("events", "&start_date=2026-03-01&end_date=2026-03-05&types=sent")
      assert.deepStrictEqual(series.totals, { sent: 3, contacted: 3 })
      assert.strictEqual(series.data.length, 5)
      const byAccount = yield* get("by-account")
      assert.deepStrictEqual(
        byAccount.data.map((row: any) => [row.email, row.metrics.sent]),
        [
          [account.email, 0],
          [null, 3]
        ]
      )
      const byCampaign = yield* get("by-campaign")
      assert.deepStrictEqual(
        byCampaign.data.map((row: any) => [row.campaign_id, row.leads.total, row.metrics.sent]),
        [
          [first, 1, 1],
          [second, 2, 2]
        ]
      )
      const { json: all } = yield* call("GET", "/analytics/summary")
      const { json: each } = yield* call("GET", "/analytics/by-campaign")
      assert.isNull(all.campaign_ids)
      for (const of of [(row: any) => row.metrics.sent, (row: any) => row.leads.total]) {
        assert.isAtLeast(of(all), 3)
        const total = each.data.reduce((sum: number, row: any) => sum + of(row), 0)
        assert.strictEqual(total, of(all))
      }
      const foreign = yield* call("GET", `/analytics/summary?campaign_ids=${first}`, { key: b.key })
      assert.strictEqual(foreign.status, 404)
      for (const [query, pointer] of [
        ["campaign_ids=", "/query/campaign_ids/0"],
        ["period=today&start_date=2026-01-01&end_date=2026-01-01", "/query/period"]
      ]) {
        const { json, status } = yield* call("GET", `/analytics/by-campaign?${query}`)
        assert.deepStrictEqual([status, json.errors[0].pointer], [400, pointer])
      }
    })
  )

  it.effect("credits a reply to the account that it was written to", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { campaign_id, ours } = yield* Fixtures.conversation()
      const { json } = yield* call("GET", `/analytics/campaigns/${campaign_id}/by-account`)
      assert.strictEqual(json.data.length, 1)
      assert.strictEqual(json.data[0].email, ours)
      assert.deepInclude(json.data[0].metrics, { replied: 1, unique_replied: 1 })
    })
  )

  it.effect("names what is wrong with a period", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const campaign_id = yield* Fixtures.campaign()
      const wrong: ReadonlyArray<readonly [query: string, pointer: string]> = [
        ["period=today&start_date=2026-01-01&end_date=2026-01-02", "/query/period"],
        ["start_date=2026-01-01", "/query/end_date"],
        ["end_date=2026-01-01", "/query/start_date"],
        ["start_date=2026-01-02&end_date=2026-01-01", "/query/end_date"],
        ["start_date=2026-02-30&end_date=2026-03-01", "/query/start_date"],
        ["timezone=Mars/Olympus", "/query/timezone"],
        ["period=sometime", "/query/period"]
      ]
      for (const [query, pointer] of wrong) {
        const { json, status } = yield* call("GET", `/analytics/campaigns/${campaign_id}/summary?${query}`)
        assert.strictEqual(status, 400, query)
        assert.strictEqual(json.errors[0].pointer, pointer)
      }
      const series = `/analytics/campaigns/${campaign_id}/events`
      assert.strictEqual((yield* call("GET", `${series}?period=all_time`)).json.errors[0].pointer, "/query/period")
      const hours = yield* call("GET", `${series}?period=last_14_days&interval=hour`)
      assert.strictEqual(hours.json.errors[0].pointer, "/query/interval")
    })
  )

  it.effect("keeps the steps of a campaign in order", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const target = `/campaigns/${yield* Fixtures.campaign()}/sequences`
      const add = (body: string) => Effect.map(call("POST", target, { body: { body } }), ({ json }) => json)
      const a = yield* add("a")
      const b = yield* add("b")
      const c = yield* add("c")
      assert.deepStrictEqual(a, { id: a.id, position: 1, subject: null, body: "a", delay_days: 1 })
      yield* call("PATCH", `${target}/${c.id}`, { body: { position: 1, delay_days: 3 } })
      const order = Effect.map(call("GET", target), ({ json }) =>
        json.data.map((step: { id: number; position: number }) => [step.id, step.position])
      )
      assert.deepStrictEqual(yield* order, [
        [c.id, 1],
        [a.id, 2],
        [b.id, 3]
      ])
      assert.strictEqual((yield* call("DELETE", `${target}/${a.id}`)).status, 204)
      assert.deepStrictEqual(yield* order, [
        [c.id, 1],
        [b.id, 2]
      ])
      assert.strictEqual((yield* call("DELETE", `${target}/${a.id}`)).status, 404)
    })
  )

  it.effect("renames a tag on its leads, and takes a deleted one off", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const name = Fixtures.unique("Interested ")
      const { json: tag } = yield* call("POST", "/tags", { body: { name, sentiment: "positive" } })
      const again = yield* call("POST", "/tags", { body: { name: name.toUpperCase(), sentiment: "neutral" } })
      assert.strictEqual(again.json.reason, "duplicate_tag")
      const id = yield* Fixtures.lead(yield* Fixtures.campaign())
      yield* call("PUT", `/leads/${id}/tag`, { body: { tag_id: tag.id } })
      yield* call("PATCH", `/tags/${tag.id}`, { body: { name: `${name}!` } })
      assert.deepInclude(yield* leadOf(id), { reply_status: `${name}!`, reply_status_tag_id: tag.id })
      assert.strictEqual((yield* call("PUT", `/leads/${id}/tag`, { body: { tag_id: 999_999_999 } })).status, 400)
      assert.strictEqual((yield* call("DELETE", `/tags/${tag.id}`)).status, 204)
      assert.deepInclude(yield* leadOf(id), { reply_status: null, reply_status_tag_id: null })
      assert.strictEqual((yield* call("DELETE", `/tags/${tag.id}`)).status, 404)
    })
  )
})
