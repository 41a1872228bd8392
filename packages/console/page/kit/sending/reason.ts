/** The texts of reasons why nothing is sent. */
import type { ConditionAhead, MissingValues, SendingReason } from "@mailroom/client"
import { shortDate } from "../../base/format.ts"
import { texts } from "./texts.ts"

/** The condition that the next step of a lead waits for, in words. `undefined` if there is no such step or no condition. */
export const waitText = (step: ConditionAhead | null | undefined): string | undefined =>
  step ? texts.waitsFor(step.position, shortDate(step.due_at), step.condition.kind === "clicked") : undefined

/** The names of the variables without a value; empty: that is not the reason. */
export const missingText = (reason: SendingReason, missing: MissingValues | null | undefined): string =>
  reason === "missing_variable" && missing ? `: ${missing.variables.map((name) => `{{${name}}}`).join(", ")}` : ""

interface About {
  readonly reason: SendingReason
  readonly other_campaign: { readonly name: string } | null
  readonly waits_for: ConditionAhead | null
  readonly missing?: MissingValues | null
}

/** The text of a reason, with the other campaign, the step or the variables where these are the reason. */
export const reasonText = ({ missing, other_campaign, reason, waits_for }: About): string =>
  waitText(waits_for) ??
  (other_campaign === null
    ? texts.reasons[reason] + missingText(reason, missing)
    : texts.otherCampaign(other_campaign.name))
