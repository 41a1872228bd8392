/** The mailboxes of accounts. */
import { MailboxStore } from "@mailroom/core"
import { Exit } from "effect"
import type { Database } from "./internal/Database.ts"
import { distinct } from "./internal/rows.ts"

export const mailboxStore = ({ read, write }: Database): MailboxStore["Service"] => {
  const findMany: MailboxStore["Service"]["findMany"] = (organization_id, account_ids) =>
    read(organization_id, ({ mailboxes }) => distinct(account_ids).flatMap((id) => mailboxes.get(id) ?? []))

  return MailboxStore.of({
    findMany,
    // No other transaction runs until this one ends.
    lock: findMany,
    write: (organization_id, changed) =>
      write(organization_id, "MailboxStore.write", (tenant) => {
        for (const mailbox of changed) {
          if (tenant.accounts.get(mailbox.account_id) === undefined) continue
          tenant.mailboxes = tenant.mailboxes.set(mailbox.account_id, Object.freeze({ ...mailbox }))
        }
        return Exit.void
      })
  })
}
