/** The log of an integration's deliveries, and sending one of them again. */
import { Effect } from "effect"
import { Changes } from "../Changes.ts"
import { orNotFound } from "../NotFound.ts"
import { CurrentOrganization } from "../Organization.ts"
import { cursorPage, cursorScope, decodeKeyset } from "../Pagination.ts"
import { Signer } from "../secrets/Signer.ts"
import * as Timestamp from "../Timestamp.ts"
import { WorkStore } from "../work/WorkStore.ts"
import { DeliveryNotFound, type DeliveryQuery, toDelivery, toDetails } from "./Delivery.ts"
import { DeliveryStore } from "./DeliveryStore.ts"
import { dueFor } from "./DeliveryWork.ts"
import { IntegrationNotFound } from "./Integration.ts"
import { IntegrationStore } from "./IntegrationStore.ts"
import { orderedAgain } from "./Retry.ts"
import type { DeliveryId, IntegrationId } from "../ids.ts"

export const makeDeliveryLog = Effect.gen(function* () {
  const store = yield* IntegrationStore
  const log = yield* DeliveryStore
  const work = yield* WorkStore
  const signer = yield* Signer
  const { transactional } = yield* Changes

  /** A page of the deliveries, the newest first. */
  const page = Effect.fnUntraced(function* (id: IntegrationId, { cursor, limit, status }: DeliveryQuery) {
    const organization = yield* CurrentOrganization
    yield* orNotFound(store.find(organization.id, id), () => new IntegrationNotFound({ id }))
    const scope = cursorScope(organization.id, "deliveries", id, ...(status === undefined ? [] : [status]))
    const before = cursor === undefined ? {} : { before: (yield* decodeKeyset<DeliveryId>(signer, scope, cursor)).id }
    const rows = yield* log.page(organization.id, id, {
      limit: limit + 1,
      ...before,
      ...(status === undefined ? {} : { status })
    })
    return yield* cursorPage(signer, scope, rows, limit, ({ created_at, id }) => ({ at: created_at, id }))
  })

  const find = Effect.fnUntraced(function* (id: IntegrationId, delivery_id: DeliveryId) {
    const organization = yield* CurrentOrganization
    yield* orNotFound(store.find(organization.id, id), () => new IntegrationNotFound({ id }))
    const found = log.find(organization.id, id, delivery_id)
    return toDetails(yield* orNotFound(found, () => new DeliveryNotFound({ id: delivery_id })))
  })

  const redeliver = transactional(function* (id: IntegrationId, delivery_id: DeliveryId) {
    const organization = yield* CurrentOrganization
    const integration = yield* orNotFound(store.lock(organization.id, id), () => new IntegrationNotFound({ id }))
    const found = yield* orNotFound(
      log.find(organization.id, id, delivery_id),
      () => new DeliveryNotFound({ id: delivery_id })
    )
    const delivery = toDelivery(found)
    const now = yield* Timestamp.now
    const again = { ...delivery, ...orderedAgain(delivery, now) }
    if (integration.retry_at !== null) yield* store.replace(organization.id, { ...integration, retry_at: null })
    yield* log.replace(organization.id, id, delivery, again, found.tries)
    yield* dueFor(work, organization.id, [{ id, due_at: now }])
    return again
  })

  return { find, page, redeliver }
})
