/** Faults in finding leads by address and domain. */
import {
  type AddressKeyset,
  CampaignStore,
  Domain,
  LeadStore,
  type Mailroom,
  type OrganizationId,
  Text
} from "@mailroom/core"
import { Context, Effect, Option } from "effect"
import { type Mutant, mutant } from "./Mutant.ts"

type FindMatching = LeadStore["Service"]["findMatching"]

/** All leads of the organization, up to a maximum. */
const allLeads = Effect.fnUntraced(function* (
  storage: Context.Context<Mailroom.Storage>,
  organization_id: OrganizationId
) {
  const { page } = Context.get(storage, LeadStore)
  const { data } = yield* Context.get(storage, CampaignStore).page(organization_id, { offset: 0, limit: 200 })
  const pages = yield* Effect.forEach(data, ({ id }) => page(organization_id, id, { offset: 0, limit: 200 }))
  return pages.flatMap((rows) => (Option.isSome(rows) ? rows.value.data : []))
})

/** Also finds leads with similar addresses that were not asked for. */
const alsoMatching =
  (
    findMatching: FindMatching,
    storage: Context.Context<Mailroom.Storage>,
    isAlike: (address: string, domain: string) => boolean,
    keepDomains = true
  ): FindMatching =>
  (organization_id, { addresses, domains }, query) =>
    Effect.flatMap(allLeads(storage, organization_id), (leads) => {
      const all = leads.map(({ email }) => Domain.normalizeEmail(email))
      const alike = all.filter((address) => domains.some((domain) => isAlike(address, domain)))
      const match = { addresses: [...addresses, ...alike], domains: keepDomains ? domains : [] }
      return findMatching(organization_id, match, query)
    })

/** Reads all matches, so that a mutant can page them differently. */
const everything = (
  findMatching: FindMatching,
  page: (places: ReadonlyArray<AddressKeyset>, after: AddressKeyset | undefined) => ReadonlyArray<AddressKeyset>
): FindMatching =>
  Effect.fnUntraced(function* (organization_id, match, { after, limit }) {
    const places = yield* findMatching(organization_id, match, { limit: 10_000 })
    return page(places, after).slice(0, limit)
  })

const lookAlike = "LeadStore.findMatching: matches a domain and its subdomains, and no look-alike"
const order =
  "LeadStore.findMatching: returns leads in the order of addresses: by domain from its top down, then address, then id"
const beyond = "LeadStore.findMatching: continues strictly after a place, whether or not a lead is there"

export const matching: ReadonlyArray<Mutant> = [
  mutant(
    "a domain matched as the end of an address",
    LeadStore,
    ({ findMatching }, storage) => ({
      findMatching: alsoMatching(findMatching, storage, (address, domain) => address.endsWith(domain))
    }),
    lookAlike
  ),
  mutant(
    "a domain matched as the beginning of another one",
    LeadStore,
    ({ findMatching }, storage) => ({
      findMatching: alsoMatching(findMatching, storage, (address, domain) => address.includes(`@${domain}`))
    }),
    lookAlike
  ),
  mutant(
    "subdomains not matched",
    LeadStore,
    ({ findMatching }, storage) => ({
      findMatching: alsoMatching(findMatching, storage, (address, domain) => address.endsWith(`@${domain}`), false)
    }),
    lookAlike
  ),
  mutant(
    "addresses compared as they are spelled",
    LeadStore,
    ({ findMany, findMatching }) => ({
      findMatching: Effect.fnUntraced(function* (organization_id, match, query) {
        const found = yield* findMatching(organization_id, match, query)
        if (match.domains.length > 0) return found
        const leads = yield* findMany(
          organization_id,
          found.map(({ id }) => id)
        )
        const asGiven = leads.filter(({ email }) => match.addresses.includes(Text.fold(email)))
        return found.filter(({ id }) => asGiven.some((lead) => lead.id === id))
      })
    }),
    "LeadStore.findMatching: matches every spelling of an international domain"
  ),
  mutant(
    "a lead answered as often as it matches",
    LeadStore,
    ({ findMatching }) => ({
      findMatching: Effect.fnUntraced(function* (organization_id, { addresses, domains }, query) {
        const byAddress = yield* findMatching(organization_id, { addresses, domains: [] }, query)
        const byDomain = yield* findMatching(organization_id, { addresses: [], domains }, query)
        return [...byAddress, ...byDomain].sort((a, b) => (a.address < b.address ? -1 : 1)).slice(0, query.limit)
      })
    }),
    "LeadStore.findMatching: returns leads of any campaign by their whole address, once even if several values match"
  ),
  mutant(
    "every page is the first one",
    LeadStore,
    ({ findMatching }) => ({ findMatching: everything(findMatching, (places) => places) }),
    beyond
  ),
  mutant(
    "the lead at the place comes again",
    LeadStore,
    ({ findMatching }) => ({
      findMatching: everything(findMatching, (places, after) =>
        after === undefined
          ? places
          : places.slice(
              Math.max(
                0,
                places.findIndex(({ id }) => id === after.id)
              )
            )
      )
    }),
    beyond
  ),
  mutant(
    "leads that share the address of the place are passed over",
    LeadStore,
    ({ findMatching }) => ({
      findMatching: Effect.fnUntraced(function* (organization_id, match, query) {
        const found = yield* findMatching(organization_id, match, { ...query, limit: 10_000 })
        return found.filter(({ address }) => address !== query.after?.address).slice(0, query.limit)
      })
    }),
    beyond
  ),
  mutant(
    "pages by number: a place is where it was when it was answered",
    LeadStore,
    ({ findMatching }) => {
      const ranks = new Map<string, number>()
      const key = ({ address, id }: AddressKeyset) => `${address} ${id}`
      return {
        findMatching: everything(findMatching, (places, after) => {
          const start = after === undefined ? 0 : 1 + (ranks.get(key(after)) ?? 0)
          for (const [i, place] of places.entries()) ranks.set(key(place), i)
          return places.slice(start)
        })
      }
    },
    "LeadStore.findMatching: visits every lead that keeps its address once, while others are re-addressed, added and removed"
  ),
  mutant(
    "in the order of ids",
    LeadStore,
    ({ findMatching }) => ({
      findMatching: everything(findMatching, (places, after) =>
        places.toSorted((a, b) => a.id - b.id).filter(({ id }) => after === undefined || id > after.id)
      )
    }),
    order
  ),
  mutant(
    "in the order of names, without the domain before them",
    LeadStore,
    ({ findMatching }) => ({
      findMatching: everything(findMatching, (places, after) =>
        places
          .toSorted((a, b) => (a.address === b.address ? a.id - b.id : a.address < b.address ? -1 : 1))
          .filter(
            ({ address, id }) =>
              after === undefined || address > after.address || (address === after.address && id > after.id)
          )
      )
    }),
    order
  ),
  mutant(
    "sharing an address only in the spelling of the lead",
    LeadStore,
    ({ findMany, findSharing }) => ({
      findSharing: Effect.fnUntraced(function* (organization_id, ids) {
        const spellings = new Set((yield* findMany(organization_id, ids)).map(({ email }) => Text.fold(email)))
        const sharing = yield* findMany(organization_id, yield* findSharing(organization_id, ids))
        return sharing.flatMap(({ email, id }) => (spellings.has(Text.fold(email)) ? [id] : []))
      })
    }),
    "LeadStore.findSharing: answers the leads of any campaign with the normalized address of one of the leads, once each, ascending"
  )
]
