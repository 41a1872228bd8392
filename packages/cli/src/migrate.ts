/** `mailroom migrate`: the schema that this release needs. */
import { Migrations } from "@mailroom/postgres"
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { Usage } from "./Failure.ts"
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
  )
}

const printed = (statements: ReadonlyArray<string>) => statements.map((statement) => `${statement};`)

/** What was done or would be, as SQL. */
const show = ({ afterwards, transaction }: Effect.Success<typeof Migrations.planDistribution>) => {
  if (transaction.length + afterwards.length === 0) return Console.log("Distributed")
  return Console.log(["BEGIN;", ...printed(transaction), "COMMIT;", ...printed(afterwards)].join("\n"))
}

export const migrate = Command.make(
  "migrate",
  flags,
  Effect.fn(function* ({ distribute, dryRun }) {
    if (dryRun) {
      if (!distribute) return yield* new Usage({ message: "--dry-run needs --distribute" })
      return yield* show(yield* Effect.mapError(Migrations.planDistribution, Storage.toFailure))
    }
    const applied = yield* Effect.mapError(Migrations.run, Storage.toFailure)
    const lines = applied.map(([id, name]) => `${String(id).padStart(4, "0")} ${name}`)
    yield* Console.log(lines.length === 0 ? "Up to date" : lines.join("\n"))
    if (distribute) yield* show(yield* Effect.mapError(Migrations.distribute, Storage.toFailure))
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
  Command.provide((options) => Storage.layerClient({ ...options, makeFolder: true }))
)
