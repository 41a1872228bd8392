/** PGlite at the other end of a stream that speaks the protocol of Postgres. */
import type { PGlite } from "@electric-sql/pglite"
import { Duplex } from "node:stream"

/** AuthenticationOk, BackendKeyData, ReadyForQuery. */
const welcome = Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 0, 75, 0, 0, 0, 12, 0, 0, 0, 1, 0, 0, 0, 1, 90, 0, 0, 0, 5, 73])
const cancelRequest = 80_877_102
const terminate = "X".charCodeAt(0)

/**
 * A connection to `db`, which knows one session: each connection begins by ending what the one before left open. The
 * first message of a client is a startup packet, or the wish to cancel a statement, which PGlite cannot do.
 */
export const connect = (db: PGlite): Duplex => {
  let isStarted = false
  const start = async (packet: Buffer) => {
    if (packet.readInt32BE(4) === cancelRequest) return void stream.destroy()
    isStarted = true
    await db.exec("ROLLBACK")
    await db.exec("DISCARD ALL")
    stream.push(welcome)
  }
  const answer = async (message: Buffer) => {
    if (message[0] === terminate) return
    const parts: Array<Buffer> = []
    // PGlite hands out its own memory, which the next message overwrites.
    const onRawData = (part: Uint8Array) => void parts.push(Buffer.from(part))
    await db.execProtocolRawStream(message, { syncToFs: false, onRawData })
    stream.push(Buffer.concat(parts))
  }
  const stream = new Duplex({
    read() {},
    write(message: Buffer, _encoding, done) {
      // oxlint-disable-next-line promise/no-callback-in-promise -- streams know no promises
      ;(isStarted ? answer(message) : start(message)).then(() => done(), done)
    }
  })
  return stream
}
