/** The reading of an inbox, as its account shows it. */
import { Schema } from "effect"
import { described } from "../Described.ts"
import { Count } from "../Id.ts"
import { Timestamp } from "../Timestamp.ts"
import { isInboxRead } from "./Freshness.ts"
import { progressOf } from "./History.ts"
import type { InboundSource } from "./Inbound.ts"
import type { MailboxRecord } from "./Mailbox.ts"

const FolderRole = Schema.Literals(["all", "inbox", "junk", "named", "sent"]).annotate({
  identifier: "FolderRole",
  description:
    "What a folder is for. `all`: the mail of all other folders except junk. `named`: the account names it in `inbox_folders`."
})

export const InboxFolder = Schema.Struct({
  path: described(Schema.String, "The whole name of the folder."),
  role: FolderRole
}).annotate({ identifier: "InboxFolder", description: "A folder that is read." })

const InboxHistory = Schema.Struct({
  since: described(Timestamp, "Mail that arrived from here on is taken in.", "2026-02-01T00:00:00.000Z"),
  done: described(Count, "The number of mails that were looked at.", 120),
  total: described(Schema.NullOr(Count), "The number of mails to look at; `null` until they are counted.", 240),
  finished_at: described(Schema.NullOr(Timestamp), "When the last mail was taken in; `null`: it is going on.", null)
}).annotate({ identifier: "InboxHistory", description: "Old mail that is taken in on request." })

export const InboxState = Schema.Struct({
  synced_at: described(
    Schema.NullOr(Timestamp),
    "When the last complete reading began: everything that arrived before is known. `null`: there was none.",
    "2026-03-02T09:30:00.000Z"
  ),
  failing_since: described(
    Schema.NullOr(Timestamp),
    "Since when each reading fails; `null`: the last one succeeded. After 15 minutes it is an error of the account.",
    null
  ),
  folders: described(Schema.Array(InboxFolder), "The folders that are read; empty until they are listed.", [
    { path: "INBOX", role: "inbox" },
    { path: "Sent", role: "sent" }
  ]),
  history: described(Schema.NullOr(InboxHistory), "The last request for old mail; `null`: there was none.")
}).annotate({ identifier: "InboxState", description: "The reading of an inbox." })
export type InboxState = typeof InboxState.Type

/** The state of reading an inbox; `null`: Mailroom does not read it. */
export const inboxStateOf = (mailbox: MailboxRecord, inbound: InboundSource): InboxState | null => {
  if (!isInboxRead(mailbox, inbound)) return null
  const { folders, history, listing, synced_at, unread_since } = mailbox
  return {
    synced_at,
    failing_since: unread_since,
    // The last list stays known while the folders are listed again.
    folders: listing?.folders ?? Object.entries(folders).map(([path, { role }]) => ({ path, role })),
    history:
      history === null ? null : { since: history.since, ...progressOf(history), finished_at: history.finished_at }
  }
}
