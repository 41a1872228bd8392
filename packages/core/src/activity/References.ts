/** Finds and locks the leads, accounts and sequences that the inputs of a batch name. */
import { companyOf, hasSpellings, mailboxOf, normalizeEmail } from "@mailroom/mail/domain"
import { Effect, Predicate, Schema } from "effect"
import { AccountStore } from "../accounts/AccountStore.ts"
import type { Campaign } from "../campaigns/Campaign.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import type { Entry } from "../blacklist/BlacklistEntry.ts"
import type { StorageError } from "../StorageError.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { makeMatchingIds } from "../MatchingIds.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import { isOfCompany, outermost } from "./Colleagues.ts"
import type { NewEvent } from "./Event.ts"
import { isRefusal } from "./Recording.ts"
import { isAnswer } from "./Transition.ts"
import { type RefusedMails } from "./RefusedMail.ts"
import type { CampaignId, LeadId, OrganizationId } from "../ids.ts"

/** The part of a batch that is not an event. */
export interface Notice {
  /** The leads that must exist: a refusal for one of them is rejected if the lead was removed meanwhile. */
  readonly leads: ReadonlySet<LeadId>
  /** Addresses that refuse mail without an event, as blacklist entries. */
  readonly refused: ReadonlyArray<Omit<Entry, "id">>
  /** Leads that were read before, without a lock. They are not read again without one. */
  readonly read?: ReadonlyMap<LeadId, LeadRecord>
}

/** Leads that answer, before they are locked. */
interface Answering {
  /** The campaigns of the leads. */
  readonly settings: ReadonlyMap<CampaignId, Campaign>
  /** The normalized addresses of the leads whose answer may stop all leads with their address. */
  readonly addresses: ReadonlyMap<LeadId, string>
  /** The campaigns with `stop_scope: "company"`. */
  readonly scoped: ReadonlyMap<CampaignId, Campaign>
  /** The company of each lead whose answer may stop colleagues; `null`: it has none. */
  readonly companies: ReadonlyMap<LeadId, string | null>
  /** The leads of these companies in the campaigns that stop them. */
  readonly colleagues: ReadonlyArray<LeadId>
}

const nobody: Answering = {
  settings: new Map(),
  addresses: new Map(),
  scoped: new Map(),
  companies: new Map(),
  colleagues: []
}

/** The address of a lead changed after the leads that share it, or its company, were searched for. */
class AddressChanged extends Schema.TaggedError<AddressChanged>()("AddressChanged", {}) {}

/** Whether an input may stop other leads than its own, depending on its campaign. */
const isCause = ({ type }: NewEvent) => isAnswer(type) || isOfCompany(type)

export const makeReferences = Effect.gen(function* () {
  const accounts = yield* AccountStore
  const campaigns = yield* CampaignStore
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

  /** The leads of companies in some campaigns. */
  const leadsOf = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    companies: ReadonlyArray<string>,
    scoped: Answering["scoped"]
  ) {
    if (companies.length === 0) return []
    const ids = yield* matchingIds(organization_id, { addresses: [], domains: outermost(companies) })
    const found = ids.length === 0 ? [] : yield* leads.findMany(organization_id, ids)
    return found.flatMap(({ campaign_id, id }) => (scoped.has(campaign_id) ? [id] : []))
  })

  /**
   * Reads the leads that answer, and those of inputs for the blacklist, without a lock. The exclusive guard prevents changes of
   * the addresses of the latter, so `known` leads were read too early for them.
   */
  const readLeads = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    inputs: ReadonlyArray<NewEvent>,
    lead_ids: ReadonlyArray<LeadId | undefined>,
    known: Notice["read"] = new Map()
  ): Effect.fn.Return<ReadonlyMap<LeadId, LeadRecord>, StorageError> {
    const isRead = (input: NewEvent, id: LeadId) => isRefusal(input) || (isCause(input) && !known.has(id))
    const ids = new Set(
      inputs.flatMap((input, index) => {
        const id = lead_ids[index]
        return id !== undefined && isRead(input, id) ? [id] : []
      })
    )
    const read = ids.size === 0 ? [] : yield* leads.findMany(organization_id, [...ids])
    return new Map([...known, ...read.map((lead) => [lead.id, lead] as const)])
  })

  /**
   * Finds the campaigns of the leads that answer, and so what their answers may stop. Without answers it reads nothing.
   * `read`: the leads that exist, as `readLeads` gives them.
   * It locks nothing, because leads are locked before campaigns: an answer is decided by the settings before a change
   * that is committed meanwhile.
   */
  const answering = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    inputs: ReadonlyArray<NewEvent>,
    lead_ids: ReadonlyArray<LeadId | undefined>,
    read: ReadonlyMap<LeadId, LeadRecord>
  ): Effect.fn.Return<Answering, StorageError> {
    const ids = new Set(inputs.flatMap((input, index) => (isCause(input) ? (lead_ids[index] ?? []) : [])))
    if (ids.size === 0) return nobody
    const found = [...ids].flatMap((id) => read.get(id) ?? [])
    const campaign_ids = new Set(found.map(({ campaign_id }) => campaign_id))
    const [rows, wide] = yield* Effect.all(
      [
        campaigns.findMany(organization_id, [...campaign_ids], { with_hidden: true }),
        campaigns.findCompanyScoped(organization_id)
      ],
      { concurrency: "unbounded" }
    )
    const settings = new Map(rows.map((campaign) => [campaign.id, campaign]))
    const scoped = new Map(wide.map((campaign) => [campaign.id, campaign]))
    const asking = found.filter(
      ({ campaign_id }) => (settings.get(campaign_id)?.stop_scope ?? "campaign") !== "campaign"
    )
    const companies = new Map(scoped.size === 0 ? [] : found.map(({ email, id }) => [id, companyOf(email)]))
    const domains = [...companies.values()].filter(Predicate.isNotNull)
    return {
      settings,
      addresses: new Map(asking.map(({ email, id }) => [id, normalizeEmail(email)])),
      scoped,
      companies,
      colleagues: yield* leadsOf(organization_id, domains, scoped)
    }
  })

  /**
   * Locks every lead that the inputs may change: the leads that they name, the colleagues that an answer stops, and all
   * leads with the address of an input that puts it on the blacklist, or of an answer that stops its address everywhere.
   * Inputs for the blacklist need the exclusive guard, which also prevents changes of the leads' addresses. Answers need no
   * guard: a lead that gets the address meanwhile gets it after the answer. It fails when the lead of an answer itself has
   * another address or company now. `lead_ids`: the id of each input's lead, if known. `read`: as for `answering`.
   */
  const lock = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    inputs: ReadonlyArray<NewEvent>,
    lead_ids: ReadonlyArray<LeadId | undefined>,
    mails: RefusedMails,
    refused: Notice["refused"],
    answers: Answering,
    read: ReadonlyMap<LeadId, LeadRecord>
  ) {
    const ids = new Set([...lead_ids.filter(Predicate.isNotUndefined), ...answers.colleagues])
    const refusals = inputs.flatMap((input, index) => (isRefusal(input) ? [{ index, input }] : []))
    const refusing = new Set(refusals.flatMap(({ index }) => lead_ids[index] ?? []))
    if (refusing.size > 0) for (const id of yield* leads.findSharing(organization_id, [...refusing])) ids.add(id)
    const mailboxes = new Set([
      // `findSharing` finds the same address only.
      ...[...refusing]
        .flatMap((id) => read.get(id) ?? [])
        .map(({ email }) => mailboxOf(email))
        .filter(hasSpellings),
      ...refusals.flatMap(({ index, input }) => input.data?.email ?? mails.get(index)?.email ?? []).map(mailboxOf),
      ...refused.map(({ value }) => value)
    ])
    const addresses = [...answers.addresses.values()]
    if (addresses.length + mailboxes.size > 0) {
      for (const id of yield* matchingIds(organization_id, { addresses, mailboxes: [...mailboxes], domains: [] }))
        ids.add(id)
    }
    if (ids.size === 0) return new Map<LeadId, LeadRecord>()
    const locked = new Map((yield* leads.lock(organization_id, [...ids])).map((lead) => [lead.id, lead]))
    for (const [id, address] of answers.addresses) {
      const lead = locked.get(id)
      if (lead !== undefined && normalizeEmail(lead.email) !== address) return yield* new AddressChanged()
    }
    for (const [id, company] of answers.companies) {
      const lead = locked.get(id)
      if (lead !== undefined && companyOf(lead.email) !== company) return yield* new AddressChanged()
    }
    return locked
  })

  /** The accounts and the sequences that the inputs name. */
  const references = Effect.fnUntraced(function* (organization_id: OrganizationId, inputs: ReadonlyArray<NewEvent>) {
    const account_ids = new Set(inputs.flatMap(({ account_id }) => account_id ?? []))
    const sequence_ids = new Set(inputs.flatMap(({ sequence_id }) => sequence_id ?? []))
    const senders = account_ids.size === 0 ? [] : yield* accounts.findMany(organization_id, [...account_ids])
    const steps = sequence_ids.size === 0 ? [] : yield* sequences.findMany(organization_id, [...sequence_ids])
    return {
      accounts: new Map(senders.map((account) => [account.id, account])),
      sequences: new Map(steps.map((step) => [step.id, step]))
    }
  })

  return { answering, identify, lock, readLeads, references }
})
