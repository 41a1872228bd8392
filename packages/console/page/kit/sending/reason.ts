/** The texts of reasons why nothing is sent. */
import type { SendingReason } from "@mailroom/client"
import { texts } from "./texts.ts"

/** The text of a reason, with the other campaign where that is the reason. */
export const reasonText = (reason: SendingReason, other: { readonly name: string } | null): string =>
  other === null ? texts.reasons[reason] : texts.otherCampaign(other.name)
