/**
 * Removes the deliveries about erased leads. It is the last consumer, so it also finds deliveries that its transaction
 * made.
 */
import { Effect } from "effect"
import type { ChangeKind, Consumer } from "../Changes.ts"
import { LeadsErased } from "../leads/LeadChange.ts"
import { mentionsOf } from "../Mentions.ts"
import { DeliveryStore } from "./DeliveryStore.ts"

export const erasureConsumer: Effect.Effect<Consumer, never, DeliveryStore> = Effect.map(DeliveryStore, (store) => ({
  kinds: new Set<ChangeKind>([LeadsErased]),
  consume: (organization_id, changes) =>
    Effect.forEach(
      changes.filter((change) => change instanceof LeadsErased),
      ({ addresses, lead_ids }) => store.removeOf(organization_id, lead_ids, mentionsOf(lead_ids, addresses)),
      { discard: true }
    )
}))
