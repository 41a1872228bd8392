/**
 * A request under an `Idempotency-Key`, and the answer to another request under the same key (contract, section 1,
 * "retries").
 */
import { Result, Schema } from "effect"
import { described } from "../Described.ts"
import { day } from "../Durations.ts"
import { mentionsIn } from "../Mentions.ts"
import { abandonedAfter } from "../MultiStep.ts"
import * as Table from "../Table.ts"
import * as Timestamp from "../Timestamp.ts"

/** An `Idempotency-Key`: 1 to 255 visible characters of ASCII, chosen by the client. */
export const IdempotencyKey = Schema.String.check(
  Schema.isPattern(/^[!-~]{1,255}$/u, { message: "must be 1 to 255 visible characters of ASCII" })
)

/** How long an answer is kept, in milliseconds: a day. */
const lifetime = day

/** How often a request with several transactions stores its progress, in milliseconds. */
export const progressInterval = abandonedAfter / 3

/** Maximum size of a kept answer, in bytes of UTF-8: 256 KiB. */
export const maximumAnswer = 2 ** 18

/**
 * The limits for the kept requests of an organization: number of keys, and bytes of answers. When they are exceeded,
 * the oldest keys expire earlier, and the oldest answers are removed.
 */
export const maximumKept = { keys: 100_000, bytes: 64 * 2 ** 20 }

/** A request under a key, as it is stored. */
export const KeyedRequest = Schema.Struct({
  key: Schema.String,
  fingerprint: described(Schema.String, "SHA-256 of method, path and body, in lower-case hex."),
  run: described(Schema.String, "Identifies the run of the request that stored the row."),
  status: described(Schema.Literals(["done", "pending"]), "`pending`: the request has not ended."),
  answer: described(
    Schema.NullOr(Schema.String),
    "Opaque text; `null` while the request is pending, and when the answer was too large or was erased."
  ),
  mentions: described(
    Schema.Array(Schema.String),
    "The people that the answer mentions (`Mentions.ts`): the answer is erased with their data."
  ),
  progress_at: described(Timestamp.Timestamp, "When a pending request last made progress."),
  expires_at: Timestamp.Timestamp
})
export type KeyedRequest = typeof KeyedRequest.Type

export const table = Table.of("idempotency_keys", KeyedRequest, { key: ["key"] })

/** The key was used for another request. */
export class IdempotencyMismatch extends Schema.TaggedError<IdempotencyMismatch>()("IdempotencyMismatch", {
  key: Schema.String
}) {
  override get message(): string {
    return `The idempotency key ${this.key} was used for another request`
  }
}

/** The first request under the key has not ended. The same request gets its answer later. */
export class IdempotencyInProgress extends Schema.TaggedError<IdempotencyInProgress>()("IdempotencyInProgress", {
  key: Schema.String,
  /** Seconds to wait before sending the request again. */
  retry_after: Schema.Int
}) {
  override get message(): string {
    return `The first request under the idempotency key ${this.key} has not ended; try again`
  }
}

/** The request was carried out, but its answer was too large to keep, or was erased (`IdempotencyStore`). */
export class AnswerNotKept extends Schema.TaggedError<AnswerNotKept>()("AnswerNotKept", { key: Schema.String }) {
  override get message(): string {
    return `The request under the idempotency key ${this.key} was carried out; its answer is not kept`
  }
}

/** A request that begins at `now`. */
export const begin = (key: string, fingerprint: string, run: string, now: Timestamp.Timestamp): KeyedRequest => ({
  key,
  fingerprint,
  run,
  status: "pending",
  answer: null,
  mentions: [],
  progress_at: now,
  expires_at: Timestamp.plus(now, lifetime)
})

/** The request after it has ended with this answer. */
export const end = (request: KeyedRequest, answer: string, now: Timestamp.Timestamp): KeyedRequest => {
  const isKept = new TextEncoder().encode(answer).length <= maximumAnswer
  return {
    ...request,
    status: "done",
    answer: isKept ? answer : null,
    mentions: isKept ? mentionsIn(answer) : [],
    expires_at: Timestamp.plus(now, lifetime)
  }
}

/**
 * The answer to a request whose key is already stored: the kept answer, or `null` when the request has to run again.
 */
export const repeat = (
  stored: KeyedRequest,
  fingerprint: string,
  now: Timestamp.Timestamp
): Result.Result<string | null, AnswerNotKept | IdempotencyInProgress | IdempotencyMismatch> => {
  const { answer, expires_at, key, progress_at, status } = stored
  if (expires_at <= now) return Result.succeed(null)
  if (stored.fingerprint !== fingerprint) return Result.fail(new IdempotencyMismatch({ key }))
  if (status === "done") return answer === null ? Result.fail(new AnswerNotKept({ key })) : Result.succeed(answer)
  const since = Timestamp.toMillis(now) - Timestamp.toMillis(progress_at)
  if (since >= abandonedAfter) return Result.succeed(null)
  // A request that misses its next progress was most likely killed: then the key is free only after it counts as
  // abandoned.
  const wait = since > progressInterval ? abandonedAfter - since : progressInterval
  return Result.fail(new IdempotencyInProgress({ key, retry_after: Math.ceil(wait / 1_000) }))
}
