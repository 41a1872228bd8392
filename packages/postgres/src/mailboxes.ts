/** The mailboxes of accounts: their credentials, and whether these work. */
import { type AccountId, type MailboxRecord, MailboxStore, mailboxTable, type OrganizationId } from "@mailroom/core"
import { Struct } from "effect"
import * as Column from "./internal/database/columns.ts"
import type { Database } from "./internal/database/Database.ts"
import { ids } from "./internal/database/values.ts"

const columns = Column.of(mailboxTable, { refused: Column.Json })
const stored = Column.selectionOf(columns)
const readMailbox = Column.readerOf<MailboxRecord>(columns)
const names = Column.namesOf(columns)
const replaced = Object.keys(Struct.omit(columns, ["account_id"]))
  .map((name) => `${name} = excluded.${name}`)
  .join(", ")

export const mailboxStore = ({ read, sql, write }: Database): MailboxStore["Service"] => {
  const withIds = (organization_id: OrganizationId, accounts: ReadonlyArray<AccountId>) => sql`
    SELECT ${sql.literal(stored)} FROM mailroom.mailboxes
    WHERE organization_id = ${organization_id}::bigint AND account_id = ANY(${ids(accounts)}::bigint[])
    ORDER BY account_id`

  return MailboxStore.of({
    findMany: (organization_id, accounts) =>
      read("MailboxStore.findMany", withIds(organization_id, accounts), (rows) => rows.map(readMailbox)),

    lock: (organization_id, accounts) =>
      write("MailboxStore.lock", sql`${withIds(organization_id, accounts)} FOR UPDATE`, (rows) =>
        rows.map(readMailbox)
      ),

    write: (organization_id, mailboxes) =>
      write(
        "MailboxStore.write",
        sql`
          INSERT INTO mailroom.mailboxes (organization_id, ${sql.literal(names)})
          SELECT account.organization_id, ${sql.literal(Column.selectionOf(columns, "new"))}
          FROM ${Column.rowsOf(sql, columns, mailboxes)}
          JOIN mailroom.accounts account
            ON account.organization_id = ${organization_id}::bigint AND account.id = new.account_id
          ORDER BY new.account_id
          ON CONFLICT ON CONSTRAINT mailboxes_pkey DO UPDATE SET ${sql.literal(replaced)}`
      )
  })
}
