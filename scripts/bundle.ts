/**
 * Bundles programs. Without a bundle, finding, reading and compiling a thousand files takes Node longer than all other
 * work at its start.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Plugin, rolldown } from "rolldown"
import { licenses } from "./licenses.ts"

export interface Options {
  /** The entry files of programs, by their names in the bundle. */
  readonly input: Readonly<Record<string, string>>
  /** Packages that are not bundled. */
  readonly external?: RegExp
  /** Replacement code of modules, by path. */
  readonly replaced?: Readonly<Record<string, string>>
  /** The folder of the bundle. All other files in it are removed. */
  readonly folder: string
}

/** A language that the bundlers of apps can parse: not all of them know `using` (ES2026). */
const transform = { target: "es2024" }
const resolve = { conditionNames: ["mailroom-source", "node", "import", "default"] }

/** A program with all its dependencies as one text, which a `Worker` can evaluate. */
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

/** The import of a package that an app may lack. */
const optionalImport = /\bimport\((?="(?:@mailroom\/console|date-holidays)"\))/gu
/** Leaves an import to Node: otherwise Turbopack and webpack fail where the package is not installed. */
const ignored = "/* webpackIgnore: true */ /* turbopackIgnore: true */"

/**
 * The address of a file of the bundle. A bundler that makes CommonJS of it leaves nothing in `import.meta`, and CommonJS has
 * `__filename`.
 */
const required = "createRequire(import.meta.url)"
const requiredAnywhere = 'createRequire(typeof __filename === "string" ? __filename : import.meta.url)'

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
  },
  generateBundle: (_, files) => {
    for (const file of Object.values(files)) {
      if (file.type !== "chunk") continue
      file.code = file.code.replaceAll(optionalImport, `import(${ignored} `).replaceAll(required, requiredAnywhere)
    }
  }
})

/** Writes programs with all their dependencies. */
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
    // Comments are a quarter of the text, so they are removed. Names are kept, so that stack traces are readable; the
    // source maps name the files.
    comments: { annotation: false, jsdoc: false },
    sourcemap: true,
    sourcemapExcludeSources: true
  })
  await build.close()
  writeFileSync(join(folder, "LICENSES.txt"), licenses(output.filter((file) => file.type === "chunk")))
}
