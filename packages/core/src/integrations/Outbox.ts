/** Makes deliveries from changes, in the transaction of the changes: an outbox. */
import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import type { Consumer } from "../Changes.ts"
import { mentionsIn } from "../Mentions.ts"
import * as Timestamp from "../Timestamp.ts"
import { WorkStore } from "../work/WorkStore.ts"
import { DeliveryStore, type NewDelivery } from "./DeliveryStore.ts"
import { dueFor } from "./DeliveryWork.ts"
import { IntegrationStore } from "./IntegrationStore.ts"
import { kinds, type Notification, notificationsOf, typesOf } from "./Notification.ts"
import { wants, wantsType } from "./Subscription.ts"
import type { CampaignId, OrganizationId } from "../ids.ts"

/** The consumer that makes deliveries. Without integrations, changes that notify cost one short read. */
export const outboxConsumer: Effect.Effect<
  Consumer,
  never,
  CampaignStore | DeliveryStore | IntegrationStore | WorkStore
> = Effect.gen(function* () {
  const integrations = yield* IntegrationStore
  const deliveries = yield* DeliveryStore
  const campaigns = yield* CampaignStore
  const work = yield* WorkStore
  const random = yield* SecureRandom.SecureRandom

  /** The names of the campaigns that notifications are about. */
  const campaignNames = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    notifications: ReadonlyArray<Notification>
  ) {
    const ids = new Set(notifications.flatMap(({ campaign_id }) => campaign_id ?? []))
    // Include hidden campaigns: a deletion that begins meanwhile hides campaigns without waiting for these changes.
    const found = ids.size === 0 ? [] : yield* campaigns.findMany(organization_id, [...ids], { with_hidden: true })
    return new Map(found.map(({ id, name }) => [id, name]))
  })

  /** Writes a delivery of each notification for each integration that wants it. */
  const consume: Consumer["consume"] = Effect.fnUntraced(function* (organization_id, changes) {
    const notifications = notificationsOf(changes)
    if (notifications.length === 0) return
    const subscribers = yield* integrations.subscribers(organization_id)
    const wanted = notifications.flatMap((notification) => {
      const receivers = subscribers.filter((subscriber) => wants(subscriber, notification))
      return receivers.length === 0 ? [] : [{ notification, receivers }]
    })
    if (wanted.length === 0) return

    const names = yield* campaignNames(
      organization_id,
      wanted.map(({ notification }) => notification)
    )
    const now = yield* Timestamp.now
    const rows: Array<NewDelivery> = []
    for (const { notification, receivers } of wanted) {
      const changeId = yield* random.uuidV4()
      const context = { organization_id, now, newId: () => changeId, nameOf: (id: CampaignId) => names.get(id) }
      // Most receivers share one text, so each of the two possible texts is made at most once.
      const textOf = (with_custom_fields: boolean) => {
        const payload = notification.toPayload({ ...context, with_custom_fields })
        return payload === undefined ? undefined : JSON.stringify(payload)
      }
      const texts = new Map<boolean, string | undefined>()
      const { lead_id, type: event } = notification
      for (const { id: integration_id, includes_custom_fields } of receivers) {
        if (!texts.has(includes_custom_fields)) texts.set(includes_custom_fields, textOf(includes_custom_fields))
        const payload = texts.get(includes_custom_fields)
        if (payload === undefined) break
        const mentions = lead_id === null ? mentionsIn(payload) : []
        rows.push({ integration_id, event, lead_id, payload, mentions, created_at: now })
      }
    }
    if (rows.length === 0) return
    yield* deliveries.insert(organization_id, rows)
    const receiving = new Set(rows.map(({ integration_id }) => integration_id))
    yield* dueFor(
      work,
      organization_id,
      subscribers
        .filter(({ id }) => receiving.has(id))
        .map(({ id, retry_at }) => ({ id, due_at: retry_at !== null && retry_at > now ? retry_at : now }))
    )
  })

  const isWanted: Consumer["wants"] = Effect.fnUntraced(function* (organization_id, kind) {
    const types = typesOf.get(kind) ?? []
    const subscribers = yield* integrations.subscribers(organization_id)
    return subscribers.some((subscriber) => types.some((type) => wantsType(subscriber, type)))
  })

  return { kinds, wants: isWanted, consume }
}).pipe(Effect.provide(SecureRandom.layerWebCrypto))
