/** Lists of leads across campaigns, by state, tag and search, and the events of one lead (contract, section 2). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixtures from "./Fixtures.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

type Rows = { readonly data: ReadonlyArray<{ readonly id: number }> }
const idsOf = ({ data }: Rows) => data.map(({ id }) => id)

onEveryStorage("lists of leads", (it) => {
  /** Four leads in two campaigns: Ada is stopped, Bob has a tag, Cyd and Dee have neither. */
  const newLists = Effect.gen(function* () {
    const { call } = yield* TestServer
    const company = Fixtures.unique("Straße")
    const campaigns = [yield* Fixtures.campaign(), yield* Fixtures.campaign()]
    const [first = "", second = ""] = campaigns
    const add = Effect.fnUntraced(function* (campaign_id: string, ...names: ReadonlyArray<string>) {
      const leads = names.map((name) => ({ email: `${Fixtures.unique(name)}@l.example`, first_name: name, company }))
      return idsOf((yield* call("POST", "/leads", { body: { campaign_id, leads } })).json)
    })
    const [ada = 0, bob = 0] = yield* add(first, "Ada", "Bob")
    const [cyd = 0, dee = 0] = yield* add(second, "Cyd", "Dee")
    const { json: tag } = yield* call("POST", "/tags", {
      body: { name: Fixtures.unique("Tag "), sentiment: "neutral" }
    })
    yield* call("PATCH", `/leads/${ada}`, { body: { stop_sending: true } })
    yield* call("PUT", `/leads/${bob}/tag`, { body: { tag_id: tag.id } })
    const event = { type: "sent", lead_id: dee, occurred_at: "2026-03-01T10:00:00Z", idempotency_key: `sent ${dee}` }
    yield* call("POST", "/events", { body: { events: [event] } })
    return { call, company, first, second, ada, bob, cyd, dee, tag: tag.id as number }
  })

  it.effect("lists the leads of all campaigns, the newest first, by every filter", () =>
    Effect.gen(function* () {
      const { ada, bob, call, company, cyd, dee, first, second, tag } = yield* newLists
      const { b } = yield* TestServer
      const list = Effect.fnUntraced(function* (query: string) {
        const answer = yield* call("GET", `/leads?search=${encodeURIComponent(company.toUpperCase())}${query}`)
        assert.strictEqual(answer.status, 200, answer.text)
        assert.isFalse(answer.json.has_more)
        return idsOf(answer.json)
      })
      assert.deepStrictEqual(yield* list(""), [dee, cyd, bob, ada])
      assert.deepStrictEqual(yield* list("&stop_sending=true"), [ada])
      assert.deepStrictEqual(yield* list("&stop_sending=false&status=Not%20contacted"), [cyd, bob])
      assert.deepStrictEqual(yield* list("&status=Sent"), [dee])
      assert.deepStrictEqual(yield* list(`&tag_id=${tag}`), [bob])
      assert.deepStrictEqual(yield* list(`&campaign_id=${first.toUpperCase()}`), [bob, ada])
      const get = (query: string) => Effect.map(call("GET", `/leads?${query}`), ({ json }) => idsOf(json))
      assert.deepStrictEqual(yield* get(`campaign_id=${second}`), [dee, cyd])
      assert.deepStrictEqual(yield* get(`campaign_id=${second}&status=Sent`), [dee])
      assert.deepStrictEqual(yield* get(`tag_id=${tag}`), [bob])
      assert.deepStrictEqual((yield* get("limit=2&status=Sent")).slice(0, 1), [dee])
      assert.deepStrictEqual((yield* get("limit=4")).slice(0, 4), [dee, cyd, bob, ada])
      const { json: foreign } = yield* call("GET", `/leads?campaign_id=${first}`, { key: b.key })
      assert.deepStrictEqual(foreign, { data: [], has_more: false })
      for (const query of ["status=sent", "stop_sending=1", "tag_id=x", "campaign_id=x", "limit=101", "after_id=1"]) {
        const { json, status } = yield* call("GET", `/leads?${query}`)
        assert.strictEqual(status, 400, query)
        assert.strictEqual(json.errors[0].pointer, `/query/${query.split("=")[0]}`)
      }
    })
  )

  it.effect("finds an address as addresses are compared, what changed since, and shows custom fields on request", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const campaign_id = yield* Fixtures.campaign()
      const name = Fixtures.unique("ida").toLowerCase()
      const leads = [
        { email: `${name}@Bücher.example`, custom_fields: { plan: "pro", seats: 3 } },
        { email: `x.${name}@bücher.example` }
      ]
      const { json: created } = yield* call("POST", "/leads", { body: { campaign_id, leads } })
      const [ida = 0, other = 0] = idsOf(created)
      const lists = ["/leads", `/leads/campaign/${campaign_id}`]
      for (const list of lists) {
        for (const email of [`${name.toUpperCase()}@BÜCHER.example`, `${name}@xn--bcher-kva.example`]) {
          const { json } = yield* call("GET", `${list}?email=${encodeURIComponent(email)}`)
          assert.deepStrictEqual(idsOf(json), [ida])
          assert.notProperty(json.data[0], "custom_fields")
        }
        const query = `email=${encodeURIComponent(leads[0]?.email ?? "")}&include=custom_fields,effective_state`
        const { json: whole } = yield* call("GET", `${list}?${query}`)
        const { moved_from, moved_to, reply_status_by, verification, ...found } = (yield* call("GET", `/leads/${ida}`))
          .json
        assert.deepStrictEqual([moved_from, moved_to, reply_status_by, verification], [null, null, null, null])
        assert.deepStrictEqual(whole.data, [found])
        assert.deepStrictEqual(Object.keys(whole.data[0]).slice(-3), ["custom_fields", "timezone", "effective_state"])
        for (const [wrong, parameter] of [
          ["email=x", "email"],
          ["include=lead", "include/0"],
          ["updated_since=yesterday", "updated_since"]
        ]) {
          const { json } = yield* call("GET", `${list}?${wrong}`)
          assert.strictEqual(json.errors[0].pointer, `/query/${parameter}`)
        }
        const { json: none } = yield* call("GET", `${list}?updated_since=9999-01-01T00:00:00Z`)
        assert.deepStrictEqual(idsOf(none), [])
        const { json: some } = yield* call("GET", `${list}?updated_since=1999-01-01T00:00:00%2B02:00`)
        assert.includeMembers(idsOf(some), [other, ida])
      }
    })
  )

  it.effect("goes on behind a cursor, which belongs to its filters", () =>
    Effect.gen(function* () {
      const { ada, bob, call, company, cyd, dee } = yield* newLists
      const { b } = yield* TestServer
      const target = `/leads?search=${encodeURIComponent(company)}`
      const { json: page } = yield* call("GET", `${target}&limit=3`)
      assert.deepStrictEqual([idsOf(page), page.has_more], [[dee, cyd, bob], true])
      const cursor = `&cursor=${page.next_cursor}`
      // The rest of the list is unchanged when leads come or go.
      yield* call("DELETE", "/leads", { body: { ids: [bob] } })
      const { json: rest } = yield* call("GET", `${target}&limit=3${cursor}`)
      assert.deepStrictEqual(rest, { data: rest.data, has_more: false })
      assert.deepStrictEqual(idsOf(rest), [ada])
      for (const wrong of [
        call("GET", `${target}&status=Sent${cursor}`),
        call("GET", `/leads?limit=3${cursor}`),
        call("GET", `${target}${cursor}`, { key: b.key }),
        call("GET", `${target}&cursor=x`)
      ]) {
        assert.deepInclude((yield* wrong).json, { status: 400, code: "invalid_cursor" })
      }
    })
  )

  it.effect("filters the page of a campaign, whose total is that of the filter", () =>
    Effect.gen(function* () {
      const { ada, bob, call, dee, first, second, tag } = yield* newLists
      const page = Effect.fnUntraced(function* (campaign_id: string, query: string) {
        const { json } = yield* call("GET", `/leads/campaign/${campaign_id}?${query}`)
        return [json.total, idsOf(json)]
      })
      assert.deepStrictEqual(yield* page(first, "status=Not%20contacted"), [2, [ada, bob]])
      assert.deepStrictEqual(yield* page(first, `status=Not%20contacted&after_id=${ada}`), [2, [bob]])
      assert.deepStrictEqual(yield* page(first, "stop_sending=true"), [1, [ada]])
      assert.deepStrictEqual(yield* page(first, "stop_sending=true&search=BOB"), [0, []])
      assert.deepStrictEqual(yield* page(first, `tag_id=${tag}`), [1, [bob]])
      assert.deepStrictEqual(yield* page(first, `tag_id=${tag}&stop_sending=true`), [0, []])
      assert.deepStrictEqual(yield* page(second, "status=Sent&stop_sending=false"), [1, [dee]])
      assert.strictEqual((yield* call("GET", `/leads/campaign/${first}?status=x`)).status, 400)
    })
  )

  it.effect("sorts the page of a campaign, by offset", () =>
    Effect.gen(function* () {
      const { ada, bob, call, cyd, dee, first, second } = yield* newLists
      const get = (campaign: string, query: string) => call("GET", `/leads/campaign/${campaign}?${query}`)
      assert.deepStrictEqual(idsOf((yield* get(second, "sort=last_mail")).json), [dee, cyd])
      assert.deepStrictEqual(idsOf((yield* get(first, "sort=answer")).json), [bob, ada])
      assert.deepStrictEqual(idsOf((yield* get(first, "sort=answer&offset=1")).json), [ada])
      for (const [query, pointer] of [
        ["sort=email", "/query/sort"],
        [`sort=answer&after_id=${ada}`, "/query/after_id"]
      ] as const) {
        const { json, status } = yield* get(first, query)
        assert.deepStrictEqual([status, json.errors[0].pointer], [400, pointer])
      }
    })
  )

  it.effect("changes all leads that pass filters, in batches", () =>
    Effect.gen(function* () {
      const { bob, call, company, cyd, dee, second, tag } = yield* newLists
      const { b } = yield* TestServer
      const change = (body: object, options = {}) => call("POST", "/leads/matching", { body, ...options })
      const first = yield* change({ filter: { search: company }, action: "tag", tag_id: tag, limit: 2 })
      assert.deepStrictEqual([first.status, first.json], [200, { changed: 2, next_before_id: cyd }])
      const rest = yield* change({ filter: { search: company }, action: "tag", tag_id: tag, before_id: cyd })
      assert.deepStrictEqual(rest.json, { changed: 2, next_before_id: null })
      const foreign = yield* change({ filter: { campaign_id: second }, action: "erase" }, { key: b.key })
      assert.deepStrictEqual(foreign.json, { changed: 0, next_before_id: null })
      const erased = yield* change({ filter: { campaign_id: second, status: "Sent" }, action: "erase" })
      assert.deepStrictEqual(erased.json, { changed: 1, next_before_id: null })
      assert.strictEqual((yield* call("GET", `/leads/${dee}`)).status, 404)
      assert.strictEqual((yield* call("GET", `/leads/${bob}`)).json.reply_status_tag_id, tag)
      const none = yield* change({ filter: {}, action: "delete" })
      assert.deepStrictEqual([none.status, none.json.errors[0].pointer], [400, "/body/filter"])
    })
  )

  it.effect("lists what happened to a lead, the newest first", () =>
    Effect.gen(function* () {
      const { ada, call, dee } = yield* newLists
      const { b } = yield* TestServer
      const opened = (n: number) => ({
        type: "opened",
        lead_id: dee,
        occurred_at: `2026-03-0${n}T10:00:00Z`,
        idempotency_key: `opened ${dee} ${n}`
      })
      yield* call("POST", "/events", { body: { events: [opened(3), opened(2)] } })
      const target = `/leads/${dee}/activity`
      const { json: all } = yield* call("GET", target)
      const typesOf = ({ data }: { data: ReadonlyArray<{ type: string; occurred_at: string }> }) =>
        data.map(({ occurred_at, type }) => `${type} ${occurred_at.slice(8, 10)}`)
      assert.deepStrictEqual(typesOf(all), ["opened 03", "opened 02", "sent 01"])
      assert.deepInclude(all.data[2], { lead_id: dee, message_id: null, data: {} })
      const { json: page } = yield* call("GET", `${target}?types=opened&limit=1`)
      const { json: rest } = yield* call("GET", `${target}?types=opened&limit=1&cursor=${page.next_cursor}`)
      assert.deepStrictEqual([typesOf(page), typesOf(rest), rest.has_more], [["opened 03"], ["opened 02"], false])
      assert.deepStrictEqual((yield* call("GET", `/leads/${ada}/activity`)).json, { data: [], has_more: false })
      const other = yield* call("GET", `/leads/${ada}/activity?types=opened&cursor=${page.next_cursor}`)
      assert.strictEqual(other.json.code, "invalid_cursor")
      assert.strictEqual((yield* call("GET", target, { key: b.key })).status, 404)
    })
  )
})
