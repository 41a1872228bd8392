/**
 * Writes the documentation that is generated from the code: `npm run reference`. `test/reference.test.ts` checks it.
 */
import { sampleOf } from "@mailroom/core"
import { Migrations } from "@mailroom/postgres"
import { Embedded } from "@mailroom/postgres/embedded"
import { Effect } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { variables } from "../packages/cli/src/Environment.ts"
import { budgets } from "./reference/Budgets.ts"
import { commandLine } from "./reference/CommandLine.ts"
import { allTypes, methods } from "./reference/InProcess.ts"
import { replaced, table } from "./reference/Markdown.ts"
import { createMailroomOptions } from "./reference/Options.ts"
import { roles } from "./reference/Roles.ts"
import { schema } from "./reference/Schema.ts"
import { where } from "./reference/Where.ts"

const root = join(import.meta.dirname, "..")
const page = (name: string) => readFileSync(join(root, "docs", name), "utf8")

/** Each generated file that needs no database, by its path from the root. */
export const files = Effect.gen(function* () {
  const rows = Object.entries(variables).map(([name, { description }]) => [`\`${name}\``, description])
  return {
    "docs/cli.md": replaced(page("cli.md"), "commands", yield* commandLine),
    "docs/configuration.md": replaced(
      replaced(page("configuration.md"), "variables", table(["variable", "what it is"], rows)),
      "options",
      createMailroomOptions
    ),
    "docs/in-process.md": replaced(replaced(page("in-process.md"), "methods", methods()), "types", allTypes()),
    "docs/limits.md": replaced(page("limits.md"), "budgets", budgets()),
    "docs/internals/where.md": where(),
    "docs/teams.md": replaced(page("teams.md"), "roles", roles()),
    "docs/notifications.md": replaced(
      page("notifications.md"),
      "payload",
      `\`\`\`json test/webhooks.test.ts\n${JSON.stringify(sampleOf("replied"), null, 2)}\n\`\`\``
    )
  }
})

export const schemaFile = "packages/postgres/schema.sql"

const main = Effect.gen(function* () {
  const all = { ...(yield* files), [schemaFile]: yield* Effect.andThen(Migrations.run, schema) }
  for (const [file, text] of Object.entries(all)) writeFileSync(join(root, file), text)
})

if (import.meta.main) await Effect.runPromise(main.pipe(Effect.provide(Embedded.layer()), Effect.scoped))
