/** Counts mails, and faults of accounts, for `GET /metrics`: never by organization, account or address. */
import { Clock, Effect, Metric } from "effect"
import type { AccountFault } from "../mailboxes/Health.ts"
import type { MailOutcome } from "../mailboxes/Mailer.ts"
import type { Send } from "./Send.ts"

const begun = Metric.counter("mails_begun_total", {
  description: "Tries to send a mail that began. A try without an outcome is under way, or its process was killed",
  incremental: true
})
const mails = Metric.counter("mails_total", {
  description:
    "Tries to send a mail that ended. `refused`: by the mail server, `unsent`: it was not reached, `unknown`: it may have the mail",
  incremental: true
})
const faults = Metric.counter("account_faults_total", {
  description: "Tries to send a mail that showed a fault of the account",
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
  yield* Metric.update(Metric.withAttributes(begun, { kind }), 1)
  const start = yield* Clock.currentTimeNanos
  const result = yield* send
  yield* Metric.update(duration, Number((yield* Clock.currentTimeNanos) - start) / 1e9)
  yield* Metric.update(Metric.withAttributes(mails, { kind, outcome: result.outcome.outcome }), 1)
  return result
})

export const countFault = (fault: AccountFault) => Metric.update(Metric.withAttributes(faults, { fault }), 1)

const kinds = ["step", "reply", "forward", "test"] satisfies ReadonlyArray<Send["kind"]>
const faultKinds = ["connection", "credentials", "inbox", "sending", "throttled"] satisfies ReadonlyArray<AccountFault>
const outcomes = ["sent", "refused", "unsent", "unknown"] satisfies ReadonlyArray<MailOutcome["outcome"]>

/** Every series that a process has from its start. */
export const metrics = [
  duration,
  ...faultKinds.map((fault) => Metric.withAttributes(faults, { fault })),
  ...kinds.flatMap((kind) => [
    Metric.withAttributes(begun, { kind }),
    ...outcomes.map((outcome) => Metric.withAttributes(mails, { kind, outcome }))
  ])
]
