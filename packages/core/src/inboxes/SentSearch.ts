/** Searches an inbox for mails of ours whose outcome is unknown: a copy in it shows that they have gone out. */
import { Effect } from "effect"
import { Activity } from "../activity/Activity.ts"
import { Changes } from "../Changes.ts"
import { day } from "../Durations.ts"
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
const searchedFor = day

export const makeSentSearch = Effect.gen(function* () {
  const sends = yield* SendStore
  const activity = yield* Activity
  const evidence = yield* makeEvidence
  const { transactional } = yield* Changes

  const settle = transactional(function* (message_id: string) {
    const shown = yield* evidence.find([message_id])
    const events = evidence.eventsOf(shown, yield* Timestamp.now)
    if (events.length > 0) {
      yield* Effect.catchTag(
        activity.recordNotice(events, { leads: new Set(), refused: [] }),
        "InvalidInput",
        Effect.die
      )
    }
    yield* evidence.settle(shown)
  })

  /**
   * Settles the unknown mails of an account that a folder for sent mail has. Reading the folder settles them, too, unless
   * their copy was read before their outcome became unknown, or before the inbox was read for the first time.
   */
  return Effect.fnUntraced(function* (inbox: Inbox, account_id: AccountId, folders: ReadonlyArray<InboxFolder>) {
    const { id } = yield* CurrentOrganization
    const paths = folders.flatMap(({ path, role }) => (holdsSentMail(role) ? [path] : []))
    if (paths.length === 0) return
    const since = Timestamp.plus(yield* Timestamp.now, -searchedFor)
    const unknown = yield* sends.page(id, { account_id, outcome: "unknown", limit: maximumOpen })
    for (const { begun_at, message_id } of unknown) {
      if (begun_at === null || begun_at < since) continue
      for (const path of paths) {
        if (!(yield* inbox.has(path, message_id))) continue
        yield* settle(message_id)
        break
      }
    }
  })
})
