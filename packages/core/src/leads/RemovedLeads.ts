/**
 * Finds leads that were removed, by their addresses in events and deliveries that stayed. Erasing an address also erases what its removed
 * leads left.
 */
import { normalizeEmail } from "@mailroom/mail/domain"
import { Effect } from "effect"
import { EventStore } from "../activity/EventStore.ts"
import type { LeadId, OrganizationId } from "../ids.ts"
import { DeliveryStore } from "../integrations/DeliveryStore.ts"
import type { StorageError } from "../StorageError.ts"

/** The removed leads that were found, by normalized address. Every address that was searched for has an entry. */
export type RemovedLeads = ReadonlyMap<string, ReadonlyArray<LeadId>>

/** The removed leads with one of these addresses, without duplicates. */
export const leadsIn = (removed: RemovedLeads, addresses: ReadonlyArray<string>): ReadonlyArray<LeadId> => [
  ...new Set(addresses.flatMap((email) => removed.get(normalizeEmail(email)) ?? []))
]

/** Makes the function that finds the removed leads that had one of these addresses, by address. */
export const makeFindRemovedLeads = Effect.gen(function* () {
  const deliveries = yield* DeliveryStore
  const events = yield* EventStore

  return Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    addresses: ReadonlyArray<string>
  ): Effect.fn.Return<RemovedLeads, StorageError> {
    if (addresses.length === 0) return new Map()
    const mailed = yield* events.findRemovedLeads(organization_id, addresses)
    const notified = yield* deliveries.findRemovedLeads(organization_id, addresses)
    const found = Map.groupBy([...mailed, ...notified], ({ address }) => address)
    return new Map(
      addresses
        .map(normalizeEmail)
        .map((address) => [address, (found.get(address) ?? []).map(({ lead_id }) => lead_id)] as const)
    )
  })
})
