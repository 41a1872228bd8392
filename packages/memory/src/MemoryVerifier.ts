/** An `AddressVerifier` for tests: it sends no request, records the addresses, and returns the configured answers. */
import { AddressVerifier, type Verification, VerifierFailed } from "@mailroom/core"
import { Effect, Layer } from "effect"

/** A status, or a verdict of which only the status is required. */
type Answer =
  | Verification.VerifiedStatus
  | (Partial<Omit<Verification.Verdict, "status">> & Pick<Verification.Verdict, "status">)

export interface MemoryVerifier {
  readonly layer: Layer.Layer<AddressVerifier>
  /** The addresses that were verified, in order. */
  readonly asked: Array<string>
  /** The answers by address. Other addresses are `valid`. */
  readonly answers: Map<string, Answer>
  /** The failures of the next questions, in order. */
  readonly failures: Array<VerifierFailed["reason"]>
}

/** Decides as the host, at one credit for each address. */
export const make = (): MemoryVerifier => {
  const asked: Array<string> = []
  const answers = new Map<string, Answer>()
  const failures: Array<VerifierFailed["reason"]> = []
  const verify = (email: string) =>
    Effect.suspend((): Effect.Effect<Verification.Verdict, VerifierFailed> => {
      asked.push(email)
      const reason = failures.shift()
      if (reason !== undefined) return Effect.fail(new VerifierFailed({ reason, message: `The test says ${reason}` }))
      const answer = answers.get(email) ?? "valid"
      const given = typeof answer === "string" ? { status: answer } : answer
      return Effect.succeed({ reasons: [], decided_by: "host", cost: 1, ...given })
    })
  const layer = Layer.succeed(AddressVerifier, AddressVerifier.of({ name: "host", price: 1, verify }))
  return { layer, asked, answers, failures }
}
