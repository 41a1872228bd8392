/** The result for the caller when the connection breaks at a COMMIT. */
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { StorageError, Transactor } from "@mailroom/core"
import { Connection, PostgresStorage } from "@mailroom/postgres"
import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { connect, createServer, type Socket } from "node:net"
import { layerPool } from "./HostPool.ts"
import { leadList, newLeadList } from "./Seeds.ts"
import { freshDatabase, layerMigrated } from "./Server.ts"

/** The text of a statement ends with 0, so this does not match READ COMMITTED. */
const commit = "COMMIT\0"

/**
 * The fault of the proxy when a message with the text `on` passes: it drops the message, or the answer, and breaks the
 * connection.
 */
type Fault = { readonly on: string; readonly drop: "answer" | "message" }

/** A proxy in front of Postgres that breaks connections. */
const proxy = Effect.fnUntraced(function* (target: URL) {
  const state: { fault: Fault | undefined; seen: number } = { fault: undefined, seen: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    let isBroken = false
    const destroy = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.setNoDelay(true).on("error", destroy).on("close", destroy)
    }
    client.on("data", (chunk) => {
      if (state.fault !== undefined && chunk.includes(state.fault.on)) {
        state.seen++
        if (state.fault.drop === "message") return destroy()
        isBroken = true
      }
      upstream.write(chunk)
    })
    upstream.on("data", (chunk) => (isBroken ? destroy() : client.write(chunk)))
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () =>
      Effect.sync(() => {
        for (const socket of sockets) socket.destroy()
        server.close()
      })
  )
  const address = server.address()
  const url = new URL(target)
  url.port = String(typeof address === "object" && address !== null ? address.port : 0)
  return { url: Redacted.make(url.href), state }
})

type Client = (url: Redacted.Redacted) => Layer.Layer<SqlClient.SqlClient, Connection.CannotConnect>

/** The storage through the proxy, and a client that reads the database directly. */
const begin = Effect.fnUntraced(function* (client: Client) {
  const direct = yield* freshDatabase
  const { state, url } = yield* proxy(new URL(Redacted.value(direct)))
  const sql = Context.get(yield* Layer.build(Connection.layerClient({ url: direct })), SqlClient.SqlClient)
  // Seeds go through a direct connection: a connection sends the text of COMMIT only the first time.
  const seeds = yield* Layer.build(layerMigrated.pipe(Layer.provide(Layer.succeed(SqlClient.SqlClient, sql))))
  const { campaign_id, ids, organization_id } = yield* Effect.provideContext(newLeadList("a@x.test"), seeds)
  const storage = yield* Layer.build(PostgresStorage.layer.pipe(Layer.provideMerge(Layer.fresh(client(url)))))
  const list = { ids, ...(yield* Effect.provideContext(leadList(organization_id, campaign_id), storage)) }
  return {
    ...list,
    transaction: Context.get(storage, Transactor).transaction,
    sql: Context.get(storage, SqlClient.SqlClient),
    failure: <A, E>(effect: Effect.Effect<A, E>, fault?: Fault) =>
      Effect.suspend(() => {
        state.fault = fault
        state.seen = 0
        return Effect.flip(effect)
      }).pipe(
        Effect.map((error) => {
          assert(error instanceof StorageError)
          assert.strictEqual(state.seen, fault === undefined ? 0 : 1, "not tried again")
          state.fault = undefined
          return error
        })
      ),
    stored: Effect.map(sql<{ readonly email: string }>`SELECT email FROM mailroom.leads ORDER BY id`, (rows) =>
      rows.map(({ email }) => email)
    )
  }
})

/**
 * Whether a single statement commits without a transaction. A client that cannot cancel statements runs each in a
 * transaction.
 */
const clients: ReadonlyArray<readonly [name: string, Client, commitsByItself: boolean]> = [
  ["our client", (url) => Connection.layerClient({ url }), true],
  ["a client of the host's", (url) => PgClient.layer({ url }), true],
  ["a pool of pg", (url) => Layer.orDie(layerPool(url)), false]
]

describe.each(clients)("A connection of %s that breaks", (_, client, commitsByItself) => {
  it.live("after COMMIT came in: the outcome is unknown, and it is committed", () =>
    Effect.gen(function* () {
      const { failure, stored, transaction, write } = yield* begin(client)
      const error = yield* failure(transaction(write("b@x.test")), { on: commit, drop: "answer" })
      assert.strictEqual(error.reason._tag, "Unknown")
      assert.match(
        error.message,
        /^Transactor\.transaction: outcome unknown: (?:PgConnection: Connection closed|The connection broke)$/u
      )
      yield* Effect.repeat(stored, { until: (emails) => emails.includes("b@x.test") })
    }).pipe(Effect.scoped)
  )

  it.live("before COMMIT came in: the outcome is unknown, and it is not committed", () =>
    Effect.gen(function* () {
      const { failure, stored, transaction, write, written } = yield* begin(client)
      const error = yield* failure(transaction(write("b@x.test")), { on: commit, drop: "message" })
      assert.strictEqual(error.reason._tag, "Unknown")
      assert.deepStrictEqual(yield* stored, ["a@x.test"])
      assert.deepStrictEqual(yield* written, ["a@x.test"])
    }).pipe(Effect.scoped)
  )

  it.live("before COMMIT is sent: nothing is committed, so storage is unavailable", () =>
    Effect.gen(function* () {
      const { failure, sql, stored, transaction, write } = yield* begin(client)
      const terminate = Effect.ignore(sql`SELECT pg_terminate_backend(pg_backend_pid())`)
      const error = yield* failure(transaction(Effect.andThen(write("b@x.test"), terminate)))
      assert.strictEqual(error.reason._tag, "Unavailable")
      assert.deepStrictEqual(yield* stored, ["a@x.test"])
    }).pipe(Effect.scoped)
  )

  it.live("in a statement of a transaction: nothing is committed, so storage is unavailable", () =>
    Effect.gen(function* () {
      const { failure, stored, transaction, write } = yield* begin(client)
      const error = yield* failure(transaction(write("b@x.test")), { on: "b@x.test", drop: "answer" })
      assert.strictEqual(error.reason._tag, "Unavailable")
      assert.deepStrictEqual(yield* stored, ["a@x.test"])
    }).pipe(Effect.scoped)
  )

  const lone = commitsByItself ? "commits by itself: the outcome is unknown" : "stands alone: it is not committed"
  it.live(`in a statement that ${lone}`, () =>
    Effect.gen(function* () {
      const { failure, firstName, ids, rename } = yield* begin(client)
      const [id] = ids
      if (id === undefined) return yield* Effect.die("no lead")
      const error = yield* failure(rename(id, "Second"), { on: "Second", drop: "answer" })
      assert.strictEqual(error.reason._tag, commitsByItself ? "Unknown" : "Unavailable")
      if (commitsByItself) yield* Effect.repeat(firstName(id), { until: (name) => name === "Second" })
      else assert.strictEqual(yield* firstName(id), "")
    }).pipe(Effect.scoped)
  )

  it.live("in a read: storage is unavailable", () =>
    Effect.gen(function* () {
      const { failure, organization_id, store } = yield* begin(client)
      const error = yield* failure(
        store.findMatching(organization_id, { addresses: ["a@x.test"], domains: [] }, { limit: 1 }),
        { on: "a@x.test", drop: "answer" }
      )
      assert.strictEqual(error.reason._tag, "Unavailable")
    }).pipe(Effect.scoped)
  )
})
