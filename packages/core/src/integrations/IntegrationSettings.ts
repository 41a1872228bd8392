/** Creates and changes integrations: checks their settings, and encrypts their secrets. */
import { Effect, Redacted, Result } from "effect"
import { SecureRandom } from "effect/crypto"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { Changes } from "../Changes.ts"
import { decode, InvalidInput } from "../InvalidInput.ts"
import { orNotFound } from "../NotFound.ts"
import { CurrentOrganization } from "../Organization.ts"
import { Encryption } from "../secrets/Encryption.ts"
import * as Timestamp from "../Timestamp.ts"
import { WorkStore } from "../work/WorkStore.ts"
import { type Config, configs, masked, patched } from "./Config.ts"
import { DeliveryStore } from "./DeliveryStore.ts"
import { DeliveryTransport } from "./DeliveryTransport.ts"
import { dueFor } from "./DeliveryWork.ts"
import {
  IntegrationNotFound,
  type IntegrationPatch,
  type IntegrationRecord,
  maximumIntegrations,
  type NewIntegration,
  setEnabled,
  TooManyIntegrations
} from "./Integration.ts"
import { IntegrationStore } from "./IntegrationStore.ts"
import type { Target } from "./Exchanges.ts"
import { healthy } from "./Retry.ts"
import { seal, unseal } from "./Sealing.ts"
import { newSecret, type SigningSecrets } from "./Signature.ts"
import type { IntegrationId } from "../ids.ts"

const fault = (pointer: string, message: string) => new InvalidInput({ faults: [{ pointer, message }] })

const decodeConfigs = {
  webhook: decode(configs.webhook, "/config"),
  slack: decode(configs.slack, "/config"),
  telegram: decode(configs.telegram, "/config"),
  hubspot: decode(configs.hubspot, "/config")
}

export const makeIntegrationSettings = Effect.gen(function* () {
  const store = yield* IntegrationStore
  const log = yield* DeliveryStore
  const campaigns = yield* CampaignStore
  const work = yield* WorkStore
  const { transactional } = yield* Changes
  const random = yield* SecureRandom.SecureRandom
  const encryption = yield* Encryption.orNone
  const transport = yield* DeliveryTransport.orNone

  const newSecrets: Effect.Effect<SigningSecrets> = newSecret.pipe(
    Effect.map((current) => ({ current, previous: null, rotated_at: null })),
    Effect.provideService(SecureRandom.SecureRandom, random)
  )

  const checkUrl = ({ config }: Config) =>
    "url" in config
      ? Effect.mapError(transport.check(config.url), ({ message }) => fault("/config/url", message))
      : Effect.void

  type CampaignIds = IntegrationRecord["campaign_ids"]

  /** Campaigns that are stored already may have been deleted meanwhile: they are kept. */
  const checkCampaigns = Effect.fnUntraced(function* (
    campaign_ids: CampaignIds | undefined,
    stored: CampaignIds = null
  ) {
    if (campaign_ids == null) return
    const { id } = yield* CurrentOrganization
    const found = yield* campaigns.findMany(id, campaign_ids)
    const known = new Set([...found.map(({ id }) => id), ...(stored ?? [])])
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
    const locked = yield* orNotFound(store.lock(organization.id, id), () => new IntegrationNotFound({ id }))
    yield* checkCampaigns(patch.campaign_ids, locked.campaign_ids)
    const now = yield* Timestamp.now
    const { campaign_ids = locked.campaign_ids, events = locked.events, name = locked.name } = patch
    let integration: IntegrationRecord = {
      ...setEnabled(locked, patch.enabled),
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

  return { create, update }
})

/** The part of an integration that is encrypted. */
const targetOf = (target: Target): Target =>
  target.type === "webhook"
    ? { type: target.type, config: target.config, secrets: target.secrets }
    : ({ type: target.type, config: target.config } as Target)
