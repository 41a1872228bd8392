/** How often the page asks what became of mails that Mailroom sends. */
import type { Send } from "@mailroom/client"

/** The time between two questions about a mail that is being sent, in milliseconds. */
export const often = 1000

/** How long until the outcome is asked for again, in milliseconds; `false`: all outcomes are final. */
export const askAgain = (sends: ReadonlyArray<Pick<Send, "outcome" | "reply">>): number | false => {
  const open = sends.filter(({ outcome }) => ["queued", "begun", "deferred"].includes(outcome))
  if (open.length === 0) return false
  // After a fault of the account, or a refusal for now, a mail waits for minutes or longer.
  return open.some(({ outcome, reply }) => outcome === "begun" || (outcome === "queued" && reply === null))
    ? often
    : 5000
}
