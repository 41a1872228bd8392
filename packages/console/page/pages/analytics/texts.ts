/** The texts of the page of analytics. */
import { pick } from "../../base/pick.ts"

export const texts = pick("analytics", {
  title: "Analytics",
  period: "Period",
  periods: {
    last_7_days: "7 days",
    last_30_days: "30 days",
    last_90_days: "90 days",
    this_month: "This month",
    last_month: "Last month",
    all_time: "All time"
  },
  dates: "From – to",
  from: "From",
  to: "To",
  show: "Show",
  campaign: "Campaign",
  allCampaigns: "All campaigns",
  metrics: {
    sent: "Sent",
    delivered: "Delivered",
    contacted: "Contacted",
    unique_replied: "Answered",
    positive_replied: "Positive answers",
    bounced: "Bounced",
    unsubscribed: "Unsubscribed"
  },
  rates: {
    delivery_rate: "of what was sent",
    positive_reply_rate: "of those who answered",
    bounce_rate: "of what was sent",
    unsubscribe_rate: "of those contacted"
  },
  ofContacted: (count: string) => `of ${count} contacted`,
  noRate: "–",
  charts: { sent: "Mails sent", unique_replied: "People who answered", bounced: "Bounces" },
  table: "As a table",
  date: "Date",
  byCampaign: "By campaign",
  byStep: "By step",
  byAccount: "By account",
  byLink: "Clicks by link",
  step: "Step",
  account: "Account",
  columns: {
    sent: "Sent",
    contacted: "Contacted",
    unique_replied: "Answered",
    reply_share: "Answered, %",
    positive_replied: "Positive",
    positive_share: "Positive, %",
    bounced: "Bounced"
  },
  share: "The shares are those of the contacted leads.",
  deleted: "A figure opens the leads that it counts. Leads that were deleted are counted, but not listed.",
  compareWith: "Compare with",
  sideBySide: "Side by side",
  variants: {
    title: (position: number) => `Variants of step ${position}`,
    columns: ["Variant", "Recipients", "Answered", "Share who answered", "Positive, %"],
    range: (low: string, high: string) => `${low} – ${high} %`,
    share: (share: string, range: string) => `${share} % (${range})`,
    unsent: "Not sent yet",
    more: (letter: string, first: string, low: string, high: string) =>
      `${letter} gets more answers than ${first}: by ${low} to ${high} percentage points.`,
    fewer: (letter: string, first: string, low: string, high: string) =>
      `${letter} gets fewer answers than ${first}: by ${low} to ${high} percentage points.`,
    none: (letter: string, first: string, low: string, high: string) =>
      `${letter}: no difference to ${first} that these figures can show. It may be from ${low} percentage points fewer to ${high} more.`,
    help: "These are the figures since the first mail, whatever the period. The true values are in the ranges in 95 of 100 such tests. Figures of recent mails still change: people need time to answer. Change the weights in the steps of the campaign, or let a variant win there."
  },
  linkColumns: ["Link", "Clicks", "People"],
  otherStep: "Not of a step",
  otherAccount: "Not of an account",
  zone: (zone: string) => `Days of ${zone}`,
  empty: "Nothing was sent in this period",
  none: "–"
})
