import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assets } from "../docs.ts"
import { codingFor } from "../src/pipeline/Compression.ts"

describe("the page at /docs", () => {
  it("is the committed one: after a change of `packages/http/docs` run `npm run page`", async () => {
    const committed = readFileSync(join(import.meta.dirname, "../src/openapi/DocsAssets.ts"), "utf8")
    assert.strictEqual(await assets(), committed)
  })
})

/** A module of the page, which has the types of a browser. */
const moduleOf = (name: string): Promise<any> => import(new URL(`../docs/${name}`, import.meta.url).href)

describe("the code of the page", async () => {
  const { read } = await moduleOf("OpenApi.ts")
  const { snippetsOf } = await moduleOf("snippets.ts")
  const document = JSON.parse(readFileSync(join(import.meta.dirname, "../openapi.json"), "utf8"))
  const operations: ReadonlyArray<any> = read(document).groups.flatMap((group: any) => group.operations)
  const codeOf = (id: string): ReadonlyArray<string> => {
    const operation = operations.find((operation) => operation.id === id) ?? assert.fail(id)
    return snippetsOf(operation).map(({ code }: any): string => code)
  }

  it("gives every operation that needs a body or a query an argument", () => {
    const needing = operations.filter(
      ({ isWebhook, parameters, requestBody }) =>
        !isWebhook &&
        (requestBody !== undefined || parameters.some(({ in: place, required }: any) => place === "query" && required))
    )
    assert.isAbove(needing.length, 20)
    const without = needing.filter(({ id }) => codeOf(id).some((code) => code.includes("()\n") || code.endsWith("()")))
    assert.deepStrictEqual(
      without.map(({ id }) => id),
      []
    )
  })

  it("sends the bytes of a file with its name, and a mail as it is", () => {
    const [curl = "", client = ""] = codeOf("uploads.create")
    assert.match(curl, /\/uploads\?filename=Offer\.pdf"/u)
    assert.include(curl, `-H "Content-Type: application/octet-stream" \\\n  --data-binary @Offer.pdf`)
    assert.notInclude(curl, "--json")
    assert.match(client, /import \{ openAsBlob \} from "node:fs"/u)
    assert.include(client, `uploads.create(await openAsBlob("Offer.pdf"), {\n  filename: "Offer.pdf"\n})`)
    assert.include(codeOf("intake.receive").join("\n"), "@mail.eml")
  })
})

describe("the coding of an answer", () => {
  it("is the best of those that are accepted (RFC 9110, 12.5.3)", () => {
    for (const [accepted, coding] of [
      [undefined, undefined],
      ["", undefined],
      ["identity", undefined],
      ["deflate, zstd", undefined],
      ["gzip", "gzip"],
      ["GZIP;q=0.1,deflate", "gzip"],
      ["gzip, br", "br"],
      ["br;q=0, gzip", "gzip"],
      ["br ; q=0.000 , gzip ; q=1.0", "gzip"],
      ["*", "br"],
      ["*, br;q=0", "gzip"],
      ["gzip, *;q=0", "gzip"],
      ["*;q=0", undefined],
      ["br;q=x", undefined]
    ] as const) {
      assert.strictEqual(codingFor(accepted), coding, accepted)
    }
  })
})
