/** What is published, as who installs it sees it: packed, installed next to nothing of this repository, imported. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Redacted, Scope } from "effect"
import { publint } from "publint"
import { execFile } from "node:child_process"
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { freshDatabase } from "../packages/postgres/test/Server.ts"
import { missing } from "../scripts/lockfile.ts"

const root = join(import.meta.dirname, "..")
const run = promisify(execFile)
const npm = (cwd: string, ...args: ReadonlyArray<string>) =>
  run("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], { cwd, timeout: 240_000 })

const consumer = `
import { Mailroom } from "@mailroom/core"
import { FolderBlobs } from "@mailroom/folder"
import { Server, NodeServer, Client, version } from "@mailroom/http"
import { MemoryStorage } from "@mailroom/memory"
import { FakeServer } from "@mailroom/memory/testing"
import { PostalMime } from "@mailroom/mime"
import { UndiciTransport } from "@mailroom/node"
import { PostgresStorage, Migrations, Embedded } from "@mailroom/postgres"

for (const value of [Mailroom.layer, Server.layer, NodeServer.layer, Client.make, MemoryStorage.layer, PostalMime.layer,
  FolderBlobs.layer, UndiciTransport.layer, PostgresStorage.layer, Migrations.layer, Embedded.layer]) if (value === undefined) throw new Error("missing")
const mailroom = await FakeServer.start()
const authorization = "Bearer " + mailroom.apiKey
const answer = await fetch(mailroom.baseUrl + "/campaigns", { headers: { authorization } })
let threads = 0
process.on("worker", () => threads++)
const body = "From: ada@lead.test\\r\\n\\r\\n" + "x".repeat(20_000)
const headers = { authorization, "content-type": "message/rfc822" }
const mail = await fetch(mailroom.baseUrl + "/inbound/messages", { method: "POST", headers, body })
console.log(version, answer.status, mail.status, threads)
await mailroom.stop()
`

/** The packages that the examples of other frameworks need, and their types: as the root has them. */
const frameworks = ["drizzle-orm", "express", "fastify", "hono", "@nestjs", "pg", "reflect-metadata", "@types/node"]
const answered = "[ 201, 200 ] [ 401, 401 ]"
const examples = {
  "express-embed": answered,
  "fastify-embed": answered,
  "hono-embed": answered,
  "nest-embed": answered,
  "next-embed": answered,
  "node-embed": answered,
  promises: "manual 2"
}

const required = `
const { createMailroom } = require("@mailroom/node")
createMailroom({ database: "memory" }).then(async (mailroom) => {
  const { id } = await mailroom.organizations.create({ name: "Acme" })
  console.log((await mailroom.organization(id).campaigns.list()).total)
  await mailroom.close()
})
`

/** What an app without Effect writes; the last line must not compile. */
const typed = `
import { createMailroom } from "@mailroom/node"

const mailroom = await createMailroom({
  database: "memory",
  migrate: true,
  authenticate: async (request) => (request.headers.has("cookie") ? { organization_id: 1, access: "full" } : null)
})
const { id } = await mailroom.organizations.create({ name: "Acme" })
const { activity, campaigns, keys, leads } = mailroom.organization(id)
const { id: campaign_id } = await campaigns.create({ name: "Autumn" })
await leads.create({ campaign_id, leads: [{ email: "ada@example.com" }] })
for await (const lead of leads.list({ campaign_id })) await leads.update(lead.id, { stop_sending: true })
const [lead] = (await leads.list({ campaign_id })).data
await Promise.all([activity.log(campaign_id), keys.create({ name: "ci" })])
const answer = await mailroom.fetch(new Request("http://localhost/campaigns", { headers: { cookie: "a=b" } }))
console.log(lead?.stop_sending_type, answer.status)
await mailroom.close()
const wrong: string = lead!.id
`
const compiler = "--strict --module nodenext --target es2022 --types node --noEmit"

describe("the lockfile", () => {
  const lockfile = readFileSync(join(root, "package-lock.json"), "utf8")

  it("has every integrity, and the builds for every machine: after `npm install` run `npm run lockfile`", () => {
    assert.deepStrictEqual(missing(JSON.parse(lockfile)), [])
  })

  it("names no registry: the one of the machine is asked", () => {
    assert.notMatch(lockfile, /"resolved": "(?:git|https?)/u)
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

describe("packages", () => {
  it("install from their tarballs, with one copy of effect, and run", { timeout: 300_000 }, async () => {
    const directory = mkdtempSync(join(tmpdir(), "mailroom-consumer-"))
    const scope = Scope.makeUnsafe()
    try {
      await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-b"], { cwd: root })
      const packages = globSync("packages/*", { cwd: root })
      await npm(root, "pack", ...packages.map((name) => `./${name}`), "--pack-destination", directory)
      for (const name of packages) {
        const { messages } = await publint({ pkgDir: join(root, name), pack: "npm" })
        assert.deepStrictEqual(
          messages.filter(({ type }) => type === "error"),
          [],
          name
        )
      }
      const tarballs = globSync("*.tgz", { cwd: directory })
      assert.strictEqual(tarballs.length, packages.length)
      writeFileSync(join(directory, "package.json"), JSON.stringify({ private: true, type: "module" }))
      await npm(directory, "install", ...tarballs.map((name) => `./${name}`), "typescript@5.9.3")

      const copies = globSync("node_modules/**/effect/package.json", { cwd: directory })
      assert.deepStrictEqual(copies, ["node_modules/effect/package.json"])
      assert.deepStrictEqual(globSync("node_modules/vitest", { cwd: directory }), [])

      writeFileSync(join(directory, "consumer.js"), consumer)
      const { stdout } = await run(process.execPath, ["consumer.js"], { cwd: directory, timeout: 60_000 })
      const { version } = JSON.parse(readFileSync(join(root, "packages/http/package.json"), "utf8"))
      assert.strictEqual(stdout.trim(), `${version} 200 200 1`)

      for (const name of frameworks) {
        const target = join(directory, "node_modules", name)
        if (!existsSync(target)) symlinkSync(join(root, "node_modules", name), target)
      }
      writeFileSync(join(directory, "required.cjs"), required)
      assert.strictEqual((await run(process.execPath, ["required.cjs"], { cwd: directory })).stdout.trim(), "0")
      writeFileSync(join(directory, "typed.ts"), typed)
      assert.strictEqual((await run(process.execPath, ["typed.ts"], { cwd: directory })).stdout.trim(), "manual 200")
      for (const typescript of [join(directory, "node_modules/typescript"), join(root, "node_modules/typescript")]) {
        const args = [join(typescript, "bin/tsc"), ...compiler.split(" "), "typed.ts"]
        const { stdout } = await run(process.execPath, args, { cwd: directory }).catch((error) => error)
        assert.match(stdout, /^typed\.ts\(\d+,7\): error TS2322: [^\n]*\n$/u)
      }

      const url = Redacted.value(await Effect.runPromise(Scope.provide(freshDatabase, scope)))
      for (const [name, output] of Object.entries(examples)) {
        cpSync(join(root, `examples/${name}/main.ts`), join(directory, `${name}.ts`))
        const env = { ...process.env, DATABASE_URL: url }
        const example = await run(process.execPath, [`${name}.ts`], { cwd: directory, env, timeout: 60_000 })
        assert.strictEqual(example.stdout.trim(), output, name)
      }

      const cli = join(directory, "node_modules/@mailroom/cli/dist/bin.js")
      const help = await run(process.execPath, [cli, "--help"], { cwd: directory, timeout: 60_000 })
      assert.include(help.stdout, "serve")
    } finally {
      await Effect.runPromise(Scope.close(scope, Exit.void))
      rmSync(directory, { recursive: true, force: true })
    }
  })
})
