import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { others, tables } from "../src/internal/moving/tables.ts"
import { layerStorage } from "./Server.ts"

describe("Moving an organization", () => {
  // `Tables.test.ts` compares their columns.
  it.live("covers every table with rows of organizations, or says why not", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const stored = yield* sql<{ readonly name: string }>`
        SELECT table_name AS name FROM information_schema.columns
        WHERE table_schema = 'mailroom' AND column_name = 'organization_id'`
      const names = new Set([...Object.values(tables).map(({ name }) => name), ...Object.keys(others)])
      assert.deepStrictEqual(
        stored.map(({ name }) => name).filter((name) => !names.has(name)),
        []
      )
    }).pipe(Effect.provide(layerStorage))
  )
})
