import { Context, Effect, Layer, Random, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import type { StorageError, Stored } from "../StorageError.ts"
import { Changes } from "../Changes.ts"
import { handleByRemoving, inAllOrganizations } from "../AllOrganizations.ts"
import { decode, type InvalidInput } from "../InvalidInput.ts"
import { inOneTransaction } from "../MultiStep.ts"
import { CurrentOrganization } from "../Organization.ts"
import { renewed } from "../Deadline.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { Transactor } from "../Transactor.ts"
import { IdempotencyStore } from "./IdempotencyStore.ts"
import {
  type AnswerNotKept,
  begin,
  end,
  IdempotencyInProgress,
  IdempotencyKey,
  type IdempotencyMismatch,
  type KeyedRequest,
  maximumKept,
  progressInterval,
  repeat
} from "./KeyedRequest.ts"

/** The identity of a request. */
const Once = Schema.Struct({
  key: IdempotencyKey,
  /** SHA-256 of everything that identifies the request, in lower-case hex. */
  fingerprint: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u))
})

/** The result of a request that ran, or the kept answer of the first request under the key. */
export type OnceResult<A> = { readonly result: A } | { readonly replayed: string }

/**
 * How often the kept requests of an organization are trimmed: on average once per this number of requests, and once per
 * this number of answer characters. Random trimming needs no counter, which the requests of an organization would have
 * to lock.
 */
const trimmedEach = { requests: 1_000, characters: 8 * 2 ** 20 }

/** Runs requests of the current organization once by a key that the client chose, and keeps their answers for a day. */
export class Idempotency extends Context.Service<
  Idempotency,
  {
    /**
     * Runs `effect`, unless a request with the key ran in the last 24 h: then returns the answer that `answerOf` made
     * of its result. Everything is one transaction: a crash leaves both the effect and the answer, or neither. A
     * failure leaves nothing, so the key can be used again. Answers over 256 KiB are not kept: then a repeated request
     * fails. When an organization has more than `KeyedRequest.maximumKept`, its oldest answers and keys are removed
     * earlier.
     *
     * A multi-step command (`anotherTransaction`) is undone, and run again in several transactions. Its key is
     * `pending` until the last one. After a minute without progress, the same request runs again: so a multi-step
     * command must be repeatable after a crash at any point.
     */
    readonly once: <A, E, R>(
      request: typeof Once.Type,
      effect: Effect.Effect<A, E, R>,
      answerOf: (result: A) => string
    ) => Effect.Effect<
      OnceResult<A>,
      AnswerNotKept | E | IdempotencyInProgress | IdempotencyMismatch | InvalidInput | StorageError,
      CurrentOrganization | R
    >
    /** Removes the expired keys of all organizations, in batches. Returns the number of removed keys. */
    readonly removeExpired: Stored<number>
  }
>()("@mailroom/core/Idempotency") {
  static readonly layer = Layer.effect(
    Idempotency,
    Effect.gen(function* () {
      const store = yield* IdempotencyStore
      const { transaction, transactional } = yield* Changes
      const { isNested } = yield* Transactor
      const random = yield* SecureRandom.SecureRandom
      const decodeOnce = decode(Once)

      const newRequest = Effect.fnUntraced(function* (input: typeof Once.Type) {
        const { fingerprint, key } = yield* decodeOnce(input)
        return begin(key, fingerprint, yield* random.uuidV7(), yield* Timestamp.now)
      })

      /** Locks the key for a request. Returns the kept answer, or `null` when the request has to run. */
      const claim = Effect.fnUntraced(function* (request: KeyedRequest) {
        const { id } = yield* CurrentOrganization
        const stored = yield* store.lockOrInsert(id, request)
        if (stored.run === request.run) return null
        const answer = yield* Effect.fromResult(repeat(stored, request.fingerprint, yield* Timestamp.now))
        if (answer === null) yield* store.replace(id, request)
        return answer
      })

      /** Stores a pending request that is not locked, unless it was abandoned and another run has taken its key. */
      const write = Effect.fnUntraced(
        function* (request: KeyedRequest) {
          const { id } = yield* CurrentOrganization
          const stored = yield* store.lockOrInsert(id, request)
          if (stored.run === request.run) yield* store.replace(id, request)
        },
        transaction,
        renewed,
        Effect.retry({ while: ({ _tag }) => _tag === "IdempotencyInProgress", times: 5 }),
        // The command has already ended, with success or with its failure; log this failure instead of returning it.
        Effect.catch((error) => Effect.logError("Cannot store the state of a request under an idempotency key", error))
      )

      const progress = (request: KeyedRequest) =>
        Effect.forever(
          Timestamp.now.pipe(
            Effect.flatMap((progress_at) => write({ ...request, progress_at })),
            Effect.delay(progressInterval)
          )
        )

      const inSteps = Effect.fnUntraced(function* <A, E, R>(
        request: KeyedRequest,
        effect: Effect.Effect<A, E, R>,
        answerOf: (result: A) => string
      ) {
        const replayed = yield* transaction(claim(request))
        if (replayed !== null) return { replayed }
        const result = yield* Effect.raceFirst(effect, progress(request)).pipe(
          // Expire the key, so that it can be used again at once.
          Effect.onError(() => write({ ...request, expires_at: request.progress_at }))
        )
        yield* write(end(request, answerOf(result), yield* Timestamp.now))
        return { result }
      })

      const atOnce = transactional(function* <A, E, R>(
        request: KeyedRequest,
        effect: Effect.Effect<A, E, R>,
        answerOf: (result: A) => string
      ) {
        const { id } = yield* CurrentOrganization
        const replayed = yield* claim(request)
        if (replayed !== null) return { replayed }
        const result = yield* inOneTransaction(effect)
        yield* store.replace(id, end(request, answerOf(result), yield* Timestamp.now))
        return { result }
      })

      /** Trims the organization's kept requests with a probability that depends on the length of the new answer. */
      const trim = Effect.fnUntraced(
        function* (characters: number) {
          const share = 1 / trimmedEach.requests + characters / trimmedEach.characters
          // Inside another transaction, a failure of the trim would fail that transaction.
          if ((yield* Random.next) >= share || (yield* isNested)) return
          const { id } = yield* CurrentOrganization
          // Twice the number of requests that arrive on average between two trims.
          yield* store.trim(id, { ...maximumKept, limit: 2 * trimmedEach.requests })
        },
        renewed,
        Effect.catch((error) => Effect.logError("Cannot trim the kept answers of an organization", error))
      )

      return Idempotency.of({
        once: traced("Idempotency.once")(function* (input, effect, answerOf) {
          const request = yield* newRequest(input)
          let characters: number | undefined
          const answering = (result: Parameters<typeof answerOf>[0]) => {
            const answer = answerOf(result)
            characters = answer.length
            return answer
          }
          const outcome = yield* atOnce(request, effect, answering).pipe(
            Effect.catchTag("TakesMore", () => inSteps(request, effect, answering))
          )
          if (characters !== undefined) yield* trim(characters)
          return outcome
        }),
        removeExpired: inAllOrganizations({
          find: store.findExpired,
          handle: handleByRemoving(store.removeExpired)
        }).pipe(Effect.withSpan("Idempotency.removeExpired"))
      })
    })
  ).pipe(Layer.provide(SecureRandom.layerWebCrypto))
}
