/** The code of a worker thread: it reads mails one after the other. */
import { parentPort } from "node:worker_threads"
import { read, type Reading } from "./PostalMime.ts"

/**
 * A message from a thread: first that it has started, then for each mail the result, or why the mail cannot be read.
 */
export type Message = "started" | { readonly reading: Reading } | { readonly reason: string }

const send = (message: Message, transfer: ReadonlyArray<ArrayBuffer> = []) =>
  parentPort?.postMessage(message, [...transfer])

/** The buffers of the attachments. They are transferred, not copied. Several attachments may share a buffer. */
const buffersOf = ({ attachments }: Reading) => [
  ...new Set(attachments.flatMap(({ bytes }) => (bytes.buffer instanceof ArrayBuffer ? bytes.buffer : [])))
]

parentPort?.on("message", (raw: Uint8Array) => {
  read(raw).then(
    (reading) => send({ reading }, buffersOf(reading)),
    (error: unknown) => send({ reason: error instanceof Error ? error.message : String(error) })
  )
})
send("started")
