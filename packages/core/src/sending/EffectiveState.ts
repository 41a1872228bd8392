/** Whether a lead may be mailed at all, and what stands in the way: the rules of the engine, without what passes within a day. */
import { domainsOf, normalizeEmail } from "@mailroom/mail/domain"
import { Effect, Schema } from "effect"
import { type AccountRecord, undeleted } from "../accounts/Account.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import type { AgendaRecord } from "../agenda/Agenda.ts"
import { AgendaStore } from "../agenda/AgendaStore.ts"
import { BlacklistKind, type Entry, Source } from "../blacklist/BlacklistEntry.ts"
import { BlacklistStore } from "../blacklist/BlacklistStore.ts"
import { makeFindCovered } from "../blacklist/Coverage.ts"
import type { CampaignRecord } from "../campaigns/Campaign.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { opensAt } from "../campaigns/SendWindow.ts"
import { described } from "../Described.ts"
import { type AccountId, CampaignId, EntryId, LeadId, type OrganizationId } from "../ids.ts"
import * as Lead from "../leads/Lead.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { isPaused, notPaused, PausedBy } from "../leads/Pause.ts"
import { labelledBy } from "../leads/LeadLabel.ts"
import { MoveState } from "../leads/LeadMove.ts"
import { empty, type MailboxRecord } from "../mailboxes/Mailbox.ts"
import { MailboxStore } from "../mailboxes/MailboxStore.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { SendRecord } from "../sends/Send.ts"
import { SendStore } from "../sends/SendStore.ts"
import type { SequenceRecord } from "../sequences/Sequence.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import * as Timestamp from "../Timestamp.ts"
import { makeCampaignHours } from "./CampaignHours.ts"
import { conditionAhead, waits_for } from "./ConditionAhead.ts"
import { type Holder, holderOf } from "./ContactRule.ts"
import { makeContacts } from "./Contacts.ts"
import { isFirstMail, type Setup } from "./Decision.ts"
import { clockFor, type Hours, zoneFor } from "./Hours.ts"
import { chosenFor, Reason, reasonOfAccount, reasonsOfLead } from "./MayContact.ts"
import { type MissingValues, missing_values, missingIn } from "./MissingValues.ts"
import { LeadWindow, windowOf } from "./LeadWindow.ts"
import { makeMovesAhead, MoveAhead } from "./MoveAhead.ts"
import { dueAt, later, nextStep, waitsUntil } from "./NextStep.ts"
import { StepAhead } from "./StepAhead.ts"
import { makeStepMails } from "./StepMail.ts"

const CoveringEntry = Schema.Struct({
  id: EntryId,
  kind: BlacklistKind,
  value: described(Schema.String, "The normalized address or domain."),
  source: Source
}).annotate({ identifier: "CoveringEntry", description: "The entry of the blacklist that covers an address." })

const Colleague = Schema.Struct({
  lead_id: LeadId,
  email: described(Schema.NullOr(Schema.String), "Its address; `null`: the lead was deleted.", "grace@example.com")
}).annotate({ identifier: "Colleague", description: "The lead whose answer stopped its colleagues." })

/** Whether a lead may be mailed, and why not. */
export const EffectiveState = Schema.Struct({
  may_be_mailed: described(
    Schema.Boolean,
    "Whether nothing stands in the way. Windows, limits and the pace only say when a mail goes out: they do not count.",
    false
  ),
  reason: described(Schema.NullOr(Reason), "The reason that wins; `null`: the lead may be mailed.", "lead_stopped"),
  obstacles: described(
    Schema.Array(Reason),
    "All reasons, the one that wins first. To resume the lead removes `lead_stopped` only: the others stay.",
    ["lead_stopped", "no_step"]
  ),
  paused_until: described(
    Schema.NullOr(Timestamp.Timestamp),
    "When the pause of the lead ends; `null`: it does not wait.",
    null
  ),
  paused_by: described(Schema.NullOr(PausedBy), "Who decided that it waits; `null`: it does not wait.", null),
  other_campaign_id: described(
    Schema.NullOr(CampaignId),
    "The campaign that writes to the person, or did so within the gap of `contact_rule`; `null`: that is no obstacle.",
    null
  ),
  stopped_by: described(
    Schema.NullOr(Colleague),
    "The colleague who answered, while `stop_sending_type` is `colleague`; else `null`.",
    null
  ),
  window: described(
    Schema.NullOr(LeadWindow),
    "When the window is open for the lead: it is no obstacle. `null`: the campaign is being deleted.",
    { timezone: "Europe/Berlin", of: "lead", is_open: false, opens_at: "2026-03-02T08:00:00.000Z" }
  ),
  waits_for,
  missing: missing_values,
  next_step: described(
    Schema.NullOr(StepAhead),
    "The step that the lead gets next, but with `waits_for` only if the condition of that step becomes true; `null`: something else than a pause stands in the way.",
    null
  ),
  next_move: described(
    Schema.NullOr(MoveAhead),
    "The move to another campaign that is ahead, as the lead is now; `null`: it stays, or was moved before.",
    null
  ),
  entry: described(
    Schema.NullOr(CoveringEntry),
    "The entry of the blacklist that covers the address: that of the address, else that of the longest domain; `null`: none does.",
    null
  )
}).annotate({
  identifier: "EffectiveState",
  description: "Whether a lead may be mailed, or what stands in the way, by the rules that decide about each mail."
})
export type EffectiveState = typeof EffectiveState.Type

const description = "Whether the lead may be mailed, or what stands in the way."

/** A lead as `GET /leads/{id}` shows it. */
export const LeadWithState = Schema.Struct({
  ...Lead.LeadWithCustomFields.fields,
  reply_status_by: labelledBy,
  verification: described(
    Lead.LeadRecord.fields.verification,
    "How the address was verified; `null`: it was not, or the caller said its `verification_status`."
  ),
  ...MoveState.fields,
  effective_state: described(EffectiveState, description)
}).annotate({
  identifier: "LeadWithState",
  description:
    "A lead with its custom fields, its verification, who decided its reply tag, how it was moved, and its effective state."
})
export type LeadWithState = typeof LeadWithState.Type

/** A lead as lists show it: with its effective state if the caller asks for it. */
export const ListedLeadWithState = Schema.Struct({
  ...Lead.ListedLead.fields,
  effective_state: described(
    Schema.optionalKey(EffectiveState),
    `${description} Only with \`include=effective_state\`.`
  )
}).annotate({
  identifier: "ListedLead",
  description: "A lead, with its custom fields and its effective state where the list includes them."
})
export type ListedLeadWithState = typeof ListedLeadWithState.Type

/** The data that decides whether a lead may be mailed. */
interface Facts {
  readonly lead: LeadRecord
  readonly isCovered: boolean
  /** The campaign that has the person. */
  readonly holder: Holder | null
  /** The hours of the campaign; `undefined`: it does not exist, or is being deleted. */
  readonly hours: Hours | undefined
  /** `undefined`: it does not exist, or is being deleted. */
  readonly campaign: CampaignRecord | undefined
  /** The variants of its steps, by ascending position. */
  readonly steps: ReadonlyArray<SequenceRecord>
  readonly sends: ReadonlyArray<SendRecord>
  /** `undefined`: no account has taken the lead. */
  readonly row: AgendaRecord | undefined
  /** The accounts of the campaign that are not deleted. */
  readonly accounts: ReadonlyArray<{ readonly account: AccountRecord; readonly mailbox: MailboxRecord }>
  readonly missing: (step: SequenceRecord, account: AccountRecord) => ReadonlyArray<string>
}

/** The accounts that may send the next mail to the lead: one that it chose or that wrote before, or else any. */
const sendersOf = ({ accounts, campaign, lead, row, sends }: Facts, isFirst: boolean) => {
  const writer = isFirst ? undefined : (row?.account_id ?? sends.at(-1)?.account_id)
  const only: AccountId | null | undefined =
    writer ?? (isFirst && campaign !== undefined ? chosenFor(lead, campaign) : null)
  const own = accounts.filter(({ account }) => account.id === only)
  // The lead goes to another account when the one that wrote has left the campaign.
  return own.length > 0 ? own : accounts
}

/** The reason of the first sender, if each has one; else `null`. The pace and the limit of a day do not count. */
const reasonOfSenders = (senders: Facts["accounts"], setup: Setup, now: Timestamp.Timestamp): Reason | null => {
  const reasons = senders.map(({ account, mailbox }) =>
    reasonOfAccount({ ...setup, account, mailbox: { ...mailbox, next_at: null }, room: Infinity }, now)
  )
  return reasons.includes(null) ? null : (reasons[0] ?? "account_disabled")
}

/** The step that the lead gets next, if nothing stands in the way. */
const nextOf = ({ hours, lead, sends, steps }: Facts, now: Timestamp.Timestamp) =>
  hours === undefined
    ? undefined
    : nextStep(steps, { lead_id: lead.id, sends, firsts: lead.activity.firsts }, clockFor(hours, lead), now)

/** The reasons that keep mail of its campaign from a lead until something changes, the one that wins first. */
const obstaclesOf = (
  facts: Facts,
  setup: Setup,
  now: Timestamp.Timestamp
): { readonly obstacles: ReadonlyArray<Reason>; readonly missing: MissingValues | null } => {
  const { campaign, holder, isCovered, lead, missing, row, sends, steps } = facts
  const step = nextOf(facts, now)?.step
  const isFirst = isFirstMail({ step_id: row?.step_id ?? null }, sends)
  const senders = sendersOf(facts, isFirst)
  const [sender] = senders
  const variables = step === undefined || sender === undefined ? [] : missing(step, sender.account)
  const until = sends.flatMap((send) => waitsUntil(send) ?? []).toSorted()
  const reasons = reasonsOfLead(
    {
      lead,
      is_covered: isCovered,
      waits_until: until.at(-1) ?? null,
      // A campaign without steps has sent none: its status is the reason.
      step: step === undefined && steps.length > 0 ? undefined : { is_first: isFirst },
      required: campaign?.required_verification ?? "none",
      holder,
      missing: variables,
      room: Infinity,
      company_room: Infinity,
      inbox: null
    },
    now
  )
  const ofCampaign: ReadonlyArray<Reason> = campaign?.status === "active" ? [] : ["campaign_not_active"]
  const ofSenders = reasonOfSenders(senders, setup, now)
  return {
    obstacles: [...reasons, ...ofCampaign, ...(ofSenders === null ? [] : [ofSenders])],
    missing: step === undefined ? null : missingIn(step, variables)
  }
}

/** The step that the lead gets next, and when; `null`: one of the obstacles keeps it from the lead. */
const stepAhead = (
  facts: Facts,
  obstacles: ReadonlyArray<Reason>,
  now: Timestamp.Timestamp
): typeof StepAhead.Type | null => {
  const { hours, lead, row } = facts
  const next = nextOf(facts, now)
  if (hours === undefined || next === undefined || obstacles.some((reason) => reason !== "lead_paused")) return null
  const { last_at, step } = next
  // A row may wait for something else than the delay, such as another try.
  const waits = [row?.state === "waiting" ? row.due_at : null, lead.paused_until, now]
  const from = waits.reduce(later, dueAt(step, last_at, clockFor(hours, lead), now)) ?? now
  const at = opensAt(hours.window, zoneFor(hours, lead), from)
  return { sequence_id: step.id, position: step.position, at: at <= now ? null : at }
}

/** The entry that covers an address: that of the address, else that of the longest domain. */
const entryOf = (
  email: string,
  entries: Readonly<Record<BlacklistKind, ReadonlyMap<string, Entry>>>
): EffectiveState["entry"] => {
  const address = normalizeEmail(email)
  const shown = (kind: BlacklistKind, { id, source, value }: Entry) => ({ id, kind, value, source })
  const own = entries.email.get(address)
  if (own !== undefined) return shown("email", own)
  const domain = domainsOf(address).flatMap((value) => entries.domain.get(value) ?? [])[0]
  return domain === undefined ? null : shown("domain", domain)
}

/** The colleague whose answer stops a lead; `null`: another rule does, or none. */
const colleagueOf = ({ stop_sending_type, stops }: LeadRecord): LeadId | null =>
  stop_sending_type === "colleague" ? (stops.colleague_id ?? null) : null

export const makeEffectiveStates = (setup: Setup) =>
  Effect.gen(function* () {
    const accountStore = yield* AccountStore
    const agenda = yield* AgendaStore
    const blacklist = yield* BlacklistStore
    const campaignStore = yield* CampaignStore
    const contacts = yield* makeContacts
    const findCovered = yield* makeFindCovered
    const leadStore = yield* LeadStore
    const readHours = yield* makeCampaignHours
    const mailboxes = yield* MailboxStore
    const sendStore = yield* SendStore
    const sequences = yield* SequenceStore
    const movesAhead = yield* makeMovesAhead
    const { preview } = yield* makeStepMails

    /** The entries for these addresses, by kind and value. */
    const entriesOf = Effect.fnUntraced(function* (id: OrganizationId, emails: ReadonlyArray<string>) {
      if (emails.length === 0) return { email: new Map<string, Entry>(), domain: new Map<string, Entry>() }
      const addresses = [...new Set(emails.map(normalizeEmail))]
      const values = { email: addresses, domain: [...new Set(addresses.flatMap(domainsOf))] }
      const find = (kind: BlacklistKind) =>
        Effect.map(
          blacklist.find(id, kind, { values: values[kind] }),
          (found) => new Map(found.map((entry) => [entry.value, entry]))
        )
      return yield* Effect.all({ email: find("email"), domain: find("domain") }, { concurrency: "unbounded" })
    })

    /** The accounts of campaigns that are not deleted, by id. */
    const accountsOf = Effect.fnUntraced(function* (id: OrganizationId, campaigns: ReadonlyArray<CampaignRecord>) {
      const ids = [...new Set(campaigns.flatMap(({ account_ids }) => account_ids))]
      if (ids.length === 0) return new Map<AccountId, Facts["accounts"][number]>()
      const read = { accounts: accountStore.findMany(id, ids), boxes: mailboxes.findMany(id, ids) }
      const { accounts, boxes } = yield* Effect.all(read, { concurrency: "unbounded" })
      const byAccount = new Map(boxes.map((box) => [box.account_id, box]))
      return new Map(
        undeleted(accounts).map((account) => [
          account.id,
          { account, mailbox: byAccount.get(account.id) ?? empty(account.id) }
        ])
      )
    })

    /** The colleagues who stopped these leads, by id. */
    const colleaguesOf = Effect.fnUntraced(function* (id: OrganizationId, leads: ReadonlyArray<LeadRecord>) {
      const ids = new Set(leads.flatMap((lead) => colleagueOf(lead) ?? []))
      const found = ids.size === 0 ? [] : yield* leadStore.findMany(id, [...ids])
      return new Map(found.map((lead) => [lead.id, lead.email]))
    })

    /** The effective state of each lead, in order. The number of reads does not depend on the number of leads. */
    return Effect.fnUntraced(function* (leads: ReadonlyArray<LeadRecord>) {
      if (leads.length === 0) return []
      const { id } = yield* CurrentOrganization
      const now = yield* Timestamp.now
      const lead_ids = leads.map((lead): LeadId => lead.id)
      const campaign_ids = [...new Set(leads.map(({ campaign_id }) => campaign_id))]
      const read = yield* Effect.all(
        {
          contacts: contacts.read(leads),
          colleagues: colleaguesOf(id, leads),
          covered: findCovered(leads.map(({ email }) => email)),
          campaigns: campaignStore.findMany(id, campaign_ids),
          steps: sequences.ofCampaigns(id, campaign_ids),
          sends: sendStore.findOfLeads(id, lead_ids),
          rows: agenda.findMany(id, lead_ids)
        },
        { concurrency: "unbounded" }
      )
      const { accounts, entries } = yield* Effect.all(
        { accounts: accountsOf(id, read.campaigns), entries: entriesOf(id, [...read.covered]) },
        { concurrency: "unbounded" }
      )
      const moveOf = yield* movesAhead(id, read.campaigns, leads)
      const campaigns = new Map(read.campaigns.map((campaign) => [campaign.id, campaign]))
      const hoursOf = yield* readHours.ofAll(read.campaigns)
      const hours = new Map(read.campaigns.map((campaign) => [campaign.id, hoursOf(campaign)]))
      const steps = Map.groupBy(read.steps, ({ campaign_id }) => campaign_id)
      const sends = Map.groupBy(read.sends, ({ lead_id }) => lead_id)
      const rows = new Map(read.rows.map((row) => [row.lead_id, row]))
      return leads.map((lead) => {
        const campaign = campaigns.get(lead.campaign_id)
        const holder = holderOf(lead.id, read.contacts, now)
        const own = { steps: steps.get(lead.campaign_id) ?? [], sends: sends.get(lead.id) ?? [] }
        const facts: Facts = {
          ...own,
          lead,
          campaign,
          hours: hours.get(lead.campaign_id),
          isCovered: read.covered.has(lead.email),
          holder,
          row: rows.get(lead.id),
          accounts: campaign?.account_ids.flatMap((account_id) => accounts.get(account_id) ?? []) ?? [],
          missing: (step, account) =>
            campaign === undefined ? [] : preview({ ...own, campaign, step, lead, account }, id).missing
        }
        const { missing, obstacles } = obstaclesOf(facts, setup, now)
        const [reason = null] = obstacles
        const entry = entryOf(lead.email, entries)
        const other_campaign_id = obstacles.includes("other_campaign") ? (holder?.campaign_id ?? null) : null
        const colleague = colleagueOf(lead)
        const { paused_by, paused_until } = isPaused(lead, now) ? lead : notPaused
        const progress = { lead_id: lead.id, sends: own.sends, firsts: lead.activity.firsts }
        const state = {
          may_be_mailed: reason === null,
          reason,
          obstacles,
          paused_until,
          paused_by,
          other_campaign_id,
          stopped_by: colleague === null ? null : { lead_id: colleague, email: read.colleagues.get(colleague) ?? null },
          window: facts.hours === undefined ? null : windowOf(facts.hours, lead, now),
          waits_for:
            facts.hours === undefined ? null : conditionAhead({ ...own, hours: facts.hours }, lead, progress, now),
          missing,
          next_step: stepAhead(facts, obstacles, now),
          next_move: moveOf(facts, now),
          entry
        }
        return { lead_id: lead.id, state } satisfies { readonly lead_id: LeadId; readonly state: EffectiveState }
      })
    })
  })
