/** The answer to the caller and the log when storage fails. */
import { assert, describe, it } from "@effect/vitest"
import {
  AccountStore,
  ApiKeys,
  CurrentOrganization,
  Corrupt,
  Deadline,
  Mailroom,
  Organizations,
  StorageError,
  TagStore,
  Unavailable,
  Unknown
} from "@mailroom/core"
import { Server } from "@mailroom/http"
import { MemoryStorage } from "@mailroom/memory"
import { PostalMime } from "@mailroom/mime"
import { Connection } from "@mailroom/postgres"
import { Context, Effect, Layer, Logger, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { layerFresh, layerMigrated } from "../../../postgres/test/Server.ts"

/** Answers requests of a new organization over `storage`, and returns their lines in the log. */
const begin = Effect.fnUntraced(function* (storage: Layer.Layer<Mailroom.Storage>) {
  const useCases = ApiKeys.layerAuthenticator.pipe(
    Layer.provideMerge(Mailroom.layer),
    Layer.provide([storage, PostalMime.layer])
  )
  const context = yield* Layer.build(useCases)
  const organization = yield* Context.get(context, Organizations).create({ name: "A" })
  const key = yield* Context.get(context, ApiKeys)
    .create({ name: "key" })
    .pipe(Effect.provideService(CurrentOrganization, organization))
  const { dispose, handler } = Server.toWebHandler(Layer.succeedContext(context))
  yield* Effect.addFinalizer(() => Effect.promise(dispose))
  const log: Array<string> = []
  const loggers = [Logger.formatLogFmt, Logger.formatJson, Logger.formatSimple].map((format) =>
    Logger.make((options) => void log.push(format.log(options)))
  )
  const headers = {
    authorization: `Bearer ${Redacted.value(key.secret)}`,
    "content-type": "application/json",
    "x-request-id": "mine"
  }
  return Effect.fnUntraced(function* (method: string, path: string, body?: unknown) {
    log.length = 0
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const response = yield* Effect.promise(() =>
      handler(new Request(`http://localhost${path}`, init), Context.make(Logger.CurrentLoggers, new Set(loggers)))
    )
    const { code, detail } = (yield* Effect.promise(() => response.json())) as { code: string; detail: string }
    return { status: response.status, retryAfter: response.headers.get("retry-after"), code, detail, log: [...log] }
  })
})

/** In-memory storage that fails like this when it finds accounts. */
const failing = (findMany: AccountStore["Service"]["findMany"]) =>
  Layer.effect(
    AccountStore,
    Effect.map(AccountStore, (store) => AccountStore.of({ ...store, findMany }))
  ).pipe(Layer.provideMerge(MemoryStorage.layer))

/** In-memory storage that fails with `reason` when a tag is locked. */
const failingTags = (reason: StorageError["reason"]) =>
  Layer.effect(
    TagStore,
    Effect.map(TagStore, (store) =>
      TagStore.of({ ...store, lock: () => Effect.fail(new StorageError({ operation: "TagStore.lock", reason })) })
    )
  ).pipe(Layer.provideMerge(MemoryStorage.layer))

describe("Storage that fails", () => {
  it.effect("ends the transaction there: a tag that cannot be locked is not looked past", () =>
    Effect.gen(function* () {
      const request = yield* begin(failingTags(new Unavailable({ cause: new Error("55P03 lock timeout") })))
      const { code, status } = yield* request("PUT", "/leads/1/tag", { tag_id: 1 })
      assert.deepStrictEqual({ code, status }, { code: "unavailable", status: 503 })
    }).pipe(Effect.scoped)
  )

  const find = Effect.fnUntraced(function* (reason: StorageError["reason"]) {
    const error = new StorageError({ operation: "AccountStore.findMany", reason })
    const request = yield* begin(failing(() => Effect.fail(error)))
    return yield* request("GET", "/accounts/1")
  })
  const cause = new Error("57P03 the database system is starting up")

  it.effect("and may be asked again: 503, with a warning that says what happened", () =>
    Effect.gen(function* () {
      const { log, ...answer } = yield* find(new Unavailable({ cause }))
      const detail = "Storage does not answer; try again"
      assert.deepStrictEqual(answer, { status: 503, retryAfter: "1", code: "unavailable", detail })
      for (const line of log) {
        assert.match(line, /AccountStore\.findMany: unavailable: 57P03 the database system is starting up/u)
        assert.match(line, /mine/u)
        assert.match(line, /WARN/iu)
      }
      assert.strictEqual(log.length, 3)
    }).pipe(Effect.scoped)
  )

  it.effect("and cannot say whether it committed: 500, with the advice to read first", () =>
    Effect.gen(function* () {
      const { log, ...answer } = yield* find(new Unknown({ cause: new Error("no answer to COMMIT within 5s") }))
      const detail = "The change may or may not have been stored; read before you try again"
      assert.deepStrictEqual(answer, { status: 500, retryAfter: null, code: "internal", detail })
      for (const line of log) {
        assert.match(line, /AccountStore\.findMany: outcome unknown: no answer to COMMIT within 5s/u)
        assert.match(line, /GET \/accounts\/1 failed/u)
        assert.match(line, /mine/u)
      }
      assert.strictEqual(log.length, 3)
    }).pipe(Effect.scoped)
  )

  it.effect("and returns what cannot be: 500", () =>
    Effect.gen(function* () {
      const { log, ...answer } = yield* find(new Corrupt({ cause: new TypeError("Expected text") }))
      assert.deepStrictEqual([answer.status, answer.retryAfter, answer.code], [500, null, "internal"])
      assert.notMatch(answer.detail, /may or may not/u)
      for (const line of log) assert.match(line, /AccountStore\.findMany: corrupt: Expected text/u)
      assert.strictEqual(log.length, 3)
    }).pipe(Effect.scoped)
  )

  it.effect("is waited for by a deadline of each request", () =>
    Effect.gen(function* () {
      const deadlines: Array<Deadline.Deadline> = []
      const request = yield* begin(
        failing(() =>
          Effect.andThen(
            Effect.map(Deadline.Current, (deadline) => deadlines.push(deadline)),
            Effect.succeed([])
          )
        )
      )
      yield* request("GET", "/accounts/1")
      yield* request("GET", "/accounts/1")
      assert.deepStrictEqual(
        deadlines.map(({ size }) => size),
        [5_000, 5_000]
      )
      assert.notStrictEqual(deadlines[0], deadlines[1])
    }).pipe(Effect.scoped)
  )

  it.live("shows rows and parameters to nobody", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const storage = yield* Layer.build(layerMigrated)
      // The DETAIL of the violation contains the address without its first character.
      yield* sql`CREATE UNIQUE INDEX strict ON mailroom.accounts (substr(email, 2))`
      const request = yield* begin(Layer.succeedContext(storage))
      yield* request("POST", "/accounts", { email: "1ada@x.test", provider: "smtp" })
      const { log, ...answer } = yield* request("POST", "/accounts", { email: "2ada@x.test", provider: "smtp" })
      assert.strictEqual(answer.status, 500)
      for (const line of log) {
        assert.match(line, /AccountStore\.insert: corrupt: 23505 duplicate key value violates unique constraint/u)
      }
      assert.strictEqual(log.length, 3)
      assert.notInclude([answer.detail, ...log].join("\n"), "ada@x.test")
    }).pipe(Effect.scoped, Effect.provide(layerFresh((url) => Connection.layerClient({ url }))))
  )
})
