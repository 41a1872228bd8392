/** What the thread of an embedded database runs: PGlite, which speaks the protocol of Postgres over ports. */
import { PGlite } from "@electric-sql/pglite"
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin"
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { type MessagePort, parentPort, workerData } from "node:worker_threads"
import { DatabaseFolder, startParams } from "./databaseFolder.ts"
import { readSnapshot } from "./snapshot.ts"

/** What the thread is started with. */
export interface Options {
  /** The folder of the database; without one it is in memory. */
  readonly data: string | undefined
  /** Whether a new database is a copy of the snapshot where there is one. */
  readonly copies: boolean
}

/** What the thread is sent: a port for each new connection, and in the end the order to close. */
export type Order = MessagePort | "close"

/** What the thread sends: that it has started, or why it cannot. */
export type Message = "started" | { readonly reason: string }

/** AuthenticationOk, BackendKeyData, ReadyForQuery. */
const welcome = [82, 0, 0, 0, 8, 0, 0, 0, 0, 75, 0, 0, 0, 12, 0, 0, 0, 1, 0, 0, 0, 1, 90, 0, 0, 0, 5, 73]
const cancelRequest = 80_877_102
const terminate = "X".charCodeAt(0)

/** Starts PGlite. Fails with the messages of Postgres, which the error of PGlite lacks. */
const start = async ({ copies, data }: Options): Promise<PGlite> => {
  const said: Array<string> = []
  const onStderr = (line: string) => {
    // Only the reason of a failed start is needed; later Postgres writes a line for each failed statement.
    if (said.length < 100) said.push(line)
    return false
  }
  const isNew = data === undefined || !existsSync(join(data, "PG_VERSION"))
  const snapshot = isNew && copies ? readSnapshot() : undefined
  const place = data === undefined ? { dataDir: "memory://" } : { fs: new DatabaseFolder(data), startParams }
  try {
    return await PGlite.create({
      ...place,
      extensions: { pg_trgm, btree_gin },
      onStderr,
      ...(snapshot === undefined ? {} : { loadDataDir: snapshot })
    })
  } catch (cause) {
    const reasons = said.flatMap((line) => /(?:FATAL|PANIC|DETAIL): +(.*)/u.exec(line)?.slice(1) ?? [])
    throw new Error(reasons.join("; ") || String(cause), { cause })
  }
}

/** The answer to messages. */
const answer = async (db: PGlite, messages: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => {
  const parts: Array<Uint8Array> = []
  // PGlite hands out its own memory, which the next message overwrites.
  const onRawData = (part: Uint8Array) => void parts.push(part.slice())
  await db.execProtocolRawStream(messages, { syncToFs: false, onRawData })
  const whole = new Uint8Array(parts.reduce((size, { length }) => size + length, 0))
  let end = 0
  for (const part of parts) {
    whole.set(part, end)
    end += part.length
  }
  return whole
}

/**
 * A connection to `db`, which has a single session: a new connection first ends what the one before left open. The
 * first message of a client is a startup packet, or a request to cancel a statement, which PGlite does not support. The
 * port gets one answer for each message, and is closed when there is none.
 */
const serve = (db: PGlite, port: MessagePort) => {
  let isStarted = false
  const reply = async (message: Uint8Array) => {
    if (isStarted) return message[0] === terminate ? new Uint8Array() : answer(db, message)
    if (Buffer.from(message).readInt32BE(4) === cancelRequest) return undefined
    isStarted = true
    await db.exec("ROLLBACK")
    await db.exec("DISCARD ALL")
    return Uint8Array.from(welcome)
  }
  port.on("message", async (message: Uint8Array) => {
    const bytes = await reply(message).catch(() => undefined)
    if (bytes === undefined) port.close()
    else port.postMessage(bytes, [bytes.buffer])
  })
}

const send = (message: Message) => parentPort?.postMessage(message, [])

const run = (db: PGlite) => {
  parentPort?.on("message", (order: Order) => {
    if (order !== "close") return serve(db, order)
    // A failure ends the thread with an error.
    void db.close().then(() => process.exit(0))
  })
  send("started")
}

start(workerData).then(run, (error: Error) => send({ reason: error.message }))
