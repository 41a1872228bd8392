/** The texts of the rehearsal of a campaign. */
import type { RehearsalWarning } from "@mailroom/client"
import { plural } from "../../../base/format.ts"
import { pick } from "../../../base/pick.ts"

export const texts = pick("rehearsal", {
  help: "The weeks ahead, as if the campaign were started now. Nothing is sent.",
  replyRate: "Leads that answer, in %",
  bounceRate: "Mails that bounce, in %",
  weeks: "Weeks at most",
  run: "Rehearse",
  running: "The weeks ahead are played: for many leads this takes some seconds.",
  none: "No mail would go out. See what stands in the way.",
  sum: (mails: number, leads: number, first: string, last: string) =>
    `${plural(mails, "mail", "mails")} to ${plural(leads, "lead", "leads")}, from ${first} to ${last}`,
  outcome: (replied: number, bounced: number, left: number) =>
    [
      plural(replied, "lead answers", "leads answer"),
      plural(bounced, "mail bounces", "mails bounce"),
      ...(left > 0 ? [`${plural(left, "lead has", "leads have")} steps left`] : [])
    ].join(", "),
  moved: (leads: number, days: number) =>
    `${plural(leads, "lead moves", "leads move")} ${days === 0 ? "" : `${plural(days, "day", "days")} after the last step `}to`,
  perDay: "Mails per day",
  warnings: "Look at this before the start",
  explain: (message: string, kind: RehearsalWarning["kind"], _count: number, _reason: string) =>
    kind === "cannot_start" ? '"Start" says what is missing, with links.' : message,
  fine: "Nothing stands in the way.",
  from: (date: string) => `from ${date}`,
  calendar: "Calendar",
  columns: ["Day", "Mails", "First mails", "Answers", "Bounces", "Waiting"],
  byAccount: "By account",
  accountColumns: ["Account", "Mails", "Of other campaigns", "Days at its limit"],
  kinds: {
    cannot_start: "It cannot start yet",
    account: "An account sends nothing",
    leads: "Leads get nothing",
    condition: "A step has a condition",
    first_attachment: "The first mail has a file",
    large_mails: "Mails are large",
    placeholder_value: "A value is no value",
    account_limit: "An account is short of room",
    campaign_limit: "The campaign's limit makes it longer",
    late: "Follow-ups are late",
    bounce_limit: "Too many mails bounce",
    not_finished: "It is not finished in this time",
    too_many_leads: "There are more leads",
    dns: "DNS",
    link: "A link does not answer"
  }
})
