/** The embedded database: PGlite, Postgres in a thread of this process, for hosts without a server. */
import { PgClient } from "@effect/sql-pg"
import { Encryption } from "@mailroom/core"
import { Duration, Effect, Layer, Option, Redacted, Schedule, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { existsSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import type { Duplex } from "node:stream"
import { autovacuum } from "./internal/embedded/autovacuum.ts"
import { sync, syncAll } from "./internal/embedded/disk.ts"
import * as folderLock from "./internal/embedded/folderLock.ts"
import { keyFileOf, obtainKey } from "./internal/embedded/keyFile.ts"
import { fileMode, makeFolder, tighten } from "./internal/embedded/privacy.ts"
import * as socket from "./internal/embedded/socket.ts"
import { Patience } from "./internal/database/waiting.ts"
import { type DatabaseThread, InBundle, startThread } from "./internal/embedded/wire.ts"
import { registry } from "./PgTypes.ts"

/** Another process has the folder open, or this one has. */
export class FolderInUse extends Schema.TaggedError<FolderInUse>()("FolderInUse", {
  directory: Schema.String,
  pid: Schema.Number,
  /** The socket over which other processes of its owner use the database, if there is one. */
  socket: Schema.optionalKey(Schema.String)
}) {
  override get message(): string {
    const lock = lockOf(this.directory)
    return (
      `Process ${this.pid} has the database in ${this.directory} open: stop it first, or use another folder. ` +
      `If it does not have it open, remove ${lock}`
    )
  }
}

/** The folder cannot be read or written, or its database is damaged. */
export class FolderUnusable extends Schema.TaggedError<FolderUnusable>()("FolderUnusable", {
  directory: Schema.String,
  /** The message of Postgres or of the file system. */
  reason: Schema.String,
  cause: Schema.Defect()
}) {
  override get message(): string {
    return `The database in ${this.directory} cannot be opened: ${this.reason}`
  }
}

/** PGlite is an optional peer dependency, which is not installed; or this code is inside a bundle, without its files. */
export class NoEmbeddedDatabase extends Schema.TaggedError<NoEmbeddedDatabase>()("NoEmbeddedDatabase", {
  cause: Schema.Defect()
}) {
  override get message(): string {
    return this.cause instanceof InBundle
      ? "The embedded database cannot run inside a bundle: leave @electric-sql/pglite and the package of Mailroom that the " +
          "app imports outside of it, as external packages, and install them where the bundle runs; or use a Postgres"
      : "The embedded database cannot be loaded: npm install @electric-sql/pglite"
  }
}

/**
 * A database in the folder `directory`, made on first use and kept there; or, without one, in memory. It is closed
 * with the scope. One process at a time has it; what it committed outlives the process, however that ends, and a power
 * loss.
 *
 * Other processes of the folder's owner can use it through that process, over the Unix socket `socket/mailroom` in the
 * folder: with `connect`, instead of failing with `FolderInUse`. They lose the connection when that process closes the database. Their transactions
 * and the transactions of that process wait for each other. A connection that leaves a transaction idle for 10 s ends. Not on
 * Windows.
 *
 * Only the owner can read the folder: mode 0700, files 0600, whatever the umask. A folder that others can read is
 * tightened, with a warning in the log. One that Mailroom did not make gets the warning only; the database in it is
 * tightened all the same.
 *
 * Its statements run in a separate thread, so that they do not block the event loop, over one connection: transactions
 * wait for each other. Waiting for the connection means waiting for other transactions, so the limits are longer than
 * with a server. The deadline of a request still applies.
 */
export const layer = ({
  connect = false,
  directory
}: { readonly directory?: string | undefined; readonly connect?: boolean } = {}): Layer.Layer<
  PgClient.PgClient | SqlClient.SqlClient,
  FolderInUse | FolderUnusable | NoEmbeddedDatabase
> =>
  PgClient.layerFrom(
    Effect.gen(function* () {
      const { isGuest, stream } = yield* directory === undefined
        ? Effect.map(openThread(undefined, inMemory), ofOwner)
        : connect
          ? openOrConnect(resolve(directory))
          : openFolder(resolve(directory))
      const url = Redacted.make("postgres://postgres@localhost/postgres?sslmode=disable")
      const client = yield* PgClient.make({
        url,
        stream,
        maxConnections: 1,
        multiplex: true,
        types: registry,
        // The session is shared: statements that a guest prepares would stay in it.
        prepare: !isGuest,
        connectTimeout: timeout
      })
      if (!isGuest) yield* Effect.forkScoped(autovacuum(client))
      return client
    }).pipe(
      Effect.catchTag("SqlError", (cause) =>
        Effect.fail(new FolderUnusable({ directory: directory ?? inMemory, reason: cause.message, cause }))
      )
    )
  ).pipe(Layer.merge(Layer.succeed(Patience, { connection: timeout, answer: timeout })))

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

/** How long a statement, or a free connection, may take. A folder that is opened after a crash needs more than a server. */
const timeout = Duration.seconds(15)

const inMemory = "memory://"

const reasonOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

/** Whether PGlite is not installed, or not beside this code. */
const isMissing = (cause: unknown) =>
  cause instanceof InBundle || (cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND")

/** Starts PGlite in a thread, on the folder `data` or in memory, and closes it with the scope. Errors name `directory`. */
const openThread = (data: string | undefined, directory: string) =>
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

interface Opened {
  /** A new connection. */
  readonly stream: () => Duplex
  /** Whether another process has the database open. */
  readonly isGuest: boolean
}

/** The connections of the process that has the database open. */
const ofOwner = (db: DatabaseThread): Opened => ({ stream: () => db.connect(), isGuest: false })

/**
 * Opens the database, or connects to the process that has it open. That process may have only begun to open the folder, or
 * be about to release it: waits up to 5 s.
 */
const openOrConnect = (directory: string) =>
  openFolder(directory).pipe(
    Effect.catchTag("FolderInUse", (inUse) =>
      Effect.gen(function* () {
        const path = inUse.socket
        if (path === undefined) return yield* inUse
        const isOpen = yield* Effect.tryPromise(() => socket.isOpen(path, directory)).pipe(
          Effect.orElseSucceed(() => false)
        )
        if (!isOpen) return yield* inUse
        return { stream: () => socket.connect(path), isGuest: true } satisfies Opened
      })
    ),
    Effect.retry({
      while: (error) => error._tag === "FolderInUse" && error.socket !== undefined,
      schedule: Schedule.spaced("100 millis").pipe(Schedule.upTo({ duration: "5 seconds" }))
    })
  )

/** Opens the database in a folder, and keeps other processes out of it. */
const openFolder = Effect.fnUntraced(function* (directory: string) {
  const inFolder = <A>(f: () => A | Promise<A>) =>
    Effect.tryPromise({
      try: async () => f(),
      catch: (cause) => new FolderUnusable({ directory, reason: reasonOf(cause), cause })
    })
  const lock = lockOf(directory)
  const data = join(directory, "postgres")
  const unfinished = join(directory, "unfinished")
  const path = socket.socketOf(directory)

  yield* inFolder(() => makeFolder(directory))
  const holder = yield* Effect.acquireRelease(
    inFolder(() => folderLock.acquire(lock, path)),
    (holder) => (Option.isNone(holder) ? Effect.sync(() => folderLock.release(lock)) : Effect.void)
  )
  if (Option.isSome(holder)) {
    const { pid, socket } = holder.value
    return yield* new FolderInUse({ directory, pid, ...(socket === undefined ? {} : { socket }) })
  }
  // Listens before the database is open, which may take seconds: guests wait for `guestConnections`.
  const guestConnections = Promise.withResolvers<() => Duplex>()
  // A rejection that nobody waits for would end the process.
  guestConnections.promise.catch(() => undefined)
  const listening = yield* listenForGuests(path, guestConnections.promise)
  yield* Effect.addFinalizer(() => Effect.sync(() => guestConnections.reject(new Error("The database is not open"))))
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
  const db = yield* openThread(data, directory)
  if (isNew) {
    yield* inFolder(async () => {
      await syncAll(directory)
      rmSync(unfinished, { force: true })
      // If the file came back after a power loss, the next start would remove the database.
      await sync(directory)
    })
  }
  guestConnections.resolve(() => db.connect({ isGuest: true }))
  // Finalizers run in reverse: guests are disconnected before `openThread` closes the database.
  yield* Effect.addFinalizer(() => Effect.sync(() => listening?.close()))
  return ofOwner(db)
})

/** Listens for guests until the scope closes. The database also opens on a file system without sockets. */
const listenForGuests = (path: string | undefined, connect: Promise<() => Duplex>) =>
  path === undefined
    ? Effect.succeed(undefined)
    : Effect.acquireRelease(
        Effect.tryPromise(async () => socket.listen(path, connect)).pipe(
          Effect.catch(({ cause }) =>
            Effect.as(Effect.logInfo(`Other processes cannot use the database: ${reasonOf(cause)}`), undefined)
          )
        ),
        (listening) => Effect.sync(() => listening?.close())
      )
