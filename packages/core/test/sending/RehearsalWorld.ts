/** Rehearsals of campaigns in tests. */
import { Effect } from "effect"
import { AccountStore } from "../../src/accounts/AccountStore.ts"
import { CampaignStore } from "../../src/campaigns/CampaignStore.ts"
import { Inbound } from "../../src/mailboxes/Inbound.ts"
import { makeRehearse } from "../../src/sending/Rehearse.ts"
import type { RehearsalInput } from "../../src/sending/Rehearsal.ts"
import { SequenceStore } from "../../src/sequences/SequenceStore.ts"
import type { Mailing } from "./Mailing.ts"

/** High rates, so that few leads have answers and bounces. */
export const rates = { reply_rate: 25, bounce_rate: 6 }

/** Plays a campaign ahead. */
export const played = Effect.fnUntraced(function* (given: Mailing, input: RehearsalInput) {
  const setup = { inbound: yield* Inbound, sends_without_credentials: true }
  const rehearse = yield* makeRehearse(setup)
  const campaigns = yield* CampaignStore
  const accounts = yield* AccountStore
  const [campaign] = yield* campaigns.findMany(given.organization_id, [given.campaign_id])
  if (campaign === undefined) return yield* Effect.die("There is no campaign")
  const found = yield* accounts.findMany(given.organization_id, campaign.account_ids)
  const sequences = yield* SequenceStore
  const steps = yield* sequences.ofCampaigns(given.organization_id, [given.campaign_id])
  return yield* given.asTenant(rehearse.play(campaign, found, steps, { ...rates, ...input }))
})
