/**
 * Makes a release, except for its upload: `npm run release -- 0.2.0`. With `--dry-run` it leaves only the folder.
 *
 * Everything happens in a clone of the last commit: a failure changes nothing here. At the end the commit and the tag of
 * the release are fetched from the clone. The packed packages and what is to be read before the upload are in
 * `release/<version>`.
 */
import { execFileSync } from "node:child_process"
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { type Changes, compareDocuments, compareReports, page as changesPage } from "./release/ApiChanges.ts"
import { cut } from "./release/Changelog.ts"
import { isAllowed } from "./licenses.ts"
import { dependencies, page as licensesPage } from "./release/Licenses.ts"
import { faultsOf } from "./release/Tarballs.ts"
import { mayBreak, setVersion, wrongVersion } from "./release/Versions.ts"

const root = join(import.meta.dirname, "..")

class Refused extends Error {}
const refuse = (message: string): never => {
  throw new Refused(message)
}

const run = (cwd: string, command: string, ...args: ReadonlyArray<string>) =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1e9 })
const git = (cwd: string, ...args: ReadonlyArray<string>) => run(cwd, "git", ...args).trim()
const step = (text: string) => console.log(`- ${text}`)

/** A clone of the last commit, with the installed packages of this checkout and its own packages. */
const cloned = (folder: string) => {
  git(root, "clone", "--quiet", "--no-hardlinks", root, folder)
  // The identity of the commit is the one of this checkout.
  for (const name of ["user.name", "user.email"]) git(folder, "config", name, git(root, "config", name))
  // Each folder of packages is a link, except the packages of this workspace and the places of programs and caches.
  const link = (modules: string) => {
    mkdirSync(join(folder, modules))
    for (const name of readdirSync(join(root, modules))) {
      if (name === ".cache" || name === "@mailroom") continue
      symlinkSync(join(root, modules, name), join(folder, modules, name))
    }
  }
  for (const modules of ["node_modules", ...globSync("packages/*/node_modules", { cwd: root })]) link(modules)
  mkdirSync(join(folder, "node_modules/@mailroom"))
  for (const path of globSync("packages/*", { cwd: folder })) {
    symlinkSync(join("../..", path), join(folder, "node_modules/@mailroom", path.slice("packages/".length)))
  }
}

/** The differences to the release of a tag. */
const changesSince = (folder: string, tag: string): Changes => {
  const then = (file: string) => git(folder, "show", `${tag}:${file}`)
  const now = (file: string) => readFileSync(join(folder, file), "utf8").trim()
  const document = "packages/http/openapi.json"
  const reports = git(folder, "ls-tree", "-r", "--name-only", tag, "packages")
    .split("\n")
    .filter((file) => file.endsWith("/api.md"))
    .map((file) => compareReports(file.split("/")[1] ?? "", then(file), now(file)))
  const all = [...reports, compareDocuments(JSON.parse(then(document)), JSON.parse(now(document)))]
  return { breaking: all.flatMap(({ breaking }) => breaking), added: all.flatMap(({ added }) => added) }
}

const pack = async (folder: string, target: string) => {
  const packages = globSync("packages/*/package.json", { cwd: folder }).map(
    (file) => `./${file.slice(0, -"/package.json".length)}`
  )
  run(folder, "npm", "pack", ...packages, "--pack-destination", target, "--loglevel=error")
  const tarballs = globSync("*.tgz", { cwd: target }).sort()
  if (tarballs.length !== packages.length) refuse(`${packages.length} packages, but ${tarballs.length} tarballs`)
  const faults: Array<string> = []
  for (const tarball of tarballs) {
    const found = await faultsOf(readFileSync(join(target, tarball)))
    faults.push(...found.map((fault) => `${tarball}: ${fault}`))
  }
  if (faults.length > 0) refuse(`The packed packages have faults:\n${faults.join("\n")}`)
  return tarballs
}

const main = async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { "dry-run": { type: "boolean", default: false } }
  })
  const isDry = values["dry-run"]
  const { version: previous }: { version: string } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const [version = ""] = positionals
  const tags = git(root, "tag", "--list", "v*", "--sort=-creatordate", "--merged")
    .split("\n")
    .filter((tag) => tag !== "")
  const wrong = wrongVersion(version, previous, tags.length === 0)
  if (wrong !== undefined) refuse(wrong)
  if (git(root, "status", "--porcelain") !== "") refuse("There are changes that are not committed: git status")
  if (tags.includes(`v${version}`)) refuse(`There is a tag v${version} already`)

  const temporary = mkdtempSync(join(tmpdir(), "mailroom-release-"))
  const [clone, built] = [join(temporary, "clone"), join(temporary, "release")]
  mkdirSync(built)
  try {
    cloned(clone)
    step(`version ${previous} → ${version}`)
    setVersion(clone, previous, version)
    const lockfile = join(clone, "package-lock.json")
    const lock = JSON.parse(readFileSync(lockfile, "utf8"))
    for (const [path, entry] of Object.entries<any>(lock.packages)) {
      if (path.includes("node_modules/")) continue
      if (entry.version === previous) entry.version = version
      for (const field of ["dependencies", "devDependencies", "peerDependencies"]) {
        for (const name of Object.keys(entry[field] ?? {})) {
          if (name.startsWith("@mailroom/") && entry[field][name] === previous) entry[field][name] = version
        }
      }
    }
    lock.version = version
    writeFileSync(lockfile, `${JSON.stringify(lock, null, 2)}\n`)

    step("changelog")
    const { changelog, notes } = cut(
      readFileSync(join(clone, "CHANGELOG.md"), "utf8"),
      version,
      new Date().toISOString().slice(0, 10)
    )
    writeFileSync(join(clone, "CHANGELOG.md"), changelog)
    writeFileSync(join(built, "notes.md"), `${notes}\n`)

    step("generated files, and the build")
    for (const script of ["openapi", "reference", "page"]) run(clone, "npm", "run", "--silent", script)
    run(clone, "npm", "run", "--silent", "build")

    step("API compared with the last release")
    const [last] = tags
    const changes = last === undefined ? { breaking: [], added: [] } : changesSince(clone, last)
    writeFileSync(join(built, "api-changes.md"), changesPage(last, changes))
    for (const line of changes.breaking) console.log(`  may break: ${line}`)
    if (last !== undefined && changes.breaking.length > 0 && !mayBreak(version, last.slice(1))) {
      refuse(`${changes.breaking.length} changes may break programs for ${last}: the version must say so`)
    }

    step("packed packages: entry points and types")
    const tarballs = await pack(clone, built)

    step("licenses")
    const list = dependencies(clone)
    writeFileSync(join(built, "licenses.md"), licensesPage(list))
    const forbidden = list.filter(({ license }) => !isAllowed(license))
    if (forbidden.length > 0) {
      refuse(
        forbidden.map(({ license, name }) => `${name}: the license ${license || "(none)"} is not allowed`).join("\n")
      )
    }

    step("database and statements, for the tests of upgrades")
    run(clone, "npm", "run", "--silent", "record")

    git(clone, "add", "--all")
    git(clone, "commit", "--quiet", "--message", `build: release ${version}`)
    git(clone, "tag", "--annotate", `v${version}`, "--message", `Mailroom ${version}`)
    const target = join(root, "release", version)
    rmSync(target, { recursive: true, force: true })
    cpSync(built, target, { recursive: true })
    if (!isDry) {
      git(root, "pull", "--quiet", "--ff-only", "--tags", clone, "HEAD")
    }
    console.log(`${tarballs.length} packages, ${list.length} dependencies: release/${version}`)
    console.log(
      isDry
        ? "A dry run: nothing was committed."
        : `Committed and tagged v${version}. After .ci/run, upload: git push --follow-tags, and npm publish --access public of each tarball`
    )
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

try {
  await main()
} catch (error) {
  if (!(error instanceof Refused)) throw error
  console.error(error.message)
  process.exitCode = 1
}
