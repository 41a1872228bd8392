/** The texts of the lists that the inbox opens (times for snoozing, what can be blocked), and of the question before an answer. */
import { plural } from "../../../base/format.ts"
import { pick } from "../../../base/pick.ts"

export const texts = pick("asking", {
  snooze: "Snooze until",
  timeHint: 'A time below, or type one: "tue 9", "24 dec", "in 3 days"',
  wake: "Open now",
  times: {
    hours: "In 3 hours",
    tomorrow: "Tomorrow",
    monday: "On Monday",
    week: "In a week",
    month: "In 30 days"
  },
  sendAt: (zone: string) => `Send later, in the time zone ${zone}`,
  sendTimes: {
    afternoon: "This afternoon",
    evening: "This evening",
    tomorrow: "Tomorrow morning",
    monday: "Monday morning"
  },
  schedule: "Schedule",
  ownTime: "Choose a day and a time …",
  ownTimeOf: "Day and time",
  tooFar: "More than a year ahead: choose an earlier time.",
  past: "This time is past: choose a later one.",
  cancel: "Cancel",
  submit: "Snooze",
  sendBeside: { title: "Send it all the same?", read: "Read first", send: "Send" },
  block: "Block",
  blockEmail: (email: string) => `Block ${email}`,
  blockDomain: (domain: string) => `Block all addresses at ${domain}`,
  nobody: "Nobody can be blocked here: the conversation has no mail from outside.",
  close: "Close",
  reason: "Blocked in the inbox",
  blocking: (value: string) => `${value} is being blocked`,
  blocked: (value: string, leads: number) =>
    `${value} is blocked; ${leads === 0 ? "no lead had to be stopped" : `${plural(leads, "lead", "leads")} stopped`}`,
  blockedBefore: (value: string) => `${value} was blocked before`,
  unblocked: (value: string) => `${value} is no longer blocked`,
  notBlocked: (value: string, reason: string) => `${value} is not blocked: ${reason}`,
  stillBlocked: (value: string, reason: string) => `${value} is still blocked: ${reason}`
})
