/** Bundles the page of `docs/` into `src/openapi/DocsAssets.ts`: `npm run page`. A test compares it with the code. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { rolldown } from "rolldown"

const file = join(import.meta.dirname, "src/openapi/DocsAssets.ts")

/** The module that the page is served from: its script and its styles, as strings. */
export const assets = async (): Promise<string> => {
  const bundle = await rolldown({ input: join(import.meta.dirname, "docs/main.ts"), platform: "browser" })
  const { output } = await bundle.generate({ format: "iife", minify: true })
  const read = (name: string) => readFileSync(join(import.meta.dirname, "docs", name), "utf8")
  const style = `${read("base.css")}${read("style.css")}`.replaceAll(/\s+/gu, " ")
  const constant = (name: string, text: string) => `export const ${name}: string =\n  ${JSON.stringify(text)}\n`
  return `// Made by \`npm run page\` from ../../docs: do not change it here.\n${constant("script", output[0].code)}${constant("style", style)}`
}

if (import.meta.main) writeFileSync(file, await assets())
