/** Organizations and API keys. */
import {
  type ApiKey,
  ApiKeyStore,
  type Organization,
  type OrganizationId,
  OrganizationStore,
  StorageBudget
} from "@mailroom/core"
import { Effect, Option } from "effect"
import type { Statement } from "effect/sql"
import type { Database } from "./internal/Database.ts"
import { paged } from "./internal/paged.ts"
import { instant, instantOrNull, int, pageOf, readFirst, type Row, text } from "./internal/values.ts"

const readOrganization = (row: Row<keyof Organization>): Organization => ({
  id: int(row.id),
  name: text(row.name),
  created_at: instant(row.created_at)
})

/** A worker that hangs does not even refuse a connection. */
const patienceWithWorkers = "1 second"

export const organizationStore = ({
  isDistributed,
  query,
  queryLocal,
  sql,
  transaction,
  write
}: Database): OrganizationStore["Service"] =>
  OrganizationStore.of({
    // With its guard: else the first transactions that lock it would wait for each other to insert it.
    insert: ({ created_at, name }) =>
      transaction(
        Effect.gen(function* () {
          const id = yield* write(
            "OrganizationStore.insert",
            sql<Row<"id">>`
              INSERT INTO mailroom.organizations (name, created_at) VALUES (${name}, ${created_at}::timestamptz)
              RETURNING id`,
            ([row]) => int<OrganizationId>(row?.id)
          )
          yield* write(
            "OrganizationStore.insert",
            sql`INSERT INTO mailroom.organization_guards (organization_id, version) VALUES (${id}::bigint, 0)`,
            () => undefined
          )
          return { id, name, created_at }
        })
      ),
    find: (id) =>
      query(
        "OrganizationStore.find",
        sql<Row<keyof Organization>>`
          SELECT id, name, created_at FROM mailroom.organizations WHERE id = ${id}::bigint`,
        readFirst(readOrganization)
      ),
    list: query(
      "OrganizationStore.list",
      sql<Row<keyof Organization>>`SELECT id, name, created_at FROM mailroom.organizations ORDER BY id`,
      (rows) => rows.map(readOrganization)
    ),
    // First the server itself; on Citus then its workers.
    unreachable: Effect.andThen(
      queryLocal("OrganizationStore.unreachable", sql`SELECT 1`, () => undefined),
      isDistributed
        ? query(
            "OrganizationStore.unreachable",
            sql<Row<"name">>`
              SELECT nodename || ':' || nodeport AS name FROM run_command_on_workers('SELECT 1') WHERE NOT success`,
            (rows) => rows.map(({ name }) => text(name))
          ).pipe(
            StorageBudget.within(patienceWithWorkers),
            Effect.catchTag("StorageError", () => Effect.succeed(["a worker"]))
          )
        : Effect.succeed<ReadonlyArray<string>>([])
    )
  })

const columns = "id, name, prefix, access, created_at, last_used_at, expires_at, revoked_at"

const readApiKey = (row: Row<keyof ApiKey.ApiKey>): ApiKey.ApiKey => ({
  id: int(row.id),
  name: text(row.name),
  prefix: text(row.prefix),
  access: text(row.access),
  created_at: instant(row.created_at),
  last_used_at: instantOrNull(row.last_used_at),
  expires_at: instantOrNull(row.expires_at),
  revoked_at: instantOrNull(row.revoked_at)
})

export const apiKeyStore = ({ queryLocal, sql, write }: Database): ApiKeyStore["Service"] => {
  const change = (
    operation: string,
    organization_id: OrganizationId,
    id: ApiKey.ApiKeyId,
    assignment: Statement.Fragment
  ) =>
    write(
      operation,
      sql<Row<keyof ApiKey.ApiKey>>`
        UPDATE mailroom.api_keys SET ${assignment}
        WHERE organization_id = ${organization_id}::bigint AND id = ${id}::bigint
        RETURNING ${sql.literal(columns)}`,
      readFirst(readApiKey)
    )

  return ApiKeyStore.of({
    insert: (organization_id, { access, created_at, expires_at, hash, name, prefix }) =>
      write(
        "ApiKeyStore.insert",
        sql<Row<"id">>`
          INSERT INTO mailroom.api_keys (organization_id, name, prefix, hash, access, created_at, expires_at)
          VALUES (${organization_id}::bigint, ${name}, ${prefix}, ${hash}, ${access},
            ${created_at}::timestamptz, ${expires_at}::timestamptz)
          RETURNING id`,
        ([row]) => ({
          id: int(row?.id),
          name,
          prefix,
          access,
          created_at,
          last_used_at: null,
          expires_at,
          revoked_at: null
        })
      ),
    findByHash: (hash) =>
      queryLocal(
        "ApiKeyStore.findByHash",
        sql<Row<keyof ApiKey.ApiKey | "organization_id">>`
          SELECT organization_id, ${sql.literal(columns)} FROM mailroom.api_keys WHERE hash = ${hash}::text`,
        ([row]) =>
          row === undefined
            ? Option.none()
            : Option.some({ organization_id: int(row.organization_id), key: readApiKey(row) })
      ),
    list: (organization_id) =>
      queryLocal(
        "ApiKeyStore.list",
        sql<Row<keyof ApiKey.ApiKey>>`
          SELECT ${sql.literal(columns)} FROM mailroom.api_keys
          WHERE organization_id = ${organization_id}::bigint ORDER BY id`,
        (rows) => rows.map(readApiKey)
      ),
    page: (organization_id, { limit, offset }) =>
      queryLocal(
        "ApiKeyStore.page",
        paged<keyof ApiKey.ApiKey>(
          sql,
          columns,
          sql`FROM mailroom.api_keys WHERE organization_id = ${organization_id}::bigint`,
          { limit, offset }
        ),
        pageOf(readApiKey)
      ),
    revoke: (organization_id, id, at) =>
      change("ApiKeyStore.revoke", organization_id, id, sql`revoked_at = coalesce(revoked_at, ${at}::timestamptz)`),
    // LEAST and GREATEST ignore NULL.
    expire: (organization_id, id, at) =>
      change("ApiKeyStore.expire", organization_id, id, sql`expires_at = least(expires_at, ${at}::timestamptz)`),
    touch: (organization_id, id, at) =>
      Effect.asVoid(
        change("ApiKeyStore.touch", organization_id, id, sql`last_used_at = greatest(last_used_at, ${at}::timestamptz)`)
      )
  })
}
