/** The test kit in Jest, as CommonJS and as ES modules, from the packed package. */
import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll } from "vitest"

const run = promisify(execFile)
const root = join(import.meta.dirname, "../..")
const jest = join(root, "clients/node_modules/jest/bin/jest.js")

describe("the test kit in Jest", () => {
  const app = mkdtempSync(join(tmpdir(), "mailroom-jest-"))

  beforeAll(async () => {
    await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-b"], { cwd: root })
    await run("npm", ["pack", "./packages/node", "--pack-destination", app, "--loglevel=error"], { cwd: root })
    const target = join(app, "node_modules/@mailroom/node")
    mkdirSync(target, { recursive: true })
    const [tarball = ""] = globSync("*.tgz", { cwd: app })
    await run("tar", ["-xzf", join(app, tarball), "-C", target, "--strip-components=1"])
    symlinkSync(join(root, "clients/node_modules/@jest"), join(app, "node_modules/@jest"))
    cpSync(join(root, "clients/jest"), app, { recursive: true })
    writeFileSync(join(app, "package.json"), "{}")
  }, 300_000)
  afterAll(() => rmSync(app, { recursive: true, force: true }))

  it.each([
    ["campaign.test.cjs", []],
    ["campaign.test.mjs", ["--experimental-vm-modules"]]
  ])("%s passes", async (file, flags) => {
    const args = [...flags, jest, "--rootDir", app, "--runTestsByPath", join(app, file)]
    // Conditions of this repository would find its sources.
    const env = { ...process.env, NODE_OPTIONS: "" }
    const { stderr } = await run(process.execPath, args, { cwd: app, env }).catch((error) => error)
    assert.match(stderr, /^Tests: +2 passed, 2 total$/mu)
  })
})
