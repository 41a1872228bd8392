/** Notices that a connection to a mail server must end, because its account is gone, or has no or other credentials. */
import { Context, Duration, Effect } from "effect"
import { AccountStore } from "../accounts/AccountStore.ts"
import type { AccountId } from "../ids.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { Connection } from "./Connection.ts"
import { MailboxStore } from "./MailboxStore.ts"

/** Whether the credentials that a mailer was called with are withdrawn. Default: they are not. */
export const Withdrawn = Context.Reference<() => boolean>("@mailroom/core/Withdrawn", {
  defaultValue: () => () => false
})

/** How often storage is asked. */
const interval = Duration.seconds(1)

/**
 * Makes a function that returns when the account is gone, has no credentials any more, or has another server for the protocol
 * than the given one. It goes on while storage does not tell.
 */
export const makeUntilWithdrawn = Effect.gen(function* () {
  const accounts = yield* AccountStore
  const mailboxes = yield* MailboxStore

  const isWithdrawn = Effect.fnUntraced(function* <P extends "imap" | "smtp">(
    account_id: AccountId,
    protocol: P,
    server: Connection[P]
  ) {
    const { id } = yield* CurrentOrganization
    const [account] = yield* accounts.findMany(id, [account_id])
    const [mailbox] = yield* mailboxes.findMany(id, [account_id])
    const isThere = account !== undefined && account.deleted_at === null && (mailbox?.sealed ?? null) !== null
    return !isThere || JSON.stringify(mailbox?.connection?.[protocol]) !== JSON.stringify(server)
  })

  return <P extends "imap" | "smtp">(account_id: AccountId, protocol: P, server: Connection[P]) =>
    Effect.sleep(interval).pipe(
      Effect.andThen(isWithdrawn(account_id, protocol, server)),
      Effect.catchTag("StorageError", () => Effect.succeed(false)),
      Effect.repeat({ until: (is) => is }),
      Effect.asVoid
    )
})
