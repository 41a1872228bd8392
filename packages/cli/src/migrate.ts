/** `mailroom migrate`: the schema that this release needs. */
import { Migrations } from "@mailroom/postgres"
import { Effect } from "effect"
import { Command } from "effect/cli"
import * as Flags from "./Flags.ts"
import { printResult } from "./Output.ts"
import * as Storage from "./Storage.ts"

export const migrate = Command.make(
  "migrate",
  { data: Storage.dataFlag, json: Flags.json },
  Effect.fn(function* ({ json }) {
    const applied = yield* Effect.mapError(Migrations.run, Storage.toFailure)
    const lines = applied.map(([id, name]) => `${String(id).padStart(4, "0")} ${name}`)
    const value = applied.map(([id, name]) => ({ id, name }))
    yield* printResult(json, value, () => (lines.length === 0 ? "Up to date" : lines.join("\n")))
  })
).pipe(
  Command.withDescription(
    "Apply the migrations that the database lacks, each in a transaction, then build indexes and fill columns; print " +
      "the migrations. Running servers may stay up. After a failure, run it again: it goes on where it ended. The " +
      "embedded database is migrated whenever it is opened."
  ),
  Command.withShortDescription("Bring the database's schema up to date"),
  Command.withExamples([{ command: "DATABASE_URL=postgres://… mailroom migrate" }]),
  Command.provide((options) => Storage.layerClient({ ...options, makeFolder: true }))
)
