/** Conformance cases: the use case `Accounts.remove` over any storage takes accounts off their campaigns. */
import { Effect, Layer, Option } from "effect"
import { ok } from "node:assert/strict"
import { Accounts } from "../../accounts/Accounts.ts"
import { CampaignStore } from "../../campaigns/CampaignStore.ts"
import { Changes } from "../../Changes.ts"
import { CurrentOrganization } from "../../Organization.ts"
import { at, newAccount, newCampaign, newOrganization, same } from "../fixtures/Fixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import type { AccountId, CampaignId } from "../../ids.ts"

const useCase = Accounts.layer.pipe(Layer.provide(Changes.layer(Effect.succeed([]))))

/** An organization with four accounts. */
const newGiven = Effect.gen(function* () {
  const organization_id = yield* newOrganization
  const [a, b, c, d] = yield* Effect.replicateEffect(newAccount(organization_id), 4)
  ok(a && b && c && d)
  const campaigns = yield* CampaignStore
  const accounts = yield* Effect.provide(Accounts, useCase, { local: true })
  return {
    ids: [a.id, b.id, c.id, d.id] as const,
    campaign: (...account_ids: ReadonlyArray<AccountId>) => newCampaign(organization_id, { account_ids }),
    hide: (id: CampaignId) => campaigns.hide(organization_id, id, at(1)),
    remove: (...ids: ReadonlyArray<AccountId>) =>
      Effect.provideService(accounts.remove({ ids }), CurrentOrganization, { id: organization_id }),
    /** The accounts and the version of each campaign, with hidden ones. */
    stored: (...ids: ReadonlyArray<CampaignId>) =>
      Effect.map(campaigns.findMany(organization_id, ids, { with_hidden: true }), (found) =>
        ids.map((id) => {
          const { account_ids, version } = Option.getOrThrow(
            Option.fromUndefinedOr(found.find((campaign) => campaign.id === id))
          )
          return [account_ids, version]
        })
      )
  }
})

export const cases: ReadonlyArray<StorageCase> = casesOf("Accounts.remove, over the storage", {
  "takes deleted accounts off campaigns, which keep the order of the rest and get one more version": Effect.gen(
    function* () {
      const { campaign, ids, remove, stored } = yield* newGiven
      const [a, b, c, d] = ids
      const mixed = yield* campaign(d, a, c, b)
      const only = yield* campaign(a)
      const both = yield* campaign(c, a)
      yield* remove(c, a)
      same(yield* stored(mixed, only, both), [
        [[d, b], 2],
        [[], 2],
        [[], 2]
      ])
    }
  ),
  "changes no other campaign: not of other accounts, not of another organization": Effect.gen(function* () {
    const { campaign, ids, remove, stored } = yield* newGiven
    const foreign = yield* newGiven
    const [a, b] = ids
    const others = [yield* campaign(b), yield* campaign()] as const
    const theirs = yield* foreign.campaign(...foreign.ids)
    yield* remove(a, a, ...foreign.ids)
    same(yield* stored(...others), [
      [[b], 1],
      [[], 1]
    ])
    same(yield* foreign.stored(theirs), [[foreign.ids, 1]])
  }),
  "leaves a campaign that is being deleted": Effect.gen(function* () {
    const { campaign, hide, ids, remove, stored } = yield* newGiven
    const gone = yield* campaign(ids[1], ids[0])
    yield* hide(gone)
    yield* remove(ids[0])
    same(yield* stored(gone), [[[ids[1], ids[0]], 1]])
  })
})
