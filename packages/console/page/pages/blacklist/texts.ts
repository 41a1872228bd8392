/** The texts of the page of the blacklist. */
import { pick } from "../../base/pick.ts"

export const texts = pick("blacklist", {
  title: "Blacklist",
  kinds: { emails: "Addresses", domains: "Domains" },
  search: "Search the blacklist",
  add: "Add",
  addTitle: "Add addresses or domains",
  addHelp:
    "One on each line, or separated by commas. Leads that match are stopped in the same moment. A domain covers all its addresses.",
  list: "Addresses or domains",
  reason: "Reason (optional)",
  cancel: "Cancel",
  columns: {
    emails: ["Address", "Source", "Reason", "Added", ""],
    domains: ["Domain", "Source", "Reason", "Added", ""]
  },
  sources: { manual: "By a person", bounce: "Bounce", unsubscribe: "Unsubscribed", complaint: "Complaint" },
  remove: "Remove",
  removed: (value: string, leads: string) => `${value} removed, ${leads} resumed`,
  blocked: { emails: ["address", "addresses"], domains: ["domain", "domains"] },
  added: (blocked: string, existing: string, stopped: string) =>
    `${blocked === "" ? "Nothing new" : `${blocked} blocked`}${existing === "0" ? "" : `, ${existing} known before`}; ${stopped === "" ? "no lead was in it" : `${stopped} stopped`}`,
  invalid: "These are not valid, and were not added:",
  leads: ["lead", "leads"],
  empty: "Nobody is on the blacklist",
  emptyHelp: "Bounces, complaints and people who unsubscribe come here by themselves."
})
