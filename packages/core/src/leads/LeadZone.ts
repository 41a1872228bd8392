/** The time zone of a lead: its own, or the one that its custom fields give. Pure functions. */
import { zoneOfFields } from "@mailroom/mail/zones"
import type { CustomFields } from "./CustomFields.ts"

/** The part of a lead that decides its time zone. */
export interface Zoned {
  readonly timezone: string | null
  readonly custom_fields: CustomFields
}

/** The time zone of a lead; `null`: it is unknown. */
export const zoneOf = ({ custom_fields, timezone }: Zoned): string | null =>
  timezone ?? zoneOfFields(custom_fields) ?? null
