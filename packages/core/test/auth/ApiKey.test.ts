import { assert, describe, it } from "@effect/vitest"
import { Option, Redacted, Schema } from "effect"
import { inspect } from "node:util"
import { crc32 } from "node:zlib"
import { type ApiKey, fromRandom, isLive, parse, prefixOf } from "../../src/auth/ApiKey.ts"
import { at } from "../../src/testing/fixtures/Fixtures.ts"
import { ApiKeyId } from "../../src/ids.ts"

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const bytes = Uint8Array.from({ length: 32 }, (_, i) => i * 37)
const secret = Redacted.value(fromRandom(bytes))
const isKey = (value: string) => Option.isSome(parse(Redacted.make(value)))
const Byte = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 }))
const Bytes = Schema.Array(Byte).check(Schema.isMinLength(32), Schema.isMaxLength(32))
const valueOf = (text: string) => [...text].reduce((sum, digit) => sum * 62n + BigInt(digits.indexOf(digit)), 0n)

describe("a key", () => {
  it.prop("is mr_, the bits in 43 digits and their CRC-32 in 6", { random: Bytes }, ({ random }) => {
    const key = Redacted.value(fromRandom(Uint8Array.from(random)))
    assert.match(key, /^mr_[0-9A-Za-z]{49}$/u)
    assert.strictEqual(valueOf(key.slice(3, 46)), BigInt(`0x${Buffer.from(random).toString("hex")}`))
    assert.strictEqual(valueOf(key.slice(46)), BigInt(crc32(key.slice(0, 46))))
    assert.isTrue(isKey(key))
  })

  it("has all its digits for any bits", () => {
    const fill = (byte: number) => Redacted.value(fromRandom(new Uint8Array(32).fill(byte)))
    assert.strictEqual(fill(0).slice(0, 46), `mr_${"0".repeat(43)}`)
    assert.strictEqual(fill(255).length, 52)
    assert.isTrue(isKey(fill(0)) && isKey(fill(255)))
  })

  it("is refused when any character is another", () => {
    for (let i = 0; i < secret.length; i++) {
      for (const character of `${digits}_- é\n\u0000`) {
        const other = secret.slice(0, i) + character + secret.slice(i + 1)
        assert.strictEqual(isKey(other), other === secret, other)
      }
    }
  })

  it("is refused when two neighbours are exchanged, or one is missing or too many", () => {
    for (let i = 0; i <= secret.length; i++) {
      const exchanged = secret.slice(0, i) + (secret[i + 1] ?? "") + (secret[i] ?? "") + secret.slice(i + 2)
      assert.strictEqual(isKey(exchanged), exchanged === secret)
      if (i < secret.length) assert.isFalse(isKey(secret.slice(0, i) + secret.slice(i + 1)))
      assert.isFalse(isKey(`${secret.slice(0, i)}0${secret.slice(i)}`))
    }
  })

  it("is refused when it is something else", () => {
    for (const other of [
      "",
      "mr_",
      secret.slice(3),
      ` ${secret}`,
      `${secret} `,
      `${secret}\n`,
      secret.toLowerCase(),
      `Bearer ${secret}`,
      secret.repeat(1_000)
    ]) {
      assert.isFalse(isKey(other), other.slice(0, 80))
    }
  })

  it("is rejected when it has another form, even with a correct checksum", () => {
    const seal = (body: string) => {
      let checksum = ""
      for (let rest = crc32(body); checksum.length < 6; rest = Math.floor(rest / 62))
        checksum = digits.charAt(rest % 62) + checksum
      return body + checksum
    }
    const body = secret.slice(0, 46)
    assert.isTrue(isKey(seal(body)))
    for (const other of ["", "mr_", body.slice(0, -1), `${body}0`, `MR_${body.slice(3)}`, `${body.slice(0, -1)}-`]) {
      assert.isFalse(isKey(seal(other)), other)
    }
  })

  it("is never printed, but for its beginning", () => {
    const key = fromRandom(bytes)
    const parsed = Option.getOrThrow(parse(key))
    for (const printed of [
      String(key),
      `${parsed}`,
      JSON.stringify({ key, parsed }),
      inspect({ key, parsed }, { depth: 9 })
    ]) {
      assert.notInclude(printed, secret.slice(9, 20))
    }
    assert.strictEqual(prefixOf(key), secret.slice(0, 9))
  })
})

describe("isLive", () => {
  const key: ApiKey = {
    id: ApiKeyId.make(1),
    name: "Key",
    prefix: "mr_abcdef",
    access: "full",
    created_at: at(0),
    last_used_at: null,
    expires_at: null,
    revoked_at: null
  }
  it("is so until the key expires or is revoked", () => {
    assert.isTrue(isLive(key, at(5)))
    assert.isTrue(isLive({ ...key, expires_at: at(5) }, at(4.999)))
    assert.isFalse(isLive({ ...key, expires_at: at(5) }, at(5)))
    assert.isFalse(isLive({ ...key, revoked_at: at(9) }, at(5)))
  })
})
