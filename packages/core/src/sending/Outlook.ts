/** The outlook of an organization: the mails of the next seven days, and the leads that get nothing. */
import { Schema } from "effect"
import { CalendarDate } from "../CalendarDate.ts"
import { described } from "../Described.ts"
import { Count } from "../Id.ts"
import { AccountId, CampaignId, CampaignIdInput, LeadId, SequenceId } from "../ids.ts"
import { Timestamp } from "../Timestamp.ts"
import { TimeZone } from "../TimeZone.ts"
import { Reason } from "./MayContact.ts"
import { waits_for } from "./ConditionAhead.ts"
import { missing_values } from "./MissingValues.ts"
import { other_campaign } from "./OtherCampaign.ts"
import { scheduled } from "./ScheduledAnswers.ts"

/** Bounds of the forecast, which keep its cost the same for organizations of every size. */
export const bounds = {
  /** The maximum number of accounts that are looked at, by ascending id. */
  accounts: 100,
  /** The maximum number of campaigns of them whose leads are looked at. */
  campaigns: 50,
  /** The maximum number of leads that have got a mail, and of leads that have not. */
  leads: 4_000,
  /** The maximum number of turns of accounts that are simulated. */
  turns: 6_000,
  /** The maximum number of mails in `mails`, and of leads in `held`. */
  listed: 100
}

export const OutlookQuery = Schema.Struct({
  day: described(
    Schema.optionalKey(CalendarDate),
    "`mails`, `scheduled` and `held` are those of this day: today or one of the six days after it. Default: the next mails of all seven days."
  ),
  campaign_id: described(
    Schema.optionalKey(CampaignIdInput),
    "`mails`, `scheduled` and `held` are those of this campaign."
  ),
  account_id: described(
    Schema.optionalKey(AccountId),
    "`mails`, `scheduled` and `held` are those of this account. Leads that no account has taken yet are left out."
  ),
  timezone: described(
    Schema.optionalKey(TimeZone),
    "The time zone in which days begin: a name of the IANA time zone database. Default: UTC."
  )
})
export type OutlookQuery = typeof OutlookQuery.Type

const mailCount = described(Count, "The number of mails.", 40)

const OutlookDay = Schema.Struct({
  date: described(CalendarDate, "The day.", "2026-03-02"),
  mails: mailCount,
  campaigns: described(
    Schema.Array(
      Schema.Struct({ campaign_id: CampaignId, mails: mailCount }).annotate({
        identifier: "OutlookCampaignMails",
        description: "The mails of a campaign on a day."
      })
    ),
    "The campaigns with mails on this day, by ascending id."
  ),
  accounts: described(
    Schema.Array(
      Schema.Struct({ account_id: AccountId, mails: mailCount }).annotate({
        identifier: "OutlookAccountMails",
        description: "The mails of an account on a day."
      })
    ),
    "The accounts with mails on this day, by ascending id."
  )
}).annotate({ identifier: "OutlookDay", description: "The mails of a day that are foreseen." })

const OutlookMail = Schema.Struct({
  at: described(Timestamp, "When the mail goes out. The pace of the account draws the exact instant."),
  lead_id: LeadId,
  email: described(Schema.String, "The address of the lead.", "ada@example.com"),
  campaign_id: CampaignId,
  account_id: AccountId,
  sequence_id: SequenceId,
  position: described(Schema.Int, "The position of the step.", 1)
}).annotate({ identifier: "OutlookMail", description: "A mail that is foreseen." })

const HeldLead = Schema.Struct({
  lead_id: LeadId,
  email: described(
    Schema.NullOr(Schema.String),
    "The address of the lead; `null`: the lead was deleted.",
    "ada@example.com"
  ),
  campaign_id: CampaignId,
  account_id: described(Schema.NullOr(AccountId), "The account that sends to it; `null`: no account has taken it."),
  due_at: described(Timestamp, "Since when, or from when on, its mail is due."),
  reason: Reason,
  other_campaign,
  waits_for,
  missing: missing_values
}).annotate({ identifier: "HeldLead", description: "A lead whose mail does not go out although it is due." })

const reason = described(Schema.NullOr(Reason), "Why it sends nothing now; `null`: it may send.")

export const Outlook = Schema.Struct({
  timezone: described(Schema.String, "The time zone of the days.", "Europe/Berlin"),
  days: described(Schema.Array(OutlookDay), "Today and the six days after it."),
  mails: described(Schema.Array(OutlookMail), "The next mails, at most 100, by ascending `at`."),
  scheduled,
  held: described(
    Schema.Array(HeldLead),
    "Leads whose mail is due and does not go out, at most 100, by ascending `due_at`. Leads of paused campaigns are not in it."
  ),
  campaigns: described(
    Schema.Array(
      Schema.Struct({
        campaign_id: CampaignId,
        name: described(Schema.String, "The name of the campaign.", "Spring launch"),
        reason,
        skipped: described(
          Count,
          "The number of leads that the last look passed over: a variable of the first step has no value for them, or their " +
            "address is invalid, or not verified as the campaign requires."
        )
      }).annotate({ identifier: "OutlookCampaign", description: "An active campaign." })
    ),
    "The active campaigns of the accounts, by ascending id."
  ),
  accounts: described(
    Schema.Array(
      Schema.Struct({
        account_id: AccountId,
        email: described(Schema.String, "The address of the account.", "grace@example.com"),
        reason
      }).annotate({ identifier: "OutlookAccount", description: "An account that was looked at." })
    ),
    "The accounts that were looked at, by ascending id: the first 100."
  ),
  accounts_left_out: described(
    Count,
    "The number of accounts that were not looked at; their mails are not foreseen.",
    0
  ),
  complete_until: described(
    Schema.NullOr(Timestamp),
    "Until when all mails of these accounts are foreseen: there are more leads than the forecast looks at. `null`: for all seven days.",
    null
  )
}).annotate({
  identifier: "Outlook",
  description: "What the accounts of the organization send in the next seven days, and which leads get nothing."
})
export type Outlook = typeof Outlook.Type
