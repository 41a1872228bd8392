/**
 * Bundles programs. To find, read and compile a thousand files takes Node longer than all else that it does at its
 * start.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type OutputChunk, type Plugin, rolldown } from "rolldown"

export interface Options {
  /** The files of programs, by their names in the bundle. */
  readonly input: Readonly<Record<string, string>>
  /** Packages that stay outside. */
  readonly external?: RegExp
  /** Other code of modules, by their path. */
  readonly replaced?: Readonly<Record<string, string>>
  /** Where the bundle is written; everything else in there is removed. */
  readonly folder: string
}

/** A language that the bundlers of apps can parse: not all of them know `using` (ES2026). */
const transform = { target: "es2024" }
const resolve = { conditionNames: ["mailroom-source", "node", "import", "default"] }

/** A program with all that it needs as one text, which a `Worker` can evaluate. */
export const bundledText = async (input: string) => {
  const build = await rolldown({ input, platform: "node", resolve, transform })
  const { output } = await build.generate({
    format: "cjs",
    codeSplitting: false,
    comments: { annotation: false, jsdoc: false, legal: false }
  })
  await build.close()
  return output[0].code
}

/** `(yield* sql)` and `(await sql)` in front of a template. */
const yieldedTag = /\((?:await|yield)\b[^;`]*\)`/u

/**
 * Replaces modules, and keeps a variable `sql` in front of its template: Rolldown puts what is used once in its place, and SWC,
 * which compiles the bundle again for Next, then leaves out the parentheses of `(yield* sql)`.
 */
const rewriting = (replaced: Readonly<Record<string, string>>): Plugin => ({
  name: "rewriting",
  load: (id) => replaced[id],
  transform: (code) => ({ code: code.replaceAll(/\bconst sql = (?=yield\*)/gu, "let sql; sql = "), map: null }),
  renderChunk: (code, { name }) => {
    const [found] = yieldedTag.exec(code) ?? []
    if (found !== undefined) throw new Error(`SWC would break ${name}: ${found}`)
    return null
  }
})

/** Writes programs with all that they need. */
export const bundle = async ({ external = /^$/u, folder, input, replaced = {} }: Options): Promise<void> => {
  const build = await rolldown({
    input,
    external,
    platform: "node",
    resolve,
    transform,
    plugins: [rewriting(replaced)]
  })
  const { output } = await build.write({
    dir: folder,
    cleanDir: true,
    // Comments are a quarter of the text. Names stay, so that stack traces can be read; the maps say in which file.
    comments: { annotation: false, jsdoc: false },
    sourcemap: true,
    sourcemapExcludeSources: true
  })
  await build.close()
  writeFileSync(join(folder, "LICENSES.txt"), licenses(output.filter((file) => file.type === "chunk")))
}

/** The licenses of the packages of others in the chunks, which must go with each copy of their code. */
const licenses = (chunks: ReadonlyArray<OutputChunk>): string => {
  const files = chunks.flatMap(({ moduleIds }) => moduleIds)
  const folders = new Set(files.flatMap((file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(file) ?? []))
  return [...folders]
    .sort()
    .map(licenseOf)
    .join(`\n${"-".repeat(80)}\n\n`)
}

const licenseOf = (folder: string): string => {
  const [file] = globSync("LICEN[CS]E*", { cwd: folder })
  if (file === undefined) throw new Error(`${folder} has no license`)
  const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`
}
