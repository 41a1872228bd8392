/** Counts the mails that are read, for `GET /metrics`: never by organization, account or address. */
import { DateTime, Effect, Metric } from "effect"
import { MailKind } from "../intake/MailKind.ts"
import { type Timestamp, toMillis } from "../Timestamp.ts"

const mails = Metric.counter("inbox_mails_total", {
  description: "Mails that were read from inboxes. `skipped`: they were not taken in",
  incremental: true
})
const delay = Metric.histogram("inbox_delay_seconds", {
  description: "How long after its arrival in the inbox a mail was taken in, by the clock of the mail server",
  boundaries: [5, 15, 30, 60, 120, 300, 900, 3600, 21_600]
})

const of = (kind: MailKind | "skipped") => Metric.withAttributes(mails, { kind })

/** Counts a mail that was read. `skipped`: it was not taken in. */
export const countMail = (kind: MailKind | "skipped") => Metric.update(of(kind), 1)

/** Measures how late a mail is that has just been taken in. */
export const measureDelay = (arrived_at: Timestamp) =>
  Effect.flatMap(DateTime.now, (now) =>
    Metric.update(delay, Math.max(0, DateTime.toEpochMillis(now) - toMillis(arrived_at)) / 1000)
  )

/** Every series that a process has from its start. */
export const metrics = [delay, ...[...MailKind.literals, "skipped" as const].map(of)]
