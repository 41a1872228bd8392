/** Stores copies of sent mails in the folder of sent mail, where the server keeps none. */
import { Effect } from "effect"
import type { AccountId } from "../ids.ts"
import { Inbound } from "../mailboxes/Inbound.ts"
import { InboxFailed } from "../mailboxes/InboxReader.ts"
import type { InboxFolder } from "../mailboxes/Mailbox.ts"
import { CurrentOrganization } from "../Organization.ts"
import { mailOf } from "../sends/OutgoingMail.ts"
import type { SendRecord } from "../sends/Send.ts"
import { SendStore } from "../sends/SendStore.ts"
import { copiedFrom, mayNeedCopy, nextForCopy } from "../sends/SentCopy.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { Transactor } from "../Transactor.ts"
import { makeMailFiles } from "../uploads/MailFiles.ts"
import { makeMailReader } from "./MailReader.ts"
import type { Reading } from "./Reading.ts"

/** Maximum number of copies to look at in one reading. */
const maximumCopies = 100

export const makeSentCopies = Effect.gen(function* () {
  const files = yield* makeMailFiles
  const inbound = yield* Inbound
  const sends = yield* SendStore
  const { transaction } = yield* Transactor
  const { update } = yield* makeMailReader

  /** Removes the texts of mails whose copies are stored, or not needed. */
  const dropTexts = Effect.fnUntraced(function* (mails: ReadonlyArray<SendRecord>) {
    const { id } = yield* CurrentOrganization
    const locked = yield* sends.lock(
      id,
      mails.map(({ id }) => id)
    )
    yield* sends.write(
      id,
      locked.map((send) => ({ ...send, content: null }))
    )
  }, transaction)

  /** Removes the texts of mails whose copies will not be stored: all of an account, or those sent before an instant. */
  const dropUnread = Effect.fnUntraced(function* (account_id: AccountId, before?: Timestamp.Timestamp) {
    const { id } = yield* CurrentOrganization
    while (true) {
      const pending = yield* sends.findCopies(id, account_id, maximumCopies)
      const old = pending.filter(({ ended_at }) => before === undefined || ended_at === null || ended_at < before)
      if (old.length > 0) yield* dropTexts(old)
      if (old.length < maximumCopies) return
    }
  })

  const warn = (reading: Reading, { reason }: InboxFailed) =>
    Effect.logWarning(`Sent mail of account ${reading.account.id} was not copied into its folder: ${reason}`)

  /**
   * Looks for the copy of a mail, and stores one if there is none. Returns whether the server keeps copies; `null`: it did
   * not take this one.
   */
  const copy = Effect.fnUntraced(function* (
    reading: Reading,
    path: string,
    send: SendRecord
  ): Effect.fn.Return<boolean | null, InboxFailed, CurrentOrganization> {
    const organization = yield* CurrentOrganization
    const { account, inbox, mailbox } = reading
    if (yield* inbox.has(path, send.message_id)) return mailbox.keeps_sent ?? true
    const sent_at = send.ended_at ?? (yield* Timestamp.now)
    const mail = mailOf(organization, account, send)
    return yield* files.read(send.content?.attachments ?? []).pipe(
      Effect.mapError(({ message }) => new InboxFailed({ fault: "connection", reason: message })),
      Effect.flatMap((attachments) => inbox.append(path, { ...mail, attachments }, sent_at)),
      Effect.as(false),
      Effect.catchTag("InboxFailed", (failure) => Effect.as(warn(reading, failure), null))
    )
  })

  /**
   * Stores the copies that the server lacks, and removes the texts that were kept for them. A copy that cannot be stored keeps its text
   * for the next reading.
   */
  const copyAll = Effect.fnUntraced(function* (
    reading: Reading,
    folders: ReadonlyArray<InboxFolder>
  ): Effect.fn.Return<void, InboxFailed | StorageError, CurrentOrganization> {
    const { id } = yield* CurrentOrganization
    const { account } = reading
    const pending = yield* sends.findCopies(id, account.id, maximumCopies)
    const path = folders.find(({ role }) => role === "sent")?.path
    let { mailbox } = reading
    for (const send of pending) {
      if (yield* reading.mustEnd) return
      const isHabitKnown = account.settings.sent_copy === "auto" && mailbox.keeps_sent !== null
      const action =
        path === undefined || !mayNeedCopy(account, mailbox, inbound)
          ? "drop"
          : nextForCopy(send, isHabitKnown, yield* Timestamp.now)
      if (action === "wait") return
      if (action === "copy" && path !== undefined) {
        const keeps_sent = yield* copy({ ...reading, mailbox }, path, send)
        if (keeps_sent === null) continue
        if (keeps_sent !== mailbox.keeps_sent) {
          mailbox = yield* update(reading, (stored) => ({ ...stored, keeps_sent }))
        }
      }
      yield* dropTexts([send])
    }
  })

  return {
    /**
     * Stores the copies of mails that were sent, the earliest first. With the setting `auto`, the first mail shows once whether
     * the server keeps copies. A copy that cannot be stored is tried again in the next readings of a week, and the others go on.
     */
    copySent: (reading: Reading, folders: ReadonlyArray<InboxFolder>) =>
      Effect.catchTag(copyAll(reading, folders), "InboxFailed", (failure) => warn(reading, failure)),
    /** Removes the texts of an account whose inbox is not read any more. */
    dropAll: (account_id: AccountId) => dropUnread(account_id),
    /** Removes the texts that have waited for a copy for a week. */
    dropOld: (account_id: AccountId) => Effect.flatMap(Timestamp.now, (now) => dropUnread(account_id, copiedFrom(now)))
  }
})
