/** One question to a verification service: its request, and the meaning of the answer. Pure functions. */
import type { DeliveryAnswer, DeliveryRequest } from "../integrations/DeliveryTransport.ts"
import { VerifierFailed, type VerifierFailure } from "./AddressVerifier.ts"
import type { Verdict } from "./Verdict.ts"

/** A service that verifies addresses, over HTTP. */
export interface VerificationService {
  readonly name: "neverbounce" | "zerobounce"
  /** As people know it. */
  readonly title: string
  /** The beginning of its URLs. */
  readonly url: string
  readonly request: (url: string, key: string, email: string) => DeliveryRequest
  readonly read: (answer: DeliveryAnswer) => VerifierFailed | Verdict
}

/** The cure of each failure. */
const cures: Record<VerifierFailure, string> = {
  key: "check the key of the service (MAILROOM_VERIFIER_KEY, or verifier.key of createMailroom)",
  credits: "buy credits at the service, then verify again",
  throttled: "it is asked again later",
  unreachable: "it is asked again later",
  invalid_answer: "it is asked again later"
}

export const failed = (title: string, reason: VerifierFailure, fault: string): VerifierFailed =>
  new VerifierFailed({ reason, message: `${title} ${fault}: ${cures[reason]}` })

/** The failure that the status of an answer is; `undefined`: the body decides. */
export const failureOf = (title: string, { status }: Pick<DeliveryAnswer, "status">): VerifierFailed | undefined => {
  if (status >= 200 && status < 300) return undefined
  const fault = `answered ${status}`
  if (status === 401 || status === 403) return failed(title, "key", fault)
  if (status === 402) return failed(title, "credits", fault)
  if (status === 429) return failed(title, "throttled", fault)
  return failed(title, status >= 500 ? "unreachable" : "invalid_answer", fault)
}

/** A text field of an answer in lower case; empty: there is none. */
export const wordOf = (value: unknown): string => (typeof value === "string" ? value.toLowerCase() : "")
