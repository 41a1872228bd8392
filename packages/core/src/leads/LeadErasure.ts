/** Erases stored data about leads outside of their rows: mail, personal data in events, and kept answers. */
import { normalizeEmail } from "@mailroom/mail/domain"
import { fold } from "@mailroom/mail/text"
import { Effect } from "effect"
import { EventStore } from "../activity/EventStore.ts"
import { BlobStore } from "../attachments/BlobStore.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { IdempotencyStore } from "../idempotency/IdempotencyStore.ts"
import type { LeadRecord } from "./Lead.ts"
import { makeAddressesOf } from "./LeadAddresses.ts"
import { LeadStore } from "./LeadStore.ts"
import { leadsIn, makeFindRemovedLeads, type RemovedLeads } from "./RemovedLeads.ts"
import { CurrentOrganization } from "../Organization.ts"
import { makeForgetCopies } from "../sends/Copies.ts"
import { SendStore } from "../sends/SendStore.ts"
import { mentionsOf } from "../Mentions.ts"
import * as Timestamp from "../Timestamp.ts"
import { concerns } from "../unibox/Stray.ts"
import { ThreadStore } from "../unibox/ThreadStore.ts"
import { UploadStore } from "../uploads/UploadStore.ts"
import type { LeadId, OrganizationId, ThreadId } from "../ids.ts"

export const makeLeadErasure = Effect.gen(function* () {
  const blobs = yield* BlobStore
  const campaigns = yield* CampaignStore
  const events = yield* EventStore
  const leadStore = yield* LeadStore
  const requests = yield* IdempotencyStore
  const sends = yield* SendStore
  const threads = yield* ThreadStore
  const uploads = yield* UploadStore
  const addressesOf = yield* makeAddressesOf
  const findRemovedLeads = yield* makeFindRemovedLeads
  const forgetCopies = yield* makeForgetCopies

  /** The stray threads: those without a lead that are about one of the addresses (`Stray.concerns`). */
  const straysOf = Effect.fnUntraced(function* (organization_id: OrganizationId, addresses: ReadonlyArray<string>) {
    const texts = [...new Set(addresses.map(fold))]
    const isAbout = concerns(texts)
    const found = yield* threads.findStray(organization_id, texts)
    // As effects, so that other requests run in between: there may be many messages.
    const stray = yield* Effect.filter(found, (message) => Effect.sync(() => isAbout(message)))
    return [...new Set(stray.map(({ thread_id }) => thread_id))]
  })

  /**
   * Erases the events of leads, and of removed leads with the same addresses. Returns the removed leads (`removed`), the addresses
   * of all these leads, and the stray threads about one of the addresses (`strays`). `known`: removed leads that were found before.
   */
  const eraseEvents = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    leads: ReadonlyArray<LeadRecord>,
    known: RemovedLeads
  ) {
    const ids = leads.map(({ id }) => id)
    const addressesInEvents = [...(yield* events.erase(organization_id, ids))]
    const searched = yield* addressesOf(organization_id, leads, addressesInEvents)
    const notSearchedYet = searched.filter((email) => !known.has(normalizeEmail(email)))
    const found = new Map([...known, ...(yield* findRemovedLeads(organization_id, notSearchedYet))])
    const removed = new Set<LeadId>()
    let toErase = leadsIn(found, searched)
    let addresses: ReadonlyArray<string> = []
    let strays: ReadonlyArray<ThreadId> = []
    // Another lead with the address may be removed meanwhile, and its threads then have no lead. Its events and its threads must be
    // erased together: when such threads are found, search for removed leads again, until none is new.
    do {
      addressesInEvents.push(...(yield* events.erase(organization_id, toErase)))
      for (const lead_id of toErase) removed.add(lead_id)
      addresses = yield* addressesOf(organization_id, leads, addressesInEvents)
      strays = yield* straysOf(organization_id, addresses)
      const foundNow = strays.length === 0 ? [] : leadsIn(yield* findRemovedLeads(organization_id, searched), searched)
      toErase = foundNow.filter((lead_id) => !removed.has(lead_id))
    } while (toErase.length > 0)
    return { addresses, removed, strays }
  })

  const lockCampaigns = (organization_id: OrganizationId, leads: ReadonlyArray<LeadRecord>) =>
    Effect.forEach(
      [...new Set(leads.map(({ campaign_id }) => campaign_id))].toSorted(),
      (campaign) => campaigns.lock(organization_id, campaign),
      { discard: true }
    )

  return {
    /**
     * Searches once for the remaining data of removed leads with the addresses of these leads, for `erase` in several
     * transactions. A lead that is removed after this search counts as removed after the erasure, unless its threads
     * are found.
     */
    findRemoved: Effect.fnUntraced(function* (ids: ReadonlyArray<LeadId>) {
      const { id } = yield* CurrentOrganization
      const leads = yield* leadStore.findMany(id, ids)
      return yield* findRemovedLeads(id, [...new Set(leads.map(({ email }) => email))])
    }),
    /**
     * Erases the data of leads, including the remaining data of removed leads with the same addresses. The caller has
     * locked the leads, and removes them afterwards. Their addresses stay on the blacklist.
     *
     * The addresses of a lead include former ones that its events name, except addresses that another lead has now.
     * Addresses that are not in `known` are searched for.
     */
    erase: Effect.fnUntraced(function* (leads: ReadonlyArray<LeadRecord>, known: RemovedLeads) {
      const { id } = yield* CurrentOrganization
      const ids = leads.map((lead) => lead.id)
      const { addresses, removed, strays } = yield* eraseEvents(id, leads, known)
      // Lock before changing threads: the removal of the leads locks their campaigns, too.
      yield* lockCampaigns(id, leads)
      const lead_ids: ReadonlyArray<LeadId> = [...ids, ...removed]
      const mails = [...(yield* sends.erase(id, lead_ids, strays)), ...(yield* forgetCopies(id, addresses))]
      const files = yield* uploads.removeOfSends(id, mails)
      const removedFiles = yield* threads.removeOf(id, ids, strays)
      // Mails that were queued in these threads until `removeOf` had locked them.
      const late = strays.length === 0 ? [] : yield* uploads.removeOfSends(id, yield* sends.erase(id, [], strays))
      const attachments = [...files, ...removedFiles, ...late]
      yield* requests.forgetAnswers(id, mentionsOf(lead_ids, addresses), yield* Timestamp.now)
      if (attachments.length > 0) yield* blobs.remove(id, attachments)
      return { lead_ids, addresses }
    })
  }
})
