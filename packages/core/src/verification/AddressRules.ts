/** Mailroom's own check of an address: syntax, lists, and the DNS of its domain. Pure functions; nobody's mail server is asked. */
import type { Ask } from "@mailroom/mail/dns"
import { isUnanswered } from "@mailroom/mail/dns"
import { domainsOf, normalizeEmail, toAscii } from "@mailroom/mail/domain"
import { EmailAddress } from "@mailroom/mail/text"
import { Option, Schema } from "effect"
import { isDisposable } from "./Disposable.ts"
import { roleNames } from "./RoleNames.ts"
import type { Verdict, VerificationReason, VerifiedStatus } from "./Verdict.ts"

/** Maximum number of mail servers of a domain that are looked up. */
const maximumHosts = 10

const isAddress = Schema.is(EmailAddress)

/** The domain of an address in its normal form; `undefined`: the text is not an address. */
export const domainOf = (email: string): string | undefined =>
  isAddress(email) ? Option.getOrUndefined(toAscii(email.slice(email.lastIndexOf("@") + 1))) : undefined

/** The address belongs to a function: by its name before a `+`. */
const isRole = (email: string): boolean => {
  const [local = ""] = normalizeEmail(email).split("@")
  const [name = ""] = local.split("+")
  return roleNames.has(name.replaceAll(/[._]/gu, "")) || roleNames.has(name)
}

/** The result of looking a domain up. */
export type DomainFinding =
  | "accepts_mail"
  | Extract<VerificationReason, "dns_unanswered" | "mx_without_address" | "no_mail" | "no_mail_server" | "no_mx">

/** Whether a host has a public address. `undefined`: the name servers did not say. */
const hasAddress = (host: string, ask: Ask): boolean | undefined => {
  const statuses = (["A", "AAAA"] as const).map((type) => ask(host, type).status)
  if (statuses.includes("found")) return true
  return statuses.some(isUnanswered) ? undefined : false
}

/** Whether mail to a domain arrives at a host (RFC 5321, section 5.1). A failure of the name servers decides nothing. */
export const findingOf = (domain: string, ask: Ask): DomainFinding => {
  const answer = ask(domain, "MX")
  if (isUnanswered(answer.status)) return "dns_unanswered"
  if (answer.status === "found") {
    const hosts = answer.records.map((record) => record.replace(/^\d+ /u, "").replace(/\.$/u, ""))
    const named = hosts.filter((host) => host !== "")
    if (named.length === 0) return "no_mail"
    const found = new Set(named.slice(0, maximumHosts).map((host) => hasAddress(host, ask)))
    if (found.has(true)) return "accepts_mail"
    return found.has(undefined) ? "dns_unanswered" : "mx_without_address"
  }
  switch (hasAddress(domain, ask)) {
    case undefined:
      return "dns_unanswered"
    case true:
      return "no_mx"
    case false:
      return "no_mail_server"
  }
}

const statusOf: Record<DomainFinding, VerifiedStatus> = {
  accepts_mail: "valid",
  dns_unanswered: "unknown",
  mx_without_address: "invalid",
  no_mail: "invalid",
  no_mail_server: "invalid",
  no_mx: "unknown"
}

const verdict = (status: VerifiedStatus, ...reasons: ReadonlyArray<VerificationReason>): Verdict => ({
  status,
  reasons,
  decided_by: "mailroom",
  cost: 0
})

/** The verdict on an address by its text alone; `undefined`: the DNS has to be asked. */
export const verdictOfText = (email: string): Verdict | undefined => {
  const domain = domainOf(email)
  if (domain === undefined) return verdict("invalid", "syntax")
  return domainsOf(domain).some(isDisposable) ? verdict("disposable", "disposable") : undefined
}

/** The verdict on an address whose domain was looked up. */
export const verdictOfDomain = (email: string, finding: DomainFinding): Verdict => {
  const reason = finding === "accepts_mail" ? "mailbox_not_checked" : finding
  return verdict(statusOf[finding], reason, ...(isRole(email) ? (["role"] as const) : []))
}

/** Whether a verdict of Mailroom's own check is final, so that no service is asked. */
export const isFinal = ({ status }: Verdict): boolean => status === "disposable" || status === "invalid"
