/** The single session of an embedded database, which its connections use in turns. */
import type { MessagePort } from "node:worker_threads"

/** The part of PGlite that the session needs. */
export interface Engine {
  readonly exec: (sql: string) => Promise<unknown>
  readonly execProtocolRawStream: (
    messages: Uint8Array,
    options: { readonly syncToFs: boolean; readonly onRawData: (part: Uint8Array) => void }
  ) => Promise<void>
}

interface Connection {
  readonly port: MessagePort
  /** Whether it belongs to another process, which may be suspended in the middle of a transaction. */
  readonly isGuest: boolean
  isStarted: boolean
  /** Ends a guest that leaves its transaction idle. */
  timer?: NodeJS.Timeout
}

/** AuthenticationOk, BackendKeyData, ReadyForQuery. */
const welcome = [82, 0, 0, 0, 8, 0, 0, 0, 0, 75, 0, 0, 0, 12, 0, 0, 0, 1, 0, 0, 0, 1, 90, 0, 0, 0, 5, 73]
const cancelRequest = 80_877_102
const terminate = "X".charCodeAt(0)

/** ReadyForQuery outside of a transaction. An answer that ends in another way leaves its connection in the middle of one. */
const idle = Buffer.from([90, 0, 0, 0, 5, 73])

/** In milliseconds. Less than others wait for a connection. */
const idleInTransaction = 10_000

/**
 * A connection sends a message through its port, and the next one after the answer. The session is free for the next
 * connection between the messages that are outside of a transaction. The port of a connection is closed when an answer
 * fails. A connection that ends in a transaction, or a guest that leaves one idle, is rolled back.
 */
export class Session {
  readonly #db: Engine
  readonly #idleInTransaction: number
  readonly #connections = new Set<Connection>()
  /** Messages that wait for the session, at most one of each connection. */
  readonly #messages: Array<readonly [Connection, Uint8Array]> = []
  /** The connection that is in a transaction. */
  #owner: Connection | undefined
  #isRunning = false

  constructor(db: Engine, options: { readonly idleInTransaction?: number } = {}) {
    this.#db = db
    this.#idleInTransaction = options.idleInTransaction ?? idleInTransaction
  }

  /** Adds a connection. Its first message is a startup packet, or a request to cancel, which PGlite does not support. */
  add(port: MessagePort, { isGuest }: { readonly isGuest: boolean }): void {
    const connection: Connection = { port, isGuest, isStarted: false }
    this.#connections.add(connection)
    port.on("message", (message: Uint8Array) => {
      clearTimeout(connection.timer)
      if (isLast(connection, message)) return port.close()
      this.#messages.push([connection, message])
      void this.#run()
    })
    port.on("close", () => {
      clearTimeout(connection.timer)
      this.#connections.delete(connection)
      void this.#run()
    })
  }

  /** Answers messages, one after the other, until there is none of the connection whose turn it is. */
  async #run() {
    if (this.#isRunning) return
    this.#isRunning = true
    while (true) {
      if (this.#owner !== undefined && !this.#connections.has(this.#owner)) {
        await this.#db.exec("ROLLBACK").catch(() => undefined)
        this.#owner = undefined
      }
      const next = this.#messages.findIndex(([{ port }]) => this.#owner === undefined || this.#owner.port === port)
      const [request] = next === -1 ? [] : this.#messages.splice(next, 1)
      if (request === undefined) break
      const [connection, message] = request
      // Its process ended while it waited.
      if (!this.#connections.has(connection)) continue
      this.#owner = connection
      const bytes = await this.#answer(connection, message).catch(() => undefined)
      if (bytes === undefined) {
        this.#connections.delete(connection)
        connection.port.close()
        continue
      }
      if (idle.equals(bytes.subarray(-idle.length))) this.#owner = undefined
      else if (connection.isGuest && this.#connections.has(connection)) {
        connection.timer = setTimeout(() => connection.port.close(), this.#idleInTransaction)
      }
      connection.port.postMessage(bytes, [bytes.buffer])
    }
    this.#isRunning = false
  }

  async #answer(connection: Connection, message: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    if (connection.isStarted) return answer(this.#db, message)
    connection.isStarted = true
    // Discards settings and prepared statements of ended connections. Other connections must keep theirs.
    if (this.#connections.size === 1) await this.#db.exec("DISCARD ALL")
    return Uint8Array.from(welcome)
  }
}

/** Whether the message ends the connection, without an answer: Terminate, or a request to cancel. */
const isLast = ({ isStarted }: Connection, message: Uint8Array) =>
  isStarted ? message[0] === terminate : Buffer.from(message).readInt32BE(4) === cancelRequest

/** The answer of Postgres to messages, in one piece. */
const answer = async (db: Engine, messages: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => {
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
