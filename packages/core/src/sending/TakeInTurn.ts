/** Takes new leads for an account, of one of its campaigns after the other. */
import { Effect } from "effect"
import { AgendaStore } from "../agenda/AgendaStore.ts"
import { CurrentOrganization } from "../Organization.ts"
import { makeBounceLimit } from "./BounceLimit.ts"
import { byShare, fullUntil, portion } from "./Choice.ts"
import { makeCompletion } from "./Completion.ts"
import type { NothingDue } from "./StorePlans.ts"
import { earlier, type Timestamp } from "../Timestamp.ts"
import { makeTaking } from "./Taking.ts"

export const makeTakeInTurn = Effect.gen(function* () {
  const agenda = yield* AgendaStore
  const complete = yield* makeCompletion
  const { pauseBouncing } = yield* makeBounceLimit
  const takeLeads = yield* makeTaking

  /**
   * Takes new leads of these campaigns. `true`: the account may have something to send now. Otherwise the answer is when to ask again:
   * when the first campaign has room for new leads, or the window of a lead opens that was taken; `null`: neither. A campaign whose last
   * lead was looked at may be completed.
   */
  return Effect.fnUntraced(function* ({ campaigns, room, sender }: NonNullable<NothingDue["taking"]>) {
    const { id } = yield* CurrentOrganization
    const { account } = sender
    const running = yield* pauseBouncing(campaigns)
    const ids = running.map(({ campaign }) => campaign.id)
    const counted = yield* agenda.countFirsts(id, ids)
    const underWay = new Map(counted.map(({ campaign_id, firsts }) => [campaign_id, firsts]))
    let opens_at: Timestamp | null = null
    for (const active of byShare(running)) {
      const { campaign, hours, steps } = active
      const [first, ...further] = steps
      const { fresh, most } = portion(sender, active, room, underWay.get(campaign.id) ?? 0)
      if (first === undefined || most === 0) continue
      const found = yield* takeLeads({ account, campaign, hours, steps: [first, ...further], most, fresh })
      const mayHaveMore = fresh > 0 && !found.isAtEnd && !found.isFull
      if (found.taken > 0 || mayHaveMore) return true
      if (found.isAtEnd) yield* complete(campaign.id)
      opens_at = earlier(opens_at, found.opens_at)
    }
    return earlier(opens_at, fullUntil(running, underWay))
  })
})
