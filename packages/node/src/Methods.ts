/**
 * Implements the methods of `UseCases.ts` over the services of core. The services decode their inputs, so types are not
 * checked here.
 */
import {
  Accounts,
  Activity,
  Analytics,
  ApiKeys,
  Attachments,
  Billing,
  Blacklist,
  Campaigns,
  AccountState,
  Campaign,
  decode,
  Intake,
  Integration,
  Integrations,
  InvalidInput,
  Lead,
  Leads,
  Mailboxes,
  type Mailroom,
  type Organizations,
  Overview,
  RecordEvents,
  Replies,
  ReplyTemplates,
  Sending,
  Sends,
  Sequences,
  Settings,
  Tags,
  TestMails,
  Unibox,
  type VersionedSettings
} from "@mailroom/core"
import { Conversions } from "@mailroom/http"
import { Effect, Option, Redacted, Schema, Stream } from "effect"
import type { WriteOptions } from "./Call.ts"
import { makePromised, type Run } from "./Promised.ts"
import type { OrganizationsMethods, OrganizationUseCases } from "./UseCases.ts"

export const useCases = {
  accounts: Accounts,
  activity: Activity,
  analytics: Analytics,
  attachments: Attachments,
  billing: Billing,
  blacklist: Blacklist,
  campaigns: Campaigns,
  intake: Intake,
  integrations: Integrations,
  keys: ApiKeys,
  leads: Leads,
  mailboxes: Mailboxes,
  organization: Settings,
  overview: Overview,
  replies: Replies,
  replyTemplates: ReplyTemplates,
  sending: Sending,
  sends: Sends,
  sequences: Sequences,
  tags: Tags,
  testMails: TestMails,
  unibox: Unibox
}

/** A service whose methods accept any arguments, because they decode them. */
type Unchecked<Service> = {
  readonly [K in keyof Service]: Service[K] extends (...args: any) => infer Result
    ? (...args: ReadonlyArray<any>) => Result
    : Service[K]
}
type Services = { readonly [K in keyof typeof useCases]: Unchecked<(typeof useCases)[K]["Service"]> }

export const services: Effect.Effect<Services, never, Mailroom.UseCases> = Effect.all(useCases)

const { etags } = Conversions
const invalid = (pointer: string, message: string) => new InvalidInput({ faults: [{ pointer, message }] })
const decodeEvents = decode(RecordEvents)
const decodeTag = decode(Conversions.AssignTag)
const decodeOptions = decode(Schema.Struct({ ifMatch: Schema.optionalKey(Schema.String) }))
const decodeBlacklist = {
  emails: decode(Conversions.BlacklistEmails),
  noEmails: decode(Conversions.UnblacklistEmails),
  domains: decode(Conversions.BlacklistDomains),
  noDomains: decode(Conversions.UnblacklistDomains)
}

/** Runs a write on condition that the resource has one of the versions in `ifMatch`. */
const guarded = <A, E, R>(
  options: WriteOptions | undefined,
  write: (precondition: { readonly if_version: ReadonlyArray<number> | undefined }) => Effect.Effect<A, E, R>
) =>
  decodeOptions(options ?? {}).pipe(
    Effect.flatMap(({ ifMatch }) => Conversions.versionsOf(ifMatch)),
    Effect.catchTag("InvalidRequest", () => Effect.fail(invalid("/ifMatch", "must be * or a list of entity tags"))),
    Effect.flatMap((if_version) => write({ if_version }))
  )

const bytesOf = (mail: unknown): Effect.Effect<Uint8Array, InvalidInput> => {
  if (typeof mail === "string") return Effect.sync(() => new TextEncoder().encode(mail))
  if (mail instanceof Uint8Array) return Effect.succeed(mail)
  if (mail instanceof Blob) return Effect.promise(async () => new Uint8Array(await mail.arrayBuffer()))
  return Effect.fail(invalid("", "must be a string, a Uint8Array or a Blob"))
}

/** The methods of one organization. `run` runs their effects. `base` is the URL in front of links. */
export const methods = (services: Services, base: string, run: Run): OrganizationUseCases => {
  const { accounts, activity, analytics, attachments, billing, blacklist } = services
  const { campaigns, intake, integrations, keys, leads, mailboxes, organization, overview } = services
  const { replies, replyTemplates, sending, sends, sequences, tags, testMails, unibox } = services
  const { call, pages, tagged } = makePromised(run)
  const linked = Conversions.links(attachments, Effect.succeed(base))
  const campaign = (effect: Effect.Effect<Campaign.CampaignRecord, unknown, any>) =>
    tagged(effect, Campaign.toCampaign, etags.campaign)
  const account = (effect: Effect.Effect<AccountState.AccountDetails, unknown, any>) =>
    tagged(effect, AccountState.toAccount, etags.account)
  const settings = (effect: Effect.Effect<VersionedSettings, unknown, any>) =>
    tagged(effect, ({ settings }) => settings, etags.organization)
  const lead = (effect: Effect.Effect<Lead.LeadRecord, unknown, any>) => tagged(effect, Lead.toLead, etags.lead)

  const entries = <K extends "domain" | "email">(kind: K) => ({
    list: (query?: object) =>
      pages(query, (query) => Effect.map(blacklist.page(kind, query), (page) => Conversions.entryPage(kind, page))),
    add: (values: ReadonlyArray<string>, reason: string | undefined) =>
      Effect.map(blacklist.add(kind, values, reason === undefined ? {} : { reason }), (added) =>
        Conversions.entriesAdded(kind, added)
      ),
    remove: (
      ...[values, ids]: [
        Parameters<typeof Conversions.entriesToRemove>[1],
        Parameters<typeof Conversions.entriesToRemove>[2]
      ]
    ) =>
      Conversions.entriesToRemove(kind, values, ids).pipe(
        Effect.flatMap((which) => blacklist.remove(kind, which)),
        Effect.map((removed) => Conversions.entriesRemoved(kind, removed))
      )
  })
  const [emails, domains] = [entries("email"), entries("domain")]

  return {
    accounts: {
      list: (query) => pages(query, accounts.page),
      create: (input) => account(accounts.create(input)),
      find: (id) => account(accounts.find(id)),
      update: (input, options) =>
        call(
          guarded(options, (precondition) =>
            Effect.map(accounts.update(input, precondition), Conversions.accountsChanged)
          )
        ),
      remove: (input, options) =>
        call(
          guarded(options, (precondition) =>
            Effect.map(accounts.remove(input, precondition), Conversions.accountsChanged)
          )
        ),
      dns: (id, query = {}) => call(accounts.dns(id, query))
    },
    activity: {
      record: (input) =>
        call(
          decodeEvents(input).pipe(
            Effect.flatMap(({ events }) => activity.record(events)),
            Effect.map(Conversions.flat)
          )
        ),
      list: (query = {}) => pages(query, (query) => Effect.map(activity.page(query), Conversions.eventPage)),
      ofLead: (id, query) => pages(query, (query) => Effect.map(activity.ofLead(id, query), Conversions.eventPage)),
      log: (campaignId, query) =>
        pages(query, (query) => Effect.map(activity.log(campaignId, query), Conversions.eventPage))
    },
    analytics: {
      summary: (campaignId, query = {}) => call(analytics.summary(campaignId, query)),
      events: (campaignId, query = {}) => call(analytics.events(campaignId, query)),
      byAccount: (campaignId, query = {}) => call(analytics.byAccount(campaignId, query)),
      bySequence: (campaignId, query = {}) => call(analytics.bySequence(campaignId, query)),
      byLink: (campaignId, query = {}) => call(analytics.byLink(campaignId, query)),
      rebuild: () => call(analytics.rebuild)
    },
    attachments: {
      sign: (id) => call(attachments.sign(id)),
      open: (ticket) =>
        call(
          Effect.map(attachments.open(ticket), ({ attachment, bytes }) => ({
            attachment,
            bytes: Stream.toAsyncIterable(bytes)
          }))
        )
    },
    billing: {
      list: (query) => pages(query, billing.page),
      record: (input) => call(Effect.map(billing.record(input), ({ transaction }) => transaction)),
      find: (id) => call(billing.find(id))
    },
    blacklist: {
      emails: emails.list,
      addEmails: (input) =>
        call(Effect.flatMap(decodeBlacklist.emails(input), (input) => emails.add(input.emails, input.reason))),
      removeEmails: (input) =>
        call(Effect.flatMap(decodeBlacklist.noEmails(input), (input) => emails.remove(input.emails, input.ids))),
      domains: domains.list,
      addDomains: (input) =>
        call(Effect.flatMap(decodeBlacklist.domains(input), (input) => domains.add(input.domains, input.reason))),
      removeDomains: (input) =>
        call(Effect.flatMap(decodeBlacklist.noDomains(input), (input) => domains.remove(input.domains, input.ids)))
    },
    campaigns: {
      list: (query) => pages(query, campaigns.page),
      create: (input) => campaign(campaigns.create(input)),
      duplicate: (id, input = {}) => campaign(campaigns.duplicate(id, input)),
      find: (id) => campaign(campaigns.find(id)),
      update: (id, input, options) =>
        campaign(guarded(options, (precondition) => campaigns.update(id, input, precondition))),
      remove: (id, options) => call(guarded(options, (precondition) => campaigns.remove(id, precondition))),
      start: (id, options) => campaign(guarded(options, (precondition) => campaigns.start(id, precondition))),
      pause: (id, options) => campaign(guarded(options, (precondition) => campaigns.pause(id, precondition)))
    },
    intake: {
      receive: (mail, query) => call(Effect.flatMap(bytesOf(mail), (bytes) => intake.receive(bytes, query)))
    },
    integrations: {
      list: (query) => pages(query, (query) => Effect.map(integrations.page(query), Conversions.integrationPage)),
      create: (input) => call(Effect.map(integrations.create(input), Conversions.integrationWithSecret)),
      find: (id) => call(Effect.map(integrations.find(id), Integration.toIntegration)),
      update: (id, input) => call(Effect.map(integrations.update(id, input), Conversions.integrationWithSecret)),
      remove: (id) => call(integrations.remove(id)),
      test: (id) => call(integrations.test(id)),
      deliveries: (id, query) => pages(query, (query) => integrations.deliveries(id, query)),
      delivery: (id, deliveryId) => call(integrations.delivery(id, deliveryId)),
      redeliver: (id, deliveryId) => call(integrations.redeliver(id, deliveryId)),
      reencrypt: () => call(integrations.reencrypt)
    },
    keys: {
      list: (query) => pages(query, keys.page),
      create: (input) => call(Effect.map(keys.create(input), Conversions.issuedKey)),
      find: (id) => call(keys.find(id)),
      revoke: (id) => call(Effect.asVoid(keys.revoke(id))),
      rotate: (id, input = {}) => call(Effect.map(keys.rotate(id, input), Conversions.issuedKey)),
      adopt: (secret, input) => call(keys.adopt(Redacted.make(secret), input)),
      authenticate: (secret) => call(Effect.map(keys.authenticate(Redacted.make(secret)), Option.getOrNull))
    },
    leads: {
      list: (query) =>
        pages(query, ({ campaign_id, ...query }) =>
          Effect.flatMap(leads.page(campaign_id, query), (page) => Conversions.statedPage(sending, query, page))
        ),
      all: (query) =>
        pages(query, (query) =>
          Effect.flatMap(leads.all(query), (page) => Conversions.statedPage(sending, query ?? {}, page))
        ),
      create: (input) => call(Effect.map(leads.create(input), Conversions.leadsCreated)),
      updateMany: (input, options) =>
        call(guarded(options, (precondition) => Effect.map(leads.updateMany(input, precondition), Conversions.flat))),
      remove: (input, options) =>
        call(guarded(options, (precondition) => Effect.map(leads.remove(input, precondition), Conversions.flat))),
      find: (id) =>
        tagged(
          Effect.flatMap(leads.find(id), (lead) => Conversions.stated(sending, lead)),
          Conversions.leadWithState,
          etags.leadWithState
        ),
      update: (id, input, options) => lead(guarded(options, (precondition) => leads.update(id, input, precondition)))
    },
    mailboxes: {
      connect: (id, input, options) =>
        account(
          guarded(options, (precondition) =>
            Effect.andThen(mailboxes.connect(id, input, precondition), accounts.find(id))
          )
        ),
      disconnect: (id, options) => call(guarded(options, (precondition) => mailboxes.disconnect(id, precondition))),
      sync: (id, input = {}) => account(Effect.andThen(mailboxes.sync(id, input), accounts.find(id))),
      test: (id) => call(mailboxes.test(id)),
      reencrypt: () => call(mailboxes.reencrypt)
    },
    overview: {
      summary: (query = {}) => call(overview.summary(query)),
      events: (query = {}) => call(overview.events(query)),
      byAccount: (query = {}) => call(overview.byAccount(query)),
      byCampaign: (query = {}) => call(overview.byCampaign(query))
    },
    replies: {
      reply: (id, input) => call(replies.reply(id, input)),
      stateOf: (id, accountId) => call(replies.stateOf(id, accountId))
    },
    replyTemplates: {
      list: (query) => pages(query, replyTemplates.page),
      create: (input) => call(replyTemplates.create(input)),
      find: (id) => call(replyTemplates.find(id)),
      update: (id, input) => call(replyTemplates.update(id, input)),
      remove: (id) => call(replyTemplates.remove(id)),
      fill: (threadId, id) => call(replyTemplates.fill(threadId, id))
    },
    sending: {
      upcoming: (campaignId) => call(sending.upcoming(campaignId)),
      preview: (campaignId, input) => call(sending.preview(campaignId, input))
    },
    sends: {
      list: (query) => pages(query, sends.page),
      find: (id) => call(sends.find(id)),
      resolve: (id, input) => call(sends.resolve(id, input)),
      discard: (id) => call(sends.discard(id))
    },
    sequences: {
      list: (campaignId) => call(Effect.map(sequences.list(campaignId), (data) => ({ data }))),
      create: (campaignId, input) => call(sequences.create(campaignId, input)),
      find: (campaignId, id) => call(sequences.find(campaignId, id)),
      update: (campaignId, id, input) => call(sequences.update(campaignId, id, input)),
      remove: (campaignId, id) => call(sequences.remove(campaignId, id))
    },
    organization: {
      find: () => settings(organization.find),
      update: (input, options) =>
        settings(guarded(options, (precondition) => organization.update(input, precondition))),
      trackingDomain: () => call(organization.trackingDomain)
    },
    tags: {
      list: (query) => pages(query, tags.page),
      create: (input) => call(tags.create(input)),
      find: (id) => call(tags.find(id)),
      update: (id, input) => call(tags.update(id, input)),
      remove: (id) => call(tags.remove(id)),
      assign: (id, input, options) =>
        lead(
          Effect.flatMap(decodeTag(input), ({ tag_id }) =>
            guarded(options, (precondition) => tags.assign(id, tag_id, precondition))
          )
        )
    },
    testMails: {
      send: (campaignId, input) => call(testMails.send(campaignId, input))
    },
    unibox: {
      threads: (query) => pages(query, (query) => Effect.flatMap(unibox.threads(query), linked.threads)),
      ofLead: (id, query) => pages(query, (query) => Effect.flatMap(unibox.ofLead(id, query), linked.threads)),
      thread: (id, query) =>
        pages(query, (query) =>
          Effect.flatMap(
            Effect.all([unibox.thread(id, query), replies.stateOf(id, query.account_id)], { concurrency: 2 }),
            ([page, reply]) => linked.messages({ ...page, reply })
          )
        ),
      update: (id, input) => call(Effect.flatMap(unibox.update(id, input), linked.thread)),
      updateMany: (input) => call(Effect.map(unibox.updateMany(input), Conversions.flat)),
      changes: () => tagged(unibox.changes, (changes) => changes, etags.changes),
      unread: (query = {}) => call(unibox.unread(query))
    }
  }
}

export const organizationsMethods = (service: Organizations["Service"], run: Run): OrganizationsMethods => {
  const organizations: Unchecked<Organizations["Service"]> = service
  const { call } = makePromised(run)
  return {
    create: (input) => call(organizations.create(input)),
    ensure: (input) => call(organizations.ensure(input)),
    find: (id) => call(Effect.map(organizations.find(id), Option.getOrNull)),
    list: () => call(organizations.list),
    remove: (id) => call(organizations.remove(id)),
    unreachable: () => call(organizations.unreachable)
  }
}
