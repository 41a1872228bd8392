/** The `DnsResolver` over Node's resolver, or over one that the host brings. */
import { type DnsAnswer, DnsResolver, type RecordType } from "@mailroom/core"
import { Effect, Layer } from "effect"
import { Resolver } from "node:dns/promises"

/**
 * Returns the records of a name as texts: an address of `A` and `AAAA`, `10 mx.example.com` of `MX`, a host of `CNAME` and `PTR`,
 * the joined strings of one `TXT` record. Rejects with an error that has a code of `node:dns`: `ENOTFOUND`, `ENODATA`,
 * `ETIMEOUT`; every other error counts as SERVFAIL.
 */
export type ResolveDns = (name: string, type: RecordType) => Promise<ReadonlyArray<string>>

/** Two tries of 2 s for each of the machine's name servers. */
const defaults = { timeout: 2000, tries: 2 }

/** Asks the name servers of a resolver: by default the machine's, without its hosts file and search domains. */
export const resolveBy =
  (resolver: Resolver = new Resolver(defaults)): ResolveDns =>
  async (name, type) => {
    switch (type) {
      case "A":
        return await resolver.resolve4(name)
      case "AAAA":
        return await resolver.resolve6(name)
      case "CNAME":
        return await resolver.resolveCname(name)
      case "MX":
        return (await resolver.resolveMx(name))
          .toSorted((a, b) => a.priority - b.priority)
          .map(({ exchange, priority }) => `${priority} ${exchange}`)
      case "PTR":
        return await resolver.resolvePtr(name)
      case "TXT":
        return (await resolver.resolveTxt(name)).map((strings) => strings.join(""))
    }
  }

/** `ENOTFOUND` is NXDOMAIN, `ENODATA` an answer without records of the type. */
const statuses: Record<string, Exclude<DnsAnswer["status"], "found" | "not_configured">> = {
  ENOTFOUND: "no_such_name",
  ENODATA: "no_records",
  ETIMEOUT: "timed_out",
  ECANCELLED: "timed_out"
}

const statusOf = (error: unknown) =>
  (error instanceof Error && "code" in error ? statuses[String(error.code)] : undefined) ?? "server_failed"

/** A resolver by this function; each of its errors is an answer. */
export const layer = (resolve: ResolveDns = resolveBy()): Layer.Layer<DnsResolver> =>
  Layer.succeed(
    DnsResolver,
    DnsResolver.of({
      query: (name, type) =>
        Effect.tryPromise({ try: () => resolve(name, type), catch: statusOf }).pipe(
          Effect.match({
            onSuccess: (records): DnsAnswer =>
              records.length === 0 ? { status: "no_records" } : { status: "found", records },
            onFailure: (status): DnsAnswer => ({ status })
          })
        )
    })
  )
