/** Campaigns before they send: previews of steps, and the reasons why nothing goes out. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { onEveryStorage, TestServer } from "./TestServer.ts"

/** A campaign with a step, two leads and an account that has no credentials. */
const campaign = Effect.gen(function* () {
  const { call } = yield* TestServer
  const email = `sender.${crypto.randomUUID()}@ours.example`
  const account = (yield* call("POST", "/accounts", {
    body: { email, provider: "smtp", settings: { signature: "Grace" } }
  })).json
  const { id } = (yield* call("POST", "/campaigns", { body: { name: "Spring", account_ids: [account.id] } })).json
  const step = (yield* call("POST", `/campaigns/${id}/sequences`, {
    body: { subject: "Hello {{first_name}}", body: "From {{sender.email}}", body_html: "<p>For {{company|you}}</p>" }
  })).json
  const later = (yield* call("POST", `/campaigns/${id}/sequences`, {
    body: { body: "Again", body_html: "", delay_days: 2 }
  })).json
  const leads = [{ email: "ada@lead.example", first_name: "A<b>da" }, { email: "bob@lead.example" }]
  const { data } = (yield* call("POST", "/leads", { body: { campaign_id: id, leads } })).json
  const [ada, bob] = data.map(({ id }: { readonly id: number }) => id)
  return { call, path: `/campaigns/${id}`, account, email, step, later, ada, bob }
})

onEveryStorage("a campaign before it sends", (it) => {
  it.effect("takes a condition of a step, which all its variants have", () =>
    Effect.gen(function* () {
      const { call, later, path } = yield* campaign
      const target = `${path}/sequences`
      const condition = { kind: "clicked", otherwise: "end" }
      const change = (body: object) => call("PATCH", `${target}/${later.id}`, { body })
      assert.isNull(later.condition)
      assert.deepStrictEqual((yield* change({ condition })).json.condition, condition)
      const variant = yield* call("POST", target, { body: { body: "Other", variant_of: later.id } })
      assert.deepStrictEqual(variant.json.condition, condition)
      const foreign = yield* call("POST", target, { body: { body: "Other", variant_of: later.id, condition } })
      assert.deepStrictEqual(
        foreign.json.errors.map(({ pointer }: { readonly pointer: string }) => pointer),
        ["/body/condition"]
      )
      for (const wrong of [{ kind: "answered", otherwise: "end" }, { kind: "opened" }, "opened"]) {
        assert.strictEqual((yield* change({ condition: wrong })).status, 400)
      }
      const created = yield* call("POST", target, { body: { body: "Third", condition } })
      assert.deepStrictEqual(created.json.condition, condition)
      yield* change({ condition: null })
      const { json } = yield* call("GET", target)
      assert.deepStrictEqual(
        json.data.map((row: { readonly condition: unknown }) => row.condition),
        [null, null, null, condition]
      )
    })
  )

  it.effect("shows its steps as a lead would get them, and the values that are missing", () =>
    Effect.gen(function* () {
      const { account, ada, bob, call, email, later, path, step } = yield* campaign
      const { json, status } = yield* call("POST", `${path}/preview`, { body: { lead_id: ada } })
      const common = {
        account_id: account.id,
        from_email: email,
        to_email: "ada@lead.example",
        missing: [],
        texts: 1,
        warnings: [],
        attachments: []
      }
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(json.data, [
        {
          ...common,
          sequence_id: step.id,
          position: 1,
          subject: "Hello A<b>da",
          body_text: `From ${email}\n\nGrace\n`,
          body_html: "<p>For you</p>\n<p>Grace</p>\n"
        },
        {
          ...common,
          sequence_id: later.id,
          position: 2,
          subject: "Re: Hello A<b>da",
          body_text: "Again\n\nGrace\n",
          body_html: null
        }
      ])
      // A step without HTML is plain text: HTML of white space counts as none.
      assert.isNull(later.body_html)
      const patched = yield* call("PATCH", `${path}/sequences/${step.id}`, { body: { body_html: " \n" } })
      assert.isNull(patched.json.body_html)
      const lacking = yield* call("POST", `${path}/preview`, { body: { lead_id: bob, sequence_id: step.id } })
      assert.deepStrictEqual(
        lacking.json.data.map(({ missing }: { readonly missing: unknown }) => missing),
        [["first_name"]]
      )
      const sends = yield* call("GET", `/sends?account_id=${account.id}`)
      assert.deepStrictEqual(sends.json.data, [])
    })
  )

  it.effect("shows texts of a step that are not saved, and their faults", () =>
    Effect.gen(function* () {
      const { ada, bob, call, later, path, step } = yield* campaign
      const preview = (body: object) => call("POST", `${path}/preview`, { body: { lead_id: ada, ...body } })
      const texts = { subject: "Dear {{first_name}}", body: "{{company|Nobody}}", body_html: null }
      const { json } = yield* preview({ sequence_id: step.id, ...texts })
      assert.strictEqual(json.data.length, 1)
      assert.deepInclude(json.data[0], { subject: "Dear A<b>da", body_text: "Nobody\n\nGrace\n", body_html: null })
      // The other texts are the stored ones.
      const one = (yield* preview({ sequence_id: step.id, body: "Only this" })).json.data[0]
      assert.deepInclude(one, { subject: "Hello A<b>da", body_text: "Only this\n\nGrace\n" })
      assert.include(one.body_html, "For you")
      // A step without a subject continues the thread of the step before, as it is stored.
      const second = (yield* preview({ sequence_id: later.id, subject: null, body: "More" })).json.data[0]
      assert.deepInclude(second, { subject: "Re: Hello A<b>da", body_text: "More\n\nGrace\n" })
      const lacking = yield* preview({ lead_id: bob, sequence_id: later.id, body: "{{company}} {{custom.city}}" })
      // The subject of the thread is that of the first step.
      assert.deepStrictEqual(lacking.json.data[0].missing, ["first_name", "company", "custom.city"])
      const stored = (yield* call("GET", `${path}/sequences/${step.id}`)).json
      assert.deepStrictEqual([stored.subject, stored.body], ["Hello {{first_name}}", "From {{sender.email}}"])

      const faulty = yield* preview({ sequence_id: step.id, subject: "{{frist_name}}", body: "Hi {FIRST_NAME}" })
      assert.deepStrictEqual(
        [faulty.status, faulty.json.errors.map(({ pointer }: { readonly pointer: string }) => pointer)],
        [400, ["/body/subject", "/body/body"]]
      )
      const ofNoStep = yield* preview({ body: "Hello" })
      assert.deepStrictEqual(
        [ofNoStep.status, ofNoStep.json.errors],
        [
          400,
          [
            {
              pointer: "/body/sequence_id",
              message: "is required with texts: name the step or variant that they are of"
            }
          ]
        ]
      )
    })
  )

  it.effect("shows no placeholder of an export, and warns of it", () =>
    Effect.gen(function* () {
      const { bob, call, path, step } = yield* campaign
      yield* call("PATCH", `/leads/${bob}`, { body: { first_name: "null", company: " Engines\u00a0\u200b" } })
      const body = { subject: "Hi {{first_name|there}} at {{company}}!", body: "{{first_name|x}}", body_html: null }
      yield* call("PATCH", `${path}/sequences/${step.id}`, { body })
      const { json } = yield* call("POST", `${path}/preview`, { body: { lead_id: bob, sequence_id: step.id } })
      assert.deepInclude(json.data[0], {
        subject: "Hi there at Engines!",
        missing: [],
        warnings: ['{{first_name}} counts as missing, because its value is "null"']
      })
    })
  )

  it.effect("has no tag of another program in any text, nor has a signature or a reply template", () =>
    Effect.gen(function* () {
      const { account, call, path, step } = yield* campaign
      const expected = (tag: string) => `has ${tag}, a tag of another program, which would be sent as text: write `
      const texts = { subject: "Hi {FIRST_NAME}", body: "Hi %FIRSTNAME%", body_html: "<p>*|FNAME|*</p>" }
      for (const [method, target, body] of [
        ["POST", `${path}/sequences`, texts],
        ["POST", `${path}/sequences`, { ...texts, variant_of: step.id }],
        ["PATCH", `${path}/sequences/${step.id}`, texts]
      ] as const) {
        const { json, status } = yield* call(method, target, { body })
        assert.deepStrictEqual(
          [status, json.errors],
          [
            400,
            [
              ["/body/subject", "{FIRST_NAME}"],
              ["/body/body", "%FIRSTNAME%"],
              ["/body/body_html", "*|FNAME|*"]
            ].map(([pointer, tag = ""]) => ({ pointer, message: `${expected(tag)}{{first_name|there}}` }))
          ]
        )
      }
      for (const [method, target, body, pointer] of [
        ["POST", "/reply-templates", { name: "Thanks", body: "Dear [First Name]" }, "/body/body"],
        [
          "PATCH",
          "/accounts",
          { ids: [account.id], settings: { signature: "{$sender_name}" } },
          "/body/settings/signature"
        ],
        [
          "PATCH",
          "/accounts",
          { ids: [account.id], settings: { signature: "{{sender.first_name}}" } },
          "/body/settings/signature"
        ]
      ] as const) {
        const { json, status } = yield* call(method, target, { body })
        assert.deepStrictEqual([status, json.errors?.[0].pointer], [400, pointer])
      }
    })
  )

  it.effect("names a lead and a step that are not in it", () =>
    Effect.gen(function* () {
      const { ada, call, path } = yield* campaign
      const foreign = yield* campaign
      for (const [body, pointer] of [
        [{ lead_id: foreign.ada }, "/body/lead_id"],
        [{ lead_id: ada, sequence_id: foreign.step.id }, "/body/sequence_id"]
      ] as const) {
        const { json, status } = yield* call("POST", `${path}/preview`, { body })
        assert.deepStrictEqual([status, json.errors[0].pointer], [400, pointer])
      }
    })
  )

  it.effect("says why nothing goes out, twice the same", () =>
    Effect.gen(function* () {
      const { account, call, email, path } = yield* campaign
      const upcoming = Effect.map(call("GET", `${path}/upcoming`), ({ json }) => json)
      const shown = {
        account_id: account.id,
        email,
        other_campaign: null,
        waits_for: null,
        next_at: null,
        remaining_today: 50,
        next: null
      }
      const draft = yield* upcoming
      assert.deepStrictEqual(
        [draft.reason, draft.skipped, draft.unknown, draft.accounts],
        ["campaign_not_active", 0, 0, [{ ...shown, reason: "campaign_not_active" }]]
      )
      yield* call("PATCH", path, { body: { send_window: { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" } } })
      assert.strictEqual((yield* call("POST", `${path}/start`)).status, 200)
      const active = yield* upcoming
      assert.deepStrictEqual(
        [active.reason, active.window, active.accounts],
        ["account_not_connected", { is_open: true, opens_at: null }, [{ ...shown, reason: "account_not_connected" }]]
      )
      assert.deepStrictEqual(yield* upcoming, active)
    })
  )
})

onEveryStorage("the effective state of a lead", (it) => {
  it.effect("stays the blacklist after a person resumed sending, in the lead and where lists include it", () =>
    Effect.gen(function* () {
      const { ada, bob, call, path } = yield* campaign
      const before = yield* call("GET", `/leads/${ada}`)
      assert.deepStrictEqual(before.json.effective_state, {
        may_be_mailed: false,
        reason: "campaign_not_active",
        obstacles: ["campaign_not_active", "account_not_connected"],
        paused_until: null,
        paused_by: null,
        other_campaign_id: null,
        stopped_by: null,
        window: before.json.effective_state.window,
        waits_for: null,
        missing: null,
        next_step: null,
        next_move: null,
        entry: null
      })
      assert.deepInclude(before.json.effective_state.window, { timezone: "UTC", of: "campaign" })
      const domain = yield* call("POST", "/blacklist/domains", { body: { domains: ["lead.example"] } })
      const entry = { id: domain.json.data[0].id, kind: "domain", value: "lead.example", source: "manual" }
      const resumed = yield* call("PATCH", `/leads/${ada}`, { body: { stop_sending: false } })
      assert.deepStrictEqual([resumed.json.stop_sending, resumed.json.stop_sending_type], [false, null])
      assert.notProperty(resumed.json, "effective_state")
      const { headers, json } = yield* call("GET", `/leads/${ada}`)
      const state = json.effective_state
      assert.deepStrictEqual(
        [state.may_be_mailed, state.reason, state.obstacles, state.entry],
        [false, "blacklisted", ["blacklisted", "campaign_not_active", "account_not_connected"], entry]
      )
      for (const list of ["/leads", `/leads/campaign/${path.split("/")[2]}`]) {
        assert.notProperty((yield* call("GET", list)).json.data[0], "effective_state")
        const { data } = (yield* call("GET", `${list}?include=effective_state`)).json
        const reasons = Object.fromEntries(data.map((lead: any) => [lead.id, lead.effective_state.reason]))
        assert.deepStrictEqual([reasons[ada], reasons[bob]], ["blacklisted", "lead_stopped"])
      }
      // The entity tag changes with the state, although the lead has no new version.
      yield* call("DELETE", "/blacklist/domains", { body: { ids: [entry.id] } })
      const etag = String(headers["etag"])
      const again = yield* call("GET", `/leads/${ada}`, { headers: { "if-none-match": etag } })
      assert.deepStrictEqual([again.status, again.json.effective_state.entry], [200, null])
      const known = { headers: { "if-none-match": String(again.headers["etag"]) } }
      assert.strictEqual((yield* call("GET", `/leads/${ada}`, known)).status, 304)
      const written = yield* call("PATCH", `/leads/${ada}`, { body: { company: "X" }, headers: { "if-match": etag } })
      assert.strictEqual(written.status, 200)
    })
  )

  it.effect("has the pause of a lead, until it ends or is ended", () =>
    Effect.gen(function* () {
      const { ada, call } = yield* campaign
      const pause = (until: unknown, headers = {}) => call("PUT", `/leads/${ada}/pause`, { body: { until }, headers })
      const paused = yield* pause("9998-12-07T09:00:00+01:00")
      assert.strictEqual(paused.status, 200)
      assert.deepInclude(paused.json.effective_state, {
        reason: "lead_paused",
        paused_until: "9998-12-07T08:00:00.000Z",
        paused_by: "person"
      })
      const found = yield* call("GET", `/leads/${ada}`)
      assert.deepStrictEqual([found.json, found.headers["etag"]], [paused.json, paused.headers["etag"]])
      const past = yield* pause("2000-01-01T00:00:00Z")
      assert.strictEqual(past.status, 400)
      assert.deepStrictEqual(past.json.errors, [
        { pointer: "/body/until", message: "must be later than now; null ends the pause" }
      ])
      assert.strictEqual((yield* pause(null, { "if-match": '"1-x"' })).status, 412)
      const ended = yield* pause(null)
      assert.deepInclude(ended.json.effective_state, {
        reason: "campaign_not_active",
        paused_until: null,
        paused_by: null
      })
      assert.strictEqual((yield* call("PUT", "/leads/999999/pause", { body: { until: null } })).status, 404)
    })
  )

  it.effect("is rehearsed: its calendar, its warnings, and links that do not answer, opened once", () =>
    Effect.gen(function* () {
      const { call, path, step } = yield* campaign
      const asked: Array<string> = []
      const site = createServer((request, response) => {
        asked.push(`${request.method} ${request.url}`)
        response.writeHead(request.url === "/gone" ? 404 : request.url === "/bots" ? 403 : 200).end()
      })
      yield* Effect.promise(() => new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve)))
      yield* Effect.addFinalizer(() => Effect.sync(() => site.close()))
      const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
      const body = `See ${origin}/fine, ${origin}/bots, ${origin}/gone and ${origin}/for/{{first_name}}`
      yield* call("PATCH", `${path}/sequences/${step.id}`, { body: { body, body_html: null } })
      const found = yield* call("POST", `${path}/rehearse`, { body: { weeks: 2, reply_rate: 0, bounce_rate: 0 } })
      assert.strictEqual(found.status, 200)
      assert.strictEqual(found.json.leads.total, 2)
      assert.deepStrictEqual(asked.toSorted(), ["GET /bots", "GET /fine", "GET /gone"])
      const { warnings } = found.json
      const of = (kind: string) => warnings.filter((one: { readonly kind: string }) => one.kind === kind)
      assert.deepStrictEqual(
        of("link").map(({ message }: { readonly message: string }) => message),
        [`${origin}/gone answers with the status 404`]
      )
      // The account has no credentials.
      assert.deepInclude(of("account")[0], { reason: "account_not_connected" })
      asked.length = 0
      const unopened = yield* call("POST", `${path}/rehearse`, { body: { check_links: false } })
      assert.deepStrictEqual([unopened.status, asked], [200, []])
      // Every assumption has a default.
      assert.strictEqual(
        (yield* call("POST", `${path}/rehearse`, { body: { check_links: false, weeks: 12 } })).status,
        200
      )
      const faulty = yield* call("POST", `${path}/rehearse`, { body: { weeks: 27 } })
      assert.deepStrictEqual(faulty.json.errors, [
        { pointer: "/body/weeks", message: "must be a number of weeks from 1 to 26" }
      ])
      assert.strictEqual((yield* call("POST", "/campaigns/00000000-0000-4000-8000-000000000000/rehearse")).status, 404)
    })
  )
})
