import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { OrganizationId } from "../../src/ids.ts"
import { SendId } from "../../src/sends/Send.ts"
import { type Claim, format, messageOf, parse, subjectOf, tokenIn, withoutRest } from "../../src/unsubscribes/Token.ts"

const claimOf = (email: string, organization = 7, send = 123_456_789): Claim => ({
  organization_id: OrganizationId.make(organization),
  send_id: SendId.make(send),
  email
})
const code = "q0c3kzG2wSPQk4N0uXc1pA"
const token = format(claimOf("Ada@Example.com"), code)

describe("a token", () => {
  it("contains the organization, the mail and the address", () => {
    assert.strictEqual(token, `7.21i3v9.QWRhQEV4YW1wbGUuY29t.${code}`)
    for (const email of ["Ada@Example.com", "zoë@münchen.example", `${"ö".repeat(64)}@${"ü".repeat(63)}.example`]) {
      const claim = claimOf(email, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
      assert.deepStrictEqual(Option.getOrUndefined(parse(format(claim, code))), { claim, code })
    }
  })

  it("has one spelling only", () => {
    const [organization, send, address] = token.split(".")
    const others = [
      "",
      ".",
      "...",
      `0${token}`,
      token.toUpperCase(),
      `${token}=`,
      ` ${token}`,
      `${token}\n`,
      token.slice(0, -1),
      `${token}A`,
      `${organization}.0${send}.${address}.${code}`,
      `${organization}.${send}.${address}=.${code}`,
      `0.${send}.${address}.${code}`,
      `${organization}.zzzzzzzzzzz.${address}.${code}`,
      `${organization}.${send}.gA.${code}`,
      `${organization}.${send}..${code}`,
      "a".repeat(1_000_000)
    ]
    for (const other of others) assert.isTrue(Option.isNone(parse(other)), other.slice(0, 80))
  })

  it("ends with its code, whatever follows it", () => {
    const rests = [
      ".",
      ")",
      ">",
      ",",
      "*",
      "%3E",
      "&quot;",
      "/",
      "?utm_source=x",
      "A",
      "_",
      "\u00a0",
      "x".repeat(10_000)
    ]
    for (const rest of rests) assert.strictEqual(withoutRest(`${token}${rest}`), token, rest.slice(0, 20))
    for (const other of ["x", token.slice(0, -1), `.${token}`]) assert.strictEqual(withoutRest(other), other)
  })

  it("is signed as a whole: no two claims have the same text", () => {
    const texts = [claimOf("a@x.test", 1, 11), claimOf("a@x.test", 11, 1), claimOf("b@x.test", 1, 11)].map(messageOf)
    assert.strictEqual(new Set(texts).size, 3)
  })
})

describe("the subject of a mail that unsubscribes", () => {
  it("contains the token, whatever mail programs add", () => {
    for (const subject of [
      subjectOf(token),
      `Unsubscribe ${token}`,
      `UNSUBSCRIBE   ${token}`,
      `Re: AW: [EXTERNAL] unsubscribe ${token}`,
      `unsubscribe ${token} [ref 12]`,
      `unsubscribe ${token}.`,
      `unsubscribe ${token}>`,
      `unsubscribe ${token.slice(0, -5)} ${token.slice(-5)}, thanks`,
      `unsubscribe ${token} Sent from my phone`,
      `unsubscribe ${token.slice(0, 15)} ${token.slice(15)}`,
      `unsubscribe ${token.slice(0, 10)}\r\n ${token.slice(10, 20)} ${token.slice(20)}`
    ]) {
      assert.strictEqual(tokenIn(subject), token, subject)
    }
  })

  it("is nothing else", () => {
    for (const subject of ["", "unsubscribe", token, "unsubscribe me", `unsubscribe${token}`, `un ${token}`]) {
      assert.isUndefined(tokenIn(subject), subject)
    }
  })

  it("is read in linear time", () => {
    for (const part of ["unsubscribe ", "a ", "unsubscribe\t", ". "]) {
      assert.isUndefined(tokenIn(`unsubscribe ${part.repeat(100_000)}`))
    }
  })
})
