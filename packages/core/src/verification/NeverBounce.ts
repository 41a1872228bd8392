/** The verification service NeverBounce: one address by `POST /v4.2/single/check`. Its answer says how many credits it used. */
import { jsonOf, post } from "../integrations/Exchange.ts"
import type { VerifierFailure } from "./AddressVerifier.ts"
import { failed, failureOf, type VerificationService, wordOf } from "./ServiceExchange.ts"
import type { VerificationReason, VerifiedStatus } from "./Verdict.ts"

const title = "NeverBounce"

const results: Readonly<Record<string, readonly [VerifiedStatus, VerificationReason | undefined]>> = {
  valid: ["valid", undefined],
  invalid: ["invalid", "mailbox_missing"],
  disposable: ["disposable", "disposable"],
  catchall: ["accept_all", "accepts_all"],
  unknown: ["unknown", "server_unanswered"]
}

/** The flags that say why, the most important one first. */
const flags: ReadonlyArray<readonly [string, VerificationReason]> = [
  ["bad_syntax", "syntax"],
  ["bad_dns", "no_mail_server"],
  ["spamtrap_network", "spam_trap"],
  ["spelling_mistake", "typo"],
  ["role_account", "role"]
]

/** The failures of a request, which come with the status 200. */
const failures: Readonly<Record<string, readonly [VerifierFailure, string]>> = {
  auth_failure: ["key", "rejects the key"],
  temp_unavail: ["unreachable", "is not available for now"],
  throttle_triggered: ["throttled", "has got too many requests"]
}

const numberOf = (value: unknown): number => (typeof value === "number" && value > 0 ? value : 0)

/** The credits that an answer used; without the figures, one. */
const costOf = (info: unknown): number => {
  if (typeof info !== "object" || info === null) return 1
  const { free_credits_used, paid_credits_used } = info as Record<string, unknown>
  return numberOf(paid_credits_used) + numberOf(free_credits_used)
}

export const neverBounce: VerificationService = {
  name: "neverbounce",
  title,
  url: "https://api.neverbounce.com",
  request: (url, key, email) =>
    post(`${url}/v4.2/single/check`, JSON.stringify({ key, email, address_info: 0, credits_info: 1, timeout: 10 })),
  read: (answer) => {
    const { credits_info, flags: setFlags, message, result, status } = jsonOf(answer)
    const outcome = wordOf(status)
    const documented = failures[outcome]
    if (documented !== undefined) return failed(title, ...documented)
    const failure = failureOf(title, answer)
    if (failure !== undefined) return failure
    if (outcome !== "success") {
      return wordOf(message).includes("credit")
        ? failed(title, "credits", "has no credits left")
        : failed(title, "invalid_answer", "answered an error")
    }
    const found = results[wordOf(result)]
    if (found === undefined) return failed(title, "invalid_answer", "answered no result")
    const [verified, reason] = found
    const isSet = new Set(Array.isArray(setFlags) ? setFlags.map(wordOf) : [])
    const ofFlags = flags.flatMap(([flag, meaning]) => (isSet.has(flag) ? [meaning] : []))
    // A flag says more than the result that a mailbox is missing. That an address is one of a function does not.
    const isExplained = verified === "invalid" && ofFlags.some((meaning) => meaning !== "role")
    const reasons = reason === undefined || isExplained ? ofFlags : [reason, ...ofFlags]
    return { status: verified, reasons, decided_by: "neverbounce", cost: costOf(credits_info) }
  }
}
