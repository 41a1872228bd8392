import { assert, describe, it } from "@effect/vitest"
import { Target } from "@mailroom/core"
import { Result } from "effect"

const check = (url: string, allowPrivateTargets = false) =>
  Result.match(Target.parse(url, { allowPrivateTargets }), {
    onSuccess: ({ href }) => href,
    onFailure: ({ reason }) => reason
  })

describe("Target.parse", () => {
  it("accepts names and public addresses, on any port", () => {
    assert.strictEqual(check("https://Example.com/a?b#c"), "https://example.com/a?b#c")
    assert.strictEqual(check("http://example.com:8080"), "http://example.com:8080/")
    assert.strictEqual(check("https://8.8.8.8/"), "https://8.8.8.8/")
    assert.strictEqual(check("https://[2606:4700::1]:1/"), "https://[2606:4700::1]:1/")
    // Only resolving can show whether these names are private.
    for (const host of ["intranet", "printer.local", "notlocalhost", "localhost.example.com"]) {
      assert.strictEqual(check(`https://${host}/`), `https://${host}/`)
    }
  })

  it("rejects private addresses and localhost, unless they are allowed", () => {
    for (const host of ["127.0.0.1", "0x7f.1", "[::1]", "10.0.0.1", "localhost", "a.localhost."]) {
      assert.strictEqual(check(`https://${host}/`), "blocked", host)
      assert.notStrictEqual(check(`https://${host}/`, true), "blocked", host)
    }
  })

  it("rejects other URLs always", () => {
    for (const allowed of [false, true]) {
      assert.strictEqual(check("ftp://example.com/", allowed), "invalid_url")
      assert.strictEqual(check("example.com", allowed), "invalid_url")
      assert.strictEqual(check("https://a:b@example.com/", allowed), "url_with_password")
    }
  })
})
