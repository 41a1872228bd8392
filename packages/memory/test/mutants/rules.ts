/** Faults in what the rules ask of leads and of the blacklist. */
import { BlacklistStore, CampaignStore, type Lead, LeadStore, type OrganizationId } from "@mailroom/core"
import { Context, Effect, Option } from "effect"
import { type Mutant, mutant } from "./Mutant.ts"

/** All leads of the organization, if there are not too many. */
const allLeads = Effect.fnUntraced(function* (
  { page }: LeadStore["Service"],
  campaigns: CampaignStore["Service"],
  organization_id: OrganizationId
) {
  const { data } = yield* campaigns.page(organization_id, { offset: 0, limit: 200 })
  const pages = yield* Effect.forEach(data, ({ id }) => page(organization_id, id, { offset: 0, limit: 200 }))
  return pages.flatMap((rows): ReadonlyArray<Lead.Lead> => (Option.isSome(rows) ? rows.value.data : []))
})

export const rules: ReadonlyArray<Mutant> = [
  mutant(
    "a lead stopped by the blacklist counts as one that is not",
    LeadStore,
    ({ counts, page }) => ({
      counts: Effect.fnUntraced(function* (organization_id, campaign_id) {
        const kept = yield* counts(organization_id, campaign_id)
        const rows = yield* page(organization_id, campaign_id, { offset: 0, limit: 200 })
        const leads = Option.isSome(rows) ? rows.value.data : []
        const uncounted = leads.filter(({ stop_sending_type }) => stop_sending_type === "blacklist").length
        return { ...kept, stopped: kept.stopped - uncounted }
      })
    }),
    "LeadStore.stopBlacklisted: stops the leads that are not stopped, as StopSending.apply does, each with a new version"
  ),
  mutant(
    "a domain matched as the end of an address",
    LeadStore,
    (store, storage) => ({
      stopBlacklisted: Effect.fnUntraced(function* (organization_id, { addresses, domains }, at) {
        const leads = yield* allLeads(store, Context.get(storage, CampaignStore), organization_id)
        const alike = leads.filter(({ email }) => domains.some((domain) => email.endsWith(domain)))
        const all = [...addresses, ...alike.map(({ email }) => email)]
        return yield* store.stopBlacklisted(organization_id, { addresses: all, domains }, at)
      })
    }),
    "LeadStore.stopBlacklisted: matches a domain and its subdomains, and no look-alike"
  ),
  mutant(
    "subdomains not matched",
    LeadStore,
    (store, storage) => ({
      stopBlacklisted: Effect.fnUntraced(function* (organization_id, { addresses, domains }, at) {
        const leads = yield* allLeads(store, Context.get(storage, CampaignStore), organization_id)
        const own = leads.filter(({ email }) => domains.some((domain) => email.endsWith(`@${domain}`)))
        const all = [...addresses, ...own.map(({ email }) => email)]
        return yield* store.stopBlacklisted(organization_id, { addresses: all, domains: [] }, at)
      })
    }),
    "LeadStore.stopBlacklisted: matches a domain and its subdomains, and no look-alike"
  ),
  mutant(
    "resumed though another entry matches",
    LeadStore,
    ({ resumeBlacklisted }, storage) => {
      const { insert, page, remove } = Context.get(storage, BlacklistStore)
      const everything = { offset: 0, limit: 200 }
      return {
        resumeBlacklisted: Effect.fnUntraced(function* (organization_id, match) {
          for (const kind of ["email", "domain"] as const) {
            const { data } = yield* page(organization_id, kind, everything)
            yield* remove(
              organization_id,
              kind,
              data.map(({ id }) => id)
            )
            yield* Effect.addFinalizer(() => Effect.ignore(insert(organization_id, kind, data)))
          }
          return yield* resumeBlacklisted(organization_id, match)
        }, Effect.scoped)
      }
    },
    "LeadStore.resumeBlacklisted: leaves those that an entry matches: of the address, of its domain, of a domain above"
  ),
  mutant(
    "addresses compared as they are spelled",
    LeadStore,
    ({ findByEmail }) => ({
      findByAddresses: (organization_id, addresses) =>
        Effect.map(
          Effect.forEach([...new Set(addresses)], (address) => findByEmail(organization_id, address)),
          (found) => found.flat().toSorted((a, b) => a.id - b.id)
        )
    }),
    "LeadStore.findByAddresses: finds every spelling of an international domain by its ASCII form"
  ),
  mutant(
    "replaceHeld forgets what the rules remember",
    LeadStore,
    ({ findMany, replaceHeld }) => ({
      replaceHeld: Effect.fnUntraced(function* (organization_id, leads) {
        const stored = yield* findMany(
          organization_id,
          leads.map(({ id }) => id)
        )
        const activities = new Map(stored.map(({ activity, id }) => [id, activity]))
        const forgetful = leads.map((lead) => ({ ...lead, activity: activities.get(lead.id) ?? lead.activity }))
        yield* replaceHeld(organization_id, forgetful)
      })
    }),
    "LeadStore.replaceHeld: stores what is not people's to write of all leads, and touches no other"
  ),
  mutant(
    "of entries made by events, the one that came first stands",
    BlacklistStore,
    ({ findByValues, insert }) => ({
      insert: (organization_id, kind, entries) =>
        Effect.forEach(
          entries,
          Effect.fnUntraced(function* (given) {
            const [entry] = yield* findByValues(organization_id, kind, [given.value])
            if (entry !== undefined) return { entry, added: false }
            const [answer] = yield* insert(organization_id, kind, [given])
            return answer ?? (yield* Effect.die(given))
          })
        )
    }),
    "BlacklistStore.insert: keeps, of entries made by events, the smallest, in whatever order they come"
  ),
  mutant(
    "an event's entry in place of a person's",
    BlacklistStore,
    ({ findByValues, insert, remove }) => ({
      insert: Effect.fnUntraced(function* (organization_id, kind, entries) {
        const values = entries.filter(({ source }) => source !== "manual").map(({ value }) => value)
        const manual = (yield* findByValues(organization_id, kind, values)).filter(({ source }) => source === "manual")
        yield* remove(
          organization_id,
          kind,
          manual.map(({ id }) => id)
        )
        return yield* insert(organization_id, kind, entries)
      })
    }),
    "BlacklistStore.insert: leaves a person's entry as it is, and says that it was there"
  )
]
