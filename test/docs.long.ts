/** The documentation is correct: its code runs, and its links have targets. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { execFile, execFileSync } from "node:child_process"
import { existsSync, globSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { queueMail } from "../packages/host/test/QueuedMail.ts"
import { quick } from "../packages/host/test/Programs.ts"
import { freshDatabase, migratedDatabase } from "../packages/postgres/test/Server.ts"
import { slug } from "../scripts/docs/Slug.ts"
import { type Block, blocksOf, pages, read } from "./Documents.ts"
import * as Shell from "./Shell.ts"

const root = join(import.meta.dirname, "..")
const documents = globSync(["*.md", "packages/*/README.md", "docs/**/*.md", "bench/*.md"], { cwd: root })

/** The numbers of blocks that no test runs, by page. Each block says why. */
const notRun = {
  "docs/README.md": 1,
  "docs/cli.md": 2,
  "docs/database.md": 1,
  "docs/deployment.md": 4,
  "docs/dns.md": 2,
  "docs/frameworks.md": 2,
  "docs/growing.md": 4,
  "docs/inboxes.md": 3,
  "docs/mailboxes.md": 5,
  "docs/mcp.md": 1,
  "docs/packages.md": 2,
  "docs/teams.md": 1,
  "docs/tracking.md": 1,
  "docs/tutorial.md": 4,
  "docs/unsubscribe.md": 1,
  "docs/upgrading.md": 1,
  "docs/verification.md": 1
}

/**
 * Actual output, reduced to the part that a block shows: fields that the block omits are removed, and `…` stands for
 * any text.
 */
const shownOf = (actual: unknown, shown: unknown): unknown => {
  if (typeof shown === "string" && shown.includes("…")) {
    const parts = shown.split("…").map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`))
    return new RegExp(`^${parts.join("[^]*")}$`, "u").test(String(actual)) ? shown : actual
  }
  if (typeof actual !== "object" || actual === null || typeof shown !== "object" || shown === null) return actual
  const fields = Object.entries(actual).filter(([name]) => name in shown || Array.isArray(shown))
  const cut = fields.map(([name, value]) => [name, shownOf(value, (shown as Record<string, unknown>)[name])] as const)
  return Array.isArray(actual) ? cut.map(([, value]) => value) : Object.fromEntries(cut)
}

/**
 * Kinds of blocks, by the rest of the line that opens them. The tests need `sh` and `curl` 7.82.
 *
 * - `sh`: runs in a shell, after the blocks above it, with a server (`$URL`, `$KEY`), `mailroom`, and a `curl` that fails for
 *   problems; `sh fails` must fail
 * - `sh server`: starts the server that the blocks below it use, on an embedded database in their folder. `npm` is one that
 *   runs the command
 * - `json` and `text` below a block that ran: the output of that block. `…` stands for any text; JSON may leave fields out
 * - `ts` with a file of `examples` or `packages`: a part of that file. Tests run every `main.ts` of the examples
 * - `json` with a file of tests: read from the page by that test
 * - `not run: why`: not tested; `notRun` counts these blocks
 */
describe("code in the documentation", () => {
  for (const page of pages) {
    const blocks = blocksOf(page)
    const runs = blocks.filter(({ info, language }) => language === "sh" && /^(?:fails|server)?$/u.test(info))
    let ran: Promise<Shell.Ran> | undefined
    const outputOf = async (block: Block) => {
      const { log, outputs } = await (ran ??= Shell.run(runs))
      return outputs[runs.indexOf(block)] ?? assert.fail(`It failed, or one above it:\n${log}`)
    }
    let above: Block | undefined
    for (const block of blocks) {
      const { code, info, language, line } = block
      const before = above
      above = runs.includes(block) ? block : undefined
      const isOfShell = runs.includes(block) || (before !== undefined && info === "")
      const reason = isOfShell && Shell.missing !== undefined ? ` (${Shell.missing})` : ""
      it.skipIf(reason !== "")(`${page}:${line} ${language} ${info}`.trim() + reason, async () => {
        if (runs.includes(block)) return void (await outputOf(block))
        if (/^(?:clients|examples)\//u.test(info)) return assert.include(read(info), code)
        if (info.endsWith(".test.ts")) return assert.include(read(info), page)
        if (info.startsWith("packages/")) return assert.include(read(info), code)
        if (info.startsWith("not run: ")) return assert.property(notRun, page)
        if (before === undefined) assert.fail("No test runs this block")
        const output = await outputOf(before)
        if (language === "text") return assert.strictEqual(shownOf(output.trim(), code.trim()), code.trim())
        assert.strictEqual(language, "json")
        const shown = JSON.parse(code)
        return assert.deepStrictEqual(shownOf(JSON.parse(output), shown), shown)
      })
    }
  }

  it("is found", () => {
    for (const page of pages) assert.lengthOf(read(page).match(/^ *```/gmu) ?? [], 2 * blocksOf(page).length, page)
  })

  it("runs, but for what says why not", () => {
    const counts = pages.map((page) => [page, blocksOf(page).filter(({ info }) => info.startsWith("not run: ")).length])
    assert.deepStrictEqual(Object.fromEntries(counts.filter(([, count]) => count !== 0)), notRun)
  })
})

describe("documentation", () => {
  it("links to what exists", () => {
    assert.include(documents, "README.md")
    for (const document of documents) {
      for (const [, target = ""] of read(document).matchAll(/\]\((?!https?:|#)([^)#]+)/gu)) {
        assert.isTrue(existsSync(join(root, document, "..", target)), `${document} links to ${target}`)
      }
    }
  })

  it("links to headings that there are", () => {
    const fenced = /^ *```[\s\S]*?^ *```$/gmu
    const known = new Map<string, ReadonlyArray<string>>()
    const headingsIn = (document: string) =>
      [
        ...read(document)
          .replaceAll(fenced, "")
          .matchAll(/^#+ (.*)$/gmu)
      ].map(([, heading = ""]) => slug(heading))
    const headingsOf = (document: string) => {
      const headings = known.get(document) ?? headingsIn(document)
      known.set(document, headings)
      return headings
    }
    for (const document of documents) {
      const links = read(document)
        .replaceAll(fenced, "")
        .matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/gu)
      for (const [, target = "", heading = ""] of links) {
        const file = target === "" ? document : join(document, "..", target)
        if (file.endsWith(".md"))
          assert.isTrue(headingsOf(file).includes(heading), `${document} links to ${target}#${heading}`)
      }
    }
  })

  it("leads no one to the npm package `mailroom`, which is not ours", () => {
    const command =
      /\b(?:npx|bunx|(?:npm|pnpm|yarn|bun) +(?:i|install|add|ci|exec|dlx|x))(?: +-\S+)* +mailroom(?![\w/-])/gu
    const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root })
    const texts = tracked
      .toString()
      .trim()
      .split("\n")
      .filter((file) => /\.(?:md|ts|json|ya?ml)$/u.test(file))
    assert.include(texts, "README.md")
    for (const file of texts.filter((file) => existsSync(join(root, file)))) {
      assert.deepStrictEqual(read(file).match(command), null, file)
    }
    const names = globSync(["package.json", "packages/*/package.json", "bench/package.json"], { cwd: root })
    for (const file of names) assert.notStrictEqual(JSON.parse(read(file)).name, "mailroom", file)
    for (const wrong of ["npx", "npx --yes", "npm i -g", "npm install", "pnpm dlx"]) {
      assert.match(`${wrong} mailroom`, new RegExp(command, "u"))
    }
  })

  it("names npm scripts that there are", () => {
    const { scripts } = JSON.parse(read("package.json"))
    for (const document of documents) {
      for (const [, name = ""] of read(document).matchAll(
        /npm (?:run (?:--silent )?)?(start|test|(?<=run |--silent )[\w:]+)/gu
      )) {
        assert.property(scripts, name, document)
      }
    }
  })
})

/** `packaging.long.ts` runs the other examples, from the packed packages. */
describe("examples", () => {
  const run = async (example: string, database = "") => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [quick, "--conditions=mailroom-source", join(root, "examples", example, "main.ts")],
      { env: { ...process.env, DATABASE_URL: database } }
    )
    return stdout.trim()
  }
  it("effect-embed", async () => assert.strictEqual(await run("effect-embed"), "1 lead, stopped: manual; 0 keys"))

  it("errors", async () =>
    assert.strictEqual(await run("errors"), "Autumn [ { pointer: '/name', message: 'must not be empty' } ]"))

  it.effect("transactions", () =>
    Effect.gen(function* () {
      const database = Redacted.value(yield* freshDatabase)
      assert.strictEqual(yield* Effect.promise(() => run("transactions", database)), "1 1 /name: must not be empty")
    })
  )

  it.effect("postgres-js", () =>
    Effect.gen(function* () {
      const database = Redacted.value(yield* freshDatabase)
      assert.strictEqual(yield* Effect.promise(() => run("postgres-js", database)), "1 1 /name: must not be empty")
    })
  )

  it.effect("own-mailer", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const queued = yield* queueMail({ url })
      assert.strictEqual(yield* Effect.promise(() => run("own-mailer", Redacted.value(url))), "Subject: Re: Hello")
      const { outcome, reply } = yield* queued.send
      assert.deepStrictEqual([outcome, reply], ["sent", "queued as 42"])
    })
  )

  it("are all run", () => {
    const tests = read("test/docs.long.ts") + read("test/packaging.long.ts")
    for (const file of globSync("examples/*/main.ts", { cwd: root })) {
      const name = file.split("/")[1] ?? ""
      assert.match(tests, new RegExp(`"${name}"|^ +${name}:`, "mu"), file)
    }
  })
})
