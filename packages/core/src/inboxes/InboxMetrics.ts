/** Counts the mails that are read, for `GET /metrics`: never by organization, account or address. */
import { Metric } from "effect"
import type { MailKind } from "../intake/MailKind.ts"

const mails = Metric.counter("inbox_mails_total", {
  description: "The mails that were read from inboxes, by what they are",
  incremental: true
})

/** Counts a mail that was read. `skipped`: it was not taken in. */
export const countMail = (kind: MailKind | "skipped") => Metric.update(Metric.withAttributes(mails, { kind }), 1)
