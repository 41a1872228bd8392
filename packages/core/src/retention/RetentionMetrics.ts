/** Counts the rows that retention retired, for `GET /metrics`: by kind, never by organization. */
import { Metric } from "effect"
import type { RetentionKind } from "./Retention.ts"

const rows = Metric.counter("retired_total", {
  description:
    "Rows that retention removed in whole or in part: events, messages, mails and entries of the log that are older than their organization keeps them",
  incremental: true
})

/** The series of a kind. */
export const retired = (kind: RetentionKind) => Metric.withAttributes(rows, { kind })

/** Every series that a process has from its start. */
export const metrics = [retired("events"), retired("messages"), retired("sends"), retired("log")]
