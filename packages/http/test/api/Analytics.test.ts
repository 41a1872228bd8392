/** Reports of one campaign and across campaigns, over HTTP (contract, section 9). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixtures from "./Fixtures.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

const at = (day: number) => `2026-03-${String(day).padStart(2, "0")}T10:00:00.000Z`

onEveryStorage("analytics", (it) => {
  const record = Effect.fnUntraced(function* (events: ReadonlyArray<unknown>) {
    const { call } = yield* TestServer
    const answer = yield* call("POST", "/events", { body: { events } })
    assert.strictEqual(answer.status, 200, answer.text)
  })
  const event = (type: string, lead_id: number, day: number) => ({
    type,
    lead_id,
    occurred_at: at(day),
    idempotency_key: Fixtures.unique("event")
  })

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
        event("soft_bounced", c, 2),
        event("bounced", c, 4)
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
        sent: 1,
        opened: 1,
        replied: 1,
        bounced: 1,
        stopped: 2
      })
      assert.deepInclude(summary.metrics, { sent: 5, contacted: 4, opened: 3, unique_opened: 2, unique_replied: 1 })
      assert.deepInclude(summary.metrics, { delivered: 4, bounced: 1, soft_bounced: 1 })
      assert.deepInclude(summary.rates, { delivery_rate: 0.8, bounce_rate: 0.2 })
      assert.deepInclude(summary.rates, { open_rate: 0.5, click_rate: 0.25, reply_rate: 0.25, positive_reply_rate: 0 })
      const series = yield* get("events?start_date=2026-03-01&end_date=2026-03-05&timezone=Europe/Berlin")
      assert.deepStrictEqual(series.totals, summary.metrics)
      assert.deepStrictEqual(
        series.data.map(({ date, delivered, sent }: Record<string, unknown>) => [date, sent, delivered]),
        [
          ["2026-03-01", 4, 4],
          ["2026-03-02", 1, 1],
          ["2026-03-03", 0, 0],
          ["2026-03-04", 0, -1],
          ["2026-03-05", 0, 0]
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
      const bounces = yield* get("summary?start_date=2026-03-04&end_date=2026-03-04&timezone=Europe/Berlin")
      assert.deepInclude(bounces.metrics, { sent: 0, bounced: 1, delivered: -1 })
      assert.isNull(bounces.rates.delivery_rate)
      const types = yield* get("events?period=last_7_days&types=sent,opened")
      assert.deepStrictEqual(Object.keys(types.totals), ["sent", "contacted", "opened", "unique_opened"])
      const delivered = yield* get("events?start_date=2026-03-01&end_date=2026-03-05&types=delivered")
      assert.deepStrictEqual(delivered.totals, { delivered: 4 })
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

  it.effect("has a series of all time: from the first day with numbers to today", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const campaign_id = yield* Fixtures.campaign()
      const [lead = 0] = yield* Fixtures.leads(campaign_id, [`${Fixtures.unique("a")}@else.example`])
      const all = Effect.fnUntraced(function* (query = "", path = `/analytics/campaigns/${campaign_id}/events?`) {
        const today = new Date().toISOString().slice(0, 10)
        const answer = yield* call("GET", `${path}period=all_time${query}`)
        assert.strictEqual(answer.status, 200, answer.text)
        assert.strictEqual(answer.json.period.preset, "all_time")
        return { ...answer.json, today, days: answer.json.data.map((row: { date: string }) => row.date) }
      })
      const empty = yield* all()
      assert.deepStrictEqual(empty.days, [empty.today])
      assert.strictEqual(empty.totals.sent, 0)

      const late = { ...event("sent", lead, 1), occurred_at: "2026-03-01T23:30:00.000Z" }
      yield* record([late, event("opened", lead, 4)])
      const summary = (yield* call("GET", `/analytics/campaigns/${campaign_id}/summary`)).json
      const byDay = yield* all()
      assert.deepStrictEqual([byDay.days[0], byDay.days.at(-1)], ["2026-03-01", byDay.today])
      assert.strictEqual(byDay.days.length, (Date.parse(byDay.today) - Date.parse("2026-03-01")) / 86_400_000 + 1)
      assert.deepStrictEqual([byDay.data[0].sent, byDay.data[3].opened], [1, 1])
      assert.deepStrictEqual(byDay.totals, summary.metrics)
      assert.strictEqual(byDay.period.start, "2026-03-01T00:00:00.000Z")
      assert.strictEqual(Date.parse(byDay.period.end) - Date.parse(byDay.today), 86_400_000)
      assert.strictEqual((yield* all("&timezone=Asia/Tokyo")).days[0], "2026-03-02")
      assert.strictEqual((yield* all("&interval=month")).days[1], "2026-04-01")
      const across = yield* all("", `/analytics/events?campaign_ids=${campaign_id}&`)
      assert.deepStrictEqual(across.data, byDay.data)

      yield* record([{ ...event("sent", lead, 1), occurred_at: "1990-01-01T10:00:00.000Z" }])
      for (const interval of ["hour", "day"]) {
        const target = `/analytics/campaigns/${campaign_id}/events?period=all_time&interval=${interval}`
        const { json, status } = yield* call("GET", target)
        assert.deepStrictEqual([status, json.errors?.[0].pointer], [400, "/query/interval"], interval)
      }
      assert.strictEqual((yield* all("&interval=week")).totals.sent, 2)
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
      const hours = yield* call("GET", `${series}?period=last_14_days&interval=hour`)
      assert.strictEqual(hours.json.errors[0].pointer, "/query/interval")
    })
  )
})
