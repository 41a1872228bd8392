/** Clients that others generate from the OpenAPI document: they compile strictly, and two of them carry out a scenario. */
import { assert, describe, it } from "@effect/vitest"
import { FakeServer } from "@mailroom/node/testing"
import { execFile } from "node:child_process"
import { globSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll } from "vitest"
import type { Scenario } from "../scenario/Scenario.ts"

const root = join(import.meta.dirname, "..")
const document = "../packages/http/openapi.json"
const run = promisify(execFile)

/** The arguments of each generator, after its program. Each writes into `generated`, into folders that begin with its name. */
const generators = {
  "openapi-typescript": [
    "openapi-typescript/bin/cli.js",
    document,
    "--output",
    "generated/openapi-typescript/schema.ts"
  ],
  "hey-api": ["@hey-api/openapi-ts/bin/run.js", "--input", document, "--output", "generated/hey-api"],
  orval: ["orval/dist/bin/orval.mjs", "--config", "orval.config.ts"],
  kubb: ["@kubb/cli/bin/kubb.cjs", "generate"],
  "swagger-typescript-api": [
    "swagger-typescript-api/dist/cli.mjs",
    "generate",
    "--path",
    document,
    "--output",
    "generated/swagger-typescript-api"
  ]
}
const outputs = ["openapi-typescript", "hey-api", "orval-fetch", "orval-zod", "kubb", "swagger-typescript-api"]
const compilers = { "TypeScript 5.9": "typescript", "TypeScript 7": "typescript-7" }

const execute = async ([program = "", ...args]: ReadonlyArray<string>) => {
  const { stdout } = await run(process.execPath, [join(root, "node_modules", program), ...args], { cwd: root })
  return stdout
}
/** The types of a client, without comments and literals. */
const typesOf = (file: string) =>
  readFileSync(join(root, "generated", file), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'/gu, "")

describe("generated clients", () => {
  /** What each compiler found, a line each. */
  const found = new Map<string, ReadonlyArray<string>>()
  let server: FakeServer.FakeServer

  beforeAll(async () => {
    rmSync(join(root, "generated"), { recursive: true, force: true })
    await Promise.all(Object.values(generators).map(execute))
    for (const name of Object.values(compilers)) {
      const stdout = await execute([`${name}/bin/tsc`, "--project", "."]).catch((error) => String(error.stdout))
      found.set(name, stdout.split("\n").filter(Boolean))
    }
    server = await FakeServer.start()
  })
  afterAll(() => server.stop())

  for (const output of outputs) {
    for (const [compiler, name] of Object.entries(compilers)) {
      it(`of ${output} compile with ${compiler}`, () => {
        assert.isNotEmpty(globSync(`generated/${output}/**/*.ts`, { cwd: root }))
        assert.deepStrictEqual(
          found.get(name)?.filter((line) => line.startsWith(`generated/${output}/`)),
          []
        )
      })
    }
  }

  it("compile where they are used", () => {
    for (const lines of found.values()) {
      assert.deepStrictEqual(
        lines.filter((line) => !line.startsWith("generated/")),
        []
      )
    }
  })

  for (const name of ["openapi-fetch", "hey-api"]) {
    it(`of ${name} carry out a scenario`, async () => {
      const { scenario }: { readonly scenario: Scenario } = await import(join(root, `scenario/${name}.ts`))
      assert.deepStrictEqual(await scenario(server.baseUrl, server.apiKey), {
        emails: ["ada@a.test", "bob@b.test"],
        stopped: "manual",
        missing: "not_found",
        faults: ["/body/name"]
      })
    })
  }

  it("know the type of every property", () => {
    const untyped = (file: string, type: string) =>
      typesOf(file)
        .split("\n")
        .filter((line) => new RegExp(`^\\s*\\w+\\??: .*\\b${type}\\b`, "u").test(line))
        .map((line) => line.trim())
    assert.deepStrictEqual(untyped("hey-api/types.gen.ts", "unknown"), [])
    const [contracts = ""] = typesOf("swagger-typescript-api/Api.ts").split("export type QueryParamsType")
    assert.notMatch(contracts, /\bany\b/u)
  })

  it("of orval's zod accept a request", async () => {
    const { LeadsCreateBody } = await import(join(root, "generated/orval-zod/api.ts"))
    const campaign_id = "0198f2a0-0000-7000-8000-000000000000"
    const accepts = (email: string) => LeadsCreateBody.safeParse({ campaign_id, leads: [{ email }] }).success
    assert.isTrue(accepts("ada@example.com"))
  })
})
