import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { OrganizationId } from "../../src/ids.ts"
import { SendId } from "../../src/sends/Send.ts"
import { type Claim, format, messageOf, parse } from "../../src/tracking/Token.ts"

const claimOf = (organization: number, send: number, link: number | null): Claim => ({
  organization_id: OrganizationId.make(organization),
  send_id: SendId.make(send),
  link
})
const code = "q0c3kzG2wSPQk4N0uXc1pA"

describe("a token of tracking", () => {
  it("contains the organization, the mail and the number of the link", () => {
    assert.strictEqual(format(claimOf(7, 123_456_789, null), code), `7.21i3v9.${code}`)
    assert.strictEqual(format(claimOf(7, 123_456_789, 199), code), `7.21i3v9.5j.${code}`)
    for (const link of [null, 0, 1, 199, 10_000]) {
      const claim = claimOf(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, link)
      assert.deepStrictEqual(Option.getOrUndefined(parse(format(claim, code))), { claim, code })
    }
  })

  it("has one spelling only", () => {
    const token = `7.21i3v9.5j.${code}`
    for (const other of [
      "",
      "...",
      `0${token}`,
      token.toUpperCase(),
      `${token}=`,
      ` ${token}`,
      `${token}\n`,
      token.slice(0, -1),
      `${token}A`,
      `7.21i3v9.05j.${code}`,
      `7.21i3v9..${code}`,
      `0.21i3v9.5j.${code}`,
      `7.21i3v9.1.5j.${code}`,
      "a".repeat(1_000_000)
    ]) {
      assert.isTrue(Option.isNone(parse(other)), other.slice(0, 80))
    }
  })

  it("is signed as a whole: no two claims have the same text", () => {
    const claims = [claimOf(1, 11, 1), claimOf(1, 1, 11), claimOf(11, 1, 1), claimOf(1, 11, null), claimOf(1, 1, null)]
    assert.strictEqual(new Set(claims.map(messageOf)).size, claims.length)
  })
})
