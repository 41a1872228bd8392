/** The mailboxes of accounts. */
import { type AccountId, type MailboxRecord, MailboxStore, mailboxTable } from "@mailroom/core"
import { Exit } from "effect"
import type { Database, Mutable } from "./internal/Database.ts"
import { keyedStore } from "./internal/keyed.ts"
import type { Tenant } from "./internal/State.ts"

const put = (tenant: Mutable<Tenant>, mailbox: MailboxRecord) => {
  tenant.mailboxes = tenant.mailboxes.set(mailbox.account_id, Object.freeze({ ...mailbox }))
}

export const mailboxStore = (database: Database): MailboxStore["Service"] =>
  MailboxStore.of({
    ...keyedStore<AccountId, MailboxRecord>(database, {
      port: "MailboxStore",
      table: mailboxTable,
      part: "mailboxes",
      put
    }),
    write: (organization_id, changed) =>
      database.write(organization_id, "MailboxStore.write", (tenant) => {
        for (const mailbox of changed) if (tenant.accounts.get(mailbox.account_id) !== undefined) put(tenant, mailbox)
        return Exit.void
      })
  })
