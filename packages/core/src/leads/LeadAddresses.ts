/** Finds all addresses of leads that are erased. */
import { normalizeEmail, spellingsOf } from "@mailroom/mail/domain"
import { Effect } from "effect"
import type { OrganizationId } from "../ids.ts"
import type { LeadRecord } from "./Lead.ts"
import { LeadStore } from "./LeadStore.ts"

/**
 * Makes the function that returns all spellings of the leads' addresses: their current addresses, and former ones that other leads
 * do not have.
 */
export const makeAddressesOf = Effect.gen(function* () {
  const store = yield* LeadStore

  return Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    leads: ReadonlyArray<LeadRecord>,
    former: ReadonlyArray<string>
  ) {
    const ids = new Set(leads.map(({ id }) => id))
    /** Whether no other lead has this address now. */
    const isFree = Effect.fnUntraced(function* (email: string) {
      const match = { addresses: [normalizeEmail(email)], domains: [] }
      const found = yield* store.findMatching(organization_id, match, { limit: ids.size + 1 })
      return found.every(({ id }) => ids.has(id))
    })
    const current = new Set(leads.map(({ email }) => email))
    const freeFormer = yield* Effect.filter(
      former.filter((email) => !current.has(email)),
      isFree
    )
    return [...new Set([...current, ...freeFormer].flatMap(spellingsOf))]
  })
})
