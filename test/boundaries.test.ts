/** The shape of the repository (ARCHITECTURE.md): who may import whom, and what a file may weigh. */
import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join, normalize } from "node:path"

const root = join(import.meta.dirname, "..")
const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root })
  .toString()
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(root, file)))
const sources = tracked.filter((file) => /^packages\/\w+\/src\/.*\.ts$/u.test(file))
const read = (file: string) => readFileSync(join(root, file), "utf8")
const importsOf = (file: string) =>
  [
    ...read(file)
      .replaceAll(/^\s*\/?\*.*$/gmu, "")
      .matchAll(/(?<![\w-])(?:from|import)\s*\(?\s*"([^"\n]+)"/gu)
  ].map(([, specifier = ""]) => specifier)

/** What each package may import of the others. */
const allowed: Record<string, ReadonlyArray<string>> = {
  core: [],
  folder: ["@mailroom/core"],
  mime: ["@mailroom/core"],
  postgres: ["@mailroom/core"],
  http: ["@mailroom/core"],
  memory: ["@mailroom/core"],
  cli: [
    "@mailroom/core",
    "@mailroom/folder",
    "@mailroom/http",
    "@mailroom/memory",
    "@mailroom/mime",
    "@mailroom/postgres"
  ]
}
/** The fake server is a composition: it alone in its package knows of HTTP. */
const allowedInMemoryTesting = ["@mailroom/core", "@mailroom/http", "@mailroom/mime"]

describe("boundaries", () => {
  it("lets packages import only what is below them, through their entry points", () => {
    assert.isAbove(sources.length, 50)
    for (const file of sources) {
      const [, name = ""] = file.split("/")
      const mine = file.startsWith("packages/memory/src/testing/") ? allowedInMemoryTesting : allowed[name]
      for (const specifier of importsOf(file)) {
        if (specifier.startsWith("@mailroom/")) assert.include(mine ?? [], specifier, file)
        if (specifier.startsWith(".")) {
          const target = normalize(join(file, "..", specifier))
          assert.isTrue(target.startsWith(`packages/${name}/src/`), `${file} imports ${specifier}`)
        }
      }
    }
  })

  it("keeps core free of Node, of databases and of test tools", () => {
    for (const file of sources.filter((file) => file.startsWith("packages/core/src/"))) {
      for (const specifier of importsOf(file)) {
        if (specifier.startsWith(".")) continue
        const testing = file.startsWith("packages/core/src/testing/")
        const known =
          /^(?:effect(?:\/.*)?|tldts)$/u.test(specifier) ||
          (testing && /^(?:@effect\/vitest|node:assert\/strict)$/u.test(specifier))
        assert.isTrue(known, `${file} imports ${specifier}`)
        assert.notMatch(specifier, /^effect\/(?:sql|http)/u, file)
      }
    }
  })

  it("keeps the folder adapter free of Node: it goes by the host's file system", () => {
    for (const file of sources.filter((file) => file.startsWith("packages/folder/src/"))) {
      for (const specifier of importsOf(file)) assert.match(specifier, /^(?:effect|@mailroom\/core|\.\/.*)$/u, file)
    }
  })

  it("keeps test code out of what is published for use", () => {
    for (const file of sources.filter((file) => !file.includes("/src/testing/"))) {
      for (const specifier of importsOf(file)) {
        assert.notMatch(specifier, /vitest|\/testing(?:\/|$)/u, file)
      }
    }
  })

  it("names a capability alike in every package", () => {
    for (const capability of ["accounts", "campaigns", "leads", "unibox"]) {
      for (const file of [
        `packages/core/src/${capability}/`,
        `packages/memory/src/${capability}.ts`,
        `packages/postgres/src/${capability}.ts`,
        `packages/http/src/${capability}/Group.ts`,
        `packages/http/src/${capability}/Handlers.ts`
      ]) {
        assert.isTrue(
          tracked.some((name) => name.startsWith(file)),
          file
        )
      }
    }
  })

  it("has no file over 400 lines", () => {
    for (const file of tracked.filter((file) => /\.(?:ts|md)$/u.test(file))) {
      assert.isAtMost(read(file).split("\n").length, 401, file)
    }
  })
})
