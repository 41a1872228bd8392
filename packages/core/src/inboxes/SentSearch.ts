/** Searches an inbox for mails of ours whose outcome is unknown: a copy in it shows that they have gone out. */
import { Effect } from "effect"
import { Changes } from "../Changes.ts"
import type { AccountId } from "../ids.ts"
import { CurrentOrganization } from "../Organization.ts"
import { makeEvidence } from "../sends/Evidence.ts"
import { SendStore } from "../sends/SendStore.ts"
import * as Timestamp from "../Timestamp.ts"
import { holdsSentMail } from "../mailboxes/Folders.ts"
import type { Inbox } from "../mailboxes/InboxReader.ts"
import type { InboxFolder } from "../mailboxes/Mailbox.ts"

/** Maximum number of open mails to look at in one reading. */
const maximumOpen = 100

/** How long after its try a mail is searched for, in milliseconds. */
const searchedFor = 86_400_000

export const makeSentSearch = Effect.gen(function* () {
  const sends = yield* SendStore
  const settleUnknown = yield* makeEvidence
  const { transaction } = yield* Changes

  /**
   * Settles the unknown mails of an account that a folder for sent mail has. Reading the folder settles them, too, unless
   * their copy was read before their outcome became unknown, or before the inbox was read for the first time.
   */
  return Effect.fnUntraced(function* (
    inbox: Inbox,
    account_id: AccountId,
    folders: ReadonlyArray<InboxFolder>
  ) {
    const { id } = yield* CurrentOrganization
    const paths = folders.flatMap(({ path, role }) => (holdsSentMail(role) ? [path] : []))
    if (paths.length === 0) return
    const since = Timestamp.plus(yield* Timestamp.now, -searchedFor)
    for (const { begun_at, message_id, outcome } of yield* sends.findOpen(id, account_id, maximumOpen)) {
      if (outcome !== "unknown" || begun_at === null || begun_at < since) continue
      for (const path of paths) {
        if (!(yield* inbox.has(path, message_id))) continue
        yield* transaction(settleUnknown([message_id]))
        break
      }
    }
  })
})
