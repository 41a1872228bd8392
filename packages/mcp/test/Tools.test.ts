/** The tools against the OpenAPI document. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { file, text } from "../generate.ts"
import { changes, keyed, reads } from "../src/choice.ts"
import { draftReply } from "../src/draft.ts"
import { options, usage } from "../src/flags.ts"
import { tools } from "../src/generated/tools.ts"
import { limits } from "../src/limits.ts"

type Json = Record<string, any>
const document: Json = JSON.parse(readFileSync(new URL("../../http/openapi.json", import.meta.url), "utf8"))
const operations = new Map<string, Json>(
  Object.entries<Json>(document["paths"]).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => [
      operation["operationId"],
      { ...operation, path, method }
    ])
  )
)
const snakeCase = (name: string) => name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)

/** Compares schemas, and follows the references of the document on the way. */
const assertSame = (actual: any, expected: any, place: string): void => {
  if (typeof expected !== "object" || expected === null) return assert.strictEqual(actual, expected, place)
  const { $ref, ...own } = expected
  const whole =
    $ref === undefined ? expected : { ...document["components"].schemas[String($ref).split("/").at(-1) ?? ""], ...own }
  if (whole.$ref !== undefined) return assertSame(actual, whole, place)
  assert.sameMembers(Object.keys(actual), Object.keys(whole), place)
  for (const name of Object.keys(whole)) assertSame(actual[name], whole[name], `${place}/${name}`)
}

describe("the flags", () => {
  it("are the same in the command, its help and the documentation", () => {
    const named = (text: string) => [...text.matchAll(/^(?: +|\| `)--([a-z-]+)/gmu)].map(([, flag]) => flag)
    assert.deepStrictEqual(named(usage), Object.keys(options))
    const page = readFileSync(new URL("../../../docs/mcp.md", import.meta.url), "utf8")
    assert.sameMembers([...named(page), "help"], Object.keys(options))
    for (const { name } of [...tools, draftReply]) assert.include(page, `\`${name}\``)
  })
})

describe("the tools", () => {
  it("are the chosen operations, generated from the document", () => {
    assert.strictEqual(readFileSync(file, "utf8"), text)
    assert.deepStrictEqual(
      tools.map(({ operation }) => operation),
      [...reads, ...Object.keys(changes)]
    )
    for (const id of keyed) assert.property(changes, id)
    assert.strictEqual(new Set(tools.map(({ name }) => name)).size, tools.length)
    for (const { name } of tools) assert.match(name, /^[a-z_]{1,64}$/u)
  })

  it("have the method, path and input schema of their operation", () => {
    for (const { inputSchema, method, operation, path, query } of tools) {
      const { parameters = [], requestBody, ...found } = operations.get(operation) as Json
      assert.strictEqual(method, found["method"].toUpperCase(), operation)
      assert.strictEqual(path, snakeCase(found["path"]), operation)
      const fields = parameters.filter((parameter: Json) => ["path", "query"].includes(parameter["in"]))
      const ref: string = requestBody?.content["application/json"].schema.$ref ?? ""
      const body = document["components"].schemas[ref.split("/").at(-1) ?? ""] ?? {}
      const named = fields.map(({ name }: Json) => snakeCase(name))
      // A name in two places would lose one of its values.
      assert.sameMembers(Object.keys(inputSchema.properties), [...named, ...Object.keys(body.properties ?? {})])
      assert.lengthOf(Object.keys(inputSchema.properties), named.length + Object.keys(body.properties ?? {}).length)
      for (const { description, in: place, name, schema } of fields as Array<Json>) {
        assert.strictEqual(query.includes(snakeCase(name)), place === "query", operation)
        const page = name === "limit" ? { maximum: limits.rows, default: limits.defaultRows } : {}
        const expected = { ...schema, description, ...page }
        assertSame(inputSchema.properties[snakeCase(name)], expected, `${operation} ${name}`)
      }
      for (const [name, schema] of Object.entries(body.properties ?? {})) {
        assertSame(inputSchema.properties[name], schema, `${operation} ${name}`)
      }
      const required = fields
        .filter((parameter: Json) => parameter["required"])
        .map(({ name }: Json) => snakeCase(name))
      assert.sameMembers(inputSchema.required, [...required, ...(body.required ?? [])])
    }
  })

  it("say whether they change something, and what follows", () => {
    for (const { annotations, description, method, operation } of tools) {
      const change = changes[operation]
      assert.strictEqual(annotations.readOnlyHint, change === undefined, operation)
      if (change === undefined) assert.strictEqual(method, "GET", operation)
      else assert.isTrue(description.endsWith(change.consequence), operation)
    }
    assert.deepStrictEqual(draftReply.inputSchema, tools.find(({ name }) => name === "sends_reply")?.inputSchema)
    assert.isTrue(draftReply.annotations.readOnlyHint)
  })
})
