/**
 * A ratio has a meaning only if both sides do the same: the peers return and store exactly the values of our server.
 */
import { beforeAll, describe, expect, inject, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)
const state = { passed: "" }

beforeAll(async () => {
  const args = ["--conditions=mailroom-source", join(import.meta.dirname, "check.ts"), inject("postgresUrl")]
  const { stdout } = await run(process.execPath, args)
  state.passed = stdout
})

describe("the peers", () => {
  it.each([
    ["answer reads as ours does", "reads"],
    ["answer and store writes as ours does", "writes"],
    ["lock the guard of an organization as ours does", "locks"],
    ["are found out when they store something else", "what no answer shows"],
    ["are found out when they answer something else", "what an answer shows"]
  ])("%s", (_, name) => {
    expect(state.passed.split("\n")).toContain(name)
  })
})

describe("the report", () => {
  it("names the goals that are reached, and the cases that miss the others", () => {
    expect(state.passed.split("\n")).toContain("report")
  })
})
