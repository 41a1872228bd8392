/** The port to the name servers. */
import { Context, Effect, Option } from "effect"

export type RecordType = "A" | "AAAA" | "CNAME" | "MX" | "PTR" | "TXT"

/**
 * The answer to one question. `no_such_name` is NXDOMAIN; `no_records`: the name exists without records of the type;
 * `server_failed` is SERVFAIL, REFUSED and every other error; `not_configured`: there is no resolver.
 */
export type DnsAnswer =
  | { readonly status: "found"; readonly records: ReadonlyArray<string> }
  | { readonly status: "no_records" | "no_such_name" | "not_configured" | "server_failed" | "timed_out" }

/**
 * Resolves names by the name servers, without the machine's hosts file and search domains. It never fails: each outcome
 * is an answer. `name` is an ASCII name without a trailing dot. Records are texts: an address of `A` and `AAAA`; a host of `CNAME`;
 * `10 mx.example.com` of `MX`, priority and host; a host of `PTR`; the joined strings of one `TXT` record.
 */
export class DnsResolver extends Context.Service<
  DnsResolver,
  { readonly query: (name: string, type: RecordType) => Effect.Effect<DnsAnswer> }
>()("@mailroom/mail/DnsResolver") {
  /** The resolver that the host provides; without it, each question is answered by `not_configured`. */
  static readonly orNone: Effect.Effect<DnsResolver["Service"]> = Effect.map(
    Effect.serviceOption(DnsResolver),
    Option.getOrElse(() => DnsResolver.of({ query: () => Effect.succeed({ status: "not_configured" }) }))
  )
}
