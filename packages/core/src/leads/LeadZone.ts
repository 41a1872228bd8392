/** The time zone of a lead: its own, or the one that its custom fields give. Pure functions. */
import { zoneOfFields } from "@mailroom/mail/zones"
import { Schema } from "effect"
import { described } from "../Described.ts"
import { TimeZone } from "../TimeZone.ts"
import type { CustomFields } from "./CustomFields.ts"

export const Stored = described(
  Schema.NullOr(TimeZone),
  "The time zone of the lead: a name of the IANA time zone database. `null`: the zone that its custom fields give, if any.",
  "Europe/London"
)
export const Given = described(
  Schema.NullOr(TimeZone),
  "The time zone of the lead: a name of the IANA time zone database, such as `Asia/Kathmandu`. `null`: the zone that custom fields such as `country` give."
)

/** The part of a lead that decides its time zone. */
export interface Zoned {
  readonly timezone: string | null
  readonly custom_fields: CustomFields
}

/** The time zone of a lead; `null`: it is unknown. */
export const zoneOf = ({ custom_fields, timezone }: Zoned): string | null =>
  timezone ?? zoneOfFields(custom_fields) ?? null
