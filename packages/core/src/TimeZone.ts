/** Time zones as the contract takes them. */
import { DateTime, Option, Schema } from "effect"

/** A name of the IANA time zone database: no offset, which knows no summer, and need not be a multiple of 15 minutes. */
export const TimeZone = Schema.String.check(
  Schema.makeFilter(
    (name) => (!/^[+-]/u.test(name) && Option.isSome(DateTime.zoneMakeNamed(name))) || "must be an IANA time zone"
  )
)
