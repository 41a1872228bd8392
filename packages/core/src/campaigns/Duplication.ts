/** Copies a campaign: the use case `Campaigns.duplicate`. */
import { cut, maximumName } from "@mailroom/mail/text"
import { Effect, Schema } from "effect"
import { Changes } from "../Changes.ts"
import { findOne, orNotFound } from "../NotFound.ts"
import { CurrentOrganization } from "../Organization.ts"
import { byStep, type SequenceRecord } from "../sequences/Sequence.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import { restarted } from "../sequences/Winner.ts"
import * as Timestamp from "../Timestamp.ts"
import type { DuplicateCampaign } from "./Campaign.ts"
import type { makeCampaignSettings } from "./CampaignSettings.ts"
import { CampaignStore } from "./CampaignStore.ts"
import { type CampaignId, CampaignNotFound, type SequenceId } from "../ids.ts"

/** Another transaction added an account to the campaign before this transaction had locked it. */
class AccountsAdded extends Schema.TaggedError<AccountsAdded>()("AccountsAdded", {}) {}

/** Maximum number of attempts. A new attempt follows when an account was added meanwhile. */
const maximumAttempts = 10

const suffix = " (copy)"

/** Makes `Campaigns.duplicate` from the services that it needs. */
export const makeDuplicate = Effect.fnUntraced(function* ({
  insertDraft,
  lockAccounts
}: Effect.Success<typeof makeCampaignSettings>) {
  const store = yield* CampaignStore
  const sequences = yield* SequenceStore
  const { transactional } = yield* Changes

  /**
   * Accounts are locked before campaigns, so they are read first, without a lock. Nobody changes the settings, the
   * accounts or the steps of a locked campaign.
   */
  const attempt = transactional(function* (id: CampaignId, { name }: DuplicateCampaign) {
    const organization = yield* CurrentOrganization
    const notFound = () => new CampaignNotFound({ id })
    const found = yield* orNotFound(findOne(store.findMany, organization.id, id), notFound)
    const existing = new Set(yield* lockAccounts(found.account_ids))
    const source = yield* orNotFound(store.lock(organization.id, id), notFound)
    if (source.account_ids.some((account) => !existing.has(account))) return yield* new AccountsAdded()
    const steps = yield* sequences.ofCampaigns(organization.id, [id])
    const copy = yield* insertDraft({
      ...source,
      name: name ?? cut(source.name, maximumName - suffix.length) + suffix
    })
    const now = yield* Timestamp.now
    for (const siblings of byStep(steps).map((variants) => restarted(variants, now))) {
      let step_id: SequenceId | null = null
      for (const { campaign_id: _campaign, id: _, ...sequence } of siblings) {
        const inserted: SequenceRecord = yield* sequences.insert(organization.id, copy.id, { ...sequence, step_id })
        step_id ??= inserted.id
      }
    }
    return copy
  })

  return (id: CampaignId, input: DuplicateCampaign) =>
    attempt(id, input).pipe(
      Effect.retry({ while: ({ _tag }) => _tag === "AccountsAdded", times: maximumAttempts }),
      Effect.catchTag("AccountsAdded", Effect.die)
    )
})
