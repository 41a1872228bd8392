/** Text that people paste, and the entry that it means. */
import { assert, describe, it } from "@effect/vitest"
import { normalize } from "../../src/blacklist/BlacklistEntry.ts"

describe("a domain", () => {
  it.each([
    ["example.com", "example.com"],
    ["  Example.COM.\n", "example.com"],
    ["https://www.Example.com:8080/path?query=a@evil.org#part", "example.com"],
    ["http://user:password@example.com/", "example.com"],
    ["ftp://example.com", "example.com"],
    ["HTTPS://EXAMPLE.COM", "example.com"],
    ["example.com/path@evil.org", "example.com"],
    ["example.com?x=http://evil.org", "example.com"],
    ["example.com:443", "example.com"],
    ["www.example.com", "example.com"],
    ["WWW.example.com.", "example.com"],
    ["www。example。com", "example.com"],
    ["www.www.example.com", "example.com"],
    ["www.com", "www.com"],
    ["www.www.com", "www.com"],
    ["www2.example.com", "www2.example.com"],
    ["mail.www.example.com", "mail.www.example.com"],
    ["*.example.com", "example.com"],
    ["@example.com", "example.com"],
    ["*@example.com", "example.com"],
    ["*@*.example.com", "example.com"],
    ["sub.example.co.uk", "sub.example.co.uk"],
    ["MÜNCHEN.example", "xn--mnchen-3ya.example"],
    ["xn--mnchen-3ya.example", "xn--mnchen-3ya.example"]
  ])("%j means %s, which means itself", (input, value) => {
    assert.deepStrictEqual(normalize("domain", input), { value })
    assert.deepStrictEqual(normalize("domain", value), { value })
  })

  it.each([
    "com",
    "COM",
    "co.uk",
    "*.co.uk",
    "@co.uk",
    "https://co.uk/",
    "www.co.uk",
    "公司.cn",
    "xn--55qx5d.cn",
    "test"
  ])("%j is a public suffix", (input) => {
    assert.deepStrictEqual(normalize("domain", input), {
      fault: "must not be a public suffix: anyone may register names below it"
    })
  })

  it.each([
    "",
    " ",
    "@",
    "*",
    "*.*.com",
    "1.2.3.4",
    "http://[::1]/",
    "exa mple.com",
    "a..com",
    "-.com",
    "ex%61mple.com"
  ])("%j is none", (input) => {
    assert.deepStrictEqual(normalize("domain", input), { fault: "must be a domain" })
  })
})

describe("an address among domains", () => {
  it.each(["ada@example.com", " Ada@WWW.Example.com\n", "mailto:ada@example.com", "ada+*@mail.example.com:25/x"])(
    "%j does not blacklist everybody at its domain",
    (input) => {
      const result = normalize("domain", input)
      assert("fault" in result)
      assert.match(
        result.fault,
        /^names an address: use POST \/blacklist\/emails, or give the domain (?:mail\.)?example\.com$/u
      )
    }
  )
  it.each(["ada@com", "ada@", "a@b@example.com"])("%j is neither", (input) => {
    assert.isTrue("fault" in normalize("domain", input))
  })
})

describe("a domain among addresses", () => {
  it.each([
    "*@evil.example",
    " *@Evil.example.\n",
    "@evil.example",
    "evil.example",
    "*.evil.example",
    "*@*.evil.example",
    "https://www.evil.example/contact"
  ])("%j is answered with where domains go", (input) => {
    assert.deepStrictEqual(normalize("email", input), {
      fault: "names a domain: use POST /blacklist/domains with evil.example"
    })
  })
  it.each(["ada*@evil.example", "*.ada@evil.example", "ada@*.evil.example", "*@com", "*"])(
    "%j is a pattern, which matches nothing",
    (input) => {
      assert.deepStrictEqual(normalize("email", input), {
        fault: "must be one e-mail address: patterns with * are not supported"
      })
    }
  )
})

describe("an address", () => {
  it.each([
    [" Ada@Example.COM\n", "ada@example.com"],
    ["ÉLAN@MÜNCHEN.example", "élan@xn--mnchen-3ya.example"],
    ["élan@xn--mnchen-3ya.example", "élan@xn--mnchen-3ya.example"],
    ["a+b@x.test", "a+b@x.test"]
  ])("%j means %s", (input, value) => {
    assert.deepStrictEqual(normalize("email", input), { value })
  })

  it.each(["", "ada", "ada@", "a@b@c", "Ada <ada@x.test>", "a@x..test", "a b@x.test", "a@x.test,b@x.test"])(
    "%j is none",
    (input) => {
      assert.deepStrictEqual(normalize("email", input), { fault: "must be one e-mail address" })
    }
  )
})
