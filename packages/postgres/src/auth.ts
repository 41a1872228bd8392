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
import { clear, deleteSome, tables } from "./internal/clearing.ts"
import type { Database } from "./internal/Database.ts"
import { paged } from "./internal/paged.ts"
import { instant, instantOrNull, int, pageOf, readFirst, type Row, text } from "./internal/values.ts"

const readOrganization = (row: Row<keyof Organization>): Organization => ({
  id: int(row.id),
  name: text(row.name),
  created_at: instant(row.created_at)
})

/** A worker that hangs does not even reject connections. */
const patienceWithWorkers = "1 second"

export const organizationStore = (database: Database): OrganizationStore["Service"] => {
  const { isDistributed, query, queryLocal, sql, transaction, write } = database

  const find = (operation: string, id: OrganizationId) =>
    query(
      operation,
      sql<Row<keyof Organization>>`
        SELECT id, name, created_at FROM mailroom.organizations WHERE id = ${id}::bigint AND deleted_at IS NULL`,
      readFirst(readOrganization)
    )

  /** With its guard: else the first transactions that lock it would wait for each other to insert it. */
  const insert = Effect.fnUntraced(function* (operation: string, organization: Organization) {
    const { created_at, id, name } = organization
    yield* write(
      operation,
      sql`INSERT INTO mailroom.organizations (id, name, created_at)
        VALUES (${id}::bigint, ${name}, ${created_at}::timestamptz)`,
      () => undefined
    )
    yield* write(
      operation,
      sql`INSERT INTO mailroom.organization_guards (organization_id, version) VALUES (${id}::bigint, 0)`,
      () => undefined
    )
    return organization
  })

  const nextId = sql.literal("nextval('mailroom.organizations_id_seq')")
  const idOf = ([row]: ReadonlyArray<Row<"id">>) => (row === undefined ? undefined : int<OrganizationId>(row.id))

  /** The organization with the external id, renamed to `name`; none when no organization has the id. */
  const known = Effect.fnUntraced(function* (external_id: string, name: string) {
    const id = yield* query(
      "OrganizationStore.ensure",
      sql<Row<"id">>`
        SELECT organization_id AS id FROM mailroom.organization_external_ids WHERE external_id = ${external_id}::text`,
      idOf
    )
    const found = id === undefined ? Option.none() : yield* find("OrganizationStore.ensure", id)
    if (Option.isNone(found) || found.value.name === name) return found
    yield* write(
      "OrganizationStore.ensure",
      sql`UPDATE mailroom.organizations SET name = ${name} WHERE id = ${found.value.id}::bigint`,
      () => undefined
    )
    return Option.some({ ...found.value, name })
  })

  return OrganizationStore.of({
    insert: ({ created_at, name }) =>
      transaction(
        Effect.gen(function* () {
          const id = yield* write("OrganizationStore.insert", sql<Row<"id">>`SELECT ${nextId} AS id`, ([row]) =>
            int<OrganizationId>(row?.id)
          )
          return yield* insert("OrganizationStore.insert", { id, name, created_at })
        })
      ),

    // The external id first: another call with it waits for this one, and then finds what it made.
    ensure: Effect.fnUntraced(function* (external_id, { created_at, name }) {
      const create = Effect.gen(function* () {
        const id = yield* write(
          "OrganizationStore.ensure",
          sql<Row<"id">>`
            INSERT INTO mailroom.organization_external_ids (external_id, organization_id)
            VALUES (${external_id}, ${nextId}) ON CONFLICT ON CONSTRAINT organization_external_ids_pkey DO NOTHING
            RETURNING organization_id AS id`,
          idOf
        )
        return id === undefined
          ? Option.none()
          : Option.some(yield* insert("OrganizationStore.ensure", { id, name, created_at }))
      })
      while (true) {
        const found = yield* known(external_id, name)
        if (Option.isSome(found)) return found.value
        const created = yield* transaction(create)
        if (Option.isSome(created)) return created.value
      }
    }),

    find: (id) => find("OrganizationStore.find", id),

    list: query(
      "OrganizationStore.list",
      sql<Row<keyof Organization>>`
        SELECT id, name, created_at FROM mailroom.organizations WHERE deleted_at IS NULL ORDER BY id`,
      (rows) => rows.map(readOrganization)
    ),

    hide: (id, at) =>
      transaction(
        Effect.gen(function* () {
          const exists = yield* write(
            "OrganizationStore.hide",
            sql<Row<"id">>`
              UPDATE mailroom.organizations SET deleted_at = ${at}::timestamptz WHERE id = ${id}::bigint RETURNING id`,
            (rows) => rows.length > 0
          )
          yield* deleteSome(database, "OrganizationStore.hide", "api_keys", id)
          yield* deleteSome(database, "OrganizationStore.hide", "organization_external_ids", id)
          return exists
        })
      ),

    findHidden: (before) =>
      query(
        "OrganizationStore.findHidden",
        sql<Row<"id">>`
          SELECT id FROM mailroom.organizations WHERE deleted_at < ${before}::timestamptz ORDER BY id`,
        (rows) => rows.map((row) => int<OrganizationId>(row.id))
      ),

    clear: (id, { limit }) => transaction(clear(database, id, limit)),

    // Locked against rows that refer to it; then deletes what came since the last batch.
    remove: (id) =>
      transaction(
        Effect.gen(function* () {
          const isHidden = yield* write(
            "OrganizationStore.remove",
            sql<Row<"id">>`
              SELECT id FROM mailroom.organizations WHERE id = ${id}::bigint AND deleted_at IS NOT NULL FOR UPDATE`,
            (rows) => rows.length > 0
          )
          if (!isHidden) return false
          for (const table of tables) yield* deleteSome(database, "OrganizationStore.remove", table, id)
          yield* write(
            "OrganizationStore.remove",
            sql`DELETE FROM mailroom.organizations WHERE id = ${id}::bigint`,
            () => undefined
          )
          return true
        })
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
}

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
    find: (organization_id, id) =>
      queryLocal(
        "ApiKeyStore.find",
        sql<Row<keyof ApiKey.ApiKey>>`
          SELECT ${sql.literal(columns)} FROM mailroom.api_keys
          WHERE organization_id = ${organization_id}::bigint AND id = ${id}::bigint`,
        readFirst(readApiKey)
      ),
    page: (organization_id, page) =>
      queryLocal(
        "ApiKeyStore.page",
        paged<keyof ApiKey.ApiKey>(
          sql,
          columns,
          sql`FROM mailroom.api_keys WHERE organization_id = ${organization_id}::bigint`,
          page
        ),
        pageOf(readApiKey)
      ),
    // LEAST and GREATEST ignore NULL.
    update: (organization_id, id, { expires_at = null, last_used_at = null, revoked_at = null }) =>
      write(
        "ApiKeyStore.update",
        sql<Row<keyof ApiKey.ApiKey>>`
          UPDATE mailroom.api_keys SET revoked_at = coalesce(revoked_at, ${revoked_at}::timestamptz),
            expires_at = least(expires_at, ${expires_at}::timestamptz),
            last_used_at = greatest(last_used_at, ${last_used_at}::timestamptz)
          WHERE organization_id = ${organization_id}::bigint AND id = ${id}::bigint
          RETURNING ${sql.literal(columns)}`,
        readFirst(readApiKey)
      )
  })
}
