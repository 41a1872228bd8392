/** Finds the earliest rows of the agenda of each account: its heads. */
import { Effect } from "effect"
import type { AgendaRecord } from "../agenda/Agenda.ts"
import { AgendaStore } from "../agenda/AgendaStore.ts"
import { PlanStore } from "../agenda/PlanStore.ts"
import type { AccountId } from "../ids.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { GatedSender } from "./AccountPlan.ts"
import { hasUnseen, lacksNew } from "./Choice.ts"
import type { ActiveCampaign } from "./SendingAccount.ts"

/** How many rows of an account and a campaign one turn looks at. If none of them may be sent, the next turn looks at further ones. */
const headsOfEach = 5

/** The queues of an account: one for each campaign. */
const queuesOf = (campaigns: ReadonlyArray<ActiveCampaign>, account_id: AccountId) =>
  campaigns.map(({ campaign }) => ({ account_id, campaign_id: campaign.id }))

export const makeHeads = Effect.gen(function* () {
  const agenda = yield* AgendaStore
  const plans = yield* PlanStore

  /** The campaigns with leads that were not looked at within a day. */
  const unseenOf = Effect.fnUntraced(function* (campaigns: ReadonlyArray<ActiveCampaign>, now: Timestamp) {
    const { id } = yield* CurrentOrganization
    const ids = new Set(campaigns.map(({ campaign }) => campaign.id))
    const found = ids.size === 0 ? [] : yield* plans.findMany(id, [...ids])
    return new Set(found.filter((plan) => hasUnseen(plan, now)).map(({ campaign_id }) => campaign_id))
  })

  /**
   * The earliest waiting rows of each account that may send, as `heads`. For an account with due rows whose new leads come before
   * follow-ups, they include the earliest row of a new lead of each campaign. If no such row is due, the account is in `takingFirst`: it
   * takes a new lead before anything else. Only accounts in `may_take` can be there.
   */
  return Effect.fnUntraced(function* (
    accounts: ReadonlyArray<GatedSender>,
    may_take: ReadonlySet<AccountId>,
    now: Timestamp
  ) {
    const { id } = yield* CurrentOrganization
    const open = accounts.flatMap(({ gate, sender }) =>
      gate.reason === null ? [{ account_id: sender.account.id, gate }] : []
    )
    const queues = open.flatMap(({ account_id, gate }) => queuesOf(gate.campaigns, account_id))
    const heads = queues.length === 0 ? [] : yield* agenda.heads(id, queues, headsOfEach)
    const isDue = ({ due_at }: AgendaRecord) => due_at <= now
    const withDue = new Set(heads.filter(isDue).map(({ account_id }) => account_id))
    const newFirst = open.filter(({ account_id, gate }) => gate.newLeadsFirst.length > 0 && withDue.has(account_id))
    if (newFirst.length === 0) return { heads, takingFirst: new Set<AccountId>() }
    const newQueues = newFirst.flatMap(({ account_id, gate }) => queuesOf(gate.newLeadsFirst, account_id))
    const fresh = (yield* agenda.heads(id, newQueues, 1, { only_new: true })).filter(isDue)
    const found = Map.groupBy([...heads, ...fresh], ({ account_id }) => account_id)
    const lacking = newFirst.filter(
      ({ account_id, gate }) => may_take.has(account_id) && lacksNew(gate, found.get(account_id) ?? [], now)
    )
    const unseen = yield* unseenOf(
      lacking.flatMap(({ gate }) => gate.newLeadsFirst),
      now
    )
    const takingFirst = lacking.filter(({ gate }) => gate.newLeadsFirst.some(({ campaign }) => unseen.has(campaign.id)))
    const known = new Set(heads.map(({ lead_id }) => lead_id))
    return {
      heads: [...heads, ...fresh.filter(({ lead_id }) => !known.has(lead_id))],
      takingFirst: new Set(takingFirst.map(({ account_id }) => account_id))
    }
  })
})
