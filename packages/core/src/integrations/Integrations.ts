import { Changes } from "../Changes.ts"
import { Context, Effect, Layer, Option, Redacted, Result, Schema, Stream } from "effect"
import { SecureRandom } from "effect/crypto"
import { described } from "../Described.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { Count } from "../Id.ts"
import { decode, type Input, InvalidInput } from "../InvalidInput.ts"
import { CurrentOrganization } from "../Organization.ts"
import {
  type CursorPage,
  cursorPage,
  CursorQuery,
  cursorScope,
  decodePlace,
  type InvalidCursor,
  type OffsetPage,
  type PageQuery,
  pageQuery,
  pagesOf,
  offsetPage
} from "../Pagination.ts"
import { Encryption, type EncryptionNotConfigured } from "../secrets/Encryption.ts"
import { Signer } from "../secrets/Signer.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { WorkStore } from "../work/WorkStore.ts"
import { makeAttempt } from "./Attempt.ts"
import { type Config, configs, masked, patched } from "./Config.ts"
import { type Delivery, DeliveryNotFound, toDelivery } from "./Delivery.ts"
import { DeliveryStore } from "./DeliveryStore.ts"
import { DeliveryTransport } from "./DeliveryTransport.ts"
import { dueFor } from "./DeliveryWork.ts"
import {
  IntegrationNotFound,
  IntegrationPatch,
  type IntegrationRecord,
  maximumIntegrations,
  NewIntegration,
  switched,
  TooManyIntegrations
} from "./Integration.ts"
import { IntegrationStore } from "./IntegrationStore.ts"
import type { Target } from "./Kinds.ts"
import { healthy, untried } from "./Retry.ts"
import { sampleOf } from "./Sample.ts"
import { ownerOf, seal, unseal } from "./Sealing.ts"
import { newSecret, type SigningSecrets } from "./Signature.ts"
import { DeliveryId, IntegrationId } from "../ids.ts"

/** An integration as it was stored, and its new signing secret, if one was made. The secret is shown only here. */
export interface StoredIntegration {
  readonly integration: IntegrationRecord
  readonly secret: Redacted.Redacted | null
}

/** The result of a test (contract, section 8). Exactly one of `error` and `delivered_at` is `null`. */
export const TestResult = Schema.Struct({
  success: described(Schema.Boolean, "Whether the example was delivered."),
  status_code: described(Schema.NullOr(Count), "The HTTP status of the answer; `null` when none came."),
  response_time_ms: described(
    Schema.NullOr(Count),
    "The time until the answer, in milliseconds; `null` when none came."
  ),
  error: described(Schema.NullOr(Schema.String), "Why the delivery failed; `null` if it succeeded."),
  delivered_at: described(Schema.NullOr(Timestamp.Timestamp), "When it was delivered; `null` if the delivery failed.")
}).annotate({ identifier: "TestResult", description: "The result of delivering an example." })
export type TestResult = typeof TestResult.Type

const fault = (pointer: string, message: string) => new InvalidInput({ faults: [{ pointer, message }] })

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
    ) => Effect.Effect<
      StoredIntegration,
      EncryptionNotConfigured | InvalidInput | StorageError | TooManyIntegrations,
      CurrentOrganization
    >
    readonly find: (
      id: IntegrationId
    ) => Effect.Effect<IntegrationRecord, IntegrationNotFound | InvalidInput | StorageError, CurrentOrganization>
    /** A page of the integrations by ascending id. */
    readonly page: (
      query: Input<PageQuery<IntegrationId>>
    ) => Effect.Effect<OffsetPage<IntegrationRecord>, InvalidInput | StorageError, CurrentOrganization>
    /**
     * Changes the given settings, and the config as `Config.patched` describes. Enabling a disabled integration resets
     * its failures, and makes its pending deliveries due. If the stored secrets cannot be decrypted any more, the patch
     * must contain the whole config, and `rotate_secret` for a webhook.
     */
    readonly update: (
      id: IntegrationId,
      patch: IntegrationPatch
    ) => Effect.Effect<
      StoredIntegration,
      EncryptionNotConfigured | IntegrationNotFound | InvalidInput | StorageError,
      CurrentOrganization
    >
    /** Deletes the integration. Its deliveries are not sent any more; a worker removes them in batches. */
    readonly remove: (
      id: IntegrationId
    ) => Effect.Effect<void, IntegrationNotFound | InvalidInput | StorageError, CurrentOrganization>
    /** Delivers an example of `replied` at once, without retries, also for a disabled integration. Stores nothing. */
    readonly test: (
      id: IntegrationId
    ) => Effect.Effect<TestResult, IntegrationNotFound | InvalidInput | StorageError, CurrentOrganization>
    /**
     * The log, the newest delivery first: pending ones, and deliveries that succeeded or failed in the last 30 days.
     */
    readonly deliveries: (
      id: IntegrationId,
      query: Input<CursorQuery>
    ) => Effect.Effect<
      CursorPage<Delivery>,
      IntegrationNotFound | InvalidCursor | InvalidInput | StorageError,
      CurrentOrganization
    >
    /**
     * Sends a finished delivery again: it becomes pending, without tries, and keeps its `webhook-id`. A pending
     * delivery is not changed.
     */
    readonly redeliver: (
      id: IntegrationId,
      delivery_id: DeliveryId
    ) => Effect.Effect<
      Delivery,
      DeliveryNotFound | IntegrationNotFound | InvalidInput | StorageError,
      CurrentOrganization
    >
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
      const log = yield* DeliveryStore
      const campaigns = yield* CampaignStore
      const work = yield* WorkStore
      const signer = yield* Signer
      const { transactional } = yield* Changes
      const random = yield* SecureRandom.SecureRandom
      const encryption = yield* Encryption.orNone
      const transport = yield* DeliveryTransport.orNone
      const attempt = yield* Effect.provideService(makeAttempt, DeliveryTransport, transport)
      const decodeNew = decode(NewIntegration)
      const decodePatch = decode(IntegrationPatch)
      const decodeId = decode(IntegrationId, "/id")
      const decodeDeliveryId = decode(DeliveryId, "/delivery_id")
      const decodeQuery = decode(pageQuery(IntegrationId))
      const decodeLog = decode(CursorQuery)
      const decodeConfigs = {
        webhook: decode(configs.webhook, "/config"),
        slack: decode(configs.slack, "/config"),
        telegram: decode(configs.telegram, "/config"),
        hubspot: decode(configs.hubspot, "/config")
      }

      const orNotFound = (id: IntegrationId) => (found: Option.Option<IntegrationRecord>) =>
        Option.isSome(found) ? Effect.succeed(found.value) : Effect.fail(new IntegrationNotFound({ id }))
      const find = Effect.fnUntraced(function* (input: IntegrationId) {
        const id = yield* decodeId(input)
        const organization = yield* CurrentOrganization
        return yield* Effect.flatMap(store.find(organization.id, id), orNotFound(id))
      })
      const lock = Effect.fnUntraced(function* (id: IntegrationId) {
        const organization = yield* CurrentOrganization
        return yield* Effect.flatMap(store.lock(organization.id, id), orNotFound(id))
      })

      const newSecrets: Effect.Effect<SigningSecrets> = newSecret.pipe(
        Effect.map((current) => ({ current, previous: null, rotated_at: null })),
        Effect.provideService(SecureRandom.SecureRandom, random)
      )

      const checkUrl = ({ config }: Config) =>
        "url" in config
          ? Effect.mapError(transport.check(config.url), ({ message }) => fault("/config/url", message))
          : Effect.void

      const checkCampaigns = Effect.fnUntraced(function* (campaign_ids: IntegrationRecord["campaign_ids"] | undefined) {
        if (campaign_ids == null) return
        const { id } = yield* CurrentOrganization
        const known = new Set((yield* campaigns.findMany(id, campaign_ids)).map(({ id }) => id))
        const faults = campaign_ids.flatMap((id, index) =>
          known.has(id) ? [] : [{ pointer: `/campaign_ids/${index}`, message: "the campaign does not exist" }]
        )
        if (faults.length > 0) return yield* new InvalidInput({ faults })
      })

      const create = Effect.fnUntraced(function* (input: NewIntegration) {
        const organization = yield* CurrentOrganization
        yield* checkUrl(input)
        yield* checkCampaigns(input.campaign_ids)
        const { total } = yield* store.page(organization.id, { offset: 0, limit: 1 })
        if (total >= maximumIntegrations) return yield* new TooManyIntegrations()
        const id = yield* store.newId(organization.id)
        const { campaign_ids = null, enabled = true, events = [], name, type } = input
        const now = yield* Timestamp.now
        const target: Target = input.type === "webhook" ? { ...input, secrets: yield* newSecrets } : input
        const integration: IntegrationRecord = {
          ...healthy,
          id,
          type,
          name,
          events: [...new Set(events)],
          campaign_ids: campaign_ids && [...new Set(campaign_ids)],
          config: masked(input),
          sealed: yield* seal(encryption, organization.id, id, targetOf(target)),
          status: enabled ? "active" : "disabled",
          created_at: now,
          updated_at: now
        }
        yield* store.insert(organization.id, integration)
        return { integration, secret: target.type === "webhook" ? Redacted.make(target.secrets.current) : null }
      })

      /** The target of an integration after a patch of its config, or of its secret. */
      const retarget = Effect.fnUntraced(function* (
        integration: IntegrationRecord,
        { config = {}, rotate_secret = false }: IntegrationPatch,
        now: Timestamp.Timestamp
      ) {
        const { type } = integration
        const organization = yield* CurrentOrganization
        if (rotate_secret && type !== "webhook") {
          return yield* fault("/rotate_secret", "must be false: only a webhook has a signing secret")
        }
        const stored = Result.getOrUndefined(yield* Effect.result(unseal(encryption, organization.id, integration)))
        const decoded = yield* decodeConfigs[type](stored === undefined ? config : patched(stored, config))
        const next = { type, config: decoded } as Config
        yield* checkUrl(next)
        if (next.type !== "webhook") return next
        if (!rotate_secret) {
          if (stored?.type === "webhook") return { ...next, secrets: stored.secrets }
          return yield* fault("/rotate_secret", "must be true: the stored secret cannot be decrypted")
        }
        const { current } = yield* newSecrets
        const previous = stored?.type === "webhook" ? stored.secrets.current : null
        return { ...next, secrets: { current, previous, rotated_at: now } }
      })

      const update = transactional(function* (id: IntegrationId, patch: IntegrationPatch) {
        const organization = yield* CurrentOrganization
        const locked = yield* lock(id)
        yield* checkCampaigns(patch.campaign_ids)
        const now = yield* Timestamp.now
        const { campaign_ids = locked.campaign_ids, events = locked.events, name = locked.name } = patch
        let integration: IntegrationRecord = {
          ...switched(locked, patch.enabled),
          name,
          events: [...new Set(events)],
          campaign_ids: campaign_ids && [...new Set(campaign_ids)],
          updated_at: now
        }
        let secret: Redacted.Redacted | null = null
        if (patch.config !== undefined || patch.rotate_secret === true) {
          const target = yield* retarget(locked, patch, now)
          const sealed = yield* seal(encryption, organization.id, id, target)
          integration = { ...integration, config: masked(target), sealed }
          if (patch.rotate_secret === true && target.type === "webhook") secret = Redacted.make(target.secrets.current)
        }
        yield* store.replace(organization.id, integration)
        if (locked.status === "disabled" && integration.status !== "disabled") {
          yield* log.makeDue(organization.id, id, now)
          yield* dueFor(work, organization.id, [{ id, due_at: now }])
        }
        return { integration, secret }
      })

      const remove = transactional(function* (id: IntegrationId) {
        const organization = yield* CurrentOrganization
        if (!(yield* store.remove(organization.id, id))) return yield* new IntegrationNotFound({ id })
        yield* dueFor(work, organization.id, [{ id, due_at: yield* Timestamp.now }])
      })

      const redeliver = transactional(function* (id: IntegrationId, delivery_id: DeliveryId) {
        const organization = yield* CurrentOrganization
        yield* lock(id)
        const found = yield* log.find(organization.id, id, delivery_id)
        if (Option.isNone(found)) return yield* new DeliveryNotFound({ id: delivery_id })
        const delivery = toDelivery(found.value)
        if (delivery.status === "pending") return delivery
        const now = yield* Timestamp.now
        const again = { ...delivery, ...untried(now) }
        yield* log.replace(organization.id, id, delivery, again)
        yield* dueFor(work, organization.id, [{ id, due_at: now }])
        return again
      })

      /** Encrypts an integration under the first key. Returns false if it cannot be decrypted. */
      const reencryptOne = transactional(function* (id: IntegrationId) {
        const organization = yield* CurrentOrganization
        const found = yield* store.lock(organization.id, id)
        if (Option.isNone(found)) return true
        const owner = ownerOf(organization.id, id)
        const text = yield* Effect.result(encryption.decrypt(found.value.sealed, owner))
        if (Result.isFailure(text)) return false
        yield* store.replace(organization.id, {
          ...found.value,
          sealed: yield* encryption.encrypt(text.success, owner)
        })
        return true
      })

      return Integrations.of({
        create: traced("Integrations.create")(function* (input) {
          return yield* create(yield* decodeNew(input))
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
          return yield* update(yield* decodeId(input), yield* decodePatch(patch))
        }),
        remove: traced("Integrations.remove")(function* (input) {
          yield* remove(yield* decodeId(input))
        }),
        test: traced("Integrations.test")(function* (input) {
          const integration = yield* find(input)
          const organization = yield* CurrentOrganization
          const failed = (error: string) => ({ success: false, error, delivered_at: null })
          const target = yield* Effect.result(unseal(encryption, organization.id, integration))
          if (Result.isFailure(target)) {
            return { ...failed(target.failure.message), status_code: null, response_time_ms: null }
          }
          const id = `msg_test_${yield* random.uuidV4()}`
          const body = JSON.stringify({ ...sampleOf("replied"), timestamp: yield* Timestamp.now })
          const { response, verdict } = yield* attempt(target.success, { id, body })
          return {
            ...("error" in verdict
              ? failed(verdict.error)
              : { success: true, error: null, delivered_at: yield* Timestamp.now }),
            status_code: response?.status_code ?? null,
            response_time_ms: response?.duration_ms ?? null
          }
        }),
        deliveries: traced("Integrations.deliveries")(function* (input, query) {
          const { cursor, limit } = yield* decodeLog(query)
          const { id } = yield* find(input)
          const organization = yield* CurrentOrganization
          const scope = cursorScope(organization.id, "deliveries", id)
          const before =
            cursor === undefined ? {} : { before: (yield* decodePlace<DeliveryId>(signer, scope, cursor)).id }
          const rows = yield* log.page(organization.id, id, { limit: limit + 1, ...before })
          return yield* cursorPage(signer, scope, rows, limit, ({ created_at, id }) => ({ at: created_at, id }))
        }),
        redeliver: traced("Integrations.redeliver")(function* (input, delivery_id) {
          return yield* redeliver(yield* decodeId(input), yield* decodeDeliveryId(delivery_id))
        }),
        reencrypt: Effect.gen(function* () {
          const organization = yield* CurrentOrganization
          let changed = 0
          const unreadable: Array<IntegrationId> = []
          const pages = pagesOf(maximumIntegrations, (query: PageQuery<IntegrationId>) =>
            store.page(organization.id, query)
          )
          yield* Stream.runForEach(
            pages,
            Effect.fnUntraced(function* (integrations) {
              for (const { id, sealed } of integrations) {
                if (encryption.isCurrent(sealed)) continue
                if (yield* reencryptOne(id)) changed++
                else unreadable.push(id)
              }
            })
          )
          return { changed, unreadable }
        })
      })
    })
  ).pipe(Layer.provide(SecureRandom.layerWebCrypto))
}

/** The part of an integration that is encrypted. */
const targetOf = (target: Target): Target =>
  target.type === "webhook"
    ? { type: target.type, config: target.config, secrets: target.secrets }
    : ({ type: target.type, config: target.config } as Target)
