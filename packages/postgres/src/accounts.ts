/** Sender accounts. */
import { Account, AccountStore, Domain, type OrganizationId } from "@mailroom/core"
import { Effect } from "effect"
import type { Statement } from "effect/sql"
import type { Database } from "./internal/database/Database.ts"
import { givenOf } from "./internal/leads/leadRows.ts"
import { paged } from "./internal/database/paged.ts"
import {
  containing,
  ids,
  instant,
  instantOrNull,
  int,
  object,
  pageOf,
  type Row,
  text
} from "./internal/database/values.ts"

const columns = "id, email, provider, created_at, updated_at, settings, version, deleted_at, releasing_at"
type Columns = keyof Account.AccountRecord

const readAccount = (row: Row<Columns>): Account.AccountRecord => ({
  id: int(row.id),
  email: text(row.email),
  provider: text(row.provider),
  created_at: instant(row.created_at),
  updated_at: instant(row.updated_at),
  settings: object(row.settings),
  version: int(row.version),
  deleted_at: instantOrNull(row.deleted_at),
  releasing_at: instantOrNull(row.releasing_at)
})

/** The columns that lookups and searches of accounts use. */
const spellingsOf = ({ email }: Pick<Account.AccountRecord, "email">) => {
  const address = Domain.normalizeEmail(email)
  return { address, email_given: givenOf(email, address) }
}

export const accountStore = ({ query, sql, write }: Database): AccountStore["Service"] => {
  const select = (where: Statement.Fragment, ending = "") =>
    sql<Row<Columns>>`
      SELECT ${sql.literal(columns)} FROM mailroom.accounts WHERE ${where} ORDER BY id ${sql.literal(ending)}`
  const readAccounts = (rows: ReadonlyArray<Row<Columns>>) => rows.map(readAccount)
  const withIds = (organization_id: OrganizationId, accounts: ReadonlyArray<Account.AccountId>) =>
    sql`organization_id = ${organization_id}::bigint AND id = ANY(${ids(accounts)}::bigint[])`

  return AccountStore.of({
    insert: Effect.fnUntraced(function* (organization_id, draft) {
      const { address, email_given } = spellingsOf(draft)
      const [account] = yield* write(
        "AccountStore.insert",
        sql<Row<Columns>>`
          INSERT INTO mailroom.accounts (organization_id, email, address, email_given, provider, created_at,
            updated_at, settings, version, deleted_at, releasing_at)
          VALUES (${organization_id}::bigint, ${draft.email}, ${address}, ${email_given}, ${draft.provider},
            ${draft.created_at}::timestamptz, ${draft.updated_at}::timestamptz,
            ${JSON.stringify(draft.settings)}::json, ${draft.version}::bigint, ${draft.deleted_at}::timestamptz,
            ${draft.releasing_at}::timestamptz)
          ON CONFLICT ON CONSTRAINT accounts_email_key DO NOTHING
          RETURNING ${sql.literal(columns)}`,
        readAccounts
      )
      return account ?? (yield* new Account.DuplicateAccount({ email: draft.email }))
    }),

    findMany: (organization_id, accounts) =>
      query("AccountStore.findMany", select(withIds(organization_id, accounts)), readAccounts),

    findByEmails: (organization_id, addresses) =>
      query(
        "AccountStore.findByEmails",
        select(sql`organization_id = ${organization_id}::bigint AND address = ANY(${addresses}::text[])`),
        readAccounts
      ),

    lockShared: (organization_id, accounts) =>
      write(
        "AccountStore.lockShared",
        select(sql`${withIds(organization_id, accounts)} AND deleted_at IS NULL`, "FOR SHARE"),
        readAccounts
      ),

    lock: (organization_id, accounts) =>
      write("AccountStore.lock", select(withIds(organization_id, accounts), "FOR UPDATE"), readAccounts),

    write: (organization_id, accounts) =>
      write(
        "AccountStore.write",
        sql`
          UPDATE mailroom.accounts account
          SET email = CASE WHEN new.address = account.address THEN new.email ELSE account.email END,
            email_given =
              CASE WHEN new.address = account.address THEN new.email_given ELSE account.email_given END,
            provider = new.provider, updated_at = new.updated_at, settings = new.settings, version = new.version,
            deleted_at = new.deleted_at, releasing_at = new.releasing_at
          FROM json_to_recordset(${JSON.stringify(
            accounts.map((account) => ({ ...account, ...spellingsOf(account) }))
          )}::json) AS new (id bigint, email text, address text COLLATE "C", email_given text,
            provider text, updated_at timestamptz, settings json, version bigint, deleted_at timestamptz, releasing_at timestamptz)
          WHERE account.organization_id = ${organization_id}::bigint AND account.id = new.id`,
        () => undefined
      ),

    page: (organization_id, { search = "", ...page }) => {
      const matching = sql`
        FROM mailroom.accounts
        WHERE organization_id = ${organization_id}::bigint AND deleted_at IS NULL
          AND (address LIKE ${containing(search)}::text OR email_given LIKE ${containing(search)}::text)`
      return query("AccountStore.page", paged<Columns>(sql, columns, matching, page), pageOf(readAccount))
    },

    findReleasing: (organization_id, before) =>
      query(
        "AccountStore.findReleasing",
        sql<Row<"id">>`
          SELECT id FROM mailroom.accounts
          WHERE organization_id = ${organization_id}::bigint AND releasing_at < ${before}::timestamptz
          ORDER BY id LIMIT 500`,
        (rows) => rows.map(({ id }) => int<Account.AccountId>(id))
      ),

    organizationsReleasing: query(
      "AccountStore.organizationsReleasing",
      sql<Row<"organization_id">>`
        SELECT DISTINCT organization_id FROM mailroom.accounts WHERE releasing_at IS NOT NULL ORDER BY organization_id`,
      (rows) => rows.map(({ organization_id }) => int<OrganizationId>(organization_id))
    )
  })
}
