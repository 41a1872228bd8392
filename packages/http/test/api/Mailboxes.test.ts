/** Credentials of sender accounts (contract, section 5): what is stored, what is shown, and what is rejected. */
import { assert, layer as itLayer } from "@effect/vitest"
import { MemoryStorage } from "@mailroom/memory"
import { Effect, Layer, Logger } from "effect"
import * as Fixtures from "./Fixtures.ts"
import { layer, onEveryStorage, TestServer } from "./TestServer.ts"
import { until } from "./Until.ts"

const password = "correct horse battery staple"
const newAccount = Effect.fnUntraced(function* (provider = "smtp") {
  const { call } = yield* TestServer
  const email = `${Fixtures.unique("sender")}@ours.example`
  const { json } = yield* call("POST", "/accounts", { body: { email, provider } })
  return { id: json.id as number, email, path: `/accounts/${json.id}/credentials` }
})
const smtp = (fields: object = {}, auth: object = { type: "password", password }) => ({
  smtp: { host: "smtp.ours.example", auth, ...fields }
})

onEveryStorage("credentials", (it) => {
  const put = Effect.fnUntraced(function* (path: string, body: object) {
    const { call } = yield* TestServer
    return yield* call("PUT", path, { body })
  })
  const pointersOf = ({ json, status }: { readonly json: any; readonly status: number }) => {
    assert.strictEqual(status, 400)
    return json.errors.map(({ pointer }: { readonly pointer: string }) => pointer)
  }

  it.effect("are stored, and never shown", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { email, id, path } = yield* newAccount()
      const stored = yield* put(path, smtp())
      assert.deepStrictEqual([stored.status, stored.json.id], [200, id])
      const shown = yield* call("GET", `/accounts/${id}`)
      assert.deepStrictEqual([shown.json, shown.headers["etag"]], [stored.json, stored.headers["etag"]])
      const { connection } = shown.json
      const server = { host: "smtp.ours.example", port: 465, security: "tls", user: email, auth: "password" }
      assert.deepStrictEqual(connection, { smtp: server, imap: null })
      const tested = yield* call("POST", `/accounts/${id}/test`)
      assert.deepInclude(tested.json.smtp, { success: true, error: null })
      const list = yield* call("GET", "/accounts?limit=200")
      for (const { text } of [stored, shown, tested, list]) assert.notInclude(text, password)
    })
  )

  it.effect("are tested with the folders that the account names", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { id, path } = yield* newAccount()
      yield* put(path, { ...smtp(), imap: { host: "imap.ours.example" } })
      const change = (settings: object) => call("PATCH", "/accounts", { body: { ids: [id], settings } })
      assert.deepStrictEqual(pointersOf(yield* change({ inbox_folders: [""], sent_copy: "sometimes" })), [
        "/body/settings/inbox_folders/0",
        "/body/settings/sent_copy"
      ])
      yield* change({ inbox_folders: ["Customers"], sent_copy: "never" })
      const { settings } = (yield* call("GET", `/accounts/${id}`)).json
      assert.deepStrictEqual([settings.inbox_folders, settings.sent_copy], [["Customers"], "never"])
      assert.deepInclude((yield* call("POST", `/accounts/${id}/test`)).json.imap, {
        success: false,
        error: "There is no folder Customers, which inbox_folders of the account names. The server has: INBOX",
        folders: [{ path: "INBOX", role: "inbox" }]
      })
    })
  )

  it.effect("of a relay without a login have no password", () =>
    Effect.gen(function* () {
      const { email, path } = yield* newAccount()
      for (const body of [
        { smtp: { host: "relay.ours.example" } },
        smtp({ host: "relay.ours.example" }, { type: "none" })
      ]) {
        const stored = yield* put(path, body)
        const server = { host: "relay.ours.example", port: 465, security: "tls", user: email, auth: "none" }
        assert.deepStrictEqual([stored.status, stored.json.connection], [200, { smtp: server, imap: null }])
      }
      const imap = { host: "imap.ours.example" }
      const inbox = yield* put(path, { smtp: { host: "relay.ours.example" }, imap })
      assert.deepStrictEqual(pointersOf(inbox), ["/body/imap/auth"])
      assert.match(inbox.json.errors[0].message, /is required, because smtp has no login/u)
      const read = yield* put(path, {
        smtp: { host: "relay.ours.example" },
        imap: { ...imap, auth: { type: "password", password } }
      })
      assert.deepInclude(read.json.connection, { imap: { ...read.json.connection.imap, auth: "password" } })
      const noPassword = yield* put(path, smtp({}, { type: "password" }))
      assert.deepStrictEqual(pointersOf(noPassword), ["/body/smtp/auth/password"])
      const google = yield* put((yield* newAccount("google")).path, { smtp: {} })
      assert.deepStrictEqual(pointersOf(google), ["/body/smtp/auth"])
    })
  )

  it.effect("name an inbox, which is read, tested and shown with its old mail", () =>
    Effect.gen(function* () {
      const { call, inboxes } = yield* TestServer
      const { email, id, path } = yield* newAccount()
      const account = `/accounts/${id}`
      const refused = yield* call("POST", `${account}/sync`)
      assert.deepStrictEqual([refused.status, refused.json.reason], [409, "inbox_not_read"])
      assert.match(refused.json.detail, /have no imap: set them with PUT/u)
      assert.isNull((yield* call("GET", account)).json.inbox)
      assert.isNull((yield* call("POST", `${account}/test`)).json.imap)

      yield* inboxes.append(email, "INBOX", "From: ada@lead.example\r\nSubject: Hello\r\n\r\nHello\r\n")
      const folders = [{ path: "INBOX", role: "inbox" }]
      const stored = yield* put(path, { ...smtp(), imap: { host: "imap.ours.example" } })
      assert.deepStrictEqual(stored.json.inbox?.history, null)
      const tested = yield* call("POST", `${account}/test`)
      assert.deepInclude(tested.json.imap, { success: true, error: null, folders })

      const day = new Date().toISOString().slice(0, 10)
      const begun = yield* call("POST", `${account}/sync`, { body: { since: day } })
      assert.deepStrictEqual([begun.status, begun.json.inbox.history.since], [202, `${day}T00:00:00.000Z`])
      const shown = yield* call("GET", account).pipe(until(({ json }) => json.inbox.history.finished_at !== null))
      assert.deepInclude(shown.json.inbox, { failing_since: null, folders })
      assert.deepInclude(shown.json.inbox.history, { done: 1, total: 1 })
      // The inbox may be read again meanwhile.
      assert.isAtLeast(Date.parse(shown.json.inbox.synced_at), Date.parse(day))
      const { json } = yield* call("GET", "/accounts?limit=200")
      const { synced_at: _, ...inbox } = shown.json.inbox
      assert.deepInclude(json.data.find((one: { id: number }) => one.id === id).inbox, inbox)

      assert.strictEqual((yield* call("POST", `${account}/sync`)).status, 202)
      assert.deepStrictEqual(pointersOf(yield* call("POST", `${account}/sync`, { body: { since: "2020-01-01" } })), [
        "/body/since"
      ])
      assert.strictEqual((yield* call("POST", "/accounts/999999/sync")).status, 404)
    })
  )

  it.effect("are replaced as a whole, so that no secret is sent to another server", () =>
    Effect.gen(function* () {
      const { path } = yield* newAccount("google")
      const oauth2 = { type: "oauth2", client_id: "client", client_secret: "secret", refresh_token: "token" }
      assert.strictEqual((yield* put(path, { smtp: { auth: oauth2 } })).status, 200)
      const moved = yield* put(path, { smtp: { host: "smtp.elsewhere.example", auth: { type: "oauth2" } } })
      assert.deepStrictEqual(pointersOf(moved).sort(), ["/body/smtp/auth/client_id", "/body/smtp/auth/refresh_token"])
      assert.deepStrictEqual(pointersOf(yield* put(path, smtp({}, { type: "password" }))), ["/body/smtp/auth/password"])
      assert.deepStrictEqual(pointersOf(yield* put(path, {})), ["/body/smtp"])

      const password = { type: "password", password: "secret" }
      yield* put(path, { smtp: { auth: password }, imap: { host: "imap.ours.example", auth: password } })
      const { json } = yield* put(path, { smtp: { auth: password } })
      assert.deepInclude(json.connection, { imap: null })
    })
  )

  it.effect("must name a public host, and a port of mail", () =>
    Effect.gen(function* () {
      const { path } = yield* newAccount()
      for (const host of ["127.0.0.1", "10.0.0.8", "localhost", "::1", "169.254.169.254", "mail.localhost"]) {
        assert.deepStrictEqual(pointersOf(yield* put(path, smtp({ host }))), ["/body/smtp/host"], host)
      }
      for (const port of [22, 80, 993, 3306]) {
        const answer = yield* put(path, smtp({ port }))
        assert.deepStrictEqual(pointersOf(answer), ["/body/smtp/port"])
        assert.match(answer.json.detail, /must be 25, 465, 587 or 2525/u)
      }
      const imap = yield* put(path, { ...smtp(), imap: { host: "192.168.1.1", port: 465 } })
      assert.deepStrictEqual(pointersOf(imap).sort(), ["/body/imap/host", "/body/imap/port"])
      const nameless = yield* put(path, { smtp: { auth: { type: "password", password } } })
      assert.deepStrictEqual(pointersOf(nameless), ["/body/smtp/host"])
      const oauth2 = { type: "oauth2", client_id: "c", refresh_token: "t" }
      assert.deepStrictEqual(pointersOf(yield* put(path, smtp({}, oauth2))), ["/body/smtp/auth/type"])
    })
  )

  it.effect("have no part in faults about them", () =>
    Effect.gen(function* () {
      const { path } = yield* newAccount()
      for (const auth of [
        { type: "password", password: `${password}\r\n` },
        { type: "password", password: [password] },
        { type: password, password },
        { type: "password", password, [password]: 1 }
      ]) {
        const answer = yield* put(path, smtp({}, auth))
        assert.strictEqual(answer.status, 400)
        if (!Object.hasOwn(auth, password)) assert.notInclude(answer.text, password)
      }
    })
  )

  it.effect("are removed, also twice", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { id, path } = yield* newAccount()
      yield* put(path, smtp())
      for (let i = 0; i < 2; i++) assert.strictEqual((yield* call("DELETE", path)).status, 204)
      const { json } = yield* call("POST", `/accounts/${id}/test`)
      assert.deepInclude(json.smtp, { success: false, error: "The account has no credentials" })
    })
  )

  it.effect("are written only as the account was read, and change its entity tag", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const { id, path } = yield* newAccount()
      const etag = Effect.map(call("GET", `/accounts/${id}`), ({ headers }) => String(headers["etag"]))
      for (const [method, body] of [
        ["PUT", smtp()],
        ["DELETE", undefined]
      ] as const) {
        const read = yield* etag
        const write = (ifMatch: string) =>
          call(method, path, { ...(body && { body }), headers: { "if-match": ifMatch } })
        assert.strictEqual((yield* write("nonsense")).json.errors[0].pointer, "/header/if-match")
        const stale = yield* write('"999"')
        assert.deepStrictEqual([stale.status, stale.json.code], [412, "precondition_failed"])
        assert.strictEqual(yield* etag, read)
        assert.isBelow((yield* write(read)).status, 300)
        assert.notStrictEqual(yield* etag, read)
        assert.strictEqual((yield* write(read)).status, 412)
      }
      // Nothing is left to remove.
      const before = yield* etag
      yield* call("DELETE", path)
      assert.strictEqual(yield* etag, before)
    })
  )

  it.effect("belong to an account that is not deleted, and to a full key", () =>
    Effect.gen(function* () {
      const { a, call } = yield* TestServer
      const { id, path } = yield* newAccount()
      const requests = [
        ["PUT", path, smtp()],
        ["DELETE", path, undefined],
        ["POST", `/accounts/${id}/test`, undefined]
      ] as const
      const statuses = Effect.fnUntraced(function* (options: object) {
        const found: Array<number> = []
        for (const [method, target, body] of requests) {
          found.push((yield* call(method, target, { ...(body && { body }), ...options })).status)
        }
        return found
      })
      assert.deepStrictEqual(yield* statuses({ key: a.readOnlyKey }), [403, 403, 403])
      assert.deepStrictEqual(yield* statuses({}), [200, 204, 200])
      yield* call("DELETE", "/accounts", { body: { ids: [id] } })
      assert.deepStrictEqual(yield* statuses({}), [404, 404, 404])
    })
  )
})

const log: Array<string> = []
const logger = Logger.make((options) => void log.push(Logger.formatJson.log(options)))

itLayer(layer(MemoryStorage.layer).pipe(Layer.provide(Logger.layer([logger]))), { excludeTestServices: true })(
  "the log",
  (it) => {
    it.effect("has no secret of a mailbox", () =>
      Effect.gen(function* () {
        const { call, outgoing } = yield* TestServer
        const { account_id, thread_id } = yield* Fixtures.conversation()
        const path = `/accounts/${account_id}/credentials`
        yield* call("PUT", path, { body: smtp() })
        yield* call("PUT", path, { body: smtp({}, { type: "password", password, extra: password }) })
        outgoing.next({ outcome: "unsent", reason: "The port is closed" })
        yield* call("POST", `/unibox/threads/${thread_id}/reply`, { body: { body_text: "Hello" } })
        yield* Effect.suspend(() => call("GET", "/livez")).pipe(until(() => outgoing.submitted.length > 0))
        assert.notInclude(log.join("\n"), password)
      })
    )
  }
)
