/** Implements `Coverage` by the entries of the blacklist. */
import { Effect, Layer } from "effect"
import { domainsOf, isCovered, normalizeEmail } from "../Domain.ts"
import { Coverage } from "../leads/Coverage.ts"
import { BlacklistStore } from "./BlacklistStore.ts"

export const layer: Layer.Layer<Coverage, never, BlacklistStore> = Layer.effect(
  Coverage,
  Effect.gen(function* () {
    const store = yield* BlacklistStore
    return Coverage.of({
      covered: Effect.fnUntraced(function* (organization_id, emails) {
        if (emails.length === 0) return new Set()
        const addresses = [...new Set(emails.map(normalizeEmail))]
        // A step for 1 000 inputs takes some milliseconds: let other fibers run in between.
        yield* Effect.yieldNow
        const domains = [...new Set(addresses.flatMap(domainsOf))]
        const values = new Set(yield* store.findCovering(organization_id, { addresses, domains }))
        if (values.size === 0) return new Set()
        return new Set(emails.filter((email) => isCovered(email, values)))
      })
    })
  })
)
