/** Reads the data that a forecast begins with (`World`): for the next mails, for the days ahead, and for rehearsals. */
import { Effect, Option } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import { type AgendaPool, type AgendaQueue, AgendaStore } from "../agenda/AgendaStore.ts"
import { type AgendaRecord, emptyPlan, type PlanRecord } from "../agenda/Agenda.ts"
import { PlanStore } from "../agenda/PlanStore.ts"
import { makeFindCovered } from "../blacklist/Coverage.ts"
import type { CampaignRecord } from "../campaigns/Campaign.ts"
import type { CampaignId, LeadId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { MailboxStore } from "../mailboxes/MailboxStore.ts"
import { CurrentOrganization } from "../Organization.ts"
import { SettingsStore } from "../organization/SettingsStore.ts"
import { SendStore } from "../sends/SendStore.ts"
import type { Timestamp } from "../Timestamp.ts"
import { isPassDue, hasUnseen } from "./Choice.ts"
import { makeCampaignFigures } from "./CampaignFigures.ts"
import { makeCompanyMails } from "./CompanyMails.ts"
import { makeContacts } from "./Contacts.ts"
import type { World } from "./ForecastState.ts"
import {
  campaignsOf,
  type ActiveCampaign,
  makeReadSenders,
  type SendingAccount,
  withCampaign
} from "./SendingAccount.ts"
import { makeStepMails } from "./StepMail.ts"
import { maximumParked } from "./Taking.ts"

/** How much is read for a forecast. */
export interface Extent {
  /**
   * The maximum number of waiting rows. `most`: in all. `ofQueue`: of one account and campaign. `least`: of one account and campaign,
   * also if there are too many of them for `most`.
   */
  readonly rows: { readonly most: number; readonly ofQueue: number; readonly least: number }
  /** A campaign of which more rows are read, and how many of each account. Default: none. */
  readonly all?: { readonly campaign_id: CampaignId; readonly rows: number }
  /** The maximum number of campaigns whose new leads are read. */
  readonly campaigns: number
  /** The maximum number of new leads of a campaign that are read. `campaigns`: the number of campaigns of the accounts. */
  readonly fresh: (campaign: CampaignRecord, campaigns: number) => number
  /** The number of leads of a campaign among which those are searched that the last look passed over; 0: none is searched. */
  readonly passed: number
}

type Plans = ReadonlyMap<CampaignId, PlanRecord>

export const makeReadWorld = Effect.gen(function* () {
  const agenda = yield* AgendaStore
  const companyMails = yield* makeCompanyMails
  const contacts = yield* makeContacts
  const figuresOf = yield* makeCampaignFigures
  const findCovered = yield* makeFindCovered
  const leadStore = yield* LeadStore
  const mailboxes = yield* MailboxStore
  const planStore = yield* PlanStore
  const sendStore = yield* SendStore
  const settings = yield* SettingsStore
  const readStored = yield* makeReadSenders
  const { preview } = yield* makeStepMails

  /** The accounts with all that decides about them. `rehearsed`: a campaign that counts as active, whatever its status. */
  const readSenders = Effect.fnUntraced(function* (
    accounts: ReadonlyArray<AccountRecord>,
    now: Timestamp,
    rehearsed: ActiveCampaign | undefined
  ) {
    const { id } = yield* CurrentOrganization
    const account_ids = accounts.map((account) => account.id)
    const boxes = account_ids.length === 0 ? [] : yield* mailboxes.findMany(id, account_ids)
    const stored = yield* readStored(accounts, boxes, now)
    return rehearsed === undefined ? stored : stored.map((sender) => withCampaign(sender, rehearsed))
  })

  /** The earliest rows of queues, at most `limit` of each, and the queues that may have more. `all`: see `Extent`. */
  const readHeads = Effect.fnUntraced(function* <Queue extends AgendaQueue | AgendaPool>(
    queues: ReadonlyArray<Queue>,
    limit: number,
    all: Extent["all"]
  ) {
    const { id } = yield* CurrentOrganization
    const isAll = ({ campaign_id }: Queue) => campaign_id === all?.campaign_id
    const parts = [
      { queues: queues.filter((queue) => !isAll(queue)), limit },
      { queues: queues.filter(isAll), limit: all?.rows ?? limit }
    ]
    const found = yield* Effect.forEach(parts, ({ limit, queues }) =>
      queues.length === 0
        ? Effect.succeed([])
        : agenda.heads(id, queues as ReadonlyArray<AgendaQueue> | ReadonlyArray<AgendaPool>, limit)
    )
    return {
      rows: found.flat(),
      cut: parts.flatMap(({ limit, queues }, i) => fullOf(queues, found[i] ?? [], limit))
    }
  })

  /** The leads that wait for a mail: rows of accounts, rows without an account, and the campaigns with rows that were not read. */
  const readWaiting = Effect.fnUntraced(function* (
    senders: ReadonlyArray<SendingAccount>,
    campaigns: ReadonlyArray<CampaignRecord>,
    { all, rows }: Extent
  ) {
    const everyQueue = senders.flatMap(({ account, campaigns }) =>
      campaigns.map(({ campaign }) => ({ account_id: account.id, campaign_id: campaign.id }))
    )
    const queues = everyQueue.slice(0, rows.most / rows.least)
    const limit = rowsOfQueue(rows, campaigns, queues.length)
    const own = yield* readHeads(queues, limit, all)
    const pools = campaigns.map(({ id }) => ({ account_id: null, campaign_id: id }))
    const pool = yield* readHeads(pools, limit, all)
    const cut = [...everyQueue.slice(queues.length), ...own.cut, ...pool.cut]
    return { rows: own.rows, pool: pool.rows, cut: cut.map(({ campaign_id }) => campaign_id) }
  })

  /** The plans of campaigns, by campaign. */
  const readPlans = Effect.fnUntraced(function* (ids: ReadonlyArray<CampaignId>) {
    const { id } = yield* CurrentOrganization
    const found = ids.length === 0 ? [] : yield* planStore.findMany(id, ids)
    return new Map(found.map((plan) => [plan.campaign_id, plan]))
  })

  /**
   * Leads of a campaign that nobody has written to and that no account has taken, after the lead `after`, by ascending id.
   * `isCut`: there may be more.
   */
  const readUntaken = Effect.fnUntraced(function* (campaign: CampaignRecord, after: LeadId | null, limit: number) {
    const { id } = yield* CurrentOrganization
    const found = yield* leadStore.uncontacted(id, campaign.id, { after, limit })
    const ids = found.map((lead) => lead.id)
    const taken = new Set((ids.length === 0 ? [] : yield* agenda.findMany(id, ids)).map(({ lead_id }) => lead_id))
    return { leads: found.filter((lead) => !taken.has(lead.id)), isCut: found.length === limit }
  })

  /** The leads that accounts take next (`fresh`), and the campaigns of which not all such leads were read (`cut`). */
  const readFresh = Effect.fnUntraced(function* (
    campaigns: ReadonlyArray<CampaignRecord>,
    plans: Plans,
    extent: Extent,
    now: Timestamp,
    rehearsed: ActiveCampaign | undefined
  ) {
    const read = campaigns.slice(0, extent.campaigns)
    const found = yield* Effect.forEach(read, (campaign) => {
      // A rehearsal plays all leads of its campaign, also leads that were looked at before.
      const after = campaign.id === rehearsed?.campaign.id ? null : lookedUpTo(plans.get(campaign.id), now)
      return readUntaken(campaign, after, extent.fresh(campaign, campaigns.length))
    })
    const cut = [...read.filter((_, i) => found[i]?.isCut), ...campaigns.slice(extent.campaigns)]
    return { fresh: found.flatMap(({ leads }) => leads), cut: cut.map(({ id }) => id) }
  })

  /** The leads that the last look passed over, among the first `extent.passed` leads of each campaign. */
  const readPassed = Effect.fnUntraced(function* (
    campaigns: ReadonlyArray<CampaignRecord>,
    plans: Plans,
    extent: Extent,
    now: Timestamp
  ) {
    if (extent.passed === 0) return []
    const found = yield* Effect.forEach(
      campaigns.slice(0, extent.campaigns),
      Effect.fnUntraced(function* (campaign) {
        const plan = plans.get(campaign.id)
        const end = lookedUpTo(plan, now)
        if (plan === undefined || plan.skipped === 0 || end === null) return []
        const { leads } = yield* readUntaken(campaign, null, extent.passed)
        return leads.filter(({ id }) => id <= end)
      })
    )
    return found.flat()
  })

  /** The leads of rows, and their mails. */
  const readLeads = Effect.fnUntraced(function* (rows: ReadonlyArray<AgendaRecord>) {
    if (rows.length === 0) return { leads: [], sends: [] }
    const { id } = yield* CurrentOrganization
    const ids = rows.map(({ lead_id }) => lead_id)
    return { leads: yield* leadStore.findMany(id, ids), sends: yield* sendStore.findOfLeads(id, ids) }
  })

  /** The number of first mails under way, by campaign. */
  const countFirsts = Effect.fnUntraced(function* (ids: ReadonlyArray<CampaignId>) {
    const { id } = yield* CurrentOrganization
    const found = ids.length === 0 ? [] : yield* agenda.countFirsts(id, ids)
    return new Map(found.map(({ campaign_id, firsts }) => [campaign_id, firsts]))
  })

  /** The rules about people that apply to leads: other leads of the same person, mails to the company, and the blacklist. */
  const readPeople = Effect.fnUntraced(function* (leads: ReadonlyArray<LeadRecord>) {
    const { id } = yield* CurrentOrganization
    return {
      contacts: yield* contacts.read(leads),
      companies: yield* companyMails.read(leads, Option.getOrUndefined(yield* settings.find(id))),
      covered: yield* findCovered(leads.map(({ email }) => email))
    }
  })

  /**
   * Reads the data of a forecast for accounts. `campaign_id`: the campaign that the forecast is about; `null`: it is about the
   * next days of all campaigns. `rehearsed`: a campaign that counts as active and whose leads are read from the
   * first one on.
   */
  return Effect.fnUntraced(function* (
    campaign_id: CampaignId | null,
    extent: Extent,
    accounts: ReadonlyArray<AccountRecord>,
    now: Timestamp,
    rehearsed?: ActiveCampaign
  ) {
    const { id } = yield* CurrentOrganization
    const senders = yield* readSenders(accounts, now, rehearsed)
    const campaigns = inOrder(senders, campaign_id)
    const campaign_ids = campaigns.map((campaign): CampaignId => campaign.id)
    const waiting = yield* readWaiting(senders, campaigns, extent)
    const plans = yield* readPlans(campaign_ids)
    const { cut, fresh } = yield* readFresh(campaigns, plans, extent, now, rehearsed)
    const passed = yield* readPassed(campaigns, plans, extent, now)
    const taken = yield* readLeads([...waiting.rows, ...waiting.pool])
    const leads = [...fresh, ...passed, ...taken.leads]
    // A forecast of the days ahead always looks for new leads: by then, each campaign is looked at again.
    const isLookDue = (id: CampaignId) => campaign_id === null || hasUnseen(plans.get(id) ?? emptyPlan(id), now)
    return {
      senders,
      rows: waiting.rows,
      pool: waiting.pool,
      fresh,
      passed,
      skipped: (campaign_id) => plans.get(campaign_id)?.skipped ?? 0,
      cut: new Set([...cut, ...waiting.cut]),
      unseen: new Set(campaign_ids.filter(isLookDue)),
      firstMailsUnderWay: yield* countFirsts(campaign_ids),
      week: yield* figuresOf(campaigns, "last_7_days", now),
      leads: new Map(leads.map((lead): [LeadId, LeadRecord] => [lead.id, lead])),
      ...(yield* readPeople(leads)),
      sends: Map.groupBy(taken.sends, ({ lead_id }) => lead_id ?? (0 as LeadId)),
      missing: ({ campaign, steps }, step, lead, { account }, sends) =>
        preview({ campaign, step, steps, lead, account, sends }, id).missing
    } satisfies World
  })
})

/** The campaigns of accounts. The one that the forecast is about comes first, so that its new leads are always read. */
const inOrder = (
  senders: ReadonlyArray<SendingAccount>,
  campaign_id: CampaignId | null
): ReadonlyArray<CampaignRecord> =>
  Array.from(campaignsOf(senders).values(), ({ campaign }) => campaign).toSorted(
    (a, b) => Number(b.id === campaign_id) - Number(a.id === campaign_id)
  )

/** The maximum number of rows that are read of each of `queues` queues: an equal part of `most`, within `ofQueue` and `least`. */
const rowsOfQueue = (
  { least, most, ofQueue }: Extent["rows"],
  campaigns: ReadonlyArray<CampaignRecord>,
  queues: number
): number => {
  // The first rows may belong to leads that wait until their window opens: the rows after them are read, too.
  const parked = campaigns.some(({ window_zone }) => window_zone === "lead") ? maximumParked : 0
  return Math.max(least, Math.min(ofQueue + parked, Math.floor(most / Math.max(1, queues))))
}

/** The lead up to which the leads of a campaign were looked at; `null`: none was, or all of them are looked at again. */
const lookedUpTo = (plan: PlanRecord | undefined, now: Timestamp): LeadId | null =>
  plan === undefined || isPassDue(plan, now) ? null : plan.scanned_to

/** The queues of which as many rows were read as were asked for, so there may be more. */
const fullOf = <Queue extends Pick<AgendaRecord, "account_id" | "campaign_id">>(
  queues: ReadonlyArray<Queue>,
  rows: ReadonlyArray<AgendaRecord>,
  limit: number
): ReadonlyArray<Queue> => {
  const read = Map.groupBy(rows, ({ account_id, campaign_id }) => `${account_id} ${campaign_id}`)
  return queues.filter(
    ({ account_id, campaign_id }) => (read.get(`${account_id} ${campaign_id}`)?.length ?? 0) >= limit
  )
}
