/** The method that the storage ports share whose rows stay when their lead is removed: deliveries, events. */
import type { LeadId, OrganizationId } from "./ids.ts"
import type { Stored } from "./StorageError.ts"

/** A lead that does not exist any more, and one of its normalized addresses that is still stored. */
export interface RemovedLead {
  readonly lead_id: LeadId
  readonly address: string
}

/** The port says which text of a row is the address of its lead. */
export interface RemovedLeadStore {
  /**
   * The leads that do not exist any more and have a row with one of these addresses: each pair of lead and address once, by
   * ascending id. Addresses are compared normalized (`Domain.normalizeEmail`). An adapter may miss a row if its address
   * differs from all given addresses in more than the case of ASCII letters and in non-ASCII characters.
   */
  readonly findRemovedLeads: (
    organization_id: OrganizationId,
    addresses: ReadonlyArray<string>
  ) => Stored<ReadonlyArray<RemovedLead>>
}
