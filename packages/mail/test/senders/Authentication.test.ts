/** The trust in a sender, from the `Authentication-Results` fields (RFC 8601) of the host's mail server. */
import { assert, describe, it } from "@effect/vitest"
import { senderTrust } from "../../src/senders/Authentication.ts"
import { mail } from "../notices/Mails.ts"

const trustWith = (...values: ReadonlyArray<string>) => {
  const headers = values.map((value) => ({ name: "authentication-results", value }))
  return senderTrust({ ...mail({}), headers }, "mx.host.test")
}

describe("the trust in a sender", () => {
  const fields: ReadonlyArray<readonly [value: string, trust: string]> = [
    ["mx.host.test; dmarc=fail (p=reject) header.from=lead.test", "unverified"],
    ["MX.Host.Test 1; spf=pass smtp.mailfrom=a@b.test; dmarc=pass", "verified"],
    ["mx.host.test; spf=pass; DMARC / 1 = Fail", "unverified"],
    ['"mx.host.test"; dmarc=fail', "unverified"],
    ["mx.host.test (comment; dmarc=pass (nested)); dmarc=fail", "unverified"],
    ['mx.host.test; spf=pass reason="no; dmarc=fail"; dmarc=pass', "verified"],
    ["mx.host.test (comment; dmarc=fail); spf=pass", "plausible"],
    ["mx.host.test (\\); dmarc=fail; spf=pass", "unverified"],
    ['mx.host.test; spf=pass (domain of "a("@evil.test) smtp.mailfrom="a("@evil.test; dmarc=fail', "unverified"],
    ['mx.host.test; spf=pass reason="; dmarc=fail', "unverified"],
    ["mx.host.test; dmarc=pass header.from=lead.test", "verified"],
    ["mx.host.test; dmarc=pass (p=none) header.from=LEAD.test", "verified"],
    ["mx.host.test; dmarc=pass header.from=mail.lead.test", "verified"],
    ["mx.host.test; dmarc=pass header.from=evil.test", "unverified"],
    ["mx.host.test; dmarc=none header.from=evil.test", "unverified"],
    ["mx.host.test; dmarc=none", "plausible"],
    ["mx.host.test; dmarc=temperror", "plausible"],
    ["mx.host.test; x-dmarc=fail; dkim=pass (dmarc=fail)", "plausible"],
    ["mx.host.test; none", "plausible"],
    ["mx.host.test", "plausible"],
    ["mx.host.test.attacker.test; dmarc=pass", "plausible"],
    ["attacker.test; dmarc=fail; mx.host.test; dmarc=pass", "plausible"],
    ["", "plausible"]
  ]
  it.each(fields)("by %s is %s", (value, trust) => assert.strictEqual(trustWith(value), trust))

  it("by several fields is that of a failure among them", () => {
    assert.strictEqual(trustWith("mx.host.test; dmarc=pass", "mx.host.test; dmarc=fail"), "unverified")
    assert.strictEqual(trustWith("mx.host.test; spf=pass", "mx.host.test; dmarc=pass"), "verified")
    assert.strictEqual(trustWith("attacker.test; dmarc=fail", "mx.host.test; dmarc=pass"), "verified")
  })

  it("is none when the mail has several From fields, of which the server may have checked another one", () => {
    const from = { name: "from", value: "ada@lead.test" }
    const result = { name: "authentication-results", value: "mx.host.test; dmarc=pass" }
    assert.strictEqual(senderTrust({ ...mail({}), headers: [result, from] }, "mx.host.test"), "verified")
    assert.strictEqual(senderTrust({ ...mail({}), headers: [result, from, from] }, "mx.host.test"), "unverified")
  })

  it("depends on no field when no server is named", () => {
    const headers = [{ name: "authentication-results", value: "mx.host.test; dmarc=fail" }]
    assert.strictEqual(senderTrust({ ...mail({}), headers }, undefined), "plausible")
  })
})
