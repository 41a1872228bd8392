/** What is published, as who installs it sees it: packed, installed next to nothing of this repository, imported. */
import { assert, describe, it } from "@effect/vitest"
import { publint } from "publint"
import { execFile } from "node:child_process"
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
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
      await npm(directory, "install", ...tarballs.map((name) => `./${name}`))

      const copies = globSync("node_modules/**/effect/package.json", { cwd: directory })
      assert.deepStrictEqual(copies, ["node_modules/effect/package.json"])
      assert.deepStrictEqual(globSync("node_modules/vitest", { cwd: directory }), [])

      writeFileSync(join(directory, "consumer.js"), consumer)
      const { stdout } = await run(process.execPath, ["consumer.js"], { cwd: directory, timeout: 60_000 })
      const { version } = JSON.parse(readFileSync(join(root, "packages/http/package.json"), "utf8"))
      assert.strictEqual(stdout.trim(), `${version} 200 200 1`)

      const cli = join(directory, "node_modules/@mailroom/cli/dist/bin.js")
      const help = await run(process.execPath, [cli, "--help"], { cwd: directory, timeout: 60_000 })
      assert.include(help.stdout, "serve")
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  })
})
