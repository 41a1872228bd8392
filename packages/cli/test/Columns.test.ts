import { assert, describe, it } from "@effect/vitest"
import { columnsOf, leadOf } from "../src/import/Columns.ts"

const namesOf = (...headers: ReadonlyArray<string>) => {
  const found = columnsOf(headers)
  return "fault" in found ? found.fault : found.columns.map(({ isCustom, name }) => (isCustom ? `+${name}` : name))
}

describe("columns", () => {
  for (const header of [
    "Email",
    "email",
    "E-mail",
    " EMAIL ",
    "email_address",
    "Email Address",
    "emailAddress",
    "Mail"
  ]) {
    it(`takes ${JSON.stringify(header)} for the address`, () => assert.deepStrictEqual(namesOf(header), ["email"]))
  }

  it("knows the fields by the names that exports give them", () => {
    assert.deepStrictEqual(
      namesOf("Email", "First Name", "lastName", "company_name", "Company Website", "ICEBREAKER"),
      ["email", "first_name", "last_name", "company", "website", "personalization"]
    )
    assert.deepStrictEqual(namesOf("mail", "given name", "Surname", "Organisation", "URL"), [
      "email",
      "first_name",
      "last_name",
      "company",
      "website"
    ])
  })

  it("makes custom fields of the others, named as the contract has it", () => {
    const headers = [
      "Email",
      "Job Title",
      "companySize",
      "Région",
      "2nd line",
      "#",
      "会社",
      "LinkedIn URL",
      "C++ (years)"
    ]
    assert.deepStrictEqual(namesOf(...headers), [
      "email",
      "+job_title",
      "+company_size",
      "+region",
      "+column_2nd_line",
      "+column_6",
      "+column_7",
      "+linked_in_url",
      "+c_years"
    ])
    const long = columnsOf(["Email", `a${" b".repeat(60)}`])
    assert.isTrue("columns" in long && /^[a-z][a-z0-9_]{0,63}$/u.test(long.columns[1]?.name ?? ""))
  })

  it("refuses two columns for one field, naming both", () => {
    assert.include(namesOf("Email", "Company", "Organization"), '"Company" and "Organization" both go to company')
    assert.include(namesOf("Email", "Job Title", "job_title"), '"Job Title" and "job_title" both go to job_title')
  })

  it("refuses a table without addresses, naming what it has", () => {
    assert.include(namesOf("Name", "Phone"), "among: Name, Phone")
    assert.include(namesOf(), "no column for the e-mail address")
  })
})

describe("rows", () => {
  const table = columnsOf(["Email", "First Name", "Job Title"])
  const columns = "columns" in table ? table.columns : []

  it("leaves out empty cells and trims the others", () => {
    assert.deepStrictEqual(leadOf(columns, [" ada@x.example ", "", "  CTO"]), {
      lead: { email: "ada@x.example", custom_fields: { job_title: "CTO" } }
    })
    assert.deepStrictEqual(leadOf(columns, ["ada@x.example"]), { lead: { email: "ada@x.example" } })
  })

  it("passes over a row without anything", () => assert.isNull(leadOf(columns, ["", " ", ""])))

  it("refuses a row without an address, and one that is too wide", () => {
    assert.deepStrictEqual(leadOf(columns, ["", "Ada"]), { fault: "has no e-mail address" })
    assert.deepStrictEqual(leadOf(columns, ["a@x.example", "A", "B", "C"]), {
      fault: "has 4 cells, the header has 3"
    })
    assert.deepStrictEqual(leadOf(columns, ["a@x.example", "A", "", ""]), {
      lead: { email: "a@x.example", first_name: "A" }
    })
  })
})
