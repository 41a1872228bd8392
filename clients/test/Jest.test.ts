/** The test kit in Jest, as CommonJS and as ES modules, from the packed package. */
import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, inject } from "vitest"

const run = promisify(execFile)
const root = join(import.meta.dirname, "../..")
const jest = join(root, "clients/node_modules/jest/bin/jest.js")

/** The same test as an ES module, which has to import what Jest makes global in CommonJS. */
const asModule = (text: string) => {
  const required = 'const { FakeServer } = require("@mailroom/node/testing")'
  assert.include(text, required)
  const imported = [
    'import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from "@jest/globals"',
    'import { FakeServer } from "@mailroom/node/testing"'
  ]
  return text.replace(required, imported.join("\n"))
}

describe("the test kit in Jest", () => {
  const app = mkdtempSync(join(tmpdir(), "mailroom-jest-"))

  beforeAll(async () => {
    const target = join(app, "node_modules/@mailroom/node")
    mkdirSync(target, { recursive: true })
    const packed = inject("packed")
    const [tarball = ""] = globSync("mailroom-node-*.tgz", { cwd: packed })
    await run("tar", ["-xzf", join(packed, tarball), "-C", target, "--strip-components=1"])
    symlinkSync(join(root, "clients/node_modules/@jest"), join(app, "node_modules/@jest"))
    const text = readFileSync(join(root, "clients/jest/campaign.test.cjs"), "utf8")
    writeFileSync(join(app, "campaign.test.cjs"), text)
    writeFileSync(join(app, "campaign.test.mjs"), asModule(text))
    writeFileSync(join(app, "package.json"), "{}")
  })
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
