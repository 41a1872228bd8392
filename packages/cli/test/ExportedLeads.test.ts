/** Leads that the console or the CLI exported, as the import reads them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { columnsOf, leadOf } from "../src/import/Columns.ts"
import { folder, mailroom, mailroomFed, tenancy } from "./Harness.ts"

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

  it.live("has an empty cell for a missing custom field, also of one that is named like a member of each object", () =>
    Effect.gen(function* () {
      const env = yield* tenancy
      const leads = "Email,constructor\nada@x.test,Brunel\nbob@x.test,\n"
      const imported = yield* mailroomFed(leads, env, "import", "-", "--campaign", "Spring", "--create")
      assert.deepStrictEqual([imported.code, imported.stderr], [0, "Custom fields: constructor"])
      const output = join(yield* folder, "leads.csv")
      yield* mailroom(env, "leads", "export", "--output", output)
      const [header, ada, bob] = (yield* Effect.promise(() => readFile(output, "utf8"))).split("\r\n")
      assert.match(header ?? "", /,constructor$/u)
      assert.match(ada ?? "", /ada@x\.test.*,Brunel$/u)
      assert.match(bob ?? "", /bob@x\.test.*,$/u)
    })
  )
})
