/** An organization's API key: its entity, and the format of the secret. */
import { Name } from "@mailroom/mail/text"
import { Option, Redacted, Schema } from "effect"
import { described } from "../Described.ts"
import * as Table from "../Table.ts"
import { Timestamp } from "../Timestamp.ts"
import { ApiKeyId } from "../ids.ts"

export { ApiKeyId } from "../ids.ts"

export const Access = Schema.Literals(["full", "read"]).annotate({
  identifier: "Access",
  example: "read",
  description: "`full`: every operation. `read`: only operations that change nothing."
})
export type Access = typeof Access.Type

export const ApiKey = Schema.Struct({
  id: ApiKeyId,
  name: described(Name, "The purpose of the key.", "Reporting"),
  prefix: described(Schema.String, "The first characters of the key, to recognize it.", "mr_eoLZ40"),
  access: Access,
  created_at: described(Timestamp, "When the key was created.", "2026-03-02T08:00:00.000Z"),
  last_used_at: described(
    Schema.NullOr(Timestamp),
    "When the key was last used. The real time may be up to five minutes later. `null`: never.",
    null
  ),
  expires_at: described(Schema.NullOr(Timestamp), "When the key expires; `null`: never.", null),
  revoked_at: described(Schema.NullOr(Timestamp), "When the key was revoked; `null`: it is not revoked.", null)
}).annotate({ identifier: "Key", description: "An API key without its secret, which is shown only at creation." })
export type ApiKey = typeof ApiKey.Type

export const table = Table.of("api_keys", ApiKey, { key: ["id"], fixed: ["name", "prefix", "access", "created_at"] })

/** Whether the key is valid at the instant `at`. */
export const isLive = (key: ApiKey, at: Timestamp): boolean =>
  key.revoked_at === null && (key.expires_at === null || at < key.expires_at)

const scheme = "mr_"
const secretLength = 43
const checksumLength = 6
const prefixLength = scheme.length + 6

/**
 * Makes a key: `mr_`, 256 random bits as 43 base62 characters, and the CRC-32 of the preceding characters as 6 more.
 */
export const fromRandom = (bytes: Uint8Array): Redacted.Redacted => {
  const number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  const body = scheme + base62(number, secretLength)
  return Redacted.make(body + base62(BigInt(crc32(body)), checksumLength))
}

/** The key if it is well formed. So a mistyped key is rejected without a query. */
export const parse = (credential: Redacted.Redacted): Option.Option<Redacted.Redacted> => {
  const key = Redacted.value(credential)
  const body = key.slice(0, -checksumLength)
  return form.test(key) && base62(BigInt(crc32(body)), checksumLength) === key.slice(-checksumLength)
    ? Option.some(credential)
    : Option.none()
}

export const prefixOf = (key: Redacted.Redacted): string => Redacted.value(key).slice(0, prefixLength)

const form = new RegExp(`^${scheme}[0-9A-Za-z]{${secretLength + checksumLength}}$`, "u")
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

const base62 = (number: bigint, length: number): string => {
  let text = ""
  for (let rest = number; text.length < length; rest /= 62n) text = digits.charAt(Number(rest % 62n)) + text
  return text
}

/** CRC-32 of an ASCII text, as in ISO 3309 (polynomial 0xEDB88320, reflected). */
const crc32 = (ascii: string): number => {
  let crc = 0xffffffff
  for (let i = 0; i < ascii.length; i++) {
    crc ^= ascii.charCodeAt(i)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}
