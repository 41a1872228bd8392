/** Takes new leads of the campaigns of an account, one campaign after the other (sending design, "take"). */
import { Effect } from "effect"
import { AgendaStore } from "../agenda/AgendaStore.ts"
import { CurrentOrganization } from "../Organization.ts"
import { makeBounceLimit } from "./BounceLimit.ts"
import { byShare, fullUntil, portion } from "./Choice.ts"
import { makeCompletion } from "./Completion.ts"
import { earlier } from "./Decision.ts"
import type { NothingDue } from "./StorePlans.ts"
import type { Timestamp } from "../Timestamp.ts"
import { makeTaking } from "./Taking.ts"

export const makeTakeInTurn = Effect.gen(function* () {
  const agenda = yield* AgendaStore
  const complete = yield* makeCompletion
  const { pauseBouncing } = yield* makeBounceLimit
  const takeLeads = yield* makeTaking

  /**
   * Takes new leads. `true`: the account may have something to send. Otherwise when the first of its campaigns has room for
   * new leads again, or the window of a lead opens that was taken; `null`: neither.
   */
  return Effect.fnUntraced(function* ({ campaigns, room, situation }: NonNullable<NothingDue["taking"]>) {
    const { id } = yield* CurrentOrganization
    const { account } = situation
    const running = yield* pauseBouncing(campaigns)
    const ids = running.map(({ campaign }) => campaign.id)
    const firsts = new Map((yield* agenda.countFirsts(id, ids)).map(({ campaign_id, firsts }) => [campaign_id, firsts]))
    let opens_at: Timestamp | null = null
    for (const of of byShare(running)) {
      const { campaign, hours, steps } = of
      const [first, ...further] = steps
      const { fresh, most } = portion(situation, of, room, firsts.get(campaign.id) ?? 0)
      if (first === undefined || most === 0) continue
      const found = yield* takeLeads({ account, campaign, hours, steps: [first, ...further], most, fresh })
      if (found.taken > 0 || (fresh > 0 && !found.isAtEnd && !found.isFull)) return true
      if (found.isAtEnd) yield* complete(campaign.id)
      opens_at = earlier(opens_at, found.opens_at)
    }
    return earlier(opens_at, fullUntil(running, firsts))
  })
})
