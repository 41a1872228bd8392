/** The calls that the page at `/docs` shows for each operation: the calls of the client compile, and the calls of curl are valid. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { openApi } from "@mailroom/http"
import { FakeServer } from "@mailroom/node/testing"
import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { missing } from "./Shell.ts"

const root = join(import.meta.dirname, "..")
const run = promisify(execFile)

interface Operation {
  readonly id: string
  readonly isWebhook: boolean
}
interface Snippet {
  readonly label: string
  readonly code: string
}
interface Page {
  readonly read: (document: unknown) => {
    readonly groups: ReadonlyArray<{ readonly operations: ReadonlyArray<Operation> }>
  }
  readonly snippetsOf: (operation: Operation) => ReadonlyArray<Snippet>
}

/** The page is compiled for browsers, so its modules are imported without their types. */
const moduleOf = async (name: string): Promise<Page> => import(join(root, "packages/http/docs", name))

/** All calls, by the id of their operation. */
const snippets = async () => {
  const { read } = await moduleOf("OpenApi.ts")
  const { snippetsOf } = await moduleOf("snippets.ts")
  const operations = read(JSON.parse(JSON.stringify(openApi()))).groups.flatMap(({ operations }) => operations)
  return operations.map((operation) => [operation, snippetsOf(operation)] as const)
}

describe("the calls of operations at /docs", () => {
  // Inside the repository, so that `@mailroom/client` is found.
  const cache = join(root, "node_modules/.cache")
  let directory = ""
  beforeAll(() => {
    mkdirSync(cache, { recursive: true })
    directory = mkdtempSync(join(cache, "snippets-"))
  })
  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  it("are two for each operation, and none for webhooks", async () => {
    for (const [{ id, isWebhook }, shown] of await snippets()) {
      assert.deepStrictEqual(
        shown.map(({ label }) => label),
        isWebhook ? [] : ["curl", "@mailroom/client"],
        id
      )
    }
  })

  it("compile, with the client", async () => {
    const compile = async (files: ReadonlyArray<string>) => {
      const options =
        "--ignoreConfig --noEmit --strict --module nodenext --target esnext --types node --skipLibCheck --allowImportingTsExtensions " +
        "--customConditions mailroom-source"
      const args = [join(root, "node_modules/typescript/bin/tsc"), ...options.split(" "), ...files]
      const { stdout } = await run(process.execPath, args, { cwd: directory }).catch((error) => error)
      return String(stdout)
    }
    writeFileSync(join(directory, "package.json"), `{ "type": "module" }`)
    writeFileSync(
      join(directory, "given.d.ts"),
      `declare const baseUrl: string\ndeclare const key: string\ndeclare const attachment: { readonly url: string }\n`
    )
    const files = (await snippets()).flatMap(([{ id }, shown]) =>
      shown
        .filter(({ label }) => label !== "curl")
        .map(({ code }) => {
          writeFileSync(join(directory, `${id}.ts`), `${code}\nexport { answer }\n`)
          return `${id}.ts`
        })
    )
    assert.isAbove(files.length, 80)
    assert.strictEqual(await compile(["given.d.ts", ...files]), "")
    // The compiler finds what is wrong.
    writeFileSync(
      join(directory, "wrong.ts"),
      `import { createClient } from "@mailroom/client"\nexport const answer = await createClient({ baseUrl, key }).tags.create({ title: "" })\n`
    )
    assert.match(await compile(["given.d.ts", "wrong.ts"]), /^wrong\.ts\(2,\d+\): error TS2353/u)
  })

  it.skipIf(missing !== undefined)("are valid requests, with curl", async () => {
    const { apiKey, baseUrl, stop } = await FakeServer.start()
    try {
      writeFileSync(join(directory, "mail.eml"), "From: ada@lead.test\r\n\r\nHello")
      const calls = (await snippets()).flatMap(([{ id }, shown]) =>
        shown.filter(({ label }) => label === "curl").map(({ code }) => [id, code] as const)
      )
      const script = calls.map(([id, code]) => `echo '# ${id}'\n${code}`).join("\n")
      const curl = `curl() { command curl --silent --write-out '\\n%{http_code}\\n' "$@"; }`
      const env = { ...process.env, URL: baseUrl, KEY: apiKey }
      const { stdout } = await run("sh", ["-c", `${curl}\n${script}`], { cwd: directory, env, maxBuffer: 1e8 })
      const answers = stdout.split(/^# /mu).slice(1)
      assert.lengthOf(answers, calls.length)
      // The key of the example for signing in is not one of the server.
      const isFine = (answer: string) =>
        /\n(?:200|201|204|404|409)$/u.test(answer.trim()) || answer.startsWith("auth.sign")
      assert.deepStrictEqual(
        answers.filter((answer) => !isFine(answer) || answer.includes("no_such_route")),
        []
      )
    } finally {
      await stop()
    }
  })
})
