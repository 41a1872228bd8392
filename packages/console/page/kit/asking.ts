/** How often the page asks what became of mails that Mailroom sends. */
import type { Send } from "@mailroom/client"

/** The time between two questions about a mail that is being sent, in milliseconds. */
export const often = 1000

/** Whether a mail waits for a time that a person chose, and that has not come. */
const isEarly = ({ outcome, send_at }: Pick<Send, "outcome" | "send_at">): boolean =>
  outcome === "queued" && send_at !== null && new Date(send_at) > new Date()

/** How long until the outcome is asked for again, in milliseconds; `false`: all outcomes are final. */
export const askAgain = (sends: ReadonlyArray<Pick<Send, "outcome" | "reply" | "send_at">>): number | false => {
  const open = sends.filter((send) => ["queued", "begun", "deferred"].includes(send.outcome) && !isEarly(send))
  if (open.length === 0) return false
  // After a fault of the account, or a refusal for now, a mail waits for minutes or longer.
  return open.some(({ outcome, reply }) => outcome === "begun" || (outcome === "queued" && reply === null))
    ? often
    : 5000
}
