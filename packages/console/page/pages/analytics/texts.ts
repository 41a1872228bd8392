/** The texts of the page of analytics. */
export const texts = {
  title: "Analytics",
  period: "Period",
  periods: {
    last_7_days: "7 days",
    last_30_days: "30 days",
    last_90_days: "90 days",
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
    contacted: "Contacted",
    unique_replied: "Answered",
    positive_replied: "Positive answers",
    bounced: "Bounced",
    unsubscribed: "Unsubscribed"
  },
  rates: {
    reply_rate: "of those contacted",
    positive_reply_rate: "of those who answered",
    bounce_rate: "of what was sent",
    unsubscribe_rate: "of those contacted"
  },
  charts: { sent: "Mails sent", unique_replied: "People who answered", bounced: "Bounces" },
  table: "As a table",
  date: "Date",
  byCampaign: "By campaign",
  byStep: "By step",
  byAccount: "By account",
  byLink: "Clicks by link",
  campaignColumns: ["Campaign", "Sent", "Contacted", "Answered", "Positive", "Bounced"],
  stepColumns: ["Step", "Sent", "Answered", "Positive", "Bounced"],
  accountColumns: ["Account", "Sent", "Answered", "Positive", "Bounced"],
  linkColumns: ["Link", "Clicks", "People"],
  otherStep: "Not of a step",
  otherAccount: "Not of an account",
  zone: (zone: string) => `Days of ${zone}`,
  empty: "Nothing was sent in this period",
  none: "–"
} as const
