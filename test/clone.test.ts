/** The programs that `npm start` and other scripts start from a clone: what they say when they cannot start. */
import { assert, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"

const root = join(import.meta.dirname, "..")
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))

/** Runs the program of an npm script. */
const run = async (script: string, env: NodeJS.ProcessEnv = {}, ...flags: ReadonlyArray<string>) => {
  const [, ...args] = String(scripts[script]).split(" ")
  const child = spawn(process.execPath, [...flags, ...args], { cwd: root, env: { ...process.env, ...env } })
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "close")])
  return { code, stderr }
}

describe("a program from a clone", () => {
  it.for(["start", "mailroom", "mailserver"])("tells an old Node which one is needed: npm run %s", async (script) => {
    const old = `Object.defineProperty(process.versions, "node", { value: "20.20.2" })`
    const flag = `--import=data:text/javascript,${encodeURIComponent(old)}`
    assert.deepStrictEqual(await run(script, {}, flag), {
      code: 1,
      stderr: "Node 22.19 or later is needed, and this is 20.20.2: install it, or run `npm install`, which brings one\n"
    })
  })
})

describe("npm run mailserver", () => {
  it.for(["IMAP_PORT", "SMTP_PORT"])(
    "names a port that is taken, and the variable for another: %s",
    async (variable) => {
      const taken = createServer().listen(0, "127.0.0.1")
      await once(taken, "listening")
      const address = taken.address()
      const port = typeof address === "object" ? String(address?.port) : ""
      const other = { IMAP_PORT: "0", SMTP_PORT: "0" }
      const stopped = await run("mailserver", { ...other, [variable]: port })
      taken.close()
      assert.deepStrictEqual(stopped, {
        code: 1,
        stderr: `Port ${port} of 127.0.0.1 is in use: choose another with ${variable}, such as ${variable}=0 for a free one\n`
      })
    }
  )
})
