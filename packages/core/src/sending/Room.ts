/** The number of mails that may be sent today. Pure functions. */
import type { AccountSettings } from "../accounts/Account.ts"
import { limitOf } from "../accounts/AccountState.ts"
import type { Campaign } from "../campaigns/Campaign.ts"
import type { SendRecord } from "../sends/Send.ts"
import type { Timestamp } from "../Timestamp.ts"

/** The mails of steps that may have gone out since the day began, but are not counted as `sent`. */
export const unsettledToday = (
  sends: ReadonlyArray<Pick<SendRecord, "begun_at" | "kind" | "outcome">>,
  day_began_at: Timestamp
): number =>
  sends.filter(
    ({ begun_at, kind, outcome }) =>
      kind === "step" && (outcome === "begun" || outcome === "unknown") && begun_at !== null && begun_at >= day_began_at
  ).length

/** The number of mails of steps that an account may still send today, in its time zone. */
export const roomOfAccount = (
  settings: AccountSettings,
  today: {
    /** The metric `sent` of the account. */
    readonly sent: number
    /** The result of `unsettledToday`. */
    readonly unsettled: number
  },
  now: Timestamp
): number => Math.max(0, limitOf(settings, now) - today.sent - today.unsettled)

/** The number of leads that a campaign may still contact for the first time today, in its time zone. */
export const roomOfCampaign = ({ daily_limit }: Pick<Campaign, "daily_limit">, contactedToday: number): number =>
  Math.max(0, daily_limit - contactedToday)
