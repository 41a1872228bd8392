/** Other processes use the embedded database through the process that has it open. */
import { assert, describe, it } from "@effect/vitest"
import { PGlite } from "@electric-sql/pglite"
import { Embedded } from "@mailroom/postgres/embedded"
import { Context, Deferred, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { once } from "node:events"
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync
} from "node:fs"
import { connect } from "node:net"
import { dirname, join } from "node:path"
import { MessageChannel } from "node:worker_threads"
import { Session } from "../src/internal/embedded/session.ts"
import { readSnapshot } from "../src/internal/snapshot.ts"
import { isOpen } from "../src/internal/embedded/socket.ts"
import { freshFolder } from "./Server.ts"

/**
 * A client of the database in a folder, until the scope closes: in the process that opens the folder, or in a guest.
 */
const client = (directory: string, options: { readonly connect?: boolean } = {}) =>
  Effect.map(Layer.build(Layer.fresh(Embedded.layer({ directory, ...options }))), Context.get(SqlClient.SqlClient))

const guest = (directory: string) => client(directory, { connect: true })

const both = Effect.gen(function* () {
  const directory = yield* freshFolder
  const host = yield* client(directory)
  return { directory, host, guest: yield* guest(directory) }
})

const numbers = (sql: SqlClient.SqlClient) =>
  Effect.map(sql<{ readonly number: number }>`SELECT number FROM numbers ORDER BY number`, (rows) =>
    rows.map(({ number }) => number)
  )

const table = (sql: SqlClient.SqlClient) => sql`CREATE TABLE numbers (number INTEGER)`

describe("a guest", () => {
  it.live("sees what the host writes, and the host what it writes, with the same statements", () =>
    Effect.gen(function* () {
      const { guest, host } = yield* both
      yield* table(host)
      for (const [index, sql] of [guest, host, guest, host].entries()) {
        yield* sql`INSERT INTO numbers VALUES (${index}::integer)`
        assert.strictEqual((yield* numbers(guest)).length, index + 1)
        assert.deepStrictEqual(yield* numbers(host), yield* numbers(guest))
      }
    }).pipe(Effect.scoped)
  )

  it.live("opens the folder when no process has it", () =>
    Effect.gen(function* () {
      const directory = yield* freshFolder
      assert.deepStrictEqual(yield* (yield* guest(directory))`SELECT 1 AS one`, [{ one: 1 }])
      assert.isTrue(existsSync(join(directory, "lock")))
    }).pipe(Effect.scoped)
  )

  it.live("has its transaction for itself: the host's statements come after it", () =>
    Effect.gen(function* () {
      const { guest, host } = yield* both
      yield* table(host)
      const inside = yield* Deferred.make<void>()
      const asked = yield* Deferred.make<void>()
      const transaction = yield* Effect.gen(function* () {
        yield* guest`INSERT INTO numbers VALUES (1)`
        yield* Deferred.succeed(inside, undefined)
        yield* Deferred.await(asked)
        yield* guest`INSERT INTO numbers VALUES (2)`
      }).pipe(guest.withTransaction, Effect.forkScoped)
      yield* Deferred.await(inside)
      const read = yield* Effect.forkScoped(numbers(host), { startImmediately: true })
      yield* Deferred.succeed(asked, undefined)
      yield* Fiber.join(transaction)
      assert.deepStrictEqual(yield* Fiber.join(read), [1, 2])
    }).pipe(Effect.scoped)
  )

  it.live("waits for a transaction of the host", () =>
    Effect.gen(function* () {
      const { guest, host } = yield* both
      yield* table(host)
      const written = yield* Effect.gen(function* () {
        yield* host`INSERT INTO numbers VALUES (1)`
        const write = yield* Effect.forkScoped(guest`INSERT INTO numbers VALUES (2)`, { startImmediately: true })
        assert.deepStrictEqual(yield* numbers(host), [1])
        return write
      }).pipe(host.withTransaction)
      yield* Fiber.join(written)
      assert.deepStrictEqual(yield* numbers(host), [1, 2])
    }).pipe(Effect.scoped)
  )

  it.live("is rolled back when it ends in a transaction", () =>
    Effect.gen(function* () {
      const { directory, host } = yield* both
      yield* table(host)
      yield* Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* guest(directory)
          yield* sql`BEGIN`
          yield* sql`INSERT INTO numbers VALUES (1)`
        })
      )
      assert.deepStrictEqual(yield* numbers(host), [])
    }).pipe(Effect.scoped)
  )

  it.live("is rolled back when it fails in a transaction, and goes on", () =>
    Effect.gen(function* () {
      const { guest, host } = yield* both
      yield* table(host)
      const failing = Effect.andThen(guest`INSERT INTO numbers VALUES (1)`, guest`SELECT 1 / 0`)
      assert.strictEqual((yield* Effect.flip(guest.withTransaction(failing)))._tag, "SqlError")
      yield* guest`INSERT INTO numbers VALUES (2)`
      assert.deepStrictEqual(yield* numbers(host), [2])
    }).pipe(Effect.scoped)
  )

  it.live("sends and gets values of many megabytes", () =>
    Effect.gen(function* () {
      const { guest } = yield* both
      const value = "ä".repeat(6_000_000)
      const [row] = yield* guest<{ readonly value: string }>`SELECT ${value}::text AS value`
      assert.isTrue(row?.value === value)
    }).pipe(Effect.scoped)
  )

  it.live("is told when the host closes the database, and can open it itself", () =>
    Effect.gen(function* () {
      const directory = yield* freshFolder
      const scope = yield* Scope.make()
      yield* Scope.provide(client(directory), scope)
      const cut = yield* guest(directory)
      yield* cut`SELECT 1`
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(readdirSync(directory).toSorted(), ["postgres"])
      const error = yield* Effect.flip(cut`SELECT 1`)
      assert.strictEqual(error.reason._tag, "ConnectionError")
      assert.include(String(error.reason.cause), "The process that had the database open has stopped")
      assert.deepStrictEqual(yield* (yield* guest(directory))`SELECT 1 AS one`, [{ one: 1 }])
    }).pipe(Effect.scoped)
  )

  it.live("says which process has the database open when that cannot be reached", () =>
    Effect.gen(function* () {
      const directory = yield* freshFolder
      // As a process writes it that has no socket.
      writeFileSync(join(directory, "lock"), JSON.stringify({ pid: process.pid, started: null }))
      const error = yield* Effect.flip(guest(directory))
      assert.strictEqual(error._tag, "FolderInUse")
      assert.include(error.message, `Process ${process.pid} has the database in ${directory} open: stop it first`)
    }).pipe(Effect.scoped)
  )
})

describe("the socket", () => {
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
  const socketOf = (directory: string): string => JSON.parse(readFileSync(join(directory, "lock"), "utf8")).socket

  it.live("is for the owner alone, whatever the mode of the folder", () =>
    Effect.gen(function* () {
      const directory = yield* freshFolder
      chmodSync(directory, 0o777)
      yield* client(directory)
      const socket = socketOf(directory)
      assert.strictEqual(socket, join(directory, "socket", "mailroom"))
      assert.deepStrictEqual([modeOf(dirname(socket)), modeOf(socket)], ["700", "600"])
    }).pipe(Effect.scoped)
  )

  it.live("is elsewhere when the path of the folder is too long for one", () =>
    Effect.gen(function* () {
      const short = yield* freshFolder
      const directory = join(short, "x".repeat(100))
      mkdirSync(directory)
      renameSync(join(short, "postgres"), join(directory, "postgres"))
      const scope = yield* Scope.make()
      yield* Scope.provide(client(directory), scope)
      const socket = socketOf(directory)
      assert.isBelow(socket.length, 100)
      assert.deepStrictEqual([modeOf(dirname(socket)), modeOf(socket)], ["700", "600"])
      assert.deepStrictEqual(yield* (yield* guest(directory))`SELECT 1 AS one`, [{ one: 1 }])
      yield* Scope.close(scope, Exit.void)
      assert.isFalse(existsSync(dirname(socket)))
    }).pipe(Effect.scoped)
  )

  it.live.skipIf(process.getuid?.() !== 0)("is not used when it belongs to another user than the folder", () =>
    Effect.gen(function* () {
      const directory = yield* freshFolder
      yield* client(directory)
      const socket = socketOf(directory)
      assert.isTrue(yield* Effect.promise(() => isOpen(socket, directory)))
      chownSync(socket, 1, 1)
      assert.isFalse(yield* Effect.promise(() => isOpen(socket, directory)))
    }).pipe(Effect.scoped)
  )

  it.live("ends the connection of what is not a client", () =>
    Effect.gen(function* () {
      const directory = yield* freshFolder
      const host = yield* client(directory)
      for (const noise of ["GET / HTTP/1.1\r\n\r\n", "\0\0\0\x03", "\xff\xff\xff\xff\xff\xff\xff\xff"]) {
        yield* Effect.promise(async () => {
          const stream = connect(socketOf(directory))
          stream.on("error", () => {})
          stream.end(noise, "latin1")
          await once(stream.resume(), "close")
        })
      }
      assert.deepStrictEqual(yield* host`SELECT 1 AS one`, [{ one: 1 }])
    }).pipe(Effect.scoped)
  )

  it.live("ends the connection, not the database, when the first message ends with its length", () =>
    Effect.gen(function* () {
      const directory = yield* freshFolder
      const host = yield* client(directory)
      yield* Effect.promise(async () => {
        const stream = connect(socketOf(directory))
        stream.on("error", () => {})
        stream.write("\0\0\0\x04", "latin1")
        await once(stream.resume(), "close")
      })
      assert.deepStrictEqual(yield* host`SELECT 1 AS one`, [{ one: 1 }])
    }).pipe(Effect.scoped)
  )
})

describe("the session", () => {
  const message = (type: string, text: string) => {
    const body = Buffer.from(`${text}\0`)
    const header = Buffer.alloc(5, type)
    header.writeInt32BE(body.length + 4, 1)
    return Uint8Array.from(Buffer.concat([header, body]))
  }
  const startup = Uint8Array.from([0, 0, 0, 8, 0, 3, 0, 0])

  /** A connection that sends a message and returns the answer, or `undefined` when the connection was ended. */
  const connection = (session: Session, isGuest: boolean) => {
    const { port1, port2 } = new MessageChannel()
    session.add(port2, { isGuest })
    const send = (bytes: Uint8Array) =>
      Effect.promise(async () => {
        const ended = once(port1, "close").then(() => undefined)
        const answered = once(port1, "message").then(([answer]) => Buffer.from(answer).toString("latin1"))
        port1.postMessage(bytes)
        return Promise.race([answered, ended])
      })
    return { port: port1, send, query: (sql: string) => send(message("Q", sql)) }
  }

  it.live("is taken from a guest that leaves its transaction idle, not from the host", () =>
    Effect.gen(function* () {
      const db = yield* Effect.acquireRelease(
        Effect.promise(() => PGlite.create({ loadDataDir: readSnapshot() ?? assert.fail("There is no snapshot") })),
        (db) => Effect.promise(() => db.close())
      )
      const session = new Session(db, { idleInTransaction: 20 })
      const host = connection(session, false)
      const guest = connection(session, true)
      yield* host.send(startup)
      yield* guest.send(startup)
      yield* host.query("CREATE TABLE numbers (number INTEGER)")
      yield* guest.query("BEGIN; INSERT INTO numbers VALUES (1)")
      assert.include(yield* host.query("SELECT count(*) FROM numbers"), "SELECT 1")
      assert.deepStrictEqual((yield* Effect.promise(() => db.query("SELECT number FROM numbers"))).rows, [])
      assert.isUndefined(yield* guest.query("COMMIT"))

      const other = connection(session, true)
      yield* other.send(startup)
      yield* host.query("BEGIN; INSERT INTO numbers VALUES (2)")
      const waiting = yield* Effect.forkScoped(other.query("SELECT number FROM numbers"), { startImmediately: true })
      const idle = connection(session, true)
      const started = yield* Effect.forkScoped(idle.send(startup), { startImmediately: true })
      yield* host.query("COMMIT")
      assert.include(yield* Fiber.join(waiting), "SELECT 1")
      assert.isString(yield* Fiber.join(started))
      for (const { port } of [host, other, idle]) port.close()
    }).pipe(Effect.scoped)
  )
})
