/**
 * Writes the lists in the code that repeat folders: `npm run reference`, and `npm run openapi`. They come before the
 * compiler, which does not accept lists without a new file. `test/reference.test.ts` checks them.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"

const root = join(import.meta.dirname, "..")
const stores = "packages/core/src/testing/stores"
const http = "packages/http/src"

const found = (pattern: string, cwd: string) => globSync(pattern, { cwd: join(root, cwd) }).toSorted()
const made = (from: string, ...lines: ReadonlyArray<string>) =>
  [`// Made by \`npm run reference\` from ${from}: do not change it here.`, ...lines, ""].join("\n")

const suites = found("*Suite.ts", stores).map((file) => `export * as ${basename(file, "Suite.ts")} from "./${file}"`)

/** The folders of the API. Other folders with handlers serve pages. */
const groups = found("*/Handlers.ts", http)
  .map((file) => dirname(file))
  .filter((folder) => readFileSync(join(root, http, folder, "Group.ts"), "utf8").includes("HttpApiGroup.make"))

/** Each list, by its path from the root. */
export const lists: Readonly<Record<string, string>> = {
  [`${stores}/index.ts`]: made(
    "the suites in this folder",
    "/**",
    " * The suites of each port. The suite with the name of a port may have the `sample` of this port for the cases of all",
    " * stores.",
    " */",
    ...suites
  ),
  [`${http}/Handlers.ts`]: made(
    "the folders beside it",
    "/** The handlers of each group of the API. */",
    'import { Layer } from "effect"',
    ...groups.map((name) => `import { operations as ${name} } from "./${name}/Handlers.ts"`),
    'import { serve } from "./pipeline/Serve.ts"',
    "",
    "export const groups = {",
    groups.map((name) => `  ${name}`).join(",\n"),
    "}",
    "",
    "export const layer = Layer.mergeAll(",
    groups.map((name) => `  serve(${name})`).join(",\n"),
    ")"
  )
}

if (import.meta.main) for (const [file, text] of Object.entries(lists)) writeFileSync(join(root, file), text)
