/** Locks the leads that an answer or a forwarded message is about, so that no erasure of them runs beside. */
import { normalizeEmail } from "@mailroom/mail/domain"
import { Effect } from "effect"
import type { ThreadId } from "../ids.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { makeMatchingIds } from "../MatchingIds.ts"
import { CurrentOrganization } from "../Organization.ts"
import { findThread, ThreadStore } from "../unibox/ThreadStore.ts"

/**
 * Makes the function that locks the lead of a thread and all leads with these addresses, by ascending id. Call it first in its
 * transaction: leads are locked before uploads, mails and threads. Fails if the thread is missing, also if its lead was erased
 * meanwhile. Returns the thread.
 */
export const makeLockRecipients = Effect.gen(function* () {
  const leads = yield* LeadStore
  const matchingIds = yield* makeMatchingIds
  const threads = yield* ThreadStore

  return Effect.fnUntraced(function* (id: ThreadId, emails: ReadonlyArray<string>) {
    const organization = yield* CurrentOrganization
    const thread = yield* findThread(threads, organization.id, id)
    const match = { addresses: [...new Set(emails.map(normalizeEmail))], domains: [] }
    const named = emails.length === 0 ? [] : yield* matchingIds(organization.id, match)
    const ids = [...(thread.lead_id === undefined ? [] : [thread.lead_id]), ...named]
    if (ids.length === 0) return thread
    yield* leads.lock(organization.id, ids)
    return yield* findThread(threads, organization.id, id)
  })
})
