/** The published packages as users get them: packed, installed outside this repository, imported, bundled, compiled. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Exit, Redacted, Scope } from "effect"
import { rolldown } from "rolldown"
import { minVersion, satisfies } from "semver"
import { execFile } from "node:child_process"
import {
  cpSync,
  existsSync,
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
import { basename, delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { snapshotFile } from "../packages/postgres/src/internal/snapshot.ts"
import { quick } from "../packages/host/test/Programs.ts"
import { freshDatabase } from "../packages/postgres/test/Server.ts"
import { missing } from "../scripts/lockfile.ts"
import { faultsOf } from "../scripts/release/Tarballs.ts"
import { alone, bundledApp, consumer, hidden, kitRequired, required, typed, withoutOptional } from "./Consumers.ts"

const root = join(import.meta.dirname, "..")
const read = (file: string) => readFileSync(join(root, file), "utf8")
const run = promisify(execFile)
const npm = (cwd: string, ...args: ReadonlyArray<string>) =>
  run("npm", [...args, "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"], { cwd })

interface Manifest {
  readonly bin?: object
  readonly description: string
  readonly engines: { readonly node: string }
  readonly exports?: Readonly<Record<string, unknown>>
  readonly keywords: ReadonlyArray<string>
  readonly sideEffects: boolean | ReadonlyArray<string>
  readonly version: string
}
const names = globSync("packages/*", { cwd: root }).map((path) => path.slice("packages/".length))
const manifests = new Map(
  names.map((name) => [name, JSON.parse(read(`packages/${name}/package.json`)) as Manifest] as const)
)
const entryPoints = [...manifests].flatMap(([name, { exports = {} }]) =>
  Object.keys(exports).map((path) => `@mailroom/${name}${path.slice(1)}`)
)

/** The packages that the examples of other frameworks need, and their types, in the versions of the root. */
const frameworks = ["drizzle-orm", "express", "fastify", "hono", "@nestjs", "pg", "reflect-metadata", "@types/node"]
const answered = "[ 201, 200 ] [ 401, 401 ]"
const examples = {
  "express-embed": answered,
  "fastify-embed": answered,
  "hono-embed": answered,
  mcp: "23 read",
  "nest-embed": answered,
  "node-embed": answered,
  promises: "manual 2"
}
/** The output of the TypeScript in the READMEs of the packages. */
const printed: Readonly<Record<string, string>> = {
  client: "campaign_not_ready",
  console: "true true",
  core: "created",
  demo: "5",
  folder: "3",
  host: "active",
  http: "Autumn",
  mail: "unknown_address Sounds good!",
  memory: "Acme",
  mime: "ada@example.com Sounds good!",
  node: "1",
  postgres: "0"
}

const compiler = "--strict --module nodenext --target es2022 --types node --noEmit"

describe("the lockfile", () => {
  const lockfiles = ["package-lock.json", "clients/package-lock.json"].map(read)

  it("has every integrity, and the builds for every machine: after `npm install` run `npm run lockfile`", () => {
    for (const lockfile of lockfiles) assert.deepStrictEqual(missing(JSON.parse(lockfile)), [])
  })

  it("names no registry: the one of the machine is asked", () => {
    for (const lockfile of lockfiles) assert.notMatch(lockfile, /"resolved": "(?:git|https?)/u)
  })

  it("is found to lack an integrity, and a build for another machine", () => {
    const packages = {
      "packages/core": {},
      "node_modules/@mailroom/core": {},
      "node_modules/a": {
        version: "1.0.0",
        optionalDependencies: { "a-darwin-arm64": "1.0.0", "a-linux-x64": "1.0.0", "a-win32-x64": "1.0.0" }
      },
      "node_modules/a-linux-x64": { version: "1.0.0", integrity: "sha512-…" },
      "node_modules/a-win32-x64": { version: "0.9.0", integrity: "sha512-…" }
    }
    assert.deepStrictEqual(missing({ packages }), [
      "integrity of node_modules/a",
      "a-darwin-arm64, of node_modules/a",
      "a-win32-x64, of node_modules/a"
    ])
  })
})

describe("every package", () => {
  const node = ">=22.19"

  it("has a README, the license, keywords, and says which of its files have side effects", () => {
    assert.isAbove(names.length, 7)
    for (const [name, { description, keywords, sideEffects }] of manifests) {
      const lines = read(`packages/${name}/README.md`).trim().split("\n")
      assert.strictEqual(lines[0], `# @mailroom/${name}`)
      assert.isTrue(lines.length >= 10 && lines.length <= 45, `README of ${name}: ${lines.length} lines`)
      assert.strictEqual(read(`packages/${name}/LICENSE`), read("LICENSE"), name)
      assert.isAbove(keywords.length, 2, name)
      assert.isAbove(description.length, 10, name)
      assert.isTrue(sideEffects === false || Array.isArray(sideEffects), name)
    }
  })

  it("runs on the Node that the README names, and so does everything that it needs", () => {
    assert.strictEqual((JSON.parse(read("package.json")) as Manifest).engines.node, node)
    for (const [name, { engines }] of manifests) {
      // The client also runs in apps that are older than the server.
      assert.strictEqual(engines.node, name === "client" ? ">=20.3" : node, name)
    }
    const version = minVersion(node)
    assert(version)
    const named = [...read("README.md").matchAll(/Node (\d[\d.]*)/gu)].map(([, number]) => number)
    assert.isNotEmpty(named)
    for (const number of named) assert.strictEqual(`>=${number}`, node)
    const { packages } = JSON.parse(read("package-lock.json")) as {
      readonly packages: Readonly<Record<string, { readonly engines?: { readonly node?: string } }>>
    }
    const newer = Object.entries(packages).filter(([, { engines }]) => !satisfies(version, engines?.node ?? "*"))
    assert.deepStrictEqual(newer, [])
  })
})

describe("packed packages", () => {
  const directory = mkdtempSync(join(tmpdir(), "mailroom-consumer-"))
  const scope = Scope.makeUnsafe()

  /** Runs a program as a consumer. Returns its output. */
  const execute = async (
    file: string,
    program: string,
    env: NodeJS.ProcessEnv = {},
    ...flags: ReadonlyArray<string>
  ) => {
    writeFileSync(join(directory, file), program)
    const options = { cwd: directory, env: { ...process.env, ...env } }
    return (await run(process.execPath, [quick, ...flags, file], options)).stdout.trim()
  }

  /** Runs programs one after the other in one process, so that Effect is loaded once. Returns the output of each. */
  const executeAll = async (
    name: string,
    programs: ReadonlyArray<readonly [name: string, program: string]>,
    env: NodeJS.ProcessEnv = {}
  ) => {
    const imports = programs.map(([program, text]) => {
      writeFileSync(join(directory, `${name}-${program}.ts`), text)
      return `console.log("# ${program}")\nawait import("./${name}-${program}.ts")`
    })
    // Some programs end the process when they are done; the programs after them must still run.
    const text = ["const { exit } = process", "process.exit = (() => {}) as never", ...imports, "exit()"].join("\n")
    const stdout = await execute(`${name}.ts`, text, env)
    return Object.fromEntries(
      stdout.split(/^# /mu).flatMap((part) => {
        const [program = "", ...lines] = part.trim().split("\n")
        return program === "" ? [] : [[program, lines.join("\n")]]
      })
    )
  }

  beforeAll(async () => {
    await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-b"], { cwd: root })
    await npm(root, "pack", ...names.map((name) => `./packages/${name}`), "--pack-destination", directory)
    writeFileSync(join(directory, "package.json"), JSON.stringify({ private: true, type: "module" }))
    const tarballs = names.map((name) => `./mailroom-${name}-${manifests.get(name)?.version}.tgz`)
    // The packages that users must install, according to the READMEs of packages for Effect programs.
    const { devDependencies } = JSON.parse(read("package.json")) as { readonly devDependencies: Record<string, string> }
    const platform = `@effect/platform-node@${devDependencies["@effect/platform-node"]}`
    await npm(directory, "install", ...tarballs, "typescript@5.9.3", platform)
    cpSync(join(root, "examples/test-kit/node-test.ts"), join(directory, "node-test.ts"))
    for (const name of frameworks) {
      const target = join(directory, "node_modules", name)
      if (existsSync(target)) continue
      mkdirSync(dirname(target), { recursive: true })
      symlinkSync(join(root, "node_modules", name), target)
    }
  })

  afterAll(async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    rmSync(directory, { recursive: true, force: true })
  })

  it("have what their package.json names, and types for each entry point", async () => {
    for (const [name, { version }] of manifests) {
      const tarball = readFileSync(join(directory, `mailroom-${name}-${version}.tgz`))
      assert.deepStrictEqual(await faultsOf(tarball), [], name)
      for (const file of ["README.md", "LICENSE"]) {
        assert.isTrue(existsSync(join(directory, "node_modules/@mailroom", name, file)), `${name}: ${file}`)
      }
    }
    for (const name of ["cli", "node", "postgres"]) {
      const snapshots = globSync("dist/snapshot/*", { cwd: join(directory, "node_modules/@mailroom", name) })
      assert.deepStrictEqual(snapshots, [`dist/snapshot/${basename(fileURLToPath(snapshotFile()))}`])
    }
  })

  it("bring one copy of effect, and only what they need", () => {
    const copies = globSync("node_modules/**/effect/package.json", { cwd: directory })
    assert.deepStrictEqual(copies, ["node_modules/effect/package.json"])
    assert.deepStrictEqual(globSync("node_modules/vitest", { cwd: directory }), [])
    const { packages } = JSON.parse(readFileSync(join(directory, "node_modules/.package-lock.json"), "utf8")) as {
      readonly packages: Readonly<
        Record<
          string,
          {
            readonly dependencies?: object
            readonly peerDependencies?: object
            readonly peerDependenciesMeta?: Readonly<Record<string, unknown>>
          }
        >
      >
    }
    const closure = (name: string, found = new Set<string>()): ReadonlySet<string> => {
      const { dependencies, peerDependencies = {}, peerDependenciesMeta = {} } = packages[`node_modules/${name}`] ?? {}
      const peers = Object.keys(peerDependencies).filter((peer) => !(peer in peerDependenciesMeta))
      for (const next of [...Object.keys(dependencies ?? {}), ...peers]) {
        if (!found.has(next)) closure(next, found.add(next))
      }
      return found
    }
    assert.sameMembers(
      [...closure("@mailroom/memory")].filter((name) => name.startsWith("@")),
      ["@mailroom/core", "@mailroom/mail"]
    )
    for (const name of ["postgres", "node"])
      assert.notInclude([...closure(`@mailroom/${name}`)], "@electric-sql/pglite")
    for (const name of ["http", "postgres"]) {
      assert.notInclude([...closure(`@mailroom/${name}`)], "@effect/platform-node", name)
    }
    // The other dependencies are in their bundles.
    assert.sameMembers([...closure("@mailroom/cli")], ["@electric-sql/pglite", "@mailroom/console"])
    // The types of the client, which needs nothing.
    assert.deepStrictEqual([...closure("@mailroom/node")], ["@mailroom/client"])
  })

  it.concurrent("run", async ({ expect }) => {
    expect(await execute("consumer.js", consumer)).toBe(`${manifests.get("http")?.version} 200 200 1 1 lead_not_found`)
    expect(await execute("required.cjs", required)).toBe("0")
    expect(await execute("kit.cjs", kitRequired)).toBe("2026-03-05T09:00:00.000Z")
    const { stdout } = await run(process.execPath, ["--test", join(directory, "node-test.ts")], { cwd: directory })
    expect(stdout).toMatch(/^(?:#|ℹ) pass 2$/mu)
  })

  it.concurrent("run in an app that has another release of Effect", async ({ expect }) => {
    const app = join(directory, "alone")
    const other = join(app, "effect")
    mkdirSync(other, { recursive: true })
    writeFileSync(join(other, "package.json"), JSON.stringify({ name: "effect", version: "3.19.0" }))
    const dependencies = {
      "@mailroom/client": `file:../mailroom-client-${manifests.get("client")?.version}.tgz`,
      "@mailroom/node": `file:../mailroom-node-${manifests.get("node")?.version}.tgz`,
      effect: "file:./effect"
    }
    writeFileSync(join(app, "package.json"), JSON.stringify({ private: true, type: "module", dependencies }))
    await npm(app, "install", "--offline", "--install-links")
    const installed = readdirSync(join(app, "node_modules"), { recursive: true, encoding: "utf8" })
    expect(installed.filter((file) => /^(?:@[^/]+\/)?[^/]+\/package\.json$/u.test(file)).sort()).toEqual([
      "@mailroom/client/package.json",
      "@mailroom/node/package.json",
      "effect/package.json"
    ])
    // Bundlers of apps fail at the import of a package that is not installed, unless it is left to Node.
    const bundled = globSync(join(app, "node_modules/@mailroom/node/dist/bundle/*.js"))
    const imported = bundled.flatMap((file) => [
      ...readFileSync(file, "utf8").matchAll(/\bimport\((.*?)"(?!\.|node:)([^"]+)"\)/gu)
    ])
    const left = "/* webpackIgnore: true */ /* turbopackIgnore: true */"
    const found = imported.map(([, comments, name]) => [name, comments?.trim()])
    expect(found.toSorted()).toEqual(["@mailroom/console", "date-holidays"].map((name) => [name, left]))
    mkdirSync(join(app, "node_modules/@types"))
    symlinkSync(join(root, "node_modules/@types/node"), join(app, "node_modules/@types/node"))
    writeFileSync(join(app, "alone.ts"), alone)
    // The declaration files are compiled, too: they must not name a missing package.
    const args = [join(root, "node_modules/typescript/bin/tsc"), ...compiler.split(" "), "alone.ts"]
    await run(process.execPath, [...args, "--skipLibCheck", "false"], { cwd: app })
    const { stdout } = await run(process.execPath, ["alone.ts"], { cwd: app })
    expect(stdout.trim().split("\n").at(-1)).toBe("lead_not_found other 1 1 Sent")
  })

  it.concurrent("run without the packages that are optional", async ({ expect }) => {
    writeFileSync(join(directory, "hidden.js"), hidden)
    expect(await execute("optional.js", withoutOptional, {}, "--import", "./hidden.js")).toBe(
      "no_embedded_database The embedded database cannot be loaded: npm install @electric-sql/pglite"
    )
  })

  // esbuild leaves nothing in `import.meta` when it makes CommonJS.
  it.concurrent.each([
    ["cjs", { "import.meta": "{}" }],
    ["esm", {}]
  ] as const)("run in a bundle of an app in %s, without an embedded database", async (format, define) => {
    writeFileSync(join(directory, `bundled-${format}.js`), bundledApp)
    const folder = join(directory, `bundled-${format}`)
    const built = await rolldown({
      cwd: directory,
      input: `bundled-${format}.js`,
      platform: "node",
      external: /^(?:@electric-sql\/pglite|@mailroom\/console|date-holidays)/u,
      transform: { define },
      onLog: () => {}
    })
    await built.write({ dir: folder, format, entryFileNames: "app.[format].js", codeSplitting: false })
    await built.close()
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: format === "cjs" ? "commonjs" : "module" }))
    const { stdout } = await run(process.execPath, [`app.${format === "esm" ? "es" : format}.js`], { cwd: folder })
    assert.match(stdout, /^200\nno_embedded_database The embedded database cannot run inside a bundle: leave /u)
  })

  it.concurrent("have types for apps without Effect, in the compiler of the last major version, too", async ({
    expect
  }) => {
    expect(await execute("typed.ts", typed)).toBe("manual 200 1")
    const compile = async (typescript: string) => {
      const args = [join(typescript, "bin/tsc"), ...compiler.split(" "), "typed.ts"]
      const { stdout } = await run(process.execPath, args, { cwd: directory }).catch((error) => error)
      expect(stdout).toMatch(/^typed\.ts\(\d+,7\): error TS2322: [^\n]*\n$/u)
    }
    await Promise.all([join(directory, "node_modules/typescript"), join(root, "node_modules/typescript")].map(compile))
  })

  it.concurrent("leave nothing in a bundle that does not use them, and bundle the client for browsers", async ({
    expect
  }) => {
    const bundle = async (file: string, program: string, platform: "browser" | "node") => {
      writeFileSync(join(directory, file), program)
      const warnings: Array<string> = []
      const built = await rolldown({
        cwd: directory,
        input: file,
        platform,
        onLog: (_, { message }) => void warnings.push(message)
      })
      const { output } = await built.generate({ format: "esm" })
      await built.close()
      return {
        code: output[0].code,
        imports: output.flatMap((chunk) => ("imports" in chunk ? chunk.imports : [])),
        warnings
      }
    }
    const unused = entryPoints.filter((name) => name !== "@mailroom/core/testing")
    const { code } = await bundle("unused.js", unused.map((name) => `import "${name}"`).join("\n"), "node")
    expect(code.replaceAll(/^\/\/.*$/gmu, "").trim()).toBe("export {};")
    const client = await bundle("client.js", `export { Client } from "@mailroom/http/client"`, "browser")
    expect(client.code).toContain("/campaigns")
    expect(client.imports).toEqual([])
    expect(client.warnings).toEqual([])
  })

  it.concurrent("run the examples", async ({ expect }) => {
    const url = Redacted.value(await Effect.runPromise(Scope.provide(freshDatabase, scope)))
    const programs = Object.keys(examples).map((name) => [name, read(`examples/${name}/main.ts`)] as const)
    expect(await executeAll("examples", programs, { DATABASE_URL: url })).toEqual(examples)
  })

  it.concurrent("run what their READMEs show", async ({ expect }) => {
    const libraries = names.filter((name) => manifests.get(name)?.bin === undefined)
    const blockOf = (name: string) => /```ts\n([\s\S]*?)```/u.exec(read(`packages/${name}/README.md`))?.[1] ?? ""
    const programs = libraries.map((name) => [name, blockOf(name)] as const)
    // One of the programs stores attachments in the folder for temporary files.
    expect(await executeAll("readmes", programs, { TMPDIR: directory })).toEqual(printed)
    const [, commands = ""] = /```sh\n(printf [\s\S]*?)```/u.exec(read("packages/cli/README.md")) ?? []
    const env = { ...process.env, PATH: `${join(directory, "node_modules/.bin")}${delimiter}${process.env["PATH"]}` }
    const cwd = join(directory, "readme-cli")
    mkdirSync(cwd)
    // Large enough to be read in a thread.
    writeFileSync(join(cwd, "large.eml"), `From: ada@lead.test\r\n\r\n${"x".repeat(20_000)}`)
    const large = "mailroom import mail large.eml"
    const { stderr, stdout } = await run("sh", ["-euc", `${commands}\n${large}`], { cwd, env })
    expect(stderr).not.toContain("thread")
    expect(stdout).toMatch(
      /^Autumn: 1 created, [^\n]*\n\{"id":1,"name":"backend",[^\n]*"secret":"mr_\w+"\}\n[\s\S]*USAGE\s+mailroom import[\s\S]*\n1 mail: 1 other\n$/u
    )
  })
})
