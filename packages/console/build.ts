/**
 * Builds the page: `npm run build`, before the package is packed, and in a checkout on the first request. What has not
 * changed is not built again. Nothing that is built is committed.
 */
import { createHash, randomUUID } from "node:crypto"
import { existsSync, globSync, readFileSync } from "node:fs"
import { cp, mkdir, rename, rm, writeFile } from "node:fs/promises"
import { extname, join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants } from "node:zlib"
import { build } from "vite"
import config from "./vite.config.ts"
import { licenses } from "../../scripts/licenses.ts"

const root = join(import.meta.dirname, "../..")
const compress = promisify(brotliCompress)

const contentTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml"
}

const brotli = (bytes: Uint8Array) =>
  compress(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  })

/** Builds for production, also in a test: there Vite would choose the larger code for development. */
const buildForProduction = async () => {
  const { NODE_ENV } = process.env
  process.env["NODE_ENV"] = "production"
  try {
    return await build({
      ...config,
      configFile: false,
      logLevel: "warn",
      build: { ...config.build, write: false }
    })
  } finally {
    if (NODE_ENV === undefined) delete process.env["NODE_ENV"]
    else process.env["NODE_ENV"] = NODE_ENV
  }
}

/** Writes the page, its files and their compressed copies into a folder, which is emptied before. */
export const buildPage = async (folder: string): Promise<void> => {
  const output = await buildForProduction()
  if (Array.isArray(output) || !("output" in output)) throw new Error("Vite has built several pages")
  const outputs = output.output.map((file) => ({
    name: file.fileName,
    bytes: Buffer.from(file.type === "chunk" ? file.code : file.source)
  }))
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const write = (name: string, content: string | Uint8Array) => writeFile(join(folder, name), content)
  const files = await Promise.all(
    outputs
      .filter(({ name }) => name.startsWith("console/"))
      .map(async ({ bytes, name: path }) => {
        const name = path.slice("console/".length)
        const contentType = contentTypes[extname(name)]
        if (contentType === undefined) throw new Error(`${name} has an unknown type`)
        await write(name, bytes)
        await write(`${name}.br`, await brotli(bytes))
        return { name, contentType }
      })
  )
  const html = outputs.find(({ name }) => name === "index.html")
  await write("index.html", html?.bytes ?? "")
  await write("mail.html", readFileSync(join(import.meta.dirname, "page/mail.html")))
  await write("manifest.json", JSON.stringify({ files }, undefined, 2))
  await write("LICENSES.txt", licenses(output.output.filter((file) => file.type === "chunk")))
}

/** A hash of everything from which the page is made. */
const sourceHash = (): string => {
  const hash = createHash("sha256")
  const sources = [
    "package-lock.json",
    "scripts/licenses.ts",
    ...globSync(
      ["packages/console/{*.ts,package.json}", "packages/console/page/**/*.*", "packages/{client,mail}/src/**/*.ts"],
      {
        cwd: root
      }
    ).sort()
  ]
  for (const file of sources) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest("hex").slice(0, 16)
}

/** Builds the page into a folder that is named by a hash of its sources, unless this folder exists. Returns the folder. */
export const buildCached = async (): Promise<string> => {
  const folder = join(root, "node_modules/.cache/console", sourceHash())
  if (existsSync(folder)) return folder
  // Several processes may build at the same time.
  const partial = `${folder}-${randomUUID()}`
  await buildPage(partial)
  await rename(partial, folder).catch(async (error: unknown) => {
    await rm(partial, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  })
  return folder
}

if (import.meta.main) {
  const folder = join(import.meta.dirname, "dist/assets")
  await rm(folder, { recursive: true, force: true })
  await cp(await buildCached(), folder, { recursive: true })
}
