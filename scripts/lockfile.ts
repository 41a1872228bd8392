/**
 * Completes the lockfiles of the project and of `clients`: `npm run lockfile`, after `npm install`. From an existing
 * `node_modules`, npm may write entries without `integrity`, and leaves out builds for other machines. Here it resolves
 * those entries again, from the registry alone; complete entries stay as they are.
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

/** A package of the registry, not of this workspace. A link to a package of the workspace has no `integrity` either. */
const isInstalled = (path: string) => path.includes("node_modules/") && !path.startsWith("node_modules/@mailroom/")

/** What the lockfile lacks: the `integrity` of an entry, or a build for another machine that an entry names. */
export const missing = ({ packages }: Lockfile): ReadonlyArray<string> =>
  Object.entries(packages).flatMap(([path, { integrity, optionalDependencies = {} }]) => [
    ...(isInstalled(path) && integrity === undefined ? [`integrity of ${path}`] : []),
    ...Object.entries(optionalDependencies)
      .filter(([name, wanted]) => {
        const found = packages[`${path}/node_modules/${name}`] ?? packages[`node_modules/${name}`]
        // Builds for other machines are pinned: a hoisted one may be of another release.
        return found === undefined || (/^\d/u.test(wanted) && found.version !== wanted)
      })
      .map(([name]) => `${name}, of ${path}`)
  ])

/** The lockfile without entries that lack `integrity`: npm resolves those again. */
const complete = (lockfile: Lockfile): Lockfile => ({
  ...lockfile,
  packages: Object.fromEntries(
    Object.entries(lockfile.packages).filter(([path, { integrity }]) => !isInstalled(path) || integrity !== undefined)
  )
})

/** Completes the lockfile of a folder, and returns what it still lacks. */
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
