/** The thread of an embedded database: PGlite, which speaks the protocol of Postgres over ports. */
import { PGlite } from "@electric-sql/pglite"
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin"
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { type MessagePort, parentPort, workerData } from "node:worker_threads"
import { DatabaseFolder, startParams } from "./databaseFolder.ts"
import { Session } from "./session.ts"
import { readSnapshot } from "../snapshot.ts"

/** The options of the thread. */
export interface Options {
  /** The folder of the database; without one it is in memory. */
  readonly data: string | undefined
  /** Whether a new database is a copy of the snapshot where there is one. */
  readonly copies: boolean
}

/** A message to the thread: the port of a new connection, or at the end the command to close. */
export type Request = { readonly port: MessagePort; readonly isGuest: boolean } | "close"

/** A message of the thread: it has started, or why it cannot. */
export type Message = "started" | { readonly reason: string }

/** Starts PGlite. Fails with the messages of Postgres, which the error of PGlite lacks. */
const start = async ({ copies, data }: Options): Promise<PGlite> => {
  const lines: Array<string> = []
  const onStderr = (line: string) => {
    // Only the reason of a failed start is needed; later Postgres writes a line for each failed statement.
    if (lines.length < 100) lines.push(line)
    return false
  }
  const isNew = data === undefined || !existsSync(join(data, "PG_VERSION"))
  const snapshot = isNew && copies ? readSnapshot() : undefined
  const storage = data === undefined ? { dataDir: "memory://" } : { fs: new DatabaseFolder(data), startParams }
  try {
    return await PGlite.create({
      ...storage,
      extensions: { pg_trgm, btree_gin },
      onStderr,
      ...(snapshot === undefined ? {} : { loadDataDir: snapshot })
    })
  } catch (cause) {
    const reasons = lines.flatMap((line) => /(?:FATAL|PANIC|DETAIL): +(.*)/u.exec(line)?.slice(1) ?? [])
    throw new Error(reasons.join("; ") || String(cause), { cause })
  }
}

const send = (message: Message) => parentPort?.postMessage(message, [])

const run = (db: PGlite) => {
  const session = new Session(db)
  parentPort?.on("message", (request: Request) => {
    if (request !== "close") return session.add(request.port, request)
    // A failure ends the thread with an error.
    void db.close().then(() => process.exit(0))
  })
  send("started")
}

start(workerData).then(run, (error: Error) => send({ reason: error.message }))
