/** Billing transactions. */
import { Effect } from "effect"

export default Effect.void
