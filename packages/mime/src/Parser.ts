/** The `MailParser` of Mailroom: reads small mail directly, and other mail in threads. */
import { MailParser, type ParsedMail, Timestamp, UnreadableMail } from "@mailroom/core"
import { Effect, Layer } from "effect"
import type { Reading } from "./PostalMime.ts"
import { spawn } from "./Spawn.ts"
import * as Threads from "./Threads.ts"

/** In bytes: the most that mail systems accept. It also limits the memory for one mail. */
const maximumMail = 40 * 1024 * 1024
/** In bytes: a mail of this size takes some milliseconds to read, whatever its content. */
const maximumSmall = 16 * 1024

/**
 * Reads mail of at most 40 MiB; malformed parts are read as far as possible. Mail over 16 KiB is read in at most two
 * threads, which end after ten idle seconds. A mail that takes a thread over 5 seconds, or over 256 MiB of heap, is
 * unreadable. When no thread can be started, such mail blocks the event loop instead, and a warning is logged.
 */
export const layer: Layer.Layer<MailParser> = Layer.effect(
  MailParser,
  Effect.map(Threads.make(spawn), (readInThread) =>
    MailParser.of({
      parse: Effect.fn("MailParser.parse")(function* (raw) {
        if (raw.length > maximumMail) return yield* new UnreadableMail({ reason: "The mail is larger than 40 MiB" })
        return toMail(yield* raw.length > maximumSmall ? readInThread(raw) : Threads.readHere(raw))
      })
    })
  )
)

const toMail = ({ date, ...reading }: Reading): ParsedMail => ({
  ...reading,
  date: date === null ? null : Timestamp.fromMillis(date)
})
