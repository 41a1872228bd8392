/** The licenses of all packages that the published ones install, or have in their bundles. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

export interface Dependency {
  readonly name: string
  readonly version: string
  /** An SPDX expression; empty if the package names none. */
  readonly license: string
  /** The published packages that install or contain it. */
  readonly of: ReadonlyArray<string>
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
}
interface Entry {
  readonly version?: string
  readonly license?: string
  readonly link?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, unknown>>
}

/** The names and versions of the packages in a bundle, from its file with the texts of their licenses. */
export const bundledIn = (licenses: string): ReadonlyArray<string> =>
  licenses.split(`\n${"-".repeat(80)}\n\n`).flatMap((text) => text.split("\n", 1))

/** The entry that Node finds for a name from the folder of another entry. */
const resolve = (packages: Readonly<Record<string, Entry>>, from: string, name: string): string | undefined => {
  for (
    let folder = from;
    ;
    folder = folder.replace(/(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$|^packages\/[^/]+$/u, "")
  ) {
    const path = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`
    if (path in packages) return path
    if (folder === "") return undefined
  }
}

/** The dependencies of the packages of a checkout whose bundles are built, by name. */
export const dependencies = (root: string): ReadonlyArray<Dependency> => {
  const { packages }: { packages: Readonly<Record<string, Entry>> } = JSON.parse(
    readFileSync(join(root, "package-lock.json"), "utf8")
  )
  const found = new Map<string, { license: string; of: Set<string> }>()
  const add = (id: string, license: string, owner: string) => {
    const dependency = found.get(id) ?? { license, of: new Set() }
    found.set(id, dependency)
    dependency.of.add(owner)
  }
  for (const file of globSync("packages/*/package.json", { cwd: root }).sort()) {
    const owner: Manifest = JSON.parse(readFileSync(join(root, file), "utf8"))
    const seen = new Set<string>()
    const visit = (path: string) => {
      if (seen.has(path)) return
      seen.add(path)
      const entry = packages[path] ?? {}
      const { dependencies, license = "", optionalDependencies, peerDependencies = {}, version = "" } = entry
      if (path.includes("node_modules/"))
        add(`${path.slice(path.lastIndexOf("node_modules/") + 13)} ${version}`, license, owner.name)
      const peers = Object.keys(peerDependencies).filter((name) => !(name in (entry.peerDependenciesMeta ?? {})))
      for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
        if (name.startsWith("@mailroom/")) visit(`packages/${name.slice("@mailroom/".length)}`)
        else {
          const next = resolve(packages, path, name)
          if (next !== undefined) visit(next)
        }
      }
    }
    visit(file.slice(0, file.lastIndexOf("/")))
    for (const licenses of globSync("dist/**/LICENSES.txt", { cwd: join(root, file, "..") })) {
      for (const id of bundledIn(readFileSync(join(root, file, "..", licenses), "utf8"))) {
        const name = id.slice(0, id.lastIndexOf(" "))
        const version = id.slice(name.length + 1)
        const [, entry] = Object.entries(packages).find(
          ([path, entry]) => path.endsWith(`node_modules/${name}`) && entry.version === version
        ) ?? ["", undefined]
        add(id, entry?.license ?? "", owner.name)
      }
    }
  }
  return [...found]
    .map(([id, { license, of }]) => {
      const name = id.slice(0, id.lastIndexOf(" "))
      return { name, version: id.slice(name.length + 1), license, of: [...of] }
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** The list as a page. */
export const page = (list: ReadonlyArray<Dependency>): string =>
  [
    "# Dependencies and their licenses",
    "",
    "| package | version | license | of |",
    "|---|---|---|---|",
    ...list.map(
      ({ license, name, of, version }) => `| ${name} | ${version} | ${license || "none"} | ${of.join(", ")} |`
    ),
    ""
  ].join("\n")
