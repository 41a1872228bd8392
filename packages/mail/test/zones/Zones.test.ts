import { assert, describe, it } from "@effect/vitest"
import { zoneCalled, zoneOfFields } from "../../src/zones/Zones.ts"
import { ofCountries, ofNames, ofOffsets, ofParts } from "../../src/zones/ZoneTable.ts"

const minutesAt = (zone: string, at: number) => {
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" }).formatToParts(at)
  const [, sign = "+", hours = "0", minutes = "0"] =
    /GMT(?:([+-])(\d\d):(\d\d))?/u.exec(parts.find(({ type }) => type === "timeZoneName")?.value ?? "") ?? []
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
const january = Date.UTC(2026, 0, 15, 12)
const july = Date.UTC(2026, 6, 15, 12)

describe("A time zone is known by", () => {
  for (const [text, zone] of [
    ["Europe/Oslo", "Europe/Oslo"],
    ["  America/New York ", "America/New_York"],
    ["europe/berlin", "europe/berlin"],
    ["UTC", "UTC"],
    ["Asia/Kathmandu", "Asia/Kathmandu"],
    ["PST", "America/Los_Angeles"],
    ["edt", "America/New_York"],
    ["CET", "Europe/Berlin"],
    ["MEZ", "Europe/Berlin"],
    ["AEDT", "Australia/Sydney"],
    ["W. Europe Standard Time", "Europe/Berlin"],
    ["Pacific Time (US & Canada)", "America/Los_Angeles"],
    ["(UTC-08:00) Pacific Time (US & Canada)", "America/Los_Angeles"],
    ["(GMT+05:45) Somewhere", "Asia/Kathmandu"],
    ["+05:45", "Asia/Kathmandu"],
    ["+0530", "Asia/Kolkata"],
    ["UTC+2", "Etc/GMT-2"],
    ["GMT-03:00", "Etc/GMT+3"],
    ["−5", "Etc/GMT+5"],
    ["+00:00", "UTC"],
    ["UTC+14", "Etc/GMT-14"],
    ["+10:30", "Australia/Lord_Howe"]
  ] as const) {
    it(text, () => assert.strictEqual(zoneCalled(text), zone))
  }
  for (const text of ["", "Mars/Phobos", "+99:00", "+05:10", "tomorrow", "n/a", "12", "GMT+15"]) {
    it(`not ${JSON.stringify(text)}`, () => assert.isUndefined(zoneCalled(text)))
  }
})

describe("Custom fields give the zone", () => {
  for (const [fields, zone] of [
    [{ country: "Norway" }, "Europe/Oslo"],
    [{ country: "NO" }, "Europe/Oslo"],
    [{ land: "Deutschland" }, "Europe/Berlin"],
    [{ pays: "Allemagne" }, "Europe/Berlin"],
    [{ pais: "México" }, undefined],
    [{ kraj: "Polska" }, "Europe/Warsaw"],
    [{ country: "Nepal" }, "Asia/Kathmandu"],
    [{ country: "日本" }, "Asia/Tokyo"],
    [{ country: "UK" }, "Europe/London"],
    [{ country: "USA" }, undefined],
    [{ country: "USA", state: "California" }, "America/Los_Angeles"],
    [{ country: "United States", state: "NY" }, "America/New_York"],
    [{ country: "US", state: "US-TX" }, "America/Chicago"],
    [{ country: "Canada", province: "Québec" }, "America/Toronto"],
    [{ country: "Australia", state: "WA" }, "Australia/Perth"],
    [{ country: "Brasil", estado: "SP" }, "America/Sao_Paulo"],
    [{ country: "USA", state: "Nowhere" }, undefined],
    [{ country: "USA", utc_offset: "-05:00" }, "Etc/GMT+5"],
    [{ country: "Germany", utc_offset: "+02:00" }, "Europe/Berlin"],
    [{ utc_offset: 5.75 }, "Asia/Kathmandu"],
    [{ utc_offset: 345 }, "Asia/Kathmandu"],
    [{ utc_offset: "-8" }, "Etc/GMT+8"],
    [{ utc_offset: 0 }, "UTC"],
    [{ zeitzone: "Europe/Zurich", land: "Deutschland" }, "Europe/Zurich"],
    [{ timezone: "unknown", country: "NO" }, "Europe/Oslo"],
    [{ country: "Atlantis" }, undefined],
    [{ country: true, state: 4 }, undefined],
    [{ city: "Oslo" }, undefined],
    [{}, undefined]
  ] as const) {
    it(`${JSON.stringify(fields)}: ${zone}`, () => assert.strictEqual(zoneOfFields(fields), zone))
  }
})

describe("The tables", () => {
  const zones = [
    ...Object.entries(ofCountries).flatMap(([area, list]) =>
      list
        .trim()
        .split(/,\s+/u)
        .map((entry) => `${area}/${entry.slice(3)}`)
    ),
    ...Object.values(ofParts).flatMap((part) => Object.keys(part)),
    ...Object.values(ofOffsets),
    ...ofNames.values()
  ]
  it("name zones that exist", () => {
    for (const zone of new Set(zones)) assert.strictEqual(zoneCalled(zone), zone)
  })

  it("have each half-hour offset at some time of the year", () => {
    for (const [minutes, zone] of Object.entries(ofOffsets)) {
      assert.include([minutesAt(zone, january), minutesAt(zone, july)], Number(minutes))
    }
  })

  it("have zones of whole hours with the right sign", () => {
    for (let hours = -12; hours <= 14; hours++) {
      const zone = zoneCalled(`UTC${hours < 0 ? "-" : "+"}${Math.abs(hours)}`) ?? assert.fail()
      assert.strictEqual(minutesAt(zone, january), hours * 60)
    }
  })
})
