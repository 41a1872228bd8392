/** Failures of Postgres, and of the connection to it, as errors of the storage ports. */
import { assert, describe, it } from "@effect/vitest"
import { LeadStore, OrganizationStore, StorageError, Transactor } from "@mailroom/core"
import { Connection, Migrations, PostgresStorage } from "@mailroom/postgres"
import { Cause, Deferred, Duration, Effect, Fiber, Layer, Redacted } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { createServer } from "node:net"
import { inspect } from "node:util"
import { isConflict, storageError, violated } from "../src/internal/database/errors.ts"
import { at, newLeadList } from "./Seeds.ts"
import { freshDatabase, layerFresh, layerMigrated, layerStorage } from "./Server.ts"

/** An error that the server itself raises, as the driver reports it. */
const raised = (code: string, message = "as asked") =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const raise = `DO $$ BEGIN RAISE EXCEPTION '${message}' USING ERRCODE = '${code}'; END $$`
    return yield* Effect.flip(sql.unsafe(raise).unprepared)
  })

const client = layerFresh((url) => Connection.layerClient({ url }))

describe("Errors of the server", () => {
  it.live("are unavailability when they pass, and corruption when they do not", () =>
    Effect.gen(function* () {
      const passing = [
        "08006",
        "25006",
        "25P03",
        "40001",
        "40P01",
        "53100",
        "53300",
        "55P03",
        "57014",
        "57P01",
        "57P03"
      ]
      const lasting = ["22001", "22P02", "23502", "23503", "23505", "23514", "42501", "42601", "42P01", "XX001"]
      for (const code of [...passing, ...lasting]) {
        const { operation, reason } = storageError("Port.method")(yield* raised(code))
        assert.strictEqual(operation, "Port.method")
        assert.deepStrictEqual([code, reason._tag], [code, passing.includes(code) ? "Unavailable" : "Corrupt"])
      }
    }).pipe(Effect.provide(client))
  )

  it.live("are conflicts when another transaction was in the way", () =>
    Effect.gen(function* () {
      for (const code of ["40001", "40P01", "57014", "23505", "57P01"]) {
        const error = yield* raised(code)
        const expected = code.startsWith("40")
        assert.strictEqual(isConflict(error), expected)
        assert.strictEqual(isConflict(storageError("Port.method")(error)), expected)
      }
      assert.strictEqual(isConflict(new Error("40001")), false)
    }).pipe(Effect.provide(client))
  )

  it.live(
    "of a worker of Citus are unavailability when it stopped, although Citus gives them the code of a fault",
    () =>
      Effect.gen(function* () {
        const lost = [
          "server closed the connection unexpectedly",
          "connection to the remote node mailroom@worker-1:5432 failed with the following error: timeout expired",
          "connection to the remote node worker-1:5432 failed",
          "connection not open",
          "no connection to the server",
          "invalid socket",
          "could not receive data from server: Connection reset by peer",
          "could not send data to server: Broken pipe",
          "SSL SYSCALL error: EOF detected",
          "SSL connection has been closed unexpectedly",
          "failure on connection marked as essential: worker-1:5432"
        ]
        const faults = ["unexpected chunk number 0 (expected 1)", "cache lookup failed for type 16385"]
        for (const message of [...lost, ...faults]) {
          const { reason } = storageError("Port.method")(yield* raised("XX000", message))
          assert.deepStrictEqual([message, reason._tag], [message, lost.includes(message) ? "Unavailable" : "Corrupt"])
        }
        // A fault of the data stays one, whatever its message quotes.
        const { reason } = storageError("Port.method")(yield* raised("22P02", "server closed the connection"))
        assert.strictEqual(reason._tag, "Corrupt")
      }).pipe(Effect.provide(client))
  )

  it.live("of a worker of Citus name the violated constraint, although Citus lost its code", () =>
    Effect.gen(function* () {
      const foreign = (name: string) =>
        `insert or update on table "campaigns_102008" violates foreign key constraint "${name}"`
      const tagOf = (code: string, name: string) =>
        Effect.map(raised(code, foreign(name)), (error) => storageError("Port.method")(error).reason._tag)
      for (const code of ["23503", "XX000"]) {
        assert.strictEqual(yield* tagOf(code, "campaigns_organization_fkey_102008"), "NoOrganization")
        assert.strictEqual(yield* tagOf(code, "campaigns_organization_fkey"), "NoOrganization")
        assert.strictEqual(yield* tagOf(code, "leads_campaign_fkey_102008"), "Corrupt")
      }
      const unique = yield* raised("XX000", 'duplicate key value violates unique constraint "tags_name_key_102427"')
      assert.strictEqual(violated(storageError("Port.method")(unique)), "tags_name_key")
      assert.isUndefined(violated(storageError("Port.method")(yield* raised("XX000"))))
    }).pipe(Effect.provide(client))
  )

  it.live("name a violated constraint without the number of the shard that Citus appends", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE TABLE shard (name TEXT CONSTRAINT leads_email_key_102427 UNIQUE)`
      const error = yield* Effect.flip(sql`INSERT INTO shard VALUES ('a'), ('a')`)
      assert.strictEqual(violated(storageError("Port.method")(error)), "leads_email_key")
    }).pipe(Effect.provide(client))
  )
})

describe("An error", () => {
  /** Everything that a log could show of an error. */
  const shown = (error: StorageError) => {
    const cause = Cause.fail(error)
    return [error.message, error.stack, Cause.pretty(cause), inspect(cause, { depth: null, showHidden: true })].join(
      "\n"
    )
  }
  const failing = Effect.fnUntraced(function* (statement: Statement.Statement<unknown>) {
    const error = storageError("Port.method")(yield* Effect.flip(statement))
    assert.notMatch(shown(error), /ada@x\.test/u)
    return error.message
  })

  it.live("says what happened, without parameters and rows", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const address = "ada@x.test"
      yield* sql`CREATE TABLE person (email TEXT CONSTRAINT person_email_key UNIQUE, age INTEGER CHECK (age > 0))`
      yield* sql`CREATE FUNCTION complain(x TEXT) RETURNS TEXT LANGUAGE plpgsql AS
        'BEGIN RAISE EXCEPTION ''bad: %'', x USING DETAIL = x, HINT = x; END'`
      yield* sql`INSERT INTO person VALUES (${address}, 1)`
      const messages = yield* Effect.forEach(
        [
          sql`INSERT INTO person VALUES (${address}, 1)`,
          sql`INSERT INTO person VALUES (${address + "."}, 0)`,
          sql`SELECT ${address}::bigint`,
          sql`SELECT ${`{"${address}`}::text[]`,
          sql`SELECT complain(${address})`,
          // A parameter that the driver cannot send.
          sql`SELECT ${Symbol(address)}`
        ],
        failing
      )
      assert.deepStrictEqual(messages, [
        'Port.method: corrupt: 23505 duplicate key value violates unique constraint "person_email_key"',
        'Port.method: corrupt: 23514 new row for relation "person" violates check constraint "person_age_check"',
        "Port.method: corrupt: 22P02 invalid input syntax for type bigint: …",
        "Port.method: corrupt: 22P02 malformed array literal: …",
        "Port.method: corrupt: P0001 raised by a function of the database",
        "Port.method: corrupt: PgConnection: Failed to encode query"
      ])
    }).pipe(Effect.provide(client))
  )

  it.live("says why there is no connection, without its URL", () =>
    Effect.gen(function* () {
      const real = new URL(Redacted.value(yield* freshDatabase))
      const fails = Effect.fnUntraced(function* (url: string) {
        const layer = PostgresStorage.layer.pipe(Layer.provide(Connection.layerClient({ url: Redacted.make(url) })))
        const error = yield* Effect.flip(Effect.scoped(Layer.build(Layer.fresh(layer))))
        assert(error instanceof StorageError)
        assert.notMatch(shown(error), /hunter2/u)
        return error.message
      })
      assert.match(
        yield* fails("postgres://ada:hunter2@127.0.0.1:1/x"),
        /^PostgresStorage\.layer: unavailable: PgConnection: Failed to connect: connect ECONNREFUSED 127\.0\.0\.1:1$/u
      )
      assert.match(
        yield* fails(`postgres://ada:hunter2@${real.host}/x`),
        /: 28P01 password authentication failed for user "ada"$/u
      )
    }).pipe(Effect.scoped)
  )

  it.live("of a URL that is not valid says why, without the URL", () =>
    Effect.gen(function* () {
      const run = Effect.provide(
        Migrations.run,
        Connection.layerClient({ url: Redacted.make("postgres://ada:hunter2@[x/x") })
      )
      const error = yield* Effect.flip(run)
      assert.match(error.message, /^The URL of the database must be of the form postgres:/u)
      assert.notMatch(inspect(error, { depth: null, showHidden: true }), /hunter2/u)
    })
  )
})

/** Long for a statement on a slow machine, and shorter than the statements that take too long: 3 s. */
const impatience = Duration.seconds(1)
const impatient = Layer.succeed(PostgresStorage.Patience, { connection: impatience, answer: impatience })
/** A storage with short time limits, over a separate client. */
const hasty = (client: Layer.Layer<SqlClient.SqlClient, Connection.CannotConnect>) =>
  PostgresStorage.layer.pipe(Layer.provideMerge(client), Layer.provide(impatient))

describe("A server that does not answer", () => {
  /** Accepts connections, and never answers. */
  const silence = Effect.acquireRelease(
    Effect.callback<{ readonly url: Redacted.Redacted; readonly close: () => void }>((resume) => {
      const sockets = new Set<{ destroy: () => void }>()
      const server = createServer((socket) => sockets.add(socket))
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        const close = () => {
          for (const socket of sockets) socket.destroy()
          server.close()
        }
        resume(Effect.succeed({ url: Redacted.make(`postgres://postgres@127.0.0.1:${port}/postgres`), close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )
  const failsToBuild = Effect.fnUntraced(function* (url: Redacted.Redacted) {
    const error = yield* Effect.flip(Effect.scoped(Layer.build(hasty(Connection.layerClient({ url })))))
    assert.strictEqual(error._tag === "StorageError" && error.reason._tag, "Unavailable")
  })

  it.live("is unavailable: nothing listens", () =>
    Effect.gen(function* () {
      const { close, url } = yield* silence
      close()
      yield* failsToBuild(url)
    }).pipe(Effect.scoped)
  )

  it.live("is unavailable: it accepts connections, and is silent", () =>
    Effect.flatMap(silence, ({ url }) => failsToBuild(url)).pipe(Effect.scoped)
  )

  it.live("is unavailable: it does not let us in", () =>
    Effect.gen(function* () {
      const url = new URL(Redacted.value(yield* freshDatabase))
      url.pathname = "/there_is_no_such_database"
      yield* failsToBuild(Redacted.make(url.href))
    }).pipe(Effect.scoped)
  )

  it.live("is unavailable for the time being: all connections are taken", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { transaction } = yield* Transactor
      const organizations = yield* OrganizationStore
      const taken = yield* Deferred.make<void>()
      const taker = yield* Effect.forkChild(
        sql.withTransaction(Effect.andThen(Deferred.succeed(taken, undefined), Effect.never))
      )
      yield* Deferred.await(taken)
      for (const effect of [organizations.list, transaction(organizations.list)]) {
        const error = yield* Effect.flip(effect)
        assert.strictEqual(error.reason._tag, "Unavailable")
      }
      yield* Fiber.interrupt(taker)
      assert.deepStrictEqual(yield* organizations.list, [])
    }).pipe(
      Effect.provide(
        PostgresStorage.layer.pipe(
          Layer.provide(layerMigrated),
          Layer.provideMerge(layerFresh((url) => Connection.layerClient({ url, maxConnections: 1 }))),
          Layer.provide(impatient)
        )
      )
    )
  )

  it.live(
    "may have changed something: a statement takes too long and cannot be cancelled, unless in a transaction",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const store = yield* LeadStore
        const { organization_id, ids } = yield* newLeadList("a@x.test")
        const leads = yield* store.findMany(organization_id, ids)
        yield* sql`
        CREATE FUNCTION insist() RETURNS TRIGGER LANGUAGE plpgsql AS '
          BEGIN
            PERFORM pg_sleep(3);
            RETURN NEW;
          EXCEPTION WHEN query_canceled THEN
            PERFORM pg_sleep(3);
            RETURN NEW;
          END'`
        yield* sql`CREATE TRIGGER insist BEFORE UPDATE ON mailroom.leads FOR EACH ROW EXECUTE FUNCTION insist()`
        const { transaction } = yield* Transactor
        const write = store.writeTexts(organization_id, leads)
        const errors = yield* Effect.forEach([write, transaction(write)], Effect.flip)
        assert.deepStrictEqual(
          errors.map(({ reason }) => reason._tag),
          ["Unknown", "Unavailable"]
        )
        for (const { message } of errors) assert.match(message, /^LeadStore\.writeTexts: .*: no answer within \d+m?s$/u)
      }).pipe(Effect.provide(layerStorage.pipe(Layer.provide(impatient))))
  )

  it.live("may have committed: COMMIT takes too long, unlike what is inside", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { transaction } = yield* Transactor
      const { rename, ids } = yield* newLeadList("a@x.test", "b@x.test")
      const [a, b] = ids
      if (a === undefined || b === undefined) return yield* Effect.die("no leads")
      yield* sql`
        CREATE FUNCTION dawdle() RETURNS TRIGGER LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(3); RETURN NULL; END'`
      yield* sql`
        CREATE CONSTRAINT TRIGGER dawdle AFTER UPDATE ON mailroom.leads DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW WHEN (NEW.first_name = 'Slow') EXECUTE FUNCTION dawdle()`
      // Longer than the time limit, but this time is not spent on waiting for Postgres.
      assert.isTrue(yield* transaction(Effect.andThen(Effect.sleep("1500 millis"), rename(a, "Ada"))))
      const error = yield* Effect.flip(transaction(rename(b, "Slow")))
      assert.strictEqual(error._tag === "StorageError" && error.reason._tag, "Unknown")
    }).pipe(Effect.provide(layerStorage.pipe(Layer.provide(impatient))))
  )
})

describe("Rows that cannot be", () => {
  it.live("are corruption", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { ids, organization_id, store } = yield* newLeadList("a@x.test")
      yield* sql`UPDATE mailroom.leads SET id = ${2n ** 60n}, created_at = 'infinity'`
      const [id] = ids
      assert.isDefined(id)
      const error = yield* Effect.flip(
        store.findMatching(organization_id, { addresses: ["a@x.test"], domains: [] }, { limit: 1 })
      )
      assert.strictEqual(error.reason._tag, "Corrupt")
      const organizations = yield* OrganizationStore
      yield* organizations.insert({ name: "next", created_at: at })
      assert.strictEqual((yield* organizations.list).length, 2)
    }).pipe(Effect.provide(layerStorage))
  )
})
