/** Stores copies of sent mails in the folder of sent mail, where the server keeps none. */
import { Effect } from "effect"
import { Inbound } from "../mailboxes/Inbound.ts"
import type { InboxFailed } from "../mailboxes/InboxReader.ts"
import type { InboxFolder } from "../mailboxes/Mailbox.ts"
import { CurrentOrganization } from "../Organization.ts"
import { mailOf } from "../sends/OutgoingMail.ts"
import type { SendRecord } from "../sends/Send.ts"
import { SendStore } from "../sends/SendStore.ts"
import { mayNeedCopy, stepOf } from "../sends/SentCopy.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { Transactor } from "../Transactor.ts"
import { makeMailReader, type Reading } from "./MailReader.ts"

/** Maximum number of copies to look at in one reading. */
const maximumCopies = 100

export const makeSentCopies = Effect.gen(function* () {
  const inbound = yield* Inbound
  const sends = yield* SendStore
  const { transaction } = yield* Transactor
  const { update } = yield* makeMailReader

  /** Removes the text of a mail whose copy is stored, or not needed. */
  const drop = Effect.fnUntraced(function* ({ id: send_id }: SendRecord) {
    const { id } = yield* CurrentOrganization
    const locked = yield* sends.lock(id, [send_id])
    yield* sends.write(
      id,
      locked.map((send) => ({ ...send, content: null }))
    )
  }, transaction)

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
    return yield* inbox.append(path, mailOf(organization, account, send), sent_at).pipe(
      Effect.as(false),
      Effect.catchTag("InboxFailed", (failure) => Effect.as(warn(reading, failure), null))
    )
  })

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
      const isKnown = account.settings.sent_copy === "auto" && mailbox.keeps_sent !== null
      const step =
        path === undefined || !mayNeedCopy(account, mailbox, inbound)
          ? "drop"
          : stepOf(send, isKnown, yield* Timestamp.now)
      if (step === "wait") return
      if (step === "look" && path !== undefined) {
        const keeps_sent = yield* copy({ ...reading, mailbox }, path, send)
        if (keeps_sent === null) continue
        if (keeps_sent !== mailbox.keeps_sent) {
          mailbox = yield* update(reading, (stored) => ({ ...stored, keeps_sent }))
        }
      }
      yield* drop(send)
    }
  })

  /**
   * Stores the copies of mails that were sent, the earliest first. Whether the server keeps copies is found out once, by the
   * first mail. A copy that cannot be stored is tried again in the next readings of a week, and the others go on.
   */
  return (reading: Reading, folders: ReadonlyArray<InboxFolder>) =>
    Effect.catchTag(copyAll(reading, folders), "InboxFailed", (failure) => warn(reading, failure))
})
