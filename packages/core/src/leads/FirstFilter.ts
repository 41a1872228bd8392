/** The first event by which lists of leads are filtered: the leads that a metric of analytics counts. Pure functions. */
import { Effect, Result, Struct } from "effect"
import { firstKeys, isRemembered } from "../activity/Transition.ts"
import { InvalidInput } from "../InvalidInput.ts"
import { FirstQuery } from "./FirstEvent.ts"
import type { FirstFilter } from "./LeadStore.ts"

/**
 * The filter by a first event, as storage takes it; empty without `first_event`. Fails if another field is given without it. `at`:
 * where the fields are in the input.
 */
const firstFilterOf = (
  query: FirstQuery,
  at: string
): Result.Result<{ readonly first?: FirstFilter }, InvalidInput> => {
  const { first_account_id: account_id, first_event: type, first_sequence_id: sequence_id } = query
  const { first_since: since, first_until: until } = query
  const given = {
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(account_id !== undefined && { account_id }),
    ...(sequence_id !== undefined && { sequence_id })
  }
  if (type === undefined) {
    const [name] = Object.keys(given)
    if (name === undefined) return Result.succeed({})
    const fault = { pointer: `${at}/first_event`, message: `is required with first_${name}` }
    return Result.fail(new InvalidInput({ faults: [fault] }))
  }
  // A lead has a first bounce and a first unsubscribe in a campaign, but not in each of its steps.
  const key = sequence_id !== undefined && isRemembered(type) ? firstKeys(type, { sequence_id }).sequence : type
  return Result.succeed({ first: { key, type, ...given } })
}

const fields = Struct.keys(Struct.omit(FirstQuery.fields, ["is_positive"]))

/** The filters of a query as storage takes them. `at`: where they are in the input. */
export const withFirst = <Query extends FirstQuery>(query: Query, at = "") =>
  Effect.fromResult(Result.map(firstFilterOf(query, at), (first) => ({ ...Struct.omit(query, fields), ...first })))
