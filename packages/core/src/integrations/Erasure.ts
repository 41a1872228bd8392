/** Removes the deliveries about leads that are erased: the last consumer, so it also finds what its transaction made. */
import { Effect } from "effect"
import type { Consumer } from "../Changes.ts"
import { normalizeEmail } from "../Domain.ts"
import { LeadErased } from "../leads/LeadChange.ts"
import { fold } from "../Text.ts"
import { DeliveryStore } from "./DeliveryStore.ts"

export const erasure: Effect.Effect<Consumer, never, DeliveryStore> = Effect.map(
  DeliveryStore,
  (store) => (organization_id, changes) => {
    const leads = changes.flatMap((change) => (change instanceof LeadErased ? [change.lead] : []))
    if (leads.length === 0) return Effect.void
    const texts = leads.flatMap(({ email, id }) => [
      ...[email, fold(email), normalizeEmail(email)].map((address) => JSON.stringify(address)),
      // What an earlier release stored does not name its lead beside the payload.
      `"lead":{"id":${id},`
    ])
    const ids = leads.map(({ id }) => id)
    return store.removeOf(organization_id, ids, [...new Set(texts)])
  }
)
