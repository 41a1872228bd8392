/** Takes in one mail of a folder. */
import { Effect, Schema } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import { Intake } from "../intake/Intake.ts"
import type { ReceiveOptions } from "../intake/ReceiveOptions.ts"
import type { FoundMail, InboxFailed } from "../mailboxes/InboxReader.ts"
import type { InboxFolder } from "../mailboxes/Mailbox.ts"
import type { CurrentOrganization } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import { extentOf } from "./Cursors.ts"
import { countMail, measureDelay } from "./InboxMetrics.ts"
import { readHeader, readMail } from "./MailContent.ts"
import { type MailList, placeOf, type Reading } from "./Reading.ts"

/** How often a mail is tried whose intake ends in a defect. */
const maximumTries = 3

/** The server that checks the senders of mail to Google, in its `Authentication-Results`. */
const authservOf = ({ provider }: AccountRecord): Pick<ReceiveOptions, "authserv_id"> =>
  provider === "google" ? { authserv_id: "mx.google.com" } : {}

/** Whether mail is stored that has nothing to do with us. All mail contains junk at some servers, but not at Google. */
const keepsUnrelated = ({ account: { provider }, imap }: Reading, { role }: InboxFolder) =>
  imap.keep_unrelated && role !== "junk" && (role !== "all" || provider === "google")

class Defective extends Schema.TaggedError<Defective>()("Defective", { defect: Schema.Unknown }) {}

/** Logs and counts a mail that is not taken in. */
export const skip = (
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

/** The part of a mail that is read; `null`: it does not exist any more; `skipped`: it is not read. */
export type Content = Effect.Success<ReturnType<typeof readMail>> | "skipped"

/** Reads a mail, as far as it is taken in. */
export const readContent = (reading: Reading, list: MailList, mail: FoundMail): Effect.Effect<Content, InboxFailed> => {
  const { inbox, mailbox } = reading
  const { path } = list.folder
  const extent = extentOf(mailbox.suspect, placeOf(list, mail))
  if (extent === "none") return Effect.succeed("skipped")
  return extent === "header" ? readHeader(inbox, path, mail.uid) : readMail(inbox, path, mail)
}

/** Makes the function that takes in one mail. A mail that cannot be taken in is skipped, except when storage fails. */
export const makeMailIntake = Effect.gen(function* () {
  const intake = yield* Intake

  return Effect.fnUntraced(function* (
    reading: Reading,
    list: MailList,
    mail: FoundMail,
    content: Effect.Effect<Content, InboxFailed>
  ): Effect.fn.Return<void, InboxFailed | StorageError, CurrentOrganization> {
    const { account } = reading
    const { folder, since } = list
    const { arrived_at, uid } = mail
    const read = yield* content
    if (read === "skipped") {
      return yield* skip(reading, folder, uid, "the connection has ended six times while it was read")
    }
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
})
