/**
 * Bundles the command with all that it needs into `dist/bundle`: `npm run build`, and before it is packed. Node needs more
 * time to find and load a thousand files than for all else that it does at the start.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type OutputChunk, rolldown } from "rolldown"

const packages = join(import.meta.dirname, "..")

/** Writes `bin.js` and what it loads into a folder, from which everything else is removed. */
export const bundle = async (folder: string): Promise<void> => {
  const build = await rolldown({
    input: {
      bin: join(packages, "cli/src/bin.ts"),
      // What threads run: files beside the code that starts the threads.
      MailThread: join(packages, "mime/src/MailThread.ts"),
      databaseThread: join(packages, "postgres/src/internal/databaseThread.ts")
    },
    platform: "node",
    resolve: { conditionNames: ["mailroom-source", "node", "import", "default"] },
    // It loads a database that lies beside its code.
    external: /^@electric-sql\/pglite/u
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

if (import.meta.main) await bundle(join(import.meta.dirname, "dist/bundle"))
