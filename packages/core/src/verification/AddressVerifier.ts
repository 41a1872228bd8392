/** The port that verifies addresses, and Mailroom's own check, which asks only name servers. */
import { answered, DnsResolver } from "@mailroom/mail/dns"
import { Cache, Context, Duration, Effect, Exit, Option, Schema } from "effect"
import { domainOf, findingOf, isFinal, verdictOfDomain, verdictOfText } from "./AddressRules.ts"
import type { VerifierName, Verdict } from "./Verdict.ts"

/** Why a verification service gave no verdict. `key` and `credits` last until a person acts; the others pass. */
export const VerifierFailure = Schema.Literals(["key", "credits", "throttled", "unreachable", "invalid_answer"])
export type VerifierFailure = typeof VerifierFailure.Type

/** A service gave no verdict. `message` is for people, and contains neither the key nor the address. */
export class VerifierFailed extends Schema.TaggedError<VerifierFailed>()("VerifierFailed", {
  reason: VerifierFailure,
  message: Schema.String
}) {}

/**
 * Verifies addresses, without ever asking their mail servers from here. `verify` ends within 40 s. A failure of name servers
 * is the verdict `unknown`; only a service can fail. Each call may cost `price` again: callers keep the verdict.
 */
export class AddressVerifier extends Context.Service<
  AddressVerifier,
  {
    /** The verifier that decides about addresses which Mailroom's own check does not reject. */
    readonly name: VerifierName
    /** The highest cost of one address, in credits of the service. */
    readonly price: number
    readonly verify: (email: string) => Effect.Effect<Verdict, VerifierFailed>
  }
>()("@mailroom/core/AddressVerifier") {
  /** The verifier that the host provides; without one, Mailroom's own check. */
  static readonly orOwn: Effect.Effect<AddressVerifier["Service"]> = Effect.gen(function* () {
    const given = yield* Effect.serviceOption(AddressVerifier)
    if (Option.isSome(given)) return given.value
    return AddressVerifier.of({ name: "mailroom", price: 0, verify: yield* makeOwnCheck })
  })
}

/** How many domains are remembered, and for how long. A failure of their name servers is asked again soon. */
const remembered = { capacity: 10_000, known: Duration.hours(1), unanswered: Duration.minutes(1) }

/** Makes Mailroom's own check. It asks about each domain once, also for many addresses at the same time. */
const makeOwnCheck: Effect.Effect<(email: string) => Effect.Effect<Verdict>> = Effect.gen(function* () {
  const resolver = yield* DnsResolver.orNone
  const findings = yield* Cache.makeWith((domain: string) => answered(resolver, (ask) => findingOf(domain, ask)), {
    capacity: remembered.capacity,
    timeToLive: Exit.match({
      onFailure: () => Duration.zero,
      onSuccess: (finding) => (finding === "dns_unanswered" ? remembered.unanswered : remembered.known)
    })
  })
  return Effect.fnUntraced(function* (email: string) {
    const certain = verdictOfText(email)
    if (certain !== undefined) return certain
    return verdictOfDomain(email, yield* Cache.get(findings, domainOf(email) ?? ""))
  })
})

/** Makes a verifier that asks `ask` about the addresses which Mailroom's own check does not reject. */
export const makeAsking = Effect.fnUntraced(function* (
  name: VerifierName,
  price: number,
  ask: (email: string) => Effect.Effect<Verdict, VerifierFailed>
) {
  const check = yield* makeOwnCheck
  return AddressVerifier.of({
    name,
    price,
    verify: Effect.fnUntraced(function* (email) {
      const own = yield* check(email)
      return isFinal(own) ? own : yield* ask(email)
    })
  })
})
