/** Faults in events, sums and steps. */
import {
  type Event,
  EventStore,
  OrganizationStore,
  ReplyTemplateStore,
  Rollup,
  RollupStore,
  SequenceStore,
  SettingsStore,
  TagStore,
  Timestamp
} from "@mailroom/core"
import { Context, Effect, Option } from "effect"
import { type Mutant, mutant } from "./Mutant.ts"

const sumsBetween = (
  { series }: RollupStore["Service"],
  shift: (boundary: Timestamp.Timestamp) => Timestamp.Timestamp
) =>
  ({
    series: (organization_id, campaign_id, boundaries) =>
      Effect.map(
        Effect.forEach(boundaries.slice(1), (end, i) =>
          series(organization_id, campaign_id, [boundaries[i] ?? end, shift(end)])
        ),
        (all) => all.flat()
      )
  }) satisfies Partial<RollupStore["Service"]>

const dayOf = (at: Timestamp.Timestamp | null) =>
  at && Timestamp.fromMillis(Math.floor(Timestamp.toMillis(at) / 86_400_000) * 86_400_000)

export const activity: ReadonlyArray<Mutant> = [
  mutant(
    "the extent of one campaign",
    RollupStore,
    ({ extent }) => ({ extent: (organization_id, campaign_ids) => extent(organization_id, campaign_ids.slice(0, 1)) }),
    "RollupStore, several campaigns: extent finds the first and the last bucket of the campaigns with a sum that is not zero"
  ),
  mutant(
    "an event told again is another one",
    EventStore,
    ({ insert }) => {
      let told = 0
      return {
        insert: (organization_id, events) =>
          insert(
            organization_id,
            events.map((event) => ({ ...event, identity: `${event.identity} ${told++}` }))
          )
      }
    },
    "EventStore.insert: stores an event for one of several concurrent inserts, in any order"
  ),
  mutant(
    "identities compared without their case",
    EventStore,
    ({ insert }) => ({
      insert: (organization_id, events) =>
        insert(
          organization_id,
          events.map((event) => ({ ...event, identity: event.identity.toLowerCase() }))
        )
    }),
    "EventStore.insert: keeps identities apart by organization, and compares them whole"
  ),
  mutant(
    "mail that was sent not found by the id of its relay",
    EventStore,
    ({ findSent }) => ({
      findSent: (organization_id, message_ids, query) =>
        Effect.map(findSent(organization_id, message_ids, query), (events) =>
          events.filter(({ message_id }) => message_id !== null && message_ids.includes(message_id))
        )
    }),
    "EventStore.findSent: finds sent events by either id, once each, by ascending id"
  ),
  mutant(
    "the last mail to a lead, whenever that was",
    EventStore,
    ({ findSentToLeads }) => ({
      findSentToLeads: (organization_id, inputs) =>
        findSentToLeads(
          organization_id,
          inputs.map(({ lead_id }) => ({ lead_id, at: Timestamp.fromMillis(Date.UTC(9999, 11)) }))
        )
    }),
    "EventStore.findSentToLeads: finds the last mail to a lead up to an instant, else the first after it, also when the lead was removed"
  ),
  mutant(
    "mail to an address of whatever campaign",
    EventStore,
    ({ findSentToAddresses }) => ({
      findSentToAddresses: (organization_id, inputs) =>
        findSentToAddresses(
          organization_id,
          inputs.map(({ address }) => ({ address }))
        )
    }),
    "EventStore.findSentToAddresses: finds the last mail to an address, in whatever spelling, of one campaign or of all"
  ),
  mutant(
    "one first of several",
    EventStore,
    ({ findFirsts }) => ({
      findFirsts: (organization_id, lead_ids, types) =>
        Effect.map(findFirsts(organization_id, lead_ids, types), (events) =>
          events.filter(
            (event, i) =>
              !events.slice(0, i).some((other) => other.lead_id === event.lead_id && other.type === event.type)
          )
        )
    }),
    "EventStore.findFirsts: finds the earliest events of each type of each lead, all that are equally early"
  ),
  mutant(
    "locked events in any order",
    EventStore,
    ({ lock }) => ({
      lock: (organization_id, events) => Effect.map(lock(organization_id, events), (locked) => locked.toReversed())
    }),
    "EventStore.lock: answers the events that exist, once each, by ascending lead, then id"
  ),
  mutant(
    "events of one instant in any order",
    EventStore,
    ({ page }) => ({
      page: Effect.fnUntraced(function* (organization_id, campaign_id, { before, limit, ...query }) {
        const all = yield* page(organization_id, campaign_id, { ...query, limit: 10_000 })
        const beyond = all.filter((event) => before === undefined || event.occurred_at < before.at)
        return beyond.slice(0, limit)
      })
    }),
    "EventStore.page: goes on behind a place in the list, in pages of any size, with every filter"
  ),
  mutant(
    "events scanned in the order of their arrival",
    EventStore,
    ({ scan }) => ({
      scan: Effect.fnUntraced(function* (organization_id, { after, limit }) {
        const all = (yield* scan(organization_id, { limit: 100_000 })).toSorted((a, b) => a.id - b.id)
        const isBeyond = ({ id }: Event.Event) => after === undefined || id > after.id
        return all.filter(isBeyond).slice(0, limit)
      })
    }),
    "EventStore.scan: answers all events of the organization by ascending lead, then id, beyond after"
  ),
  mutant(
    "sums that no failure takes back",
    RollupStore,
    ({ sum }) => {
      const added: Array<Rollup.RollupChange> = []
      return {
        add: (_, changes) => Effect.sync(() => void added.push(...changes)),
        sum: (organization_id, campaign_ids, dimension, range) =>
          Effect.map(sum(organization_id, campaign_ids, dimension, range), () => {
            const own = added.filter(
              (change) => campaign_ids.includes(change.campaign_id) && change.dimension === dimension
            )
            const sent = own.reduce((total, { metrics }) => total + (metrics.sent ?? 0), 0)
            return sent === 0 ? [] : [{ id: null, metrics: { ...Rollup.zero, sent } }]
          })
      }
    },
    "RollupStore.add: is undone by a failure"
  ),
  mutant(
    "a sum that has come to zero is answered",
    RollupStore,
    ({ sum }) => ({
      sum: (organization_id, campaign_ids, dimension, range) =>
        Effect.map(sum(organization_id, campaign_ids, dimension, range), (rows) =>
          rows.some(({ id }) => id === null) ? rows : [...rows, { id: null, metrics: Rollup.zero }]
        )
    }),
    "RollupStore.sum: leaves out what amounts have brought to zero"
  ),
  mutant(
    "null before the ids",
    RollupStore,
    ({ sum }) => ({
      sum: (organization_id, campaign_ids, dimension, range) =>
        Effect.map(sum(organization_id, campaign_ids, dimension, range), (rows) =>
          rows.toSorted((a, b) => (a.id ?? 0) - (b.id ?? 0))
        )
    }),
    "RollupStore.sum: answers by ascending id, by number and not by text, null last"
  ),
  mutant(
    "ranges of whole days only",
    RollupStore,
    ({ sum }) => ({
      sum: (organization_id, campaign_ids, dimension, { end, start }) =>
        sum(organization_id, campaign_ids, dimension, { start: dayOf(start), end: dayOf(end) })
    }),
    "RollupStore.sum: adds up each dimension over any range, whether it cuts days or not"
  ),
  mutant(
    "an interval that holds its end",
    RollupStore,
    (store) => sumsBetween(store, (end) => Timestamp.fromMillis(Timestamp.toMillis(end) + 900_000)),
    "RollupStore.series: answers the campaign's sums between each two boundaries, the earlier inclusive, the later exclusive"
  ),
  mutant(
    "sums of all organizations forgotten",
    RollupStore,
    ({ clear }, storage) => ({
      clear: () =>
        Effect.flatMap(Context.get(storage, OrganizationStore).list, (all) =>
          Effect.forEach(all, ({ id }) => clear(id), { discard: true })
        )
    }),
    "RollupStore.clear: forgets all sums of the organization, and of no other"
  ),
  mutant(
    "steps by their ids, not their positions",
    SequenceStore,
    ({ ofCampaigns }) => ({
      ofCampaigns: (...args) => Effect.map(ofCampaigns(...args), (steps) => steps.toSorted((a, b) => a.id - b.id))
    }),
    "SequenceStore: answers the steps as they are given, under ascending ids, by position, then variant"
  ),
  mutant(
    "variants in the order of their creation",
    SequenceStore,
    ({ ofCampaigns }) => ({
      ofCampaigns: (organization_id, campaign_ids) =>
        Effect.map(ofCampaigns(organization_id, campaign_ids), (steps) =>
          steps.toSorted((a, b) =>
            a.campaign_id < b.campaign_id
              ? -1
              : a.campaign_id > b.campaign_id
                ? 1
                : a.position - b.position || a.id - b.id
          )
        )
    }),
    "SequenceStore: answers the steps of several campaigns by campaign and position, but for hidden ones"
  ),
  mutant(
    "variants that are steps of their own",
    SequenceStore,
    ({ findMany }) => ({
      findMany: (organization_id, ids) =>
        Effect.map(findMany(organization_id, ids), (found) => found.map((place) => ({ ...place, step_id: null })))
    }),
    "SequenceStore: finds the organization's steps among the ids, with their campaign and step"
  ),
  mutant(
    "another organization's steps are found by their campaign",
    SequenceStore,
    ({ ofCampaigns }, storage) => ({
      ofCampaigns: Effect.fnUntraced(function* (_, campaign_ids) {
        const organizations = yield* Context.get(storage, OrganizationStore).list
        return (yield* Effect.forEach(organizations, ({ id }) => ofCampaigns(id, campaign_ids))).flat()
      })
    }),
    "SequenceStore: answers the steps of several campaigns by campaign and position, but for hidden ones"
  ),
  mutant(
    "a tag that may not have its own name in another spelling",
    TagStore,
    ({ lock, page, replace }) => ({
      replace: Effect.fnUntraced(function* (organization_id, tag) {
        const stored = yield* lock(organization_id, tag.id)
        const { data } = yield* page(organization_id, { offset: 0, limit: 200 })
        const isTaken = data.some(({ name }) => name !== tag.name && name.toLowerCase() === tag.name.toLowerCase())
        return yield* replace(organization_id, isTaken && Option.isSome(stored) ? stored.value : tag)
      })
    }),
    "TagStore, names: change to another spelling"
  ),
  mutant(
    "a reply template that is created again by a change",
    ReplyTemplateStore,
    ({ remove, insert, replace }) => ({
      replace: Effect.fnUntraced(function* (organization_id, template) {
        if (!(yield* replace(organization_id, template))) return false
        yield* remove(organization_id, template.id)
        yield* insert(organization_id, template)
        return true
      })
    }),
    "ReplyTemplateStore, listed rows: are replaced, except what is fixed"
  ),
  mutant(
    "settings that follow whatever version is stored",
    SettingsStore,
    ({ find, replace }) => ({
      replace: (organization_id, settings) =>
        Effect.flatMap(find(organization_id), (stored) => {
          const { version } = Option.getOrElse(stored, () => ({ version: 1 }))
          return replace(organization_id, { ...settings, version: version + 1 })
        })
    }),
    "SettingsStore: stores no version that does not follow the stored one"
  ),
  mutant(
    "an organization is told that it has the tracking domain of another one",
    SettingsStore,
    ({ replace }) => ({
      replace: (organization_id, settings) =>
        Effect.map(replace(organization_id, settings), (outcome) => (outcome === "taken" ? "stored" : outcome))
    }),
    "SettingsStore: gives a tracking domain to one organization, also after that stores another one, or none"
  ),
  mutant(
    "an organization gives up the tracking domains that it had",
    SettingsStore,
    ({ find, findOwner }) => ({
      findOwner: Effect.fnUntraced(function* (domain) {
        const owner = yield* findOwner(domain)
        const stored = Option.isSome(owner) ? yield* find(owner.value) : Option.none()
        return Option.isSome(stored) && stored.value.tracking_domain === domain ? owner : Option.none()
      })
    }),
    "SettingsStore: gives a tracking domain to one organization, also after that stores another one, or none"
  )
]
