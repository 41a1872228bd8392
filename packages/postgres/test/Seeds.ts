/** Fixtures of these tests. */
import {
  Campaign,
  CampaignStore,
  Lead,
  LeadStore,
  type OrganizationId,
  OrganizationStore,
  Timestamp,
  findOne
} from "@mailroom/core"
import { Effect, Option, Struct } from "effect"
import { SqlClient } from "effect/sql"

/** Runs statements that write many rows: a slow machine may take longer for them than a statement of Mailroom may. */
export const unhurried = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(Effect.andThen(sql`SET LOCAL statement_timeout = 0`, effect))
  )

export const at = Timestamp.fromMillis(Date.UTC(2026, 0))

/** A campaign without leads. */
export const newCampaign = Effect.fnUntraced(function* (organization_id: OrganizationId) {
  const campaign_id = Campaign.CampaignId.make(crypto.randomUUID())
  const campaign = {
    name: "Campaign",
    status: "draft",
    ...Campaign.defaults,
    status_reason: null,
    created_at: at,
    updated_at: at,
    verification: null,
    version: 1
  } as const
  yield* (yield* CampaignStore).insert(organization_id, { id: campaign_id, ...campaign })
  return campaign_id
})

/** An organization with a campaign that has leads with these addresses. */
export const newLeadList = Effect.fnUntraced(function* (...emails: ReadonlyArray<string>) {
  const { id: organization_id } = yield* (yield* OrganizationStore).insert({ name: "Organization", created_at: at })
  const list = yield* leadList(organization_id, yield* newCampaign(organization_id))
  return { ...list, ids: yield* list.write(...emails) }
})

/** The leads of a campaign. */
export const leadList = Effect.fnUntraced(function* (
  organization_id: OrganizationId,
  campaign_id: Campaign.CampaignId
) {
  const store = yield* LeadStore
  const write = (...emails: ReadonlyArray<string>) =>
    Effect.map(
      store.insert(
        organization_id,
        campaign_id,
        emails.map((email) => Struct.omit(Lead.create(campaign_id, { email }, at, false), ["campaign_id"]))
      ),
      (ids) => ids.flatMap((id) => (id === null ? [] : [id]))
    )
  return {
    organization_id,
    campaign_id,
    store,
    /** Inserts leads. Returns the ids of the new ones. */
    write,
    /** The addresses that are stored. */
    written: Effect.map(store.page(organization_id, campaign_id, { offset: 0, limit: 200 }), (page) =>
      Option.getOrThrow(page).data.map(({ email }) => email)
    ),
    /** Reads a lead and stores it under another first name. */
    rename: Effect.fnUntraced(function* (id: Lead.LeadId, first_name: string) {
      const lead = Option.getOrThrow(yield* findOne(store.findMany, organization_id, id))
      return yield* store.replace(organization_id, { ...lead, first_name, version: lead.version + 1 }, lead.version)
    }),
    firstName: (id: Lead.LeadId) =>
      Effect.map(findOne(store.findMany, organization_id, id), (lead) => Option.getOrThrow(lead).first_name)
  }
})
