/** Bounds how often a labeller is asked: for each organization and day (UTC), in this process. */
import { Effect } from "effect"
import type { OrganizationId } from "../ids.ts"
import * as Timestamp from "../Timestamp.ts"

/** The default number of requests to the endpoint in a day. */
export const initialDaily = 500

/**
 * Makes an effect that takes one from the budget of an organization, and returns whether there was one. The first call without one
 * is logged.
 */
export const makeBudget = (name: string, daily: number) => {
  let day = ""
  let used = new Map<OrganizationId, number>()
  return Effect.fnUntraced(function* (organization_id: OrganizationId) {
    const today = (yield* Timestamp.now).slice(0, 10)
    if (today !== day) {
      day = today
      used = new Map()
    }
    const count = (used.get(organization_id) ?? 0) + 1
    used.set(organization_id, count)
    if (count === daily + 1) {
      yield* Effect.logWarning(
        `Organization ${organization_id} has used the daily budget of the ${name}: ${daily} answers`
      )
    }
    return count <= daily
  })
}
