/** The answer to the caller when the entry of the log cannot be written, or its session cannot be read. */
import { assert, describe, it } from "@effect/vitest"
import {
  ApiKeys,
  CurrentOrganization,
  LogStore,
  Mailroom,
  Organizations,
  Sessions,
  SessionStore,
  StorageError,
  Unavailable
} from "@mailroom/core"
import { Server } from "@mailroom/http"
import { MemoryStorage } from "@mailroom/memory"
import { PostalMime } from "@mailroom/mime"
import { Context, Effect, Layer, Logger, Redacted } from "effect"

const down = (operation: string) =>
  Effect.fail(new StorageError({ operation, reason: new Unavailable({ cause: new Error("down") }) }))

/** In-memory storage that cannot add entries to the log while `planted.log`, nor find sessions while `planted.sessions`. */
const storageOf = (planted: { log: boolean; sessions: boolean }) =>
  Layer.mergeAll(
    Layer.effect(
      LogStore,
      Effect.map(LogStore, (store) =>
        LogStore.of({
          ...store,
          insert: (...args) => (planted.log ? down("LogStore.insert") : store.insert(...args))
        })
      )
    ),
    Layer.effect(
      SessionStore,
      Effect.map(SessionStore, (store) =>
        SessionStore.of({
          ...store,
          find: (...args) => (planted.sessions ? down("SessionStore.find") : store.find(...args))
        })
      )
    )
  ).pipe(Layer.provideMerge(MemoryStorage.layer))

const begin = Effect.gen(function* () {
  const planted = { log: false, sessions: false }
  const useCases = ApiKeys.layerAuthenticator.pipe(
    Layer.provideMerge(Mailroom.layer),
    Layer.provide([storageOf(planted), PostalMime.layer])
  )
  const context = yield* Layer.build(useCases)
  const organization = yield* Context.get(context, Organizations).create({ name: "A" })
  const key = yield* Context.get(context, ApiKeys)
    .create({ name: "key" })
    .pipe(Effect.provideService(CurrentOrganization, organization))
  const { dispose, handler } = Server.toWebHandler(Layer.succeedContext(context))
  yield* Effect.addFinalizer(() => Effect.promise(dispose))
  const log: Array<string> = []
  const loggers = new Set([Logger.make((options) => void log.push(Logger.formatLogFmt.log(options)))])
  const authorization = `Bearer ${Redacted.value(key.secret)}`
  const request = Effect.fnUntraced(function* (method: string, path: string, body?: unknown, ownKey = authorization) {
    const headers = { "content-type": "application/json", ...(ownKey !== "" && { authorization: ownKey }) }
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const url = `http://localhost${path}`
    const response = yield* Effect.promise(() =>
      handler(new Request(url, init), Context.make(Logger.CurrentLoggers, loggers))
    )
    const text = yield* Effect.promise(() => response.text())
    return { status: response.status, json: text === "" ? undefined : JSON.parse(text) }
  })
  return { context, log, organization, planted, request }
})

describe("The log that cannot be written", () => {
  it.live("does not fail a sign-in that has spent its code", () =>
    Effect.gen(function* () {
      const { context, log, organization, planted, request } = yield* begin
      const issued = yield* Context.get(context, Sessions).issueCode.pipe(
        Effect.provideService(CurrentOrganization, organization)
      )
      const code = Redacted.value(yield* Effect.fromOption(issued))
      planted.sessions = true
      const { status } = yield* request("POST", "/session", { code }, "")
      assert.strictEqual(status, 204)
      assert.isTrue(log.some((line) => line.includes("could not write the sign-in to the log") && /WARN/iu.test(line)))
    }).pipe(Effect.scoped)
  )

  it.live("fails a change of a lead, which is not stored then", () =>
    Effect.gen(function* () {
      const { planted, request } = yield* begin
      const campaign = yield* request("POST", "/campaigns", { name: "Campaign" })
      const leads = [{ email: "a@x.example", custom_fields: { color: "red" } }]
      const added = yield* request("POST", "/leads", { campaign_id: campaign.json.id, leads })
      const path = `/leads/${added.json.data[0].id}`
      const body = { first_name: "Ada", custom_fields: { color: "blue" } }
      planted.log = true
      assert.strictEqual((yield* request("PATCH", path, body)).status, 503)
      planted.log = false
      const { custom_fields, first_name } = (yield* request("GET", path)).json
      assert.deepStrictEqual([first_name, custom_fields], ["", { color: "red" }])
      assert.strictEqual((yield* request("PATCH", path, body)).status, 200)
      const subject = `subject=${path.slice(1)}`
      const count = Effect.map(
        request("GET", `/log?${subject}`),
        ({ json }) => json.data.filter(({ operation }: any) => operation === "leads.update").length
      )
      assert.strictEqual(yield* count, 1)
      // A request that changes nothing has an entry, too.
      assert.strictEqual((yield* request("PATCH", path, body)).status, 200)
      assert.strictEqual(yield* count, 2)
    }).pipe(Effect.scoped)
  )
})
