/** The checks of MX, DKIM, DMARC, alignment, PTR and the blacklist: pure functions of the answers. */
import { assert, describe, it } from "@effect/vitest"
import { type Checked, checksOf } from "../../../core/src/dns/AccountDns.ts"
import type { DnsCheck } from "../../src/dns/DnsCheck.ts"
import { reverseName } from "../../src/dns/PtrCheck.ts"
import { askOf, type Zone } from "./Zone.ts"

const key = (bytes: number) => `v=DKIM1; k=rsa; p=${Buffer.alloc(bytes, 7).toString("base64")}`

/** A domain at which everything is right. */
const good: Zone = {
  "x.test MX": ["1 smtp.google.com"],
  "smtp.google.com A": ["8.8.8.8"],
  "x.test TXT": ["v=spf1 include:_spf.google.com ~all"],
  "_spf.google.com TXT": ["v=spf1 ip4:192.0.2.0/24 -all"],
  "google._domainkey.x.test TXT": [key(294)],
  "_dmarc.x.test TXT": ["v=DMARC1; p=reject"]
}

const account: Checked = { domain: "x.test", provider: "google", blacklisted: undefined }

const all = (zone: Zone, options: Partial<Checked> & { readonly selector?: string; readonly ip?: string } = {}) => {
  const { ip, selector, ...checked } = options
  const query = { ...(ip !== undefined && { ip }), ...(selector !== undefined && { selector }) }
  return checksOf({ ...account, ...checked }, query, askOf({ ...good, ...zone }))
}

const checkOf = (name: DnsCheck["check"], ...args: Parameters<typeof all>) => {
  const found = all(...args).find(({ check }) => check === name)
  if (found === undefined) assert.fail(`there is no check ${name}`)
  assert.notInclude(found.message, "\n")
  return found
}

describe("the checks of a domain", () => {
  it("find nothing to do at a domain at which everything is right", () => {
    assert.deepStrictEqual(
      all({}).map(({ check, publish, result, status }) => [check, status, result, publish]),
      [
        ["mx", "ok", "ok", null],
        ["spf", "ok", "ok", null],
        ["dkim", "ok", "ok", null],
        ["dmarc", "ok", "ok", null],
        ["alignment", "ok", "ok", null],
        ["ptr", "not_applicable", "not_applicable", null],
        ["blacklist", "ok", "ok", null]
      ]
    )
  })

  it("show records without characters that a terminal obeys, and cut them", () => {
    const { found } = checkOf("dmarc", {
      "_dmarc.x.test TXT": [`v=DMARC1; p=none; x=\u001B[2J\u202E${"é".repeat(600)}`]
    })
    assert.strictEqual(found[0]?.length, 500)
    assert.match(found[0] ?? "", /^v=DMARC1; p=none; x= \[2J é+$/u)
  })
})

describe("names inside the network of the service", () => {
  const inside = { "db.corp.internal A": ["10.1.2.3"], "six.corp.internal AAAA": ["fd00::7"] }

  it("are not told apart from names that do not exist, by any check", () => {
    const none: Zone = { "x.test MX": "no_such_name", "x.test TXT": "no_such_name", "x.test A": "no_such_name" }
    const zones: ReadonlyArray<Zone> = [
      none,
      { ...none, "x.test TXT": "no_records", "x.test A": ["10.1.2.3"] },
      { ...none, "x.test AAAA": ["fd00::7", "::1"] },
      { ...none, "x.test CNAME": ["db.corp.internal"], "x.test A": ["10.1.2.3"], ...inside },
      { ...none, "x.test MX": ["10 db.corp.internal", "20 six.corp.internal", "30 10.1.2.3"], ...inside }
    ]
    const reports = zones.map((zone) =>
      (["mx", "spf", "dkim", "dmarc", "alignment", "ptr"] as const).map((check) => checkOf(check, zone))
    )
    for (const report of reports) assert.deepStrictEqual(report, reports[0])
    const including = (zone: Zone) =>
      checkOf("spf", { "x.test TXT": ["v=spf1 include:db.corp.internal a:db.corp.internal -all"], ...zone })
    assert.deepStrictEqual(including(inside), including({}))
  })

  it("are left out of records that are shown", () => {
    const text = "v=spf1 ip4:10.1.2.3/8 ip6:fd00::7 ip4:8.8.8.0/24 ip6:2606:4700::/32 a:v1.2.3.4.x.test -all"
    const { found, publish } = checkOf("spf", { "x.test TXT": [text] })
    assert.deepStrictEqual(found, [
      "v=spf1 ip4:(not public)/8 ip6:(not public) ip4:8.8.8.0/24 ip6:2606:4700::/32 a:v1.2.3.4.x.test -all"
    ])
    assert.strictEqual(
      publish?.value,
      "v=spf1 include:_spf.google.com ip4:8.8.8.0/24 ip6:2606:4700::/32 a:v1.2.3.4.x.test -all"
    )
  })
})

describe("the check of MX", () => {
  it("tells apart a domain that takes mail, takes none, and has no record", () => {
    const cure = { type: "MX", name: "x.test", value: "1 smtp.google.com" } as const
    for (const [zone, status, result, publish] of [
      [{ "x.test MX": ["1 a.test", "5 b.test"], "a.test A": ["8.8.4.4"], "b.test A": "timed_out" }, "ok", "ok", null],
      [{ "x.test MX": ["1 8.8.4.4"] }, "ok", "ok", null],
      [{ "x.test MX": ["0 ."] }, "error", "no_mail", cure],
      [{ "x.test MX": ["0 "] }, "error", "no_mail", cure],
      [{ "x.test MX": "no_records" }, "error", "no_record", cure],
      [{ "x.test MX": "no_records", "x.test A": ["8.8.4.4"] }, "warning", "no_record", cure],
      [{ "x.test MX": "no_such_name" }, "error", "no_record", cure],
      [{ "x.test MX": "no_records", "x.test A": "timed_out" }, "error", "no_record", cure],
      [{ "x.test MX": "server_failed" }, "unknown", "server_failed", null],
      [{ "x.test MX": "timed_out" }, "unknown", "timed_out", null]
    ] as const)
      assert.deepInclude(checkOf("mx", zone), { status, result, publish })
    assert.lengthOf(
      checkOf("mx", { "x.test MX": ["1 a.test", "5 b.test", "9 c.test"], "b.test A": ["8.8.4.4"] }).found,
      1
    )
    const microsoft = checkOf("mx", { "a.x.test MX": "no_records" }, { domain: "a.x.test", provider: "microsoft" })
    assert.strictEqual(microsoft.publish?.value, "0 a-x-test.mail.protection.outlook.com")
  })
})

describe("the check of DKIM", () => {
  const at = "google._domainkey.x.test TXT"

  it("knows what is wrong with a key", () => {
    for (const [records, status, result] of [
      [[key(294)], "ok", "ok"],
      [[key(162)], "warning", "weak_key"],
      [[`${key(294)}; t=y`], "warning", "test_key"],
      [[key(94)], "error", "short_key"],
      [["v=DKIM1; p="], "error", "revoked_key"],
      [["v=DKIM1; p=?"], "error", "invalid_record"],
      [["other"], "warning", "no_record"],
      ["no_such_name", "warning", "no_record"],
      ["server_failed", "unknown", "server_failed"],
      ["timed_out", "unknown", "timed_out"]
    ] as const)
      assert.deepInclude(checkOf("dkim", { [at]: records }), { status, result })
  })

  it("tries the usual selectors, or only the given one", () => {
    const zone: Zone = { [at]: "no_such_name", "my.own._domainkey.x.test TXT": [key(294)] }
    assert.strictEqual(checkOf("dkim", zone).result, "no_record")
    assert.deepInclude(checkOf("dkim", zone, { selector: "my.own" }), {
      status: "ok",
      found: [`my.own._domainkey.x.test: ${key(294)}`]
    })
    assert.deepInclude(checkOf("dkim", zone, { selector: "other" }), {
      status: "error",
      result: "no_record",
      publish: { type: "TXT", name: "other._domainkey.x.test", value: "v=DKIM1; k=rsa; p=<the public key>" }
    })
    const microsoft = checkOf("dkim", {}, { provider: "microsoft" })
    assert.deepInclude(microsoft.publish, { type: "CNAME", name: "selector1._domainkey.x.test" })
    assert.strictEqual(checkOf("dkim", { "s1._domainkey.x.test TXT": [key(294)] }, { provider: "smtp" }).status, "ok")
  })

  it("prefers a good key to a withdrawn one", () => {
    const zone = { [at]: ["v=DKIM1; p="], "google1._domainkey.x.test TXT": [key(294)] }
    assert.deepInclude(checkOf("dkim", zone), { status: "ok", result: "ok" })
  })
})

describe("the check of DMARC", () => {
  it("tells apart a record, none, several, an invalid one, and no answer", () => {
    const cure = { type: "TXT", name: "_dmarc.x.test", value: "v=DMARC1; p=none" } as const
    for (const [records, status, result, publish] of [
      [["v=DMARC1; p=none"], "ok", "ok", null],
      [["other", "v=DMARC1; p=none"], "ok", "ok", null],
      [["v=DMARC1; p=none", "v=DMARC1; p=reject"], "error", "several_records", null],
      [["v=DMARC1"], "error", "invalid_record", cure],
      [["other"], "error", "no_record", cure],
      ["no_such_name", "error", "no_record", cure],
      ["server_failed", "unknown", "server_failed", null],
      ["timed_out", "unknown", "timed_out", null]
    ] as const)
      assert.deepInclude(checkOf("dmarc", { "_dmarc.x.test TXT": records }), { status, result, publish })
  })

  it("takes the record of the organizational domain, with its policy for subdomains", () => {
    const zone = { "_dmarc.x.test TXT": ["v=DMARC1; p=none; sp=reject"] }
    const found = checkOf("dmarc", zone, { domain: "a.b.x.test" })
    assert.deepInclude(found, { status: "ok", result: "ok" })
    assert.include(found.message, "is rejected (_dmarc.x.test)")
    assert.include(
      checkOf("dmarc", { ...zone, "_dmarc.a.x.test TXT": ["v=DMARC1; p=none"] }, { domain: "a.x.test" }).message,
      "_dmarc.a.x.test"
    )
  })
})

describe("the check of alignment", () => {
  const sub = { domain: "mail.x.test" }
  const spf = { "mail.x.test TXT": ["v=spf1 include:_spf.google.com -all"] }
  const strict = { "_dmarc.x.test TXT": ["v=DMARC1; p=reject; adkim=s"] }
  const noKey = { "google._domainkey.x.test TXT": "no_such_name" } as const
  const noSpf = { "x.test TXT": "no_records" } as const

  it("counts a key of the organizational domain unless the record is strict", () => {
    assert.deepInclude(checkOf("alignment", spf, sub), { status: "ok", result: "ok" })
    assert.deepInclude(checkOf("alignment", { ...spf, ...strict }, sub), { status: "warning", result: "only_spf" })
    assert.deepInclude(checkOf("alignment", strict, sub), { status: "error", result: "not_aligned" })
    assert.include(checkOf("alignment", strict, sub).message, "remove adkim=s")
    const own = { ...strict, "google._domainkey.mail.x.test TXT": [key(294)] }
    assert.deepInclude(checkOf("alignment", own, sub), { status: "ok", result: "ok" })
  })

  it("says that neither counts, or only one does, or that nobody knows", () => {
    assert.deepInclude(checkOf("alignment", noSpf), { status: "ok", result: "ok" })
    assert.deepInclude(checkOf("alignment", noKey), { status: "warning", result: "only_spf" })
    assert.deepInclude(checkOf("alignment", { ...noKey, ...noSpf }), { status: "error", result: "not_aligned" })
    assert.deepInclude(checkOf("alignment", { ...noKey, "x.test TXT": "timed_out" }), {
      status: "unknown",
      result: "timed_out"
    })
  })
})

describe("the check of PTR", () => {
  const ip = "8.8.8.8"
  const name = "8.8.8.8.in-addr.arpa"

  it("knows the names of addresses", () => {
    assert.strictEqual(reverseName("192.0.2.1"), "1.2.0.192.in-addr.arpa")
    assert.strictEqual(reverseName("::ffff:192.0.2.1"), "1.2.0.192.in-addr.arpa")
    assert.strictEqual(
      reverseName("2001:db8::567:89ab"),
      "b.a.9.8.7.6.5.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa"
    )
  })

  it("asks whether the name leads back to the address", () => {
    const named: Zone = { [`${name} PTR`]: ["other.test", "mail.x.test"] }
    for (const [zone, status, result] of [
      [{ ...named, "mail.x.test A": ["8.8.4.4", ip] }, "ok", "ok"],
      [{ ...named, "mail.x.test A": ["8.8.4.4"] }, "error", "name_mismatch"],
      [named, "error", "name_mismatch"],
      [{}, "error", "no_record"],
      [{ [`${name} PTR`]: "no_records" }, "error", "no_record"],
      [{ [`${name} PTR`]: "server_failed" }, "unknown", "server_failed"],
      [{ [`${name} PTR`]: "timed_out" }, "unknown", "timed_out"]
    ] as const)
      assert.deepInclude(checkOf("ptr", zone, { provider: "smtp", ip }), { status, result })
    const own: Zone = { [`${reverseName("2606:4700::1")} PTR`]: ["a.test"], "a.test AAAA": ["2606:4700:0:0::1"] }
    assert.strictEqual(checkOf("ptr", own, { provider: "smtp", ip: "2606:4700::1" }).status, "ok")
  })

  it("does not apply without an address of one's own server", () => {
    assert.include(checkOf("ptr", {}, { provider: "smtp" }).message, "give its address as `ip`")
  })
})

describe("the check of the blacklist", () => {
  it("names the entry that covers the domain", () => {
    const found = checkOf("blacklist", {}, { domain: "a.x.test", blacklisted: "x.test" })
    assert.deepInclude(found, { status: "error", result: "blacklisted" })
    assert.include(found.message, "a.x.test is covered by x.test")
  })
})
