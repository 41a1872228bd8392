/** Faults in the lead data that the rules use. */
import { CampaignStore, findOne, type Lead, LeadStore } from "@mailroom/core"
import { Context, Effect, Option } from "effect"
import { type Mutant, mutant } from "./Mutant.ts"

type Write = LeadStore["Service"]["writeState"]

/** Writes leads that `change` computes from the stored lead and the lead to store. */
const writing = (
  { findMany }: LeadStore["Service"],
  write: Write,
  change: (stored: Lead.LeadRecord, next: Lead.LeadRecord) => Lead.LeadRecord
): Write =>
  Effect.fnUntraced(function* (organization_id, leads) {
    const ids = leads.map(({ id }) => id)
    const stored = new Map((yield* findMany(organization_id, ids)).map((lead) => [lead.id, lead]))
    const changed = leads.map((lead) => change(stored.get(lead.id) ?? lead, lead))
    yield* write(organization_id, changed)
  })

const state =
  "LeadStore.writeState and writeTexts: writeState stores the state of all leads, and neither texts, addresses nor other leads"
const texts =
  "LeadStore.writeState and writeTexts: writeTexts stores the texts of all leads, and neither state, addresses nor other leads"
const versions = "LeadStore.writeState and writeTexts: both store the version and the instant that they are given"

export const rules: ReadonlyArray<Mutant> = [
  mutant(
    "a lead stopped by the blacklist counts as one that is not",
    CampaignStore,
    ({ list }, storage) => ({
      list: Effect.fnUntraced(function* (organization_id, ids) {
        return yield* Effect.forEach(
          yield* list(organization_id, ids),
          Effect.fnUntraced(function* (campaign) {
            const page = Context.get(storage, LeadStore).page(organization_id, campaign.id, { offset: 0, limit: 200 })
            const { data } = Option.getOrThrow(yield* page)
            const uncounted = data.filter(({ stop_sending_type }) => stop_sending_type === "blacklist").length
            return { ...campaign, leads: { ...campaign.leads, stopped: campaign.leads.stopped - uncounted } }
          })
        )
      })
    }),
    "Blacklist.add, over the storage: stops what it matches as StopSending.apply does, each lead with one new version"
  ),
  mutant(
    "writeState forgets what events were",
    LeadStore,
    (store) => ({
      writeState: writing(store, store.writeState, ({ activity }, next) => ({ ...next, activity }))
    }),
    state
  ),
  mutant(
    "writeState forgets the stops that a lead remembers",
    LeadStore,
    (store) => ({ writeState: writing(store, store.writeState, ({ stops }, next) => ({ ...next, stops })) }),
    "Blacklist.add, over the storage: stops what it matches as StopSending.apply does, each lead with one new version"
  ),
  mutant(
    "writeState stores texts",
    LeadStore,
    ({ writeState, writeTexts }) => ({
      writeState: (organization_id, leads) =>
        Effect.andThen(writeState(organization_id, leads), writeTexts(organization_id, leads))
    }),
    state
  ),
  mutant(
    "writeState stores the address",
    LeadStore,
    (store) => ({
      writeState: Effect.fnUntraced(function* (organization_id, leads) {
        yield* store.writeState(organization_id, leads)
        for (const { email, id } of leads) {
          const stored = Option.getOrUndefined(yield* findOne(store.findMany, organization_id, id))
          if (stored === undefined) continue
          yield* Effect.ignore(store.replace(organization_id, { ...stored, email }, stored.version))
        }
      })
    }),
    state
  ),
  mutant(
    "writeState stores the first lead only",
    LeadStore,
    ({ writeState }) => ({ writeState: (organization_id, leads) => writeState(organization_id, leads.slice(0, 1)) }),
    state
  ),
  mutant(
    "writeState keeps no counts",
    CampaignStore,
    ({ list }) => {
      const first = new Map<string, Lead.LeadCounts>()
      return {
        list: Effect.fnUntraced(function* (organization_id, ids) {
          return (yield* list(organization_id, ids)).map((campaign) => {
            const known = first.get(campaign.id)
            if (known?.total === campaign.leads.total) return { ...campaign, leads: known }
            first.set(campaign.id, campaign.leads)
            return campaign
          })
        })
      }
    },
    "CampaignStore.list, counts: counts the campaign's leads by status, and those that are stopped, after every change"
  ),
  mutant(
    "writeTexts stores the state",
    LeadStore,
    ({ writeState, writeTexts }) => ({
      writeTexts: (organization_id, leads) =>
        Effect.andThen(writeTexts(organization_id, leads), writeState(organization_id, leads))
    }),
    texts
  ),
  mutant(
    "writeTexts forgets the custom fields",
    LeadStore,
    (store) => ({
      writeTexts: writing(store, store.writeTexts, ({ custom_fields }, next) => ({ ...next, custom_fields }))
    }),
    texts
  ),
  mutant(
    "writeTexts forgets the chosen sender",
    LeadStore,
    (store) => ({
      writeTexts: writing(store, store.writeTexts, ({ chosen_sender }, next) => ({ ...next, chosen_sender }))
    }),
    texts
  ),
  mutant(
    "writeTexts forgets the result of the verification",
    LeadStore,
    (store) => ({
      writeTexts: writing(store, store.writeTexts, ({ verification_status }, next) => ({
        ...next,
        verification_status
      }))
    }),
    texts
  ),
  ...(["writeState", "writeTexts"] as const).flatMap((method) => [
    mutant(
      `${method} moves the version by two`,
      LeadStore,
      (store) => ({
        [method]: writing(store, store[method], (_, next) => ({ ...next, version: next.version + 1 }))
      }),
      versions
    ),
    mutant(
      `${method} leaves the version as it is`,
      LeadStore,
      (store) => ({ [method]: writing(store, store[method], ({ version }, next) => ({ ...next, version })) }),
      versions
    ),
    mutant(
      `${method} leaves the instant of the last change as it is`,
      LeadStore,
      (store) => ({ [method]: writing(store, store[method], ({ updated_at }, next) => ({ ...next, updated_at })) }),
      versions
    )
  ]),
  mutant(
    "replace moves the version by two",
    LeadStore,
    ({ replace }) => ({
      replace: (organization_id, lead, version) =>
        replace(organization_id, { ...lead, version: lead.version + 1 }, version)
    }),
    "LeadStore.replace: stores the lead when the version is the stored one"
  ),
  mutant(
    "addresses found in any campaign",
    LeadStore,
    ({ findMany, findMatching }) => ({
      findByEmails: (organization_id, addresses) =>
        Effect.flatMap(
          findMatching(
            organization_id,
            { addresses: addresses.map(({ address }) => address), domains: [] },
            { limit: 1_000 }
          ),
          (found) =>
            findMany(
              organization_id,
              found.map(({ id }) => id)
            )
        )
    }),
    "LeadStore.findByEmails: answers the campaign's leads among the addresses, once each, by ascending id"
  ),
  mutant(
    "each address found in each of the campaigns that are asked about",
    LeadStore,
    ({ findByEmails }) => ({
      findByEmails: (organization_id, addresses) =>
        findByEmails(
          organization_id,
          addresses.flatMap(({ address }) => addresses.map((other) => ({ ...other, address })))
        )
    }),
    "LeadStore.findByEmails: looks for each address in its own campaign"
  ),
  mutant(
    "a lock that answers in the order in which it is asked",
    LeadStore,
    ({ lock }) => ({
      lock: (organization_id, ids) =>
        Effect.map(
          Effect.forEach([...new Set(ids)], (id) => lock(organization_id, [id])),
          (found) => found.flat()
        )
    }),
    "LeadStore.lock: answers as findMany"
  )
]
