/** Erasure finds the events of removed leads by their address. */
import { Effect } from "effect"
import { index } from "../internal/afterwards.ts"

export default Effect.void

export const afterwards = [
  // Without characters that are not ASCII, because engines fold those differently: core compares what is found.
  index(
    "events_address_idx",
    `events (organization_id, (lower(regexp_replace(email, '[^!-~]+', '', 'g') COLLATE "C"))) WHERE email IS NOT NULL`
  )
]
