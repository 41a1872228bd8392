/** The import of a large file: through failures of the server, and after the tab was killed in the middle. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Browser, Page } from "playwright-core"
import { launch } from "./Chromium.ts"
import { type ConsoleServer, startConsole, visit } from "./ConsoleServer.ts"
import { waitFor } from "./WaitFor.ts"

let browser: Browser
let server: ConsoleServer
beforeAll(async () => {
  browser = await launch()
  server = await startConsole()
  await server.api.blacklist.addEmails({ emails: ["nein1@klinik.example", "nein2@klinik.example"] })
  await server.api.blacklist.addDomains({ domains: ["gesperrt.example"] })
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

const lines = 20_000
const badAddresses = new Set([5, 1_000, 7_777, 19_999])
const withoutAddress = new Set([1_001, 12_345, 20_000])
const blacklisted = new Map([
  [17, "nein1@klinik.example"],
  [4_000, "NEIN2@klinik.example"],
  [4_001, "a@gesperrt.example"],
  [9_876, "b@mail.gesperrt.example"],
  [15_000, "c@gesperrt.example"]
])
/** Each of the last hundred lines before this one has the address of an earlier line. */
const endOfDuplicates = 19_900
/** Leads on the blacklist are stored, and never get mail. */
const stored = lines - 7 - 100

const addressOf = (line: number): string => {
  if (withoutAddress.has(line)) return ""
  if (badAddresses.has(line)) return `niemand${line}`
  const isDuplicate = line > endOfDuplicates - 100 && line <= endOfDuplicates
  return blacklisted.get(line) ?? (isDuplicate ? `LEAD${line - 9_000}@klinik.example` : `lead${line}@klinik.example`)
}

/** A file of Excel: with a byte order mark, `;`, quoted line ends, umlauts and names in other scripts. */
const file = (() => {
  const rows = ["E-Mail;Имя;会社;Straße;電話番号;"]
  for (let line = 1; line <= lines; line++) {
    const company = line % 3 === 0 ? `"Klinik; ""Nord""\r\nHaus ${line}"` : `Klinik ${line}`
    rows.push(`${addressOf(line)};Jürgen ${line};${company};Große Straße ${line};030-${line};`)
  }
  return { name: "leads.csv", mimeType: "text/csv", buffer: Buffer.from(`\u{feff}${rows.join("\r\n")}\r\n`) }
})()

const choose = async (page: Page) => {
  await page.getByLabel("Choose a CSV file").setInputFiles(file)
  await page.getByText("20,000 lines").waitFor()
  // The addresses are checked before the start: of a file that was imported in part, some are known.
  await page.getByText("Not valid: 4", { exact: true }).waitFor()
}
const start = (page: Page) => page.getByRole("button", { name: "Import 19,997 leads" }).click()

const problem = (response: ServerResponse, status: number, code: string) => {
  response.writeHead(status, { "content-type": "application/problem+json", "retry-after": "0" })
  response.end(JSON.stringify({ type: "about:blank", title: code, status, code, detail: code }))
}

/** Lets the server answer a request, and loses the answer. */
const loseAnswer = (request: IncomingMessage, response: ServerResponse) => {
  response.write = () => true
  response.end = () => {
    request.socket.destroy()
    return response
  }
}

/** Fails three of ten times: by 503, by 429, and by an answer that is lost after the batch was stored. */
const unsteady = () => {
  let count = 0
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== "POST" || request.url !== "/leads") return false
    count++
    if (count % 10 === 2) problem(response, 503, "unavailable")
    else if (count % 20 === 3) problem(response, 429, "rate_limited")
    else if (count % 20 === 13) response.writeHead(503, { "retry-after": "0" }).end("<h1>Bad day</h1>")
    else {
      if (count % 10 === 5) loseAnswer(request, response)
      return false
    }
    return true
  }
}

const tilesOf = (page: Page) =>
  page
    .locator(".tile")
    .evaluateAll((list) =>
      list.map((e) => `${e.querySelector("dt")?.textContent} ${e.querySelector("dd")?.textContent}`)
    )

/** The failures that the test makes are reported by the browser. */
const expected = /ERR_|Failed to load|status of (?:429|503)/u

describe("an import", () => {
  it("says before and after who opted out, and puts them on the blacklist", async () => {
    const { api } = server
    const { id } = await api.campaigns.create({ name: "Opted out" })
    const rows = [
      "email;Unsubscribed;Status",
      "aus1@out.example;yes;",
      "aus2@out.example;;inactive",
      "ein@out.example;no;active"
    ]
    await visit(browser, server, `#/import/${id}`, async (page) => {
      const buffer = Buffer.from(rows.join("\n"))
      await page.getByLabel("Choose a CSV file").setInputFiles({ name: "out.csv", mimeType: "text/csv", buffer })
      await page.getByText('Lines that opt out by "Unsubscribed": 1').waitFor()
      // A value that may mean it is a question, and nothing is imported before the answer.
      const button = page.getByRole("button", { name: "Import 3 leads" })
      await page.getByText("Say first which values mean that somebody opted out: Status").waitFor()
      assert.isTrue(await button.isDisabled())
      await page.getByLabel('"inactive" (lines: 1)').check()
      const foreseen = page.getByRole("list", { name: "What would happen" })
      await foreseen.getByText("Opted out: 2").waitFor()
      assert.deepStrictEqual(await foreseen.getByRole("listitem").allTextContents(), [
        "New: 1",
        "Known in the campaign: 0",
        "Double in the file: 0",
        "On the blacklist: 0",
        "Opted out: 2",
        "Not valid: 0"
      ])
      await button.click()
      await page.getByRole("heading", { name: "The file is imported" }).waitFor()
      const tiles = await tilesOf(page)
      assert.includeMembers(tiles, ["Added 1", "On the blacklist 2", "Opted out 2"])
    })
    const { data } = await api.blacklist.emails({ search: "out.example" })
    assert.sameMembers(
      data.map(({ email, reason }) => `${email} ${reason}`),
      ["aus1@out.example Opted out by Unsubscribed", "aus2@out.example Opted out by Status: inactive"]
    )
  })

  it("lets the user say of each column that it means opted out, and shows its distinct values", async () => {
    const { api } = server
    const { id } = await api.campaigns.create({ name: "Chosen" })
    const rows = [
      "E-Mail;Newsletter abgemeldet;Stand",
      "g1@choice.example;ja;weg",
      "g2@choice.example;nein;dabei",
      "g3@choice.example;;weg"
    ]
    await visit(browser, server, `#/import/${id}`, async (page) => {
      const buffer = Buffer.from(rows.join("\n"))
      await page.getByLabel("Choose a CSV file").setInputFiles({ name: "stand.csv", mimeType: "text/csv", buffer })
      await page.getByText('Lines that opt out by "Newsletter abgemeldet": 1').waitFor()
      assert.deepStrictEqual(await page.locator("main table tbody tr td:nth-child(2)").allTextContents(), [
        "g1@choice.example, g2@choice.example, g3@choice.example",
        "ja, nein",
        "weg, dabei"
      ])
      await page.getByLabel("Stand: Is").selectOption({ label: "Opted out" })
      const button = page.getByRole("button", { name: "Import 3 leads" })
      assert.isTrue(await button.isDisabled())
      const stand = page.getByRole("group", { name: "Stand" })
      await stand.getByLabel('"weg" (lines: 2)').check()
      await stand.getByLabel("The values that are ticked mean").check()
      await button.click()
      await page.getByRole("heading", { name: "The file is imported" }).waitFor()
      assert.includeMembers(await tilesOf(page), ["Added 1", "On the blacklist 2", "Opted out 2"])
    })
    const { data } = await api.leads.list({ campaign_id: id, limit: 5, include: ["custom_fields"] })
    assert.deepStrictEqual(
      data.map(({ custom_fields }) => custom_fields),
      [{}, {}, {}]
    )
  })

  it("guesses columns in any script, and lets their names be changed", async () => {
    const { id } = await server.api.campaigns.create({ name: "Columns" })
    await visit(browser, server, `#/import/${id}`, async (page) => {
      await page.getByLabel("Choose a CSV file").setInputFiles({
        name: "columns.csv",
        mimeType: "text/csv",
        // Written by Excel without UTF-8: "Straße" in Windows-1252.
        buffer: Buffer.from(
          "E-Mail;Stra\u{df}e;Strasse;;Seats\r\nada@clinic.example;Gro\u{df};'+49 30;nichts;12\r\n",
          "latin1"
        )
      })
      await page.getByText("1 line").waitFor()
      const columns = page.locator("main table select")
      const valuesOf = () =>
        columns.evaluateAll((list) => list.map((e) => (e instanceof HTMLSelectElement ? e.value : "")))
      assert.deepStrictEqual(await valuesOf(), ["email", "custom strasse", "custom strasse_2", "", "custom seats"])
      await page.getByText("Left out: (column 4 without a name)").waitFor()
      const name = page.getByLabel("Name of the custom field for Seats")
      await name.fill("Straße")
      await name.blur()
      await page.getByText("Several columns are Custom field strasse:").waitFor()
      const button = page.getByRole("button", { name: "Import 1 lead" })
      assert.isTrue(await button.isDisabled())
      await name.fill("Number of seats")
      // The table is drawn again while the name is typed: it stays.
      await columns.nth(3).evaluate((select: HTMLSelectElement) => {
        select.value = "custom field_4"
        select.dispatchEvent(new Event("change", { bubbles: true }))
      })
      await page.getByText(/^Left out/u).waitFor({ state: "detached" })
      assert.strictEqual(await name.inputValue(), "Number of seats")
      await name.blur()
      await waitFor(async () => assert.strictEqual(await name.inputValue(), "number_of_seats"))
      await button.click()
      await page.getByText("The file is imported").waitFor()
    })
    const { data } = await server.api.leads.list({ campaign_id: id, limit: 1 })
    assert.deepStrictEqual((await server.api.leads.find(data[0]?.id ?? 0)).custom_fields, {
      field_4: "nichts",
      number_of_seats: "12",
      strasse: "Groß",
      strasse_2: "+49 30"
    })
  })

  it("of 20 000 lines goes on after the tab was killed, with exact counts and nothing twice", async () => {
    const { id } = await server.api.campaigns.create({ name: "Import" })
    const fails = unsteady()
    await visit(
      browser,
      server,
      `#/import/${id}`,
      async (page) => {
        await choose(page)
        const rows = await page
          .locator("main table tbody tr")
          .evaluateAll((list) =>
            list.map((row) => [
              row.querySelector("td")?.textContent,
              row.querySelectorAll("td")[1]?.textContent,
              row.querySelector("select")?.value
            ])
          )
        const five = (text: (line: number) => string) => [1, 2, 3, 4, 5].map(text).join(", ")
        assert.deepStrictEqual(rows, [
          ["E-Mail", five(addressOf), "email"],
          ["Имя", five((line) => `Jürgen ${line}`), "first_name"],
          ["会社", five((line) => (line === 3 ? 'Klinik; "Nord"\r\nHaus 3' : `Klinik ${line}`)), "company"],
          ["Straße", five((line) => `Große Straße ${line}`), "custom strasse"],
          ["電話番号", five((line) => `030-${line}`), "custom field_5"],
          ["(column 6 without a name)", "", ""]
        ])
        await page.getByText("Without an address, so left out: 3").waitFor()
        // From the 16th request on, nothing is answered any more.
        let count = 0
        server.intercept((request, response) => {
          const isBatch = request.method === "POST" && request.url === "/leads"
          return (isBatch && ++count > 15) || fails(request, response)
        })
        await start(page)
        await page.getByText(/^[4-9],000 of 19,997$/u).waitFor()
        await page.close()
      },
      { expected }
    )
    const { total } = await server.api.leads.list({ campaign_id: id, limit: 1 })
    // Lines that are not valid are not stored.
    assert.isAbove(total, 3_900)
    assert.isBelow(total, 15_000)
    server.intercept(undefined)
    try {
      await visit(
        browser,
        server,
        `#/import/${id}`,
        async (page) => {
          await choose(page)
          await page.getByText("Double in the file: 100", { exact: true }).waitFor()
          await page.getByText(`Known in the campaign: ${total.toLocaleString("en")}`, { exact: true }).waitFor()
          server.intercept(fails)
          await start(page)
          await page.getByText("The file is imported").waitFor()
          assert.deepStrictEqual(await tilesOf(page), [
            "Added 19,888",
            "Changed 0",
            "There already 100",
            "On the blacklist 5",
            "Not valid 4",
            "Opted out 0"
          ])
          const download = page.waitForEvent("download")
          await page.getByRole("button", { name: "Save the rejected lines" }).click()
          const chunks: Array<Buffer> = []
          for await (const chunk of await (await download).createReadStream()) chunks.push(Buffer.from(chunk))
          const rejected = Buffer.concat(chunks)
            .toString()
            .matchAll(/^(?<line>\d+),(?<reason>[^,]*),(?<email>[^,]*),/gmu)
          assert.deepStrictEqual(
            [...rejected].map(({ groups: { email, line, reason } = {} }) => [
              Number(line),
              email,
              reason === "no address"
            ]),
            [5, 1_000, 1_001, 7_777, 12_345, 19_999, 20_000].map((line) => [
              line,
              addressOf(line),
              withoutAddress.has(line)
            ])
          )
        },
        { acceptDownloads: true, expected }
      )
    } finally {
      server.intercept(undefined)
    }
    const { data: first, total: all } = await server.api.leads.list({ campaign_id: id, limit: 1 })
    assert.strictEqual(all, stored)
    assert.deepInclude(await server.api.leads.find(first[0]?.id ?? 0), {
      email: "lead1@klinik.example",
      first_name: "Jürgen 1",
      company: "Klinik 1",
      custom_fields: { field_5: "030-1", strasse: "Große Straße 1" }
    })
    const { data } = await server.api.leads.list({ campaign_id: id, search: "lead19899@klinik.example", limit: 5 })
    assert.lengthOf(data, 0)
  })
})
