/** The syntax of the records: any text parses or says why not, in linear time. */
import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { isDkim, parseDkim } from "../../src/dns/Dkim.ts"
import { isDmarc, organizationalDomain, parseDmarc } from "../../src/dns/Dmarc.ts"
import { isSpf, parse as parseSpf } from "../../src/dns/Spf.ts"
import { parseTags } from "../../src/dns/TagList.ts"

const faultOf = (result: Result.Result<unknown, string>) =>
  Result.match(result, { onSuccess: () => "valid", onFailure: (fault) => fault })

describe("SPF", () => {
  it("parses each mechanism, with its qualifier and its domain", () => {
    const record = Result.getOrThrow(
      parseSpf(
        "v=spf1 +a A:Mail.Example.com./24 a/24//64 mx mx:x.test//48 ptr -include:_spf.x.test ~exists:%{i}.x.test ip4:192.0.2.0/24 ip6:2001:db8::/32 ?all redirect=y.test exp=z.test other=a:b"
      )
    )
    assert.deepStrictEqual(record.mechanisms, [
      { name: "a", qualifier: "+", domain: null, bits: [32, 128] },
      { name: "a", qualifier: "+", domain: "mail.example.com", bits: [24, 128] },
      { name: "a", qualifier: "+", domain: null, bits: [24, 64] },
      { name: "mx", qualifier: "+", domain: null, bits: [32, 128] },
      { name: "mx", qualifier: "+", domain: "x.test", bits: [32, 48] },
      { name: "ptr", qualifier: "+", domain: null },
      { name: "include", qualifier: "-", domain: "_spf.x.test" },
      { name: "exists", qualifier: "~", domain: undefined },
      { name: "ip4", qualifier: "+", address: "192.0.2.0", bits: 24 },
      { name: "ip6", qualifier: "+", address: "2001:db8::", bits: 32 },
      { name: "all", qualifier: "?" }
    ])
    assert.strictEqual(record.redirect, "y.test")
  })

  it("is recognized by its version", () => {
    for (const text of ["v=spf1", "V=SPF1 -all", "v=spf1 "]) assert.isTrue(isSpf(text), text)
    for (const text of ["v=spf10", " v=spf1", "v=spf1-all", "spf2.0/pra", ""]) assert.isFalse(isSpf(text), text)
  })

  it("says what is wrong", () => {
    for (const [text, says] of [
      ["v=spf2 -all", /must begin with "v=spf1"/u],
      ["v=spf1 includes:x.test", /"includes:x.test" is no mechanism/u],
      ["v=spf1 include", /"include" names no valid domain/u],
      ["v=spf1 include:x..test", /names no valid domain/u],
      ["v=spf1 include:localhost", /names no valid domain/u],
      [`v=spf1 include:${"a".repeat(64)}.test`, /names no valid domain/u],
      ["v=spf1 a:", /names no valid domain/u],
      ["v=spf1 exists:%{q}.x.test", /invalid macro/u],
      ["v=spf1 exists:%x.test", /invalid macro/u],
      ["v=spf1 ip4:192.0.2.1/33", /longer than 32/u],
      ["v=spf1 ip4:192.0.2", /no valid address/u],
      ["v=spf1 ip4:0xc0.0.2.1", /no valid address/u],
      ["v=spf1 ip4", /no valid address/u],
      ["v=spf1 ip6:2001:db8::/129", /longer than 128/u],
      ["v=spf1 ip6:192.0.2.1", /no valid address/u],
      ["v=spf1 a//129", /longer than 128/u],
      ["v=spf1 -all:x.test", /must be only "all"/u],
      ["v=spf1 redirect=x.test redirect=y.test", /redirect is repeated/u],
      ["v=spf1 +redirect=x.test", /no mechanism/u],
      ["v=spf1 é", /no mechanism/u]
    ] as const)
      assert.match(faultOf(parseSpf(text)), says, text)
  })
})

describe("DKIM", () => {
  /** A text of the length that a key of this size has. */
  const key = (bytes: number) => Buffer.alloc(bytes, 7).toString("base64")

  it("knows how strong a key is, and whether it was withdrawn", () => {
    for (const [text, strength] of [
      [`v=DKIM1; k=rsa; p=${key(294)}`, "strong"],
      [`p=${key(294)}`, "strong"],
      [`v=DKIM1;p=${key(162)};t=s`, "weak"],
      [`v=DKIM1; p=${key(94)}`, "short"],
      ["v=DKIM1; p=", "revoked"],
      [`v=DKIM1; k=ed25519; p=${key(32)}`, "strong"]
    ] as const) {
      assert.isTrue(isDkim(text))
      assert.strictEqual(Result.getOrThrow(parseDkim(text)).strength, strength, text)
    }
    assert.isTrue(Result.getOrThrow(parseDkim(`t=s:y; p=${key(294)}`)).isTest)
    assert.isFalse(isDkim("v=spf1 -all"))
  })

  it("says what is wrong", () => {
    for (const [text, says] of [
      ["v=DKIM1; k=rsa", /no public key/u],
      ["v=DKIM1; k=dsa; p=AA", /k=dsa is unknown/u],
      ["v=DKIM1; p=not base64!", /not Base64/u],
      ["v=DKIM1; p=AA; p=BB", /the tag p is repeated/u],
      ["p=AA; broken", /"broken" is not of the form/u],
      ["v=DKIM2; p=AA", /must be DKIM1/u]
    ] as const)
      assert.match(faultOf(parseDkim(text)), says, text)
  })
})

describe("DMARC", () => {
  it("reads policies and alignment, with their defaults", () => {
    assert.deepStrictEqual(Result.getOrThrow(parseDmarc("v=DMARC1;p=none")), {
      policy: "none",
      subdomainPolicy: "none",
      dkim: "r",
      spf: "r"
    })
    assert.deepStrictEqual(
      Result.getOrThrow(parseDmarc("v=DMARC1; p=Reject; sp=quarantine; adkim=s; aspf=s; rua=mailto:a@x.test;")),
      { policy: "reject", subdomainPolicy: "quarantine", dkim: "s", spf: "s" }
    )
  })

  it("says what is wrong", () => {
    for (const [text, says] of [
      ["p=none; v=DMARC1", /must begin with v=DMARC1/u],
      ["v=DMARC1", /no policy/u],
      ["v=DMARC1; p=block", /none, quarantine or reject/u],
      ["v=DMARC1; p=none; adkim=x", /must be r or s/u],
      ["v=DMARC1, p=none", /must begin with|not of the form/u]
    ] as const)
      assert.match(faultOf(parseDmarc(text)), says, text)
    assert.isFalse(isDmarc("v=DMARC10; p=none"))
  })

  it("knows the organizational domain, below the public suffix", () => {
    for (const [domain, organizational] of [
      ["example.com", "example.com"],
      ["a.b.example.co.uk", "example.co.uk"],
      ["app.someone.github.io", "someone.github.io"],
      ["co.uk", "co.uk"],
      ["x.test", "x.test"]
    ] as const)
      assert.strictEqual(organizationalDomain(domain), organizational)
  })
})

describe("any text", () => {
  const parsers = { parseSpf, parseDkim, parseDmarc, parseTags }
  const Parts = Schema.Array(
    Schema.Literals([
      "v=spf1",
      "v=DKIM1",
      "v=DMARC1",
      "include:",
      "a/",
      "ip4:",
      "ip6:",
      "%{",
      "}",
      "p=",
      "=",
      ":",
      "/",
      "//",
      ";",
      "redirect=",
      "all",
      "-",
      "~",
      "x.test",
      "192.0.2.1",
      "::",
      "\0",
      "\n",
      "\u{1F600}",
      "\uD800",
      "ß",
      ".",
      " "
    ])
  ).check(Schema.isMaxLength(20))

  it.prop(
    "parses, or the reason is a line that people can read",
    { begin: Schema.Literals(["", "v=spf1 ", "v=DKIM1; ", "v=DMARC1; "]), parts: Parts, other: Schema.String },
    ({ begin, other, parts }) => {
      for (const text of [begin + parts.join(""), begin + other]) {
        for (const parse of Object.values<(text: string) => Result.Result<unknown, string>>(parsers)) {
          const result = parse(text)
          if (Result.isFailure(result)) assert.isAbove(result.failure.length, 5)
        }
      }
    },
    { arbitrary: { runs: 3_000 } }
  )

  it("is read in linear time", () => {
    // A parser that took quadratic time would need many minutes for these.
    for (const unit of ["a", "/", "%{", "a.", "%{i.", "v=", ";", " ", "=", "a=b;", "ip4:1/", "t=y:", "\t"]) {
      const long = unit.repeat(100_000 / unit.length)
      for (const before of ["", "v=spf1 ", "v=spf1 a:", "v=spf1 ip6:", "v=DKIM1; p=", "v=DMARC1; p=none; x="]) {
        for (const parse of Object.values<(text: string) => unknown>(parsers)) parse(before + long)
        for (const is of [isSpf, isDkim, isDmarc]) is(before + long)
      }
    }
  })
})
