/** A browser from the npm registry, with the libraries and the font that it needs. */
import sparticuz, { inflate, setupLambdaEnvironment } from "@sparticuz/chromium"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Browser, chromium } from "playwright-core"

const root = join(import.meta.dirname, "../..")
const cache = join(root, "node_modules/.cache/chromium")
const packed = join(root, "node_modules/@sparticuz/chromium")
const { version }: { version: string } = JSON.parse(readFileSync(join(packed, "package.json"), "utf8"))

/** Unpacks the browser on the first run, 200 MB. Returns the folder, which is complete when it exists. */
const unpack = async () => {
  const folder = join(cache, version)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const partial = mkdtempSync(join(cache, "partial-"))
  const { TMPDIR } = process.env
  try {
    // The package unpacks to the temporary folder, even over existing files.
    process.env["TMPDIR"] = partial
    await sparticuz.executablePath()
    await inflate(join(packed, "bin/al2023.tar.br"))
  } finally {
    if (TMPDIR === undefined) delete process.env["TMPDIR"]
    else process.env["TMPDIR"] = TMPDIR
  }
  // Without a font the browser crashes; the packed configuration looks for it in /tmp.
  const fonts = `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts/cache</cachedir></fontconfig>`
  writeFileSync(join(partial, "fonts/fonts.conf"), fonts)
  try {
    renameSync(partial, folder)
  } catch (error) {
    // Another worker was faster.
    if (!existsSync(folder)) throw error
    rmSync(partial, { recursive: true })
  }
  return folder
}

/**
 * Starts the browser, or the program that `MAILROOM_BROWSER` names. It gets our arguments: the package's arguments
 * disable web security, which the tests check.
 */
export const launch = async (): Promise<Browser> => {
  // A process of root cannot use the sandbox. The zygote stays: pages start sooner as its forks.
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : []
  const { MAILROOM_BROWSER } = process.env
  if (MAILROOM_BROWSER !== undefined) return await chromium.launch({ executablePath: MAILROOM_BROWSER, args })
  const folder = await unpack()
  process.env["FONTCONFIG_PATH"] = join(folder, "fonts")
  setupLambdaEnvironment(join(folder, "al2023/lib"))
  return await chromium.launch({ executablePath: join(folder, "chromium"), args })
}
