/** Questions that the name servers did not answer. */
import type { DnsAnswer } from "./DnsResolver.ts"
import { type Outcome, outcome } from "./DnsCheck.ts"

type Status = Extract<DnsAnswer["status"], "not_configured" | "server_failed" | "timed_out">

const unanswered: ReadonlySet<string> = new Set(["not_configured", "server_failed", "timed_out"])

export const isUnanswered = (status: string): status is Status => unanswered.has(status)

const messages: Record<Status, (name: string) => string> = {
  not_configured: () => "This service has no resolver: the DNS was not asked",
  server_failed: (name) =>
    `The name servers failed for ${name} (SERVFAIL or REFUSED): check the zone, its name servers and its DNSSEC signatures`,
  timed_out: (name) =>
    `No name server answered for ${name} in time: check the name servers of the domain, and try again`
}

export const unansweredOutcome = (status: Status, name: string): Outcome =>
  outcome("unknown", status, messages[status](name))
