/** The verification service ZeroBounce: one address by `GET /v2/validate`. It charges nothing for an unknown result. */
import { jsonOf } from "../integrations/Exchange.ts"
import { failed, failureOf, type VerificationService, wordOf } from "./ServiceExchange.ts"
import type { VerificationReason, VerifiedStatus } from "./Verdict.ts"

const title = "ZeroBounce"

/** A status, and the reasons for it. */
type Meaning = readonly [VerifiedStatus, ...ReadonlyArray<VerificationReason>]

const statuses: Readonly<Record<string, Meaning>> = {
  valid: ["valid"],
  invalid: ["invalid", "mailbox_missing"],
  "catch-all": ["accept_all", "accepts_all"],
  unknown: ["unknown", "server_unanswered"],
  spamtrap: ["invalid", "spam_trap"],
  abuse: ["invalid", "complainer"],
  do_not_mail: ["invalid", "do_not_mail"]
}

/** The sub-statuses that say more than the status. */
const details: Readonly<Record<string, Meaning>> = {
  disposable: ["disposable", "disposable"],
  role_based: ["valid", "role"],
  role_based_catch_all: ["accept_all", "accepts_all", "role"],
  role_based_accept_all: ["accept_all", "accepts_all", "role"],
  accept_all: ["accept_all", "accepts_all"],
  failed_syntax_check: ["invalid", "syntax"],
  no_dns_entries: ["invalid", "no_mail_server"],
  unroutable_ip_address: ["invalid", "mx_without_address"],
  does_not_accept_mail: ["invalid", "no_mail"],
  mailbox_not_found: ["invalid", "mailbox_missing"],
  mailbox_quota_exceeded: ["invalid", "mailbox_full"],
  possible_typo: ["invalid", "typo"],
  possible_trap: ["invalid", "spam_trap"]
}

export const zeroBounce: VerificationService = {
  name: "zerobounce",
  title,
  url: "https://api.zerobounce.net",
  request: (url, key, email) => ({
    method: "GET",
    url: `${url}/v2/validate?${new URLSearchParams({ api_key: key, email, ip_address: "" }).toString()}`,
    headers: { "user-agent": "mailroom", accept: "application/json" },
    body: ""
  }),
  read: (answer) => {
    const { error, status: given, sub_status } = jsonOf(answer)
    const fault = wordOf(error)
    if (fault !== "") {
      // One text for both: "Invalid API key or your account ran out of credits".
      return /api key|credit/u.test(fault)
        ? failed(title, "key", "rejects the key or has no credits left")
        : failed(title, "invalid_answer", "answered an error")
    }
    const failure = failureOf(title, answer)
    if (failure !== undefined) return failure
    const word = wordOf(given)
    const general = statuses[word]
    if (general === undefined) return failed(title, "invalid_answer", "answered no status")
    const [status, ...reasons] = word === "unknown" ? general : (details[wordOf(sub_status)] ?? general)
    return { status, reasons, decided_by: "zerobounce", cost: word === "unknown" ? 0 : 1 }
  }
}
