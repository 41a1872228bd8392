import { assert, describe, it } from "@effect/vitest"
import { Arrival, MovedRows, Moving, type OrganizationId, Organizations, Tags, CurrentOrganization, Leads, Campaigns } from "@mailroom/core"
import { Effect, Option, Stream } from "effect"
import { appendFile, readFile, truncate, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as HouseFile from "../src/moving/HouseFile.ts"
import { type Env, database, folder, mailroom } from "./Harness.ts"
import { answers, demo, exported, imported, inMemory, inPostgres, linesOf, rowsOf } from "./MovingHarness.ts"

const kindsOf = (rows: ReadonlyArray<MovedRows.MovedItem>) => new Set(rows.map(({ kind }) => kind))

describe("moving", () => {
  it.effect("an organization moves from memory to Postgres and back, row by row", () =>
    Effect.gen(function* () {
      const directory = yield* folder
      const path = (name: string) => join(directory, name)
      const there = path("there.ndjson.gz")
      const before = yield* inMemory(
        Effect.gen(function* () {
          const id = yield* demo
          yield* exported(id, there)
          return yield* answers(id)
        })
      )
      const [id, onPostgres] = yield* inPostgres(
        Effect.gen(function* () {
          const id = yield* imported(there)
          yield* exported(id, path("back.ndjson"))
          return [id, yield* answers(id)] as const
        })
      )
      const inMemoryAgain = yield* inMemory(
        Effect.gen(function* () {
          assert.strictEqual(yield* imported(path("back.ndjson")), id)
          yield* exported(id, path("again.ndjson"))
          return yield* answers(id)
        })
      )
      const rows = yield* rowsOf(there)
      const missing = ["bytes", ...MovedRows.movedKinds].filter((kind) => !kindsOf(rows).has(kind as "bytes"))
      assert.deepStrictEqual(missing, [])
      assert.deepStrictEqual(yield* rowsOf(path("back.ndjson")), rows.map(Arrival.arrived))
      assert.deepStrictEqual(yield* rowsOf(path("again.ndjson")), rows.map(Arrival.arrived))
      assert.deepStrictEqual(inMemoryAgain, onPostgres)
      const { campaigns, integrations, ...others } = onPostgres
      const { campaigns: campaignsBefore, integrations: integrationsBefore, ...othersBefore } = before
      assert.deepStrictEqual(others, othersBefore)
      assert.deepStrictEqual(
        campaigns.data.map(({ status, status_reason }) => ({ status, status_reason })),
        campaignsBefore.data.map(({ status, status_reason }) =>
          status === "active" ? { status: "paused", status_reason: "moved" } : { status, status_reason }
        )
      )
      assert.deepStrictEqual(
        integrations.data,
        integrationsBefore.data.map((row) => ({ ...row, enabled: false, status: "disabled" as const }))
      )
    })
  )
})
