import { Context, Effect, Layer, Struct } from "effect"
import type { UseCase } from "../UseCase.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import { type AccountRecord, undeleted } from "../accounts/Account.ts"
import type { AgendaRecord } from "../agenda/Agenda.ts"
import { AgendaStore } from "../agenda/AgendaStore.ts"
import type { CampaignRecord } from "../campaigns/Campaign.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { type CampaignId, CampaignIdInput, CampaignNotFound, type LeadId } from "../ids.ts"
import { decode, type Input, InvalidInput } from "../InvalidInput.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { Inbound } from "../mailboxes/Inbound.ts"
import { Mailer } from "../mailboxes/Mailer.ts"
import { findOne, orNotFound } from "../NotFound.ts"
import { CurrentOrganization } from "../Organization.ts"
import { makeLinkBase } from "../organization/LinkBase.ts"
import { SendStore } from "../sends/SendStore.ts"
import { stepIdOf } from "../sequences/Sequence.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import type { StorageError } from "../StorageError.ts"
import { traced } from "../Traced.ts"
import { makeComparisons } from "./CompareVariants.ts"
import { Comparison } from "./Comparison.ts"
import type { Setup } from "./Decision.ts"
import { type EffectiveState, makeEffectiveStates } from "./EffectiveState.ts"
import { makeForesight } from "./Foresight.ts"
import { type Preview, type PreviewedMail, PreviewInput, textsOf, warningsOf } from "./Preview.ts"
import { makeStepMails } from "./StepMail.ts"
import { bounds, type Outlook, OutlookQuery } from "./Outlook.ts"
import { type Rehearsal, RehearsalInput } from "./Rehearsal.ts"
import { makeRehearse } from "./Rehearse.ts"
import type { Upcoming } from "./Upcoming.ts"
import { stepsFor } from "./Variant.ts"

export { Comparison }

/** The next mails of campaigns of the current organization. */
export class Sending extends Context.Service<
  Sending,
  {
    /** Says what a campaign sends next, and why it sends nothing. Changes nothing. */
    readonly upcoming: (campaign_id: CampaignId) => UseCase<Upcoming, CampaignNotFound>
    /** Says what the accounts of the organization send in the next seven days, and which leads get nothing. Changes nothing. */
    readonly outlook: (query: Input<OutlookQuery>) => UseCase<Outlook>
    /** Plays the weeks ahead of a campaign as if it were started now. Changes and sends nothing; opens links of its steps. */
    readonly rehearse: (campaign_id: CampaignId, input: Input<RehearsalInput>) => UseCase<Rehearsal, CampaignNotFound>
    /** The steps of a campaign that have several variants, by position, with the figures of each variant so far. */
    readonly comparisons: (campaign_id: CampaignId) => UseCase<ReadonlyArray<Comparison>, CampaignNotFound>
    /** The steps of a campaign as a lead would get them, or one variant. Changes and sends nothing. */
    readonly preview: (campaign_id: CampaignId, input: PreviewInput) => UseCase<Preview, CampaignNotFound>
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
      const sends = yield* SendStore
      const sequences = yield* SequenceStore
      const { preview } = yield* makeStepMails
      const setup: Setup = {
        inbound: yield* Inbound,
        sends_without_credentials: (yield* Mailer.orNone).sendsWithoutCredentials
      }
      const readComparisons = yield* makeComparisons
      const foresight = yield* makeForesight(setup)
      const { rehearse } = yield* makeRehearse(setup)
      const statesOf = yield* makeEffectiveStates(setup)
      const decodeId = decode(CampaignIdInput, "/campaign_id")
      const decodePreview = decode(PreviewInput)
      const decodeOutlook = decode(OutlookQuery)
      const decodeRehearsal = decode(RehearsalInput)
      const invalid = (pointer: string, message: string) => new InvalidInput({ faults: [{ pointer, message }] })

      /** The campaign with this id. Fails if it does not exist. */
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

      const upcoming = traced("Sending.upcoming")(function* (input: CampaignId) {
        const campaign = yield* findCampaign(input)
        return yield* foresight.upcoming(campaign, yield* accountsOf(campaign))
      })

      const comparisons = traced("Sending.comparisons")(function* (input: CampaignId) {
        const campaign = yield* findCampaign(input)
        return yield* readComparisons((yield* CurrentOrganization).id, campaign.id)
      })

      const outlook = traced("Sending.outlook")(function* (input: Input<OutlookQuery>) {
        const query = yield* decodeOutlook(input)
        const { id } = yield* CurrentOrganization
        const { data, total } = yield* accountStore.page(id, { offset: 0, limit: bounds.accounts })
        return yield* foresight.outlook(data, total - data.length, query)
      })

      const rehearseCampaign = traced("Sending.rehearse")(function* (
        input: CampaignId,
        assumptions: Input<RehearsalInput>
      ) {
        const campaign = yield* findCampaign(input)
        return yield* rehearse(campaign, yield* accountsOf(campaign), yield* decodeRehearsal(assumptions))
      })

      /**
       * Reads the data of a preview. `named`: the variant that the input names, with the texts of the input. `steps`: all variants,
       * `named` among them. Fails for texts without a variant, if the lead or the variant is not of the campaign, or if the campaign
       * has no account.
       */
      const readPreviewed = Effect.fnUntraced(function* (
        campaign: CampaignRecord,
        { lead_id, sequence_id, ...texts }: PreviewInput
      ) {
        if (sequence_id === undefined && Struct.keys(texts).length > 0) {
          return yield* invalid("/sequence_id", "is required with texts: name the step or variant that they are of")
        }
        const { id } = yield* CurrentOrganization
        const [lead] = yield* leads.findMany(id, [lead_id])
        if (lead?.campaign_id !== campaign.id) return yield* invalid("/lead_id", "is not a lead of this campaign")
        const stored = yield* sequences.ofCampaigns(id, [campaign.id])
        const steps = stored.map((step) => (step.id === sequence_id ? { ...step, ...texts } : step))
        const named = steps.find((step) => step.id === sequence_id)
        if (sequence_id !== undefined && named === undefined) {
          return yield* invalid("/sequence_id", "is not a step of this campaign")
        }
        const accounts = yield* accountsOf(campaign)
        const [agendaRow] = yield* agenda.findMany(id, [lead_id])
        const account = senderOf(lead, agendaRow, accounts)
        if (account === undefined) {
          return yield* invalid("/lead_id", "has no account to send from: give the campaign an account in account_ids")
        }
        return { account, lead, named, steps, sent: yield* sends.findOfLeads(id, [lead_id]) }
      })

      const previewSteps = traced("Sending.preview")(function* (campaign_id: CampaignId, input: PreviewInput) {
        const { id } = yield* CurrentOrganization
        const campaign = yield* findCampaign(campaign_id)
        const { account, lead, named, sent, steps } = yield* readPreviewed(campaign, yield* decodePreview(input))
        const base = yield* linkBase
        const earlier = [...sent]
        const data: Array<PreviewedMail> = []
        for (const variant of stepsFor(steps, { lead_id: lead.id, sends: sent, firsts: lead.activity.firsts })) {
          // The variant that the input names replaces the one that the lead gets of this step.
          const step = named !== undefined && stepIdOf(named) === stepIdOf(variant) ? named : variant
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
            attachments: step.attachments,
            missing,
            texts: textsOf(step),
            warnings: warningsOf(step, lead)
          })
        }
        return { data: data.filter(({ sequence_id }) => named === undefined || sequence_id === named.id) }
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

      return Sending.of({
        comparisons,
        outlook,
        upcoming,
        rehearse: rehearseCampaign,
        preview: previewSteps,
        effectiveState,
        effectiveStates
      })
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
