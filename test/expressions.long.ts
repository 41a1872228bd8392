/**
 * Regular expressions of the packages take linear time on any text (checked by `recheck`). The check takes most of a
 * minute, so `expressions.txt` lists the expressions that passed it, and only others are checked here. After a change:
 * `npm run test:long -- test/expressions -u` writes the list; `MAILROOM_EVERYTHING=1` checks all of them again.
 */
import { assert, describe, expect, it } from "@effect/vitest"
import { parseSync, Visitor } from "oxc-parser"
import { check } from "recheck"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Worker } from "node:worker_threads"

interface Expression {
  readonly source: string
  readonly flags: string
}

const root = join(import.meta.dirname, "..")
const list = join(import.meta.dirname, "expressions.txt")
const files = globSync("packages/*/src/**/*.ts", { cwd: root })
const read = (file: string) => readFileSync(join(root, file), "utf8")

/** The regular expression literals of a file. */
const literalsIn = (file: string): ReadonlyArray<Expression> => {
  const found: Array<Expression> = []
  const { program } = parseSync(file, read(file))
  new Visitor({
    Literal: (node) => {
      if ("regex" in node) found.push({ source: node.regex.pattern, flags: node.regex.flags })
    }
  }).visit(program)
  return found
}

/**
 * The expressions of this file have many alternatives, which take minutes to check. They get at most 4 000 characters.
 */
const bounded = "packages/mail/src/notices/Diagnosis.ts"

/**
 * The expressions that files create by `new RegExp` when they are loaded. Runs in a thread, so that other tests do not
 * see the replaced class.
 */
const madeBy = (files: ReadonlyArray<string>): Promise<ReadonlyArray<Expression>> => {
  const code = `
    const { parentPort, workerData } = require("node:worker_threads")
    const made = []
    globalThis.RegExp = new Proxy(RegExp, {
      construct: (target, [source, flags]) => {
        const [, , caller] = new Error().stack.split("\\n")
        if (workerData.some((file) => caller.includes(file))) made.push({ source, flags })
        return new target(source, flags)
      }
    })
    Promise.all(workerData.map((file) => import(file))).then(() => parentPort.postMessage(made))`
  return new Promise((resolve, reject) => {
    const thread = new Worker(code, { eval: true, workerData: files.map((file) => join(root, file)) })
    thread.once("message", resolve).once("error", reject)
  })
}

/**
 * With these options the result is the same on every run and comes within seconds. By default the search is random and
 * takes longer.
 */
const options = { randomSeed: 1, maxIteration: 5, incubationLimit: 25_000 } as const

/** The time for one expression, in milliseconds. A few take seconds. */
const patience = 120_000

/** `safe`, or the fault. `unknown` means that the check took too long. */
const verdict = async ({ flags, source }: Expression, timeout: number) => {
  const found = await check(source, flags, { ...options, timeout })
  return found.status === "vulnerable" ? `${found.complexity.summary}: /${source}/${flags}` : found.status
}

/** Whether the expression repeats something. Otherwise its number of steps for each character is bounded. */
const repeats = ({ source }: Expression) => /[*+{]/u.test(source)

const distinct = (expressions: ReadonlyArray<Expression>) =>
  new Map(expressions.filter(repeats).map((expression) => [`/${expression.source}/${expression.flags}`, expression]))

/**
 * Checks one expression after the other: the checker has one process, and the time limit of a check begins when it is
 * requested.
 */
const verdicts = async (expressions: Iterable<Expression>, timeout: number) => {
  const found: Array<string> = []
  for (const expression of expressions) found.push(await verdict(expression, timeout))
  return found
}

/** The lines of the list. */
const passed: ReadonlySet<string> =
  process.env["MAILROOM_EVERYTHING"] === undefined ? new Set(readFileSync(list, "utf8").split("\n")) : new Set()

const notPassed = (expressions: ReadonlyMap<string, Expression>) =>
  [...expressions].flatMap(([line, expression]) => (passed.has(line) ? [] : [expression]))

describe("regular expressions", () => {
  it("are found to be polynomial when they are", async () => {
    assert.match(await verdict({ source: "^[^<>]+@[^<>]+$", flags: "u" }, patience), /polynomial/u)
    assert.match(await verdict({ source: "(?<!x)/+$", flags: "u" }, patience), /polynomial/u)
  })

  it("are linear in every file, and when a file puts them together", { timeout: 30 * patience }, async () => {
    const literals = distinct(files.flatMap(literalsIn))
    assert.isAbove(literals.size, 100)
    assert.deepStrictEqual(
      (await verdicts(notPassed(literals), patience)).filter((verdict) => verdict !== "safe"),
      []
    )

    const made = distinct(await madeBy(files.filter((file) => file !== bounded && read(file).includes("new RegExp("))))
    assert.isAbove(made.size, 5)
    const faults = (await verdicts(notPassed(made), 2_000)).filter(
      (verdict) => verdict !== "safe" && verdict !== "unknown"
    )
    assert.deepStrictEqual(faults, [])

    const lines = [...new Set([...literals.keys(), ...made.keys()])].toSorted()
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(list)
  })
})
