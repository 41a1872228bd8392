/** A port: what else is stored of leads. `erasure/Erasure.ts` implements it. */
import { Context, type Effect } from "effect"
import type { CurrentOrganization } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import type { LeadId, LeadRecord } from "./Lead.ts"

/** What was erased: the leads, also those with the same address that had been removed before, and their addresses. */
export interface Erased {
  readonly lead_ids: ReadonlyArray<LeadId>
  /** In each spelling of `Domain.spellingsOf`. */
  readonly addresses: ReadonlyArray<string>
}

/** A lead that does not exist any more, and a normalized address of it that is still stored. */
export interface RemovedLead {
  readonly lead_id: LeadId
  readonly address: string
}

/** The removed leads that were found, by their normalized addresses. An address that was looked for has an entry. */
export type RemovedLeads = ReadonlyMap<string, ReadonlyArray<LeadId>>

export class Erasure extends Context.Service<
  Erasure,
  {
    /**
     * Erases their mail and what events say of them, also what is left of leads with the same address that do not exist
     * any more. The leads are locked, and removed thereafter. Their addresses stay on the blacklist.
     *
     * The addresses of a lead are also former ones, which its events name, except those that another lead has by now.
     * Addresses that are not in `removed` are looked for.
     */
    readonly erase: (
      leads: ReadonlyArray<LeadRecord>,
      removed: RemovedLeads
    ) => Effect.Effect<Erased, StorageError, CurrentOrganization>
    /**
     * Looks once for what is left of removed leads with the addresses of these leads, for `erase` in several transactions.
     * A lead that is removed after that counts as removed after the erasure, unless its threads are found.
     */
    readonly findRemoved: (ids: ReadonlyArray<LeadId>) => Effect.Effect<RemovedLeads, StorageError, CurrentOrganization>
  }
>()("@mailroom/core/Erasure") {}
