/** Sender accounts. */
import { Account, AccountStore, type OrganizationId, Text } from "@mailroom/core"
import { Effect } from "effect"
import type { Statement } from "effect/sql"
import type { Database } from "./internal/Database.ts"
import { paged } from "./internal/paged.ts"
import { containing, ids, instant, int, pageOf, type Row, text } from "./internal/values.ts"

const columns = "id, email, provider, created_at, updated_at"

const readAccount = (row: Row<keyof Account.Account>): Account.Account => ({
  id: int(row.id),
  email: text(row.email),
  provider: text(row.provider),
  created_at: instant(row.created_at),
  updated_at: instant(row.updated_at)
})

export const accountStore = ({ query, sql, write }: Database): AccountStore["Service"] => {
  const select = (operation: string, where: Statement.Fragment) =>
    query(
      operation,
      sql<Row<keyof Account.Account>>`
        SELECT ${sql.literal(columns)} FROM mailroom.accounts WHERE ${where} ORDER BY id`,
      (rows) => rows.map(readAccount)
    )

  const lock =
    (operation: string, strength: "SHARE" | "UPDATE") =>
    (organization_id: OrganizationId, accounts: ReadonlyArray<Account.AccountId>) =>
      write(
        operation,
        sql<Row<keyof Account.Account>>`
        SELECT ${sql.literal(columns)} FROM mailroom.accounts
        WHERE organization_id = ${organization_id}::bigint AND id = ANY(${ids(accounts)}::bigint[])
        ORDER BY id FOR ${sql.literal(strength)}`,
        (rows) => rows.map(readAccount)
      )

  return AccountStore.of({
    insert: Effect.fnUntraced(function* (organization_id, account) {
      const { created_at, email, provider, updated_at } = account
      const [id] = yield* write(
        "AccountStore.insert",
        sql<Row<"id">>`
          INSERT INTO mailroom.accounts (organization_id, email, email_folded, provider, created_at, updated_at)
          VALUES (${organization_id}::bigint, ${email}, ${Text.fold(email)}, ${provider},
            ${created_at}::timestamptz, ${updated_at}::timestamptz)
          ON CONFLICT ON CONSTRAINT accounts_email_key DO NOTHING
          RETURNING id`,
        (rows) => rows.map((row) => int<Account.AccountId>(row.id))
      )
      if (id === undefined) return yield* new Account.DuplicateAccount({ email })
      return { id, ...account }
    }),

    findMany: (organization_id, accounts) =>
      select(
        "AccountStore.findMany",
        sql`organization_id = ${organization_id}::bigint AND id = ANY(${ids(accounts)}::bigint[])`
      ),

    findByEmails: (organization_id, folded) =>
      select(
        "AccountStore.findByEmails",
        sql`organization_id = ${organization_id}::bigint AND email_folded = ANY(${folded}::text[])`
      ),

    lockShared: lock("AccountStore.lockShared", "SHARE"),

    lock: lock("AccountStore.lock", "UPDATE"),

    page: (organization_id, { limit, offset, search = "" }) => {
      const matching = sql`
        FROM mailroom.accounts
        WHERE organization_id = ${organization_id}::bigint AND email_folded LIKE ${containing(search)}::text`
      return query(
        "AccountStore.page",
        paged<keyof Account.Account>(sql, columns, matching, { limit, offset }),
        pageOf(readAccount)
      )
    }
  })
}
