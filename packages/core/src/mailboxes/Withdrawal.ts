/** Notices that a connection to a mail server must end, because its account is gone, disconnected, or has another server. */
import { Context, Duration, Effect } from "effect"
import { AccountStore } from "../accounts/AccountStore.ts"
import type { AccountId } from "../ids.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { Connection } from "./Connection.ts"
import { MailboxStore } from "./MailboxStore.ts"

/** Whether the account was removed, disconnected or given another server since the mailer was called. Default: no. */
export const Withdrawn = Context.Reference<() => boolean>("@mailroom/core/Withdrawn", {
  defaultValue: () => () => false
})

/** How often storage is asked. */
const interval = Duration.seconds(1)

/**
 * Makes a function that returns when the account is gone, has no credentials any more, or has another server or user for the
 * protocol than the given ones. It does not notice a new password. It goes on when storage does not tell, whatever the reason.
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
      Effect.catchCause((cause) =>
        Effect.as(Effect.logWarning(`Cannot see whether account ${account_id} is still connected`, cause), false)
      ),
      Effect.repeat({ until: (is) => is }),
      Effect.asVoid
    )
})
