/**
 * Leads and accounts are identified by their normalized address: its domain in Unicode and in punycode are the same. The
 * column `email_folded`, which is unique, gets that form.
 */
import { Effect } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { backfill, trigramIndex } from "../internal/afterwards.ts"
import { spellingsOf } from "./0004_spellings.ts"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // The address as given, folded, where that is not its normal form; null in what an earlier release writes.
  yield* sql`ALTER TABLE mailroom.leads ADD COLUMN email_given TEXT COLLATE "C"`
  yield* sql`ALTER TABLE mailroom.accounts ADD COLUMN email_given TEXT COLLATE "C"`
})

/** Where a batch ended: `id` in its organization. */
interface Place {
  readonly organization_id: string
  readonly id: string
}
const start: Place = { organization_id: "0", id: "0" }

/** Runs statements again, in a savepoint, when another transaction took an address after they had looked for it. */
const retried = <A>(effect: Effect.Effect<A, SqlError.SqlError, SqlClient.SqlClient>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.retry(sql.withTransaction(effect), { while: ({ reason }) => reason._tag === "UniqueViolation", times: 10 })
  )

/**
 * Normalizes a thousand leads of one organization: the address has been normalized in a column of its own since
 * `0004_activity`. Of leads of a campaign that become the same, the oldest gets the normal form, unless another one has it
 * already; the others stay as they are.
 */
const leads = ({ id, organization_id }: Place = start) =>
  Effect.gen(function* () {
    const sql = (yield* SqlClient.SqlClient).withoutTransforms()
    const [next] = yield* sql<Place>`
      SELECT organization_id::text, id::text FROM mailroom.leads
      WHERE (organization_id, leads.id) > (${organization_id}::text::bigint, ${id}::text::bigint)
        AND email_folded <> address
      ORDER BY leads.organization_id, leads.id LIMIT 1`
    if (next === undefined) return undefined
    const found = yield* sql<Pick<Place, "id">>`
      SELECT id::text FROM mailroom.leads
      WHERE organization_id = ${next.organization_id}::text::bigint AND leads.id >= ${next.id}::text::bigint
        AND email_folded <> address
      ORDER BY leads.id LIMIT 1000`
    yield* retried(sql`
      UPDATE mailroom.leads lead SET email_given = email_folded, email_folded = address
      WHERE organization_id = ${next.organization_id}::text::bigint
        AND id = ANY(${found.map((lead) => lead.id)}::text[]::bigint[]) AND email_folded <> address
        AND NOT EXISTS (
          SELECT FROM mailroom.leads other
          WHERE other.organization_id = ${next.organization_id}::text::bigint AND other.domain_key = lead.domain_key
            AND other.address = lead.address AND other.campaign_id = lead.campaign_id
            AND (other.email_folded = other.address OR other.id < lead.id)
        )`)
    return { organization_id: next.organization_id, id: found.at(-1)?.id ?? next.id }
  })

interface Account {
  readonly id: string
  readonly email: string
  readonly email_folded: string
}

/** Normalizes a thousand accounts of one organization, as `leads`. Only those that are not ASCII have another form. */
const accounts = ({ id, organization_id }: Place = start) =>
  Effect.gen(function* () {
    const sql = (yield* SqlClient.SqlClient).withoutTransforms()
    const [next] = yield* sql<Place>`
      SELECT organization_id::text, id::text FROM mailroom.accounts
      WHERE (organization_id, accounts.id) > (${organization_id}::text::bigint, ${id}::text::bigint)
        AND octet_length(email) <> length(email) AND email_given IS NULL
      ORDER BY accounts.organization_id, accounts.id LIMIT 1`
    if (next === undefined) return undefined
    const found = yield* sql<Account>`
      SELECT id::text, email, email_folded FROM mailroom.accounts
      WHERE organization_id = ${next.organization_id}::text::bigint AND accounts.id >= ${next.id}::text::bigint
        AND octet_length(email) <> length(email) AND email_given IS NULL
      ORDER BY accounts.id LIMIT 1000`
    const oldest = new Map(found.toReversed().map((account) => [spellingsOf(account.email).address, account] as const))
    const changed = [...oldest].flatMap(([address, { email_folded, id }]) =>
      email_folded === address ? [] : [{ id, address, email_folded }]
    )
    if (changed.length > 0) {
      yield* retried(sql`
        UPDATE mailroom.accounts account SET email_given = account.email_folded, email_folded = new.address
        FROM json_to_recordset(${JSON.stringify(changed)}::json)
          AS new (id bigint, address text COLLATE "C", email_folded text COLLATE "C")
        WHERE account.organization_id = ${next.organization_id}::text::bigint AND account.id = new.id
          AND account.email_folded = new.email_folded
          AND NOT EXISTS (
            SELECT FROM mailroom.accounts other
            WHERE other.organization_id = ${next.organization_id}::text::bigint AND other.email_folded = new.address
          )`)
    }
    return { organization_id: next.organization_id, id: found.at(-1)?.id ?? next.id }
  })

export const afterwards = [
  backfill(leads),
  backfill(accounts),
  trigramIndex(
    "leads_given_idx",
    (operators) =>
      `leads USING gin (organization_id, campaign_id, email_given ${operators}) WHERE email_given IS NOT NULL`
  )
]
