/** The syntax of SPF records (RFC 7208, section 4.6 and 5). */
import { Result } from "effect"
import ipaddr from "ipaddr.js"

export type Qualifier = "+" | "-" | "?" | "~"

/** A mechanism. `domain: null` is the domain of the record; `undefined`: it contains macros, which depend on the mail. */
export type Mechanism =
  | { readonly name: "all"; readonly qualifier: Qualifier }
  | { readonly name: "exists" | "include" | "ptr"; readonly qualifier: Qualifier; readonly domain: Domain }
  | {
      readonly name: "a" | "mx"
      readonly qualifier: Qualifier
      readonly domain: Domain
      /** Lengths of the prefixes that are compared, for IPv4 and IPv6. */
      readonly bits: readonly [ipv4: number, ipv6: number]
    }
  | { readonly name: "ip4" | "ip6"; readonly qualifier: Qualifier; readonly address: string; readonly bits: number }

type Domain = string | null | undefined

export interface SpfRecord {
  readonly mechanisms: ReadonlyArray<Mechanism>
  readonly redirect: Domain
  /** The terms in the order of the record, without the version. */
  readonly terms: ReadonlyArray<string>
}

/** Whether a TXT record is one of SPF. */
export const isSpf = (text: string): boolean => /^v=spf1(?: |$)/iu.test(text)

const macro = /%(?:\{[slodiphcrtv][0-9]{0,3}r?[.\-+,/_=]*\}|%|_|-)/giu
const domainName = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/u
const lengths = /^(.*?)(?:\/(\d{1,3}))?(?:\/\/(\d{1,3}))?$/u

/** Why a record is invalid. `parse` catches it. */
class Fault extends Error {}
const fault = (message: string) => {
  throw new Fault(message)
}

/** The domain of a term: `undefined` with macros. */
const domainOf = (text: string, term: string): string | undefined => {
  if (text.includes("%")) {
    return text.replaceAll(macro, "").includes("%") ? fault(`${shown(term)} has an invalid macro`) : undefined
  }
  const name = text.replace(/\.$/u, "").toLowerCase()
  return name.length <= 253 && domainName.test(name) ? name : fault(`${shown(term)} names no valid domain`)
}

/** The length of a prefix, as the term writes it; without one, the whole address. */
const bitsOf = (text: string | undefined, maximum: number, term: string): number => {
  if (text === undefined) return maximum
  return Number(text) <= maximum ? Number(text) : fault(`${shown(term)} has a prefix longer than ${maximum} bits`)
}

const shown = (term: string) => `"${term.slice(0, 60)}"`

/**
 * Parses a mechanism of an SPF record (RFC 7208, section 5), such as `include:example.com`: `separator` is its colon, or the slash
 * before the length of a prefix, and `value` what follows.
 */
const mechanism = (term: string, qualifier: Qualifier, name: string, separator: string, value: string): Mechanism => {
  switch (name) {
    case "all":
      return separator === "" ? { name, qualifier } : fault(`${shown(term)} must be only "all"`)
    case "include":
    case "exists":
      return { name, qualifier, domain: domainOf(separator === ":" ? value : "", term) }
    case "ptr":
      if (separator === "/") return fault(`${shown(term)} must not have a prefix length`)
      return { name, qualifier, domain: separator === "" ? null : domainOf(value, term) }
    case "a":
    case "mx": {
      const [, domain = "", ipv4, ipv6] = lengths.exec(separator === "/" ? `/${value}` : value) ?? []
      if (domain === "" && separator === ":") return fault(`${shown(term)} names no valid domain`)
      return {
        name,
        qualifier,
        domain: domain === "" ? null : domainOf(domain, term),
        bits: [bitsOf(ipv4, 32, term), bitsOf(ipv6, 128, term)]
      }
    }
    case "ip4":
    case "ip6": {
      const [address = "", bits, ...rest] = separator === ":" ? value.split("/") : []
      const isValid =
        name === "ip4"
          ? ipaddr.IPv4.isValidFourPartDecimal(address)
          : !address.includes("%") && ipaddr.IPv6.isValid(address)
      if (!isValid || rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/u.test(bits))) {
        return fault(`${shown(term)} names no valid address`)
      }
      return { name, qualifier, address, bits: bitsOf(bits, name === "ip4" ? 32 : 128, term) }
    }
    default:
      return fault(`${shown(term)} is no mechanism of SPF`)
  }
}

/** Parses a record, or says in plain English why it is invalid. Receivers ignore modifiers that they do not know. */
export const parse = (text: string): Result.Result<SpfRecord, string> => {
  const terms = text
    .split(" ")
    .slice(1)
    .filter((term) => term !== "")
  const mechanisms: Array<Mechanism> = []
  const modifiers = new Map<string, string | undefined>()
  try {
    if (!isSpf(text)) return Result.fail('it must begin with "v=spf1"')
    for (const term of terms) {
      const parts = /^(?<sign>[+?~-]?)(?<name>[a-z][a-z0-9_.-]*)(?:(?<separator>[:/=])(?<value>.*))?$/isu.exec(term)
      const { name: written = "", separator = "", sign = "", value = "" } = parts?.groups ?? {}
      const name = written.toLowerCase()
      // Only a modifier has an equals sign. One that is not known is ignored.
      if (separator !== "=" || sign !== "") {
        mechanisms.push(mechanism(term, (sign || "+") as Qualifier, name, separator, value))
      } else if (name === "redirect" || name === "exp") {
        if (modifiers.has(name)) return Result.fail(`${name} is repeated`)
        modifiers.set(name, domainOf(value, term))
      }
    }
  } catch (error) {
    if (error instanceof Fault) return Result.fail(error.message)
    throw error
  }
  return Result.succeed({ mechanisms, redirect: modifiers.has("redirect") ? modifiers.get("redirect") : null, terms })
}
