/** Takes in the mails of a folder, one after the other. */
import { Effect, Schema } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import { Intake } from "../intake/Intake.ts"
import type { ReceiveOptions } from "../intake/ReceiveOptions.ts"
import type { Connection, ImapConnection } from "../mailboxes/Connection.ts"
import type { FoundMail, Inbox, InboxFailed } from "../mailboxes/InboxReader.ts"
import { type InboxFolder, isSameLogin, type MailboxRecord, type SuspectMail } from "../mailboxes/Mailbox.ts"
import { makeMailboxUpdate } from "../mailboxes/MailboxUpdate.ts"
import type { CurrentOrganization } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import type { Timestamp } from "../Timestamp.ts"
import { batchSize, extentOf, isFatal, isLarge, lost, type MailPlace, mailsPerStep, suspected } from "./Cursors.ts"
import { countMail, measureDelay } from "./InboxMetrics.ts"
import { partsToRead, unknownStructure, withoutAttachments } from "./LargeMail.ts"

/** How often a mail is tried whose intake ends in a defect. */
const maximumTries = 3

/** The server that checks the senders of mail to Google, in its `Authentication-Results`. */
const authservOf = ({ provider }: AccountRecord): Pick<ReceiveOptions, "authserv_id"> =>
  provider === "google" ? { authserv_id: "mx.google.com" } : {}

/** Whether mail is stored that has nothing to do with us. All mail contains junk at some servers, but not at Google. */
const keepsUnrelated = ({ account: { provider }, imap }: Reading, { role }: InboxFolder) =>
  imap.keep_unrelated && role !== "junk" && (role !== "all" || provider === "google")

class Defective extends Schema.TaggedError<Defective>()("Defective", { defect: Schema.Unknown }) {}

/** The account whose inbox is read, as it was when the turn began. */
export interface Reading {
  readonly account: AccountRecord
  readonly mailbox: MailboxRecord
  readonly connection: Connection
  readonly imap: ImapConnection
  readonly inbox: Inbox
  /** Whether the last turn ended without an outcome: the process may have died at one of the mails. */
  readonly isCareful: boolean
  /** Whether the turn has to end after the current mail. */
  readonly mustEnd: Effect.Effect<boolean>
}

/** The mails of a folder to read. */
export interface MailList {
  readonly folder: InboxFolder
  readonly uid_validity: number
  /** Ascending. */
  readonly uids: ReadonlyArray<number>
  /** Old mail: only what arrived since then is taken in. */
  readonly since?: Timestamp
  /** The mailbox after the mails below `uid_next` were read, `count` of them since the last call. */
  readonly advance: (
    mailbox: MailboxRecord,
    read: { readonly uid_next: number; readonly count: number }
  ) => MailboxRecord
}

const placeOf = ({ folder, uid_validity }: MailList, { uid }: FoundMail): MailPlace => ({
  path: folder.path,
  uid_validity,
  uid
})

export const makeMailReader = Effect.gen(function* () {
  const intake = yield* Intake
  const updateMailbox = yield* makeMailboxUpdate

  /** Changes the mailbox, unless the account has another login now. */
  const update = (
    { account, connection }: Reading,
    change: (mailbox: MailboxRecord, now: Timestamp) => MailboxRecord
  ) =>
    updateMailbox(account, (mailbox, now) =>
      isSameLogin(mailbox.connection, connection) ? change(mailbox, now) : mailbox
    )

  const skip = (
    { account }: Reading,
    { role }: InboxFolder,
    uid: number,
    reason: string,
    ...cause: ReadonlyArray<unknown>
  ) =>
    Effect.andThen(
      Effect.logWarning(
        `A mail was skipped: UID ${uid} of the ${role} folder of account ${account.id}: ${reason}`,
        ...cause
      ),
      countMail("skipped")
    )

  /** The header of a mail. Its content is left out. */
  const readHeader = (inbox: Inbox, path: string, uid: number) =>
    Effect.map(inbox.readParts(path, uid, partsToRead(unknownStructure)), (parts) =>
      withoutAttachments(unknownStructure, parts)
    )

  /** The bytes of a mail, without its attachments if it is large; `null`: it does not exist any more. */
  const readMail = Effect.fnUntraced(function* (
    inbox: Inbox,
    path: string,
    mail: FoundMail
  ): Effect.fn.Return<({ readonly raw: Uint8Array } & Pick<ReceiveOptions, "left_out">) | null, InboxFailed> {
    const { uid } = mail
    if (!isLarge(mail)) {
      const raw = yield* inbox.read(path, uid)
      return raw === null ? null : { raw }
    }
    // A server that cannot tell the structure of a mail must not keep the others from being read. After the end of the
    // connection the second command fails, too.
    const structure = yield* Effect.orElseSucceed(inbox.structure(path, uid), () => unknownStructure)
    if (structure === null) return null
    const parts = yield* Effect.catchTag(inbox.readParts(path, uid, partsToRead(structure)), "InboxFailed", () =>
      inbox.readParts(path, uid, partsToRead(unknownStructure))
    )
    return withoutAttachments(structure, parts)
  })

  /** Takes in one mail. A mail that cannot be taken in is skipped, except when storage fails. */
  const receive = Effect.fnUntraced(function* (
    reading: Reading,
    list: MailList,
    mail: FoundMail
  ): Effect.fn.Return<void, InboxFailed | StorageError, CurrentOrganization> {
    const { account, inbox, mailbox } = reading
    const { folder, since } = list
    const { arrived_at, uid } = mail
    const extent = extentOf(mailbox.suspect, placeOf(list, mail))
    if (extent === "none") {
      return yield* skip(reading, folder, uid, "the connection has ended six times while it was read")
    }
    const read =
      extent === "header" ? yield* readHeader(inbox, folder.path, uid) : yield* readMail(inbox, folder.path, mail)
    if (read === null) return
    const { raw, ...left } = read
    yield* intake
      .receive(raw, {
        ...left,
        account_id: account.id,
        ...authservOf(account),
        unrelated: keepsUnrelated(reading, folder) ? "keep" : "drop",
        ...(since === undefined ? {} : { arrived_at: arrived_at ?? since })
      })
      .pipe(
        Effect.catchDefect((defect) => Effect.fail(new Defective({ defect }))),
        Effect.retry({ while: ({ _tag }) => _tag === "Defective", times: maximumTries - 1 }),
        Effect.flatMap(({ kind }) => countMail(kind)),
        Effect.andThen(arrived_at === null || since !== undefined ? Effect.void : measureDelay(arrived_at)),
        Effect.catchTags({
          UnreadableMail: ({ message }) => skip(reading, folder, uid, message),
          InvalidInput: ({ message }) => skip(reading, folder, uid, message),
          Defective: ({ defect }) => skip(reading, folder, uid, `its intake failed ${maximumTries} times`, defect)
        })
      )
  })

  /** Reads a mail that may be the reason why the process died: the try is stored before. */
  const receiveCarefully = Effect.fnUntraced(function* (
    reading: Reading,
    list: MailList,
    mail: FoundMail,
    count: number
  ) {
    const place = placeOf(list, mail)
    const advanced = (change: (suspect: SuspectMail | null) => SuspectMail | null) =>
      update(reading, (mailbox) => ({
        ...list.advance(mailbox, { uid_next: mail.uid, count }),
        suspect: change(mailbox.suspect)
      }))
    if (isFatal(reading.mailbox.suspect, place)) {
      return yield* skip(reading, list.folder, mail.uid, "the process has died three times while it was read")
    }
    yield* advanced((suspect) => suspected(suspect, place))
    // A failure of the storage is not the death of the process.
    yield* Effect.tapErrorTag(receive(reading, list, mail), "StorageError", () =>
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
   * Takes in the mails of a list. How far it came is stored after each 20 mails. Returns whether it reached the end; the
   * end itself is left to the caller to store.
   */
  const readMails = Effect.fnUntraced(function* (
    reading: Reading,
    list: MailList
  ): Effect.fn.Return<boolean, InboxFailed | StorageError, CurrentOrganization> {
    const { folder, since = "", uids } = list
    let count = 0
    for (let i = 0; i < uids.length; i += batchSize) {
      for (const mail of yield* reading.inbox.find(folder.path, uids.slice(i, i + batchSize))) {
        if (!mail.is_draft && (mail.arrived_at === null || mail.arrived_at >= since)) {
          const before = count
          if (reading.isCareful) count = 0
          yield* Effect.tapErrorTag(
            reading.isCareful ? receiveCarefully(reading, list, mail, before) : receive(reading, list, mail),
            "InboxFailed",
            () => blame(reading, list, mail, count)
          )
        }
        const isEnd = yield* reading.mustEnd
        if (++count < mailsPerStep && !isEnd) continue
        yield* update(reading, (mailbox) => list.advance(mailbox, { uid_next: mail.uid + 1, count }))
        count = 0
        if (isEnd) return false
      }
    }
    return true
  })

  return { readMails, update }
})
