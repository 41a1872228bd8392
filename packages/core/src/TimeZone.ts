/** Time zones that the contract allows. */
import { DateTime, Option, Schema } from "effect"

/**
 * A name of the IANA time zone database. Offsets such as `+02:00` are rejected: they have no summer time, and need not
 * be a multiple of 15 minutes.
 */
export const TimeZone = Schema.String.check(
  Schema.makeFilter(
    (name) =>
      (!/^[+-]/u.test(name) && Option.isSome(DateTime.zoneMakeNamed(name))) ||
      "must be an IANA time zone, such as Europe/Oslo"
  )
)
