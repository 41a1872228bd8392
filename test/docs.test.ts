/** The documentation says what is true: its code is code that runs, its links lead somewhere. */
import { assert, describe, it } from "@effect/vitest"
import { execFile, execFileSync } from "node:child_process"
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"

const root = join(import.meta.dirname, "..")
const read = (file: string) => readFileSync(join(root, file), "utf8")
const documents = globSync(["*.md", "packages/*/README.md", "docs/*.md", "bench/*.md"], { cwd: root })

describe("documentation", () => {
  it("shows TypeScript only as slices of the examples", () => {
    const examples = globSync("examples/*/*.ts", { cwd: root }).map(read)
    const fences = [...read("README.md").matchAll(/```ts\n([\s\S]*?)```/gu)].map(([, code = ""]) => code)
    assert.isAbove(fences.length, 2)
    for (const code of fences) {
      assert.isTrue(
        examples.some((example) => example.includes(code)),
        `in no example:\n${code}`
      )
    }
  })

  it("links to what exists", () => {
    assert.include(documents, "README.md")
    for (const document of documents) {
      for (const [, target = ""] of read(document).matchAll(/\]\((?!https?:|#)([^)#]+)/gu)) {
        assert.isTrue(existsSync(join(root, document, "..", target)), `${document} links to ${target}`)
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
      for (const [, name = ""] of read(document).matchAll(/npm (?:run )?(start|test|(?<=run )[\w:]+)/gu)) {
        assert.property(scripts, name, document)
      }
    }
  })
})

/** `packaging.test.ts` runs the others, from the packed packages. */
describe("examples", () => {
  const run = async (example: string) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--conditions=mailroom-source", join(root, "examples", example, "main.ts")],
      { timeout: 60_000 }
    )
    return stdout.trim()
  }
  it("effect-embed", async () => assert.strictEqual(await run("effect-embed"), "1 lead, stopped: manual; 0 keys"))
})
