/** The embedded database: PGlite, Postgres in a thread of this process, for hosts without a server. */
import { PgClient } from "@effect/sql-pg"
import { Encryption } from "@mailroom/core"
import { Duration, Effect, Layer, Option, Redacted, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { existsSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { autovacuum } from "./internal/autovacuum.ts"
import { sync, syncAll } from "./internal/disk.ts"
import * as folderLock from "./internal/folderLock.ts"
import { keyFileOf, obtainKey } from "./internal/keyFile.ts"
import { fileMode, makeFolder, tighten } from "./internal/privacy.ts"
import { Patience } from "./internal/waiting.ts"
import { startThread } from "./internal/wire.ts"
import { registry } from "./PgTypes.ts"

/** Another process has the folder open, or this one has. */
export class FolderInUse extends Schema.TaggedError<FolderInUse>()("FolderInUse", {
  directory: Schema.String,
  pid: Schema.Number
}) {
  override get message(): string {
    const lock = lockOf(this.directory)
    return `Process ${this.pid} has the database in ${this.directory} open; if it does not, remove ${lock}`
  }
}

/** The folder cannot be read or written, or what is in it is no sound database. */
export class FolderUnusable extends Schema.TaggedError<FolderUnusable>()("FolderUnusable", {
  directory: Schema.String,
  /** What Postgres or the file system says. */
  reason: Schema.String,
  cause: Schema.Defect()
}) {
  override get message(): string {
    return `The database in ${this.directory} cannot be opened: ${this.reason}`
  }
}

/** PGlite is an optional peer dependency, which is not installed. */
export class NoEmbeddedDatabase extends Schema.TaggedError<NoEmbeddedDatabase>()("NoEmbeddedDatabase", {
  cause: Schema.Defect()
}) {
  override get message(): string {
    return "The embedded database cannot be loaded: npm install @electric-sql/pglite"
  }
}

/**
 * A database in the folder `directory`, made on first use and kept there; or, without one, in memory. It is closed
 * with the scope. One process at a time has it; what it committed outlives the process, however that ends, and a power
 * loss.
 *
 * Only the owner can read the folder: mode 0700, files 0600, whatever the umask. A folder that others can read is
 * tightened, with a warning in the log. One that Mailroom did not make gets the warning only; the database in it is
 * tightened all the same.
 *
 * Its statements run in a thread of their own, so that none blocks the event loop, over one connection: transactions
 * wait for each other. Waiting for the connection means waiting for other transactions, so the limits are longer than
 * with a server. A `StorageBudget` still applies.
 */
export const layer = ({ directory }: { readonly directory?: string | undefined } = {}): Layer.Layer<
  PgClient.PgClient | SqlClient.SqlClient,
  FolderInUse | FolderUnusable | NoEmbeddedDatabase
> =>
  PgClient.layerFrom(
    Effect.gen(function* () {
      const db = yield* directory === undefined ? start(undefined, memory) : openFolder(resolve(directory))
      const url = Redacted.make("postgres://postgres@localhost/postgres?sslmode=disable")
      const client = yield* PgClient.make({
        url,
        stream: db.connect,
        maxConnections: 1,
        multiplex: true,
        types: registry
      })
      yield* Effect.forkScoped(autovacuum(client))
      return client
    }).pipe(
      Effect.catchTag("SqlError", (cause) =>
        Effect.fail(new FolderUnusable({ directory: directory ?? memory, reason: cause.message, cause }))
      )
    )
  ).pipe(Layer.merge(Layer.succeed(Patience, { connection: patience, answer: patience })))

/**
 * Encrypts secrets under a key in the file `encryption-key` beside the database, which is made on first use; or, without
 * a folder, under a key in memory. The key belongs into backups of the folder: without it, no stored secret can be read.
 */
export const layerEncryption = ({ directory }: { readonly directory?: string | undefined } = {}): Layer.Layer<
  Encryption,
  FolderUnusable
> => {
  if (directory === undefined) return Encryption.layerEphemeral
  const file = keyFileOf(resolve(directory))
  const unusable = (reason: string, cause: unknown) => new FolderUnusable({ directory, reason, cause })
  const key = Effect.tryPromise({
    try: () => {
      makeFolder(directory)
      return obtainKey(file)
    },
    catch: (cause) => unusable(reasonOf(cause), cause)
  })
  return Layer.effectContext(
    Effect.flatMap(key, (key) =>
      Effect.mapError(Layer.build(Encryption.layerKeys(key)), (cause) => unusable(`${file}: ${cause.message}`, cause))
    )
  )
}

const patience = Duration.seconds(15)

const memory = "memory://"

const reasonOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

const isMissing = (cause: unknown) => cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND"

/** Opens the database in the folder `data`, and closes it with the scope. */
const start = (data: string | undefined, directory: string) =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: () => startThread(data),
      catch: (cause) =>
        isMissing(cause)
          ? new NoEmbeddedDatabase({ cause })
          : new FolderUnusable({ directory, reason: reasonOf(cause), cause })
    }),
    (db) =>
      Effect.ignore(
        Effect.tryPromise(() => db.close()),
        { log: "Warn" }
      )
  )

const lockOf = (directory: string) => join(directory, "lock")

const openFolder = Effect.fnUntraced(function* (directory: string) {
  const inFolder = <A>(f: () => A | Promise<A>) =>
    Effect.tryPromise({
      try: async () => f(),
      catch: (cause) => new FolderUnusable({ directory, reason: reasonOf(cause), cause })
    })
  const lock = lockOf(directory)
  const data = join(directory, "postgres")
  const unfinished = join(directory, "unfinished")

  yield* inFolder(() => makeFolder(directory))
  const holder = yield* Effect.acquireRelease(
    inFolder(() => folderLock.acquire(lock)),
    (holder) => (Option.isNone(holder) ? Effect.sync(() => folderLock.release(lock)) : Effect.void)
  )
  if (Option.isSome(holder)) return yield* new FolderInUse({ directory, pid: holder.value })
  const warnings = yield* inFolder(() => tighten(directory, data, keyFileOf(directory)))
  yield* Effect.forEach(warnings, (warning) => Effect.logWarning(warning))
  const isNew = yield* inFolder(async () => {
    // A process that was killed while it made the database has committed nothing to it.
    if (existsSync(unfinished)) rmSync(data, { recursive: true, force: true })
    if (existsSync(data)) return false
    writeFileSync(unfinished, "", { mode: fileMode })
    await sync(directory)
    return true
  })
  const db = yield* start(data, directory)
  if (isNew) {
    yield* inFolder(async () => {
      await syncAll(directory)
      rmSync(unfinished, { force: true })
      // Were it there again after a power loss, the next start would remove the database.
      await sync(directory)
    })
  }
  return db
})
