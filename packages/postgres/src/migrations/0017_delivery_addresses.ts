/** Erasure finds the deliveries about removed leads by the address in their payload. */
import { Effect } from "effect"
import { index } from "../internal/afterwards.ts"

export default Effect.void

export const afterwards = [
  // The address as in `events_address_idx`. Payloads give it within the first 600 characters.
  index(
    "deliveries_address_idx",
    `deliveries (organization_id, (lower(regexp_replace(
      split_part(split_part(left(payload, 600), ',"email":"', 2), '"', 1), '[^!-~]+', '', 'g') COLLATE "C")))
      WHERE lead_id IS NOT NULL`
  )
]
