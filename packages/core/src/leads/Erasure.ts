/** A port: what else is stored of leads. `erasure/Erasure.ts` implements it. */
import { Context, type Effect } from "effect"
import type { CurrentOrganization } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import type { LeadRecord } from "./Lead.ts"

export class Erasure extends Context.Service<
  Erasure,
  {
    /**
     * Erases their mail and what their events say of them; the leads are locked, and removed thereafter. Their addresses
     * stay on the blacklist.
     */
    readonly erase: (leads: ReadonlyArray<LeadRecord>) => Effect.Effect<void, StorageError, CurrentOrganization>
  }
>()("@mailroom/core/Erasure") {}
