/** `mailroom migrate`: creates or updates the schema for this release. */
import { Migrations } from "@mailroom/postgres"
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { Usage } from "./Failure.ts"
import * as Flags from "./Flags.ts"
import { printResult } from "./Output.ts"
import * as Storage from "./Storage.ts"

const flags = {
  data: Storage.dataFlag,
  distribute: Flag.Boolean("distribute").pipe(
    Flag.withDescription("Then distribute the tables over the workers of Citus, with their rows: see docs/growing.md"),
    Flag.withDefault(false)
  ),
  dryRun: Flag.Boolean("dry-run").pipe(
    Flag.withDescription("With --distribute: print what that would do to the migrated database, and change nothing"),
    Flag.withDefault(false)
  ),
  json: Flags.json
}

const withSemicolons = (statements: ReadonlyArray<string>) => statements.map((statement) => `${statement};`)

/** The statements of a distribution, as SQL. */
const textOfDistribution = ({ afterwards, transaction }: Effect.Success<typeof Migrations.planDistribution>) =>
  transaction.length + afterwards.length === 0
    ? "Distributed"
    : ["BEGIN;", ...withSemicolons(transaction), "COMMIT;", ...withSemicolons(afterwards)].join("\n")

/** The applied migrations, one a line: `0012 name`. */
const textOfMigrations = (applied: Effect.Success<typeof Migrations.run>) =>
  applied.length === 0 ? "Up to date" : applied.map(([id, name]) => `${String(id).padStart(4, "0")} ${name}`).join("\n")

export const migrate = Command.make(
  "migrate",
  flags,
  Effect.fn(function* ({ distribute, dryRun, json }) {
    if (dryRun && !distribute) return yield* new Usage({ message: "--dry-run needs --distribute" })
    const applied = dryRun ? [] : yield* Effect.mapError(Migrations.run, Storage.toFailure)
    const migrations = applied.map(([id, name]) => ({ id, name }))
    if (!distribute) return yield* printResult(json, { migrations }, () => textOfMigrations(applied))
    const distributing = dryRun ? Migrations.planDistribution : Migrations.distribute
    const distribution = yield* Effect.mapError(distributing, Storage.toFailure)
    const text = () => [...(dryRun ? [] : [textOfMigrations(applied)]), textOfDistribution(distribution)].join("\n")
    yield* printResult(json, { migrations, distribution }, text)
  })
).pipe(
  Command.withDescription(
    "Apply the migrations that the database lacks, each in a transaction, then build indexes and fill columns; print " +
      "the migrations. Running servers may stay up. After a failure, run it again: it goes on where it ended. The " +
      "embedded database is migrated whenever it is opened."
  ),
  Command.withShortDescription("Bring the database's schema up to date"),
  Command.withExamples([
    { command: "DATABASE_URL=postgres://… mailroom migrate" },
    { command: "DATABASE_URL=postgres://… mailroom migrate --distribute --dry-run" }
  ]),
  Command.provide((options) => Storage.layerClient(options))
)
