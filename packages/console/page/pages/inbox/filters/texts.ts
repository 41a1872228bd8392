/** The texts of the second line of filters of the inbox. */
import { pick } from "../../../base/pick.ts"

export const texts = pick("filters", {
  title: "Filters",
  state: "State",
  states: { open: "Open", done: "Done", snoozed: "Snoozed", all: "Open, done and snoozed" },
  assigned: "Assigned to",
  anybody: "Anybody or nobody",
  me: "Me",
  nobody: "Nobody",
  campaign: "Campaign",
  anyCampaign: "All campaigns",
  oneCampaign: "One campaign",
  allCampaigns: "Show all campaigns",
  account: "Account",
  anyAccount: "All accounts",
  from: "From",
  to: "To",
  clear: "Remove all filters"
})
