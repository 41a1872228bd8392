/** Finds the ids of all leads that match, however many there are. */
import { Effect } from "effect"
import { maximumInputs } from "./Bulk.ts"
import type { LeadId, OrganizationId } from "./ids.ts"
import { type AddressKeyset, type AddressMatch, LeadStore } from "./leads/LeadStore.ts"

/** Makes the function that returns the ids of all leads that match. It reads at most `maximumInputs` leads at a time. */
export const makeMatchingIds = Effect.map(LeadStore, (store) =>
  Effect.fnUntraced(function* (organization_id: OrganizationId, match: AddressMatch) {
    const ids: Array<LeadId> = []
    let after: AddressKeyset | undefined
    do {
      const query = { limit: maximumInputs, ...(after === undefined ? {} : { after }) }
      const found = yield* store.findMatching(organization_id, match, query)
      ids.push(...found.map(({ id }) => id))
      after = found.length < maximumInputs ? undefined : found.at(-1)
    } while (after !== undefined)
    return ids
  })
)
