/** Generated files are up to date. After a change run `npm run reference`. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { globSync } from "node:fs"
import { join } from "node:path"
import { layerDatabase } from "../packages/postgres/test/Server.ts"
import { lists } from "../scripts/lists.ts"
import { files, schemaFile } from "../scripts/reference.ts"
import { schema } from "../scripts/reference/Schema.ts"
import { files as listed, firstSentence } from "../scripts/reference/Where.ts"
import { variables } from "../packages/cli/src/Environment.ts"
import { read } from "./Documents.ts"

describe("generated files", () => {
  it.effect("the reference of the command line and of the configuration", () =>
    Effect.gen(function* () {
      for (const [file, text] of Object.entries(yield* files)) assert.strictEqual(read(file), text, file)
    })
  )

  it("the list of files, each of which says what it is", () => {
    assert.isAbove(listed.length, 500)
    for (const file of listed) assert.isNotEmpty(firstSentence(file, read(file)), file)
  })

  it("the lists that repeat folders", () => {
    for (const [file, text] of Object.entries(lists)) assert.strictEqual(read(file), text, file)
  })

  it.effect("the schema", () =>
    Effect.gen(function* () {
      assert.strictEqual(read(schemaFile), yield* schema)
    }).pipe(Effect.provide(layerDatabase))
  )
})

describe("the environment", () => {
  it("is read only as the documentation says", () => {
    const root = join(import.meta.dirname, "..")
    const sources = globSync("packages/*/src/**/*.ts", { cwd: root })
    const names = sources.flatMap((file) =>
      [...read(file).matchAll(/\bConfig\.\w+\((?:\[[^\]]*\],)?\s*"(\w+)"|\bprocess\.env(?:\.|\[")(\w+)/gu)].map(
        ([, config, env]) => [config ?? env, file]
      )
    )
    // The command of another package: docs/mcp.md.
    const isOfMcp = ([, file = ""]: ReadonlyArray<string | undefined>) => file.startsWith("packages/mcp/")
    assert.deepStrictEqual(names.filter(isOfMcp), [["MAILROOM_API_KEY", "packages/mcp/src/bin.ts"]])
    assert.deepStrictEqual(
      names.filter((name) => !isOfMcp(name)),
      Object.keys(variables).map((name) => [name, "packages/cli/src/Environment.ts"])
    )
  })
})
