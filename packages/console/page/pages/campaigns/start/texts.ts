/** The texts of the question before a draft is started. */
import { plural } from "../../../base/format.ts"
import { pick } from "../../../base/pick.ts"

export const texts = pick("start", {
  title: (name: string) => `Start ${name}?`,
  leads: (count: number) =>
    `It has ${plural(count, "lead", "leads")} now. Leads that are added later get its mails, too.`,
  looking: "Looks for leads that get nothing: for many leads this takes some seconds.",
  firstAt: (date: string) => `The first mail goes out ${date}.`,
  cannotStart: "It cannot start yet: if you try, the page says what is missing.",
  noMail: "No mail would go out now.",
  stopped: (count: number) =>
    `${plural(count, "lead is", "leads are")} stopped, and ${count === 1 ? "gets" : "get"} nothing.`,
  without: (count: number, reason: string) =>
    `${plural(count, "lead waits, or gets", "leads wait, or get")} nothing: ${reason}`,
  rehearsal: "See the rehearsal",
  first: "The first mail",
  cancel: "Cancel",
  start: "Start sending"
})
