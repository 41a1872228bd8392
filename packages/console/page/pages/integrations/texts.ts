/** The texts of the page of integrations. */
import type { Delivery, Integration } from "@mailroom/client"
import { pick } from "../../base/pick.ts"

export const texts = pick("integrations", {
  title: "Integrations",
  columns: ["Name", "Type", "State", "Last delivery", "Failures in a row"],
  types: { webhook: "Webhook", slack: "Slack", telegram: "Telegram", hubspot: "HubSpot" } satisfies Record<
    Integration["type"],
    string
  >,
  states: { active: "Works", failing: "Fails", disabled: "Off" } satisfies Record<Integration["status"], string>,
  disabledTitle: "This integration is off",
  disabledHelp:
    "Nothing is delivered to it. What was waiting when it went off is kept, and is sent when it is on again.",
  someDisabled: (names: string) => `Off, so nothing is delivered: ${names}`,
  enable: "Turn on",
  enabled: "The integration is on",
  never: "Never",
  openFirst: "Open the first integration",
  withCustomFields: "With custom fields",
  includeCustomFields: "Send the custom fields of the lead, too",
  includeHelp: "It applies to what happens from now on. Payloads may become some hundred kilobytes long.",
  empty: "There is no integration yet",
  emptyHelp: "Integrations are told what happens: answers, bounces, stops. Create one with POST /integrations.",
  facts: {
    state: "State",
    error: "Last failure",
    events: "Events",
    campaigns: "Campaigns",
    lead: "Lead in the payload",
    target: "Target",
    created: "Created"
  },
  allCampaigns: "All",
  test: "Send a test",
  saved: "Saved",
  testing: "Sending…",
  testWorked: (status: string, time: string) => `Answered ${status} after ${time} ms`,
  testFailed: (error: string) => `Failed: ${error}`,
  deliveries: "Deliveries",
  filters: { all: "All", failed: "Failed", pending: "Waiting", delivered: "Delivered" },
  statuses: { delivered: "Delivered", failed: "Failed", pending: "Waiting" } satisfies Record<
    Delivery["status"],
    string
  >,
  tries: (count: number) => `${count} ${count === 1 ? "try" : "tries"}`,
  nextTry: (date: string) => `Next try ${date}`,
  payload: "What was sent",
  answers: "Answers",
  answer: (status: string, time: string) => `${status} after ${time} ms`,
  noAnswer: "No answer",
  redeliver: "Deliver again",
  redelivered: "It is delivered again now",
  noDeliveries: "Nothing was delivered yet",
  none: "–"
})
