/** Faults in integrations and their deliveries. */
import { DeliveryStore, Integration, IntegrationStore, Timestamp } from "@mailroom/core"
import { Effect, Option, Struct } from "effect"
import { type Mutant, mutant } from "./Mutant.ts"

export const integrations: ReadonlyArray<Mutant> = [
  mutant(
    "a disabled integration is a subscriber",
    IntegrationStore,
    ({ page }) => ({
      subscribers: (organization_id) =>
        Effect.map(page(organization_id, { offset: 0, limit: 100 }), ({ data }) =>
          data.map((record) => ({
            ...Struct.pick(record, ["id", "type", "events", "campaign_ids", "retry_at"]),
            includes_custom_fields: Integration.includesCustomFields(record)
          }))
        )
    }),
    "IntegrationStore: returns integrations as subscribers unless they are disabled"
  ),
  mutant(
    "no subscriber includes custom fields",
    IntegrationStore,
    ({ subscribers }) => ({
      subscribers: (organization_id) =>
        Effect.map(subscribers(organization_id), (found) =>
          found.map((subscriber) => ({ ...subscriber, includes_custom_fields: false }))
        )
    }),
    "IntegrationStore: returns integrations as subscribers unless they are disabled"
  ),
  mutant(
    "an integration of another organization is removed",
    IntegrationStore,
    ({ remove }) => ({ remove: (organization_id, id) => Effect.as(remove(organization_id, id), true) }),
    "IntegrationStore, listed rows: are neither replaced nor removed where the organization does not have them"
  ),
  mutant(
    "deliveries of one call are inserted in another order",
    DeliveryStore,
    ({ insert }) => ({ insert: (organization_id, rows) => insert(organization_id, rows.toReversed()) }),
    "DeliveryStore: inserts pending deliveries, due when they are created, in their order"
  ),
  mutant(
    "a delivery with tries is next by its id, whenever it is due",
    DeliveryStore,
    ({ find, heads, page }) => ({
      heads: Effect.fnUntraced(function* (organization_id, integration_id) {
        const rows = (yield* page(organization_id, integration_id, { limit: 100 })).toReversed()
        const first = rows.find(({ attempts, status }) => status === "pending" && attempts > 0)
        const [head, ...others] = yield* heads(organization_id, integration_id)
        if (first === undefined || head === undefined) return head === undefined ? [] : [head, ...others]
        return [Option.getOrThrow(yield* find(organization_id, integration_id, first.id)), ...others]
      })
    }),
    "DeliveryStore: has two heads: the earliest of those with tries, and the first of those without"
  ),
  mutant(
    "an outcome is stored whoever made the last try",
    DeliveryStore,
    ({ find, replace }) => ({
      replace: Effect.fnUntraced(function* (organization_id, integration_id, before, delivery, tries) {
        const stored = Option.getOrElse(yield* find(organization_id, integration_id, delivery.id), () => before)
        return yield* replace(organization_id, integration_id, stored, delivery, tries)
      })
    }),
    "DeliveryStore: replaces the progress and the tries, of the expected state only"
  ),
  mutant(
    "the log is not filtered",
    DeliveryStore,
    ({ page }) => ({
      page: (organization_id, integration_id, { status: _, ...query }) => page(organization_id, integration_id, query)
    }),
    "DeliveryStore: pages the deliveries of one state"
  ),
  mutant(
    "the oldest deliveries are removed, whatever their age",
    DeliveryStore,
    ({ removeOldest }) => ({
      removeOldest: (organization_id, integration_id, { limit }) =>
        removeOldest(organization_id, integration_id, { limit, until: Timestamp.fromMillis(Infinity) })
    }),
    "DeliveryStore: removes the oldest, as far as they are old"
  )
]
