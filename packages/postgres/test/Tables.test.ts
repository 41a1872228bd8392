/** The definitions of tables in SQL, which are written by hand, and the tables that core declares. */
import { assert, describe, it } from "@effect/vitest"
import {
  Account,
  ApiKey,
  Attachment,
  Campaign,
  Integration,
  answeringTable,
  KeyedRequest,
  LogEntry,
  mailboxTable,
  MovedRows,
  Person,
  sessionTable,
  Table
} from "@mailroom/core"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { omitted, tables as moved } from "../src/internal/moving/tables.ts"
import { layerStorage } from "./Server.ts"

/** All tables of core; the ones that move lack columns there. */
const tables: ReadonlyArray<Table.Table> = [
  ...Object.values({
    ...MovedRows.tables,
    accounts: Account.table,
    campaigns: Campaign.table,
    integrations: Integration.table,
    mailboxes: mailboxTable,
    people: Person.table
  }),
  ApiKey.table,
  Attachment.table,
  KeyedRequest.table,
  LogEntry.table,
  answeringTable,
  sessionTable
]

/** The types in SQL that may have the values of a column. */
const sqlTypes: { readonly [Type in Table.ColumnType]: ReadonlyArray<string> } = {
  bool: ["bool"],
  instant: ["timestamptz"],
  int: ["int8", "int4", "int2"],
  "int[]": ["_int8", "json"],
  json: ["json", "jsonb"],
  text: ["text"],
  "text[]": ["_text"],
  uuid: ["uuid"],
  "uuid[]": ["_uuid"]
}

/** Fields of a row that are stored in another table. */
const elsewhere: Readonly<Record<string, ReadonlyArray<string>>> = { messages: ["attachments", "search_text"] }

/** Columns that only Postgres has, of tables whose rows do not move. */
const own: Readonly<Record<string, ReadonlyArray<string>>> = { api_keys: ["hash"], attachments: ["of_message"] }

/** Columns that only Postgres has, of tables whose rows move. A row without values is enough to see which are derived. */
const ownOfMoved = (name: string): ReadonlyArray<string> => {
  const row: any = { email: "a@x.test", identity: "", name: "", first_name: "", last_name: "", company: "" }
  const table = Object.values(moved).find((other) => other.name === name)
  const derive = table?.derived as ((row: any) => object) | undefined
  return [...Object.keys(table?.computed ?? {}), ...Object.keys(derive?.(row) ?? {}), ...(omitted[name] ?? [])]
}

interface Stored {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly nullable: "NO" | "YES"
}

const columns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<Stored>`
    SELECT table_name AS "table", column_name AS name, udt_name AS type, is_nullable AS nullable
    FROM information_schema.columns WHERE table_schema = 'mailroom' AND column_name <> 'organization_id'`
})

describe("The tables of core", () => {
  it.live("have the columns of the definitions in SQL, with their types", () =>
    Effect.gen(function* () {
      const all = yield* columns
      for (const table of tables) {
        const stored = all.filter((column) => column.table === table.name)
        const declared = Object.entries(Table.columnsOf(table)).filter(
          ([name]) => elsewhere[table.name]?.includes(name) !== true
        )
        for (const [name, { isNullable, type }] of declared) {
          const column = stored.find((other) => other.name === name)
          assert.include(sqlTypes[type], column?.type ?? "no column", `${table.name}.${name}`)
          assert.strictEqual(column?.nullable, isNullable ? "YES" : "NO", `${table.name}.${name}`)
        }
        const names = new Set([
          ...declared.map(([name]) => name),
          ...ownOfMoved(table.name),
          ...(own[table.name] ?? [])
        ])
        assert.deepStrictEqual(stored.map(({ name }) => name).toSorted(), [...names].toSorted())
      }
    }).pipe(Effect.provide(layerStorage))
  )

  it("have different names", () => {
    assert.strictEqual(new Set(tables.map(({ name }) => name)).size, tables.length)
  })
})
