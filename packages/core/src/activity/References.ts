/** Finds and locks the leads, accounts and sequences that the inputs of a batch name. */
import { companyOf, hasSpellings, mailboxOf, normalizeEmail } from "@mailroom/mail/domain"
import { Effect, Predicate, Schema } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import type { Entry } from "../blacklist/BlacklistEntry.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { makeMatchingIds } from "../MatchingIds.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import type { StorageError } from "../StorageError.ts"
import { type Answering, mayStopOthers } from "./Answering.ts"
import type { NewEvent } from "./Event.ts"
import { isRefusal } from "./Recording.ts"
import { type RefusedMails } from "./RefusedMail.ts"
import type { Tag } from "../tags/Tag.ts"
import type { AccountId, CampaignId, LeadId, OrganizationId } from "../ids.ts"

/** The part of a batch that is not an event. */
export interface Notice {
  /** The leads that must exist: a refusal for one of them is rejected if the lead was removed meanwhile. */
  readonly leads: ReadonlySet<LeadId>
  /** Addresses that refuse mail without an event, as blacklist entries. */
  readonly refused: ReadonlyArray<Omit<Entry, "id">>
  /** Leads that were read before, without a lock. They are not read again without one. */
  readonly read?: ReadonlyMap<LeadId, LeadRecord>
  /** Accounts that were read before. They are not read again. */
  readonly accounts?: ReadonlyMap<AccountId, AccountRecord>
  /** The locked tag that the rules give to the answers among the inputs. */
  readonly tag?: Tag | null
}

/** The address of a lead changed after the leads that share it, or its company, were searched for. */
export class AddressChanged extends Schema.TaggedError<AddressChanged>()("AddressChanged", {}) {}

/** Whether the leads that answer still have the addresses and companies by which other leads were searched for. */
const isAsRead = (locked: ReadonlyMap<LeadId, LeadRecord>, { addresses, companies }: Answering): boolean =>
  [...locked.values()].every(({ email, id }) => {
    const hasSameAddress = !addresses.has(id) || normalizeEmail(email) === addresses.get(id)
    const hasSameCompany = !companies.has(id) || companyOf(email) === companies.get(id)
    return hasSameAddress && hasSameCompany
  })

/** The mails, refusals and answers that decide, with the inputs of a batch, which leads it locks. */
interface Reach {
  readonly mails: RefusedMails
  readonly refused: Notice["refused"]
  readonly answers: Answering
  /** The leads of `readLeads`. */
  readonly read: ReadonlyMap<LeadId, LeadRecord>
}

export const makeReferences = Effect.gen(function* () {
  const accounts = yield* AccountStore
  const leads = yield* LeadStore
  const matchingIds = yield* makeMatchingIds
  const sequences = yield* SequenceStore

  /** Finds the id of each input's lead, in order: by its id, or by campaign and address. */
  const identify = Effect.fnUntraced(function* (organization_id: OrganizationId, inputs: ReadonlyArray<NewEvent>) {
    const keyOf = (campaign_id: CampaignId, address: string) => `${campaign_id} ${address}`
    const addresses = new Map(
      inputs.flatMap(({ campaign_id, email }) => {
        if (campaign_id === undefined || email === undefined) return []
        const address = normalizeEmail(email)
        return [[keyOf(campaign_id, address), { campaign_id, address }] as const]
      })
    )
    const found = addresses.size === 0 ? [] : yield* leads.findByEmails(organization_id, [...addresses.values()])
    const ids = new Map(found.map((lead) => [keyOf(lead.campaign_id, normalizeEmail(lead.email)), lead.id]))
    return inputs.map(
      ({ campaign_id, email, lead_id }) =>
        lead_id ?? (campaign_id === undefined ? undefined : ids.get(keyOf(campaign_id, normalizeEmail(email ?? ""))))
    )
  })

  /**
   * Reads the leads of answers and of inputs for the blacklist, without a lock. The exclusive guard prevents later changes of an
   * address on the blacklist, so a lead in `known`, which was read before the guard was locked, is read again for such an input.
   */
  const readLeads = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    inputs: ReadonlyArray<NewEvent>,
    lead_ids: ReadonlyArray<LeadId | undefined>,
    known: Notice["read"] = new Map()
  ): Effect.fn.Return<ReadonlyMap<LeadId, LeadRecord>, StorageError> {
    const mustRead = (input: NewEvent, id: LeadId) => isRefusal(input) || (mayStopOthers(input) && !known.has(id))
    const ids = new Set(
      inputs.flatMap((input, index) => {
        const id = lead_ids[index]
        return id !== undefined && mustRead(input, id) ? [id] : []
      })
    )
    const read = ids.size === 0 ? [] : yield* leads.findMany(organization_id, [...ids])
    return new Map([...known, ...read.map((lead) => [lead.id, lead] as const)])
  })

  /** The ids of the leads that refusals stop, by address or mailbox, and that answers stop, by address. */
  const leadsByAddress = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    inputs: ReadonlyArray<NewEvent>,
    lead_ids: ReadonlyArray<LeadId | undefined>,
    { answers, mails, read, refused }: Reach
  ) {
    const refusals = inputs.flatMap((input, index) => (isRefusal(input) ? [{ index, input }] : []))
    const refusing = [...new Set(refusals.flatMap(({ index }) => lead_ids[index] ?? []))]
    const sameAddress = refusing.length === 0 ? [] : yield* leads.findSharing(organization_id, refusing)
    const mailboxes = new Set([
      // `findSharing` finds the same address only, and not its other spellings.
      ...refusing
        .flatMap((id) => read.get(id) ?? [])
        .map(({ email }) => mailboxOf(email))
        .filter(hasSpellings),
      ...refusals.flatMap(({ index, input }) => input.data?.email ?? mails.get(index)?.email ?? []).map(mailboxOf),
      ...refused.map(({ value }) => value)
    ])
    const addresses = [...answers.addresses.values()]
    if (addresses.length + mailboxes.size === 0) return sameAddress
    const match = { addresses, mailboxes: [...mailboxes], domains: [] }
    return [...sameAddress, ...(yield* matchingIds(organization_id, match))]
  })

  /**
   * Locks every lead that the inputs may change: the leads that they name, the colleagues that an answer stops, and all
   * leads with the address of an input that puts it on the blacklist, or of an answer that stops its address everywhere.
   * Inputs for the blacklist need the exclusive guard, which also prevents changes of the leads' addresses. Answers need no
   * guard: a lead that gets the address meanwhile gets it after the answer. It fails when the lead of an answer itself has
   * another address or company now. `lead_ids`: the id of each input's lead, if known.
   */
  const lock = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    inputs: ReadonlyArray<NewEvent>,
    lead_ids: ReadonlyArray<LeadId | undefined>,
    reach: Reach
  ) {
    const byAddress = yield* leadsByAddress(organization_id, inputs, lead_ids, reach)
    const ids = new Set([...lead_ids.filter(Predicate.isNotUndefined), ...reach.answers.colleagues, ...byAddress])
    if (ids.size === 0) return new Map<LeadId, LeadRecord>()
    const locked = new Map((yield* leads.lock(organization_id, [...ids])).map((lead) => [lead.id, lead]))
    return isAsRead(locked, reach.answers) ? locked : yield* new AddressChanged()
  })

  /** The accounts and the sequences that the inputs name. */
  const references = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    inputs: ReadonlyArray<NewEvent>,
    read: Notice["accounts"] = new Map()
  ) {
    const named = new Set(inputs.flatMap(({ account_id }) => account_id ?? []))
    const account_ids = new Set([...named].filter((id) => !read.has(id)))
    const sequence_ids = new Set(inputs.flatMap(({ sequence_id }) => sequence_id ?? []))
    const senders = account_ids.size === 0 ? [] : yield* accounts.findMany(organization_id, [...account_ids])
    const steps = sequence_ids.size === 0 ? [] : yield* sequences.findMany(organization_id, [...sequence_ids])
    return {
      accounts: new Map([...read, ...senders.map((account) => [account.id, account] as const)]),
      sequences: new Map(steps.map((step) => [step.id, step]))
    }
  })

  return { identify, lock, readLeads, references }
})
