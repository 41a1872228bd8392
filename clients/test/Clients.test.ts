/** Clients that users generate from the OpenAPI document: they compile strictly, and two of them run a scenario. */
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

/** The command of each generator, and the folders of `generated` that it writes. */
const generators = [
  {
    command: ["openapi-typescript/bin/cli.js", document, "--output", "generated/openapi-typescript/schema.ts"],
    outputs: ["openapi-typescript"]
  },
  {
    command: ["@hey-api/openapi-ts/bin/run.js", "--input", document, "--output", "generated/hey-api", "--no-log-file"],
    outputs: ["hey-api"]
  },
  { command: ["orval/dist/bin/orval.mjs", "--config", "orval.config.ts"], outputs: ["orval-fetch", "orval-zod"] },
  { command: ["@kubb/cli/bin/kubb.cjs", "generate"], outputs: ["kubb"] },
  {
    command: [
      "swagger-typescript-api/dist/cli.mjs",
      "generate",
      "--path",
      document,
      "--output",
      "generated/swagger-typescript-api"
    ],
    outputs: ["swagger-typescript-api"]
  }
]
const compilers = { "TypeScript 5.9": "typescript", "TypeScript 7": "typescript-7" }

const run = async ([program = "", ...args]: ReadonlyArray<string>) =>
  await promisify(execFile)(process.execPath, [join(root, "node_modules", program), ...args], { cwd: root })

/** The types of a client, without comments and literals. */
const typesOf = (file: string) =>
  readFileSync(join(root, "generated", file), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'|"[^"\n]*"/gu, "")
const linesWith = (type: string, text: string) =>
  text.split("\n").filter((line) => new RegExp(`^\\s*\\w+\\??: .*\\b${type}\\b`, "u").test(line))

describe("generated clients", () => {
  /** The errors of each compiler, one per line. */
  const complaints = new Map<string, ReadonlyArray<string>>()
  let server: FakeServer.FakeServer

  beforeAll(async () => {
    server = await FakeServer.start()
    rmSync(join(root, "generated"), { recursive: true, force: true })
    // If a generator fails, its files are missing, and the tests report that.
    await Promise.all(generators.map(({ command }) => run(command).catch((error) => console.error(error.message))))
    for (const name of Object.values(compilers)) {
      const { stdout, stderr } = await run([`${name}/bin/tsc`, "--project", "."]).catch((error) => error)
      complaints.set(name, `${stdout}${stderr}`.split("\n").filter(Boolean))
    }
  })
  afterAll(() => server.stop())

  for (const output of generators.flatMap(({ outputs }) => outputs)) {
    for (const [compiler, name] of Object.entries(compilers)) {
      it(`of ${output} compile with ${compiler}`, () => {
        const folder = `generated/${output}/`
        assert.isNotEmpty(globSync(`${folder}**/*.ts`, { cwd: root }))
        assert.deepStrictEqual(
          complaints.get(name)?.filter((line) => line.startsWith(folder)),
          []
        )
      })
    }
  }

  it("compile where they are used", () => {
    for (const lines of complaints.values()) {
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

  it("of orval's zod accept a valid request, and no other", async () => {
    const { LeadsCreateBody } = await import(join(root, "generated/orval-zod/api.ts"))
    const campaign_id = "0198f2a0-0000-7000-8000-000000000000"
    const accepts = (email: string) => LeadsCreateBody.safeParse({ campaign_id, leads: [{ email }] }).success
    assert.deepStrictEqual(["ada@example.com", "ada at example.com"].map(accepts), [true, false])
  })

  it("know the type of every property", () => {
    const [contracts = ""] = typesOf("swagger-typescript-api/Api.ts").split("export type QueryParamsType")
    assert.deepStrictEqual(linesWith("unknown", typesOf("hey-api/types.gen.ts")), [])
    assert.deepStrictEqual(linesWith("any", contracts), [])
  })
})
