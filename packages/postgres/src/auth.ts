/** Organizations, API keys and sessions. */
import {
  ApiKey,
  ApiKeyStore,
  Deadline,
  Organization,
  type OrganizationId,
  OrganizationStore,
  type SessionRecord,
  SessionStore,
  sessionTable
} from "@mailroom/core"
import { Effect, Option, Struct } from "effect"
import { noOrganization } from "./internal/database/errors.ts"
import * as Column from "./internal/database/columns.ts"
import { clear, deleteSome } from "./internal/erasure/clearing.ts"
import type { Database } from "./internal/database/Database.ts"
import { expiringRows } from "./internal/database/expiringRows.ts"
import { inserting, insertInto } from "./internal/database/insertion.ts"
import { listedRows } from "./internal/database/listedRows.ts"
import { int, readFirst, type Row, text } from "./internal/database/values.ts"

const organizationColumns = Column.of(Organization)
const storedOrganization = Column.selectionOf(organizationColumns)
const readOrganization = Column.readerOf<Organization>(organizationColumns)

/** A worker that hangs does not even reject connections. */
const workerTimeout = "1 second"

/** `coordinator` is the server itself, without the servers over which Citus distributes the organizations. */
export const organizationStore = (
  database: Database,
  coordinator: Pick<Database, "read">
): OrganizationStore["Service"] => {
  const { isDistributed, read, sql, transaction, write } = database

  const find = (operation: string, id: OrganizationId) =>
    read(
      operation,
      sql`
        SELECT ${sql.literal(storedOrganization)} FROM mailroom.organizations WHERE id = ${id}::bigint AND deleted_at IS NULL`,
      readFirst(readOrganization)
    )

  /** Inserts the guard, too: else the first transactions that lock it would wait for each other to insert it. */
  const insert = Effect.fnUntraced(function* (operation: string, organization: Organization) {
    const { created_at, id, name } = organization
    yield* write(
      operation,
      sql`INSERT INTO mailroom.organizations (id, name, created_at)
        VALUES (${id}::bigint, ${name}, ${created_at}::timestamptz)`
    )
    yield* write(
      operation,
      sql`INSERT INTO mailroom.organization_guards (organization_id, version) VALUES (${id}::bigint, 0)`
    )
    return organization
  })

  const nextId = sql.literal("nextval('mailroom.organizations_id_seq')")
  const idOf = ([row]: ReadonlyArray<Row<"id">>) => (row === undefined ? undefined : int<OrganizationId>(row.id))

  /** The organization with the external id, renamed to `name`; none when no organization has the id. */
  const findAndRename = Effect.fnUntraced(function* (external_id: string, name: string) {
    const id = yield* read(
      "OrganizationStore.ensure",
      sql<Row<"id">>`
        SELECT organization_id AS id FROM mailroom.organization_external_ids WHERE external_id = ${external_id}::text`,
      idOf
    )
    const found = id === undefined ? Option.none() : yield* find("OrganizationStore.ensure", id)
    if (Option.isNone(found) || found.value.name === name) return found
    yield* write(
      "OrganizationStore.ensure",
      sql`UPDATE mailroom.organizations SET name = ${name} WHERE id = ${found.value.id}::bigint`
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
        const found = yield* findAndRename(external_id, name)
        if (Option.isSome(found)) return found.value
        const created = yield* transaction(create)
        if (Option.isSome(created)) return created.value
      }
    }),

    find: (id) => find("OrganizationStore.find", id),

    list: read(
      "OrganizationStore.list",
      sql`
        SELECT ${sql.literal(storedOrganization)} FROM mailroom.organizations WHERE deleted_at IS NULL ORDER BY id`,
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
          yield* deleteSome(database, "OrganizationStore.hide", "tracking_domains", id)
          return exists
        })
      ),

    findHidden: (before) =>
      read(
        "OrganizationStore.findHidden",
        sql<Row<"id">>`
          SELECT id FROM mailroom.organizations WHERE deleted_at < ${before}::timestamptz ORDER BY id`,
        (rows) => rows.map((row) => int<OrganizationId>(row.id))
      ),

    clear: (id, { limit }) => transaction(clear(database, "OrganizationStore.clear", id, limit)),

    // Locks the organization, so that no row can refer to it any more; then deletes what came since the last batch.
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
          yield* clear(database, "OrganizationStore.remove", id)
          yield* write("OrganizationStore.remove", sql`DELETE FROM mailroom.organizations WHERE id = ${id}::bigint`)
          return true
        })
      ),

    // First the server itself; on Citus then its workers.
    unreachable: Effect.andThen(
      coordinator.read("OrganizationStore.unreachable", sql`SELECT 1`),
      isDistributed
        ? read(
            "OrganizationStore.unreachable",
            sql<Row<"name">>`
              SELECT nodename || ':' || nodeport AS name FROM run_command_on_workers('SELECT 1') WHERE NOT success`,
            (rows) => rows.map(({ name }) => text(name))
          ).pipe(
            Deadline.within(workerTimeout),
            Effect.catchTag("StorageError", () => Effect.succeed(["a worker"]))
          )
        : Effect.succeed<ReadonlyArray<string>>([])
    )
  })
}

const keyColumns = Column.of(ApiKey.table)
const storedKey = Column.selectionOf(keyColumns)
const readApiKey = Column.readerOf<ApiKey.ApiKey>(keyColumns)
const insertedKey = { ...Struct.omit(keyColumns, ["id", "last_used_at", "revoked_at"]), hash: Column.Text }

export const apiKeyStore = (database: Pick<Database, "read" | "sql" | "write">): ApiKeyStore["Service"] => {
  const { read, sql, write } = database
  return ApiKeyStore.of({
    // From the organization's row, because on Citus no foreign key says that the organization is missing.
    insert: (organization_id, key) =>
      write(
        "ApiKeyStore.insert",
        sql`
          INSERT INTO mailroom.api_keys (organization_id, ${sql.literal(Column.namesOf(insertedKey))})
          SELECT organization.id, ${sql.literal(Column.selectionOf(insertedKey, "new"))}
          FROM mailroom.organizations organization, ${Column.rowsOf(sql, insertedKey, [key])}
          WHERE organization.id = ${organization_id}::bigint
          RETURNING ${sql.literal(storedKey)}`,
        readFirst(readApiKey)
      ).pipe(
        Effect.flatMap(
          Option.match({
            onNone: () => Effect.fail(noOrganization("ApiKeyStore.insert", `no organization ${organization_id}`)),
            onSome: Effect.succeed
          })
        )
      ),
    findByHash: (hash) =>
      read(
        "ApiKeyStore.findByHash",
        sql`
          SELECT organization_id, ${sql.literal(storedKey)} FROM mailroom.api_keys WHERE hash = ${hash}::text`,
        ([row]) =>
          row === undefined
            ? Option.none()
            : Option.some({ organization_id: int(row["organization_id"]), key: readApiKey(row) })
      ),
    ...Struct.pick(listedRows<ApiKey.ApiKey>(database, "ApiKeyStore", ApiKey.table), ["find", "page"]),
    // LEAST and GREATEST ignore NULL.
    update: (organization_id, id, { expires_at = null, last_used_at = null, revoked_at = null }) =>
      write(
        "ApiKeyStore.update",
        sql`
          UPDATE mailroom.api_keys SET revoked_at = coalesce(revoked_at, ${revoked_at}::timestamptz),
            expires_at = least(expires_at, ${expires_at}::timestamptz),
            last_used_at = greatest(last_used_at, ${last_used_at}::timestamptz)
          WHERE organization_id = ${organization_id}::bigint AND id = ${id}::bigint
          RETURNING ${sql.literal(storedKey)}`,
        readFirst(readApiKey)
      )
  })
}

const sessionColumns = Column.of(sessionTable)
const readSession = Column.readerOf<SessionRecord>(sessionColumns)

export const sessionStore = (database: Database): SessionStore["Service"] => {
  const { read, sql, write } = database
  const ofHash = (organization_id: OrganizationId, hash: string) =>
    sql`organization_id = ${organization_id}::bigint AND hash = ${hash}::text`

  return SessionStore.of({
    ...expiringRows(database, "SessionStore", sessionTable, text),
    insert: (organization_id, session) =>
      inserting({ read, sql, write })(
        "SessionStore.insert",
        organization_id,
        sql`${insertInto(sql, "sessions", organization_id, { columns: sessionColumns, rows: [session] })} RETURNING hash`,
        () => undefined
      ),
    find: (organization_id, hash) =>
      read(
        "SessionStore.find",
        sql`
          SELECT ${sql.literal(Column.selectionOf(sessionColumns))} FROM mailroom.sessions
          WHERE ${ofHash(organization_id, hash)}`,
        readFirst(readSession)
      ),
    extend: (organization_id, hash, expires_at) =>
      Effect.asVoid(
        write(
          "SessionStore.extend",
          sql`
            UPDATE mailroom.sessions SET expires_at = greatest(expires_at, ${expires_at}::timestamptz)
            WHERE ${ofHash(organization_id, hash)}`
        )
      ),
    remove: (organization_id, hash) =>
      write(
        "SessionStore.remove",
        sql<Row<"hash">>`DELETE FROM mailroom.sessions WHERE ${ofHash(organization_id, hash)} RETURNING hash`,
        (rows) => rows.length > 0
      )
  })
}
