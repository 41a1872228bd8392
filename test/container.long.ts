/**
 * The commands of the Dockerfile in examples/deploy, run outside of a container in a clean folder. They download all packages
 * again, so they only run with `MAILROOM_EVERYTHING=1`.
 */
import { assert, describe, it } from "@effect/vitest"
import { execFile, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { promisify } from "node:util"
import { onTestFinished } from "vitest"
import { stages, valuesOf } from "./Container.ts"

const root = join(import.meta.dirname, "..")
const run = promisify(execFile)
const [build, last] = stages()

const isWanted = process.env["MAILROOM_EVERYTHING"] === "1"

describe.skipIf(!isWanted)(
  `the container${isWanted ? "" : " (only with MAILROOM_EVERYTHING=1: it downloads all packages)"}`,
  () => {
    it("is built from the clone alone, and serves", { timeout: 1_200_000 }, async () => {
      const folder = mkdtempSync(join(tmpdir(), "mailroom-container-"))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      // The files of a clone: all that git knows or does not ignore.
      const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root })
      const clone = join(folder, "mailroom")
      for (const file of String(listed).trim().split("\n")) {
        if (!existsSync(join(root, file))) continue
        mkdirSync(dirname(join(clone, file)), { recursive: true })
        cpSync(join(root, file), join(clone, file))
      }
      const inside = (command: string) =>
        command.replaceAll("/opt/mailroom", join(folder, "opt")).replaceAll("/tmp", join(folder, "tmp"))
      mkdirSync(join(folder, "tmp"))
      const env: NodeJS.ProcessEnv = { PATH: process.env["PATH"], HOME: process.env["HOME"] }
      for (const command of valuesOf(build, "RUN")) {
        await run("sh", ["-euc", inside(command)], { cwd: clone, env, maxBuffer: 1e8 })
      }
      rmSync(clone, { recursive: true })

      // The last stage has nothing but what was copied.
      const [, command = ""] = valuesOf(last, "CMD")[0]?.match(/^(\[.*\])$/u) ?? []
      const args: ReadonlyArray<string> = JSON.parse(command)
      const port = args[args.indexOf("--port") + 1] ?? ""
      const started = args.map((arg) => (arg === port ? "0" : arg.replace("0.0.0.0", "127.0.0.1")))
      const server = spawn("mailroom", started, {
        cwd: folder,
        env: {
          ...env,
          PATH: [join(folder, "opt/bin"), dirname(process.execPath), process.env["PATH"]].join(delimiter),
          MAILROOM_DATA: join(folder, "data")
        },
        stdio: ["ignore", "pipe", "inherit"]
      })
      onTestFinished(() => void server.kill("SIGKILL"))
      let url: string | undefined
      for await (const line of createInterface(server.stdout)) {
        url = /http:\/\/127\.0\.0\.1:\d+/u.exec(line)?.[0]
        if (url !== undefined) break
      }
      const [health = ""] = valuesOf(last, "HEALTHCHECK")
      const [program, ...check]: ReadonlyArray<string> = JSON.parse(health.slice(health.indexOf("[")))
      const checked = check.map((arg) => arg.replace(`http://127.0.0.1:${port}`, url ?? ""))
      assert.strictEqual(program, "node")
      await run(process.execPath, checked)
      assert.strictEqual((await fetch(`${url}/console`)).status, 200)
      server.kill("SIGTERM")
      assert.deepStrictEqual(await once(server, "exit"), [0, null])
    })
  }
)
