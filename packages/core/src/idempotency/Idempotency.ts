import { Context, Effect, Layer, Random, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { BatchSize } from "../Bulk.ts"
import { Changes } from "../Changes.ts"
import { decode, type InvalidInput } from "../InvalidInput.ts"
import { inOneTransaction } from "../Orders.ts"
import { CurrentOrganization } from "../Organization.ts"
import { renewed } from "../StorageBudget.ts"
import type { StorageError } from "../StorageError.ts"
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

/** What identifies a request. */
const Once = Schema.Struct({
  key: IdempotencyKey,
  /** SHA-256 of all that makes the request what it is, in lower-case hex. */
  fingerprint: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u))
})

/** The result of a request that ran, or the answer that the first one under the key got. */
export type OnceResult<A> = { readonly result: A } | { readonly replayed: string }

/**
 * How often what is kept of an organization is trimmed: on average once in so many requests, and once in so many characters
 * of answers. That needs no counter, which the requests of an organization would wait for.
 */
const trimmedEach = { requests: 1_000, characters: 8 * 2 ** 20 }

/** Runs requests of the current organization once by a key that the client chose, and keeps their answers for a day. */
export class Idempotency extends Context.Service<
  Idempotency,
  {
    /**
     * Runs `effect`, unless the key's first request did so in the last 24 h: then returns the answer that `answerOf` made
     * of its result. All of it is one transaction, so a crash leaves the effect and the answer, or neither; and a failure
     * leaves nothing, so the key can be used again. Answers over 256 KiB are not kept: then a repeated request fails. An
     * organization that has more than `KeyedRequest.maximumKept` loses the oldest answers and keys earlier.
     *
     * An order that takes several transactions (`Orders.anotherTransaction`) is undone, and done again in steps. Its key
     * is `pending` until the last one. After a minute without progress, the same request runs again: so an order must
     * be one that can be repeated after a crash half way.
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
    /** Removes expired keys of all organizations, in batches. Returns how many. */
    readonly removeExpired: Effect.Effect<number, StorageError>
  }
>()("@mailroom/core/Idempotency") {
  static readonly layer = Layer.effect(
    Idempotency,
    Effect.gen(function* () {
      const store = yield* IdempotencyStore
      const { transaction } = yield* Changes
      const { isNested } = yield* Transactor
      const random = yield* SecureRandom.SecureRandom
      const decodeOnce = decode(Once)

      const newRequest = Effect.fnUntraced(function* (input: typeof Once.Type) {
        const { fingerprint, key } = yield* decodeOnce(input)
        return begin(key, fingerprint, yield* random.uuidV7(), yield* Timestamp.now)
      })

      /** Locks the key of a request for it. Returns the answer to give again, or `null` when the request has to run. */
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
        // What was ordered is done, or has failed for a reason of its own: a failure here is not one of that order.
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
          // The key can be used again at once.
          Effect.onError(() => write({ ...request, expires_at: request.progress_at }))
        )
        yield* write(end(request, answerOf(result), yield* Timestamp.now))
        return { result }
      })

      const atOnce = Effect.fnUntraced(function* <A, E, R>(
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
      }, transaction)

      /** After a request whose answer has so many characters: trims what is kept, sometimes. */
      const trim = Effect.fnUntraced(
        function* (characters: number) {
          const share = 1 / trimmedEach.requests + characters / trimmedEach.characters
          // Inside another transaction its failure would be one of that.
          if ((yield* Random.next) >= share || (yield* isNested)) return
          const { id } = yield* CurrentOrganization
          // Twice what came on average since the last time.
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
        removeExpired: Effect.gen(function* () {
          const now = yield* Timestamp.now
          const limit = yield* BatchSize
          let all = 0
          while (true) {
            const found = yield* store.findExpired({ now, limit })
            let removed = 0
            for (const [id, expired] of Map.groupBy(found, ({ organization_id }) => organization_id)) {
              const keys = expired.map(({ key }) => key)
              removed += yield* store.removeExpired(id, keys, now)
            }
            all += removed
            // Keys that are locked are left to the next call.
            if (removed < limit) return all
          }
        }).pipe(Effect.withSpan("Idempotency.removeExpired"))
      })
    })
  ).pipe(Layer.provide(SecureRandom.layerWebCrypto))
}
