/** The port for erasing data about leads that is stored outside of the leads. `erasure/Erasure.ts` implements it. */
import { Context, type Effect } from "effect"
import type { CurrentOrganization } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import type { LeadRecord } from "./Lead.ts"
import type { LeadId } from "../ids.ts"

/** The erased leads, including previously removed leads with the same addresses, and the erased addresses. */
export interface Erased {
  readonly lead_ids: ReadonlyArray<LeadId>
  /** In each spelling of `Domain.spellingsOf`. */
  readonly addresses: ReadonlyArray<string>
}

/** A lead that does not exist any more, and one of its normalized addresses that is still stored. */
export interface RemovedLead {
  readonly lead_id: LeadId
  readonly address: string
}

/** The removed leads that were found, by normalized address. Every address that was searched for has an entry. */
export type RemovedLeads = ReadonlyMap<string, ReadonlyArray<LeadId>>

export class Erasure extends Context.Service<
  Erasure,
  {
    /**
     * Erases the mail of leads and the personal data in their events, including the remaining data of removed leads
     * with the same addresses. The caller has locked the leads, and removes them afterwards. Their addresses stay on
     * the blacklist.
     *
     * The addresses of a lead include former ones that its events name, except addresses that another lead has now.
     * Addresses that are not in `removed` are searched for.
     */
    readonly erase: (
      leads: ReadonlyArray<LeadRecord>,
      removed: RemovedLeads
    ) => Effect.Effect<Erased, StorageError, CurrentOrganization>
    /**
     * Searches once for the remaining data of removed leads with the addresses of these leads, for `erase` in several
     * transactions. A lead that is removed after this search counts as removed after the erasure, unless its threads
     * are found.
     */
    readonly findRemoved: (ids: ReadonlyArray<LeadId>) => Effect.Effect<RemovedLeads, StorageError, CurrentOrganization>
  }
>()("@mailroom/core/Erasure") {}
