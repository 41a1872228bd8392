/** Domains and addresses in the one spelling that comparisons use. */
import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { domainKeyOf, domainsOf, isPublicSuffix, keyOf, normalizeEmail, toAscii } from "../src/Domain.ts"

describe("toAscii", () => {
  it.each([
    ["example.com", "example.com"],
    ["EXAMPLE.Com", "example.com"],
    ["example.com.", "example.com"],
    ["MÜNCHEN.de", "xn--mnchen-3ya.de"],
    ["MU\u0308NCHEN.de", "xn--mnchen-3ya.de"],
    ["XN--MNCHEN-3YA.de", "xn--mnchen-3ya.de"],
    ["mail。münchen．de｡", "mail.xn--mnchen-3ya.de"],
    ["ｅｘａｍｐｌｅ.com", "example.com"],
    ["faß.de", "xn--fa-hia.de"],
    ["λόγος.gr", "xn--oxapnm1c.gr"],
    ["my_host.example.com", "my_host.example.com"],
    ["1.example.com", "1.example.com"],
    [`${"a".repeat(63)}.com`, `${"a".repeat(63)}.com`]
  ])("writes %s as %s, and leaves that as it is", (domain, ascii) => {
    assert.deepStrictEqual(toAscii(domain), Option.some(ascii))
    assert.deepStrictEqual(toAscii(ascii), Option.some(ascii))
  })

  it.each([
    "",
    ".",
    "com",
    "localhost",
    "a..b.com",
    "example.com..",
    ".example.com",
    "-a.example.com",
    "a-.example.com",
    "exa mple.com",
    " example.com",
    "example.com\n",
    "exa\tmple.com",
    "example.com/",
    "example.com:80",
    "example.com?",
    "example.com#",
    "ex%61mple.com",
    "\\example.com",
    "user@example.com",
    "[::1]",
    "1.2.3.4",
    "0x7f.1",
    "example.com.1",
    "xn--zzzzzz--.com",
    "*.example.com",
    `${"a".repeat(64)}.com`,
    `${"abcdefgh.".repeat(28)}example.com`,
    `${"a.".repeat(32)}com`,
    `${"\u00ad".repeat(250)}example.com`
  ])("takes %j for no domain", (domain) => {
    assert.deepStrictEqual(toAscii(domain), Option.none())
  })

  const Characters = Schema.Array(Schema.Literals([..."ab019x-_", ".", ".", "xn--"])).check(Schema.isMaxLength(16))

  // What is in lower case already is not parsed.
  it.prop(
    "takes a domain in lower case as it takes it in upper case",
    { characters: Characters },
    ({ characters }) => {
      const domain = characters.join("")
      assert.deepStrictEqual(toAscii(domain), toAscii(domain.toUpperCase()))
    },
    { arbitrary: { runs: 3_000 } }
  )
})

describe("normalizeEmail", () => {
  it.each([
    ["Ada@Example.COM", "ada@example.com"],
    ["ÉLAN@MÜNCHEN.de", "élan@xn--mnchen-3ya.de"],
    ["ada@münchen。de", "ada@xn--mnchen-3ya.de"],
    ["STRASSE@x.test", "strasse@x.test"],
    ["straße@x.test", "strasse@x.test"],
    ["a+b@x.test", "a+b@x.test"],
    // What is no domain is folded as it is, and stays apart from those that are.
    ["ADA@localhost", "ada@localhost"],
    ["ADA@x.test/", "ada@x.test/"]
  ])("writes %s as %s, and leaves that as it is", (email, normalized) => {
    assert.strictEqual(normalizeEmail(email), normalized)
    assert.strictEqual(normalizeEmail(normalized), normalized)
  })
})

it("domainsOf names the domain and all above it, the longest first", () => {
  assert.deepStrictEqual(domainsOf("ada@a.mail.example.com"), [
    "a.mail.example.com",
    "mail.example.com",
    "example.com",
    "com"
  ])
  assert.deepStrictEqual(domainsOf("odd@name@x.test"), ["x.test", "test"])
  assert.deepStrictEqual(domainsOf("mail.test"), ["mail.test", "test"])
  assert.deepStrictEqual(domainsOf("ada@localhost"), ["localhost"])
})

describe("keyOf", () => {
  it("turns the labels round, a dot behind each", () => {
    assert.strictEqual(keyOf("mail.example.com"), "com.example.mail.")
    assert.strictEqual(domainKeyOf("ada@mail.example.com"), "com.example.mail.")
  })

  const Labels = Schema.NonEmptyArray(Schema.Literals(["a", "b", "ab", "aa", "a-b"])).check(Schema.isMaxLength(4))

  it.prop(
    "begins with the key of a domain exactly when it lies in it",
    { of: Labels, above: Labels },
    ({ above, of }) => {
      const domain = of.join(".")
      const suffix = above.join(".")
      assert.strictEqual(keyOf(domain).startsWith(keyOf(suffix)), domainsOf(`x@${domain}`).includes(suffix))
    },
    { arbitrary: { runs: 1_000 } }
  )
})

it("isPublicSuffix knows below what anyone may register names, in ASCII", () => {
  for (const domain of ["com", "co.uk", "xn--55qx5d.cn", "test", "kawasaki.jp"]) assert.isTrue(isPublicSuffix(domain))
  for (const domain of ["example.com", "example.co.uk", "uk.com.example", "city.kawasaki.jp"]) {
    assert.isFalse(isPublicSuffix(domain))
  }
})
