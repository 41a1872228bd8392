import { Context, Effect, Layer, type Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import type { UseCase } from "../UseCase.ts"
import { Changes } from "../Changes.ts"
import { decode, type Input } from "../InvalidInput.ts"
import { orNotFound } from "../NotFound.ts"
import { CurrentOrganization } from "../Organization.ts"
import {
  type CursorPage,
  type InvalidCursor,
  type OffsetPage,
  offsetPage,
  type PageQuery,
  pageQuery
} from "../Pagination.ts"
import type { EncryptionNotConfigured } from "../secrets/Encryption.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { WorkStore } from "../work/WorkStore.ts"
import { type Delivery, type DeliveryDetails, type DeliveryNotFound, DeliveryQuery } from "./Delivery.ts"
import { makeDeliveryLog } from "./DeliveryLog.ts"
import { dueFor } from "./DeliveryWork.ts"
import {
  IntegrationNotFound,
  IntegrationPatch,
  type IntegrationRecord,
  NewIntegration,
  type TooManyIntegrations
} from "./Integration.ts"
import { IntegrationStore } from "./IntegrationStore.ts"
import { makeReencrypt } from "./Reencryption.ts"
import { makeIntegrationSettings } from "./IntegrationSettings.ts"
import { makeTestDelivery, type TestResult } from "./TestDelivery.ts"
import { DeliveryId, IntegrationId } from "../ids.ts"

export { TestResult } from "./TestDelivery.ts"

/** An integration as it was stored, and its new signing secret, if one was made. The secret is shown only here. */
export interface StoredIntegration {
  readonly integration: IntegrationRecord
  readonly secret: Redacted.Redacted | null
}

/** The integrations of the current organization, and the log of their deliveries. */
export class Integrations extends Context.Service<
  Integrations,
  {
    /**
     * Creates an integration; a webhook gets a new signing secret. Campaigns that do not exist, and private targets,
     * are faults of the input.
     */
    readonly create: (
      input: NewIntegration
    ) => UseCase<StoredIntegration, EncryptionNotConfigured | TooManyIntegrations>
    readonly find: (id: IntegrationId) => UseCase<IntegrationRecord, IntegrationNotFound>
    /** A page of the integrations by ascending id. */
    readonly page: (query: Input<PageQuery<IntegrationId>>) => UseCase<OffsetPage<IntegrationRecord>>
    /**
     * Changes the given settings, and the config as `Config.patched` describes. Enabling a disabled integration resets
     * its failures, and makes its pending deliveries due. If the stored secrets cannot be decrypted any more, the patch
     * must contain the whole config, and `rotate_secret` for a webhook.
     */
    readonly update: (
      id: IntegrationId,
      patch: IntegrationPatch
    ) => UseCase<StoredIntegration, EncryptionNotConfigured | IntegrationNotFound>
    /** Deletes the integration. Its deliveries are not sent any more; a worker removes them in batches. */
    readonly remove: (id: IntegrationId) => UseCase<void, IntegrationNotFound>
    /** Delivers an example of `replied` at once, without retries, also for a disabled integration. Stores nothing. */
    readonly test: (id: IntegrationId) => UseCase<TestResult, IntegrationNotFound>
    /**
     * The log, the newest delivery first: pending ones, and deliveries that succeeded or failed in the last 30 days.
     */
    readonly deliveries: (
      id: IntegrationId,
      query: Input<DeliveryQuery>
    ) => UseCase<CursorPage<Delivery>, IntegrationNotFound | InvalidCursor>
    /** A delivery with its payload and its last tries. */
    readonly delivery: (
      id: IntegrationId,
      delivery_id: DeliveryId
    ) => UseCase<DeliveryDetails, DeliveryNotFound | IntegrationNotFound>
    /**
     * Sends a finished delivery again: it becomes pending, without tries, and keeps its `webhook-id`. A pending
     * delivery keeps its tries, and the next one is due at once. In both cases the integration waits no longer, unless
     * it is disabled.
     */
    readonly redeliver: (
      id: IntegrationId,
      delivery_id: DeliveryId
    ) => UseCase<Delivery, DeliveryNotFound | IntegrationNotFound>
    /**
     * Encrypts the secrets of all integrations under the first key, unless they already are. `unreadable` lists
     * integrations that cannot be decrypted and stay unchanged.
     */
    readonly reencrypt: Effect.Effect<
      { readonly changed: number; readonly unreadable: ReadonlyArray<IntegrationId> },
      EncryptionNotConfigured | StorageError,
      CurrentOrganization
    >
  }
>()("@mailroom/core/Integrations") {
  static readonly layer = Layer.effect(
    Integrations,
    Effect.gen(function* () {
      const store = yield* IntegrationStore
      const work = yield* WorkStore
      const { transactional } = yield* Changes
      const log = yield* makeDeliveryLog
      const reencrypt = yield* makeReencrypt
      const settings = yield* makeIntegrationSettings
      const testDelivery = yield* makeTestDelivery
      const decodeNew = decode(NewIntegration)
      const decodePatch = decode(IntegrationPatch)
      const decodeId = decode(IntegrationId, "/id")
      const decodeDeliveryId = decode(DeliveryId, "/delivery_id")
      const decodeQuery = decode(pageQuery(IntegrationId))
      const decodeLog = decode(DeliveryQuery)

      const find = Effect.fnUntraced(function* (input: IntegrationId) {
        const id = yield* decodeId(input)
        const organization = yield* CurrentOrganization
        return yield* orNotFound(store.find(organization.id, id), () => new IntegrationNotFound({ id }))
      })

      const remove = transactional(function* (id: IntegrationId) {
        const organization = yield* CurrentOrganization
        if (!(yield* store.remove(organization.id, id))) return yield* new IntegrationNotFound({ id })
        yield* dueFor(work, organization.id, [{ id, due_at: yield* Timestamp.now }])
      })

      return Integrations.of({
        create: traced("Integrations.create")(function* (input) {
          return yield* settings.create(yield* decodeNew(input))
        }),
        find: traced("Integrations.find")(function* (id) {
          return yield* find(id)
        }),
        page: traced("Integrations.page")(function* (input) {
          const part = yield* decodeQuery(input)
          const { id } = yield* CurrentOrganization
          return offsetPage(yield* store.page(id, part), part)
        }),
        update: traced("Integrations.update")(function* (input, patch) {
          return yield* settings.update(yield* decodeId(input), yield* decodePatch(patch))
        }),
        remove: traced("Integrations.remove")(function* (input) {
          yield* remove(yield* decodeId(input))
        }),
        test: traced("Integrations.test")(function* (input) {
          return yield* testDelivery(yield* find(input))
        }),
        deliveries: traced("Integrations.deliveries")(function* (input, query) {
          const part = yield* decodeLog(query)
          return yield* log.page(yield* decodeId(input), part)
        }),
        delivery: traced("Integrations.delivery")(function* (input, delivery_id) {
          return yield* log.find(yield* decodeId(input), yield* decodeDeliveryId(delivery_id))
        }),
        redeliver: traced("Integrations.redeliver")(function* (input, delivery_id) {
          return yield* log.redeliver(yield* decodeId(input), yield* decodeDeliveryId(delivery_id))
        }),
        reencrypt
      })
    })
  ).pipe(Layer.provide(SecureRandom.layerWebCrypto))
}
