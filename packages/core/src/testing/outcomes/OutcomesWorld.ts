/**
 * The organization in which use cases meet: the same addresses in two campaigns, in domains that blacklist entries
 * cover.
 */
import { Array, Effect, Struct } from "effect"
import { type Account, create as createAccount } from "../../accounts/Account.ts"
import { AccountStore } from "../../accounts/AccountStore.ts"
import { type Event, type EventType } from "../../activity/Event.ts"
import { EventStore } from "../../activity/EventStore.ts"
import { applyEvent, remember } from "../../activity/Transition.ts"
import { RollupChanges } from "../../analytics/Rollup.ts"
import { RollupStore } from "../../analytics/RollupStore.ts"
import { countEvent } from "../../analytics/Sums.ts"
import { OrganizationStore } from "../../auth/OrganizationStore.ts"
import type { BlacklistKind } from "../../blacklist/BlacklistEntry.ts"
import { BlacklistStore } from "../../blacklist/BlacklistStore.ts"
import { defaults } from "../../campaigns/Campaign.ts"
import { CampaignStore } from "../../campaigns/CampaignStore.ts"
import { GuardStore } from "../../guards/GuardStore.ts"
import { create, type LeadRecord } from "../../leads/Lead.ts"
import { setTag as withTag } from "../../tags/LeadTag.ts"
import { type LeadActivity, none } from "../../leads/LeadActivity.ts"
import type { NotificationType } from "../../integrations/Subscription.ts"
import { LeadStore } from "../../leads/LeadStore.ts"
import { SendId } from "../../sends/Send.ts"
import { SendStore } from "../../sends/SendStore.ts"
import { CurrentOrganization } from "../../Organization.ts"
import type { Tag } from "../../tags/Tag.ts"
import { TagStore } from "../../tags/TagStore.ts"
import { SequenceStore } from "../../sequences/SequenceStore.ts"
import * as Timestamp from "../../Timestamp.ts"
import { Transactor } from "../../Transactor.ts"
import { ThreadStore } from "../../unibox/ThreadStore.ts"
import { asOf, uniqueName } from "../fixtures/Fixtures.ts"
import { integrationsOf } from "../fixtures/IntegrationFixtures.ts"
import { queued } from "../fixtures/SendFixtures.ts"
import { newStep } from "../fixtures/SequenceFixtures.ts"
import { messageRow } from "../fixtures/ThreadFixtures.ts"
import {
  type AccountId,
  CampaignId,
  EventId,
  type IntegrationId,
  LeadId,
  type OrganizationId,
  type TagId
} from "../../ids.ts"

const start = Date.UTC(2026, 0, 5, 6)
const atOnce = { concurrency: "unbounded" } as const

/** An instant: `minutes` after the organization began. */
export const minute = (minutes: number): Timestamp.Timestamp => Timestamp.fromMillis(start + minutes * 60_000)

/** All instants are before this minute. */
export const lastMinute = 720

export const atMinute = (minutes: number) => asOf(minute(minutes))

/** The sender's address. */
export const sender = "sender@ours.test"

/** The leads by name; the two of Ada have the same address in two spellings. */
export const emails = {
  ada: "ada@post.münchen.example",
  ada2: "Ada@post.xn--mnchen-3ya.example",
  bob: "bob@münchen.example",
  /** Eve is blacklisted by address. */
  eve: "eve@x.test",
  /** Fay is blacklisted by domain. */
  fay: "fay@old.example",
  /** Hal is blacklisted by address and by a parent domain. */
  hal: "hal@sub.old.example"
} as const
export type LeadName = keyof typeof emails

/** Addresses that no lead has at the beginning. A domain that covers each of them is on the blacklist, or will be. */
export const gil = "gil@sub.old.example"
export const movedEve = "eve@bücher.münchen.example"
export const allAddresses: ReadonlyArray<string> = [...Object.values(emails), gil, movedEve]

/** The Message-ID of the mail that was sent to a lead. */
export const mailTo = (name: LeadName): string => `<to-${name}@ours.test>`
/** The Message-ID of an answer without an event. */
export const answerOf = (name: LeadName): string => `<from-${name}@post.test>`

const leadsOf = [
  ["ada", "bob", "fay"],
  ["ada2", "eve", "hal"]
] as const satisfies ReadonlyArray<ReadonlyArray<LeadName>>
const listed: ReadonlySet<LeadName> = new Set(["eve", "fay", "hal"])
const tagged: ReadonlySet<LeadName> = new Set(["bob", "eve", "hal"])
/** Leads with the account as their chosen sender: more of them than one batch releases. */
const pinned: ReadonlySet<LeadName> = new Set(["ada", "bob", "eve"])
const kinds: ReadonlyArray<BlacklistKind> = ["email", "domain"]
/** The blacklist entries at the beginning. */
export const entries: Readonly<Record<BlacklistKind, ReadonlyArray<string>>> = {
  email: [emails.eve, emails.hal],
  domain: ["old.example"]
}
/** The events at the beginning: mails to three leads, and one reply. */
const history = [
  { type: "sent", name: "ada", at: minute(10) },
  { type: "sent", name: "ada2", at: minute(11) },
  { type: "sent", name: "bob", at: minute(12) },
  { type: "replied", name: "bob", at: minute(20) }
] as const satisfies ReadonlyArray<{ type: EventType; name: LeadName; at: Timestamp.Timestamp }>
const withThread = ["ada", "ada2", "hal"] as const satisfies ReadonlyArray<LeadName>

export interface World {
  /** The ports that will be called. The data of other ports is left out, because it would not change. */
  readonly ports: ReadonlySet<string>
  readonly organization: { readonly id: OrganizationId }
  readonly account_id: AccountId
  /** Ascending. Campaign 0 has Ada, Bob and Fay; campaign 1 has Ada, Eve and Hal. */
  readonly campaigns: readonly [CampaignId, CampaignId]
  readonly leads: Readonly<Record<LeadName, LeadId>>
  /** A positive tag. Bob, Eve and Hal have it. */
  readonly tag: TagId
  readonly integration: IntegrationId | undefined
  /** The mail to Bob. It is stored where `ports` has the sends. */
  readonly send: SendId
  /** The mails that a server has accepted meanwhile. */
  readonly mailed: Array<string>
}

/** Whether the world has events and sums: a rebuild needs both. */
export const hasEvents = ({ ports }: World): boolean => ports.has("EventStore") || ports.has("RollupStore")

/** Runs an effect on behalf of the world's organization. */
export const inside =
  ({ organization }: Pick<World, "organization">) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, CurrentOrganization>> =>
    Effect.provideService(effect, CurrentOrganization, organization)

const eventOf = (
  { at, name, type }: (typeof history)[number],
  campaign_id: CampaignId,
  lead_id: LeadId,
  account_id: AccountId
): Event => ({
  id: EventId.make(1),
  identity: JSON.stringify(`${type} ${name}`),
  type,
  occurred_at: at,
  campaign_id,
  lead_id,
  account_id,
  sequence_id: null,
  message_id: mailTo(name),
  provider_message_id: null,
  email: type === "sent" ? emails[name] : null,
  data: {}
})

const step = newStep({ body: "Hello", delay_days: 0 })

const insertCampaign = Effect.fnUntraced(function* (
  organization_id: OrganizationId,
  campaign_id: CampaignId,
  i: number,
  account: Account,
  tag: Tag
) {
  const campaign = {
    ...defaults,
    id: campaign_id,
    name: `Campaign ${i}`,
    // New leads and steps of a completed campaign reopen it.
    status: i === 0 ? "paused" : "completed",
    // An answer of Ada in campaign 0 also stops her in campaign 1, and her colleague Bob in campaign 0.
    stop_scope: i === 0 ? "company" : "campaign",
    status_reason: null,
    account_ids: [account.id],
    created_at: minute(0),
    updated_at: minute(0),
    verification: null,
    version: 1
  } as const
  yield* (yield* CampaignStore).insert(organization_id, campaign)
  yield* (yield* SequenceStore).insert(organization_id, campaign_id, step)
  const names = leadsOf[i] ?? []
  const rows = names.map((name) => {
    const draft = create(campaign_id, { email: emails[name] }, minute(1), listed.has(name))
    const lead: LeadRecord = { ...draft, id: LeadId.make(1), chosen_sender: pinned.has(name) ? account.id : null }
    return history
      .filter((event) => event.name === name)
      .map((event) => eventOf(event, campaign_id, lead.id, account.id))
      .reduce(
        (lead, event) => applyEvent(lead, event, campaign, account, minute(30)),
        withTag(lead, tagged.has(name) ? tag : null, minute(30))
      )
  })
  const ids = yield* (yield* LeadStore).insert(
    organization_id,
    campaign_id,
    rows.map((lead) => Struct.omit(lead, ["campaign_id", "id"]))
  )
  return Array.zip(names, ids)
})

const insertEntries = Effect.fnUntraced(function* (organization_id: OrganizationId, kind: BlacklistKind) {
  const rows = entries[kind].map(
    (value) => ({ value, source: "manual", reason: null, campaign_id: null, created_at: minute(1) }) as const
  )
  yield* (yield* BlacklistStore).insert(organization_id, kind, rows)
})

const campaignOf = ({ campaigns }: Pick<World, "campaigns">, name: LeadName) =>
  campaigns[leadsOf[0].includes(name as never) ? 0 : 1]

/** Inserts the events of `history` and their sums. */
const insertEvents = Effect.fnUntraced(function* (world: World) {
  const { account_id, leads, organization } = world
  const sums = new RollupChanges()
  const known = new Map<LeadName, LeadActivity>()
  const events = history.map((happened) => {
    const { name } = happened
    const event = eventOf(happened, campaignOf(world, name), leads[name], account_id)
    const before = known.get(name) ?? { ...none, positive: tagged.has(name) }
    const after = remember(before, event)
    known.set(name, after)
    countEvent(sums, event, before, after)
    return event
  })
  const rows = events.map((event) => Struct.omit(event, ["id"]))
  yield* Effect.all(
    [(yield* EventStore).insert(organization.id, rows), (yield* RollupStore).add(organization.id, sums.toArray())],
    atOnce
  )
})

const insertThreads = Effect.fnUntraced(function* (world: World) {
  const { leads, organization } = world
  const threads = yield* ThreadStore
  const ids = yield* threads.insertThreads(
    organization.id,
    withThread.map((name) => ({ tab: "other", lead_id: leads[name], campaign_id: campaignOf(world, name) }))
  )
  const messages = Array.zip(withThread, ids).map(([name, thread_id], i) =>
    messageRow(thread_id, {
      identity: `the mail to ${name}`,
      message_id: mailTo(name),
      date_sent: minute(10 + i),
      from_email: sender,
      to_email: emails[name],
      is_new: false,
      is_our_email: true
    })
  )
  // Messages make lists show the threads, also after their lead is removed.
  const answers = Array.zip(withThread, ids).map(([name, thread_id], i) =>
    messageRow(thread_id, {
      identity: `the answer of ${name}`,
      message_id: answerOf(name),
      date_sent: minute(15 + i),
      from_email: emails[name],
      to_email: sender
    })
  )
  yield* threads.insertMessages(organization.id, [...messages, ...answers])
})

/** Inserts the mail to Bob. */
const insertSend = Effect.fnUntraced(function* ({ account_id, leads, organization, ...world }: World) {
  const mail = queued({
    kind: "step",
    lead_id: leads.bob,
    campaign_id: campaignOf(world, "bob"),
    account_id,
    to_email: emails.bob,
    message_id: mailTo("bob"),
    outcome: "sent"
  })
  const [send] = yield* (yield* SendStore).insert(organization.id, [mail])
  return send?.id ?? world.send
})

/**
 * A new organization, identical each time except for its ids, with an integration that subscribes to these types. It is
 * inserted in one transaction, which is the fastest way.
 */
export const newWorld = Effect.fnUntraced(function* (ports: World["ports"], wanted: ReadonlyArray<NotificationType>) {
  const { transaction } = yield* Transactor
  return yield* transaction(insertWorld(ports, wanted))
})

const insertWorld = Effect.fnUntraced(function* (ports: World["ports"], wanted: ReadonlyArray<NotificationType>) {
  const organization = yield* (yield* OrganizationStore).insert({
    name: uniqueName("Organization"),
    created_at: minute(0)
  })
  const { id } = organization
  const campaigns = [0, 1].map(() => CampaignId.make(crypto.randomUUID())).sort() as [CampaignId, CampaignId]
  const [account, tag, integration] = yield* Effect.all(
    [
      (yield* AccountStore).insert(id, createAccount({ email: sender, provider: "smtp" }, minute(0))),
      (yield* TagStore).insert(id, { name: "Interested", sentiment: "positive" }),
      ports.has("DeliveryStore") ? (yield* integrationsOf(id)).add({ events: wanted }) : Effect.succeed(undefined),
      // A storage may create the guard at the first lock, as Postgres does. The first lock is taken here, because only
      // later locks matter.
      ports.has("GuardStore") ? (yield* GuardStore).lock(id, "shared") : Effect.void,
      ports.has("BlacklistStore") ? Effect.forEach(kinds, (kind) => insertEntries(id, kind), atOnce) : Effect.void
    ],
    atOnce
  )
  const insertOne = (campaign_id: CampaignId, i: number) => insertCampaign(id, campaign_id, i, account, tag)
  const inserted = yield* Effect.forEach(campaigns, insertOne, atOnce)
  const leads = Object.fromEntries(inserted.flat()) as World["leads"]
  const world: World = {
    ports,
    organization,
    account_id: account.id,
    campaigns,
    leads,
    tag: tag.id,
    integration: integration?.id,
    send: SendId.make(1),
    mailed: []
  }
  yield* Effect.all(
    [
      hasEvents(world) ? insertEvents(world) : Effect.void,
      ports.has("ThreadStore") ? insertThreads(world) : Effect.void
    ],
    atOnce
  )
  return ports.has("SendStore") ? { ...world, send: yield* insertSend(world) } : world
})
