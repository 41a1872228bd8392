/** Counts mails, and faults of accounts, for `GET /metrics`: never by organization, account or address. */
import { Clock, Effect, Metric } from "effect"
import type { AccountFault } from "../mailboxes/Health.ts"
import type { MailOutcome } from "../mailboxes/Mailer.ts"
import type { Send } from "./Send.ts"

const mails = Metric.counter("mails_total", {
  description: "The tries to send a mail, by kind and outcome",
  incremental: true
})
const faults = Metric.counter("account_faults_total", {
  description: "The tries to send that showed a fault of the account, by fault",
  incremental: true
})
const duration = Metric.histogram("smtp_seconds", {
  description: "How long tries to send a mail took",
  boundaries: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]
})

/** Measures a try to send a mail of this kind. */
export const measured = Effect.fnUntraced(function* <A extends { readonly outcome: MailOutcome }, E, R>(
  kind: Send["kind"],
  send: Effect.Effect<A, E, R>
) {
  const start = yield* Clock.currentTimeNanos
  const result = yield* send
  yield* Metric.update(duration, Number((yield* Clock.currentTimeNanos) - start) / 1e9)
  yield* Metric.update(Metric.withAttributes(mails, { kind, outcome: result.outcome.outcome }), 1)
  return result
})

export const countFault = (fault: AccountFault) => Metric.update(Metric.withAttributes(faults, { fault }), 1)
