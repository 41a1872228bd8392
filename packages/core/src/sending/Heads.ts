/** Finds the rows of the agenda that accounts look at next. */
import { Effect } from "effect"
import type { AgendaRecord } from "../agenda/Agenda.ts"
import { AgendaStore } from "../agenda/AgendaStore.ts"
import { PlanStore } from "../agenda/PlanStore.ts"
import type { AccountId } from "../ids.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { Looking } from "./AccountPlan.ts"
import { isUnseen, lacksNew } from "./Choice.ts"
import type { CampaignSituation } from "./Situation.ts"

/** Due rows of a campaign that one turn looks at. If none of them may be sent, the next turn looks further. */
const headsOfEach = 5

const queuesOf = (campaigns: ReadonlyArray<CampaignSituation>, account_id: AccountId) =>
  campaigns.map(({ campaign }) => ({ account_id, campaign_id: campaign.id }))

export const makeHeads = Effect.gen(function* () {
  const agenda = yield* AgendaStore
  const plans = yield* PlanStore

  /** The campaigns of which not all leads were looked at within a day. */
  const unseenOf = Effect.fnUntraced(function* (campaigns: ReadonlyArray<CampaignSituation>, now: Timestamp) {
    const { id } = yield* CurrentOrganization
    const ids = new Set(campaigns.map(({ campaign }) => campaign.id))
    const found = ids.size === 0 ? [] : yield* plans.findMany(id, [...ids])
    return new Set(found.filter((plan) => isUnseen(plan, now)).map(({ campaign_id }) => campaign_id))
  })

  /**
   * The earliest waiting rows of each account, as `heads`. Where follow-ups are due and new leads have their share, also the
   * earliest of these. If none is due, the account is in `taking`: it takes a new lead first. Only accounts in `may_take` are.
   */
  return Effect.fnUntraced(function* (
    accounts: ReadonlyArray<Looking>,
    may_take: ReadonlySet<AccountId>,
    now: Timestamp
  ) {
    const { id } = yield* CurrentOrganization
    const open = accounts.flatMap(({ gate, situation }) =>
      gate.reason === null ? [{ account_id: situation.account.id, gate }] : []
    )
    const queues = open.flatMap(({ account_id, gate }) => queuesOf(gate.campaigns, account_id))
    const heads = queues.length === 0 ? [] : yield* agenda.heads(id, queues, headsOfEach)
    const isDue = ({ due_at }: AgendaRecord) => due_at <= now
    const busy = new Set(heads.filter(isDue).map(({ account_id }) => account_id))
    const sharing = open.filter(({ account_id, gate }) => gate.newLeadsFirst.length > 0 && busy.has(account_id))
    if (sharing.length === 0) return { heads, taking: new Set<AccountId>() }
    const shared = sharing.flatMap(({ account_id, gate }) => queuesOf(gate.newLeadsFirst, account_id))
    const fresh = (yield* agenda.heads(id, shared, 1, { only_new: true })).filter(isDue)
    const found = Map.groupBy([...heads, ...fresh], ({ account_id }) => account_id)
    const without = sharing.filter(
      ({ account_id, gate }) => may_take.has(account_id) && lacksNew(gate, found.get(account_id) ?? [], now)
    )
    const unseen = yield* unseenOf(
      without.flatMap(({ gate }) => gate.newLeadsFirst),
      now
    )
    const taking = without.filter(({ gate }) => gate.newLeadsFirst.some(({ campaign }) => unseen.has(campaign.id)))
    const known = new Set(heads.map(({ lead_id }) => lead_id))
    return {
      heads: [...heads, ...fresh.filter(({ lead_id }) => !known.has(lead_id))],
      taking: new Set(taking.map(({ account_id }) => account_id))
    }
  })
})
