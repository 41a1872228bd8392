/** Fixtures of the cases of integrations and their deliveries. */
import { Effect } from "effect"
import { DeliveryStore } from "../integrations/DeliveryStore.ts"
import type { IntegrationRecord } from "../integrations/Integration.ts"
import { IntegrationStore } from "../integrations/IntegrationStore.ts"
import { healthy } from "../integrations/Retry.ts"
import { at, newOrganization } from "./Fixtures.ts"
import type { IntegrationId, OrganizationId } from "../ids.ts"

const integrationRow = (id: IntegrationId, fields: Partial<IntegrationRecord> = {}): IntegrationRecord => ({
  ...healthy,
  id,
  type: "webhook",
  name: "Webhook",
  events: [],
  campaign_ids: null,
  config: { url: "https://receiver.test/hook" },
  sealed: "v1.key.nonce.text",
  created_at: at(0),
  updated_at: at(0),
  ...fields
})

/** `IntegrationStore` and `DeliveryStore` for one organization. */
export const integrationsOf = Effect.fnUntraced(function* (organization_id: OrganizationId) {
  const store = yield* IntegrationStore
  const log = yield* DeliveryStore
  return {
    organization_id,
    store,
    log,
    /** Inserts an integration. */
    add: Effect.fnUntraced(function* (fields: Partial<IntegrationRecord> = {}) {
      const row = integrationRow(yield* store.newId(organization_id), fields)
      yield* store.insert(organization_id, row)
      return row
    }),
    /** Inserts deliveries; each number is the instant in seconds and also the payload. */
    send: (integration_id: IntegrationId, ...seconds: ReadonlyArray<number>) =>
      log.insert(
        organization_id,
        seconds.map((second) => ({
          integration_id,
          event: "replied" as const,
          lead_id: null,
          payload: `{"second":${second}}`,
          mentions: [],
          created_at: at(second)
        }))
      ),
    /** The deliveries of an integration, in order of ids. */
    all: (integration_id: IntegrationId) =>
      Effect.map(log.page(organization_id, integration_id, { limit: 1_000 }), (rows) => rows.toReversed())
  }
})

export const newIntegrations = Effect.gen(function* () {
  const own = yield* integrationsOf(yield* newOrganization)
  return { ...own, foreign: Effect.flatMap(newOrganization, integrationsOf) }
})
