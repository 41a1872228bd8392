/** Pauses campaigns, and holds back accounts, whose mails bounce too often (sending design, "Bounces"). */
import { Effect, Option, Result } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import type { Metrics } from "../analytics/Rollup.ts"
import { type CampaignRecord, pause } from "../campaigns/Campaign.ts"
import { CampaignPaused } from "../campaigns/CampaignChange.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { Changes } from "../Changes.ts"
import type { CampaignId } from "../ids.ts"
import { failed } from "../mailboxes/Health.ts"
import { makeMailboxUpdate } from "../mailboxes/MailboxUpdate.ts"
import { CurrentOrganization } from "../Organization.ts"
import * as Timestamp from "../Timestamp.ts"

/** A few bounces among the first mails say nothing. */
const minimumSent = 50

/** Whether so many of the mails of the last seven days bounced that nothing more may be sent. `limit`: a percentage. */
export const exceeds = ({ bounced, sent }: Pick<Metrics, "bounced" | "sent">, limit: number | null): boolean =>
  limit !== null && sent >= minimumSent && bounced * 100 >= sent * limit

export const makeBounceLimit = Effect.gen(function* () {
  const campaigns = yield* CampaignStore
  const { report, transactional } = yield* Changes
  const updateMailbox = yield* makeMailboxUpdate

  /** Pauses an active campaign because of its bounces. */
  const pauseCampaign = transactional(function* (id: CampaignId) {
    const organization = yield* CurrentOrganization
    const found: Option.Option<CampaignRecord> = yield* campaigns.lock(organization.id, id)
    if (Option.isNone(found) || found.value.status !== "active") return
    const paused = pause(found.value, yield* Timestamp.now, "bounces")
    if (Result.isFailure(paused)) return
    yield* campaigns.replace(organization.id, paused.success)
    yield* report([new CampaignPaused({ campaign: paused.success })])
  })

  /** Lets an account fail because of its bounces: it is tried again after a day. */
  const holdBack = (
    account: Pick<AccountRecord, "email" | "id">,
    { bounced, sent }: Pick<Metrics, "bounced" | "sent">
  ) =>
    updateMailbox(account, (mailbox, now) => ({
      ...mailbox,
      ...failed(
        mailbox,
        { kind: "sending", error: `${bounced} of its ${sent} mails of the last seven days bounced` },
        now
      )
    }))

  return { holdBack, pauseCampaign }
})
