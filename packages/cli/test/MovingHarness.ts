/** An organization of the demo, its file, and what the use cases answer about it. */
import {
  Accounts,
  AccountStore,
  AgendaStore,
  Activity,
  Analytics,
  Billing,
  Blacklist,
  Campaigns,
  CampaignStore,
  CurrentOrganization,
  Encryption,
  type ImportState,
  Intake,
  Integrations,
  Leads,
  MovingStore,
  MailboxHealth,
  MailboxStore,
  Mailroom,
  MovedRows,
  Moving,
  type OrganizationId,
  Organizations,
  Overview,
  PlanStore,
  ReplyTemplates,
  Sends,
  SendStore,
  SequenceStore,
  Sequences,
  Settings,
  SettingsStore,
  Tags,
  type Table,
  Timestamp,
  Unibox,
  Uploads
} from "@mailroom/core"
import { Demo, rawMail } from "@mailroom/demo"
import { PostalMime } from "@mailroom/mime"
import { DateTime, Effect, Layer, Stream, Struct } from "effect"
import { TestClock } from "effect/testing"
import { readFile } from "node:fs/promises"
import { gunzipSync } from "node:zlib"
import { layerDatabase, layerMigrated } from "../../postgres/test/Server.ts"
import * as HouseFile from "../src/moving/HouseFile.ts"
import { layerUnused, now, useCases } from "../../demo/test/DemoHarness.ts"

/** The state of campaigns that Mailroom sends, which the demo does not have. */
const fillSending = Effect.fnUntraced(function* (id: OrganizationId) {
  const [account] = (yield* AccountStore.use((store) => store.page(id, { offset: 0, limit: 1 }))).data
  const [campaign] = yield* CampaignStore.use((store) => store.list(id))
  if (account === undefined || campaign === undefined)
    return yield* Effect.die("The demo has no account and no campaign")
  const leads = yield* MovingStore.use((store) => store.read(id, "leads", { after: undefined, limit: 1_000 }))
  const [first, second] = leads.filter(({ campaign_id }) => campaign_id === campaign.id)
  if (first === undefined || second === undefined) return yield* Effect.die("The campaign has no leads")
  const [step] = yield* SequenceStore.use((store) => store.ofCampaigns(id, [campaign.id]))
  const at = campaign.created_at
  const mailbox = {
    ...MailboxHealth.healthy,
    account_id: account.id,
    connection: null,
    sealed: null,
    next_at: at,
    folders: {},
    synced_at: null,
    read_at: null,
    sync_strikes: 0,
    unread_since: null,
    listing: null,
    suspect: null,
    history: null,
    keeps_sent: null
  }
  yield* MailboxStore.use((store) => store.write(id, [mailbox]))
  const about = { campaign_id: campaign.id, account_id: account.id }
  const next = { ...about, state: "waiting", due_at: at } as const
  yield* AgendaStore.use((store) =>
    store.insert(id, [
      { ...next, lead_id: first.id, step_id: step?.id ?? null },
      { ...next, lead_id: second.id, account_id: null, step_id: null }
    ])
  )
  yield* PlanStore.use((store) =>
    Effect.andThen(
      store.lock(id, [campaign.id]),
      store.write(id, [{ campaign_id: campaign.id, scanned_to: second.id, passed_at: null, skipped: 1, redated_to: 0 }])
    )
  )
  const ofNoStep = { step_id: null, sequence_id: null, position: null }
  const ended = {
    begun_at: at,
    ended_at: at,
    next_attempt_at: null,
    send_at: null,
    content: null,
    company: "example.com",
    ...ofNoStep
  }
  const mail = {
    ...about,
    ...ended,
    lead_id: first.id,
    thread_id: null,
    to_email: first.email,
    subject: "Grüße",
    provider_message_id: "<one@relay.test>",
    attempts: 1
  }
  yield* SendStore.use((store) =>
    store.insert(id, [
      { ...mail, kind: "reply", message_id: "<one@x.test>", outcome: "sent", reply: "250 OK", reason: null },
      {
        ...mail,
        kind: "test",
        message_id: "<two@x.test>",
        outcome: "unknown",
        reply: null,
        reason: null,
        ended_at: null
      }
    ])
  )
})

const sampleValues: Readonly<Record<Table.ColumnType, unknown>> = {
  bool: true,
  instant: DateTime.formatIso(now),
  int: 1_000_001,
  "int[]": [],
  json: {},
  text: "Grüße",
  "text[]": [],
  uuid: "0198f3a0-5c1e-7b44-9d0e-3f6a2b1c8d70",
  "uuid[]": []
}

/** The kinds whose rows refer to no others, of which the demo or `fillSending` makes rows. A new kind need not be here. */
const made = [
  "accounts",
  "campaigns",
  "tags",
  "reply_templates",
  "blacklist",
  "transactions",
  "integrations",
  "settings",
  "uploads"
] as const satisfies ReadonlyArray<MovedRows.MovedKind>

/** Writes a row of each other kind whose rows refer to no others. */
const fillOthers = Effect.fnUntraced(function* (id: OrganizationId) {
  const moving = yield* MovingStore
  const counts = yield* moving.counts(id)
  for (const kind of MovedRows.movedKinds) {
    const columns = Object.entries(MovedRows.columnsOf(kind))
    if (columns.some(([name]) => name.endsWith("_id"))) continue
    if (counts[kind] > 0 || made.some((other) => other === kind)) continue
    const row = columns.map(([name, { type }]) => [name, sampleValues[type]])
    yield* moving.write(id, kind, [Object.fromEntries(row)] as unknown as ReadonlyArray<never>)
  }
})

/** Makes an organization with the demo. Its id is above the ids of organizations that a new database makes first. */
export const demo = Effect.gen(function* () {
  yield* TestClock.setTime(DateTime.toEpochMillis(now))
  const { create, ensure } = yield* Organizations
  for (const name of ["One", "Two"]) yield* create({ name })
  const { id } = yield* ensure({ external_id: "acme", name: "Acme" })
  yield* Effect.provideService(Demo.fill, CurrentOrganization, { id })
  yield* fillSending(id)
  const settings = {
    tracking_domain: "links.acme.test",
    contact_rule: { gap_days: 7 },
    domain_daily_limit: 3,
    seed_addresses: ["seed@one.example"],
    keep_events_days: null,
    keep_messages_days: 3_650,
    keep_sends_days: 500,
    keep_log_days: 400,
    reply_labels: ["rule" as const],
    updated_at: yield* Timestamp.now,
    version: 2
  }
  yield* SettingsStore.use((store) => store.replace(id, settings))
  const template = { name: "Grüße", body: "Hallo {{first_name|}}" }
  yield* Effect.gen(function* () {
    yield* ReplyTemplates.use((templates) => templates.create(template))
    yield* Uploads.use((uploads) => uploads.create(new Uint8Array([1, 2, 3]), { filename: "Grüße.pdf" }))
  }).pipe(Effect.provideService(CurrentOrganization, { id }))
  yield* fillOthers(id)
  return id
})

/** Makes a small organization, whose campaign is active. Lines of its file are short. */
export const small = Effect.gen(function* () {
  const { create, ensure } = yield* Organizations
  for (const name of ["One", "Two"]) yield* create({ name })
  const { id } = yield* ensure({ external_id: "acme", name: "Acme" })
  yield* Effect.gen(function* () {
    const { id: campaign_id } = yield* Campaigns.use((campaigns) => campaigns.create({ name: "Spring" }))
    const lead = (i: number) => ({
      email: `lead-${i}@x.test`,
      first_name: "=1+1",
      company: `Grüße ${i}, "Söhne"`,
      custom_fields: { job_title: "Müller", points: -i }
    })
    yield* Leads.use((leads) => leads.create({ campaign_id, leads: Array.from({ length: 10 }, (_, i) => lead(i)) }))
    yield* Blacklist.use((blacklist) => blacklist.add("domain", ["spam.test"], { reason: "Asked by phone" }))
    yield* CampaignStore.use((store) =>
      Effect.flatMap(store.list(id), (campaigns) =>
        Effect.forEach(campaigns, ({ leads: _, ...campaign }) => store.replace(id, { ...campaign, status: "active" }))
      )
    )
  }).pipe(Effect.provideService(CurrentOrganization, { id }))
  return id
})

/** Makes a small organization with a mail that has an attachment of five bytes. */
export const withAttachment = Effect.gen(function* () {
  const id = yield* small
  const us = { name: "Grace", email: "grace@ours.test" }
  const mail = rawMail({
    from: { name: "Ada", email: "lead-1@x.test" },
    to: us,
    subject: "The offer",
    date: Date.UTC(2029, 0, 1),
    message_id: "<offer@x.test>",
    text: "See the file.",
    parts: [{ type: "text/plain", content: "offer", filename: "offer.txt" }]
  })
  yield* Effect.andThen(
    Accounts.use((accounts) => accounts.create({ email: us.email, provider: "smtp" })),
    Intake.use((intake) => intake.receive(mail))
  ).pipe(Effect.provideService(CurrentOrganization, { id }))
  return id
})

type Needs = Mailroom.Storage | Mailroom.UseCases | Moving

/** Over a new database in memory. */
export const inMemory = <A, E, R>(effect: Effect.Effect<A, E, Needs | R>) =>
  effect.pipe(Effect.provide(Moving.layer), Effect.provide(useCases, { local: true }))

const onPostgres = Mailroom.layer.pipe(
  Layer.provide([PostalMime.layer, Encryption.layerEphemeral, layerUnused]),
  Layer.provideMerge(layerMigrated),
  Layer.provide(layerDatabase)
)

/** Over a new Postgres. */
export const inPostgres = <A, E, R>(effect: Effect.Effect<A, E, Needs | R>) =>
  effect.pipe(Effect.provide(Moving.layer), Effect.provide(onPostgres, { local: true }))

/** Writes the organization to a file, as `mailroom export` does. */
export const exported = Effect.fnUntraced(function* (id: OrganizationId, path: string, at = "now") {
  const moving = yield* Moving
  yield* HouseFile.writeFile(path, HouseFile.linesOfRows(yield* moving.find(id), at, moving.rows(id), {}))
  return path
})

/** Stores a file, as `mailroom import --all` does. */
export const imported = Effect.fnUntraced(function* (path: string) {
  const moving = yield* Moving
  const file = yield* HouseFile.check({ path, name: path })
  const begun = yield* moving.begin(file.checksum, file.organization)
  const state = yield* Stream.runFoldEffect(
    HouseFile.batches(file, begun.rows),
    (): ImportState => begun,
    (state, items) => moving.add(file.checksum, state, items)
  )
  yield* moving.finish(file.checksum, file.organization, state)
  return state.organization_id
})

/** The lines of a file. */
export const linesOf = (path: string) =>
  Effect.promise(async () => {
    const bytes = await readFile(path)
    const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString()
    return text.trimEnd().split("\n")
  })

/** The rows of a file, without its head and its end. */
export const rowsOf = (path: string) =>
  Effect.map(linesOf(path), (lines) => lines.slice(1, -1).map((line) => JSON.parse(line) as MovedRows.MovedItem))

/** The answers of the use cases about an organization: each list, with each row in detail. Cursors are signed by the database. */
export const answers = (id: OrganizationId) =>
  Effect.gen(function* () {
    const page = { offset: 0, limit: 200 } as const
    const list = { limit: 100 } as const
    const { domains, emails } = yield* Effect.all({
      emails: Blacklist.use((blacklist) => blacklist.page("email", page)),
      domains: Blacklist.use((blacklist) => blacklist.page("domain", page))
    })
    const campaigns = yield* Campaigns.use((campaigns) => campaigns.page(page))
    const ofCampaigns = <A, E, R>(f: (id: (typeof campaigns.data)[number]["id"]) => Effect.Effect<A, E, R>) =>
      Effect.forEach(campaigns.data, ({ id }) => f(id))
    const tabs = yield* Effect.forEach(["replies", "other"] as const, (tab) =>
      Unibox.use(({ threads }) => threads({ tab, ...list }))
    )
    const threads = tabs.flatMap(({ data }) => data)
    const integrations = yield* Integrations.use((integrations) => integrations.page(page))
    return {
      accounts: yield* Accounts.use((accounts) => accounts.page(page)),
      campaigns,
      sequences: yield* ofCampaigns((id) => Sequences.use((sequences) => sequences.list(id))),
      leads: yield* ofCampaigns((id) => Leads.use((leads) => leads.page(id, page))),
      found: yield* Leads.use((leads) => leads.all({ ...list, search: "an" })),
      events: yield* ofCampaigns((id) => Activity.use((activity) => activity.log(id, list))),
      tags: yield* Tags.use((tags) => tags.page(page)),
      // Each service has its own proof of a tracking domain.
      settings: yield* Settings.use(({ find }) =>
        Effect.map(find, (found) => ({ ...found, settings: Struct.omit(found.settings, ["tracking_domain_proof"]) }))
      ),
      templates: yield* ReplyTemplates.use((templates) => templates.page(page)),
      emails,
      domains,
      tabs,
      unread: yield* Unibox.use((unibox) => unibox.unread({})),
      searched: yield* Unibox.use((unibox) => unibox.threads({ tab: "replies", search: "re", ...list })),
      messages: yield* Effect.forEach(threads, ({ id }) => Unibox.use((unibox) => unibox.thread(id, list))),
      transactions: yield* Billing.use((billing) => billing.page(page)),
      overview: yield* Overview.use((overview) => overview.summary({})),
      byAccount: yield* Overview.use((overview) => overview.byAccount({})),
      summaries: yield* ofCampaigns((id) => Analytics.use((analytics) => analytics.summary(id, {}))),
      steps: yield* ofCampaigns((id) => Analytics.use((analytics) => analytics.bySequence(id, {}))),
      sends: yield* Sends.use((sends) => sends.page(list)),
      integrations,
      deliveries: yield* Effect.forEach(integrations.data, ({ id }) =>
        Integrations.use((integrations) => integrations.deliveries(id, list))
      )
    }
  }).pipe(Effect.map(withoutCursors), Effect.provideService(CurrentOrganization, { id }))

const withoutCursors = <A>(answers: A): A =>
  JSON.parse(JSON.stringify(answers, (name, value) => (name === "next_cursor" ? undefined : value)))
