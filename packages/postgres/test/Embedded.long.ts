/** The embedded database: it keeps its data, and only one process opens it. */
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { PGlite } from "@electric-sql/pglite"
import { Encryption, OrganizationId, OrganizationStore } from "@mailroom/core"
import { PostgresStorage } from "@mailroom/postgres"
import { Embedded } from "@mailroom/postgres/embedded"
import { Duration, Effect, Layer, Logger, Redacted, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { DatabaseFolder, startParams } from "../src/internal/embedded/databaseFolder.ts"
import { snapshotFile } from "../src/internal/snapshot.ts"
import { startThread } from "../src/internal/embedded/wire.ts"
import { quick } from "../../host/test/Programs.ts"
import { at } from "./Seeds.ts"
import { freshFolder, layerMigrated } from "./Server.ts"

/** A folder whose parent does not exist yet; both are removed with the scope. */
const newFolder = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "mailroom-embedded-"))),
    (directory) => Effect.sync(() => rmSync(directory, { recursive: true, force: true }))
  ),
  (directory) => join(directory, "not", "yet")
)

/** Opens the folder, runs the effect, and closes it. */
const open = <A, E>(directory: string, effect: Effect.Effect<A, E, OrganizationStore | SqlClient.SqlClient>) =>
  Effect.provide(effect, layerMigrated.pipe(Layer.provideMerge(Embedded.layer({ directory }))), { local: true })

const names = OrganizationStore.use(({ list }) => Effect.map(list, (all) => all.map(({ name }) => name)))
const add = (name: string) => OrganizationStore.use(({ insert }) => insert({ name, created_at: at }))

/** Another process that opens the folder and adds organizations for ever. */
const otherProcess = Effect.fnUntraced(function* (directory: string, umask = "22") {
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(
        process.execPath,
        [quick, "--conditions=mailroom-source", join(import.meta.dirname, "writer.ts"), directory, umask],
        {
          stdio: ["ignore", "pipe", "inherit"]
        }
      )
    ),
    kill
  )
  const lines = Stream.fromAsyncIterable(createInterface(child.stdout), (cause) => cause)
  return { child, lines }
})

const kill = (child: ChildProcess) =>
  Effect.promise(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, "exit")
    child.kill("SIGKILL")
    await exit
  })

const refuses = (error: unknown, expected: object) => assert.deepInclude({ ...Object(error) }, expected)

describe("Embedded", () => {
  it.live("waits longer than for a server, because others have its connection", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* PostgresStorage.Patience).connection, Duration.seconds(15))
    }).pipe(Effect.provide(Embedded.layer()))
  )

  it.live("makes its folder, keeps in it what it was given, and is closed with its scope", () =>
    Effect.gen(function* () {
      const directory = yield* newFolder
      yield* open(directory, add("first"))
      assert.isFalse(existsSync(join(directory, "lock")))
      assert.deepStrictEqual(yield* open(directory, Effect.andThen(add("second"), names)), ["first", "second"])
    }).pipe(Effect.scoped)
  )

  it.live("keeps what was committed when its process is killed, and gives way to the next", () =>
    Effect.gen(function* () {
      const directory = yield* freshFolder
      const { child, lines } = yield* otherProcess(directory)
      const written = yield* lines.pipe(Stream.take(50), Stream.runCollect)
      refuses(yield* Effect.flip(open(directory, names)), { _tag: "FolderInUse", directory, pid: child.pid })
      yield* kill(child)
      const kept = yield* open(directory, names)
      assert.deepStrictEqual(kept.slice(0, written.length), written)
    }).pipe(Effect.scoped)
  )

  it.live("is refused to a second opener in the same process", () =>
    Effect.gen(function* () {
      const directory = yield* freshFolder
      yield* open(
        directory,
        Effect.gen(function* () {
          const error = yield* Effect.flip(open(directory, names))
          refuses(error, { _tag: "FolderInUse", directory, pid: process.pid })
          assert.include(error.message, join(directory, "lock"))
          yield* add("still here")
        })
      )
      assert.deepStrictEqual(yield* open(directory, names), ["still here"])
    }).pipe(Effect.scoped)
  )

  it.live("takes a folder over whose lock no living process has", () =>
    Effect.gen(function* () {
      const directory = yield* freshFolder
      // A lock that was never written completely, a lock of a dead process, and a lock with a reused pid.
      const locks = ["{", `{"pid":999999999,"started":null}`, `{"pid":${process.pid},"started":"1"}`]
      for (const lock of locks.slice(0, existsSync("/proc/self/stat") ? 3 : 2)) {
        writeFileSync(join(directory, "lock"), lock)
        assert.deepStrictEqual(yield* open(directory, names), [])
      }
    }).pipe(Effect.scoped)
  )

  it.live("starts again when a process was killed while it created the database", () =>
    Effect.gen(function* () {
      const directory = yield* newFolder
      mkdirSync(join(directory, "postgres"), { recursive: true })
      writeFileSync(join(directory, "postgres", "PG_VERSION"), "18\n")
      writeFileSync(join(directory, "unfinished"), "")
      assert.deepStrictEqual(yield* open(directory, Effect.andThen(add("first"), names)), ["first"])
      assert.deepStrictEqual(yield* open(directory, names), ["first"])
    }).pipe(Effect.scoped)
  )

  it.live("says what is wrong with a folder that it cannot open, and leaves it as it is", () =>
    Effect.gen(function* () {
      const directory = yield* freshFolder
      yield* open(directory, add("first"))
      const control = join(directory, "postgres", "global", "pg_control")
      const sound = readFileSync(control)
      truncateSync(control, 100)
      const broken = yield* Effect.flip(open(directory, names))
      refuses(broken, { _tag: "FolderUnusable", directory })
      assert.match(broken.message, /could not read file "global\/pg_control"/u)
      writeFileSync(control, sound)
      assert.deepStrictEqual(yield* open(directory, names), ["first"])

      const file = join(directory, "file")
      writeFileSync(file, "not a folder")
      refuses(yield* Effect.flip(open(file, names)), {
        _tag: "FolderUnusable",
        directory: file,
        reason: "it is a file, not a folder"
      })
    }).pipe(Effect.scoped)
  )
})

/** The warnings that `effect` logs. */
const warningsOf = <A, E, R>(effect: Effect.Effect<A, E, R>) => {
  const lines: Array<string> = []
  const logger = Logger.make(({ logLevel, message }) => void (logLevel === "Warn" && lines.push(String(message))))
  return Effect.as(Effect.provide(effect, Logger.layer([logger])), lines)
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

/** The modes of all folders and files in `directory`, recursively. */
const modesIn = (directory: string) => {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true })
  const modes = (isFolder: boolean) =>
    entries
      .filter((entry) => entry.isDirectory() === isFolder)
      .map(({ name, parentPath }) => modeOf(join(parentPath, name)))
  return { folders: [...new Set([modeOf(directory), ...modes(true)])], files: [...new Set(modes(false))] }
}
const forTheOwner = { folders: ["700"], files: ["600"] }

describe("The folder of the embedded database", () => {
  it.live("is for its owner alone, with the files that Postgres adds later, whatever the umask", () =>
    Effect.gen(function* () {
      const directory = yield* newFolder
      const { child, lines } = yield* otherProcess(directory, "0")
      yield* lines.pipe(Stream.take(1), Stream.runDrain)
      assert.includeMembers(readdirSync(directory), ["lock", "made-by-mailroom"])
      assert.deepStrictEqual(modesIn(directory), forTheOwner)
      yield* kill(child)
    }).pipe(Effect.scoped)
  )

  it.live("is tightened when others can read it, and the log says so", () =>
    Effect.gen(function* () {
      const directory = yield* freshFolder
      const data = join(directory, "postgres")
      writeFileSync(join(directory, "made-by-mailroom"), "", { mode: 0o600 })
      assert.deepStrictEqual(yield* warningsOf(open(directory, add("first"))), [])
      chmodSync(directory, 0o755)
      assert.deepStrictEqual(yield* warningsOf(open(directory, names)), [
        `Other users could read ${directory}: its mode is 700 now`
      ])
      chmodSync(data, 0o750)
      chmodSync(join(data, "PG_VERSION"), 0o644)
      assert.deepStrictEqual(yield* warningsOf(open(directory, names)), [
        `Other users could read ${data}: its mode is 700 now, and 600 that of its files`
      ])
      assert.deepStrictEqual(modesIn(directory), forTheOwner)
      assert.deepStrictEqual(yield* warningsOf(open(directory, names)), [])
    }).pipe(Effect.scoped)
  )

  it.live("gets only a warning when Mailroom did not make it, each time; the database in it is tightened", () =>
    Effect.gen(function* () {
      const directory = yield* freshFolder
      const data = join(directory, "postgres")
      chmodSync(directory, 0o755)
      chmodSync(data, 0o755)
      const warning = `Other users can read ${directory}, which Mailroom did not make: \`chmod 700\` makes it private`
      const tightened = `Other users could read ${data}: its mode is 700 now, and 600 that of its files`
      assert.deepStrictEqual(yield* warningsOf(open(directory, names)), [warning, tightened])
      assert.deepStrictEqual(yield* warningsOf(open(directory, names)), [warning])
      assert.strictEqual(modeOf(directory), "755")
      assert.deepStrictEqual(modesIn(data), forTheOwner)
    }).pipe(Effect.scoped)
  )
})

describe("The key of the embedded database", () => {
  const owner = { organization_id: OrganizationId.make(1), row: "integration 1 config" }
  const encrypt = Encryption.use(({ encrypt }) => encrypt(Redacted.make("secret"), owner))
  const decrypt = (text: string) =>
    Effect.map(
      Encryption.use(({ decrypt }) => decrypt(text, owner)),
      Redacted.value
    )
  /** Uses a new layer, as another process would. */
  const within = (directory: string | undefined) =>
    Effect.provide(Embedded.layerEncryption({ directory }), { local: true })

  it.live("is made once, also by several processes at the same time, and kept for its owner alone", () =>
    Effect.gen(function* () {
      const directory = yield* newFolder
      const texts = yield* Effect.replicateEffect(encrypt.pipe(within(directory)), 20, { concurrency: 20 })
      for (const text of texts) assert.strictEqual(yield* decrypt(text).pipe(within(directory)), "secret")
      assert.sameMembers(readdirSync(directory), ["encryption-key", "made-by-mailroom"])
      assert.deepStrictEqual(modesIn(directory), forTheOwner)
    })
  )

  it.live("is tightened when others can read it", () =>
    Effect.gen(function* () {
      const directory = yield* newFolder
      const file = join(directory, "encryption-key")
      yield* encrypt.pipe(within(directory))
      chmodSync(file, 0o644)
      assert.deepStrictEqual(yield* warningsOf(open(directory, names)), [
        `Other users could read ${file}: its mode is 600 now`
      ])
      assert.strictEqual(modeOf(file), "600")
    })
  )

  it.live("is named when it is damaged, and not shown", () =>
    Effect.gen(function* () {
      const directory = yield* newFolder
      const file = join(directory, "encryption-key")
      yield* encrypt.pipe(within(directory))
      writeFileSync(file, "hunter2")
      const error = yield* Effect.flip(encrypt.pipe(within(directory)))
      refuses(error, { _tag: "FolderUnusable", directory })
      assert.include(error.message, `${file}: The encryption key is not base64 of 32 bytes`)
      assert.notInclude(error.message, "hunter2")
    })
  )

  it.live("is in memory without a folder", () =>
    Effect.gen(function* () {
      const text = yield* encrypt.pipe(within(undefined))
      refuses(yield* Effect.flip(decrypt(text).pipe(within(undefined))), { _tag: "UnknownEncryptionKey" })
    })
  )
})

describe("A commit", () => {
  it.live("is on the disk before it is answered", () =>
    Effect.gen(function* () {
      let count = 0
      class Counted extends DatabaseFolder {
        protected override fsync(descriptor: number) {
          count++
          return super.fsync(descriptor)
        }
      }
      const directory = join(yield* freshFolder, "postgres")
      const db = yield* Effect.acquireRelease(
        Effect.promise(() => PGlite.create({ fs: new Counted(directory), startParams })),
        (db) => Effect.promise(() => db.close())
      )
      yield* Effect.promise(() => db.exec("CREATE TABLE notes (id INT)"))
      for (let id = 1; id <= 3; id++) {
        const before = count
        yield* Effect.promise(() => db.exec(`INSERT INTO notes VALUES (${id})`))
        assert.isAbove(count, before)
      }
      const settings = yield* Effect.promise(() => db.query("SHOW full_page_writes"))
      assert.deepStrictEqual(settings.rows, [{ full_page_writes: "on" }])
    }).pipe(Effect.scoped)
  )

  it.live("is brought to the disk by the embedded database", () =>
    Effect.gen(function* () {
      const settings = SqlClient.SqlClient.use(
        (sql) => sql`SELECT current_setting('fsync') AS fsync, current_setting('wal_sync_method') AS method`
      )
      assert.deepStrictEqual(yield* open(yield* freshFolder, settings), [{ fsync: "on", method: "fsync" }])
    }).pipe(Effect.scoped)
  )
})

/** PGlite over a folder. Each use gets a client with one connection. */
const openThread = Effect.fnUntraced(function* (directory: string, options?: Parameters<typeof startThread>[1]) {
  const db = yield* Effect.acquireRelease(
    Effect.promise(() => startThread(directory, options)),
    (db) => Effect.promise(() => db.close())
  )
  const url = Redacted.make("postgres://postgres@localhost/postgres?sslmode=disable")
  return <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
    Effect.provide(effect, PgClient.layer({ url, stream: db.connect, maxConnections: 1 }), { local: true })
})

describe("A new database of PGlite", () => {
  it.live("is the same as a copy of the snapshot, and when it is made from nothing", () =>
    Effect.gen(function* () {
      assert.isTrue(existsSync(snapshotFile()))
      const [copied, made] = yield* Effect.forEach([true, false], (copies) =>
        Effect.gen(function* () {
          const once = yield* openThread(yield* newFolder, { copies })
          return yield* once(
            SqlClient.SqlClient.use((sql) =>
              Effect.all([
                sql`SELECT name, setting FROM pg_settings ORDER BY name`,
                sql`SELECT datname, encoding, datcollate, datctype, datallowconn FROM pg_database ORDER BY datname`,
                sql`SELECT rolname, rolsuper FROM pg_roles ORDER BY rolname`,
                sql`SELECT collname, collversion FROM pg_collation ORDER BY collname`
              ])
            )
          )
        })
      )
      assert.deepStrictEqual(copied, made)
    }).pipe(Effect.scoped)
  )
})

describe("A connection to PGlite", () => {
  it.live("begins by ending what the one before left open", () =>
    Effect.gen(function* () {
      const once = yield* openThread(join(yield* freshFolder, "postgres"))
      yield* once(SqlClient.SqlClient.use((sql) => Effect.andThen(sql`BEGIN`, sql`CREATE TABLE half (done BOOLEAN)`)))
      const left = SqlClient.SqlClient.use(
        (sql) => sql`SELECT to_regclass('half') AS half, pg_current_xact_id_if_assigned() AS id`
      )
      assert.deepStrictEqual(yield* once(left), [{ half: null, id: null }])
    }).pipe(Effect.scoped)
  )
})
