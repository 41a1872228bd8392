/** The console as files, which `@mailroom/http` serves. */
import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

/** A file of the page. Its content never changes: the name contains a hash of it. */
export interface ConsoleFile {
  /** The last segment of the path, such as `index-Bx3kQ9.js`. */
  readonly name: string
  readonly contentType: string
  readonly bytes: Uint8Array
  /** The same bytes, compressed by Brotli. */
  readonly br: Uint8Array
}

/** The console. */
export interface Console {
  /** The page. It refers to its files as `console/{name}`. */
  readonly html: string
  /** The page in which the HTML of a mail is shown. */
  readonly mail: string
  readonly files: ReadonlyArray<ConsoleFile>
}

/** The list of the files in a folder that was built. */
interface Manifest {
  readonly files: ReadonlyArray<Pick<ConsoleFile, "contentType" | "name">>
}

// Bundlers would look for files that are named as `new URL(…, import.meta.url)`.
const here = dirname(fileURLToPath(import.meta.url))

/** The folder that is published. It does not exist in a checkout, unless the package was packed there. */
const built = join(here, "../dist/assets")
const isPublished = import.meta.url.endsWith(".js")

/** Builds the page if its files have changed since. Returns the folder. */
const fromSource = async (): Promise<string> => {
  const builder = join(here, "../build.ts")
  if (!existsSync(builder)) throw new Error(`The console is incomplete: ${built} is missing`)
  const { buildCached }: { readonly buildCached: () => Promise<string> } = await import(
    /* webpackIgnore: true */ /* turbopackIgnore: true */ pathToFileURL(builder).href
  )
  return await buildCached()
}

/** Loads the console: from this package, or from a checkout, where the first call builds it. */
export const load = async (): Promise<Console> => {
  const folder = isPublished && existsSync(built) ? built : await fromSource()
  const read = (name: string) => readFile(`${folder}/${name}`)
  const [html, mail, manifest] = await Promise.all(
    ["index.html", "mail.html", "manifest.json"].map(async (name) => (await read(name)).toString())
  )
  const { files }: Manifest = JSON.parse(manifest ?? "")
  return {
    html: html ?? "",
    mail: mail ?? "",
    files: await Promise.all(
      files.map(async ({ contentType, name }) => {
        const [bytes, br] = await Promise.all([read(name), read(`${name}.br`)])
        return { name, contentType, bytes, br }
      })
    )
  }
}
