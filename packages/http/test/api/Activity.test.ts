/** Activity over HTTP: events are recorded, rules are applied, sums are reported (contract, sections 4, 9 and 10). */
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
    return answer.json.data as ReadonlyArray<{ status: string; id: number | null; errors?: unknown }>
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

  it.effect("lists events with the names of their leads, as they are now", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const campaign_id = yield* Fixtures.campaign()
      const email = `${Fixtures.unique("ada")}@example.com`
      const names = { first_name: "Ada", last_name: "King", company: "Engines" }
      const created = yield* call("POST", "/leads", { body: { campaign_id, leads: [{ email, ...names }] } })
      const kept: number = created.json.data[0].id
      const removed = yield* Fixtures.lead(campaign_id)
      yield* record([event("sent", kept, 5), event("sent", removed, 6)])
      yield* call("PATCH", `/leads/${kept}`, { body: { last_name: "Lovelace" } })
      const { status } = yield* call("DELETE", "/leads", { body: { ids: [removed] } })
      assert.strictEqual(status, 200)
      const lead = { email, ...names, last_name: "Lovelace" }
      const { json: log } = yield* call("GET", `/analytics/campaigns/${campaign_id}/activity`)
      assert.deepStrictEqual(
        log.data.map((event: any) => event.lead),
        [undefined, lead]
      )
      const { json: all } = yield* call("GET", `/events?campaign_id=${campaign_id}`)
      assert.deepStrictEqual(all.data, log.data)
      const { json: ofLead } = yield* call("GET", `/leads/${kept}/activity`)
      assert.deepStrictEqual(ofLead.data[0].lead, lead)
    })
  )

  it.effect("lists the events of all campaigns, the newest first, by filters and pages", () =>
    Effect.gen(function* () {
      const { b, call } = yield* TestServer
      const campaigns = [yield* Fixtures.campaign(), yield* Fixtures.campaign()]
      const leads = yield* Effect.forEach(campaigns, (id) => Fixtures.lead(id))
      const [first = 0, second = 0] = leads
      // In the future, so that no event of another test is newer.
      const inputs = [event("sent", first, 5), event("opened", second, 6), event("sent", second, 7)].map(
        (input, i) => ({ ...input, occurred_at: new Date(Date.now() + (i + 1) * 3_600_000).toISOString() })
      )
      const ids = (yield* record(inputs)).map(({ id }) => id).toReversed()
      const found = Effect.fnUntraced(function* (query: string, key = {}) {
        const { json, status } = yield* call("GET", `/events?${query}`, key)
        assert.strictEqual(status, 200)
        return json.data.map(({ id }: any) => id)
      })
      const { json } = yield* call("GET", "/events?limit=3")
      assert.deepStrictEqual(yield* found("limit=3"), ids)
      const { json: log } = yield* call("GET", `/analytics/campaigns/${campaigns[1]}/activity`)
      assert.deepStrictEqual(json.data.slice(0, 2), log.data)
      const [newest, middle, oldest] = ids
      assert.deepStrictEqual(yield* found(`campaign_id=${campaigns[1]?.toUpperCase()}`), [newest, middle])
      assert.deepStrictEqual(yield* found(`lead_id=${first}`), [oldest])
      assert.deepStrictEqual(yield* found(`lead_id=${second}&campaign_id=${campaigns[0]}`), [])
      assert.deepStrictEqual(yield* found("types=sent,clicked&limit=2"), [newest, oldest])
      assert.deepStrictEqual(yield* found("lead_id=999999999"), [])
      assert.deepStrictEqual(yield* found("campaign_id=00000000-0000-4000-8000-000000000000"), [])
      assert.notInclude(yield* found("limit=100", { key: b.key }), newest)
      assert.deepStrictEqual(yield* found(`campaign_id=${campaigns[1]}`, { key: b.key }), [])
      const page = yield* call("GET", "/events?limit=1")
      const cursor = encodeURIComponent(page.json.next_cursor)
      assert.deepStrictEqual(yield* found(`limit=2&cursor=${cursor}`), [middle, oldest])
      for (const [target, key] of [
        [`/events?types=sent&cursor=${cursor}`, {}],
        [`/events?cursor=${cursor}`, { key: b.key }]
      ] as const) {
        assert.strictEqual((yield* call("GET", target, key)).json.code, "invalid_cursor", target)
      }
      for (const [query, pointer] of [
        ["types=seen", "/query/types/0"],
        ["lead_id=0", "/query/lead_id"],
        ["campaign_id=x", "/query/campaign_id"],
        ["account_id=1", "/query/account_id"]
      ]) {
        const { json, status } = yield* call("GET", `/events?${query}`)
        assert.deepStrictEqual([status, json.errors[0].pointer], [400, pointer])
      }
      yield* call("DELETE", `/campaigns/${campaigns[1]}`)
      assert.deepStrictEqual(yield* found(`campaign_id=${campaigns[1]}`), [])
      assert.deepStrictEqual(yield* found("limit=1"), [newest])
    })
  )

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

  it.effect("counts what names neither a key nor a mail once for its lead, type and instant", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const campaign_id = yield* Fixtures.campaign()
      const [first, second] = [yield* Fixtures.lead(campaign_id), yield* Fixtures.lead(campaign_id)]
      const { json: lead } = yield* call("GET", `/leads/${first}`)
      const opened = { type: "opened", lead_id: first, occurred_at: at(2) }
      const results = yield* record([
        opened,
        { ...opened, occurred_at: at(3) },
        { ...opened, type: "clicked" },
        { ...opened, lead_id: second },
        { type: "opened", campaign_id, email: lead.email, occurred_at: "2026-03-02T11:00:00+01:00" },
        { ...opened, message_id: "<1@ours.example>" },
        { ...opened, idempotency_key: Fixtures.unique("opened") }
      ])
      const [recorded, duplicate] = ["recorded", "duplicate"]
      assert.deepStrictEqual(statuses(results), [recorded, recorded, recorded, recorded, duplicate, recorded, recorded])
      assert.deepStrictEqual(statuses(yield* record([opened])), [duplicate])
      const { json } = yield* call("GET", `/analytics/campaigns/${campaign_id}/summary`)
      assert.deepInclude(json.metrics, { opened: 5, unique_opened: 2, clicked: 1 })
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
        "nonsense"
      ])
      assert.deepStrictEqual(statuses(results), [
        "recorded",
        "duplicate",
        "recorded",
        "duplicate",
        "recorded",
        ...Array.from({ length: 6 }, () => "rejected")
      ])
      assert.isDefined(results[5]?.errors)
      assert.deepStrictEqual(results[5]?.errors, results[6]?.errors)
      assert.deepStrictEqual(statuses(yield* record([byKey])), ["duplicate"])
      assert.strictEqual((yield* leadOf(id)).amount_sequences_sent, 1)
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
      const nothing = { subject: null, body_html: null, attachments: [], condition: null, winner_rule: null, won: null }
      const added = { ...nothing, variant: "A", weight: 1, delay_days: 1, delay_unit: "days" }
      assert.deepStrictEqual(a, { id: a.id, position: 1, body: "a", ...added })
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
      // Variants of a step.
      const body = { body: "b2", variant_of: b.id, weight: 0 }
      const [second, ...further] = yield* Effect.replicateEffect(call("POST", target, { body }), 5)
      assert.deepInclude(second?.json, { position: 2, variant: "B", weight: 0 })
      assert.deepStrictEqual(
        further.map(({ json }) => json.variant ?? json.reason),
        ["C", "D", "E", "too_many_variants"]
      )
      const path = `${target}/${b.id}`
      assert.deepInclude((yield* call("DELETE", path)).json, { status: 409, reason: "step_without_weight" })
      const { errors } = (yield* call("PATCH", path, { body: { weight: 0 } })).json
      assert.deepStrictEqual(errors[0].pointer, "/body/weight")
      yield* call("PATCH", `${target}/${second?.json.id}`, { body: { weight: 3 } })
      assert.strictEqual((yield* call("DELETE", path)).status, 204)
      assert.deepInclude((yield* call("GET", `${target}/${second?.json.id}`)).json, { position: 2, variant: "B" })
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

  it.effect("keeps reply templates, and fills them for a conversation", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const talk = yield* Fixtures.conversation()
      const name = Fixtures.unique("Template ")
      const body = "Hello {{first_name|there}}, {{company}} {{sender.email}} <b>"
      const { json: template } = yield* call("POST", "/reply-templates", { body: { name, body } })
      const again = yield* call("POST", "/reply-templates", { body: { name: name.toUpperCase(), body: "x" } })
      assert.deepStrictEqual([again.status, again.json.reason], [409, "duplicate_reply_template"])
      const unknown = yield* call("PATCH", `/reply-templates/${template.id}`, { body: { body: "{{nam}}" } })
      assert.deepStrictEqual([unknown.status, unknown.json.errors[0].pointer], [400, "/body/body"])
      const filled = yield* call("GET", `/unibox/threads/${talk.thread_id}/reply-templates/${template.id}`)
      assert.deepStrictEqual(filled.json, {
        body: `Hello there,  ${talk.ours} <b>`,
        missing: ["company"],
        lead_id: talk.lead_id
      })
      yield* call("PATCH", `/reply-templates/${template.id}`, { body: { name: `${name}!`, body: "Bye" } })
      const { json } = yield* call("GET", `/reply-templates?limit=200`)
      assert.deepInclude(json.data.at(-1), { id: template.id, name: `${name}!`, body: "Bye" })
      assert.strictEqual((yield* call("DELETE", `/reply-templates/${template.id}`)).status, 204)
      assert.strictEqual((yield* call("DELETE", `/reply-templates/${template.id}`)).status, 404)
    })
  )
})
