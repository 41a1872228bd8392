/** Exported leads, and what an import makes of them. */
import { assert, describe, it } from "@effect/vitest"
import Papa from "papaparse"
import { csvOf, withoutApostrophe } from "../page/kit/csv.ts"
import { guess, leadOf } from "../page/pages/import/mapping.ts"
import { type ExportedLead, linesOf } from "../page/pages/leads/exported.ts"

const read = (csv: string) => {
  const [header = [], ...lines] = Papa.parse<Array<string>>(csv).data
  return lines.map((line) => leadOf(guess(header), line.map(withoutApostrophe)))
}

describe("an export", () => {
  it.each(["+49 (170) 12", "-5", "-1.5"])("leaves the number %s alone", (value) => {
    assert.strictEqual(csvOf([[value]]), value)
  })

  it.each(["=1+1", "+A1", "-2+cmd|' /C calc'!A0", "@SUM(1)", "=1", "+49-170-1", "\t=1"])(
    "guards the formula %s",
    (value) => {
      assert.strictEqual(Papa.parse<Array<string>>(csvOf([[value]])).data[0]?.[0], `'${value}`)
    }
  )

  it("is imported with the same values, also of custom fields that are named like columns", () => {
    const custom_fields = { status: "gold", phone: "+49 170 1", formula: "=1+1", email: "other", score: "-5" }
    const lead = {
      email: "ada@x.test",
      first_name: "@da",
      last_name: "-",
      company: "'quoted'",
      website: "",
      personalization: "",
      status: "Sent",
      custom_fields
    } as unknown as ExportedLead
    const [header] = linesOf([lead])
    assert.strictEqual(new Set(header).size, header?.length)
    const [found] = read(csvOf(linesOf([lead])))
    assert.deepInclude(found, { email: "ada@x.test", first_name: "@da", last_name: "-", company: "'quoted'" })
    assert.deepInclude(found?.custom_fields, custom_fields)
  })

  it("has an empty cell for a missing custom field, also of one that is named like a member of each object", () => {
    const lead = { email: "ada@x.test", custom_fields: {} } as unknown as ExportedLead
    const lines = linesOf([lead, { ...lead, custom_fields: { constructor: "Brunel" } } as unknown as ExportedLead])
    assert.deepStrictEqual(
      lines.map((line) => line.at(-1)),
      ["constructor", "", "Brunel"]
    )
  })
})
