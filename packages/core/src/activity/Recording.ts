/** The effects of a batch of events, after its leads are locked and new events are identified. Pure functions. */
import { mailboxOf, normalizeEmail } from "@mailroom/mail/domain"
import type { Account } from "../accounts/Account.ts"
import type { Entry } from "../blacklist/BlacklistEntry.ts"
import type { Campaign } from "../campaigns/Campaign.ts"
import type { Fault } from "../InvalidInput.ts"
import { type LeadRecord } from "../leads/Lead.ts"
import { type LeadActivity, none } from "../leads/LeadActivity.ts"
import { LeadTagged } from "../leads/LeadChange.ts"
import { byLabeller, mayLabel } from "../leads/LeadLabel.ts"
import { apply } from "../leads/StopSending.ts"
import { setTag } from "../tags/LeadTag.ts"
import type { Tag } from "../tags/Tag.ts"
import type { Timestamp } from "../Timestamp.ts"
import { EventRecorded, RefusalRecorded } from "./ActivityChange.ts"
import { bareId, type Event, mailId, type NewEvent } from "./Event.ts"
import type { SequencePlace } from "../sequences/SequenceStore.ts"
import { applyEvent, blacklistSource, isCountedOnce, remember, sharedRule } from "./Transition.ts"
import type { CampaignId, LeadId, SequenceId } from "../ids.ts"
import { nextVersion } from "../Version.ts"

/** A new event, and the input that reported it. */
export interface Recorded {
  readonly event: Event
  readonly input: NewEvent
  /** The index of the input in its batch. */
  readonly index: number
}

/** The existing objects that the inputs refer to. */
export interface References {
  readonly accounts: ReadonlyMap<Account["id"], Account>
  readonly sequences: ReadonlyMap<SequenceId, SequencePlace>
}

/** The lead that an event is about. If the lead does not exist any more, the data comes from the recorded mail. */
export type Recipient = Pick<LeadRecord, "campaign_id" | "email" | "id">

/** Whether an input's sequence exists in the campaign, or is the sequence that the mail was recorded with. */
const isSequenceKnown = (
  { sequence_id }: NewEvent,
  campaign_id: CampaignId,
  { sequences }: Pick<References, "sequences">,
  mail: Event | undefined
): boolean =>
  sequence_id === undefined ||
  sequences.get(sequence_id)?.campaign_id === campaign_id ||
  sequence_id === mail?.sequence_id

/**
 * Why an event cannot be recorded for this recipient; `undefined` if it can. `mail`: the mail that a refusal is about.
 */
export const faultOf = (
  input: NewEvent,
  { campaign_id }: Recipient,
  known: References,
  latest: Timestamp,
  mail: Event | undefined
): Fault | undefined => {
  if (input.occurred_at > latest) {
    return { pointer: "/occurred_at", message: "must not be more than a day in the future" }
  }
  if (input.account_id !== undefined && !known.accounts.has(input.account_id)) {
    return { pointer: "/account_id", message: "the account does not exist" }
  }
  if (!isSequenceKnown(input, campaign_id, known, mail)) {
    return { pointer: "/sequence_id", message: "the sequence does not exist in the lead's campaign" }
  }
  return undefined
}

/** An input without its account or its sequence, where that does not exist any more. */
export const withKnownReferences = (
  { account_id, sequence_id, ...input }: NewEvent,
  { campaign_id }: Recipient,
  known: References,
  mail: Event | undefined
): NewEvent => ({
  ...input,
  ...(account_id !== undefined && known.accounts.has(account_id) ? { account_id } : {}),
  ...(sequence_id !== undefined && isSequenceKnown({ ...input, sequence_id }, campaign_id, known, mail)
    ? { sequence_id }
    : {})
})

const messageIdOf = ({ message, message_id }: NewEvent) => message_id ?? message?.message_id

const identityOf = ({ type }: NewEvent, lead_id: LeadId, ...parts: ReadonlyArray<string | null>) =>
  JSON.stringify([type, lead_id, ...parts])

/**
 * The recipient of a refusal whose lead does not exist any more, and the refusal to record. When the campaign was
 * deleted, its steps are gone, too: an unknown step in the input is replaced by the step of the mail.
 */
export const ofRemoved = (
  input: NewEvent,
  mail: Event,
  known: Pick<References, "sequences">
): { readonly recipient: Recipient; readonly input: NewEvent } => {
  const { campaign_id, email, lead_id: id, sequence_id } = mail
  const recipient = { id, campaign_id, email: email ?? "" }
  if (isSequenceKnown(input, campaign_id, known, mail)) return { recipient, input }
  const { sequence_id: _, ...rest } = input
  return { recipient, input: sequence_id === null ? rest : { ...rest, sequence_id } }
}

/** The event of a lead that an input reports. */
export const eventOf = (input: NewEvent, lead: Recipient): Omit<Event, "id"> => {
  const { idempotency_key, occurred_at, provider_message_id } = input
  const reportedId = messageIdOf(input)
  const message_id = reportedId === undefined ? null : mailId(reportedId)
  const provider_id = provider_message_id === undefined ? null : bareId(provider_message_id)
  /** The id of the mail, by which the event counts once; without a mail, its instant does that. */
  const mail = message_id ?? (provider_id === null ? null : mailId(provider_id))
  const identity = mail === null ? identityOf(input, lead.id, null, occurred_at) : identityOf(input, lead.id, mail)
  return {
    identity: idempotency_key === undefined ? identity : JSON.stringify(idempotency_key),
    type: input.type,
    occurred_at,
    campaign_id: lead.campaign_id,
    lead_id: lead.id,
    account_id: input.account_id ?? null,
    sequence_id: input.sequence_id ?? null,
    message_id,
    provider_message_id: provider_id,
    email: input.type === "sent" ? (input.message?.to_email ?? lead.email) : null,
    data: input.data ?? {}
  }
}

/** Whether an input would put an address on the blacklist. */
export const isRefusal = ({ data = {}, type }: Pick<NewEvent, "data" | "type">): boolean =>
  blacklistSource({ type, data }) !== undefined

/** Applies the events to their leads, one after the other. Returns the leads (`after`), and the changes to report. */
export const applyEvents = (
  recorded: ReadonlyArray<Recorded>,
  locked: ReadonlyMap<LeadId, LeadRecord>,
  { accounts, campaigns, sequences }: References & { readonly campaigns: ReadonlyMap<CampaignId, Campaign> },
  now: Timestamp
) => {
  const after = new Map(locked)
  const changes: Array<EventRecorded> = []
  for (const { event, input } of recorded) {
    const before = after.get(event.lead_id)
    if (before === undefined) continue
    const sender = event.account_id === null ? undefined : accounts.get(event.account_id)
    const step_id = event.sequence_id === null ? null : sequences.get(event.sequence_id)?.step_id
    const campaign = campaigns.get(event.campaign_id)
    const lead = applyEvent(before, event, campaign, sender, now, step_id)
    after.set(lead.id, lead)
    changes.push(new EventRecorded({ event, before: before.activity, lead, message: input.message, campaign }))
  }
  return { after, changes }
}

/** The removed leads with a candidate event of a type that counts once. Their earlier events have to be read. */
export const unremembered = (
  candidates: ReadonlyArray<Omit<Event, "id">>,
  leads: ReadonlyMap<LeadId, LeadRecord>
): ReadonlyArray<LeadId> => [
  ...new Set(candidates.flatMap(({ lead_id, type }) => (isCountedOnce(type) && !leads.has(lead_id) ? [lead_id] : [])))
]

/** The changes to report of leads that do not exist any more; `remembered` has what their events say. */
export const refusalChanges = (
  recorded: ReadonlyArray<Recorded>,
  leads: ReadonlyMap<LeadId, LeadRecord>,
  remembered: ReadonlyMap<LeadId, LeadActivity>
): ReadonlyArray<RefusalRecorded> => {
  const activities = new Map(remembered)
  return recorded.flatMap(({ event }) => {
    if (leads.has(event.lead_id)) return []
    const before = activities.get(event.lead_id) ?? none
    const after = remember(before, event)
    activities.set(event.lead_id, after)
    return [new RefusalRecorded({ event, before, after })]
  })
}

/**
 * The blacklist entries of the events: with the address that the mail went to, if it is recorded. `mails`: the mails of
 * refusals by the index of the input.
 */
export const refusalsOf = (
  recorded: ReadonlyArray<Recorded>,
  leads: ReadonlyMap<LeadId, LeadRecord>,
  mails: ReadonlyMap<number, Event>
): ReadonlyArray<Omit<Entry, "id">> =>
  recorded.flatMap(({ event, index }) => {
    const { campaign_id, data, lead_id, occurred_at } = event
    const source = blacklistSource(event)
    const address = data.email ?? mails.get(index)?.email ?? leads.get(lead_id)?.email
    if (source === undefined || address === undefined) return []
    const reason = data.reason === undefined || data.reason === "" ? null : data.reason
    return [{ value: mailboxOf(address), source, reason, campaign_id, created_at: occurred_at }]
  })

/**
 * Stops all other leads with the address of a lead that answered, where its campaign says so (`stop_scope`), by the rule
 * and at the instant of the answer. `leads` must have every lead with such an address, and is changed.
 */
export const stopSameAddress = (
  recorded: ReadonlyArray<Recorded>,
  leads: Map<LeadId, LeadRecord>,
  campaigns: ReadonlyMap<CampaignId, Campaign>,
  now: Timestamp
): void => {
  const answers = recorded.flatMap(({ event }) => {
    const rule = sharedRule(event, campaigns.get(event.campaign_id))
    const lead = leads.get(event.lead_id)
    return rule === undefined || lead === undefined ? [] : [{ address: normalizeEmail(lead.email), event, rule }]
  })
  if (answers.length === 0) return
  const byAddress = Map.groupBy(leads.keys(), (id) => normalizeEmail(leads.get(id)?.email ?? ""))
  for (const { address, event, rule } of answers) {
    for (const id of byAddress.get(address) ?? []) {
      const lead = leads.get(id)
      if (lead === undefined || id === event.lead_id) continue
      leads.set(id, nextVersion(lead, { ...lead, ...apply(lead, rule, event.occurred_at) }, now))
    }
  }
}

/** Tags the leads whose answers the rules have labelled, unless a person decided, or the tag is about a later answer. */
export const tagAnswers = (
  recorded: ReadonlyArray<Recorded>,
  leads: Map<LeadId, LeadRecord>,
  tag: Tag | null,
  now: Timestamp
): ReadonlyArray<LeadTagged> =>
  recorded.flatMap(({ event: { lead_id, occurred_at, type } }) => {
    const before = leads.get(lead_id)
    if (tag === null || type !== "replied" || before === undefined || !mayLabel(before, occurred_at)) return []
    const lead = setTag(before, tag, now, byLabeller("rule", occurred_at))
    leads.set(lead_id, lead)
    return [new LeadTagged({ before, lead })]
  })

/**
 * Stops all leads that have the mailbox of a refusal. Each refusal stops at the time of its event: if a person resumed
 * a lead between two refusals, the later one stops it again. Returns the number of leads that could be sent to before.
 */
export const stopRefused = (
  refusals: ReadonlyArray<Omit<Entry, "id">>,
  leads: Map<LeadId, LeadRecord>,
  now: Timestamp
): number => {
  if (refusals.length === 0) return 0
  const stopped = new Set<LeadId>()
  const byValue = Map.groupBy(leads.keys(), (id) => mailboxOf(leads.get(id)?.email ?? ""))
  for (const { created_at, value } of refusals) {
    for (const id of byValue.get(value) ?? []) {
      const lead = leads.get(id)
      if (lead === undefined) continue
      const next = nextVersion(lead, { ...lead, ...apply(lead, "blacklist", created_at) }, now)
      leads.set(id, next)
      if (next.stop_sending && !lead.stop_sending) stopped.add(id)
    }
  }
  return stopped.size
}
