/** Leads that the console or the CLI exported, as the import reads them. */
import { assert, describe, it } from "@effect/vitest"
import { columnsOf, leadOf } from "../src/import/Columns.ts"

describe("an exported table", () => {
  it("gives custom fields their names", () => {
    const headers = ["email", "first_name", "status", "custom.status", "phone", "formula"]
    const table = columnsOf(headers)
    assert.isTrue("columns" in table)
    if (!("columns" in table)) return
    assert.deepStrictEqual(leadOf(table.columns, ["ada@x.test", "@da", "Sent", "gold", "+49 170 1", "=1+1"]), {
      lead: {
        email: "ada@x.test",
        first_name: "@da",
        custom_fields: { other_status: "Sent", status: "gold", phone: "+49 170 1", formula: "=1+1" }
      }
    })
    assert.deepStrictEqual(leadOf(table.columns, ["ada@x.test", "'tis", "", "", "+49", ""]), {
      lead: { email: "ada@x.test", first_name: "'tis", custom_fields: { phone: "+49" } }
    })
  })
})
