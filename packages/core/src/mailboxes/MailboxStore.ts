import { Context } from "effect"
import type { AccountId } from "../ids.ts"
import type { KeyedStore } from "../KeyedStore.ts"
import type { MailboxRecord } from "./Mailbox.ts"

/**
 * The storage port of mailboxes: one row per account, which exists from the first `write` on; an account that does not exist
 * gets none. `lock` does not lock accounts without a row: lock the account first to exclude others. Lock order: directly
 * after accounts.
 */
export class MailboxStore extends Context.Service<MailboxStore, KeyedStore<AccountId, MailboxRecord>>()(
  "@mailroom/core/MailboxStore"
) {}
