/** Creates and changes integrations: checks their settings, and encrypts their secrets. */
import { Effect, Redacted } from "effect"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { Changes } from "../Changes.ts"
import { InvalidInput } from "../InvalidInput.ts"
import { orNotFound } from "../NotFound.ts"
import { CurrentOrganization } from "../Organization.ts"
import { Encryption } from "../secrets/Encryption.ts"
import * as Timestamp from "../Timestamp.ts"
import { WorkStore } from "../work/WorkStore.ts"
import { masked } from "./Config.ts"
import { DeliveryStore } from "./DeliveryStore.ts"
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
import { healthy } from "./Retry.ts"
import { seal } from "./Sealing.ts"
import { makeTargets } from "./Targets.ts"
import type { IntegrationId } from "../ids.ts"

export const makeIntegrationSettings = Effect.gen(function* () {
  const store = yield* IntegrationStore
  const log = yield* DeliveryStore
  const campaigns = yield* CampaignStore
  const work = yield* WorkStore
  const { transactional } = yield* Changes
  const encryption = yield* Encryption.orNone
  const { changedTarget, newTarget } = yield* makeTargets

  type CampaignIds = IntegrationRecord["campaign_ids"]

  /** Fails if one of the campaigns does not exist, except for the `stored` ones: they may have been deleted meanwhile, and are kept. */
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
    const target = yield* newTarget(input)
    yield* checkCampaigns(input.campaign_ids)
    const { total } = yield* store.page(organization.id, { offset: 0, limit: 1 })
    if (total >= maximumIntegrations) return yield* new TooManyIntegrations()
    const id = yield* store.newId(organization.id)
    const { campaign_ids = null, enabled = true, events = [], name, type } = input
    const now = yield* Timestamp.now
    const integration: IntegrationRecord = {
      ...healthy,
      id,
      type,
      name,
      events: [...new Set(events)],
      campaign_ids: campaign_ids && [...new Set(campaign_ids)],
      config: masked(input),
      sealed: yield* seal(encryption, organization.id, id, target),
      status: enabled ? "active" : "disabled",
      created_at: now,
      updated_at: now
    }
    yield* store.insert(organization.id, integration)
    return { integration, secret: target.type === "webhook" ? Redacted.make(target.secrets.current) : null }
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
      const target = yield* changedTarget(locked, patch, now)
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
