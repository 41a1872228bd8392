import { assert, describe, it } from "@effect/vitest"
import { MovedRows } from "@mailroom/core"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { omitted, others, tables } from "../src/internal/moving/tables.ts"
import { layerStorage } from "./Server.ts"

describe("Moving an organization", () => {
  it.live("covers every table with rows of organizations, and every column, or says why not", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const stored = yield* sql<{ readonly name: string; readonly columns: ReadonlyArray<string> }>`
        SELECT table_name AS name, json_agg(column_name) AS columns FROM information_schema.columns
        WHERE table_schema = 'mailroom' AND column_name <> 'organization_id' AND table_name IN (
          SELECT table_name FROM information_schema.columns
          WHERE table_schema = 'mailroom' AND column_name = 'organization_id'
        )
        GROUP BY table_name`
      const names = new Set([...Object.values(tables).map(({ name }) => name), ...Object.keys(others)])
      assert.deepStrictEqual(
        stored.map(({ name }) => name).filter((name) => !names.has(name)),
        []
      )
      // A row without values is enough to see which columns are derived.
      const row: any = { email: "a@x.test", name: "", first_name: "", last_name: "", company: "" }
      for (const [kind, { computed = {}, derived, name }] of Object.entries(tables)) {
        const made = (derived as ((row: any) => object) | undefined)?.(row) ?? {}
        const covered = [
          ...Object.keys(MovedRows.columnsOf(kind as MovedRows.MovedKind)),
          ...Object.keys(computed),
          ...Object.keys(made),
          ...(omitted[name] ?? [])
        ]
        const columns = stored.find((table) => table.name === name)?.columns ?? []
        assert.deepStrictEqual([name, covered.toSorted()], [name, columns.toSorted()])
      }
    }).pipe(Effect.provide(layerStorage))
  )
})
