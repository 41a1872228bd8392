/** Changes the mailbox of an account: in a separate transaction, or in one that has locked no lead yet. */
import { Effect } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import { Changes } from "../Changes.ts"
import { CurrentOrganization } from "../Organization.ts"
import * as Timestamp from "../Timestamp.ts"
import { isFailing } from "./Health.ts"
import { empty, type MailboxRecord } from "./Mailbox.ts"
import { AccountFailing } from "./MailboxChange.ts"
import { MailboxStore } from "./MailboxStore.ts"

export const makeMailboxUpdate = Effect.gen(function* () {
  const accounts = yield* AccountStore
  const mailboxes = yield* MailboxStore
  const { report, transaction } = yield* Changes

  /** Changes the mailbox of an account under its lock, and reports an account that begins to fail. Returns the mailbox. */
  return Effect.fnUntraced(function* (
    { email, id: account_id }: Pick<AccountRecord, "email" | "id">,
    change: (mailbox: MailboxRecord, now: Timestamp.Timestamp) => MailboxRecord
  ) {
    const { id: organization_id } = yield* CurrentOrganization
    yield* accounts.lock(organization_id, [account_id], "shared")
    const [mailbox = empty(account_id)] = yield* mailboxes.lock(organization_id, [account_id])
    const changed = change(mailbox, yield* Timestamp.now)
    if (changed === mailbox) return mailbox
    yield* mailboxes.write(organization_id, [changed])
    if (changed.fault !== null && isFailing(changed) && !isFailing(mailbox)) {
      yield* report([new AccountFailing({ account_id, email, fault: changed.fault, error: changed.error ?? "" })])
    }
    return changed
  }, transaction)
})
