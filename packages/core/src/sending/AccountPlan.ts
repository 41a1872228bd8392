/** Plans which mails accounts begin, from locked rows of the agenda. Pure functions. `docs/internals/sending.md` has the words. */
import type { AgendaRecord } from "../agenda/Agenda.ts"
import type { AccountId, CampaignId, LeadId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { isRefused } from "../sends/Progress.ts"
import type { SendRecord } from "../sends/Send.ts"
import { earlier, type Timestamp } from "../Timestamp.ts"
import { furtherOf } from "./Burst.ts"
import { type Choice, choiceOf } from "./Choice.ts"
import { type Contacts, holderOf, withBegun } from "./ContactRule.ts"
import { type CompanyMails, roomFor, withBegunTo } from "./DomainLimit.ts"
import { type Candidate, type Closed, isFirstMail, type Open, type Setup } from "./Decision.ts"
import type { ActiveCampaign, SendingAccount } from "./SendingAccount.ts"
import type { StepMailInput } from "./StepMail.ts"

/** An account, and whether it may send now. */
export interface GatedSender {
  readonly sender: SendingAccount
  readonly gate: Closed | Open
}

/** The next actions of an account: it begins the mail `choice.chosen`, takes a new lead, or waits. */
export interface AccountPlan extends GatedSender {
  readonly choice: Choice
  /** When to ask again; `null`: after a change. */
  readonly until: Timestamp | null
  /** Whether the account takes a new lead before it sends a follow-up. Then nothing is chosen. */
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
  readonly firstMailsUnderWay: ReadonlyMap<CampaignId, number>
  /** For each lead whose first mail is due: the other leads in its mailbox. */
  readonly contacts: Contacts
  /** The mails that the companies of these leads got. */
  readonly companies: CompanyMails
}

export interface DecisionInput {
  /** The earliest rows of each account. */
  readonly heads: ReadonlyArray<AgendaRecord>
  /** The accounts that take a new lead before they send a follow-up. */
  readonly takingFirst: ReadonlySet<AccountId>
  readonly due: DueRows
  /** The variables without a value in the mail of a step. */
  readonly missingOf: (mail: StepMailInput) => ReadonlyArray<string>
  readonly setup: Setup
  /** The number of mails that an account may begin together. */
  readonly mostOf: (account_id: AccountId) => number
  readonly now: Timestamp
}

const noChoice: Choice = { rows: [], held: [], until: null, hasDue: false, isInboxDue: false }

/** A due row of an account with everything that decides about it; `undefined`: the row has changed since it was found. */
const candidateOf = (
  { account_id, lead_id }: AgendaRecord,
  active: ActiveCampaign,
  { account }: SendingAccount,
  { due, missingOf, now }: DecisionInput
): Candidate | undefined => {
  const row = due.rows.get(lead_id)
  if (row === undefined || row.state !== "waiting" || row.account_id !== account_id) return undefined
  const lead = due.leads.get(lead_id)
  const sends = due.sends.get(lead_id) ?? []
  const { campaign, steps } = active
  return {
    row,
    active: { ...active, contactedToday: active.contactedToday + (due.firstMailsUnderWay.get(campaign.id) ?? 0) },
    lead,
    isCovered: lead !== undefined && due.covered.has(lead.email),
    sends,
    holder: holderOf(lead_id, due.contacts, now),
    companyRoom: lead === undefined ? Infinity : roomFor(lead, due.companies, campaign.timezone, now),
    missing: (step, lead) => missingOf({ campaign, step, steps, lead, account, sends })
  }
}

/** The plan of an account: decides about its due rows, the earliest first, until one may be sent. */
const decide = ({ gate, sender }: GatedSender, input: DecisionInput): AccountPlan => {
  const { heads, now, setup, takingFirst } = input
  const { account } = sender
  const { until } = gate
  const isTaking = takingFirst.has(account.id)
  if (isTaking || gate.reason !== null) return { sender, gate, choice: noChoice, until, isTaking }
  const choice = choiceOf(gate, heads, (head, active) => candidateOf(head, active, sender, input), sender, setup, now)
  return { sender, gate, choice, until: earlier(until, choice.until), isTaking }
}

/**
 * The due rows after a plan has begun a mail: it counts for its campaign and its company. After a first mail, other campaigns must not
 * write to the person.
 */
const withChosen = (before: DueRows, { chosen }: Choice, now: Timestamp): DueRows => {
  if (chosen === undefined) return before
  const due = { ...before, companies: withBegunTo(chosen.lead, before.companies, now) }
  if (!isFirstMail(chosen.row, due.sends.get(chosen.row.lead_id) ?? [])) return due
  const { id } = chosen.active.campaign
  const contacts = withBegun(due.contacts, chosen.lead.id)
  const underWay = (due.firstMailsUnderWay.get(id) ?? 0) + 1
  return { ...due, contacts, firstMailsUnderWay: new Map([...due.firstMailsUnderWay, [id, underWay]]) }
}

/**
 * The plans of accounts, in order: one for each account, and one for each further mail that it begins together with the first
 * (`Burst.ts`). Each mail leaves less room in its campaign and company for the next one.
 */
export const plansOf = (accounts: ReadonlyArray<GatedSender>, input: DecisionInput): ReadonlyArray<AccountPlan> => {
  const { mostOf, now, setup } = input
  // Each mail that a plan begins changes it for the plans after it.
  let { due } = input
  const planOf = (gated: GatedSender, heads: ReadonlyArray<AgendaRecord>) => {
    const plan = decide(gated, { ...input, heads, due })
    due = withChosen(due, plan.choice, now)
    return plan
  }
  return accounts.flatMap((gated) => {
    const { id } = gated.sender.account
    let heads: ReadonlyArray<AgendaRecord> = input.heads.filter(({ account_id }) => account_id === id)
    const plans = [planOf(gated, heads)]
    while (plans.length < mostOf(id)) {
      const plan = plans.at(-1)
      const lead_id = plan?.choice.chosen?.lead.id
      if (plan === undefined || lead_id === undefined) break
      const further = furtherOf({ ...plan, heads }, plan.choice, due.sends.get(lead_id) ?? [], setup, now)
      if (further === undefined) break
      // A mail that a server refused is not begun as a further one: if it were not offered then, its refusal would be forgotten.
      heads = further.heads.filter(({ lead_id }) => !(due.sends.get(lead_id) ?? []).some(isRefused))
      const next = planOf(further, heads)
      if (next.choice.chosen === undefined) break
      plans.push(next)
    }
    return plans
  })
}
