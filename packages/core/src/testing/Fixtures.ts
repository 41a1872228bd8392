/** Fixtures of all cases: builders with defaults, and effects that insert data before a case begins. */
import { Array, Clock, Effect, Option, Schema } from "effect"
import { deepStrictEqual } from "node:assert/strict"
import { create as createAccount } from "../accounts/Account.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import type { NewApiKey } from "../auth/ApiKeyStore.ts"
import { OrganizationStore } from "../auth/OrganizationStore.ts"
import { type CampaignRecord, defaults } from "../campaigns/Campaign.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { create, type LeadCounts, type LeadRecord } from "../leads/Lead.ts"
import { type CampaignAddress, LeadStore } from "../leads/LeadStore.ts"
import * as Timestamp from "../Timestamp.ts"
import { AccountId, CampaignId, LeadId, OrganizationId } from "../ids.ts"

/** An instant: `seconds` after a fixed, arbitrary one. */
export const at = (seconds: number): Timestamp.Timestamp =>
  Timestamp.fromMillis(Date.UTC(2026, 0) + Math.round(seconds * 1000))

/** Runs an effect with a clock that always shows this instant. Sleeping still takes real time. */
export const asOf = (instant: Timestamp.Timestamp) =>
  Effect.updateService(Clock.Clock, (clock): Clock.Clock => {
    const millis = Timestamp.toMillis(instant)
    return {
      currentTimeMillisUnsafe: () => millis,
      currentTimeMillis: Effect.succeed(millis),
      currentTimeNanosUnsafe: () => BigInt(millis) * 1_000_000n,
      currentTimeNanos: Effect.succeed(BigInt(millis) * 1_000_000n),
      monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: clock.monotonicTimeNanos,
      sleep: (duration) => clock.sleep(duration)
    }
  })

/** Whether each number is greater than the one before it. */
export const ascends = (ids: ReadonlyArray<number>) => ids.every((id, i) => i === 0 || id > (ids[i - 1] ?? NaN))

/** A name that is unique across runs and cases. */
export const uniqueName = (what: string): string => `${what} ${crypto.randomUUID()}`

/** A new organization for one case. */
export const newOrganization = Effect.gen(function* () {
  const { id } = yield* (yield* OrganizationStore).insert({ name: uniqueName("Organization"), created_at: at(0) })
  return id
})

/** Inserts a sender account. */
export const newAccount = Effect.fnUntraced(function* (organization_id: OrganizationId) {
  const draft = createAccount({ email: `sender-${crypto.randomUUID()}@x.test`, provider: "smtp" }, at(0))
  return yield* (yield* AccountStore).insert(organization_id, draft)
})

export const keyRow = (fields: Partial<NewApiKey> = {}): NewApiKey => ({
  name: "Key",
  prefix: "mr_abcdef",
  access: "full",
  hash: (crypto.randomUUID() + crypto.randomUUID()).replaceAll("-", ""),
  created_at: at(0),
  expires_at: null,
  ...fields
})

export type CampaignRow = Omit<CampaignRecord, "lead_count">

export const campaignRow = (fields: Partial<CampaignRow> = {}): CampaignRow => ({
  id: CampaignId.make(crypto.randomUUID()),
  name: "Campaign",
  status: "draft",
  ...defaults,
  created_at: at(0),
  updated_at: at(0),
  version: 1,
  ...fields
})

/** Inserts a campaign. */
export const newCampaign = Effect.fnUntraced(function* (
  organization_id: OrganizationId,
  fields: Partial<CampaignRow> = {}
) {
  const campaign = campaignRow(fields)
  yield* (yield* CampaignStore).insert(organization_id, campaign)
  return campaign.id
})

/** The number of leads of a campaign, as the store counts them. */
export const leadCount = Effect.fnUntraced(function* (organization_id: OrganizationId, campaign_id: CampaignId) {
  const campaign = yield* (yield* CampaignStore).find(organization_id, campaign_id)
  return Option.getOrThrow(campaign).lead_count
})

export type LeadRow = Omit<LeadRecord, "campaign_id" | "id">

export const leadRow = (email: string, fields: Partial<LeadRow> = {}): LeadRow => {
  const { campaign_id: _, ...lead } = create(missing.campaign, { email }, at(0), false)
  return { ...lead, ...fields }
}

/** Inserts leads. Returns them as they are stored, in the order of the input. */
export const newLeads = Effect.fnUntraced(function* (
  organization_id: OrganizationId,
  campaign_id: CampaignId,
  ...leads: ReadonlyArray<LeadRow | string>
) {
  const rows = leads.map((lead) => (typeof lead === "string" ? leadRow(lead) : lead))
  const ids = yield* (yield* LeadStore).insert(organization_id, campaign_id, rows)
  return Array.zipWith(rows, ids, (row, id): LeadRecord => ({ ...row, campaign_id, id: LeadId.make(id ?? NaN) }))
})

/** An organization with a campaign and leads in it: the start of most cases. */
export const newLeadList = Effect.fnUntraced(function* (...leads: ReadonlyArray<LeadRow | string>) {
  const organization_id = yield* newOrganization
  const campaign_id = yield* newCampaign(organization_id)
  return { organization_id, campaign_id, leads: yield* newLeads(organization_id, campaign_id, ...leads) }
})

/** An error that a caller's code raises, and an effect that fails with it. */
export class Refused extends Schema.TaggedError<Refused>()("Refused", {}) {
  override get message(): string {
    return "The caller refused"
  }
}
export const refuse = Effect.fail(new Refused())

/** The argument of `LeadStore.findByEmails` for these normalized addresses of a campaign. */
export const inCampaign = (
  campaign_id: CampaignId,
  ...addresses: ReadonlyArray<string>
): ReadonlyArray<CampaignAddress> => addresses.map((address) => ({ campaign_id, address }))

/** Ids that exist in no storage. */
export const missing = {
  campaign: CampaignId.make("00000000-0000-0000-0000-000000000000"),
  lead: LeadId.make(Number.MAX_SAFE_INTEGER),
  account: AccountId.make(Number.MAX_SAFE_INTEGER),
  organization: OrganizationId.make(Number.MAX_SAFE_INTEGER)
}

/** Compares whole values. Missing or additional fields are a difference; the order of fields is not. */
export const same = (actual: unknown, expected: unknown): void => deepStrictEqual(actual, expected)

export const idsOf = <Id>(rows: ReadonlyArray<{ readonly id: Id }>): Array<Id> => rows.map(({ id }) => id)

/** The counts of these leads, by status and stop. */
export const countsOf = (leads: ReadonlyArray<Pick<LeadRecord, "status" | "stop_sending">>): LeadCounts => {
  const of = (status: LeadRecord["status"]) => leads.filter((lead) => lead.status === status).length
  return {
    total: leads.length,
    not_contacted: of("Not contacted"),
    sent: of("Sent"),
    opened: of("Opened"),
    replied: of("Replied"),
    bounced: of("Bounce"),
    stopped: leads.filter(({ stop_sending }) => stop_sending).length
  }
}
