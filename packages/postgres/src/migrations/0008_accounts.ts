/** Settings of sender accounts, and accounts that are deleted but remembered. */
import { Effect } from "effect"

export default Effect.void
