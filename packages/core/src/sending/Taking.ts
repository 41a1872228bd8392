/** Gives an account leads that nobody has written to yet (sending design, "take"). */
import { Effect } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import type { AgendaRecord, PlanRecord } from "../agenda/Agenda.ts"
import { AgendaStore } from "../agenda/AgendaStore.ts"
import { PlanStore } from "../agenda/PlanStore.ts"
import type { CampaignRecord } from "../campaigns/Campaign.ts"
import { Changes } from "../Changes.ts"
import type { AccountId, LeadId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { dueFor } from "../mailboxes/SendingWork.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { SequenceRecord } from "../sequences/Sequence.ts"
import * as Timestamp from "../Timestamp.ts"
import { WorkStore } from "../work/WorkStore.ts"
import { isPassOver, takerOf } from "./Choice.ts"
import { earlier } from "./Decision.ts"
import { type Hours, opensFor } from "./Hours.ts"
import { makeStepMails } from "./StepMail.ts"

/** Leads that are looked at in one read: at first few, since mostly the next ones may be mailed. */
const slice = { first: 25, further: 200 }

/** Most leads that one call looks at. */
const maximumSeen = 1_000

/**
 * The maximum number of leads of an account and a campaign that wait for their first mail until their window opens: a look finds
 * leads of other zones behind them, and a large campaign keeps few rows.
 */
export const mostParked = 200

/** The plan at the begin of another pass over all leads. */
const again = (plan: PlanRecord): PlanRecord => ({ ...plan, scanned_to: null, passed_at: null, skipped: 0 })

export interface TakingOptions {
  readonly account: AccountRecord
  readonly campaign: CampaignRecord
  readonly hours: Hours
  /**
   * The variants of the steps by ascending position, at least one: a lead needs values for the variables of its variant of
   * the first step.
   */
  readonly steps: readonly [SequenceRecord, ...ReadonlyArray<SequenceRecord>]
  /** Most leads to take; at least 1. */
  readonly most: number
  /** Most leads among them that get their first mail; without one, only leads of the pool are taken. */
  readonly fresh: number
}

export const makeTaking = Effect.gen(function* () {
  const agenda = yield* AgendaStore
  const leads = yield* LeadStore
  const plans = yield* PlanStore
  const { preview } = yield* makeStepMails
  const work = yield* WorkStore
  const { transactional } = yield* Changes

  /**
   * Takes leads for an account: first from the pool, then from the campaign's leads by ascending id, going on where the last
   * look ended. A lead that has chosen another account goes to that one, which is made due. A lead whose window is closed is
   * taken, too, and waits until it opens. Returns how many leads the account has now whose window is open, whether the look
   * reached the last lead, whether it ended because enough leads wait, and when the window of the first of those opens.
   */
  return transactional(function* ({ account, campaign, fresh, hours, most, steps }: TakingOptions) {
    const { id } = yield* CurrentOrganization
    const [stored] = yield* plans.lock(id, [campaign.id])
    if (stored === undefined) return { taken: 0, isAtEnd: false, isFull: false, opens_at: null }
    const now = yield* Timestamp.now
    const isReady = ({ account_id, due_at }: AgendaRecord) => account_id === account.id && due_at <= now
    let plan = stored
    if (fresh > 0 && isPassOver(plan, now)) plan = again(plan)
    const queue = { account_id: account.id, campaign_id: campaign.id }
    let { length: taken } = yield* agenda.takePool(id, queue, most)
    const wanted = Math.min(most, taken + fresh)
    const others = new Set<AccountId>()
    let seen = 0
    let isAtEnd = false
    let isFull = false
    let opens_at: Timestamp.Timestamp | null = null
    const waiting = hours.ofLeads ? yield* agenda.heads(id, [queue], mostParked, { only_new: true }) : []
    let parkable = mostParked - waiting.filter(({ due_at }) => due_at > now).length
    let limit = slice.first
    while (taken < wanted && seen < maximumSeen && !isAtEnd && !isFull) {
      const found: ReadonlyArray<LeadRecord> = yield* leads.uncontacted(id, campaign.id, {
        after: plan.scanned_to,
        limit
      })
      const known = new Set(
        (yield* agenda.findMany(
          id,
          found.map((lead) => lead.id)
        )).map(({ lead_id }) => lead_id)
      )
      const rows: Array<AgendaRecord> = []
      let last: LeadId | null = plan.scanned_to
      let skipped = 0
      for (const lead of found) {
        if (taken + rows.filter(isReady).length >= wanted) break
        const due_at = opensFor(hours, lead, now)
        isFull = due_at > now && parkable <= 0 && !known.has(lead.id)
        if (isFull) break
        last = lead.id
        if (known.has(lead.id)) continue
        const missing = (step: SequenceRecord) =>
          preview({ campaign, step, steps, lead, account, sends: [] }, id).missing
        const account_id = takerOf(lead, account.id, campaign, steps, missing)
        if (account_id === null) {
          skipped++
          continue
        }
        if (account_id !== account.id) others.add(account_id)
        rows.push({ ...queue, account_id, lead_id: lead.id, state: "waiting", due_at, step_id: null })
        if (due_at > now) {
          parkable--
          opens_at = earlier(opens_at, due_at)
        }
      }
      if (rows.length > 0) {
        const inserted = new Set(yield* agenda.insert(id, rows))
        taken += rows.filter((row) => isReady(row) && inserted.has(row.lead_id)).length
      }
      seen += found.length
      isAtEnd = found.length < limit && last === (found.at(-1)?.id ?? plan.scanned_to)
      plan = { ...plan, scanned_to: last, skipped: plan.skipped + skipped }
      limit = slice.further
    }
    if (isAtEnd) plan = { ...plan, passed_at: plan.passed_at ?? now }
    if (plan !== stored) yield* plans.write(id, [plan])
    if (others.size > 0) yield* dueFor(work, id, [...others], now)
    return { taken, isAtEnd, isFull, opens_at }
  })
})
