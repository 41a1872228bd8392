/** The socket over which other processes of its owner use an embedded database that is open. */
import { chmodSync, existsSync, lstatSync, mkdirSync, rmdirSync, rmSync, statSync } from "node:fs"
import { connect as connectTo, createServer, Socket } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { type Duplex, pipeline, Transform } from "node:stream"
import { fileMode, folderMode } from "./privacy.ts"

/** Bytes that the path of a socket may have: on macOS 104 with the NUL, on Linux 108. */
const longestPath = 103

/**
 * A path for the socket of a database: in its folder, or in a new one for temporary files where that path is too long.
 * `undefined` where there is none; also on Windows, where a pipe is not a file with an owner and a mode.
 */
export const socketOf = (directory: string): string | undefined => {
  if (process.platform === "win32") return undefined
  const paths = [join(directory, "socket", "mailroom"), join(tmpdir(), `mailroom-${crypto.randomUUID()}`, "socket")]
  return paths.find((path) => Buffer.byteLength(path) <= longestPath)
}

export interface Listening {
  /** Ends all connections, and removes the socket. */
  readonly close: () => void
}

/**
 * Makes a socket that only its owner can use, in a folder that only its owner can enter, and connects its
 * clients. They wait until `connect` resolves. Rejects when the file system has no sockets.
 */
export const listen = (path: string, connect: Promise<() => Duplex>): Promise<Listening> => {
  const folder = dirname(path)
  // A process that was killed leaves its socket.
  rmSync(path, { force: true })
  if (!existsSync(folder)) mkdirSync(folder, { mode: folderMode })
  chmodSync(folder, folderMode)
  const guests = new Set<Socket>()
  const server = createServer((guest) => {
    guests.add(guest)
    guest.once("close", () => guests.delete(guest))
    guest.on("error", () => {})
    connect.then(
      (connect) => pipeline(guest, new Frames(), connect(), guest, () => guest.destroy()),
      () => guest.destroy()
    )
  })
  const close = () => {
    server.close()
    for (const guest of guests) guest.destroy()
    try {
      rmSync(path, { force: true })
      rmdirSync(folder)
    } catch {
      // The folder is gone, or has other files.
    }
  }
  return new Promise<Listening>((resolve, reject) => {
    // Later errors concern single connections.
    server.on("error", (error) => {
      if (!server.listening) close()
      reject(error)
    })
    // In a cluster each process has its own sockets.
    server.listen({ path, exclusive: true }, () => {
      chmodSync(path, fileMode)
      server.unref()
      resolve({ close })
    })
  })
}

/** Whether a process listens on the socket, and the socket belongs to the owner of the database. */
export const isOpen = (path: string, directory: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = lstatSync(path, { throwIfNoEntry: false })
    if (socket?.isSocket() !== true || socket.uid !== statSync(directory).uid) return resolve(false)
    const probe = connectTo(path)
    probe.once("error", () => resolve(false))
    probe.once("connect", () => {
      probe.destroy()
      resolve(true)
    })
  })

/** A stream that speaks the protocol of Postgres with the process that listens on the socket. */
export const connect = (path: string): Duplex => new Connection().connect(path)

/** A socket whose errors name their cause: the other end goes only when its process closes the database. */
class Connection extends Socket {
  constructor() {
    super()
    this.once("end", () => this.destroy(new Error("The connection was ended")))
  }
  override _destroy(error: Error | null, done: (error?: Error | null) => void) {
    const ended = new Error("The process that had the database open has stopped, or ended the connection")
    super._destroy(error === null ? null : Object.assign(ended, { cause: error }), done)
  }
}

/** The types of the messages that Postgres answers at once: Sync, Query, Flush, Terminate. */
const answered = new Set(["S", "Q", "H", "X"].map((type) => type.charCodeAt(0)))

/** Divides what a client sends into chunks that end with a message that is answered. The first message has no type. */
class Frames extends Transform {
  #chunks: Array<Buffer> = []
  #size = 0
  /** The size with which the next message is complete, as far as that is known. */
  #needed = 4
  #isStarted = false

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void) {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    if (this.#size < this.#needed) return done()
    let bytes = Buffer.concat(this.#chunks)
    let end = 0
    while (true) {
      const header = end + (this.#isStarted ? 5 : 4)
      if (bytes.length < header) {
        this.#needed = header
        break
      }
      const length = bytes.readInt32BE(header - 4)
      // The first one has at least a code behind its length.
      if (length < (this.#isStarted ? 4 : 8)) return done(new Error("A message has no valid length"))
      this.#needed = header - 4 + length
      if (bytes.length < this.#needed) break
      const isAnswered = !this.#isStarted || answered.has(bytes[end] ?? 0)
      this.#isStarted = true
      end = this.#needed
      if (!isAnswered) continue
      this.push(bytes.subarray(0, end))
      bytes = bytes.subarray(end)
      end = 0
    }
    this.#chunks = [bytes]
    this.#size = bytes.length
    done()
  }
}
