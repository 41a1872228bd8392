/** The thread of an embedded database, and connections to it. */
import { once } from "node:events"
import { existsSync } from "node:fs"
import { extname } from "node:path"
import { Duplex } from "node:stream"
import { MessageChannel, Worker } from "node:worker_threads"
import type { Message, Options, Request } from "./databaseThread.ts"

/** PGlite in a separate thread, so that statements do not block the event loop. */
export interface DatabaseThread {
  /**
   * A stream that speaks the protocol of Postgres: each chunk that is written has whole messages. It is destroyed when the
   * thread ends. A guest is another process: when it leaves a transaction idle, its connection ends.
   */
  readonly connect: (options?: { readonly isGuest: boolean }) => Duplex
  /** Closes the database. Rejects when that fails. */
  readonly close: () => Promise<void>
}

/** The code of the thread is not beside this code: a bundler of the app has moved only one of both. */
export class InBundle extends Error {}

/**
 * The file of the thread, which has the extension of this one: `.ts` in the sources, `.js` in the package. A bundle in
 * CommonJS has no `import.meta.url`.
 */
const threadFile = (): URL => {
  const here: string | undefined = import.meta.url
  const file = here === undefined ? undefined : new URL(`databaseThread${extname(here)}`, here)
  if (file?.protocol !== "file:" || !existsSync(file)) throw new InBundle()
  return file
}

/**
 * Opens the database in the folder `data`, or one in memory. A new one is a copy of the snapshot where there is one, unless
 * it shall be made from nothing. Rejects with what Postgres says, or with `InBundle`.
 */
export const startThread = async (
  data: string | undefined,
  { copies = true }: { readonly copies?: boolean } = {}
): Promise<DatabaseThread> => {
  const thread = new Worker(threadFile(), { workerData: { copies, data } satisfies Options })
  let ended: Error | undefined
  const exit = new Promise<number>((resolve) => thread.once("exit", resolve))
  thread.on("error", (error) => (ended = error))
  void exit.then(() => (ended ??= new Error("The thread of the database has ended")))
  const [message]: ReadonlyArray<Message> = await once(thread, "message")
  if (message !== "started") {
    await thread.terminate()
    throw new Error(message?.reason)
  }
  const send = (message: Request) => thread.postMessage(message, typeof message === "string" ? [] : [message.port])

  /** Opens a connection to the embedded database: a stream of the Postgres protocol. */
  const connect = ({ isGuest }: { readonly isGuest: boolean } = { isGuest: false }) => {
    const { port1: port, port2 } = new MessageChannel()
    let next: (error?: Error) => void = () => {}
    const stream = new Duplex({
      read() {},
      write(message: Buffer, _encoding, done) {
        next = done
        // A copy that can move: the buffer may be a part of a larger one.
        const bytes = new Uint8Array(message)
        port.postMessage(bytes, [bytes.buffer])
      },
      destroy(error, done) {
        port.close()
        done(error)
      }
    })
    port.on("message", ({ buffer }: Uint8Array<ArrayBuffer>) => {
      if (buffer.byteLength > 0) stream.push(Buffer.from(buffer))
      next()
    })
    port.once("close", () => void stream.destroy(ended))
    if (ended === undefined) send({ port: port2, isGuest })
    else stream.destroy(ended)
    return stream
  }

  return {
    connect,
    close: async () => {
      if (ended === undefined) send("close")
      const code = await exit
      if (code !== 0) throw ended
    }
  }
}
