import { assert, describe, it } from "@effect/vitest"
import { described, faultsOf } from "@mailroom/core"
import { Exit, Result, Schema } from "effect"
import { parameters } from "../src/contract/Parameters.ts"
import { makeSchemas } from "../src/openapi/Schemas.ts"
import { strict } from "../src/pipeline/Body.ts"

const Id = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9 })).pipe(Schema.brand("Id"))
const Color = Schema.Literals(["red", "blue"]).annotate({ identifier: "Color", description: "A color." })
const fields = {
  id: described(Schema.optionalKey(Id), "The id."),
  is_new: Schema.optionalKey(Schema.Boolean),
  ids: Schema.optionalKey(Schema.Array(Id).check(Schema.isMaxLength(2, { message: "must have at most 2 ids" }))),
  colors: Schema.optionalKey(Schema.Array(Color)),
  name: Schema.optionalKey(Schema.String),
  limit: Schema.Int.pipe(Schema.withDecodingDefaultKey(Exit.succeed(50)))
}
const query = Schema.Struct(parameters(fields))
const decode = (input: Record<string, string>) => Schema.decodeUnknownResult(query, strict)(input)

describe("parameters", () => {
  it("have the values and the defaults of the fields", () => {
    const given = { id: "7", is_new: "false", ids: "1,2", colors: "red,blue", name: "7", limit: "20" }
    const values = { id: 7, is_new: false, ids: [1, 2], colors: ["red", "blue"], name: "7", limit: 20 }
    assert.deepStrictEqual<unknown>(Result.getOrThrow(decode(given)), values)
    assert.deepStrictEqual<unknown>(Result.getOrThrow(decode({})), { limit: 50 })
    assert.deepStrictEqual<unknown>(Schema.encodeUnknownSync(query)(values), given)
  })

  it("report every fault of a number, a boolean, a list and its items", () => {
    const faults = (input: Record<string, string>) =>
      Result.match(decode(input), {
        onFailure: (error) => faultsOf(error, "/query").map(({ message, pointer }) => `${pointer} ${message}`),
        onSuccess: () => []
      })
    assert.deepStrictEqual(faults({ id: "0", limit: "1.5" }), [
      "/query/id must be at least 1",
      "/query/limit must be an integer"
    ])
    assert.deepStrictEqual(faults({ id: "10" }), ["/query/id must be at most 9"])
    assert.deepStrictEqual(faults({ ids: "1,2,3" }), ["/query/ids must have at most 2 ids"])
    assert.deepStrictEqual(faults({ ids: "1,x" }), ["/query/ids/1 must be an integer"])
    assert.lengthOf(faults({ is_new: "yes" }), 1)
    assert.lengthOf(faults({ colors: "red,green" }), 1)
  })

  it("are shown with the types of their values", () => {
    const { components, parameter } = makeSchemas()
    const shown = Object.fromEntries(query.ast.propertySignatures.map(({ name, type }) => [name, parameter(type)]))
    const id = { type: "integer", minimum: 1, maximum: 9 }
    assert.deepStrictEqual(shown, {
      id: { ...id, description: "The id." },
      is_new: { type: "boolean" },
      ids: { type: "array", items: id, maxItems: 2 },
      colors: { type: "array", items: { $ref: "#/components/schemas/Color" } },
      name: { type: "string" },
      limit: { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }
    })
    assert.deepStrictEqual(components, { Color: { type: "string", enum: ["red", "blue"], description: "A color." } })
  })
})
