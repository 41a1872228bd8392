/** Failed delivery of a mail: the recipients and the reasons (contract, section 3; RFC 3463, 3464). */
import { Schema } from "effect"
import type { AccountNotice } from "./notices/OwnAccount.ts"

/**
 * Reason for the failure, ordered from the address to the network: unknown address, mailbox, rejection, transport.
 * `unknown`: the notice does not say why.
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
]).annotate({ identifier: "BounceReason", description: "Why a mail was not delivered, according to the mail system." })
export type BounceReason = typeof BounceReason.Type

/** The result of a delivery to one recipient, according to a notice. */
export const Verdict = Schema.Struct({
  hard: Schema.Boolean.annotateKey({ description: "Whether the address is dead: mail to it will never be delivered." }),
  status: Schema.NullOr(Schema.String).annotateKey({
    description: "The enhanced status code (RFC 3463), such as `5.1.1`."
  }),
  reply_code: Schema.NullOr(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))).annotateKey({
    description: "The SMTP reply code (RFC 5321, 4.2), such as 550."
  }),
  reason: BounceReason
})
export type Verdict = typeof Verdict.Type

export const FailedRecipient = Schema.Struct({
  email: Schema.String.annotateKey({ description: "The address, as the notice writes it." }),
  ...Verdict.fields
}).annotate({ identifier: "FailedRecipient", description: "A recipient that a mail did not reach." })
export type FailedRecipient = typeof FailedRecipient.Type

export const Bounce = Schema.Struct({
  recipients: Schema.Array(FailedRecipient).annotateKey({
    description: "The failed recipients. Empty when the notice names no recipient."
  })
}).annotate({ identifier: "Bounce", description: "The content of a bounce." })
export type Bounce = typeof Bounce.Type

const dead: ReadonlySet<BounceReason> = new Set<BounceReason>(["unknown_address", "unknown_domain", "moved"])
const refused: ReadonlySet<BounceReason> = new Set<BounceReason>([
  "authentication",
  "blocked",
  "spam",
  "content",
  "policy"
])

/** Whether a reason is about the address and not about the mail or the connection. */
export const isDead = (reason: BounceReason): boolean => dead.has(reason)

/** Whether a failure is permanent, by its status code or, without one, by its reply code. */
export const isPermanent = ({ reply_code, status }: Pick<Verdict, "reply_code" | "status">): boolean =>
  status === null ? reply_code === null || reply_code >= 500 : status.startsWith("5")

/** Adds `hard`: an address is dead when the reason is about the address, and the failure is permanent. */
export const verdict = (diagnosis: Omit<Verdict, "hard">): Verdict => ({
  ...diagnosis,
  hard: isDead(diagnosis.reason) && isPermanent(diagnosis)
})

/**
 * The event of a failure (domain, "Stop rules"): `bounced` for a dead address, and for mail that is permanently
 * rejected; `soft_bounced` if another mail or a later attempt may succeed.
 */
export const eventType = (verdict: Verdict): "bounced" | "soft_bounced" => {
  const isRefused = refused.has(verdict.reason) || verdict.status?.startsWith("5.7.") === true
  return verdict.hard || (isRefused && isPermanent(verdict)) ? "bounced" : "soft_bounced"
}

/** A recipient in a notice. */
export interface Failure extends FailedRecipient {
  /** Our account is at fault, in the words of the notice; absent: it is not. */
  readonly account?: AccountNotice
  /** The address that the mail was sent to, if it was forwarded from there; otherwise empty. */
  readonly original: string
  /** Whether the mail may still be delivered to this recipient. */
  readonly isDelayed: boolean
}
