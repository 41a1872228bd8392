/** How long an answer about a credential may be remembered. */
import { Context, Duration } from "effect"

/** How long an instance may still accept a key that was revoked or has expired, after it last looked it up. */
export const KeyStaleness = Context.Reference("@mailroom/core/KeyStaleness", {
  defaultValue: () => Duration.seconds(1)
})
