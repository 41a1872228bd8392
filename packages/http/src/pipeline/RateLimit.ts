/** The rate limit of organizations (contract, "rate"): a bucket of tokens each, in the memory of this process. */
import type { OrganizationId } from "@mailroom/core"
import { Clock, Duration, Effect } from "effect"
import { RateLimiter } from "effect/persistence"
import type { Fields } from "./HeaderFields.ts"
import type { Party } from "./Parties.ts"

/** The time in which the bucket fills. It holds twice the rate. */
const window = Duration.seconds(2)

/** `rateLimit`: requests per second of each organization; 0 means no limit. */
export const makeRateLimit = (rateLimit: number) =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const limiter = yield* RateLimiter.RateLimiter
    const runSync = Effect.runSyncWith(yield* Effect.context<never>())
    const now = () => clock.currentTimeMillisUnsafe()

    const limit = rateLimit * Duration.toSeconds(window)
    const policy: Fields =
      limit === 0 ? {} : { "ratelimit-policy": `"organization";q=${limit};w=${Duration.toSeconds(window)}` }
    const fields = (remaining: number, reset: Duration.Duration): Fields => ({
      ...policy,
      ratelimit: `"organization";r=${remaining};t=${Math.ceil(Duration.toSeconds(reset))}`
    })
    const consume = (organization: OrganizationId, tokens: 0 | 1) =>
      limiter
        .consume({ algorithm: "token-bucket", key: String(organization), limit, tokens, window })
        .pipe(Effect.map(({ remaining, resetAfter }) => fields(remaining, resetAfter)))

    /** For each organization over its rate: when its bucket has a token again, in milliseconds since 1970. */
    const nextToken = new Map<Party, number>()

    return {
      /** The header fields that every answer has, if there is a rate limit. */
      policy,
      /** The header fields of an answer to an organization over its rate. */
      exhausted: fields(0, window),
      /** The header fields with the remaining tokens, if there is a rate limit. */
      fieldsLeft: (party: Party): Fields =>
        limit === 0 || party === "unknown" ? policy : runSync(Effect.orDie(consume(party, 0))),
      /** Whether the last request of the organization found no token, and its bucket still has none. */
      isOverRate: (party: Party): boolean => {
        const next = nextToken.get(party)
        if (next === undefined) return false
        if (now() < next) return true
        nextToken.delete(party)
        return false
      },
      /** Takes a token. Returns the header fields of the answer; `undefined`: the organization is over its rate. */
      take: (organization: OrganizationId): Effect.Effect<Fields | undefined> => {
        if (limit === 0) return Effect.succeed({})
        return consume(organization, 1).pipe(
          Effect.catchReason("RateLimiterError", "RateLimitExceeded", ({ retryAfter }) => {
            nextToken.set(organization, now() + Duration.toMillis(retryAfter))
            return Effect.undefined
          }),
          // The in-memory store of the limiter cannot fail.
          Effect.orDie
        )
      }
    }
  })
