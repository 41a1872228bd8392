/** Faults in storing, counting and listing leads. */
import {
  CampaignStore,
  Domain,
  findOne,
  Lead,
  LeadStore,
  nextVersion,
  OrganizationStore,
  Text,
  Timestamp
} from "@mailroom/core"
import { Context, Effect, Option } from "effect"
import { type Mutant, mutant } from "./Mutant.ts"

/** A page of a campaign's leads that `matches` accepts, computed in the simplest way. */
const pageOf = (
  { page }: LeadStore["Service"],
  matches: (lead: Lead.Lead, search: string) => boolean
): Partial<LeadStore["Service"]> => ({
  page: Effect.fnUntraced(function* (organization_id, campaign_id, { search, ...query }) {
    if (search === undefined) return yield* page(organization_id, campaign_id, query)
    const all = yield* page(organization_id, campaign_id, { offset: 0, limit: 200 })
    return Option.map(all, ({ data }) => {
      const found = data.filter((lead) => matches(lead, search))
      const beyond = found.filter(({ id }) => id > (query.after_id ?? 0))
      return { total: found.length, data: beyond.slice(query.offset, query.offset + query.limit) }
    })
  })
})

const like = (pattern: string) => {
  const escaped = pattern.replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&")
  return new RegExp(escaped.replaceAll("%", ".*").replaceAll("_", "."), "su")
}

export const leads: ReadonlyArray<Mutant> = [
  mutant(
    "an address is searched for instead of compared",
    LeadStore,
    ({ page }) => ({
      page: (organization_id, campaign_id, { address, ...query }) =>
        page(organization_id, campaign_id, address === undefined ? query : { ...query, search: address })
    }),
    "LeadStore, lists: find an address in its normal form, as a whole, with every other condition"
  ),
  mutant(
    "a list finds all leads that were changed on the day",
    LeadStore,
    ({ list }) => ({
      list: (organization_id, { updated_since, ...query }) =>
        list(
          organization_id,
          updated_since === undefined
            ? query
            : { ...query, updated_since: Timestamp.fromMillis(Date.parse(updated_since.slice(0, 10))) }
        )
    }),
    "LeadStore, lists: find what was changed at an instant or later, to the millisecond, with every other condition"
  ),
  mutant(
    "a page always has custom fields",
    LeadStore,
    ({ page }) => ({
      page: (organization_id, campaign_id, query) =>
        page(organization_id, campaign_id, { ...query, custom_fields: true })
    }),
    "LeadStore.page: answers the documented fields of the campaign's leads, by ascending id"
  ),
  mutant(
    "a stop overwrites what changed the lead after it",
    LeadStore,
    ({ findMany, replace, set }) => ({
      set: Effect.fnUntraced(function* (organization_id, id, settings, updated_at) {
        const { stop, texts } = settings
        if (stop === undefined) return yield* set(organization_id, id, settings, updated_at)
        const before = yield* findOne(findMany, organization_id, id)
        if (Option.isNone(before)) return before
        const next = nextVersion(before.value, { ...before.value, ...texts, ...stop }, updated_at)
        yield* Effect.orDie(replace(organization_id, next, before.value.version))
        return Option.some(next)
      })
    }),
    "LeadStore.set: does not stop a lead that was changed then or later, and never sets `updated_at` back"
  ),
  mutant(
    "an address can be taken twice",
    LeadStore,
    ({ insert }) => ({
      insert: Effect.fnUntraced(function* (organization_id, campaign_id, leads) {
        const ids = yield* insert(organization_id, campaign_id, leads)
        return yield* Effect.forEach(leads, (lead, i) => {
          const id = ids[i] ?? null
          if (id !== null) return Effect.succeed(id)
          const other = { ...lead, email: `again-${crypto.randomUUID()}-${lead.email}` }
          return Effect.map(insert(organization_id, campaign_id, [other]), ([id = null]) => id)
        })
      })
    }),
    "LeadStore.insert: answers null where an earlier input or a stored lead has the address, and leaves that one as it is"
  ),
  mutant(
    "ids descend in the order of the input",
    LeadStore,
    ({ insert }) => ({
      insert: (organization_id, campaign_id, leads) =>
        Effect.map(insert(organization_id, campaign_id, leads.toReversed()), (ids) => ids.toReversed())
    }),
    "LeadStore.insert: answers one id per input, ascending in the order of the input"
  ),
  mutant(
    "another organization's lead is found by its id",
    LeadStore,
    ({ findMany }, storage) => ({
      findMany: Effect.fnUntraced(function* (organization_id, ids) {
        for (const organization of yield* Context.get(storage, OrganizationStore).list) {
          const found = yield* findMany(organization.id, ids)
          if (found.length > 0) return found
        }
        return yield* findMany(organization_id, ids)
      })
    }),
    "LeadStore.findMany: answers the existing leads of the ids, in any campaign, once each, by ascending id"
  ),
  mutant(
    "total narrowed by after_id",
    LeadStore,
    ({ page }) => ({
      page: Effect.fnUntraced(function* (organization_id, campaign_id, query) {
        const rest = yield* page(organization_id, campaign_id, { ...query, offset: 0, limit: 200 })
        const rows = yield* page(organization_id, campaign_id, query)
        const total = Option.match(rest, { onNone: () => 0, onSome: ({ data }) => data.length })
        return Option.map(rows, ({ data }) => ({ total, data }))
      })
    }),
    "LeadStore.page: answers a total that neither limit, offset nor after_id narrows"
  ),
  mutant(
    "offset skips before after_id",
    LeadStore,
    ({ page }) => ({
      page: Effect.fnUntraced(function* (organization_id, campaign_id, { after_id = 0, ...query }) {
        const rows = yield* page(organization_id, campaign_id, { ...query, limit: 200 })
        return Option.map(rows, ({ data, total }) => ({
          total,
          data: data.filter(({ id }) => id > after_id).slice(0, query.limit)
        }))
      })
    }),
    "LeadStore.page: skips offset after after_id, and limits after both"
  ),
  mutant(
    "a search that minds the case",
    LeadStore,
    (store) => pageOf(store, ({ email }, search) => email.includes(search)),
    "LeadStore.page, search: finds a substring of the address in whatever case, and takes %, _ and \\ literally"
  ),
  mutant(
    "a search that folds ASCII only",
    LeadStore,
    (store) => pageOf(store, ({ email }, search) => email.replaceAll(/[A-Z]/gu, Text.fold).includes(search)),
    "LeadStore.page, search: finds folded text beyond ASCII"
  ),
  mutant(
    "a search that minds accents",
    LeadStore,
    (store) => pageOf(store, ({ email }, search) => Text.fold(email).includes(search)),
    "LeadStore.page, search: finds folded text beyond ASCII"
  ),
  mutant(
    "a search of names that minds accents",
    LeadStore,
    ({ list }) => ({
      list: (organization_id, { search = "", ...listing }) =>
        Effect.map(list(organization_id, { ...listing, search }), (leads) =>
          leads.filter(({ company, email, first_name, last_name }) =>
            [email, `${first_name} ${last_name}`, company].some((text) => Text.fold(text).includes(search))
          )
        )
    }),
    "LeadStore.list: searches address, first and last name, and company, folded and literally"
  ),
  mutant(
    "% and _ in a search match anything",
    LeadStore,
    (store) => pageOf(store, ({ email }, search) => like(search).test(Text.foldForSearch(email))),
    "LeadStore.page, search: finds a substring of the address in whatever case, and takes %, _ and \\ literally"
  ),
  mutant(
    "a search counts a lead once for each spelling of its address",
    LeadStore,
    ({ page }) => ({
      page: Effect.fnUntraced(function* (organization_id, campaign_id, { search = "", ...query }) {
        const found = yield* page(organization_id, campaign_id, { search, ...query })
        return Option.map(found, ({ data, total }) => {
          const twice = data.filter(({ email }) => {
            const [folded, normalized] = [Text.foldForSearch(email), Domain.normalizeEmail(email)]
            return folded !== normalized && folded.includes(search) && normalized.includes(search)
          })
          return { data, total: total + twice.length }
        })
      })
    }),
    "LeadStore.page, search: finds an address in its normal form and as it was given, and counts each lead once"
  ),
  mutant(
    "compare-and-set that does not compare",
    LeadStore,
    ({ findMany, replace }) => ({
      replace: Effect.fnUntraced(function* (organization_id, lead, version) {
        const stored = yield* findOne(findMany, organization_id, lead.id)
        const current = Option.isSome(stored) ? stored.value.version : version
        return yield* replace(organization_id, lead, current)
      })
    }),
    "LeadStore.replace: answers false and changes nothing when it is not"
  ),
  mutant(
    "replace forgets the custom fields",
    LeadStore,
    ({ findMany, replace }) => ({
      replace: Effect.fnUntraced(function* (organization_id, lead, version) {
        const stored = yield* findOne(findMany, organization_id, lead.id)
        const custom_fields = Option.isSome(stored) ? stored.value.custom_fields : {}
        return yield* replace(organization_id, { ...lead, custom_fields }, version)
      })
    }),
    "LeadStore.replace: stores every field"
  ),
  mutant(
    "lead_count not reduced when leads are removed",
    CampaignStore,
    ({ findMany }, storage) => {
      const store = Context.get(storage, LeadStore)
      const most = new Map<string, number>()
      return {
        findMany: Effect.fnUntraced(function* (organization_id, ids) {
          return yield* Effect.forEach(yield* findMany(organization_id, ids), (campaign) =>
            Effect.map(store.page(organization_id, campaign.id, { offset: 0, limit: 1 }), (rows) => {
              const total = Option.isSome(rows) ? rows.value.total : 0
              most.set(campaign.id, Math.max(total, most.get(campaign.id) ?? 0))
              return { ...campaign, lead_count: most.get(campaign.id) ?? 0 }
            })
          )
        })
      }
    },
    "CampaignStore.findMany, one campaign: counts the campaign's leads at any time"
  )
]
