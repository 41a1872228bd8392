/**
 * Completes the lockfiles of the project and of `clients`: `npm run lockfile`, after `npm install`. With an existing
 * `node_modules`, npm may write entries without `integrity`, and omits builds for other platforms. This script resolves
 * those entries again, from the registry only. Complete entries stay unchanged.
 */
import { execFileSync } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

interface Entry {
  readonly version?: string
  readonly integrity?: string
  readonly optionalDependencies?: Readonly<Record<string, string>>
}
interface Lockfile {
  readonly packages: Readonly<Record<string, Entry>>
}

/**
 * Whether an entry is a package of the registry. Packages of this workspace have no `integrity`, and nor have links to
 * them.
 */
const isInstalled = (path: string) => path.includes("node_modules/") && !path.startsWith("node_modules/@mailroom/")

/**
 * The missing parts of a lockfile: the `integrity` of an entry, or a build for another platform that an entry requires.
 */
export const missing = ({ packages }: Lockfile): ReadonlyArray<string> =>
  Object.entries(packages).flatMap(([path, { integrity, optionalDependencies = {} }]) => [
    ...(isInstalled(path) && integrity === undefined ? [`integrity of ${path}`] : []),
    ...Object.entries(optionalDependencies)
      .filter(([name, wanted]) => {
        const found = packages[`${path}/node_modules/${name}`] ?? packages[`node_modules/${name}`]
        // Builds for other platforms have pinned versions. A hoisted build may have a different version.
        return found === undefined || (/^\d/u.test(wanted) && found.version !== wanted)
      })
      .map(([name]) => `${name}, of ${path}`)
  ])

/** The lockfile without the entries that lack `integrity`. npm resolves those again. */
const complete = (lockfile: Lockfile): Lockfile => ({
  ...lockfile,
  packages: Object.fromEntries(
    Object.entries(lockfile.packages).filter(([path, { integrity }]) => !isInstalled(path) || integrity !== undefined)
  )
})

/** Completes the lockfile in a folder, and returns its remaining gaps. */
const completeIn = (root: string): ReadonlyArray<string> => {
  const read = (): Lockfile => JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"))
  const { workspaces = [] }: { workspaces?: ReadonlyArray<string> } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8")
  )
  const directory = mkdtempSync(join(tmpdir(), "mailroom-lockfile-"))
  try {
    for (const folder of [".", ...workspaces]) {
      cpSync(join(root, folder, "package.json"), join(directory, folder, "package.json"))
    }
    const lockfile = join(directory, "package-lock.json")
    writeFileSync(lockfile, JSON.stringify(complete(read())))
    const options = ["--package-lock-only", "--ignore-scripts", "--omit-lockfile-registry-resolved", "--no-audit"]
    execFileSync("npm", ["install", ...options], { cwd: directory, stdio: "inherit" })
    cpSync(lockfile, join(root, "package-lock.json"))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
  return missing(read())
}

if (import.meta.main) {
  const lacking = ["..", "../clients"].flatMap((folder) => completeIn(join(import.meta.dirname, folder)))
  if (lacking.length > 0) {
    console.error(`The registry does not have everything; choose other versions:\n${lacking.join("\n")}`)
    process.exitCode = 1
  }
}
