/** All migrations: what each does in its transaction, and afterwards. */
import type { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Step } from "../internal/afterwards.ts"
import organizations from "./0001_organizations.ts"
import campaigns from "./0002_campaigns.ts"
import unibox from "./0003_unibox.ts"
import activity from "./0004_activity.ts"
import outcomes from "./0005_outcomes.ts"
import trust from "./0006_trust.ts"
import billing from "./0007_billing.ts"
import accounts, { afterwards as afterAccounts } from "./0008_accounts.ts"
import campaignVersions, { afterwards as afterCampaigns } from "./0009_campaigns.ts"
import upgrades from "./0010_upgrades.ts"
import work from "./0011_work.ts"
import integrations from "./0012_integrations.ts"
import idempotency from "./0013_idempotency.ts"
import uniboxFilters, { afterwards as afterUnibox } from "./0014_unibox.ts"
import leads, { afterwards as afterLeads } from "./0015_leads.ts"
import erasure, { afterwards as afterErasure } from "./0016_erasure.ts"
import deliveryAddresses, { afterwards as afterDeliveryAddresses } from "./0017_delivery_addresses.ts"
import spellings, { afterwards as afterSpellings } from "./0018_spellings.ts"
import mentions, { afterwards as afterMentions } from "./0019_mentions.ts"
import integrationFailures from "./0020_integrations.ts"

/** By `<id>_<name>`, append only: those above the latest that the database has are run. */
export const migrations: Readonly<Record<string, Effect.Effect<void, unknown, SqlClient.SqlClient>>> = {
  "0001_organizations": organizations,
  "0002_campaigns": campaigns,
  "0003_unibox": unibox,
  "0004_activity": activity,
  "0005_outcomes": outcomes,
  "0006_trust": trust,
  "0007_billing": billing,
  "0008_accounts": accounts,
  "0009_campaigns": campaignVersions,
  "0010_upgrades": upgrades,
  "0011_work": work,
  "0012_integrations": integrations,
  "0013_idempotency": idempotency,
  "0014_unibox": uniboxFilters,
  "0015_leads": leads,
  "0016_erasure": erasure,
  "0017_delivery_addresses": deliveryAddresses,
  "0018_spellings": spellings,
  "0019_mentions": mentions,
  "0020_integrations": integrationFailures
}

/** What migrations do after the transactions of all: indexes on tables that have rows, and backfills. */
export const afterwards: Readonly<Record<string, ReadonlyArray<Step>>> = {
  "0008_accounts": afterAccounts,
  "0009_campaigns": afterCampaigns,
  "0014_unibox": afterUnibox,
  "0015_leads": afterLeads,
  "0016_erasure": afterErasure,
  "0017_delivery_addresses": afterDeliveryAddresses,
  "0018_spellings": afterSpellings,
  "0019_mentions": afterMentions
}
