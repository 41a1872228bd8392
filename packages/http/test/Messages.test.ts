/** The messages of every endpoint say in plain English what is wrong with a value of the wrong kind. */
import { assert, describe, it } from "@effect/vitest"
import { Event, faultsOf, Lead } from "@mailroom/core"
import { Effect, Schema, SchemaAST } from "effect"
import { HttpApi, HttpApiSchema } from "effect/http-api"
import { Api } from "../src/index.ts"

const kinds: ReadonlyArray<unknown> = [
  "",
  "x",
  "\u0000",
  "\ud800",
  "x".repeat(20_000),
  0,
  -1,
  1.5,
  1e300,
  true,
  null,
  [],
  ["x", "x"],
  Array.from({ length: 1001 }, () => 1),
  {},
  { x: 1 }
]

/** Values for a schema, most of them with a fault somewhere. */
const valuesFor = (ast: SchemaAST.AST): ReadonlyArray<unknown> => {
  switch (ast._tag) {
    case "Arrays":
      return [...kinds, ...ast.rest.flatMap(valuesFor).map((value) => [value])]
    case "Objects": {
      const fields = ast.propertySignatures.map(({ name, type }) => ({ name, values: valuesFor(type) }))
      const most = Math.max(0, ...fields.map(({ values }) => values.length))
      const objects = Array.from({ length: most }, (_, i) =>
        Object.fromEntries(fields.map(({ name, values }) => [name, values[i % values.length]]))
      )
      const records = ast.indexSignatures.flatMap(({ type }) => valuesFor(type)).map((value) => ({ "No name": value }))
      return [...kinds, ...objects, ...records]
    }
    case "Union":
      return [...kinds, ...ast.types.flatMap(valuesFor)]
    default:
      return kinds
  }
}

const inputs: Array<readonly [where: string, schema: Schema.Top]> = [
  ["an event", Event.NewEvent],
  ["a lead", Lead.NewLead]
]
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint }) => {
    const where = `${endpoint.method} ${endpoint.path}`
    for (const part of [endpoint.params, endpoint.query, endpoint.headers]) {
      if (part !== undefined) inputs.push([where, part])
    }
    for (const { schemas } of endpoint.payload.values()) {
      for (const schema of schemas) inputs.push([where, HttpApiSchema.isWithHeaders(schema) ? schema.schema : schema])
    }
  }
})

describe("the messages of", () => {
  it.effect.each(inputs)("%s are plain English", ([where, schema]) =>
    Effect.gen(function* () {
      // Schemas of inputs need no services, so the cast is safe.
      const decode = Schema.decodeUnknownEffect(schema as unknown as Schema.Codec<unknown>, {
        errors: "all",
        onExcessProperty: "error"
      })
      const messages = new Set<string>()
      for (const value of valuesFor(SchemaAST.toEncoded(schema.ast))) {
        const result = yield* Effect.result(decode(value))
        if (result._tag === "Success") continue
        for (const { message } of faultsOf(result.failure)) messages.add(message)
      }
      assert.isAbove(messages.size, 0)
      for (const message of messages) {
        assert.notMatch(
          message,
          /expected|\bgot\b|regexp|undefined|\ba value\b|another kind|is not valid|[|<>^]/iu,
          where
        )
        assert.match(message, /^(?:must|is|has|only|may|names?) /u, where)
      }
    })
  )
})
