/** The result of verifying an address: its status, why, who decided, and the cost. */
import { Schema } from "effect"
import { described } from "../Described.ts"
import { Timestamp } from "../Timestamp.ts"

/** The statuses of addresses that were verified. */
export const VerifiedStatus = Schema.Literals(["valid", "unknown", "accept_all", "invalid", "disposable"])
export type VerifiedStatus = typeof VerifiedStatus.Type

export const VerificationStatus = Schema.Literals([...VerifiedStatus.literals, "not_verified"]).annotate({
  identifier: "VerificationStatus",
  description: "The result of verifying the address; `not_verified` if it was not verified."
})
export type VerificationStatus = typeof VerificationStatus.Type

/** Each reason, and its meaning. Mailroom's own check gives the ones before `mailbox_missing`. */
const reasons = {
  syntax: "the text is not an e-mail address",
  no_mail: "the domain says that it takes no mail (RFC 7505)",
  no_mail_server: "the domain has neither a mail server nor a public address, or does not exist",
  mx_without_address: "the mail servers of the domain have no public address",
  no_mx: "the domain has a public address, but no MX record: a mail server may listen there or not",
  dns_unanswered: "the name servers failed or did not answer",
  disposable: "the domain belongs to a service for throw-away addresses",
  role: "the address belongs to a function such as `info`, and not to a person",
  mailbox_not_checked: "the domain takes mail; nobody was asked whether the mailbox exists",
  mailbox_missing: "the mail server has no such mailbox",
  mailbox_full: "the mailbox is full",
  accepts_all: "the mail server accepts every address",
  server_unanswered: "the mail server did not say whether the mailbox exists",
  typo: "the domain looks misspelled",
  spam_trap: "the address finds senders of spam",
  complainer: "the recipient is known to report mail as spam",
  do_not_mail: "the verification service advises against mail to the address"
} as const
export type VerificationReason = keyof typeof reasons

export const VerificationReason = Schema.Literals(Object.keys(reasons) as ReadonlyArray<VerificationReason>).annotate({
  identifier: "VerificationReason",
  description: `Why an address has its status. ${Object.entries(reasons)
    .map(([reason, meaning]) => `\`${reason}\`: ${meaning}.`)
    .join(" ")}`
})

export const VerifierName = Schema.Literals(["mailroom", "zerobounce", "neverbounce", "host"]).annotate({
  identifier: "VerifierName",
  description:
    "Who decides about an address. `mailroom`: its own check of syntax, DNS and lists. `zerobounce`, `neverbounce`: the service. " +
    "`host`: the app in whose process Mailroom runs."
})
export type VerifierName = typeof VerifierName.Type

/** The result for one address. */
export interface Verdict {
  readonly status: VerifiedStatus
  /** The most important one first. */
  readonly reasons: ReadonlyArray<VerificationReason>
  readonly decided_by: VerifierName
  /** In credits of the service; 0 for Mailroom's own check. */
  readonly cost: number
}

/** The part of a verdict that a lead keeps beside its status. */
export const LeadVerification = Schema.Struct({
  reasons: described(
    Schema.Array(VerificationReason),
    "Why the address has its status, the most important one first.",
    ["mailbox_not_checked"]
  ),
  decided_by: VerifierName,
  verified_at: described(Timestamp, "When it was decided.", "2026-03-02T09:30:00.000Z")
}).annotate({ identifier: "LeadVerification", description: "How the address of a lead was verified." })
export type LeadVerification = typeof LeadVerification.Type

/** The verification that a campaign requires before the first mail to a lead. */
export const RequiredVerification = Schema.Literals(["none", "checked", "accept_all", "valid"]).annotate({
  identifier: "RequiredVerification",
  description:
    "The `verification_status` that a lead needs for its first mail. `none`: every one but `invalid`. `checked`: `valid`, `accept_all` or " +
    "`unknown`. `accept_all`: `valid` or `accept_all`. `valid`: only `valid`."
})
export type RequiredVerification = typeof RequiredVerification.Type

const passing: Record<RequiredVerification, ReadonlyArray<VerificationStatus>> = {
  none: ["valid", "accept_all", "unknown", "disposable", "not_verified"],
  checked: ["valid", "accept_all", "unknown"],
  accept_all: ["valid", "accept_all"],
  valid: ["valid"]
}

/** Whether an address with this status may get a first mail. */
export const passes = (status: VerificationStatus, required: RequiredVerification): boolean =>
  passing[required].includes(status)
