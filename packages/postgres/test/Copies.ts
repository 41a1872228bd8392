/** Makes copies of an organization. Every connection must be of a superuser. */
import { OrganizationId } from "@mailroom/core"
import type { Copy } from "@mailroom/core/testing"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

interface Table {
  readonly name: string
  readonly columns: string
}

/** The tables of the schema with the columns that a row can be given, without that of the organization. */
const tables = SqlClient.SqlClient.use(
  (sql) => sql<Table>`
    SELECT relname AS name, string_agg(quote_ident(attname), ', ') AS columns
    FROM pg_class table_ JOIN pg_attribute column_ ON attrelid = table_.oid
    WHERE relnamespace = 'mailroom'::regnamespace AND relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped
      AND attgenerated = '' AND attname <> CASE relname WHEN 'organizations' THEN 'id' ELSE 'organization_id' END
      AND relname NOT IN ('api_keys', 'migrations', 'organization_external_ids', 'secrets', 'tracking_domains')
    GROUP BY relname`
)

/** Other tables refer to organizations without a check while rows are copied, and no trigger runs. */
const functionOf = (all: ReadonlyArray<Table>) => `
  CREATE OR REPLACE FUNCTION copy_of_organization(given BIGINT) RETURNS BIGINT LANGUAGE plpgsql
  SET session_replication_role = replica SET enable_seqscan = off AS $$
  DECLARE made BIGINT := nextval('mailroom.organizations_id_seq');
  BEGIN
    ${all
      .map(({ columns, name }) => {
        const id = name === "organizations" ? "id" : "organization_id"
        return `INSERT INTO mailroom.${name} (${id}, ${columns}) OVERRIDING SYSTEM VALUE
          SELECT made, ${columns} FROM mailroom.${name} WHERE ${id} = given;`
      })
      .join("\n")}
    RETURN made;
  END $$`

export const copy: Effect.Effect<Copy, unknown, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(functionOf(yield* tables))
  return (id) =>
    Effect.map(sql<{ readonly id: number }>`SELECT copy_of_organization(${id}::bigint) AS id`, ([row]) =>
      OrganizationId.make(Number(row?.id))
    )
})
