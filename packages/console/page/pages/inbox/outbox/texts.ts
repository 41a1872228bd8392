/** The texts of answers that the mail server has not taken. */
import { pick } from "../../../base/pick.ts"

export const texts = pick("outbox", {
  leftOut: (names: string) => `Left in the inbox: ${names}`,
  files: "Files of the answer",
  copies: "Cc, Bcc",
  cc: "Cc",
  bcc: "Bcc",
  addresses: "Addresses, separated by commas",
  replyToAll: (count: number) => `Reply to all (${count} more)`,
  attachAgain: (names: string) => `If you write again, attach these files again: ${names}`,
  notAddress: (value: string) => `Not an address: ${value}`,
  withCopies: (emails: string) => `Copies: ${emails}`,
  waiting: "Is sent in 5\u00a0seconds",
  sending: "Sending…",
  held: "Not sent yet: it waits until the account works again",
  deferred: (date: string) => `Not sent yet: the mail server asked to try again later. Next try: ${date}`,
  refused: "Not sent: the mail was refused",
  unknown:
    "Perhaps not sent: the connection ended before the mail server answered. Look into the folder of sent mail before you write again.",
  notSent: (email: string) => `The answer to ${email} was not sent: see its conversation`,
  title: "Not sent",
  perhaps: "Outcome unknown: look into the folder of sent mail",
  discard: "Done with it",
  discarding: "The answer leaves this list in 5\u00a0seconds",
  notDone: (reason: string) => `Not changed: ${reason}`,
  writeAgain: "Write again",
  mailOf: "Answer that is not sent"
})
