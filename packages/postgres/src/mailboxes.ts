/** The mailboxes of accounts: their credentials, and whether these work. */
import { type AccountId, type MailboxRecord, MailboxStore, mailboxTable } from "@mailroom/core"
import { Struct } from "effect"
import * as Column from "./internal/database/columns.ts"
import type { Database } from "./internal/database/Database.ts"
import { keyedStore } from "./internal/database/keyedRows.ts"

const columns = Column.of(mailboxTable, { refused: Column.Json })
const names = Column.namesOf(columns)
const replaced = Object.keys(Struct.omit(columns, ["account_id"]))
  .map((name) => `${name} = excluded.${name}`)
  .join(", ")

export const mailboxStore = (database: Database): MailboxStore["Service"] => {
  const { sql, write } = database
  return MailboxStore.of({
    ...keyedStore<AccountId, MailboxRecord>(database, "MailboxStore", mailboxTable, columns),

    write: (organization_id, mailboxes) =>
      write(
        "MailboxStore.write",
        sql`
          INSERT INTO mailroom.mailboxes (organization_id, ${sql.literal(names)})
          SELECT account.organization_id, ${sql.literal(Column.selectionOf(columns, "new"))}
          FROM ${Column.orderedRowsOf(sql, columns, mailboxes)}
          JOIN mailroom.accounts account
            ON account.organization_id = ${organization_id}::bigint AND account.id = new.account_id
          ORDER BY new.account_id
          ON CONFLICT ON CONSTRAINT mailboxes_pkey DO UPDATE SET ${sql.literal(replaced)}`
      )
  })
}
