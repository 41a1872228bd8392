/** The first event by which lists of leads are filtered: the leads that a metric of analytics counts. Pure functions. */
import { Result } from "effect"
import { firstKeys, isRemembered } from "../activity/Transition.ts"
import { InvalidInput } from "../InvalidInput.ts"
import type { FirstQuery } from "./FirstEvent.ts"
import type { FirstFilter } from "./LeadStore.ts"

/** The filter of a query, as storage takes it; empty without `first_event`, which the other fields need. */
export const firstOf = ({
  first_account_id: account_id,
  first_event: type,
  first_sequence_id: sequence_id,
  first_since: since,
  first_until: until
}: FirstQuery): Result.Result<{ readonly first?: FirstFilter }, InvalidInput> => {
  const given = {
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(account_id !== undefined && { account_id }),
    ...(sequence_id !== undefined && { sequence_id })
  }
  if (type === undefined) {
    const [name] = Object.keys(given)
    return name === undefined
      ? Result.succeed({})
      : Result.fail(
          new InvalidInput({ faults: [{ pointer: "/first_event", message: `is required with first_${name}` }] })
        )
  }
  const key = sequence_id !== undefined && isRemembered(type) ? firstKeys(type, { sequence_id }).sequence : type
  return Result.succeed({ first: { key, type, ...given } })
}
