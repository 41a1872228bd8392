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

export class Erasure extends Context.Service<
  Erasure,
  {
    /**
     * Erases their mail and what events say of them, also what is left of leads with the same address that do not exist
     * any more. The leads are locked, and removed thereafter. Their addresses stay on the blacklist.
     *
     * The addresses of a lead are also former ones, which its events name, except those that another lead has by now.
     */
    readonly erase: (leads: ReadonlyArray<LeadRecord>) => Effect.Effect<Erased, StorageError, CurrentOrganization>
  }
>()("@mailroom/core/Erasure") {}
