/** An organization of the demo, its file, and what the use cases answer about it. */
import {
  Accounts,
  Activity,
  Analytics,
  Billing,
  Blacklist,
  Campaigns,
  CurrentOrganization,
  Encryption,
  type ImportState,
  Integrations,
  Leads,
  Mailroom,
  type MovedRows,
  Moving,
  type OrganizationId,
  Organizations,
  Overview,
  Sends,
  Sequences,
  Tags,
  Unibox
} from "@mailroom/core"
import { PostalMime } from "@mailroom/mime"
import { DateTime, Effect, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { readFile } from "node:fs/promises"
import { gunzipSync } from "node:zlib"
import { layerDatabase, layerMigrated } from "../../postgres/test/Server.ts"
import { fill } from "../src/demo/Demo.ts"
import * as HouseFile from "../src/moving/HouseFile.ts"
import { layerUnused, now, useCases } from "./DemoHarness.ts"

/** Makes an organization with the demo. Its id is above the ids of organizations that a new database makes first. */
export const demo = Effect.gen(function* () {
  yield* TestClock.setTime(DateTime.toEpochMillis(now))
  const { create, ensure } = yield* Organizations
  for (const name of ["One", "Two"]) yield* create({ name })
  const { id } = yield* ensure({ external_id: "acme", name: "Acme" })
  yield* Effect.provideService(fill, CurrentOrganization, { id })
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
export const exported = Effect.fnUntraced(function* (id: OrganizationId, path: string) {
  const moving = yield* Moving
  yield* HouseFile.writeFile(path, HouseFile.linesOfRows(yield* moving.find(id), "now", moving.rows(id), {}))
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

/** What the use cases answer about an organization: each list, with each row in detail. */
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
  }).pipe(Effect.provideService(CurrentOrganization, { id }))
