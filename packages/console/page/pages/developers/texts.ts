/** The texts of the page for developers. */
import { pick } from "../../base/pick.ts"

export const texts = pick("developers", {
  title: "Developers",
  keys: "API keys",
  reference: "API reference",
  help: "Everything that this page shows and does is a request that your code can send, too. Here are the last 50.",
  none: "No request yet",
  noAnswer: "–",
  milliseconds: (count: string) => `${count} ms`,
  copy: "Copy as curl",
  copied: "Copied. Put your API key in the variable KEY.",
  notCopied: "The browser does not allow copying: select the text instead.",
  requestId: "Request",
  parts: { requests: "Requests of this page", events: "Events" },
  eventsHelp: "Everything that happened to leads, in all campaigns, the newest first: the answer of GET /events.",
  types: "Types",
  refresh: "Refresh",
  noEvents: "Nothing has happened yet",
  columns: ["When", "What", "Lead", "Campaign", "Details"]
})
