/** Takes new leads of the campaigns of an account, one campaign after the other (sending design, "take"). */
import { Effect } from "effect"
import { AgendaStore } from "../agenda/AgendaStore.ts"
import { CurrentOrganization } from "../Organization.ts"
import { makeBounceLimit } from "./BounceLimit.ts"
import { byShare, fullUntil, portion } from "./Choice.ts"
import { makeCompletion } from "./Completion.ts"
import type { NothingDue } from "./StorePlans.ts"
import { makeTaking } from "./Taking.ts"

export const makeTakeInTurn = Effect.gen(function* () {
  const agenda = yield* AgendaStore
  const complete = yield* makeCompletion
  const { pauseBouncing } = yield* makeBounceLimit
  const takeLeads = yield* makeTaking

  /**
   * Takes new leads. `true`: the account may have something to send. Otherwise when the first of its campaigns has room for
   * new leads again; `null`: none is full.
   */
  return Effect.fnUntraced(function* ({ campaigns, room, situation }: NonNullable<NothingDue["taking"]>) {
    const { id } = yield* CurrentOrganization
    const { account } = situation
    const running = yield* pauseBouncing(campaigns)
    const ids = running.map(({ campaign }) => campaign.id)
    const firsts = new Map((yield* agenda.countFirsts(id, ids)).map(({ campaign_id, firsts }) => [campaign_id, firsts]))
    for (const of of byShare(running)) {
      const { campaign, steps } = of
      const [first, ...further] = steps
      const { fresh, most } = portion(situation, of, room, firsts.get(campaign.id) ?? 0)
      if (first === undefined || most === 0) continue
      const { isAtEnd, taken } = yield* takeLeads({ account, campaign, steps: [first, ...further], most, fresh })
      if (taken > 0 || (fresh > 0 && !isAtEnd)) return true
      if (isAtEnd) yield* complete(campaign.id)
    }
    return fullUntil(running, firsts)
  })
})
