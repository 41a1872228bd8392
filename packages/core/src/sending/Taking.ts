/** Gives an account leads that nobody has written to yet. */
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
import { isPassDue, takerOf } from "./Choice.ts"
import { type Hours, opensFor } from "./Hours.ts"
import { makeStepMails } from "./StepMail.ts"

/** How many leads one read returns: few in the first one, since mostly the next leads may be mailed. */
const pageSize = { first: 25, further: 200 }

/** The maximum number of leads that one call looks at. */
const maximumSeen = 1_000

/**
 * The maximum number of parked leads of an account and a campaign: they were taken while their window was closed by the clock of the lead.
 * With so many, the look reaches leads of other time zones, and a large campaign still keeps few rows.
 */
export const maximumParked = 200

/** The plan at the start of another pass over all leads. */
const withNewPass = (plan: PlanRecord): PlanRecord => ({ ...plan, scanned_to: null, passed_at: null, skipped: 0 })

export interface TakingOptions {
  readonly account: AccountRecord
  readonly campaign: CampaignRecord
  readonly hours: Hours
  /**
   * The variants of the steps by ascending position, at least one: a lead needs values for the variables of its variant of
   * the first step.
   */
  readonly steps: readonly [SequenceRecord, ...ReadonlyArray<SequenceRecord>]
  /** The maximum number of leads to take; at least 1. */
  readonly most: number
  /** The maximum number of them that are new: nobody has written to them. With 0, only leads of the pool are taken. */
  readonly fresh: number
}

/** The limits of a look at the next leads of a campaign, and the facts about them. */
interface Search {
  /** How many more leads are wanted that may be written to now. */
  readonly wanted: number
  /** How many more leads may be parked. */
  readonly parkable: number
  /** The leads that have a row of the agenda already. */
  readonly known: ReadonlySet<LeadId>
  /** The lead up to which all were looked at before; `null`: none was. */
  readonly scanned_to: LeadId | null
  /** The variables of a step without a value for a lead. */
  readonly missingFor: (lead: LeadRecord, step: SequenceRecord) => ReadonlyArray<string>
}

/** The decisions about one page of leads. */
interface Look {
  /** The rows of the leads that are taken. */
  readonly rows: ReadonlyArray<AgendaRecord>
  /** The last lead that was decided about; `null`: none. */
  readonly last: LeadId | null
  /** How many leads were passed over. */
  readonly skipped: number
  /** Whether the look ended because no more leads may be parked. */
  readonly isFull: boolean
}

/** Decides about leads that nobody has written to, by ascending id, until enough are taken or too many are parked. */
const lookAt = (
  leads: ReadonlyArray<LeadRecord>,
  { known, missingFor, parkable, scanned_to, wanted }: Search,
  { account, campaign, hours, steps }: TakingOptions,
  now: Timestamp.Timestamp
): Look => {
  const rows: Array<AgendaRecord> = []
  let last = scanned_to
  let skipped = 0
  let ready = 0
  let parked = 0
  for (const lead of leads) {
    if (ready >= wanted) break
    const due_at = opensFor(hours, lead, now)
    const isParked = due_at > now
    if (isParked && parked >= parkable && !known.has(lead.id)) return { rows, last, skipped, isFull: true }
    last = lead.id
    if (known.has(lead.id)) continue
    const account_id = takerOf(lead, account.id, campaign, steps, (step) => missingFor(lead, step))
    if (account_id === null) {
      skipped++
      continue
    }
    rows.push({ campaign_id: campaign.id, account_id, lead_id: lead.id, state: "waiting", due_at, step_id: null })
    if (isParked) parked++
    else if (account_id === account.id) ready++
  }
  return { rows, last, skipped, isFull: false }
}

export const makeTaking = Effect.gen(function* () {
  const agenda = yield* AgendaStore
  const leads = yield* LeadStore
  const plans = yield* PlanStore
  const { preview } = yield* makeStepMails
  const work = yield* WorkStore
  const { transactional } = yield* Changes

  /** How many more leads an account may park in a campaign (`maximumParked`). By the clock of the campaign none is parked. */
  const countParkable = Effect.fnUntraced(function* (
    { account, campaign, hours }: TakingOptions,
    now: Timestamp.Timestamp
  ) {
    if (!hours.usesLeadClock) return maximumParked
    const { id } = yield* CurrentOrganization
    const queue = { account_id: account.id, campaign_id: campaign.id }
    const waiting = yield* agenda.heads(id, [queue], maximumParked, { only_new: true })
    return maximumParked - waiting.filter(({ due_at }) => due_at > now).length
  })

  /**
   * Takes leads for an account: first from the pool, then new leads of the campaign by ascending id, from where the last look ended. A
   * lead that has chosen another account goes to that one, which is made due. A lead whose window is closed by its own clock is parked.
   *
   * Returns how many leads the account has now that may be written to (`taken`), whether the look has reached the last lead (`isAtEnd`),
   * whether it ended because no more leads may be parked (`isFull`), and when the window of the first of these opens (`opens_at`).
   */
  return transactional(function* (options: TakingOptions) {
    const { account, campaign, fresh, most, steps } = options
    const { id } = yield* CurrentOrganization
    const [stored] = yield* plans.lock(id, [campaign.id])
    if (stored === undefined) return { taken: 0, isAtEnd: false, isFull: false, opens_at: null }
    const now = yield* Timestamp.now
    const plan = fresh > 0 && isPassDue(stored, now) ? withNewPass(stored) : stored
    let { scanned_to, skipped } = plan
    let { length: taken } = yield* agenda.takePool(id, { account_id: account.id, campaign_id: campaign.id }, most)
    const wanted = Math.min(most, taken + fresh)
    const missingFor = (lead: LeadRecord, step: SequenceRecord) =>
      preview({ campaign, step, steps, lead, account, sends: [] }, id).missing
    const isLooking = taken < wanted
    const others = new Set<AccountId>()
    let parkable = yield* countParkable(options, now)
    let opens_at: Timestamp.Timestamp | null = null
    let seen = 0
    let isAtEnd = false
    let isFull = false
    let limit = pageSize.first
    while (taken < wanted && seen < maximumSeen && !isAtEnd && !isFull) {
      const page = { after: scanned_to, limit }
      const found: ReadonlyArray<LeadRecord> = yield* leads.uncontacted(id, campaign.id, page)
      const lead_ids = found.map((lead): LeadId => lead.id)
      const known = new Set((yield* agenda.findMany(id, lead_ids)).map(({ lead_id }) => lead_id))
      const search = { wanted: wanted - taken, parkable, known, scanned_to, missingFor }
      const look = lookAt(found, search, options, now)
      // Another transaction may have taken a lead meanwhile: then its row is not inserted.
      const inserted = new Set(look.rows.length === 0 ? [] : yield* agenda.insert(id, look.rows))
      for (const { account_id, due_at, lead_id } of look.rows) {
        if (account_id !== null && account_id !== account.id) others.add(account_id)
        if (due_at > now) {
          parkable--
          opens_at = Timestamp.earlier(opens_at, due_at)
        } else if (account_id === account.id && inserted.has(lead_id)) taken++
      }
      isFull = look.isFull
      seen += found.length
      isAtEnd = found.length < limit && look.last === (lead_ids.at(-1) ?? scanned_to)
      scanned_to = look.last
      skipped += look.skipped
      limit = pageSize.further
    }
    const passed_at = isAtEnd ? (plan.passed_at ?? now) : plan.passed_at
    if (isLooking || plan !== stored) yield* plans.write(id, [{ ...plan, scanned_to, skipped, passed_at }])
    if (others.size > 0) yield* dueFor(work, id, [...others], now)
    return { taken, isAtEnd, isFull, opens_at }
  })
})
