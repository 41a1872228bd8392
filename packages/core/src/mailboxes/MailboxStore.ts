import { Context, type Effect } from "effect"
import type { AccountId, OrganizationId } from "../ids.ts"
import type { StorageError } from "../StorageError.ts"
import type { MailboxRecord } from "./Mailbox.ts"

/**
 * The storage port of mailboxes: one row per account, which exists from the first `write` on. Lock order: directly after
 * accounts.
 */
export class MailboxStore extends Context.Service<
  MailboxStore,
  {
    /** The stored mailboxes of these accounts, without duplicates, by ascending account id. */
    readonly findMany: (
      organization_id: OrganizationId,
      account_ids: ReadonlyArray<AccountId>
    ) => Effect.Effect<ReadonlyArray<MailboxRecord>, StorageError>
    /**
     * Like `findMany`, and locks the rows in the order of the result, until the surrounding transaction ends. Accounts
     * without a row are left out and not locked: lock the account first to exclude others.
     */
    readonly lock: (
      organization_id: OrganizationId,
      account_ids: ReadonlyArray<AccountId>
    ) => Effect.Effect<ReadonlyArray<MailboxRecord>, StorageError>
    /** Stores mailboxes as a whole, also new ones, without comparing. Accounts that do not exist get none. */
    readonly write: (
      organization_id: OrganizationId,
      mailboxes: ReadonlyArray<MailboxRecord>
    ) => Effect.Effect<void, StorageError>
  }
>()("@mailroom/core/MailboxStore") {}
