/** The verification of addresses, as an app sees it. */
import type { VerificationReason } from "./generated/types.ts"

/** The result for one address. */
export interface Verdict {
  readonly status: "accept_all" | "disposable" | "invalid" | "unknown" | "valid"
  /** Why, the most important one first. Default: none. */
  readonly reasons?: ReadonlyArray<VerificationReason> | undefined
  /** The cost of the answer, in any unit; the costs of a verification are summed up. Default: 0. */
  readonly cost?: number | undefined
}

/**
 * Verifies an address that Mailroom's own check of syntax, DNS and lists does not reject. Called for up to ten addresses of a
 * campaign at the same time. A rejection, or no answer within 15 seconds, is tried again later.
 */
export type Verifier = (email: string) => Promise<Verdict> | Verdict

/** A service that verifies addresses. */
export interface VerifierService {
  readonly service: "neverbounce" | "zerobounce"
  /** The API key of the service. */
  readonly key: string
  /**
   * The beginning of the service's URLs, such as `https://api-eu.zerobounce.net`. It must be public, as that of a webhook.
   * Default: its usual one.
   */
  readonly url?: string | undefined
}
