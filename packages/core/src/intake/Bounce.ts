/** That a mail could not be delivered, and to whom (contract, section 3; RFC 3463, 3464). */
import { Schema } from "effect"
import { described } from "../Described.ts"
import { Count } from "../Id.ts"

/**
 * Why, in the order in which a reader asks: is there such an address, does its mailbox take mail, does its system want
 * ours, did the mail get there at all? `unknown`: the notice does not say.
 */
export const BounceReason = Schema.Literals([
  "unknown_address",
  "unknown_domain",
  "moved",
  "mailbox_full",
  "mailbox_disabled",
  "too_large",
  "authentication",
  "blocked",
  "spam",
  "content",
  "policy",
  "rate_limited",
  "expired",
  "network",
  "system",
  "unknown"
]).annotate({ identifier: "BounceReason", description: "Why a mail was not delivered, as the mail system says it." })
export type BounceReason = typeof BounceReason.Type

/** What a notice says of one recipient. */
export const Verdict = Schema.Struct({
  hard: described(Schema.Boolean, "Whether the address is dead: mail to it never will be delivered."),
  status: described(Schema.NullOr(Schema.String), "The enhanced status code (RFC 3463), such as `5.1.1`."),
  reply_code: described(Schema.NullOr(Count), "The SMTP reply code (RFC 5321, 4.2), such as 550."),
  reason: BounceReason
})
export type Verdict = typeof Verdict.Type

export const FailedRecipient = Schema.Struct({
  email: described(Schema.String, "The address, as the notice writes it."),
  ...Verdict.fields
}).annotate({ identifier: "FailedRecipient", description: "A recipient that a mail did not reach." })
export type FailedRecipient = typeof FailedRecipient.Type

export const Bounce = Schema.Struct({
  recipients: described(Schema.Array(FailedRecipient), "Empty when the notice names none.")
}).annotate({ identifier: "Bounce", description: "What a bounce says." })
export type Bounce = typeof Bounce.Type

const dead: ReadonlySet<BounceReason> = new Set<BounceReason>(["unknown_address", "unknown_domain", "moved"])
const refused: ReadonlySet<BounceReason> = new Set<BounceReason>([
  "authentication",
  "blocked",
  "spam",
  "content",
  "policy"
])

/** Whether a reason is one of the address itself. */
export const isDead = (reason: BounceReason): boolean => dead.has(reason)

/** Whether a failure is final: by its status code or, without one, by its reply code. */
export const isPermanent = ({ reply_code, status }: Pick<Verdict, "reply_code" | "status">): boolean =>
  status === null ? reply_code === null || reply_code >= 500 : status.startsWith("5")

/** An address is dead when the reason is one of the address, and final: what is transient may pass. */
export const verdict = (said: Omit<Verdict, "hard">): Verdict => ({
  ...said,
  hard: isDead(said.reason) && isPermanent(said)
})

/**
 * The event that a failure is (domain, "Stop rules"): `bounced` of a dead address, and of mail that is refused for
 * good; `soft_bounced` of what another mail, or another day, may change.
 */
export const eventType = (verdict: Verdict): "bounced" | "soft_bounced" => {
  const isRefused = refused.has(verdict.reason) || verdict.status?.startsWith("5.7.") === true
  return verdict.hard || (isRefused && isPermanent(verdict)) ? "bounced" : "soft_bounced"
}

/** A recipient as a notice has it. */
export interface Failure extends FailedRecipient {
  /** The address that the mail was written to, when it was forwarded from there; else empty. */
  readonly original: string
  /** The mail is still under way to this one. */
  readonly isDelayed: boolean
}
