/** Removes the deliveries about leads that are erased: the last consumer, so it also finds what its transaction made. */
import { Effect } from "effect"
import type { ChangeKind, Consumer } from "../Changes.ts"
import { LeadsErased } from "../leads/LeadChange.ts"
import { DeliveryStore } from "./DeliveryStore.ts"

export const erasure: Effect.Effect<Consumer, never, DeliveryStore> = Effect.map(DeliveryStore, (store) => ({
  kinds: new Set<ChangeKind>([LeadsErased]),
  consume: (organization_id, changes) =>
    Effect.forEach(
      changes.filter((change) => change instanceof LeadsErased),
      ({ addresses, lead_ids }) =>
        store.removeOf(organization_id, lead_ids, [
          ...addresses.map((address) => JSON.stringify(address)),
          // What an earlier release stored does not name its lead beside the payload.
          ...lead_ids.map((id) => `"lead":{"id":${id},`)
        ]),
      { discard: true }
    )
}))
