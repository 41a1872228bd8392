/** The rehearsal of a campaign: the mails of each day, with an assumed share of answers and bounces. */
import { Schema } from "effect"
import { CalendarDate } from "../CalendarDate.ts"
import { described } from "../Described.ts"
import { Count } from "../Id.ts"
import { AccountId, LeadId, SequenceId } from "../ids.ts"
import { Timestamp } from "../Timestamp.ts"
import { TimeZone } from "../TimeZone.ts"
import { Reason } from "./MayContact.ts"
import { RehearsalMove } from "./ShownMove.ts"

/** Bounds of a rehearsal, which keep its cost the same for organizations of every size. */
export const rehearsalBounds = {
  /** The maximum number of leads of the campaign that are looked at. */
  leads: 10_000,
  /** The maximum number of leads of other campaigns with the same accounts. */
  others: 4_000,
  /** The maximum number of other campaigns whose leads are looked at. */
  campaigns: 20,
  /** The maximum number of turns of accounts that are simulated. */
  turns: 200_000,
  weeks: 26,
  /** The maximum number of domains whose DNS is checked, and of links that are opened. */
  checks: 10,
  /** The maximum number of leads that a warning names. */
  named: 20
}

const percentage = (most: number) =>
  Schema.Finite.check(
    Schema.isBetween({ minimum: 0, maximum: most }, { message: `must be a percentage from 0 to ${most}` })
  )

export const RehearsalInput = Schema.Struct({
  reply_rate: described(
    Schema.optionalKey(percentage(100)),
    "How many of the leads that are written to answer, in percent. Default: 5."
  ),
  bounce_rate: described(
    Schema.optionalKey(percentage(100)),
    "How many of the leads that are written to have an address that does not exist, in percent. Default: 2."
  ),
  weeks: described(
    Schema.optionalKey(
      Schema.Int.check(
        Schema.isBetween(
          { minimum: 1, maximum: rehearsalBounds.weeks },
          { message: `must be a number of weeks from 1 to ${rehearsalBounds.weeks}` }
        )
      )
    ),
    "How many weeks are rehearsed at most. Default: 12."
  ),
  timezone: described(
    Schema.optionalKey(TimeZone),
    "The time zone in which days begin: a name of the IANA time zone database. Default: the zone of the campaign."
  ),
  check_links: described(
    Schema.optionalKey(Schema.Boolean),
    "Whether the links of the steps are opened, at most 10. Default: `true`."
  )
}).annotate({
  identifier: "RehearsalInput",
  description: "What is assumed about the recipients, and how long the rehearsal lasts."
})
export type RehearsalInput = typeof RehearsalInput.Type

const mails = described(Count, "The number of mails.", 40)

export const RehearsalDay = Schema.Struct({
  date: described(CalendarDate, "The day.", "2026-03-02"),
  mails: described(Count, "The number of mails of the campaign.", 40),
  first_mails: described(Count, "The number of them that are the first one to a lead.", 30),
  replies: described(Count, "The number of leads that answer.", 2),
  bounces: described(Count, "The number of mails that bounce.", 1),
  waiting: described(
    Count,
    "The number of leads whose mail was due by the end of the day but did not go out, mostly because an account or the campaign reached its limit. New leads are due from the first day on.",
    0
  ),
  accounts: described(
    Schema.Array(
      Schema.Struct({
        account_id: AccountId,
        mails,
        other_mails: described(Count, "The number of its mails of other campaigns.", 0),
        is_full: described(Schema.Boolean, "Whether it reached its limit of the day.", false)
      }).annotate({ identifier: "RehearsalAccountDay", description: "The mails of an account on a day." })
    ),
    "The accounts that send something on this day, by ascending id."
  ),
  steps: described(
    Schema.Array(
      Schema.Struct({
        sequence_id: described(SequenceId, "The step, or the variant of a step."),
        position: described(Schema.Int, "The position of the step.", 1),
        mails
      }).annotate({ identifier: "RehearsalStepDay", description: "The mails of a step on a day." })
    ),
    "The steps with mails on this day, by ascending position."
  )
}).annotate({ identifier: "RehearsalDay", description: "What the campaign sends on a day." })
export type RehearsalDay = typeof RehearsalDay.Type

/** The kinds of warnings, with their meanings. */
const warnings = {
  cannot_start: "the campaign cannot be started as it is",
  account: "an account sends nothing, for `reason`",
  leads:
    "leads get none or only some of their mails, for `reason`; with `missing_variable`, of the step and for want of `variables`",
  condition: "the step has a condition, and the rehearsal assumes that nobody opens or clicks anything further",
  first_attachment: "the first mail to a lead has a file, which makes filters and people distrust it",
  large_mails: "with its files, the mail of a step is so large that many servers reject it",
  placeholder_value: "values of leads count as missing, because exports write them for a missing value",
  account_limit: "the limit of an account keeps mails waiting",
  campaign_limit: "the limit of the campaign for new leads makes it longer",
  late: "follow-ups go out more than a day after they are due",
  bounce_limit: "the campaign is paused, or an account waits, because so many mails bounce",
  not_finished: "leads have steps left when the rehearsal ends",
  too_many_leads: "more leads than a rehearsal looks at",
  dns: "the DNS of a domain that mails come from has a fault",
  link: "a link in a step does not answer, or answers with an error"
} as const
export type WarningKind = keyof typeof warnings

export const RehearsalWarning = Schema.Struct({
  kind: described(
    Schema.Literals(Object.keys(warnings) as ReadonlyArray<WarningKind>),
    `What is the matter. ${Object.entries(warnings)
      .map(([kind, meaning]) => `\`${kind}\`: ${meaning}.`)
      .join(" ")}`,
    "account_limit"
  ),
  message: described(
    Schema.String,
    "What is the matter and what to do, for people.",
    "ada@example.com reaches its limit on 3 days on which mails wait: raise the limit, or add an account"
  ),
  reason: described(Schema.NullOr(Reason), "Why nothing is sent, of the kinds `account` and `leads`.", null),
  account_id: described(Schema.NullOr(AccountId), "The account that it is about; `null`: none, or several."),
  date: described(Schema.NullOr(CalendarDate), "The first day on which it matters; `null`: at once.", "2026-03-09"),
  count: described(Schema.NullOr(Count), "How many leads, mails or days; `null`: not counted.", 3),
  sequence_id: described(
    Schema.NullOr(SequenceId),
    "The step, or the variant of a step, that it is about; `null`: none, or several."
  ),
  position: described(Schema.NullOr(Schema.Int), "The position of that step; `null`: none.", null),
  variables: described(Schema.Array(Schema.String), "The variables without a value or default; else empty.", []),
  lead_ids: described(
    Schema.Array(LeadId),
    `The leads that it is about, of the kind \`leads\`, by ascending id: the first ${rehearsalBounds.named}.`,
    []
  )
}).annotate({ identifier: "RehearsalWarning", description: "Something to look at before the campaign is started." })
export type RehearsalWarning = typeof RehearsalWarning.Type

/** Makes a warning. `about`: the fields besides its kind and message that have a value. */
export const warning = (
  kind: WarningKind,
  message: string,
  about: Partial<Omit<RehearsalWarning, "kind" | "message">> = {}
): RehearsalWarning => ({
  reason: null,
  account_id: null,
  date: null,
  count: null,
  sequence_id: null,
  position: null,
  variables: [],
  lead_ids: [],
  ...about,
  kind,
  message
})

export const Rehearsal = Schema.Struct({
  timezone: described(Schema.String, "The time zone of the days.", "Europe/Berlin"),
  starts_at: described(Timestamp, "The instant at which the rehearsal begins: now.", "2026-03-02T07:00:00.000Z"),
  first_mail_at: described(
    Schema.NullOr(Timestamp),
    "When the first mail goes out; `null`: none does.",
    "2026-03-02T07:04:11.000Z"
  ),
  last_mail_at: described(
    Schema.NullOr(Timestamp),
    "When the last mail of the rehearsal goes out; `null`: none does.",
    "2026-04-15T06:58:29.000Z"
  ),
  is_finished: described(Schema.Boolean, "Whether no lead has a step left at the end.", true),
  leads: described(
    Schema.Struct({
      total: described(Count, "The leads that were looked at, and may still get a mail.", 1000),
      mailed: described(Count, "Leads that get at least one mail.", 980),
      replied: described(Count, "Leads that answer.", 49),
      bounced: described(Count, "Leads whose mail bounces.", 19),
      finished: described(Count, "Leads that get all their steps.", 912),
      left: described(
        Count,
        "Leads that have steps left at the end, also those that get no mail for want of a value.",
        0
      )
    }).annotate({ identifier: "RehearsalLeads", description: "What becomes of the leads." }),
    "What becomes of the leads."
  ),
  mails: described(Count, "The number of mails of the campaign.", 2740),
  days: described(
    Schema.Array(RehearsalDay),
    "The days from today to that of the last mail, also those without a mail."
  ),
  moves: described(
    Schema.Array(RehearsalMove),
    "The rules by which its leads move to other campaigns, in their order."
  ),
  warnings: described(Schema.Array(RehearsalWarning), "What to look at before the start, the gravest first.")
}).annotate({
  identifier: "Rehearsal",
  description: "What a campaign would send, and what stands in its way. Nothing is stored or sent."
})
export type Rehearsal = typeof Rehearsal.Type
