/** Which column of an imported file is which field of a lead. */
import { assert, describe, it } from "@effect/vitest"
import { customOf, guess, leadOf, offerOf, repeatedIn } from "../page/pages/import/mapping.ts"

describe("the mapping of a file", () => {
  it("is guessed from the names of the columns, in several languages and spellings", () => {
    assert.deepStrictEqual(guess(["E-Mail", "First Name", "LAST_NAME", "Company name", "URL", "Icebreaker"]), [
      "email",
      "first_name",
      "last_name",
      "company",
      "website",
      "personalization"
    ])
    assert.deepStrictEqual(guess(["Vorname", "Nachname", "Firma", "E-Mail-Adresse"]), [
      "first_name",
      "last_name",
      "company",
      "email"
    ])
    assert.deepStrictEqual(guess(["Prénom"]), ["first_name"])
  })

  it("uses each field once, and makes custom fields of other columns", () => {
    assert.deepStrictEqual(guess(["Email", "Work email", "Job title", "Job-Title", "", "Größe"]), [
      "email",
      "custom work_email",
      "custom job_title",
      "custom job_title_2",
      "",
      "custom groesse"
    ])
  })

  it("is guessed from names in other scripts, too", () => {
    assert.deepStrictEqual(guess(["メールアドレス", "Имя", "Фамилия", "会社", "Сайт"]), [
      "email",
      "first_name",
      "last_name",
      "company",
      "website"
    ])
  })

  it("offers a name for each column that has one, also without Latin letters", () => {
    assert.deepStrictEqual(guess(["Email", "Straße", "電話番号", "Город", "Улица 2", "電話番号", " "]), [
      "email",
      "custom strasse",
      "custom field_3",
      "custom field_4",
      "custom field_5",
      "custom field_6",
      ""
    ])
    assert.strictEqual(offerOf("", 6), "custom field_7")
    assert.strictEqual(offerOf("!!!", 0), "custom field_1")
    const long = "a".repeat(80)
    assert.deepStrictEqual(guess([long, long]), [`custom ${"a".repeat(64)}`, `custom ${"a".repeat(62)}_2`])
    assert.deepStrictEqual(guess(["Field 2", "会員"]), ["custom field_2", "custom field_2_2"])
  })

  it("tells which targets several columns have", () => {
    assert.deepStrictEqual(repeatedIn(["email", "", "", "custom a", "email", "custom a", "email"]), [
      "email",
      "custom a"
    ])
    assert.deepStrictEqual(repeatedIn(guess(["Email", "E-Mail", "Mail", "", ""])), [])
  })

  it("makes names of custom fields that texts can use", () => {
    assert.strictEqual(customOf("  Number of seats (2026) "), "custom number_of_seats_2026")
    assert.strictEqual(customOf("2026 Umsätze"), "custom field_2026_umsaetze")
    assert.strictEqual(customOf("!!!"), "")
    assert.strictEqual(customOf("a".repeat(80)), `custom ${"a".repeat(64)}`)
  })

  it("makes leads without empty values, and none without an address", () => {
    const mapping = guess(["email", "first name", "company", "seats"])
    assert.deepStrictEqual(leadOf(mapping, [" ada@clinic.example ", "", "Clinic\nNorth", "12"]), {
      email: "ada@clinic.example",
      company: "Clinic\nNorth",
      custom_fields: { seats: "12" }
    })
    assert.deepStrictEqual(leadOf(mapping, ["ada@clinic.example"]), { email: "ada@clinic.example" })
    assert.isUndefined(leadOf(mapping, ["  ", "Ada", "Clinic", "12"]))
  })
})
