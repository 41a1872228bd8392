/**
 * Completes package-lock.json: `npm run lockfile`, after `npm install`. A registry that has no builds for other machines
 * leaves them out of the lock, and then `npm ci` refuses it everywhere. They are added by name and version.
 */
import { readFileSync, writeFileSync } from "node:fs"

interface Entry {
  readonly version?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly os?: ReadonlyArray<string>
  readonly cpu?: ReadonlyArray<string>
  readonly libc?: ReadonlyArray<string>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}
interface Lockfile {
  readonly packages: Readonly<Record<string, Entry>>
}

const systems = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"]
const processors = ["arm64", "arm", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "x64"]

/** The machine that a build is for, as its name says: `@oxlint/binding-linux-x64-musl`. */
const machineOf = (name: string) => {
  const parts = name.split(/[/-]/u)
  const libc = /musl/u.test(name) ? "musl" : /-gnu/u.test(name) && parts.includes("linux") ? "glibc" : undefined
  return {
    os: systems.filter((system) => parts.includes(system)),
    cpu: processors.filter((processor) => parts.includes(processor)),
    ...(libc === undefined ? {} : { libc: [libc] })
  }
}

/** Optional dependencies that the lock names but does not have: builds for other machines than the one it was made on. */
export const missing = ({ packages }: Lockfile): Readonly<Record<string, Entry>> => {
  const entries: Record<string, Entry> = {}
  for (const [path, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const machine = machineOf(name)
      if (machine.os.length === 0 || `node_modules/${name}` in packages) continue
      if (`${path}/node_modules/${name}` in packages) continue
      entries[`node_modules/${name}`] = {
        version: version.replace(/^[~^]/u, ""),
        ...(dev === true ? { dev } : {}),
        optional: true,
        ...machine
      }
    }
  }
  return entries
}

if (import.meta.main) {
  const file = new URL("../package-lock.json", import.meta.url)
  const lockfile: Lockfile = JSON.parse(readFileSync(file, "utf8"))
  const packages = { ...lockfile.packages, ...missing(lockfile) }
  const sorted = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(file, `${JSON.stringify({ ...lockfile, packages: sorted }, null, 2)}\n`)
}
