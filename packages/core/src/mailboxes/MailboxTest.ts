/** Tests whether Mailroom can log in to the servers of an account. */
import { Clock, Effect, Option, Schema } from "effect"
import { type AccountRecord, existing } from "../accounts/Account.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import { described } from "../Described.ts"
import { AccountId } from "../ids.ts"
import { decode } from "../InvalidInput.ts"
import { CurrentOrganization } from "../Organization.ts"
import { traced } from "../Traced.ts"
import type { Connection, ImapConnection } from "./Connection.ts"
import { foldersToRead, missingFolders } from "./Folders.ts"
import { loginTested, printable } from "./Health.ts"
import { InboxReader, type ListedFolder } from "./InboxReader.ts"
import { InboxFolder } from "./InboxState.ts"
import { InboxNotRead } from "./InboxSync.ts"
import { makeLogins } from "./Logins.ts"
import { makeMailboxUpdate } from "./MailboxUpdate.ts"
import { MailboxStore } from "./MailboxStore.ts"
import { ConnectionTest, Mailer } from "./Mailer.ts"

/** The maximum duration of the test of an inbox. */
const longestTest = "60 seconds"

/** The error about named folders that do not exist. It lists the folders of the server, so that a person can compare. */
const missingFoldersError = (names: ReadonlyArray<string>, listed: ReadonlyArray<ListedFolder>) =>
  `There is no folder ${names.join(", ")}, which inbox_folders of the account names. The server has: ${listed
    .map(({ path }) => path)
    .join(", ")}`

/** The result of a test of an inbox that failed for this reason. */
const failedTest = (reason: string) =>
  Effect.succeed({ success: false, error: printable(reason), folders: [] as ReadonlyArray<typeof InboxFolder.Type> })

/** The result of `Mailboxes.test`. */
export const MailboxTest = Schema.Struct({
  smtp: ConnectionTest,
  imap: described(
    Schema.NullOr(
      Schema.Struct({
        ...ConnectionTest.fields,
        folders: described(Schema.Array(InboxFolder), "The folders that are read; empty if they could not be listed.")
      }).annotate({ identifier: "InboxTest", description: "The result of the test of an inbox." })
    ),
    "`null`: the credentials have no `imap`."
  )
}).annotate({
  identifier: "MailboxTest",
  description: "Whether Mailroom can log in to the servers of an account."
})
export type MailboxTest = typeof MailboxTest.Type

export const makeTestMailbox = Effect.gen(function* () {
  const accounts = yield* AccountStore
  const store = yield* MailboxStore
  const mailer = yield* Mailer.orNone
  const reader = yield* Effect.serviceOption(InboxReader)
  const { loginOf } = yield* makeLogins
  const update = yield* makeMailboxUpdate
  const decodeId = decode(AccountId, "/id")

  /** Logs in to an inbox and lists its folders. */
  const testInbox = Effect.fnUntraced(function* (
    account: AccountRecord,
    credentials: { readonly connection: Connection; readonly sealed: string },
    imap: ImapConnection
  ) {
    const begun = yield* Clock.currentTimeMillis
    const tested = yield* Effect.gen(function* () {
      if (Option.isNone(reader)) return yield* new InboxNotRead({ id: account.id, reason: "no_reader" })
      const login = yield* loginOf(account, credentials, "imap")
      const inbox = yield* reader.value.open({ connection: imap, login })
      const listed = yield* inbox.list
      const { provider, settings } = account
      const absent = missingFolders(listed, settings.inbox_folders)
      return {
        success: absent.length === 0,
        error: absent.length === 0 ? null : printable(missingFoldersError(absent, listed)),
        folders: foldersToRead(listed, provider, settings.inbox_folders)
      }
    }).pipe(
      Effect.scoped,
      Effect.timeoutOrElse({
        duration: longestTest,
        orElse: () => failedTest(`The server did not answer within ${longestTest}`)
      }),
      Effect.catchTags({
        InboxFailed: ({ reason }) => failedTest(reason),
        InboxNotRead: ({ message }) => failedTest(message),
        LoginFailed: ({ reason }) => failedTest(reason)
      })
    )
    return { ...tested, response_time_ms: (yield* Clock.currentTimeMillis) - begun }
  })

  return traced("Mailboxes.test")(function* (input: AccountId) {
    const id = yield* decodeId(input)
    const organization = yield* CurrentOrganization
    const account = yield* existing(id, yield* accounts.findMany(organization.id, [id]))
    const [mailbox] = yield* store.findMany(organization.id, [id])
    if (mailbox === undefined || mailbox.connection === null || mailbox.sealed === null) {
      return {
        smtp: { success: false, error: "The account has no credentials", response_time_ms: 0 },
        imap: null
      }
    }
    const { connection, sealed } = mailbox
    const testSmtp = loginOf(account, { connection, sealed }, "smtp").pipe(
      Effect.flatMap((login) => mailer.test({ connection: connection.smtp, login })),
      Effect.catchTag("LoginFailed", ({ reason }) =>
        Effect.succeed({ success: false, error: reason, response_time_ms: 0 })
      )
    )
    const { imap } = connection
    const testImap = imap === null ? Effect.succeed(null) : testInbox(account, { connection, sealed }, imap)
    const result = yield* Effect.all({ smtp: testSmtp, imap: testImap }, { concurrency: 2 })
    // Credentials that were replaced during the test are other ones.
    const { error } = result.smtp
    yield* update(account, (stored) => (stored.sealed === sealed ? loginTested(stored, error) : stored))
    return result
  })
})
