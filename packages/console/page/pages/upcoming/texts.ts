/** The texts of the page of upcoming mails. */
import { plural } from "../../base/format.ts"
import { pick } from "../../base/pick.ts"

export const texts = pick("upcoming", {
  title: "Upcoming mails",
  days: "Days",
  showAll: "Show all",
  allDays: "Next 100",
  near: ["Today", "Tomorrow"],
  name: "Name",
  perDay: "Mails per day",
  help: "A forecast: answers, bounces and new leads change it.",
  complete: (date: string) => `There are more leads than the forecast looks at: it is complete until ${date}.`,
  leftOut: (count: number) =>
    `${plural(count, "further account is", "further accounts are")} not part of the forecast.`,
  skipped: (count: number) =>
    `${plural(count, "lead was", "leads were")} passed over: a value is missing, or the address is invalid or not verified`,
  byCampaign: "By campaign",
  byAccount: "By account",
  mails: "Next mails",
  mailColumns: ["When", "Lead", "Step", "Campaign", "Account"],
  scheduled: "Scheduled answers",
  scheduledColumns: ["When", "To", "Subject", "Account"],
  held: "Not sent",
  heldColumns: ["Due", "Lead", "Why not", "Campaign", "Account"],
  none: "No mail goes out in this time.",
  noneHeld: "No lead is held back.",
  anyAccount: "No account yet",
  empty: "Nothing is going to be sent",
  noCampaigns: "No campaign is active. Start one, or resume it.",
  toCampaigns: "Go to the campaigns",
  noAccounts: "There is no account yet from which mails are sent.",
  toAccounts: "Go to the accounts"
})
