import { Context, Effect, Layer } from "effect"
import { AccountStore } from "../accounts/AccountStore.ts"
import { type AccountRecord, undeleted } from "../accounts/Account.ts"
import type { AgendaRecord } from "../agenda/Agenda.ts"
import { AgendaStore, type AgendaQueue } from "../agenda/AgendaStore.ts"
import { PlanStore } from "../agenda/PlanStore.ts"
import type { CampaignRecord } from "../campaigns/Campaign.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { isOpen, opensAt } from "../campaigns/SendWindow.ts"
import { type CampaignId, CampaignIdInput, CampaignNotFound, type LeadId } from "../ids.ts"
import { decode, InvalidInput } from "../InvalidInput.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { Inbound } from "../mailboxes/Inbound.ts"
import { inboxObstacle } from "../mailboxes/Freshness.ts"
import { Mailer } from "../mailboxes/Mailer.ts"
import { MailboxStore } from "../mailboxes/MailboxStore.ts"
import { findOne, orNotFound } from "../NotFound.ts"
import { CurrentOrganization } from "../Organization.ts"
import { makeLinkBase } from "../organization/LinkBase.ts"
import { SendStore } from "../sends/SendStore.ts"
import { type SequenceRecord, stepIdOf } from "../sequences/Sequence.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { gateOf, type Setup } from "./Decision.ts"
import { type EffectiveState, makeEffectiveStates } from "./EffectiveState.ts"
import { type Preview, type PreviewedMail, PreviewInput } from "./Preview.ts"
import { ofAccount } from "./Room.ts"
import { makeSituations, type Situation } from "./Situation.ts"
import { makeStepMails } from "./StepMail.ts"
import type { Upcoming, UpcomingAccount } from "./Upcoming.ts"
import { stepsFor } from "./Variant.ts"

/** How many rows of an account are looked at for one whose lead is not stopped. */
const mostStopped = 20

/** The next mails of campaigns of the current organization. */
export class Sending extends Context.Service<
  Sending,
  {
    /** Says what a campaign sends next, and why it sends nothing. Changes nothing. */
    readonly upcoming: (
      campaign_id: CampaignId
    ) => Effect.Effect<Upcoming, CampaignNotFound | InvalidInput | StorageError, CurrentOrganization>
    /** The steps of a campaign as a lead would get them, or one variant. Changes and sends nothing. */
    readonly preview: (
      campaign_id: CampaignId,
      input: PreviewInput
    ) => Effect.Effect<Preview, CampaignNotFound | InvalidInput | StorageError, CurrentOrganization>
    /** Whether a lead may be mailed, or what stands in the way. Changes nothing. */
    readonly effectiveState: (lead: LeadRecord) => Effect.Effect<EffectiveState, StorageError, CurrentOrganization>
    /**
     * Whether each of these leads may be mailed, or what stands in the way, by lead. Leads that do not exist are left
     * out. Changes nothing.
     */
    readonly effectiveStates: (
      leads: ReadonlyArray<LeadId>
    ) => Effect.Effect<ReadonlyMap<LeadId, EffectiveState>, StorageError, CurrentOrganization>
  }
>()("@mailroom/core/Sending") {
  static readonly layer = Layer.effect(
    Sending,
    Effect.gen(function* () {
      const accountStore = yield* AccountStore
      const agenda = yield* AgendaStore
      const campaigns = yield* CampaignStore
      const leads = yield* LeadStore
      const linkBase = yield* makeLinkBase
      const mailboxes = yield* MailboxStore
      const plans = yield* PlanStore
      const sends = yield* SendStore
      const sequences = yield* SequenceStore
      const situationsOf = yield* makeSituations
      const { preview } = yield* makeStepMails
      const setup: Setup = {
        inbound: yield* Inbound,
        sends_without_credentials: (yield* Mailer.orNone).sendsWithoutCredentials
      }
      const statesOf = yield* makeEffectiveStates(setup)
      const decodeId = decode(CampaignIdInput, "/campaign_id")
      const decodePreview = decode(PreviewInput)
      const invalid = (pointer: string, message: string) => new InvalidInput({ faults: [{ pointer, message }] })

      const findCampaign = Effect.fnUntraced(function* (input: CampaignId) {
        const id = yield* decodeId(input)
        const organization = yield* CurrentOrganization
        return yield* orNotFound(findOne(campaigns.findMany, organization.id, id), () => new CampaignNotFound({ id }))
      })

      /** The accounts of a campaign that are not deleted, by ascending id. */
      const accountsOf = Effect.fnUntraced(function* ({ account_ids }: CampaignRecord) {
        const { id } = yield* CurrentOrganization
        const found = account_ids.length === 0 ? [] : yield* accountStore.findMany(id, account_ids)
        return undeleted(found)
      })

      /**
       * The earliest rows of accounts whose leads are not stopped, at most one for each account, and the leads of the rows. A
       * row of a stopped lead stays until its step is due.
       */
      const nextOf = Effect.fnUntraced(function* (queues: ReadonlyArray<AgendaQueue>) {
        const { id } = yield* CurrentOrganization
        const leadsById = new Map<LeadRecord["id"], LeadRecord>()
        const headsOf = Effect.fnUntraced(function* (some: ReadonlyArray<AgendaQueue>, limit: number) {
          const rows = some.length === 0 ? [] : yield* agenda.heads(id, some, limit)
          const ids = rows.map(({ lead_id }) => lead_id)
          for (const lead of ids.length === 0 ? [] : yield* leads.findMany(id, ids)) leadsById.set(lead.id, lead)
          return rows
        })
        const isStopped = ({ lead_id }: AgendaRecord) => leadsById.get(lead_id)?.stop_sending === true
        const first = yield* headsOf(queues, 1)
        const behind = new Set(first.filter(isStopped).map(({ account_id }) => account_id))
        const further = yield* headsOf(
          queues.filter(({ account_id }) => behind.has(account_id)),
          mostStopped
        )
        return { heads: [...first, ...further].filter((row) => !isStopped(row)), leads: leadsById }
      })

      const upcoming = traced("Sending.upcoming")(function* (input: CampaignId) {
        const campaign = yield* findCampaign(input)
        const { id } = yield* CurrentOrganization
        const accounts = yield* accountsOf(campaign)
        const now = yield* Timestamp.now
        const boxes = yield* mailboxes.findMany(
          id,
          accounts.map((account) => account.id)
        )
        const situations = yield* situationsOf(accounts, boxes, now)
        const queues = accounts.map((account) => ({ account_id: account.id, campaign_id: campaign.id }))
        const { heads, leads: next } = yield* nextOf(queues)
        const [plan] = yield* plans.findMany(id, [campaign.id])
        const read = {
          leads: next,
          steps: yield* sequences.ofCampaigns(id, [campaign.id])
        }
        const shown = situations.map((situation) =>
          accountShown(
            campaign,
            situation,
            heads.find(({ account_id }) => account_id === situation.account.id),
            read,
            setup,
            now
          )
        )
        return {
          reason: reasonOf(campaign, shown, now),
          window: windowShown(campaign, now),
          skipped: plan?.skipped ?? 0,
          unknown: yield* agenda.count(id, campaign.id, "unknown"),
          accounts: shown
        } satisfies Upcoming
      })

      const previewSteps = traced("Sending.preview")(function* (campaign_id: CampaignId, input: PreviewInput) {
        const campaign = yield* findCampaign(campaign_id)
        const { lead_id, sequence_id } = yield* decodePreview(input)
        const { id } = yield* CurrentOrganization
        const [lead] = yield* leads.findMany(id, [lead_id])
        if (lead?.campaign_id !== campaign.id) return yield* invalid("/lead_id", "is not a lead of this campaign")
        const steps = yield* sequences.ofCampaigns(id, [campaign.id])
        const only = steps.find((step) => step.id === sequence_id)
        if (sequence_id !== undefined && only === undefined) {
          return yield* invalid("/sequence_id", "is not a step of this campaign")
        }
        const accounts = yield* accountsOf(campaign)
        const [row] = yield* agenda.findMany(id, [lead_id])
        const account = senderOf(lead, row, accounts)
        if (account === undefined) {
          return yield* invalid("/lead_id", "has no account to send from: give the campaign an account in account_ids")
        }
        const earlier = [...(yield* sends.findOfLeads(id, [lead_id]))]
        const own = stepsFor(steps, { lead_id, sends: earlier, firsts: lead.activity.firsts })
        const base = yield* linkBase
        const data: Array<PreviewedMail> = []
        for (const variant of own) {
          const step = only !== undefined && stepIdOf(only) === stepIdOf(variant) ? only : variant
          const { mail, missing } = preview({ campaign, step, steps, lead, account, sends: earlier }, id, base)
          // The steps after it may continue its thread.
          earlier.push(
            ...earlier.slice(-1).map((send) => ({ ...send, subject: mail.subject, outcome: "sent" as const }))
          )
          data.push({
            sequence_id: step.id,
            position: step.position,
            account_id: account.id,
            from_email: account.email,
            to_email: lead.email,
            subject: mail.subject,
            body_text: mail.text,
            body_html: mail.html,
            missing
          })
        }
        return { data: data.filter((mail) => sequence_id === undefined || mail.sequence_id === sequence_id) }
      })

      const effectiveStates = traced("Sending.effectiveStates")(function* (ids: ReadonlyArray<LeadId>) {
        const { id } = yield* CurrentOrganization
        const found = ids.length === 0 ? [] : yield* leads.findMany(id, ids)
        return new Map((yield* statesOf(found)).map(({ lead_id, state }) => [lead_id, state]))
      })

      const effectiveState = traced("Sending.effectiveState")(function* (lead: LeadRecord) {
        const [found] = yield* statesOf([lead])
        return found?.state ?? (yield* Effect.die(new Error("A lead has no effective state")))
      })

      return Sending.of({ upcoming, preview: previewSteps, effectiveState, effectiveStates })
    })
  )
}

/** The account that sends to a lead: the one that it chose, the one that has taken it, or the first of the campaign. */
const senderOf = (
  { chosen_sender }: Pick<LeadRecord, "chosen_sender">,
  row: AgendaRecord | undefined,
  accounts: ReadonlyArray<AccountRecord>
): AccountRecord | undefined =>
  accounts.find(({ id }) => id === chosen_sender) ?? accounts.find(({ id }) => id === row?.account_id) ?? accounts[0]

/** The next mail of an account for a campaign, or why it sends none. */
const accountShown = (
  campaign: CampaignRecord,
  situation: Situation,
  head: AgendaRecord | undefined,
  read: { readonly leads: ReadonlyMap<LeadRecord["id"], LeadRecord>; readonly steps: ReadonlyArray<SequenceRecord> },
  setup: Setup,
  now: Timestamp.Timestamp
): UpcomingAccount => {
  const { account, mailbox, openToday, sentToday } = situation
  const lead = head === undefined ? undefined : read.leads.get(head.lead_id)
  const step = read.steps.find(({ position }) => position > (head?.position ?? 0))
  const next =
    head === undefined || lead === undefined || step === undefined
      ? null
      : { lead_id: lead.id, email: lead.email, position: step.position, due_at: head.due_at }
  const common = {
    account_id: account.id,
    email: account.email,
    remaining_today: ofAccount(account.settings, { sent: sentToday, open: openToday }, now),
    next
  }
  if (campaign.status !== "active") return { ...common, reason: "campaign_not_active", next_at: null }
  // Nothing is drawn here: the instant after an opening is shown as the opening until it is drawn.
  const gate = gateOf(situation, setup, now)
  if (gate.reason !== null) return { ...common, reason: gate.reason, next_at: gate.until }
  if (!gate.campaigns.some(({ campaign: { id } }) => id === campaign.id)) {
    return { ...common, reason: "outside_window", next_at: opensAt(campaign.send_window, campaign.timezone, now) }
  }
  const isFollowUp = head !== undefined && head.position > 0 && head.due_at <= now
  const inbox = isFollowUp ? inboxObstacle(mailbox, { inbound: setup.inbound, isFirst: false, now }) : null
  if (inbox !== null) return { ...common, reason: inbox.reason, next_at: inbox.again }
  const { contactedToday = 0, dayEnd = now } =
    situation.campaigns.find(({ campaign: { id } }) => id === campaign.id) ?? {}
  const isFull = head === undefined && campaign.daily_limit <= contactedToday
  if (isFull) return { ...common, reason: "limit_reached", next_at: dayEnd }
  const next_at =
    next !== null && (mailbox.next_at === null || next.due_at > mailbox.next_at) ? next.due_at : mailbox.next_at
  return { ...common, reason: null, next_at }
}

const windowShown = ({ send_window, timezone }: CampaignRecord, now: Timestamp.Timestamp): Upcoming["window"] => {
  const is_open = isOpen(send_window, timezone, now)
  return { is_open, opens_at: is_open ? null : opensAt(send_window, timezone, now) }
}

/** Why a campaign sends nothing: the reason that all its accounts have, or the one of the first. */
const reasonOf = (
  campaign: CampaignRecord,
  accounts: ReadonlyArray<UpcomingAccount>,
  now: Timestamp.Timestamp
): Upcoming["reason"] => {
  if (campaign.status !== "active") return "campaign_not_active"
  if (accounts.some(({ reason }) => reason === null)) return null
  if (!isOpen(campaign.send_window, campaign.timezone, now)) return "outside_window"
  return accounts[0]?.reason ?? "account_disabled"
}
