/** A verification of a campaign's leads: the request, and the progress. Pure functions. */
import { Schema } from "effect"
import { described } from "../Described.ts"
import { minute } from "../Durations.ts"
import { Count } from "../Id.ts"
import type { LeadId } from "../ids.ts"
import { plus, Timestamp } from "../Timestamp.ts"
import type { VerifierFailed } from "./AddressVerifier.ts"
import { VerificationStatus, type Verdict, VerifierName } from "./Verdict.ts"

const RunState = Schema.Literals(["running", "done", "stopped", "failed"]).annotate({
  identifier: "VerificationState",
  description:
    "`running`: leads are verified in the background. `done`: all were. `stopped`: by a person. `failed`: the service needs a person, " +
    "see `error`; the rest was not verified."
})

export const Results = Schema.Struct({
  valid: described(Count, "Leads with this result.", 80),
  unknown: described(Count, "Leads with this result.", 4),
  accept_all: described(Count, "Leads with this result.", 6),
  invalid: described(Count, "Leads with this result.", 8),
  disposable: described(Count, "Leads with this result.", 2)
}).annotate({ identifier: "VerificationResults", description: "The number of verified leads by their result." })

/** The last verification of a campaign, as it is stored with the campaign. */
export const Run = Schema.Struct({
  state: RunState,
  verifier: VerifierName,
  statuses: described(Schema.Array(VerificationStatus), "The leads with one of these statuses are verified.", [
    "not_verified",
    "unknown"
  ]),
  results: Results,
  cost: described(Schema.Finite, "The cost so far, in credits of the service.", 96),
  error: described(
    Schema.NullOr(Schema.String),
    "Why the last question to the service failed, and what to do; `null`: it did not.",
    null
  ),
  requested_at: described(Timestamp, "When it was asked for.", "2026-03-02T09:30:00.000Z"),
  finished_at: described(Schema.NullOr(Timestamp), "When it ended; `null`: it is running.", null),
  /** All leads up to this one were looked at. */
  after_id: Count,
  /** Consecutive failures of the service. */
  failures: Count
})
export type Run = typeof Run.Type

/** The statuses of the leads that are verified by default. */
export const defaultStatuses: ReadonlyArray<VerificationStatus> = ["not_verified", "unknown"]

/** The number of leads by result, before the first one. */
export const noResults: typeof Results.Type = { valid: 0, unknown: 0, accept_all: 0, invalid: 0, disposable: 0 }

/**
 * The run after a request. A running one continues, and includes new leads; further statuses make it look at all leads again.
 * A repeated request costs nothing.
 */
export const begin = (
  run: Run | null,
  statuses: ReadonlyArray<VerificationStatus>,
  verifier: VerifierName,
  now: Timestamp
): Run => {
  if (run?.state !== "running") {
    const fresh = { results: noResults, cost: 0, error: null, after_id: 0, failures: 0 }
    return { ...fresh, state: "running", verifier, statuses, requested_at: now, finished_at: null }
  }
  const all = [...new Set([...run.statuses, ...statuses])]
  return all.length === run.statuses.length ? run : { ...run, statuses: all, after_id: 0 }
}

/** A failure after which the run ends: the service was asked in vain this often in a row. */
const maximumFailures = 12

/** How long the run waits after consecutive failures, in milliseconds: 10 s, doubled up to 10 minutes. */
const waitAfter = (failures: number): number => Math.min(10_000 * 2 ** (failures - 1), 10 * minute)

/** The findings of a part of a run. */
export interface Progress {
  readonly verdicts: ReadonlyArray<Verdict>
  /** All leads up to this one were looked at. */
  readonly after_id: LeadId
  /** The failure of a question; `undefined`: none failed. */
  readonly failure: VerifierFailed | undefined
  /** Whether no lead is left. */
  readonly isAtEnd: boolean
}

/** The run after a batch. If a person has stopped it meanwhile, it stays stopped, and counts the results of the batch. */
export const advance = (run: Run, { after_id, failure, isAtEnd, verdicts }: Progress, now: Timestamp): Run => {
  const results = { ...run.results }
  for (const { status } of verdicts) results[status]++
  const cost = verdicts.reduce((sum, verdict) => sum + verdict.cost, run.cost)
  const counted = { ...run, results, cost }
  if (run.state !== "running") return counted
  const further = { ...counted, after_id: Math.max(run.after_id, after_id) }
  if (failure === undefined) {
    const succeeded = { ...further, error: null, failures: 0 }
    return isAtEnd ? { ...succeeded, state: "done", finished_at: now } : succeeded
  }
  const failed = { ...further, error: failure.message, failures: run.failures + 1 }
  const isOver = failure.reason === "key" || failure.reason === "credits" || failed.failures >= maximumFailures
  return isOver ? { ...failed, state: "failed", finished_at: now } : failed
}

/** When the run goes on; `null`: never. */
export const againAt = ({ failures, state }: Run, now: Timestamp): Timestamp | null => {
  if (state !== "running") return null
  return failures === 0 ? now : plus(now, waitAfter(failures))
}

/** The run after a person stopped it. */
export const stop = (run: Run, now: Timestamp): Run =>
  run.state === "running" ? { ...run, state: "stopped", finished_at: now } : run
