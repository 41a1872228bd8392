/** The texts of the question what became of a mail of unknown outcome. */
import { pick } from "../../base/pick.ts"

export const texts = pick("deciding", {
  sent: "It was sent",
  unsent: "It was not",
  sentTitle: "Was the mail sent?",
  sentHelp: (email: string) =>
    `The mail to ${email} then counts as sent, and is not sent again. This cannot be undone.`,
  unsentTitle: "Send the mail again?",
  unsentHelp: (email: string) =>
    `The mail to ${email} is sent again. If it has arrived after all, ${email} gets it twice. This cannot be undone.`,
  again: "Send again",
  cancel: "Cancel",
  wasSent: (email: string) => `The mail to ${email} counts as sent`,
  sentAgain: (email: string) => `The mail to ${email} is sent again`,
  decided: "Somebody else has decided this meanwhile"
})
