/**
 * Reads the end state of an organization and its invariants, without ids and other values that differ from run to run.
 */
import { domainsOf, normalizeEmail } from "@mailroom/mail/domain"
import { Effect, Option, Struct } from "effect"
import type { Event } from "../../activity/Event.ts"
import { AccountStore } from "../../accounts/AccountStore.ts"
import { EventStore } from "../../activity/EventStore.ts"
import { Analytics } from "../../analytics/Analytics.ts"
import type { Dimension } from "../../analytics/Rollup.ts"
import { RollupStore } from "../../analytics/RollupStore.ts"
import type { BlacklistKind } from "../../blacklist/BlacklistEntry.ts"
import { BlacklistStore } from "../../blacklist/BlacklistStore.ts"
import { CampaignStore } from "../../campaigns/CampaignStore.ts"
import { DeliveryStore } from "../../integrations/DeliveryStore.ts"
import type { LeadActivity } from "../../leads/LeadActivity.ts"
import type { LeadRecord } from "../../leads/Lead.ts"
import { LeadStore } from "../../leads/LeadStore.ts"
import { SequenceStore } from "../../sequences/SequenceStore.ts"
import type { Tab } from "../../unibox/Thread.ts"
import { ThreadStore } from "../../unibox/ThreadStore.ts"
import { countsOf, countsIn } from "../fixtures/Fixtures.ts"
import { allAddresses, hasEvents, entries, inside, lastMinute, minute, type World } from "./OutcomesWorld.ts"
import { findOne } from "../../NotFound.ts"

const all = { offset: 0, limit: 200 }
const atOnce = { concurrency: "unbounded" } as const
const hours = Array.from({ length: lastMinute / 60 + 1 }, (_, hour) => minute(hour * 60))

const sorted = <A>(items: ReadonlyArray<A>): ReadonlyArray<A> =>
  items
    .map((item) => [JSON.stringify(item), item] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, item]) => item)

/** An object with sorted keys, so that a difference shows the name of the item. */
const named = <A>(items: ReadonlyArray<readonly [string, A]>): Readonly<Record<string, A>> =>
  Object.fromEntries(items.toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Functions that replace ids by names. A lead that a use case created is named by its address and campaign. */
const namesOf = (world: World, leads: ReadonlyArray<LeadRecord>) => {
  const campaign = (id: string | null | undefined) => (id == null ? id : world.campaigns.indexOf(id as never))
  const names = new Map<number, string>(
    leads.map((lead) => [lead.id, `${lead.email} in ${campaign(lead.campaign_id)}`])
  )
  for (const [name, id] of Object.entries(world.leads)) names.set(id, name)
  const lead = (id: number | null | undefined) => (id == null ? id : (names.get(id) ?? "a removed lead"))
  /** A text without the random part of a Message-ID that was made for a mail. */
  const mailId = (text: string) => text.replace(/[\w-]{22}@ours\.test/u, "new@ours.test")
  /** The identity of an event. The id of a lead in it is replaced by the lead's name, and the mail's id is left out. */
  const identity = (identity: string): string => {
    if (identity.startsWith("erased ")) return "erased"
    const parsed: unknown = JSON.parse(identity)
    if (Array.isArray(parsed)) return mailId(JSON.stringify(parsed.with(1, lead(parsed[1]))))
    if (parsed === `unsubscribe:${world.send}`) return "unsubscribe"
    return String(parsed).replace(/^(message:.*:)(\d+)$/u, (_, start, id) => `${start}${lead(Number(id))}`)
  }
  /** The name of a first event, or of a step. */
  const step = (key: string) => key.replace(/^(\D*)\d+$/u, "$1a step")
  return { campaign, lead, identity, mailId, step, account: (id: number | null) => id === world.account_id }
}
type Names = ReturnType<typeof namesOf>

const activityOf = (names: Names, { firsts, last_sent, ...activity }: LeadActivity) => ({
  ...activity,
  last_sent: last_sent && { ...last_sent, identity: names.identity(last_sent.identity) },
  firsts: named(
    Object.entries(firsts).map(([key, first]) => [
      names.step(key),
      {
        ...first,
        identity: names.identity(first.identity),
        account_id: names.account(first.account_id),
        sequence_id: first.sequence_id !== null
      }
    ])
  )
})

/** Ids differ between worlds, so the colleague has a name. */
const namedStops = (names: Names, { colleague_id, ...stops }: LeadRecord["stops"]) => ({
  ...stops,
  ...(colleague_id === undefined ? {} : { colleague: `${stops.colleague} ${names.lead(colleague_id)}` })
})

const leadOf = (names: Names, world: World, lead: LeadRecord) => ({
  ...Struct.omit(lead, ["id", "updated_at", "version"]),
  stops: Object.keys(lead.stops).sort(),
  campaign_id: names.campaign(lead.campaign_id),
  chosen_sender: names.account(lead.chosen_sender),
  id_previous_sending_sequence: lead.id_previous_sending_sequence !== null,
  reply_status_tag_id: lead.reply_status_tag_id && (lead.reply_status_tag_id === world.tag ? "the tag" : "a new tag"),
  activity: activityOf(names, lead.activity)
})

const eventOf = (names: Names, { id: _, ...event }: Event) => ({
  ...event,
  identity: names.identity(event.identity),
  campaign_id: names.campaign(event.campaign_id),
  lead_id: names.lead(event.lead_id),
  account_id: names.account(event.account_id),
  sequence_id: event.sequence_id !== null,
  message_id: event.message_id && names.mailId(event.message_id)
})

/** All leads, found by the addresses in use. A lead with any other address would make the counts wrong. */
const allLeads = Effect.fnUntraced(function* ({ campaigns, organization }: World) {
  const addresses = campaigns.flatMap((campaign_id) =>
    allAddresses.map((email) => ({ campaign_id, address: normalizeEmail(email) }))
  )
  return yield* (yield* LeadStore).findByEmails(organization.id, addresses)
})

const entriesOf = Effect.fnUntraced(function* ({ organization, ports }: World, names: Names) {
  const store = yield* BlacklistStore
  const of = Effect.fnUntraced(function* (kind: BlacklistKind) {
    if (!ports.has("BlacklistStore")) return entries[kind].map((value) => [value, {}] as const)
    const { data } = yield* store.page(organization.id, kind, all)
    return data.map(
      ({ id: _, campaign_id, value, ...entry }) => [value, { ...entry, campaign: names.campaign(campaign_id) }] as const
    )
  })
  const [email, domain] = yield* Effect.all([of("email"), of("domain")], atOnce)
  return { email: named(email), domain: named(domain) }
})
type Entries = Effect.Success<ReturnType<typeof entriesOf>>

/** Whether the blacklist covers an address. Computed here, independently of the code under test. */
const isCovered = ({ domain, email }: Entries, address: string) => {
  const normalized = normalizeEmail(address)
  return normalized in email || domainsOf(normalized).some((parent) => parent in domain)
}

/** The accounts, and the senders of the campaigns. */
const sendersOf = Effect.fnUntraced(function* ({ account_id, organization }: World) {
  const [[account], campaigns] = yield* Effect.all(
    [(yield* AccountStore).findMany(organization.id, [account_id]), (yield* CampaignStore).page(organization.id, all)],
    atOnce
  )
  return {
    account: account && {
      ...Struct.omit(account, ["id", "version", "updated_at", "deleted_at"]),
      is_deleted: account.deleted_at !== null
    },
    campaigns: sorted(
      campaigns.data.map(({ account_ids, name }) => ({ name, sends: account_ids.includes(account_id) }))
    )
  }
})

const threadsOf = Effect.fnUntraced(function* ({ leads, organization }: World, names: Names) {
  const store = yield* ThreadStore
  const listed = (tab: Tab) => store.page(organization.id, { tab, limit: 200 })
  const [replies, other, own] = yield* Effect.all(
    [listed("replies"), listed("other"), store.findByLeads(organization.id, Object.values(leads))],
    atOnce
  )
  const known = new Map([...replies, ...other].map((thread) => [thread.id, thread]))
  const threads = yield* Effect.forEach(
    new Set([...known.keys(), ...own.map(([, id]) => id)]),
    Effect.fnUntraced(function* (id) {
      const { data: messages } = yield* store.messages(organization.id, id, { limit: 200, maximum_bytes: 2 ** 22 })
      const { campaign_id, last_message, lead_id, state, tab, thread_id } =
        known.get(id) ?? Option.getOrThrow(yield* store.find(organization.id, id))
      return {
        tab,
        state,
        lead: names.lead(lead_id),
        campaign: names.campaign(campaign_id),
        has_our_mail: thread_id !== undefined,
        is_new: last_message.is_new,
        last: last_message.message_id && names.mailId(last_message.message_id),
        messages: messages.map(({ attachments, ...message }) => ({
          ...Struct.omit(message, ["id", "thread_id"]),
          ...(message.message_id === undefined ? {} : { message_id: names.mailId(message.message_id) }),
          attachments: attachments.map((file) => Struct.omit(file, ["id"]))
        }))
      }
    }),
    atOnce
  )
  return sorted(threads)
})

/** For each existing campaign: its settings, its version and its number of steps. */
const campaignsOf = Effect.fnUntraced(function* ({ account_id, campaigns, organization }: World) {
  const store = yield* CampaignStore
  const sequences = yield* SequenceStore
  return yield* Effect.forEach(
    campaigns,
    Effect.fnUntraced(function* (id) {
      const [found, steps] = yield* Effect.all([
        findOne(store.findMany, organization.id, id),
        sequences.ofCampaigns(organization.id, [id])
      ])
      return Option.match(found, {
        onNone: () => null,
        onSome: ({ id: _, ...campaign }) => ({
          ...campaign,
          account_ids: campaign.account_ids.map((id) => id === account_id),
          steps: steps.length
        })
      })
    }),
    atOnce
  )
})

/** The hourly sums of campaigns, and the all-time sums of the other dimensions. */
const sumsOf = Effect.fnUntraced(function* (
  { account_id, campaigns, organization }: World,
  dimensions: ReadonlyArray<Dimension>
) {
  const store = yield* RollupStore
  return yield* Effect.forEach(
    campaigns,
    Effect.fnUntraced(function* (id) {
      const [series, ...sums] = yield* Effect.all(
        [
          store.series(organization.id, [id], hours),
          ...dimensions.map((dimension) => store.sum(organization.id, [id], dimension, { start: null, end: null }))
        ],
        atOnce
      )
      return {
        series,
        sums: sums.map((rows) =>
          rows.map(({ id, metrics }) => ({ id: id === account_id ? "the account" : id, metrics }))
        )
      }
    }),
    atOnce
  )
})

/**
 * The deliveries about leads and campaigns. Concurrent operations on the blacklist share their counts, so counts are
 * left out.
 */
const deliveriesOf = Effect.fnUntraced(function* ({ integration, organization }: World, names: Names) {
  if (integration === undefined) return []
  const store = yield* DeliveryStore
  const rows = yield* store.page(organization.id, integration, { limit: 1_000 })
  const deliveries = yield* Effect.forEach(rows, ({ id }) => store.find(organization.id, integration, id), atOnce)
  return deliveries
    .flatMap(Option.toArray)
    .filter(({ event }) => !event.startsWith("blacklist_"))
    .map(({ event, lead_id }) => `${event} ${names.lead(lead_id)}`)
    .sort()
})

/** Violated invariants of senders. */
const senderFaultsOf = (leads: ReadonlyArray<LeadRecord>, senders: Effect.Success<ReturnType<typeof sendersOf>>) => {
  const { account, campaigns } = senders
  if (account?.releasing_at !== null) return ["The deletion of the account is not finished"]
  if (!account.is_deleted) return []
  return [
    ...campaigns.flatMap(({ name, sends }) => (sends ? [`The campaign ${name} sends from a deleted account`] : [])),
    ...(leads.some(({ chosen_sender }) => chosen_sender !== null) ? ["A lead has chosen a deleted account"] : [])
  ]
}

/** Violated invariants of leads. */
const faultsOf = (names: Names, leads: ReadonlyArray<LeadRecord>, blacklist: Entries) =>
  leads.flatMap((lead) => {
    const covered = isCovered(blacklist, lead.email)
    const faults = [
      ...(lead.stops.blacklist !== undefined && !covered
        ? ["is stopped as on the blacklist, but no entry covers it"]
        : []),
      ...(covered && !lead.stop_sending && lead.stop_decided_at === null
        ? ["may be sent to, but an entry covers it and nobody resumed it"]
        : [])
    ]
    return faults.map((fault) => `The lead ${names.lead(lead.id)} ${fault}`)
  })

const differs = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)

/** The end state, and the invariants that it violates. */
export const endOf = Effect.fnUntraced(function* (world: World) {
  const { campaigns, organization, ports } = world
  const leads = yield* allLeads(world)
  const names = namesOf(world, leads)
  const [senders, known, counts, blacklist, events, threads, sums, deliveries] = yield* Effect.all(
    [
      ports.has("AccountStore") ? sendersOf(world) : Effect.succeed(undefined),
      campaignsOf(world),
      Effect.forEach(campaigns, (id) => countsIn(organization.id, id), atOnce),
      entriesOf(world, names),
      hasEvents(world) ? (yield* EventStore).scan(organization.id, { limit: 1_000 }) : Effect.succeed([]),
      ports.has("ThreadStore") ? threadsOf(world, names) : Effect.succeed([]),
      hasEvents(world) ? sumsOf(world, []) : Effect.succeed([]),
      deliveriesOf(world, names)
    ],
    atOnce
  )
  const faults = [
    ...faultsOf(names, leads, blacklist),
    ...(senders === undefined ? [] : senderFaultsOf(leads, senders)),
    ...campaigns.flatMap((id, i) => {
      const recount = countsOf(leads.filter(({ campaign_id }) => campaign_id === id))
      return differs(counts[i], recount)
        ? [`Campaign ${i} counts ${JSON.stringify(counts[i])}, but has ${JSON.stringify(recount)}`]
        : []
    })
  ]
  const state = {
    contactable: leads
      .filter(({ email, stop_sending }) => !stop_sending && !isCovered(blacklist, email))
      .map(({ id }) => String(names.lead(id)))
      .sort(),
    leads: named(leads.map((lead) => [String(names.lead(lead.id)), leadOf(names, world, lead)])),
    /** Values that depend on the order in which the use cases changed each lead. */
    marks: named(
      leads.map(({ id, stops, updated_at, version }) => [
        String(names.lead(id)),
        { stops: named(Object.entries(namedStops(names, stops))), revision: `${version}, ${updated_at}` }
      ])
    ),
    senders,
    campaigns: known,
    counts,
    blacklist,
    // Erased events of one lead have the same name but different instants, so the key includes the instant.
    events: named(
      events.map((event) => [
        `${names.identity(event.identity)} ${event.occurred_at} ${names.lead(event.lead_id)}`,
        eventOf(names, event)
      ])
    ),
    sums,
    threads,
    deliveries
  }
  return { state, faults }
})
export type State = Effect.Success<ReturnType<typeof endOf>>["state"]

/** Compares the sums with a rebuild. Equal end states have equal results, so not every run needs it. */
export const rebuildFaults = Effect.fnUntraced(function* (world: World) {
  const kept = yield* sumsOf(world, ["campaign", "account", "sequence"])
  yield* inside(world)((yield* Analytics).rebuild)
  const rebuilt = yield* sumsOf(world, ["campaign", "account", "sequence"])
  return differences(kept, rebuilt).map((line) => `The sums are not those of the events: ${line}`)
})

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** The differences between two values, one line for each. */
export const differences = (actual: unknown, expected: unknown, path = ""): ReadonlyArray<string> => {
  if (!isObject(actual) || !isObject(expected)) {
    return actual === expected ? [] : [`${path}: ${show(actual)}, expected ${show(expected)}`]
  }
  const keys = new Set([...Object.keys(actual), ...Object.keys(expected)])
  return [...keys].flatMap((key) => differences(actual[key], expected[key], path === "" ? key : `${path} › ${key}`))
}
const show = (value: unknown) => {
  const text = value === undefined ? "nothing" : JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}
