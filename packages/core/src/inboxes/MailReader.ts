/** Takes in the mails of a folder, one after the other. */
import { Effect, Fiber, type Scope } from "effect"
import type { FoundMail, InboxFailed } from "../mailboxes/InboxReader.ts"
import { isSameLogin, type MailboxRecord } from "../mailboxes/Mailbox.ts"
import { makeMailboxUpdate } from "../mailboxes/MailboxUpdate.ts"
import type { CurrentOrganization } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import type { Timestamp } from "../Timestamp.ts"
import { batchSize, isFatal, lost, mailsPerStep, suspected } from "./Cursors.ts"
import { type Content, makeMailIntake, readContent, skip } from "./MailIntake.ts"
import { type MailList, placeOf, type Reading } from "./Reading.ts"

/** The largest mail that is read while the one before it is stored, in bytes. */
const maximumAhead = 2 ** 20

export const makeMailReader = Effect.gen(function* () {
  const receive = yield* makeMailIntake
  const updateMailbox = yield* makeMailboxUpdate

  /** Changes the mailbox, unless the account has another login now. */
  const update = (
    { account, connection }: Reading,
    change: (mailbox: MailboxRecord, now: Timestamp) => MailboxRecord
  ) =>
    updateMailbox(account, (mailbox, now) =>
      isSameLogin(mailbox.connection, connection) ? change(mailbox, now) : mailbox
    )

  /**
   * Takes in a mail that may be the reason why the process died. Before that, it stores the try, and the progress: `count` mails were read
   * since the last stored one.
   */
  const receiveCarefully = Effect.fnUntraced(function* (
    reading: Reading,
    list: MailList,
    mail: FoundMail,
    count: number
  ) {
    const place = placeOf(list, mail)
    if (isFatal(reading.mailbox.suspect, place)) {
      return yield* skip(reading, list.folder, mail.uid, "the process has died three times while it was read")
    }
    yield* update(reading, (mailbox) => ({
      ...list.advance(mailbox, { uid_next: mail.uid, count }),
      suspect: suspected(mailbox.suspect, place)
    }))
    // A failure of the storage is not the death of the process.
    yield* Effect.tapErrorTag(receive(reading, list, mail, readContent(reading, list, mail)), "StorageError", () =>
      Effect.ignore(update(reading, (mailbox) => ({ ...mailbox, suspect: null })))
    )
  })

  /** Stores that the connection ended at a mail, and that the `count` mails before it were read. */
  const blame = (reading: Reading, list: MailList, mail: FoundMail, count: number) =>
    update(reading, (mailbox) => ({
      ...list.advance(mailbox, { uid_next: mail.uid, count }),
      suspect: lost(mailbox.suspect, placeOf(list, mail))
    }))

  /**
   * The contents of some mails, in their order: while one is stored, the next one is read. A mail over a megabyte is not read
   * ahead.
   */
  const contentsOf = Effect.fnUntraced(function* (reading: Reading, list: MailList, mails: ReadonlyArray<FoundMail>) {
    const scope = yield* Effect.scope
    const read = (mail: FoundMail) => readContent(reading, list, mail)
    let ahead: Fiber.Fiber<Content, InboxFailed> | undefined
    return Effect.fnUntraced(function* (mail: FoundMail) {
      const content = ahead === undefined ? yield* read(mail) : yield* Fiber.join(ahead)
      const next = mails[mails.indexOf(mail) + 1]
      ahead = next === undefined || next.size > maximumAhead ? undefined : yield* Effect.forkIn(read(next), scope)
      return content
    })
  })

  /**
   * Takes in the mails of a list. How far it came is stored after each 20 mails. Returns whether it reached the end; the
   * end itself is left to the caller to store.
   */
  const readMails = Effect.fnUntraced(function* (
    reading: Reading,
    list: MailList
  ): Effect.fn.Return<boolean, InboxFailed | StorageError, CurrentOrganization | Scope.Scope> {
    const { folder, since = "", uids } = list
    const isWanted = ({ arrived_at, is_draft }: FoundMail) => !is_draft && (arrived_at === null || arrived_at >= since)
    /** The number of mails that were read, and are not stored as read yet. */
    let unstored = 0
    for (let i = 0; i < uids.length; i += batchSize) {
      const found = yield* reading.inbox.find(folder.path, uids.slice(i, i + batchSize))
      const wanted = found.filter(isWanted)
      const contentOf = yield* contentsOf(reading, list, wanted)
      for (const mail of found) {
        if (isWanted(mail)) {
          const readBefore = unstored
          // The careful way stores at once that the mails before this one were read.
          if (reading.isCareful) unstored = 0
          yield* Effect.tapErrorTag(
            reading.isCareful
              ? receiveCarefully(reading, list, mail, readBefore)
              : receive(reading, list, mail, contentOf(mail)),
            "InboxFailed",
            () => blame(reading, list, mail, unstored)
          )
        }
        unstored++
        const isEnd = yield* reading.mustEnd
        if (unstored < mailsPerStep && !isEnd) continue
        const count = unstored
        yield* update(reading, (mailbox) => list.advance(mailbox, { uid_next: mail.uid + 1, count }))
        unstored = 0
        if (isEnd) return false
      }
    }
    return true
  }, Effect.scoped)

  return { readMails, update }
})
