/** Key records of DKIM (RFC 6376, section 3.6.1; RFC 8301; RFC 8463). */
import { Result } from "effect"
import { parseTags } from "./TagList.ts"

export interface DkimKey {
  readonly type: "ed25519" | "rsa"
  /** `revoked`: the key was withdrawn. `short`: receivers reject it (less than 1024 bits). `weak`: less than 2048 bits. */
  readonly strength: "revoked" | "short" | "strong" | "weak"
  /** Whether receivers treat a failure as if the mail had no signature. */
  readonly isTest: boolean
}

/** Whether a TXT record says that it is a key, or has the form of one: `v` may be left out. */
export const isDkim = (text: string): boolean =>
  /^\s*v\s*=\s*DKIM1\s*(?:;|$)/u.test(text) || /(?:^|;)\s*p\s*=/u.test(text)

/** Parses a key record, or says why it is invalid. */
export const parseDkim = (text: string): Result.Result<DkimKey, string> =>
  Result.flatMap(parseTags(text), (tags) => {
    if ((tags.get("v") ?? "DKIM1") !== "DKIM1") return Result.fail("its version must be DKIM1")
    const type = tags.get("k") ?? "rsa"
    if (type !== "rsa" && type !== "ed25519")
      return Result.fail(`k=${type.slice(0, 20)} is unknown: it must be rsa or ed25519`)
    const key = tags.get("p")?.replaceAll(/\s/gu, "")
    if (key === undefined) return Result.fail("it has no public key, p=")
    if (!/^[A-Za-z0-9+/]*={0,2}$/u.test(key)) return Result.fail("its public key, p=, is not Base64")
    const isTest = (tags.get("t") ?? "").split(":").some((flag) => flag.trim() === "y")
    return Result.succeed({ type, isTest, strength: key === "" ? "revoked" : strengthOf(type, key) })
  })

/**
 * The strength of a key, by its length: a public RSA key of 1024 bits has at least 140 bytes, one of 2048 bits at
 * least 270.
 */
const strengthOf = (type: DkimKey["type"], key: string): DkimKey["strength"] => {
  const bytes = Math.floor((key.replaceAll("=", "").length * 3) / 4)
  if (type === "ed25519") return bytes >= 32 ? "strong" : "short"
  if (bytes < 140) return "short"
  return bytes < 270 ? "weak" : "strong"
}
