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
import { kinds, notificationsOf, typesOf } from "./Notification.ts"
import { wants, wantsType } from "./Subscription.ts"
import type { CampaignId } from "../ids.ts"

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

    const ids = wanted.flatMap(({ notification: { campaign_id } }) => campaign_id ?? [])
    // Include hidden campaigns: a deletion that begins meanwhile hides campaigns without waiting for these changes.
    const found =
      ids.length === 0 ? [] : yield* campaigns.findMany(organization_id, [...new Set(ids)], { with_hidden: true })
    const names = new Map(found.map(({ id, name }) => [id, name]))
    const now = yield* Timestamp.now
    const rows: Array<NewDelivery> = []
    for (const { notification, receivers } of wanted) {
      const changeId = yield* random.uuidV4()
      const { lead_id, type: event } = notification
      const texts = new Map<boolean, string>()
      for (const { id: integration_id, includes_custom_fields: with_custom_fields } of receivers) {
        let payload = texts.get(with_custom_fields)
        if (payload === undefined) {
          const nameOf = (id: CampaignId) => names.get(id)
          const known = { organization_id, now, newId: () => changeId, nameOf, with_custom_fields }
          const made = notification.toPayload(known)
          if (made === undefined) break
          texts.set(with_custom_fields, (payload = JSON.stringify(made)))
        }
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
