/** The next step of a lead after a try to send it one has ended. Pure functions (sending design, "Rules"). */
import type { AgendaRecord } from "../agenda/Agenda.ts"
import type { SendRecord } from "../sends/Send.ts"
import type { Sequence } from "../sequences/Sequence.ts"
import { plus, type Timestamp } from "../Timestamp.ts"
import { dueAt } from "./NextStep.ts"

/** How long a lead waits when nobody knows whether its mail has gone out; then the step counts as sent. */
const unknownWait = 86_400_000

type Steps = ReadonlyArray<Pick<Sequence, "delay_days" | "position">>

/** The row of a lead whose step is over: it waits for the next step, or there is none. */
export const past = (
  row: AgendaRecord,
  position: number,
  over_at: Timestamp,
  steps: Steps,
  timezone: string
): AgendaRecord => {
  const reached = Math.max(row.position, position)
  const next = steps.filter((step) => step.position > reached).toSorted((a, b) => a.position - b.position)[0]
  return next === undefined
    ? { ...row, state: "done", position: reached }
    : { ...row, state: "waiting", position: reached, due_at: dueAt(next, over_at, timezone, over_at) }
}

/** The row of a lead after the latest try of one of its steps. A stopped lead stays stopped. */
export const advance = (
  row: AgendaRecord,
  send: SendRecord,
  steps: Steps,
  timezone: string,
  now: Timestamp
): AgendaRecord => {
  const position = send.position ?? 0
  const isLater = row.position > position
  const next = ((): AgendaRecord => {
    switch (send.outcome) {
      case "sent":
        return isLater ? row : past(row, position, send.ended_at ?? now, steps, timezone)
      case "refused": {
        if (isLater) return row
        const over = past(row, position, send.ended_at ?? now, steps, timezone)
        // The lead is stopped. If a person resumes it, the step that it did not get comes first.
        return over.state === "done" ? over : { ...over, position: Math.min(row.position, position - 1) }
      }
      case "unknown":
        return isLater ? row : { ...row, state: "unknown", due_at: plus(now, unknownWait) }
      case "deferred":
      case "queued":
        // A step that counted as sent, because nobody knew, is sent again only if none after it was.
        return isLater
          ? row
          : {
              ...row,
              state: "waiting",
              position: Math.min(row.position, position - 1),
              due_at: send.next_attempt_at ?? now
            }
      case "begun":
        return row
    }
  })()
  return row.state === "stopped" ? { ...next, state: "stopped" } : next
}
