/** Ranges of the index of addresses. */
import { type AddressMatch, type AddressKeyset, Domain } from "@mailroom/core"

/** A place in the index of addresses. */
interface Place {
  readonly domain_key: string
  readonly address: string
}

const placeOf = (address: string): Place => ({ domain_key: Domain.domainKeyOf(address), address })

/** Orders places as the index does: by their bytes. */
const comparePlaces = (a: Place, b: Place) =>
  compareBytes(a.domain_key, b.domain_key) || compareBytes(a.address, b.address)
const compareBytes = (a: string, b: string) => (a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b)))

/** The leads from `first` to `last`, both included; at `first` only those with an id above `after_id`. */
interface Range {
  readonly first: Place
  readonly after_id: number
  readonly last: Place
}

/**
 * The ranges of the index of addresses in which the matching leads lie: an address, or a domain with its subdomains.
 * What comes before `after` is left out, so that each page begins to read where the last one ended.
 */
export const rangesOf = (
  { addresses, domains }: AddressMatch,
  after: AddressKeyset | undefined
): ReadonlyArray<Range> => {
  const ranges = [
    ...addresses.map((address): Range => ({ first: placeOf(address), after_id: 0, last: placeOf(address) })),
    ...domains.map((domain): Range => {
      const key = Domain.keyOf(domain)
      // The keys of the domain and its subdomains begin with `key`, which ends with ".". In the order of bytes, "/" is the
      // next character after ".", and no key has a "/".
      const end = `${key.slice(0, -1)}/`
      return { first: { domain_key: key, address: "" }, after_id: 0, last: { domain_key: end, address: "" } }
    })
  ]
  if (after === undefined) return ranges
  const place = placeOf(after.address)
  return ranges.flatMap((range) => {
    if (comparePlaces(range.last, place) < 0) return []
    return comparePlaces(range.first, place) <= 0 ? [{ first: place, after_id: after.id, last: range.last }] : [range]
  })
}
