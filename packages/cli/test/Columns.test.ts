import { assert, describe, it } from "@effect/vitest"
import { Lead } from "@mailroom/core"
import { type Choices, columnsOf, leadOf } from "../src/import/Columns.ts"
import { exports } from "./Exports.ts"

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

  for (const header of [
    "Timezone",
    "time zone",
    "Zeitzone",
    "Fuseau horaire",
    "Zona horaria",
    "Tijdzone",
    "Strefa czasowa",
    "часовой пояс",
    "タイムゾーン",
    "时区"
  ]) {
    it(`takes ${header} for the time zone`, () =>
      assert.deepStrictEqual(namesOf("Email", header, "Country"), ["email", "timezone", "+country"]))
  }

  it("keeps a time zone that is written in another way as a custom field", () => {
    const found = columnsOf(["Email", "Zeitzone"])
    if ("fault" in found) return assert.fail(found.fault)
    const rows = ["Europe/Oslo", "PST", "(UTC+01:00) Berlin"].map((zone) =>
      leadOf(found.columns, ["a@x.example", zone])
    )
    assert.deepStrictEqual(rows, [
      { lead: { email: "a@x.example", timezone: "Europe/Oslo" } },
      { lead: { email: "a@x.example", custom_fields: { timezone: "PST" } } },
      { lead: { email: "a@x.example", custom_fields: { timezone: "(UTC+01:00) Berlin" } } }
    ])
  })

  it("leaves out what only Mailroom sets, in a table of `mailroom leads export`", () => {
    const own = [...Object.keys(Lead.Lead.fields), "job_title"]
    // Only `--map` takes these two.
    const { chosen_sender: _, verification_status: __, ...fields } = Lead.NewLead.fields
    assert.deepStrictEqual(
      namesOf(...own),
      own.map((name) => (name === "job_title" ? "+job_title" : name in fields ? name : null))
    )
    const found = columnsOf(own, { map: [{ header: "status", name: "old_status" }], ignore: [] })
    assert.deepInclude("columns" in found ? found.columns : [], {
      header: "status",
      name: "old_status",
      isCustom: true
    })
    assert.deepStrictEqual(namesOf("email", "id", "status"), ["email", "+id", "+status"])
  })

  it("knows the fields in other languages, as the console does", () => {
    const known = (...headers: ReadonlyArray<string>) =>
      assert.deepStrictEqual(namesOf(...headers), ["email", "first_name", "last_name", "company", "website"])
    known("E-Mail-Adresse", "Vorname", "Nachname", "Firma", "Webseite")
    known("Courriel", "Prénom", "Nom", "Société", "Site web")
    known("Correo electrónico", "Nombre", "Apellidos", "Empresa", "Página web")
    known("Indirizzo e-mail", "Nome", "Cognome", "Azienda", "Sito web")
    known("E-mailadres", "Voornaam", "Achternaam", "Bedrijf", "Website")
    known("E-postadress", "Förnamn", "Efternamn", "Företag", "Hemsida")
    known("Sähköposti", "Etunimi", "Sukunimi", "Yritys", "Kotisivu")
    known("Adres e-mail", "Imię", "Nazwisko", "Nazwa firmy", "Strona WWW")
    known("E-mail", "Jméno", "Příjmení", "Společnost", "Webové stránky")
    known("Электронная почта", "Имя", "Фамилия", "Компания", "Сайт")
    known("Електронна пошта", "Ім’я", "Прізвище", "Компанія", "Сайт")
    known("E-posta", "Ad", "Soyad", "Şirket", "Web sitesi")
    known("メールアドレス", "名", "姓", "会社名", "ウェブサイト")
    known("邮箱", "名字", "姓氏", "公司", "网站")
    known("이메일", "이름", "성", "회사", "웹사이트")
  })

  it("takes a name that may mean something else only where nothing else is the field", () => {
    assert.deepStrictEqual(namesOf("Adresse", "E-Mail", "Name"), ["+adresse", "email", "+name"])
    assert.deepStrictEqual(namesOf("Address", "Vorname", "Name"), ["email", "first_name", "last_name"])
    assert.deepStrictEqual(namesOf("Email", "Domain", "Website"), ["email", "+domain", "website"])
  })

  it("writes umlauts and accents of custom fields with Latin letters", () => {
    assert.deepStrictEqual(namesOf("Email", "Größe der Firma", "Straße", "Établissement n° 2", "Łódź", "Ærø", "İl"), [
      "email",
      "+groesse_der_firma",
      "+strasse",
      "+etablissement_n_2",
      "+lodz",
      "+aeroe",
      "+il"
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
      "電話番号",
      "LinkedIn URL",
      "C++ (years)"
    ]
    assert.deepStrictEqual(namesOf(...headers), [
      "email",
      "+job_title",
      "+company_size",
      "+region",
      "+field_2nd_line",
      "+field_6",
      "+field_7",
      "+linked_in_url",
      "+c_years"
    ])
    const long = columnsOf(["Email", `a${" b".repeat(60)}`])
    assert.isTrue("columns" in long && /^[a-z][a-z0-9_]{0,63}$/u.test(long.columns[1]?.name ?? ""))
  })

  for (const [program, { columns, fields }] of Object.entries(exports)) {
    it(`knows what ${program} exports`, () => {
      const headers = columns.trim().split(/,\s+/u)
      const found = columnsOf(headers)
      if ("fault" in found) return assert.fail(found.fault)
      const known = found.columns.filter(({ isCustom }) => !isCustom)
      assert.deepStrictEqual(Object.fromEntries(known.map(({ header, name }) => [name, header])), fields)
      assert.lengthOf(found.columns, headers.length)
    })
  }

  it("asks which of two columns is a field, and says how to answer", () => {
    assert.strictEqual(
      namesOf("Email", "Work Email"),
      'which column is email, "Email" or "Work Email"? Choose with --map "Email=email", then the other becomes a custom ' +
        'field; or leave one out with --ignore "Work Email"'
    )
    assert.include(namesOf("Email", "Job Title", "job_title"), 'which column is job_title, "Job Title" or "job_title"?')
    assert.strictEqual(namesOf("Email", "Notes", "notes"), 'there are two columns "Notes": rename one')
  })

  it("takes verification_status and chosen_sender from columns that the user names, only", () => {
    const headers = ["Email", "verification_status", "Sender"]
    assert.deepStrictEqual(namesOf(...headers), ["email", "+verification_status", "+sender"])
    const map = [
      { header: "Verification_Status", name: "verification_status" },
      { header: "Sender", name: "chosen_sender" }
    ]
    const found = columnsOf(headers, { ignore: [], map })
    if ("fault" in found) return assert.fail(found.fault)
    assert.deepStrictEqual(leadOf(found.columns, ["ada@x.example", "valid", " 7 "]), {
      lead: { email: "ada@x.example", verification_status: "valid", chosen_sender: 7 }
    })
    assert.deepStrictEqual(leadOf(found.columns, ["ada@x.example", "", "us@x.example"]), {
      lead: { email: "ada@x.example", chosen_sender: "us@x.example" }
    })
  })

  it("goes by what the user says, and gives columns that are displaced another name", () => {
    const chosen = (choices: Partial<Choices>) => {
      const found = columnsOf(["Email", "Work Email", "Phone"], { ignore: [], map: [], ...choices })
      return "fault" in found ? found.fault : found.columns.map(({ isCustom, name }) => (isCustom ? `+${name}` : name))
    }
    const email = { header: "email", name: "email" }
    const workEmail = { header: "work email ", name: "email" }
    assert.deepStrictEqual(chosen({ map: [email] }), ["email", "+work_email", "+phone"])
    assert.deepStrictEqual(chosen({ map: [workEmail] }), ["+other_email", "email", "+phone"])
    assert.deepStrictEqual(chosen({ ignore: ["EMAIL"] }), [null, "email", "+phone"])
    assert.deepStrictEqual(chosen({ map: [email, { header: "Phone", name: "work_email" }] }), [
      "email",
      "+other_work_email",
      "+work_email"
    ])
    assert.include(chosen({ map: [email, workEmail] }), "which column is email")
    assert.strictEqual(chosen({ ignore: ["Fax"] }), 'there is no column "Fax" among: Email, Work Email, Phone')
    assert.include(chosen({ map: [{ header: "Fax", name: "email" }] }), 'there is no column "Fax"')
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

  it("leaves out what is ignored", () => {
    const ignoring = columnsOf(["Email", "Notes"], { ignore: ["Notes"], map: [] })
    assert(!("fault" in ignoring))
    assert.deepStrictEqual(leadOf(ignoring.columns, ["a@x.example", "secret"]), { lead: { email: "a@x.example" } })
    assert.isNull(leadOf(ignoring.columns, ["", "secret"]))
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
