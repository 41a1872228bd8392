/** Notices that a connection to a mail server must end, because its account is gone, disconnected, or has another server. */
import { Context, Duration, Effect, Equal } from "effect"
import { AccountStore } from "../accounts/AccountStore.ts"
import type { AccountId } from "../ids.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { Connection } from "./Connection.ts"
import { MailboxStore } from "./MailboxStore.ts"

/** Whether the account was removed, disconnected or given another server since the mailer was called. Default: no. */
export const Withdrawn = Context.Reference<() => boolean>("@mailroom/core/Withdrawn", {
  defaultValue: () => () => false
})

/**
 * Completes when the account was removed or disconnected, or has other credentials, than the mailer was called with: a connection that is
 * kept open ends then. Default: never.
 */
export const Revoked = Context.Reference<Effect.Effect<void>>("@mailroom/core/Revoked", {
  defaultValue: () => Effect.never
})

/** How often storage is asked. */
const interval = Duration.seconds(1)

/**
 * Makes the function that waits until a connection must end. It returns when the account is deleted or disconnected, or when its
 * connection for the protocol is another one; with `sealed`, also when other secrets are stored. Without it, a new password
 * does not end it. It goes on waiting while storage fails.
 */
export const makeUntilWithdrawn = Effect.gen(function* () {
  const accounts = yield* AccountStore
  const mailboxes = yield* MailboxStore

  /** Whether the account is gone or disconnected, or has another server, or other secrets than `sealed` if that is given. */
  const isWithdrawn = Effect.fnUntraced(function* <P extends "imap" | "smtp">(
    account_id: AccountId,
    protocol: P,
    server: Connection[P],
    sealed?: string
  ) {
    const { id } = yield* CurrentOrganization
    const [account] = yield* accounts.findMany(id, [account_id])
    const [mailbox] = yield* mailboxes.findMany(id, [account_id])
    const isThere = account !== undefined && account.deleted_at === null && (mailbox?.sealed ?? null) !== null
    const isOther = sealed !== undefined && mailbox?.sealed !== sealed
    return !isThere || isOther || !Equal.equals(mailbox?.connection?.[protocol], server)
  })

  return <P extends "imap" | "smtp">(account_id: AccountId, protocol: P, server: Connection[P], sealed?: string) =>
    Effect.sleep(interval).pipe(
      Effect.andThen(isWithdrawn(account_id, protocol, server, sealed)),
      Effect.catchCause((cause) =>
        Effect.as(Effect.logWarning(`Cannot see whether account ${account_id} is still connected`, cause), false)
      ),
      Effect.repeat({ until: (isWithdrawn) => isWithdrawn }),
      Effect.asVoid
    )
})
