/** Why a mail is not sent, in the language of the reader. */
import type { RefusalReason, Send } from "@mailroom/client"
import { texts } from "./texts.ts"

/** The reasons whose `reply` says more: the words of a server, the file, or the address. */
const detailed: ReadonlySet<RefusalReason | null> = new Set([
  null,
  "file_missing",
  "recipient_unsubscribed",
  "rejected"
])

export const Why = ({ send: { reason, reply } }: { readonly send: Pick<Send, "reason" | "reply"> }) => (
  <>
    {reason !== null && <p class="meta">{texts[reason]}</p>}
    {reply !== null && detailed.has(reason) && <p class="meta">{reply}</p>}
  </>
)
