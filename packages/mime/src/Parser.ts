/** The `MailParser` of Mailroom: small mail is read at once, other mail in threads. */
import { MailParser, type ParsedMail, Timestamp, UnreadableMail } from "@mailroom/core"
import { Effect, Layer } from "effect"
import { read, type Reading } from "./PostalMime.ts"
import * as Threads from "./Threads.ts"

/** In bytes: what mail systems accept at most, and memory for one mail with it. */
const maximumMail = 40 * 1024 * 1024
/** In bytes: what is read within some milliseconds, whatever it holds. */
const maximumSmall = 16 * 1024

/**
 * Reads mail of at most 40 MiB; what is malformed in it is read as far as it goes. Mail over 16 KiB is read in at most
 * two threads, which end after ten idle seconds; a mail that takes a thread over 5 seconds, or over 256 MiB of heap, is
 * unreadable. When threads cannot be started, such mail blocks the event loop instead, and a warning is logged.
 */
export const layer: Layer.Layer<MailParser> = Layer.effect(
  MailParser,
  Effect.map(Threads.make(Threads.spawn), (readInThread) =>
    MailParser.of({
      parse: Effect.fn("MailParser.parse")(function* (raw) {
        if (raw.length > maximumMail) return yield* new UnreadableMail({ reason: "The mail is larger than 40 MiB" })
        if (raw.length <= maximumSmall) return toMail(yield* readHere(raw))
        return toMail(yield* Effect.catchTag(readInThread(raw), "NoThread", (error) => readAnyway(raw, error)))
      })
    })
  )
)

const readHere = (raw: Uint8Array) =>
  Effect.tryPromise({
    try: () => read(raw),
    catch: (error) => new UnreadableMail({ reason: error instanceof Error ? error.message : String(error) })
  })

const readAnyway = (raw: Uint8Array, error: Threads.NoThread) =>
  Effect.andThen(
    Effect.logWarning("A mail is read on the main thread, because no other one could be started", error),
    readHere(raw)
  )

const toMail = ({ date, ...reading }: Reading): ParsedMail => ({
  ...reading,
  date: date === null ? null : Timestamp.fromMillis(date)
})
