/** Sender accounts. */
import { Account, AccountStore, Domain, type OrganizationId } from "@mailroom/core"
import { Effect, Struct } from "effect"
import type { SqlConnection, Statement } from "effect/sql"
import * as Column from "./internal/database/columns.ts"
import type { Database } from "./internal/database/Database.ts"
import { identified, inserting, insertInto } from "./internal/database/insertion.ts"
import { givenOf } from "./internal/leads/leadRows.ts"
import { limited, paged } from "./internal/database/paged.ts"
import { containing, ids, int, pageOf, type Row } from "./internal/database/values.ts"

const columns = Column.of(Account.table)
const stored = Column.selectionOf(columns)
const readAccount = Column.readerOf<Account.AccountRecord>(columns)
const readAccounts = (rows: ReadonlyArray<SqlConnection.Row>) => rows.map(readAccount)

/** An account with the columns that lookups and searches of accounts use. */
const toRow = <Given extends Account.AccountDraft>(account: Given) => {
  const address = Domain.normalizeEmail(account.email)
  return { ...account, address, email_given: givenOf(account.email, address) }
}
const inserted = { ...Struct.omit(columns, ["id"]), address: Column.Key, email_given: Column.TextOrNull }
/** The columns that `write` changes in any case. It changes `email` only to another spelling of the same address. */
const changed = Struct.omit(columns, ["id", "email", "created_at"])

export const accountStore = (database: Database): AccountStore["Service"] => {
  const { read, sql, write } = database
  const select = (where: Statement.Fragment, ending = "") =>
    sql`SELECT ${sql.literal(stored)} FROM mailroom.accounts WHERE ${where} ORDER BY id ${sql.literal(ending)}`
  const withIds = (organization_id: OrganizationId, accounts: ReadonlyArray<Account.AccountId>) =>
    sql`organization_id = ${organization_id}::bigint AND id = ANY(${ids(accounts)}::bigint[])`

  return AccountStore.of({
    insert: Effect.fnUntraced(function* (organization_id, draft) {
      const numbered = yield* identified(database, "AccountStore.insert", "accounts", {
        columns: inserted,
        rows: [toRow(draft)]
      })
      const [account] = yield* inserting(database)(
        "AccountStore.insert",
        organization_id,
        sql`
          ${insertInto(sql, "accounts", organization_id, numbered)}
          ON CONFLICT ON CONSTRAINT accounts_email_key DO NOTHING
          RETURNING ${sql.literal(stored)}`,
        readAccounts
      )
      return account ?? (yield* new Account.DuplicateAccount({ email: draft.email }))
    }),

    findMany: (organization_id, accounts) =>
      read("AccountStore.findMany", select(withIds(organization_id, accounts)), readAccounts),

    findByEmails: (organization_id, addresses) =>
      read(
        "AccountStore.findByEmails",
        select(sql`organization_id = ${organization_id}::bigint AND address = ANY(${addresses}::text[])`),
        readAccounts
      ),

    lock: (organization_id, accounts, mode) =>
      write(
        "AccountStore.lock",
        select(withIds(organization_id, accounts), mode === "shared" ? "FOR SHARE" : "FOR UPDATE"),
        readAccounts
      ),

    write: (organization_id, accounts) =>
      write(
        "AccountStore.write",
        sql`
          UPDATE mailroom.accounts account
          SET email = CASE WHEN new.address = account.address THEN new.email ELSE account.email END,
            email_given = CASE WHEN new.address = account.address THEN new.email_given ELSE account.email_given END,
            ${sql.literal(Column.assignmentsOf(changed))}
          FROM ${Column.rowsOf(sql, { id: Column.Int, ...inserted }, accounts.map(toRow))}
          WHERE account.organization_id = ${organization_id}::bigint AND account.id = new.id`
      ),

    page: (organization_id, { search = "", ...page }) => {
      const matching = sql`
        FROM mailroom.accounts
        WHERE organization_id = ${organization_id}::bigint AND deleted_at IS NULL
          AND (address LIKE ${containing(search)}::text OR email_given LIKE ${containing(search)}::text)`
      return read("AccountStore.page", paged(sql, stored, matching, page), pageOf(readAccount))
    },

    findReleasing: ({ before, limit }) =>
      read(
        "AccountStore.findReleasing",
        sql<Row<"id" | "organization_id">>`
          SELECT organization_id, id FROM mailroom.accounts WHERE releasing_at < ${before}::timestamptz
          ORDER BY organization_id, id ${limited(sql, limit)}`,
        (rows) => rows.map((row) => ({ organization_id: int(row.organization_id), id: int(row.id) }))
      )
  })
}
