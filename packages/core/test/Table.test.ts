import { assert, describe, it } from "@effect/vitest"
import { Table, Timestamp } from "@mailroom/core"
import { Schema } from "effect"
import { CampaignId } from "../src/ids.ts"

const typesOf = (fields: Schema.Struct.Fields) =>
  Object.fromEntries(
    Object.entries(Table.columnsOf({ fields })).map(([name, { isNullable, isOptional, type }]) => [
      name,
      `${type}${isOptional ? " or absent" : isNullable ? " or null" : ""}`
    ])
  )

describe("Table.columnsOf", () => {
  it("answers the type of each field", () => {
    assert.deepStrictEqual(
      typesOf({
        bool: Schema.Boolean,
        count: Schema.Int,
        code: Schema.Literals([1, 2]),
        at: Timestamp.Timestamp,
        campaign: CampaignId,
        text: Schema.String.check(Schema.isMaxLength(3)),
        word: Schema.Literals(["a", "b"]),
        either: Schema.Union([Schema.String.check(Schema.isMinLength(3)), Schema.Literal("")]),
        object: Schema.Struct({ a: Schema.Int }),
        record: Schema.Record(Schema.String, Schema.Int),
        ids: Schema.Array(Schema.Int),
        texts: Schema.Array(Schema.String),
        campaigns: Schema.Array(CampaignId),
        objects: Schema.Array(Schema.Struct({ a: Schema.Int })),
        nullable: Schema.NullOr(Timestamp.Timestamp),
        nullables: Schema.NullOr(Schema.Array(CampaignId)),
        optional: Schema.optionalKey(Schema.Literals(["a", "b"]))
      }),
      {
        bool: "bool",
        count: "int",
        code: "int",
        at: "instant",
        campaign: "uuid",
        text: "text",
        word: "text",
        either: "text",
        object: "json",
        record: "json",
        ids: "int[]",
        texts: "text[]",
        campaigns: "uuid[]",
        objects: "json",
        nullable: "instant or null",
        nullables: "uuid[] or null",
        optional: "text or absent"
      }
    )
  })

  it("rejects a field whose values no column can have", () => {
    for (const field of [Schema.Null, Schema.BigInt, Schema.Union([Schema.Int, Schema.String])]) {
      assert.throws(() => typesOf({ field }), "No column can have the values of the field field")
    }
  })
})
