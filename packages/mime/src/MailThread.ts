/** What a thread runs: it reads the mails that it is sent, one after the other. */
import { parentPort } from "node:worker_threads"
import { read, type Reading } from "./PostalMime.ts"

/** What a thread sends: first that it has started, then for each mail what was read or why it cannot be. */
export type Message = "started" | { readonly reading: Reading } | { readonly reason: string }

const send = (message: Message, transfer: ReadonlyArray<ArrayBuffer> = []) =>
  parentPort?.postMessage(message, [...transfer])

/** The memory of the attachments, which several of them may share: it moves, and is not copied. */
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
