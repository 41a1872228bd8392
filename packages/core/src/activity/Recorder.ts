/** Records a batch of events, and addresses that refused mail without an event, in one transaction. */
import { Effect, Result } from "effect"
import { AccountStore } from "../accounts/AccountStore.ts"
import { BlacklistAdded } from "../blacklist/BlacklistChange.ts"
import type { Entry } from "../blacklist/BlacklistEntry.ts"
import { BlacklistStore } from "../blacklist/BlacklistStore.ts"
import { maximumInputs } from "../Bulk.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { Changes } from "../Changes.ts"
import { normalizeEmail } from "../Domain.ts"
import { GuardStore } from "../guards/GuardStore.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { stopChanges } from "../leads/LeadChange.ts"
import { type AddressPlace, LeadStore } from "../leads/LeadStore.ts"
import { CurrentOrganization } from "../Organization.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import * as Timestamp from "../Timestamp.ts"
import type { NewEvent } from "./Event.ts"
import { EventStore } from "./EventStore.ts"
import {
  eventOf,
  faultOf,
  isRefusal,
  move,
  ofRemoved,
  refusalChanges,
  refusalsOf,
  stopRefused,
  unremembered
} from "./Recording.ts"
import { noSuchAddress, noSuchLead, type RecordResult } from "./RecordResult.ts"
import { makeRefusedMail, type RefusedMails } from "./RefusedMail.ts"
import { dependsOnCampaign } from "./Transition.ts"
import type { CampaignId, LeadId, OrganizationId } from "../ids.ts"

/** The part of a batch that is not an event. */
export interface Notice {
  /** The leads that must exist: a refusal for one of them is rejected if the lead was removed meanwhile. */
  readonly leads: ReadonlySet<LeadId>
  /** Addresses that refuse mail without an event, as blacklist entries. */
  readonly refused: ReadonlyArray<Omit<Entry, "id">>
}

const noNotice: Notice = { leads: new Set(), refused: [] }

/**
 * Makes the function that records a batch: one result per input, in order. The transaction is `Changes.transaction`.
 */
export const makeRecorder = Effect.gen(function* () {
  const accounts = yield* AccountStore
  const blacklist = yield* BlacklistStore
  const campaigns = yield* CampaignStore
  const events = yield* EventStore
  const guards = yield* GuardStore
  const leads = yield* LeadStore
  const sequences = yield* SequenceStore
  const { report, transactional } = yield* Changes
  const { lockRecorded, mailsOf, rememberedOf } = makeRefusedMail(events)

  /** Finds the id of each input's lead: by its id, or by campaign and address. */
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
    return ({ campaign_id, email, lead_id }: NewEvent): LeadId | undefined =>
      lead_id ?? (campaign_id === undefined ? undefined : ids.get(keyOf(campaign_id, normalizeEmail(email ?? ""))))
  })

  /** The ids of all leads with one of these normalized addresses. */
  const leadsWith = Effect.fnUntraced(function* (organization_id: OrganizationId, addresses: ReadonlyArray<string>) {
    const ids: Array<LeadId> = []
    let after: AddressPlace | undefined
    do {
      const query = { limit: maximumInputs, ...(after === undefined ? {} : { after }) }
      const found = yield* leads.findMatching(organization_id, { addresses, domains: [] }, query)
      ids.push(...found.map(({ id }) => id))
      after = found.length < maximumInputs ? undefined : found.at(-1)
    } while (after !== undefined)
    return ids
  })

  /**
   * Locks every lead that the inputs may change: the leads that they name and, for inputs that put an address on the
   * blacklist, all leads with that address. The exclusive guard, which those inputs need, also prevents changes of the
   * leads' addresses.
   */
  const lock = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    inputs: ReadonlyArray<NewEvent>,
    idOf: (input: NewEvent) => LeadId | undefined,
    mails: RefusedMails,
    refused: Notice["refused"]
  ) {
    const ids = new Set(inputs.flatMap((input) => idOf(input) ?? []))
    const refusals = inputs.filter(isRefusal)
    const refusing = new Set(refusals.flatMap((input) => idOf(input) ?? []))
    if (refusing.size > 0) for (const id of yield* leads.findSharing(organization_id, [...refusing])) ids.add(id)
    const addresses = new Set([
      ...refusals.flatMap((input) => input.data?.email ?? mails.get(input)?.email ?? []).map(normalizeEmail),
      ...refused.map(({ value }) => value)
    ])
    if (addresses.size > 0) for (const id of yield* leadsWith(organization_id, [...addresses])) ids.add(id)
    if (ids.size === 0) return new Map<LeadId, LeadRecord>()
    return new Map((yield* leads.lock(organization_id, [...ids])).map((lead) => [lead.id, lead]))
  })

  /** The accounts that the inputs name, and the campaigns of the sequences that they name. */
  const references = Effect.fnUntraced(function* (organization_id: OrganizationId, inputs: ReadonlyArray<NewEvent>) {
    const account_ids = new Set(inputs.flatMap(({ account_id }) => account_id ?? []))
    const sequence_ids = new Set(inputs.flatMap(({ sequence_id }) => sequence_id ?? []))
    const senders = account_ids.size === 0 ? [] : yield* accounts.findMany(organization_id, [...account_ids])
    const steps = sequence_ids.size === 0 ? [] : yield* sequences.findMany(organization_id, [...sequence_ids])
    return {
      accounts: new Map(senders.map((account) => [account.id, account])),
      campaignOf: new Map(steps.map(({ campaign_id, id }) => [id, campaign_id]))
    }
  })

  return transactional(function* (inputs: ReadonlyArray<NewEvent>, notice: Notice = noNotice) {
    const { refused } = notice
    const { id: organization_id } = yield* CurrentOrganization
    if (refused.length > 0 || inputs.some(isRefusal)) yield* guards.lockExclusive(organization_id)
    const leadOf = yield* identify(organization_id, inputs)
    const mails = yield* mailsOf(organization_id, inputs, leadOf)
    const idOf = (input: NewEvent) => leadOf(input) ?? mails.get(input)?.lead_id
    const locked = yield* lock(organization_id, inputs, idOf, mails, refused)
    const leadFor = (input: NewEvent) => {
      const id = idOf(input)
      return id === undefined ? undefined : locked.get(id)
    }
    const isRemoved = (input: NewEvent) => {
      const id = idOf(input)
      return leadFor(input) === undefined && id !== undefined && !notice.leads.has(id)
    }
    const withoutLead = new Map([...mails].filter(([input]) => isRemoved(input)))
    const mailsToRemoved = yield* lockRecorded(organization_id, withoutLead)
    const known = yield* references(organization_id, inputs)
    const now = yield* Timestamp.now
    const latest = Timestamp.plus(now, Timestamp.clockTolerance)
    const resolved = inputs.map((input, index) => {
      const lead = leadFor(input)
      const mail = lead === undefined ? mailsToRemoved.get(input) : mails.get(input)
      const removed = lead === undefined && mail !== undefined ? ofRemoved(input, mail, known) : undefined
      const recipient = lead ?? removed?.recipient
      if (recipient === undefined) return Result.fail(input.lead_id === undefined ? noSuchAddress : noSuchLead)
      const reported = removed?.input ?? input
      const fault = faultOf(reported, recipient, known, latest, mail)
      if (fault !== undefined) return Result.fail(fault)
      return Result.succeed({ event: eventOf(reported, recipient), index, input })
    })
    const candidates = resolved.flatMap((result) => (Result.isSuccess(result) ? [result.success] : []))
    const newEvents = candidates.map(({ event }) => event)
    const remembered = yield* rememberedOf(organization_id, unremembered(newEvents, locked))
    const inserted = yield* events.insert(organization_id, newEvents)
    const recorded = candidates.flatMap(({ event, ...candidate }, i) => {
      const id = inserted[i] ?? null
      return id === null ? [] : [{ event: { ...event, id }, ...candidate }]
    })
    const campaign_ids = new Set(
      recorded.flatMap(({ event }) => (dependsOnCampaign(event.type) ? [event.campaign_id] : []))
    )
    const settings = new Map(
      (campaign_ids.size === 0
        ? []
        : yield* campaigns.findMany(organization_id, [...campaign_ids], { with_hidden: true })
      ).map((campaign) => [campaign.id, campaign])
    )
    const { changes, moved } = move(recorded, locked, { accounts: known.accounts, settings }, now)
    const refusals = [...refusalsOf(recorded, moved, mails), ...refused]
    const listed = refusals.length === 0 ? [] : yield* blacklist.insert(organization_id, "email", refusals)
    const values = listed.flatMap(({ added, entry }) => (added ? [entry.value] : []))
    const stopped = stopRefused(refusals, moved, now)
    const written = [...moved.values()].flatMap((lead) => {
      const before = locked.get(lead.id)
      return before === undefined || before === lead ? [] : [{ before, lead: { ...lead, version: before.version + 1 } }]
    })
    if (written.length > 0) {
      yield* leads.writeState(
        organization_id,
        written.map(({ lead }) => lead)
      )
    }
    if (values.length + stopped > 0) {
      yield* report([new BlacklistAdded({ kind: "email", values, leads: stopped })])
    }
    yield* report([
      ...changes,
      ...refusalChanges(recorded, locked, remembered),
      ...written.flatMap(({ before, lead }) => stopChanges(before, lead))
    ])
    const ids = new Map(recorded.map(({ event, index }) => [index, event.id]))
    return resolved.map((result, index): Omit<RecordResult, "index"> => {
      if (Result.isFailure(result)) return { id: null, status: "rejected", errors: [result.failure] }
      const id = ids.get(index) ?? null
      return { id, status: id === null ? "duplicate" : "recorded" }
    })
  })
})
