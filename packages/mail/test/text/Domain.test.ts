/** The normal form of domains and addresses, which comparisons use. */
import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { domainToUnicode } from "node:url"
import {
  companyOf,
  domainKeyOf,
  domainsOf,
  isPublicSuffix,
  keyOf,
  normalizeEmail,
  spellingsOf,
  toAscii,
  toUnicode
} from "../../src/text/Domain.ts"
import { fold } from "../../src/text/Text.ts"

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

  // Lower-case input takes a shortcut without parsing. It must give the same result.
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
    // Text that is not a domain is folded only, and stays different from domains.
    ["ADA@localhost", "ada@localhost"],
    ["ADA@x.test/", "ada@x.test/"]
  ])("writes %s as %s, and leaves that as it is", (email, normalized) => {
    assert.strictEqual(normalizeEmail(email), normalized)
    assert.strictEqual(normalizeEmail(normalized), normalized)
  })

  it.each([
    // Invalid A-labels. They are not punycode, or they encode text that a name must not have: too large, upper case,
    // decomposed, ASCII, another `xn--`.
    ["ada@xn--.test", "ada@xn--.test"],
    ["ada@XN--a.test", "ada@xn--a.test"],
    ["ada@xn--99999999999.test", "ada@xn--99999999999.test"],
    ["ada@xn--Mnchen-n3a.test", "ada@xn--mnchen-n3a.test"],
    ["ada@xn--munchen-h5f.test", "ada@xn--munchen-h5f.test"],
    ["ada@xn--abc-.test", "ada@xn--abc-.test"],
    ["ada@xn--xn---epa.test", "ada@xn--xn---epa.test"],
    // With an additional non-ASCII label the whole domain is invalid.
    ["ada@xn--a.MÜNCHEN.test", "ada@xn--a.münchen.test"],
    // These are domains only after folding.
    ["ada@xn--ßZ.σ.test", "ada@xn--ssz.xn--4xa.test"],
    ["ada@XN--ßｘ.test", "ada@xn--ssx.test"],
    ["ada@example.com.", "ada@example.com"]
  ])("takes %s as %s, and leaves that as it is", (email, normalized) => {
    assert.strictEqual(normalizeEmail(email), normalized)
    assert.strictEqual(normalizeEmail(normalized), normalized)
  })

  const Characters = Schema.Array(
    Schema.Literals([..."abZ019-_éÜßıſKσς\u0301\u200d\u00adｘ中あ文م", ".", "。", "xn--", "XN--", "-3ya", "mnchen-3ya"])
  ).check(Schema.isMaxLength(12))

  it.prop(
    "throws for no domain, and normalizes no further what is normalized",
    { characters: Characters },
    ({ characters }) => {
      const normalized = normalizeEmail(`Ada@${characters.join("")}.test`)
      assert.strictEqual(normalizeEmail(normalized), normalized)
      assert.include(spellingsOf(normalized), normalized)
    },
    { arbitrary: { runs: 3_000 } }
  )

  it.prop(
    "is the same for all spellings of an address: case, Unicode, punycode",
    { characters: Characters },
    ({ characters }) => {
      const domain = toAscii(`${characters.join("")}.test`)
      if (Option.isNone(domain)) return
      const address = `Ada@${characters.join("")}.test`
      const spellings = [
        address,
        fold("Ada@") + domain.value,
        `ADA@${domain.value.toUpperCase()}`,
        ...spellingsOf(address)
      ]
      const unicode = toUnicode(domain.value)
      // A name with an invalid A-label has only ASCII spellings.
      if (/(?:^|\.)xn--/u.test(unicode)) return
      spellings.push(`ada@${unicode}`, `ada@${unicode.normalize("NFD")}`, `ada@${unicode.replaceAll(".", "｡")}`)
      for (const email of spellings) {
        // Folding changes a few letters into others.
        if (email === fold(email) && /[ßıς]/u.test(unicode)) continue
        assert.strictEqual(normalizeEmail(email), `ada@${domain.value}`, email)
      }
    },
    { arbitrary: { runs: 3_000 } }
  )

  const Ascii = Schema.Array(Schema.Literals([..."abZ019-_.%/:?#@[] ", "xn--", "0x7f", "127.1", "."])).check(
    Schema.isMaxLength(10)
  )

  it.prop(
    "takes the domain in ASCII as `toAscii` does, if that takes it for one",
    { characters: Ascii },
    ({ characters }) => {
      const domain = characters.join("").replaceAll("@", "")
      const expected = Option.getOrElse(toAscii(domain), () => fold(domain))
      assert.strictEqual(normalizeEmail(`Ada@${domain}`), `ada@${expected}`)
    },
    { arbitrary: { runs: 3_000 } }
  )
})

describe("toUnicode", () => {
  it.each([
    "example.com",
    "xn--mnchen-3ya.de",
    "mail.xn--fa-hia.de",
    "xn--fiqs8s.xn--fiqz9s",
    "xn--mgbh0fb.test",
    "xn--n3h.test",
    "xn--vi8hiv.ws",
    "xn--.test",
    "xn--a.test",
    "xn--99999999999.test",
    "xn--abc-.test",
    "xn--mnchen-n3a.test",
    "xn--munchen-h5f.test",
    "xn--!.test",
    `xn--${"9".repeat(80)}.test`
  ])("decodes the labels of %s as Node does", (domain) => {
    assert.strictEqual(toUnicode(domain), domainToUnicode(domain) || domain)
  })

  it.prop(
    "decodes what was encoded",
    { text: Schema.String.check(Schema.isMaxLength(12)) },
    ({ text }) => {
      const ascii = toAscii(`${text}.test`)
      if (Option.isNone(ascii)) return
      assert.strictEqual(toUnicode(ascii.value), domainToUnicode(ascii.value))
    },
    { arbitrary: { runs: 3_000 } }
  )
})

it("spellingsOf has an address as it is, folded, normalized, and with its domain in Unicode", () => {
  assert.deepStrictEqual(spellingsOf("Ada@XN--Mnchen-3ya.de"), [
    "Ada@XN--Mnchen-3ya.de",
    "ada@xn--mnchen-3ya.de",
    "ada@münchen.de"
  ])
  assert.deepStrictEqual(spellingsOf("Ada@MÜNCHEN。de"), [
    "Ada@MÜNCHEN。de",
    "ada@münchen。de",
    "ada@xn--mnchen-3ya.de",
    "ada@münchen.de"
  ])
  assert.deepStrictEqual(spellingsOf("ada@x.test"), ["ada@x.test"])
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

describe("companyOf", () => {
  it.each([
    ["ada@acme.example", "acme.example"],
    ["Ada@SALES.Acme.example", "acme.example"],
    ["ada@a.b.acme.co.uk", "acme.co.uk"],
    ["ada@bücher.example", "xn--bcher-kva.example"],
    ["ada@mail.xn--bcher-kva.example", "xn--bcher-kva.example"],
    // Anyone may register names below these, by the private part of the list.
    ["ada@one.github.io", "one.github.io"],
    ["ada@two.github.io", "two.github.io"],
    ["ada@gmail.com.example", "com.example"]
  ])("%s belongs to %s", (email, company) => {
    assert.strictEqual(companyOf(email), company)
  })

  it.each([
    "ada@gmail.com",
    "Ada@GoogleMail.com",
    "ada@outlook.de",
    "ada@live.co.uk",
    "ada@yahoo.co.jp",
    "ada@gmx.at",
    "ada@t-online.de",
    "ada@btinternet.com",
    "ada@comcast.net",
    "ada@orange.fr",
    "ada@docomo.ne.jp",
    "ada@privaterelay.appleid.com",
    "ada@mail.ru",
    "ada@co.uk",
    "ada@localhost"
  ])("%s belongs to no company", (email) => {
    assert.isNull(companyOf(email))
  })
})
