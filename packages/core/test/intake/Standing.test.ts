/** The decision about a recipient of a notice, from the facts known about it (domain, "Whom to believe"). */
import { assert, describe, it } from "@effect/vitest"
import { trustOf } from "../../src/intake/Standing.ts"

describe("the standing of a recipient", () => {
  const nothing = { isVouched: false, isSentTo: false, isForwarded: false, isRecent: false }
  it("is proven by the host's word, or by the mail that went to it", () => {
    assert.strictEqual(trustOf({ ...nothing, isVouched: true }), "verified")
    assert.strictEqual(trustOf({ ...nothing, isSentTo: true, isForwarded: true }), "verified")
  })
  it("is plausible for a forwarded mail, and for a lead that was mailed lately", () => {
    assert.strictEqual(trustOf({ ...nothing, isForwarded: true }), "plausible")
    assert.strictEqual(trustOf({ ...nothing, isRecent: true }), "plausible")
  })
  it("is unverified without any evidence", () => assert.strictEqual(trustOf(nothing), "unverified"))
})
