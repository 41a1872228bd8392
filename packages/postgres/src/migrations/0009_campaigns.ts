/** Versions of campaigns, and campaigns that are being deleted. */
import { Effect } from "effect"

export default Effect.void
