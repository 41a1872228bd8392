/** The structure of the repository (ARCHITECTURE.md): allowed imports, and the maximum size of a file. */
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
      .matchAll(/(?<![\w"-])(?:from|import)\s*\(?\s*"([^"\s,]+)"/gu)
  ].map(([, specifier = ""]) => specifier)

/** The other packages that each package may import. */
const allowed: Record<string, ReadonlyArray<string>> = {
  client: [],
  console: [],
  core: ["@mailroom/mail"],
  demo: ["@mailroom/core"],
  folder: ["@mailroom/core"],
  mail: [],
  mime: ["@mailroom/core", "@mailroom/mail"],
  host: ["@mailroom/core", "@mailroom/memory", "@mailroom/postgres"],
  node: [
    "@mailroom/client",
    "@mailroom/console",
    "@mailroom/core",
    "@mailroom/folder",
    "@mailroom/host",
    "@mailroom/http",
    "@mailroom/memory",
    "@mailroom/mime",
    "@mailroom/postgres"
  ],
  postgres: ["@mailroom/core"],
  http: ["@mailroom/core"],
  memory: ["@mailroom/core"],
  cli: [
    "@mailroom/console",
    "@mailroom/core",
    "@mailroom/demo",
    "@mailroom/folder",
    "@mailroom/host",
    "@mailroom/http",
    "@mailroom/mail",
    "@mailroom/mime",
    "@mailroom/postgres"
  ],
  mcp: []
}

/** The nodes of a cycle, if there is one. */
const circle = (graph: ReadonlyMap<string, ReadonlyArray<string>>): ReadonlyArray<string> => {
  const done = new Set<string>()
  const visit = (node: string, path: ReadonlyArray<string>): ReadonlyArray<string> => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node]
    if (done.has(node)) return []
    for (const next of graph.get(node) ?? []) {
      const found = visit(next, [...path, node])
      if (found.length > 0) return found
    }
    done.add(node)
    return []
  }
  for (const node of graph.keys()) {
    const found = visit(node, [])
    if (found.length > 0) return found
  }
  return []
}

/** The code of the packages and of the bench, without the suites, which import across all folders. */
const programs = [...sources, ...tracked.filter((file) => /^bench\/src\/.*\.ts$/u.test(file))].filter(
  (file) => !file.includes("/src/testing/")
)
const baseOf = (file: string) => file.slice(0, file.indexOf("/src/") + "/src/".length)
const targetsOf = (file: string) =>
  importsOf(file).flatMap((specifier) => (specifier.startsWith(".") ? [normalize(join(file, "..", specifier))] : []))

type Targets = (file: string) => ReadonlyArray<string>
const graphOf = (files: ReadonlyArray<string>, targets: Targets) => new Map(files.map((file) => [file, targets(file)]))

/**
 * The ground floor: ports, changes that are reported as data, and what both import, such as entities. Every capability
 * may know the ground floor of every other one; its use cases are on the floor above.
 */
const groundOf = (files: ReadonlyArray<string>, targets: Targets): ReadonlySet<string> => {
  const ground = new Set(files.filter((file) => /(?:Change|Store)\.ts$/u.test(file)))
  for (const file of ground) for (const target of targets(file)) ground.add(target)
  return ground
}

/**
 * The folders that each folder imports, on each of its two floors. Files outside folders are shared, or combine the
 * folders.
 */
const foldersOf = (base: string, files: ReadonlyArray<string>, targets: Targets) => {
  const ground = groundOf(files, targets)
  const isInFolder = (file: string) => file.slice(base.length).includes("/")
  const folderOf = (file: string) => {
    const folder = file.slice(base.length).split("/").slice(0, -1).join("/")
    return ground.has(file) ? `${folder} (ground floor)` : folder
  }
  return new Map(
    [...Map.groupBy(files.filter(isInFolder), folderOf)].map(([folder, files]) => {
      const others = files.flatMap(targets).filter(isInFolder).map(folderOf)
      return [folder, others.filter((other) => other !== folder)] as const
    })
  )
}

const page = "packages/console/page/"

/**
 * The floors of the console's page, the lowest first. A file imports from its own floor and from those below, whether it
 * needs a type, or a module at once or late; files beside the folders belong to the frame. A page imports no other page.
 */
const floors = ["base", "data", "kit", "pages", "app"]
const floorOf = (file: string) => {
  const [folder = ""] = file.slice(page.length).split("/")
  return folder.includes(".") ? floors.indexOf("app") : floors.indexOf(folder)
}
const pageOf = (file: string) => /^pages\/(\w+)\//u.exec(file.slice(page.length))?.[1]

/** The imports that a file of the console's page must not have. */
const forbiddenIn = (file: string, targets: ReadonlyArray<string>) =>
  targets.filter((target) => {
    const isOtherPage = pageOf(file) !== undefined && pageOf(target) !== undefined && pageOf(file) !== pageOf(target)
    return isOtherPage || floorOf(target) === -1 || floorOf(target) > floorOf(file)
  })

describe("boundaries", () => {
  it("lets packages import only what is below them, through their entry points", () => {
    assert.isAbove(sources.length, 50)
    for (const file of sources) {
      const [, name = ""] = file.split("/")
      for (const specifier of importsOf(file)) {
        const [imported = ""] = /^@mailroom\/\w+/u.exec(specifier) ?? []
        if (imported !== "") assert.include(allowed[name] ?? [], imported, file)
        if (specifier.startsWith(".")) {
          const target = normalize(join(file, "..", specifier))
          assert.isTrue(target.startsWith(`packages/${name}/src/`), `${file} imports ${specifier}`)
        }
      }
    }
  })

  it("lets the page of the console call the API only through the client", () => {
    const known = ["@mailroom/client", "@mailroom/mail/columns", "@mailroom/mail/free-mail", "@mailroom/mail/opt-outs"]
    // Rules that read a table, and import nothing else.
    const rules = [
      "columns/ColumnNames",
      "columns/OptOuts",
      "text/FreeMail",
      "text/PlainName",
      "words/columns/OptOutWords"
    ].map((name) => `packages/mail/src/${name}.ts`)
    for (const file of rules) {
      assert.includeMembers(rules, [...targetsOf(file)], file)
      for (const specifier of importsOf(file)) assert.match(specifier, /^\./u, file)
    }
    const files = tracked.filter((file) => file.startsWith(page) && /\.tsx?$/u.test(file))
    assert.isAbove(files.length, 20)
    for (const file of files) {
      for (const specifier of importsOf(file).filter((name) => name.startsWith("@mailroom/"))) {
        assert.include(known, specifier, file)
      }
    }
  })

  it("lets the floors of the console import only downwards, without circles", () => {
    const files = tracked.filter((file) => file.startsWith(page) && /\.tsx?$/u.test(file))
    assert.isAbove(files.length, 100)
    const modulesOf = (file: string) => targetsOf(file).filter((target) => /\.tsx?$/u.test(target))
    for (const file of files) {
      assert.notStrictEqual(floorOf(file), -1, file)
      assert.deepStrictEqual(forbiddenIn(file, modulesOf(file)), [], file)
    }
    assert.deepStrictEqual(circle(graphOf(files, modulesOf)), [])
  })

  it("finds imports upwards, between pages, and of no floor", () => {
    const forbidden = (from: string, to: string) => forbiddenIn(page + from, [page + to]).length > 0
    assert.isTrue(forbidden("base/api.ts", "kit/Dialog.tsx"))
    assert.isTrue(forbidden("kit/Dialog.tsx", "pages/leads/Leads.tsx"))
    assert.isTrue(forbidden("pages/leads/Leads.tsx", "app/App.tsx"))
    assert.isTrue(forbidden("pages/leads/Leads.tsx", "pages/inbox/data.ts"))
    assert.isTrue(forbidden("app/App.tsx", "other/Other.tsx"))
    assert.isFalse(forbidden("pages/inbox/Inbox.tsx", "pages/inbox/outbox/data.ts"))
    assert.isFalse(forbidden("pages/leads/Leads.tsx", "base/api.ts"))
    assert.isFalse(forbidden("main.tsx", "app/App.tsx"))
  })

  it("keeps mail apart from all other packages: it knows Effect, addresses of networks, and public suffixes", () => {
    for (const file of sources.filter((file) => file.startsWith("packages/mail/src/"))) {
      for (const specifier of importsOf(file)) {
        assert.match(specifier, /^(?:effect|ipaddr\.js|tldts|\.{1,2}\/.*)$/u, file)
      }
    }
  })

  it("keeps tables of words apart from the code that reads them", () => {
    const tables = sources.filter((file) => file.startsWith("packages/mail/src/words/"))
    assert.isAbove(tables.length, 20)
    for (const file of tables) {
      for (const target of targetsOf(file)) {
        assert.match(target, /\/src\/(?:words\/.*|Bounce|text\/PlainName)\.ts$/u, file)
      }
    }
  })

  it("keeps core free of Node, of databases and of test tools", () => {
    for (const file of sources.filter((file) => file.startsWith("packages/core/src/"))) {
      for (const specifier of importsOf(file)) {
        if (specifier.startsWith(".")) continue
        const testing = file.startsWith("packages/core/src/testing/")
        const known =
          /^(?:effect(?:\/.*)?|htmlparser2|@mailroom\/mail(?:\/.*)?)$/u.test(specifier) ||
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

  it("has no circles between files, nor between the folders of a package", () => {
    const bases = new Set(programs.map(baseOf))
    assert.isAbove(bases.size, 9)
    for (const base of bases) {
      const files = programs.filter((file) => baseOf(file) === base)
      assert.deepStrictEqual(circle(graphOf(files, targetsOf)), [], base)
      assert.deepStrictEqual(circle(foldersOf(base, files, targetsOf)), [], base)
    }
  })

  it("finds a circle of files, and one of folders", () => {
    const planted: Record<string, ReadonlyArray<string>> = {
      "src/a/One.ts": ["src/b/Two.ts"],
      "src/b/Two.ts": ["src/c/Three.ts"],
      "src/c/Three.ts": [],
      "src/c/Four.ts": ["src/a/One.ts"]
    }
    const files = Object.keys(planted)
    const targets = (file: string) => planted[file] ?? []
    assert.deepStrictEqual(circle(graphOf(files, targets)), [])
    assert.deepStrictEqual(circle(foldersOf("src/", files, targets)), ["a", "b", "c", "a"])
    const closed = (file: string) => (file === "src/c/Three.ts" ? ["src/a/One.ts"] : targets(file))
    assert.deepStrictEqual(circle(graphOf(files, closed)), [
      "src/a/One.ts",
      "src/b/Two.ts",
      "src/c/Three.ts",
      "src/a/One.ts"
    ])
  })

  it("lets folders use each other's ports, and finds a circle of their use cases", () => {
    const planted: Record<string, ReadonlyArray<string>> = {
      "src/a/AStore.ts": ["src/a/A.ts"],
      "src/a/A.ts": [],
      "src/a/UseA.ts": ["src/b/UseB.ts", "src/a/AStore.ts"],
      "src/b/UseB.ts": ["src/a/AStore.ts"]
    }
    const files = Object.keys(planted)
    const targets = (file: string) => planted[file] ?? []
    assert.deepStrictEqual(circle(foldersOf("src/", files, targets)), [])
    const closed = (file: string) => (file === "src/b/UseB.ts" ? ["src/a/Other.ts"] : targets(file))
    assert.deepStrictEqual(circle(foldersOf("src/", [...files, "src/a/Other.ts"], closed)), ["a", "b", "a"])
  })

  it("names a capability alike in every package", () => {
    const folders = (base: string, pattern: RegExp) =>
      new Set(sources.filter((file) => file.startsWith(base)).flatMap((file) => pattern.exec(file)?.slice(1) ?? []))
    const core = folders("packages/core/src/", /core\/src\/(\w+)\//u)
    const adapters = ["memory", "postgres"].map((name) => folders(`packages/${name}/src/`, /src\/([a-z]\w*)\.ts$/u))
    const http = folders("packages/http/src/", /http\/src\/(\w+)\//u)
    // Adapters make the stores of `NamedRows` from the tables of their rows.
    const ports = sources.filter((file) => file.endsWith("Store.ts") && !/: NamedRows</u.test(read(file)))
    const withStorage = new Set(ports.flatMap((file) => /^packages\/core\/src\/(\w+)\//u.exec(file)?.slice(1) ?? []))
    for (const found of adapters) {
      found.delete("index")
      assert.sameMembers([...found], [...withStorage])
    }
    for (const floor of ["contract", "pipeline", "node", "openapi"]) assert.isTrue(http.delete(floor), floor)
    for (const name of http) if (name !== "console" && name !== "system") assert.isTrue(core.has(name), name)
    for (const name of http) {
      for (const file of ["Group.ts", "Handlers.ts"]) assert.include(sources, `packages/http/src/${name}/${file}`)
    }
    assert.isAbove(http.size, 10)
    assert.isAbove(withStorage.size, 15)
  })

  it("registers every suite of the conformance cases", () => {
    for (const folder of ["stores", "rules"]) {
      const base = `packages/core/src/testing/${folder}/`
      const suites = sources.filter((file) => file.startsWith(base) && file.endsWith("Suite.ts"))
      assert.isAbove(suites.length, 4)
      assert.sameMembers(targetsOf(`${base}index.ts`), suites)
    }
  })

  it("lets migrations import nothing that changes after them", () => {
    for (const file of sources.filter((file) => file.startsWith("packages/postgres/src/migrations/"))) {
      for (const specifier of importsOf(file)) {
        assert.match(
          specifier,
          /^effect(?:\/sql)?$|^\.\/(?:\d{4}_\w+|baseline\/\w+)\.ts$|^\.\.\/internal\/migrating\/afterwards\.ts$/u,
          file
        )
      }
    }
  })

  it("has no file over 400 lines", () => {
    // The changelog only grows, and the other files are generated.
    const written = tracked.filter(
      (file) =>
        /\.(?:md|tsx?)$/u.test(file) &&
        !/^(?:CHANGELOG\.md|docs\/(?:cli|in-process|internals\/where)\.md|packages\/\w+\/(?:api\.md|src\/generated\/.*))$/u.test(
          file
        )
    )
    for (const file of written) {
      assert.isAtMost(read(file).split("\n").length, 401, file)
    }
  })

  it("has documents for newcomers that can be read in one go", () => {
    assert.isAtMost(Buffer.byteLength(read("ARCHITECTURE.md")), 12_000)
    assert.isAtMost(Buffer.byteLength(read("CONTRIBUTING.md")), 9000)
  })
})
