/**
 * Two organizations with data of the same shape: answers about another organization's data are, byte for byte, those
 * about missing data.
 */
import { assert } from "@effect/vitest"
import { Api } from "@mailroom/http"
import { Effect } from "effect"
import { HttpApi } from "effect/http-api"
import * as Fixtures from "./Fixtures.ts"
import { resources } from "../Resources.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

const missing = { number: "999999999", uuid: "00000000-0000-7000-8000-000000000000" }

onEveryStorage("isolation", (it) => {
  it.effect("answers another organization's id as a missing one, on every route with an id", () =>
    Effect.gen(function* () {
      const { b, call } = yield* TestServer
      const own = yield* Fixtures.conversation()
      const theirs = yield* Fixtures.conversation({ key: b.key })
      const { json: account } = yield* call("GET", "/accounts", { key: b.key })
      const { json: step } = yield* call("POST", `/campaigns/${theirs.campaign_id}/sequences`, {
        key: b.key,
        body: { body: "x" }
      })
      const made = yield* Fixtures.each({ key: b.key })
      const smtp = { host: "smtp.theirs.example", auth: { type: "password", password: "secret" } }
      yield* call("PUT", `/accounts/${theirs.account_id}/credentials`, { key: b.key, body: { smtp } })
      const { json: send } = yield* call("POST", `/unibox/threads/${theirs.thread_id}/reply`, {
        key: b.key,
        body: { body_text: "x" }
      })
      const { json: note } = yield* call("POST", `/unibox/threads/${theirs.thread_id}/notes`, {
        key: b.key,
        body: { body: "x" }
      })
      const { json: upload } = yield* call("POST", "/uploads?filename=a.pdf", {
        key: b.key,
        headers: { "content-type": "application/octet-stream" },
        body: "x"
      })
      const routes: Array<readonly [method: string, path: string, body?: object]> = [
        ...resources.flatMap(({ group, operations, path }) =>
          operations.map(([method, ...body]) => [method, `${path}/{${made[group]}}`, ...body] as const)
        ),
        ["GET", `/leads/{${theirs.lead_id}}`],
        ["PATCH", `/leads/{${theirs.lead_id}}`, { first_name: "x" }],
        ["PATCH", `/leads/{${theirs.lead_id}}`, {}],
        ["GET", `/leads/{${theirs.lead_id}}/activity`],
        ["GET", `/leads/{${theirs.lead_id}}/threads`],
        ["GET", `/leads/campaign/{${theirs.campaign_id}}`],
        ["GET", `/leads/campaign/{${theirs.campaign_id}}?search=lead`],
        ["GET", `/campaigns/{${theirs.campaign_id}}`],
        ["PATCH", `/campaigns/{${theirs.campaign_id}}`, { name: "x" }],
        ["POST", `/campaigns/{${theirs.campaign_id}}/duplicate`],
        ["POST", `/campaigns/{${theirs.campaign_id}}/start`],
        ["POST", `/campaigns/{${theirs.campaign_id}}/pause`, {}],
        ["DELETE", `/campaigns/{${theirs.campaign_id}}`],
        ["GET", `/accounts/{${account.data[0].id}}`],
        [
          "PUT",
          `/accounts/{${account.data[0].id}}/credentials`,
          { smtp: { host: "x.example", auth: { type: "host" } } }
        ],
        ["DELETE", `/accounts/{${account.data[0].id}}/credentials`],
        ["POST", `/accounts/{${account.data[0].id}}/test`],
        ["POST", `/accounts/{${account.data[0].id}}/sync`],
        ["GET", `/accounts/{${account.data[0].id}}/dns`],
        ["GET", `/campaigns/{${theirs.campaign_id}}/sequences`],
        ["POST", `/campaigns/{${theirs.campaign_id}}/sequences`, { body: "x" }],
        ["GET", `/campaigns/{${theirs.campaign_id}}/sequences/{${step.id}}`],
        ["PATCH", `/campaigns/{${theirs.campaign_id}}/sequences/{${step.id}}`, { body: "y" }],
        ["DELETE", `/campaigns/{${theirs.campaign_id}}/sequences/{${step.id}}`],
        ["PUT", `/leads/{${theirs.lead_id}}/pause`, { until: null }],
        ["PUT", `/leads/{${theirs.lead_id}}/tag`, { tag_id: null }],
        ["GET", `/unibox/threads/{${theirs.thread_id}}/reply-templates/{${made.replyTemplates}}`],
        ["GET", `/unibox/threads/${own.thread_id}/reply-templates/{${made.replyTemplates}}`],
        ["POST", `/keys/{${made.auth}}/rotate`, { grace_seconds: 0 }],
        ...["summary", "events", "by-account", "by-sequence", "by-link", "activity"].map(
          (view) => ["GET", `/analytics/campaigns/{${theirs.campaign_id}}/${view}`] as const
        ),
        ["PATCH", `/integrations/{${made.integrations}}`, { rotate_secret: true }],
        ["POST", `/integrations/{${made.integrations}}/test`],
        ["GET", `/integrations/{${made.integrations}}/deliveries`],
        ["GET", `/integrations/{${made.integrations}}/deliveries/{1}`],
        ["POST", `/integrations/{${made.integrations}}/deliveries/{1}/redeliver`],
        ["GET", `/unibox/threads/{${theirs.thread_id}}`],
        ["PATCH", `/unibox/threads/{${theirs.thread_id}}`, { is_new: false }],
        ["POST", `/unibox/threads/{${theirs.thread_id}}/reply`, { body_text: "x" }],
        ["POST", `/campaigns/{${theirs.campaign_id}}/test`, { lead_id: 1, sequence_id: 1, account_id: 1 }],
        ["POST", `/campaigns/{${theirs.campaign_id}}/test/seeds`, { lead_id: 1, sequence_id: 1, account_id: 1 }],
        ["GET", `/campaigns/{${theirs.campaign_id}}/upcoming`],
        ["GET", `/campaigns/{${theirs.campaign_id}}/comparisons`],
        ["POST", `/campaigns/{${theirs.campaign_id}}/verify`],
        ["GET", `/campaigns/{${theirs.campaign_id}}/verification`],
        ["DELETE", `/campaigns/{${theirs.campaign_id}}/verification`],
        ["POST", `/campaigns/{${theirs.campaign_id}}/preview`, { lead_id: 1 }],
        ["POST", `/campaigns/{${theirs.campaign_id}}/rehearse`, {}],
        ["POST", `/people/{${made.people}}/invitation`],
        ["GET", `/unibox/threads/{${theirs.thread_id}}/notes`],
        ["POST", `/unibox/threads/{${theirs.thread_id}}/notes`, { body: "x" }],
        ["PATCH", `/unibox/notes/{${note.id}}`, { body: "x" }],
        ["DELETE", `/unibox/notes/{${note.id}}`],
        ["PUT", `/unibox/threads/{${theirs.thread_id}}/answering`],
        ["DELETE", `/unibox/threads/{${theirs.thread_id}}/answering`],
        ["GET", `/sends/{${send.id}}`],
        ["POST", `/sends/{${send.id}}/resolve`, { outcome: "sent" }],
        ["POST", `/sends/{${send.id}}/discard`],
        ["POST", `/sends/{${send.id}}/cancel`],
        ["PATCH", `/sends/{${send.id}}`, { send_at: null }],
        ["POST", `/unibox/threads/{${theirs.thread_id}}/messages/{1}/forward`, { to: ["x@x.example"] }],
        ["GET", `/uploads/{${upload.id}}`],
        ["DELETE", `/uploads/{${upload.id}}`]
      ]
      const headers = { "x-request-id": "same" }
      for (const [method, path, body] of routes) {
        const options = body === undefined ? { headers } : { headers, body }
        const ask = (id: (own: string) => string) =>
          call(
            method,
            path.replaceAll(/\{(.*?)\}/gu, (_, own: string) => id(own)),
            options
          )
        const foreign = yield* ask((own) => own)
        const absent = yield* ask((own) => (own.includes("-") ? missing.uuid : missing.number))
        assert.strictEqual(foreign.status, 404, path)
        assert.strictEqual(foreign.text, absent.text, path)
        const { date: _, ...foreignHeaders } = foreign.headers
        const { date: __, ...absentHeaders } = absent.headers
        assert.deepStrictEqual(foreignHeaders, absentHeaders)
      }
      const asked = new Set(
        routes.map(([method, path]) => `${method} ${path.replaceAll(/\{.*?\}/gu, ":").split("?")[0]}`)
      )
      HttpApi.reflect(Api, {
        onGroup: () => {},
        onEndpoint: ({ endpoint, group }) => {
          const path = `${endpoint.method} ${endpoint.path.replaceAll(/:\w+/gu, ":")}`
          if (path.includes(":") && !["attachments", "system"].includes(group.identifier))
            assert.isTrue(asked.has(path), `${path} is not tested`)
        }
      })
    })
  )

  it.effect("foresees no mail of another organization, and lists nothing by its ids", () =>
    Effect.gen(function* () {
      const { b, call } = yield* TestServer
      const theirs = yield* Fixtures.conversation({ key: b.key })
      const { json: accounts } = yield* call("GET", "/accounts")
      const { json: outlook } = yield* call("GET", "/upcoming")
      assert.deepStrictEqual([outlook.campaigns, outlook.mails, outlook.held], [[], [], []])
      assert.deepStrictEqual(
        outlook.accounts.map(({ email }: { readonly email: string }) => email),
        accounts.data.map(({ email }: { readonly email: string }) => email)
      )
      const { json: others } = yield* call("GET", "/upcoming", { key: b.key })
      assert.notDeepEqual(others.accounts, outlook.accounts)
      for (const path of [
        `/unibox/threads?tab=replies&since=2000-01-01T00:00:00Z&campaign_id=${theirs.campaign_id}`,
        `/leads?first_event=replied&campaign_id=${theirs.campaign_id}`,
        `/leads?is_positive=false&campaign_id=${theirs.campaign_id}`
      ]) {
        const { json, status } = yield* call("GET", path)
        assert.deepStrictEqual([status, json.data], [200, []], path)
      }
    })
  )

  it.effect("takes another organization's ids in a body for missing ones", () =>
    Effect.gen(function* () {
      const { b, call } = yield* TestServer
      const theirs = yield* Fixtures.conversation({ key: b.key })
      const { json: accounts } = yield* call("GET", "/accounts", { key: b.key })
      const [{ id: accountId }] = accounts.data
      const { json: stopped } = yield* call("PATCH", "/leads", {
        body: { ids: [theirs.lead_id], stop_sending: true }
      })
      assert.deepStrictEqual(stopped, {
        updated: 0,
        not_found: 1,
        data: [{ id: theirs.lead_id, status: "not_found" }]
      })
      const { json: removed } = yield* call("DELETE", "/leads", { body: { ids: [theirs.lead_id] } })
      assert.deepStrictEqual(removed, {
        deleted: 0,
        not_found: 1,
        data: [{ id: theirs.lead_id, status: "not_found" }]
      })
      const [patched, deleted] = [
        yield* call("PATCH", "/accounts", { body: { ids: [accountId], settings: { daily_limit: 1 } } }),
        yield* call("DELETE", "/accounts", { body: { ids: [accountId] } })
      ].map(({ json }) => json)
      const data = [{ id: accountId, status: "not_found" }]
      assert.deepStrictEqual(
        [patched, deleted],
        [
          { updated: 0, failed: 1, data },
          { deleted: 0, failed: 1, data }
        ]
      )
      const { json: after } = yield* call("GET", `/accounts/${accountId}`, { key: b.key })
      assert.deepStrictEqual(after, accounts.data[0])
      const leads = [{ email: "x@example.com" }]
      const created = yield* call("POST", "/leads", { body: { campaign_id: theirs.campaign_id, leads } })
      assert.strictEqual(created.status, 404)
      const campaign = yield* call("POST", "/campaigns", { body: { name: "x", account_ids: [accountId] } })
      assert.strictEqual(campaign.json.errors[0].pointer, "/body/account_ids/0")
      const { json: lead, status } = yield* call("GET", `/leads/${theirs.lead_id}`, { key: b.key })
      assert.strictEqual(status, 200)
      assert.strictEqual(lead.stop_sending_type, "reply")
    })
  )

  it.effect("matches, lists and counts within the organization only", () =>
    Effect.gen(function* () {
      const { b, call } = yield* TestServer
      const mine = yield* Fixtures.conversation()
      const counts = Effect.all([
        call("GET", "/unibox/unread"),
        call("GET", "/accounts"),
        call("GET", "/campaigns")
      ]).pipe(Effect.map(([unread, accounts, campaigns]) => [unread.text, accounts.json.total, campaigns.json.total]))
      const before = yield* counts
      const theirs = yield* Fixtures.conversation({ key: b.key })
      assert.deepStrictEqual(yield* counts, before)
      const { json } = yield* call("GET", "/unibox/threads?tab=replies&limit=100")
      const ids = json.data.map(({ id }: { id: number }) => id)
      assert.include(ids, mine.thread_id)
      assert.notInclude(ids, theirs.thread_id)
      // The same mail, and an answer to the other organization's mail, count as mail of strangers here.
      const reply = { from: theirs.theirs, to: "us@ours.example", headers: { "In-Reply-To": theirs.sent.message_id } }
      const { json: received } = yield* Fixtures.receive(reply)
      assert.strictEqual(received.kind, "other")
      assert.notStrictEqual(received.thread_id, theirs.thread_id)
    })
  )
})
