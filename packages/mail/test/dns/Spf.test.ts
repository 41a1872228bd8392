/** Following a record through its includes, and what the check of SPF says. */
import { assert, describe, it } from "@effect/vitest"
import { spfCheck } from "../../src/dns/SpfCheck.ts"
import { walkSpf } from "../../src/dns/SpfWalk.ts"
import { askOf, type Zone } from "./Zone.ts"

const spf = (...terms: ReadonlyArray<string>): Zone => ({ "x.test TXT": ["other", ["v=spf1", ...terms].join(" ")] })
const google: Zone = { "_spf.google.com TXT": ["v=spf1 ip4:9.1.1.0/24 ip6:2606:4700::/32 -all"] }
const check = (zone: Zone, provider: "google" | "microsoft" | "smtp" = "google", ip?: string) =>
  spfCheck("x.test", provider, ip, askOf({ ...google, ...zone }))

describe("walkSpf", () => {
  const walk = (zone: Zone, ip?: string) => walkSpf("x.test", askOf(zone), ip)

  it("counts the look-ups of includes, redirects, a, mx, exists and ptr", () => {
    const zone = {
      ...spf("a", "mx", "exists:y.test", "ptr", "include:a.test", "ip4:9.1.1.1", "redirect=b.test"),
      "x.test A": ["9.1.1.1"],
      "x.test MX": ["10 y.test"],
      "y.test A": ["9.1.1.1"],
      "a.test TXT": ["v=spf1 include:b.test -all"],
      "b.test TXT": ["v=spf1 a:y.test ~all"]
    }
    const { all, fault, followed, lookups, voids } = walk(zone)
    assert.deepStrictEqual(
      { all, fault, followed: [...followed], lookups, voids },
      { all: "~", fault: undefined, followed: ["a.test", "b.test"], lookups: 9, voids: 0 }
    )
  })

  it("allows ten look-ups, and stops at the eleventh, also in a loop", () => {
    const chain = (length: number): Zone =>
      Object.fromEntries(
        Array.from({ length: length + 1 }, (_, i) => [
          `${i === 0 ? "x" : `d${i}`}.test TXT`,
          [i === length ? "v=spf1 -all" : `v=spf1 include:d${i + 1}.test -all`]
        ])
      )
    assert.deepInclude(walk(chain(10)), { fault: undefined, lookups: 10 })
    assert.deepInclude(walk(chain(11)), { fault: { fault: "too_many_lookups", name: "d10.test" }, lookups: 11 })
    for (const term of ["include:x.test", "redirect=x.test"]) assert.strictEqual(walk(spf(term)).lookups, 11)
    // The loop ends, too, where an earlier question has no answer.
    assert.strictEqual(
      walk({ ...spf("include:slow.test", "include:x.test"), "slow.test TXT": "timed_out" }).lookups,
      11
    )
  })

  it("allows two look-ups without records", () => {
    assert.deepInclude(walk(spf("a:n1.test", "mx:n2.test", "-all")), { fault: undefined, voids: 2 })
    assert.deepInclude(walk(spf("a:n1.test", "mx:n2.test", "exists:n3.test", "-all")), {
      fault: { fault: "too_many_voids", name: "n3.test" }
    })
  })

  it("says which mechanism matches an address first", () => {
    const zone = {
      ...spf(
        "-ip4:9.1.1.9",
        "ip4:9.1.1.0/28",
        "a:y.test/31",
        "mx",
        "?include:z.test",
        "include:_spf.google.com",
        "~all"
      ),
      "y.test A": ["8.8.4.4"],
      "y.test AAAA": ["2606:4700:1::1"],
      "z.test TXT": ["v=spf1 ip4:9.9.9.7 -all"],
      "x.test MX": ["10 m.test"],
      "m.test A": ["8.8.4.99"],
      "m.test AAAA": ["2606:4700:2::1"],
      ...google
    }
    for (const [ip, matched] of [
      ["9.1.1.9", "-"],
      ["9.1.1.15", "+"],
      ["8.8.4.5", "+"],
      ["8.8.4.6", "~"],
      ["8.8.4.99", "+"],
      ["2606:4700:1::1", "+"],
      ["2606:4700:2::1", "+"],
      ["9.9.9.7", "?"],
      ["9.1.1.200", "+"],
      ["::ffff:9.1.1.15", "+"],
      ["8.8.8.8", "~"]
    ] as const)
      assert.strictEqual(walk(zone, ip).matched, matched, ip)
    assert.strictEqual(walk(spf("ip4:9.1.1.1"), "8.8.8.8").matched, undefined)
    assert.strictEqual(walk({ ...spf("redirect=y.test"), "y.test TXT": ["v=spf1 -all"] }, "8.8.8.8").matched, "-")
  })

  it("counts mechanisms with macros, and does not follow them", () => {
    assert.deepInclude(walk(spf("exists:%{i}._spf.y.test", "include:%{d}.y.test", "-all")), {
      fault: undefined,
      lookups: 2,
      voids: 0
    })
  })
})

describe("the check of SPF", () => {
  it("accepts a record that allows the servers of the provider, also by a redirect", () => {
    for (const zone of [spf("include:_spf.google.com", "~all"), spf("redirect=_spf.google.com")])
      assert.deepInclude(check(zone), { status: "ok", result: "ok", publish: null })
  })

  it("tells apart no record, several records, SERVFAIL, a timeout and no resolver", () => {
    const wanted = { type: "TXT", name: "x.test", value: "v=spf1 include:_spf.google.com ~all" } as const
    for (const [zone, status, result, publish] of [
      [{}, "error", "no_record", wanted],
      [{ "x.test A": [] }, "error", "no_record", wanted],
      [{ "x.test TXT": ["v=DKIM1; p="] }, "error", "no_record", wanted],
      [
        { "x.test TXT": ["v=spf1 a -all", "v=spf1 a include:_spf.google.com ~all"] },
        "error",
        "several_records",
        { ...wanted, value: "v=spf1 a include:_spf.google.com -all" }
      ],
      [{ "x.test TXT": ["v=spf1 include"] }, "error", "invalid_record", wanted],
      [{ "x.test TXT": "server_failed" }, "unknown", "server_failed", null],
      [{ "x.test TXT": "timed_out" }, "unknown", "timed_out", null],
      [{ "x.test TXT": "not_configured" }, "unknown", "not_configured", null]
    ] as const) {
      const { message, ...found } = check(zone)
      assert.deepInclude(found, { status, result, publish })
      assert.notInclude(message, "\n")
      if (publish !== null && result !== "invalid_record") assert.include(message, publish.value)
    }
  })

  it("names an include that breaks the record, and says why", () => {
    for (const [answer, result, says] of [
      [undefined, "included_domain_failed", /y\.test, which has no SPF record/u],
      [["other"], "included_domain_failed", /y\.test, which has no SPF record/u],
      [["v=spf1 -all", "v=spf1 ~all"], "included_domain_failed", /y\.test, which has several SPF records/u],
      [["v=spf1 b"], "included_domain_failed", /y\.test, whose record is not valid \("b" is no mechanism of SPF\)/u],
      ["server_failed", "server_failed", /y\.test \(SERVFAIL/u],
      ["timed_out", "timed_out", /y\.test in time/u]
    ] as const) {
      const outcome = check({ ...spf("include:y.test", "-all"), ...(answer && { "y.test TXT": answer }) }, "smtp")
      assert.strictEqual(outcome.result, result)
      assert.match(outcome.message, says)
    }
  })

  it("says what to publish where a valid record does not do", () => {
    for (const [zone, result, value, provider, ip] of [
      [spf("mx", "-all"), "provider_missing", "v=spf1 include:_spf.google.com mx -all"],
      [spf("mx", "redirect=_spf.google.com"), "ok", undefined],
      [spf("-all"), "provider_missing", "v=spf1 include:spf.protection.outlook.com -all", "microsoft"],
      [spf("include:_spf.google.com", "+all"), "allows_everyone", "v=spf1 include:_spf.google.com ~all"],
      [spf("include:_spf.google.com", "?all"), "no_default", "v=spf1 include:_spf.google.com ~all"],
      [spf("include:_spf.google.com"), "no_default", "v=spf1 include:_spf.google.com ~all"],
      [spf("mx", "-all"), "address_not_allowed", "v=spf1 ip4:8.8.8.8 mx -all", "smtp", "8.8.8.8"],
      [spf("mx", "-all"), "address_not_allowed", "v=spf1 ip6:2606:4700::1 mx -all", "smtp", "2606:4700::1"],
      [spf("ip4:8.8.8.0/24", "-all"), "ok", undefined, "smtp", "8.8.8.8"],
      [spf("mx", "-all"), "ok", undefined, "smtp"]
    ] as const) {
      const outcome = check({ "x.test MX": ["10 nowhere.test"], ...zone }, provider, ip)
      assert.strictEqual(outcome.result, result)
      assert.strictEqual(outcome.publish?.value, value)
    }
  })
})
