/** Follows the SPF record of a domain through its includes and redirects (RFC 7208, section 4.6 and 5). */
import { Result } from "effect"
import ipaddr from "ipaddr.js"
import type { Ask } from "./Asking.ts"
import type { RecordType } from "./DnsResolver.ts"
import type { PublicAnswer } from "./PublicAnswer.ts"
import { isSpf, type Mechanism, parse, type Qualifier, type SpfRecord } from "./Spf.ts"

/** Maximum number of mechanisms and modifiers that need a look-up (RFC 7208, section 4.6.4). */
export const maximumLookups = 10

/** Maximum number of look-ups without a result (RFC 7208, section 4.6.4). */
export const maximumVoids = 2

/** Maximum number of hosts of one `mx` mechanism (RFC 7208, section 4.6.4). */
const maximumHosts = 10

/** Why receivers get no result from the record. `name` is the name that was asked for. */
export type SpfFault =
  | { readonly fault: Exclude<PublicAnswer["status"], "found"> | "no_spf"; readonly name: string }
  | { readonly fault: "several_records"; readonly name: string; readonly records: ReadonlyArray<string> }
  | { readonly fault: "invalid_record"; readonly name: string; readonly reason: string }
  | { readonly fault: "too_many_lookups" | "too_many_voids"; readonly name: string }

export interface SpfWalk {
  /** The first fault, in the order in which a receiver meets them. */
  readonly fault: SpfFault | undefined
  /** The text of the record, if the domain has exactly one. */
  readonly text: string | undefined
  readonly record: SpfRecord | undefined
  /** The domains of all includes and redirects, also of nested ones. */
  readonly followed: ReadonlySet<string>
  /** Number of look-ups of a receiver that evaluates the whole record: more than the maximum at most by one. */
  readonly lookups: number
  readonly voids: number
  /** The qualifier of the first mechanism that matches the address, if one was given; `undefined`: none matches. */
  readonly matched: Qualifier | undefined
  /** The qualifier of `all`, also of the domain of a redirect; `undefined`: there is none. */
  readonly all: Qualifier | undefined
}

/**
 * Walks the record of a domain. Counts the look-ups of the longest evaluation: by a receiver for whose client no
 * mechanism matches. Mechanisms with macros count as look-ups, and are not followed: they depend on the mail.
 */
export const walkSpf = (domain: string, ask: Ask, ip?: string): SpfWalk => {
  const address = ip === undefined ? undefined : ipaddr.process(ip)
  const types: ReadonlyArray<RecordType> =
    address === undefined ? ["A", "AAAA"] : [address.kind() === "ipv4" ? "A" : "AAAA"]
  const followed = new Set<string>()
  let fault: SpfFault | undefined
  let lookups = 0
  let voids = 0
  /** Keeps the first fault. */
  const fail = (found: SpfFault) => void (fault ??= found)
  /** Whether a limit is exceeded: this ends the walk, also in a loop. Other faults end the evaluation of a receiver, but not the walk. */
  const isOver = () => lookups > maximumLookups || voids > maximumVoids

  /** The records of a question. Without an answer, it reports a fault and returns no records. */
  const lookUp = (name: string, types: ReadonlyArray<RecordType>): ReadonlyArray<string> => {
    const answers = types.map((type) => ask(name, type))
    const records = answers.flatMap((answer) => (answer.status === "found" ? answer.records : []))
    const unanswered = answers.find(({ status }) => /^(?:server_failed|timed_out|not_configured)$/u.test(status))
    if (unanswered !== undefined && unanswered.status !== "found") {
      fail({ fault: unanswered.status, name })
    } else if (records.length === 0 && ++voids > maximumVoids) fail({ fault: "too_many_voids", name })
    return records
  }

  /** Whether the address is in the range around one of these addresses. */
  const isWithin = (records: ReadonlyArray<string>, [ipv4, ipv6]: readonly [number, number]) =>
    address !== undefined && records.some((record) => isInRange(address, record, ipv4, ipv6))

  /** Whether a mechanism matches the address. Always asks everything, so that all faults and look-ups are known. */
  const matches = (mechanism: Mechanism, own: string): boolean => {
    switch (mechanism.name) {
      case "all":
        return true
      case "ip4":
        return isWithin([mechanism.address], [mechanism.bits, 128])
      case "ip6":
        return isWithin([mechanism.address], [32, mechanism.bits])
      default: {
        if (++lookups > maximumLookups) fail({ fault: "too_many_lookups", name: own })
        const name = mechanism.domain === null ? own : mechanism.domain
        if (name === undefined || isOver()) return false
        if (mechanism.name === "include") return follow(name).matched === "+"
        if (mechanism.name === "a") return isWithin(lookUp(name, types), mechanism.bits)
        if (mechanism.name === "exists") return lookUp(name, ["A"]).length > 0 && address !== undefined
        if (mechanism.name === "mx") {
          const hosts = lookUp(name, ["MX"]).map((record) => record.replace(/^\d+ /u, ""))
          if (address === undefined) return false
          const records = hosts.slice(0, maximumHosts).flatMap((host) => {
            const answer = ask(host, types[0] ?? "A")
            return answer.status === "found" ? answer.records : []
          })
          return isWithin(records, mechanism.bits)
        }
        // `ptr` is obsolete (section 5.5), and not evaluated.
        return false
      }
    }
  }

  /** The only SPF record of a domain, and its text. Otherwise it reports a fault. */
  const recordAt = (own: string): Pick<SpfWalk, "record" | "text"> => {
    const nothing = { record: undefined, text: undefined }
    const answer = ask(own, "TXT")
    if (answer.status !== "found") {
      fail({ fault: answer.status, name: own })
      return nothing
    }
    const [text, ...others] = answer.records.filter(isSpf)
    if (text === undefined) {
      fail({ fault: "no_spf", name: own })
      return nothing
    }
    if (others.length > 0) {
      fail({ fault: "several_records", name: own, records: [text, ...others] })
      return nothing
    }
    const parsed = parse(text)
    if (Result.isSuccess(parsed)) return { record: parsed.success, text }
    fail({ fault: "invalid_record", name: own, reason: parsed.failure })
    return { record: undefined, text }
  }

  /** Evaluates the record of one domain, with the records that it includes or redirects to. */
  const walk = (own: string): Pick<SpfWalk, "all" | "matched" | "record" | "text"> => {
    const { record, text } = recordAt(own)
    if (record === undefined) return { all: undefined, matched: undefined, record, text }
    let matched: Qualifier | undefined
    for (const mechanism of record.mechanisms) {
      if (isOver()) break
      const isMatch = matches(mechanism, own) && (address !== undefined || mechanism.name === "all")
      if (isMatch) matched ??= mechanism.qualifier
      if (mechanism.name === "all") return { all: mechanism.qualifier, matched, record, text }
    }
    if (record.redirect === null || isOver()) return { all: undefined, matched, record, text }
    if (++lookups > maximumLookups) fail({ fault: "too_many_lookups", name: own })
    if (record.redirect === undefined || isOver()) return { all: undefined, matched, record, text }
    const target = follow(record.redirect)
    return { all: target.all, matched: matched ?? target.matched, record, text }
  }

  /** Evaluates the record of a domain that a record includes or redirects to. */
  const follow = (name: string) => {
    followed.add(name)
    return walk(name)
  }

  const result = walk(domain)
  return { ...result, fault, followed, lookups, voids }
}

/** Whether an address is in the range around another one, given the length of the prefix for each kind of address. */
const isInRange = (address: ipaddr.IPv4 | ipaddr.IPv6, text: string, ipv4: number, ipv6: number): boolean => {
  if (!ipaddr.isValid(text)) return false
  const other = ipaddr.parse(text)
  if (other.kind() !== address.kind()) return false
  return address.match([other, address.kind() === "ipv4" ? ipv4 : ipv6] as [ipaddr.IPv4, number])
}
