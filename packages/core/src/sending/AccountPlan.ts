/** Plans the next turn of accounts from locked rows. Pure functions (sending design, "begin"). */
import type { AgendaRecord } from "../agenda/Agenda.ts"
import type { AccountId, CampaignId, LeadId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { isRefused } from "../sends/Progress.ts"
import type { SendRecord } from "../sends/Send.ts"
import type { Timestamp } from "../Timestamp.ts"
import { furtherOf } from "./Burst.ts"
import { type Choice, choiceOf } from "./Choice.ts"
import { type Contacts, holderOf, withBegun } from "./ContactRule.ts"
import { type CompanyMails, roomFor, withBegunTo } from "./DomainLimit.ts"
import { type Candidate, type Closed, earlier, isFirstMail, type Open, type Setup } from "./Decision.ts"
import type { CampaignSituation, Situation } from "./Situation.ts"
import type { StepMailInput } from "./StepMail.ts"

/** An account that looks for its next step. */
export interface Looking {
  readonly situation: Situation
  readonly gate: Closed | Open
}

/** The decisions about one account. */
export interface AccountPlan extends Looking {
  readonly choice: Choice
  /** When to ask again; `null`: after a change. */
  readonly until: Timestamp | null
  /** Whether the account takes a new lead before it sends a follow-up. */
  readonly isTaking: boolean
}

/** The due rows of accounts, under their locks, and all that the decisions about them need. */
export interface DueRows {
  readonly rows: ReadonlyMap<LeadId, AgendaRecord>
  readonly leads: ReadonlyMap<LeadId, LeadRecord>
  /** The addresses of these leads that the blacklist covers. */
  readonly covered: ReadonlySet<string>
  /** The steps that were sent to these leads, or wait. */
  readonly sends: ReadonlyMap<LeadId, ReadonlyArray<SendRecord>>
  /** The number of first mails under way, by campaign. */
  readonly firsts: ReadonlyMap<CampaignId, number>
  /** For each lead whose first mail is due: the other leads in its mailbox. */
  readonly contacts: Contacts
  /** The mails that the companies of these leads got. */
  readonly companies: CompanyMails
}

export interface DecisionInput {
  /** The rows that accounts look at. */
  readonly heads: ReadonlyArray<AgendaRecord>
  /** The accounts that take a new lead before they send a follow-up. */
  readonly taking: ReadonlySet<AccountId>
  readonly due: DueRows
  /** The variables without a value in the mail of a step. */
  readonly missingOf: (mail: StepMailInput) => ReadonlyArray<string>
  readonly setup: Setup
  /** The number of mails that an account may begin together. */
  readonly mostOf: (account_id: AccountId) => number
  readonly now: Timestamp
}

const noChoice: Choice = { rows: [], held: [], until: null, hasDue: false, isInboxDue: false }

/** Everything about a due row of an account; `undefined`: the row has changed meanwhile. */
const candidateOf = (
  { account_id, lead_id }: AgendaRecord,
  of: CampaignSituation,
  { account }: Situation,
  { due, missingOf, now }: DecisionInput
): Candidate | undefined => {
  const row = due.rows.get(lead_id)
  if (row === undefined || row.state !== "waiting" || row.account_id !== account_id) return undefined
  const lead = due.leads.get(lead_id)
  const sends = due.sends.get(lead_id) ?? []
  const { campaign, steps } = of
  return {
    row,
    of: { ...of, contactedToday: of.contactedToday + (due.firsts.get(campaign.id) ?? 0) },
    lead,
    isCovered: lead !== undefined && due.covered.has(lead.email),
    sends,
    holder: holderOf(lead_id, due.contacts, now),
    room: lead === undefined ? Infinity : roomFor(lead, due.companies, campaign.timezone, now),
    missing: (step, lead) => missingOf({ campaign, step, steps, lead, account, sends })
  }
}

/** The plan of an account: decides about its due rows, the earliest first, until one may be sent. */
const decide = ({ gate, situation }: Looking, input: DecisionInput): AccountPlan => {
  const { heads, now, setup, taking } = input
  const { account } = situation
  const { until } = gate
  const isTaking = taking.has(account.id)
  if (isTaking || gate.reason !== null) return { situation, gate, choice: noChoice, until, isTaking }
  const choice = choiceOf(gate, heads, (head, of) => candidateOf(head, of, situation, input), situation, setup, now)
  return { situation, gate, choice, until: earlier(until, choice.until), isTaking }
}

/** Counts the mail that a plan begins. After a first one, its campaign has the person. */
const withChosen = (before: DueRows, { chosen }: Choice, now: Timestamp): DueRows => {
  if (chosen === undefined) return before
  const due = { ...before, companies: withBegunTo(chosen.lead, before.companies, now) }
  if (!isFirstMail(chosen.row, due.sends.get(chosen.row.lead_id) ?? [])) return due
  const { id } = chosen.of.campaign
  const contacts = withBegun(due.contacts, chosen.lead.id)
  return { ...due, contacts, firsts: new Map([...due.firsts, [id, (due.firsts.get(id) ?? 0) + 1]]) }
}

/**
 * The plans of accounts, in order: one for each account, and one for each further mail that it begins. Each mail that begins leaves
 * less room in its campaign and company for the next one. A mail that a server refused is not a further one: if it were begun and not
 * offered, its refusal would be forgotten.
 */
export const plansOf = (accounts: ReadonlyArray<Looking>, input: DecisionInput): ReadonlyArray<AccountPlan> => {
  const { mostOf, now, setup } = input
  let { due } = input
  const planOf = (looking: Looking, heads: ReadonlyArray<AgendaRecord>) => {
    const plan = decide(looking, { ...input, heads, due })
    due = withChosen(due, plan.choice, now)
    return plan
  }
  return accounts.flatMap((looking) => {
    const { id } = looking.situation.account
    let heads: ReadonlyArray<AgendaRecord> = input.heads.filter(({ account_id }) => account_id === id)
    const plans = [planOf(looking, heads)]
    while (plans.length < mostOf(id)) {
      const plan = plans.at(-1)
      const lead_id = plan?.choice.chosen?.lead.id
      if (plan === undefined || lead_id === undefined) break
      const further = furtherOf({ ...plan, heads }, plan.choice, due.sends.get(lead_id) ?? [], setup, now)
      if (further === undefined) break
      heads = further.heads.filter(({ lead_id }) => !(due.sends.get(lead_id) ?? []).some(isRefused))
      const next = planOf(further, heads)
      if (next.choice.chosen === undefined) break
      plans.push(next)
    }
    return plans
  })
}
