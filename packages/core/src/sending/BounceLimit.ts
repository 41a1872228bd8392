/** Pauses campaigns, and holds back accounts, whose mails bounce too often. */
import { Effect, Option, Result } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import { EventRecorded, RefusalRecorded } from "../activity/ActivityChange.ts"
import { PlanStore } from "../agenda/PlanStore.ts"
import type { Metrics } from "../analytics/Rollup.ts"
import { rowsOf } from "../analytics/Sums.ts"
import { type CampaignRecord, pause } from "../campaigns/Campaign.ts"
import { CampaignPaused } from "../campaigns/CampaignChange.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { type Change, Changes, type Consumer } from "../Changes.ts"
import type { CampaignId, OrganizationId } from "../ids.ts"
import { failed } from "../mailboxes/Health.ts"
import { makeMailboxUpdate } from "../mailboxes/MailboxUpdate.ts"
import { CurrentOrganization } from "../Organization.ts"
import * as Timestamp from "../Timestamp.ts"
import { makeCampaignFigures } from "./CampaignFigures.ts"
import type { Open } from "./Decision.ts"
import type { ActiveCampaign, SendingAccount } from "./SendingAccount.ts"

/** From so many mails on, the share of bounces counts: a few bounces among the first mails say nothing. */
const minimumSent = 50

/** Whether so many of the mails of the last seven days bounced that nothing more may be sent. `limit`: a percentage. */
export const exceeds = ({ bounced, sent }: Pick<Metrics, "bounced" | "sent">, limit: number | null): boolean =>
  limit !== null && sent >= minimumSent && bounced * 100 >= sent * limit

/** Whether an account that may send has to wait, because its mails reach the bounce limit of a campaign that it sends for. */
export const isHeldBack = ({ campaigns }: Open, { week }: Pick<SendingAccount, "week">): boolean =>
  campaigns.some(({ campaign: { bounce_limit } }) => exceeds(week, bounce_limit))

/** Whether a change counts a bounce. */
const isBounce = (change: Change): change is EventRecorded | RefusalRecorded =>
  (change instanceof EventRecorded || change instanceof RefusalRecorded) && change.event.type === "bounced"

/** The mails that changes add to the sums of a campaign. */
const addedTo = (campaign_id: CampaignId, changes: ReadonlyArray<Change>) => {
  const rows = rowsOf(changes).filter((row) => row.dimension === "campaign" && row.campaign_id === campaign_id)
  const sumOf = (metric: "bounced" | "sent") => rows.reduce((sum, { metrics }) => sum + (metrics[metric] ?? 0), 0)
  return { bounced: sumOf("bounced"), sent: sumOf("sent") }
}

/**
 * The consumer that pauses campaigns at their bounce limit when a bounce is recorded. The stored sums lack the
 * events of the current transaction, so these are added. A campaign without a plan is skipped: its host sends it.
 */
export const bounceConsumer = Effect.gen(function* () {
  const campaigns = yield* CampaignStore
  const plans = yield* PlanStore
  const figuresOf = yield* makeCampaignFigures

  return {
    kinds: new Set([EventRecorded, RefusalRecorded]),
    consume: Effect.fnUntraced(function* (id, changes) {
      const ids = new Set(changes.filter(isBounce).map(({ event }) => event.campaign_id))
      if (ids.size === 0) return []
      const ofMailroom = (yield* plans.findMany(id, [...ids])).map(({ campaign_id }) => campaign_id)
      if (ofMailroom.length === 0) return []
      const active = (yield* campaigns.findMany(id, ofMailroom)).filter(({ status }) => status === "active")
      if (active.length === 0) return []
      const now = yield* Timestamp.now
      const week = yield* Effect.provideService(figuresOf(active, "last_7_days", now), CurrentOrganization, { id })
      const paused: Array<CampaignPaused> = []
      for (const { bounce_limit, id: campaign_id } of active) {
        const { bounced = 0, sent = 0 } = week.get(campaign_id) ?? {}
        const added = addedTo(campaign_id, changes)
        if (!exceeds({ bounced: bounced + added.bounced, sent: sent + added.sent }, bounce_limit)) continue
        paused.push(...(yield* pauseForBounces(campaigns, id, campaign_id)))
      }
      return paused
    })
  } satisfies Consumer
})

/** Pauses a campaign because of its bounces. Returns the change; none if it is not active. */
const pauseForBounces = Effect.fnUntraced(function* (
  campaigns: CampaignStore["Service"],
  organization_id: OrganizationId,
  id: CampaignId
) {
  const found: Option.Option<CampaignRecord> = yield* campaigns.lock(organization_id, id)
  if (Option.isNone(found) || found.value.status !== "active") return []
  const paused = pause(found.value, yield* Timestamp.now, "bounces")
  if (Result.isFailure(paused)) return []
  yield* campaigns.replace(organization_id, paused.success)
  return [new CampaignPaused({ campaign: paused.success })]
})

export const makeBounceLimit = Effect.gen(function* () {
  const campaigns = yield* CampaignStore
  const figuresOf = yield* makeCampaignFigures
  const { report, transactional } = yield* Changes
  const updateMailbox = yield* makeMailboxUpdate

  /** Pauses an active campaign because of its bounces. */
  const pauseCampaign = transactional(function* (id: CampaignId) {
    const organization = yield* CurrentOrganization
    yield* report(yield* pauseForBounces(campaigns, organization.id, id))
  })

  /** Pauses campaigns whose mails bounce too often. Returns the others. */
  const pauseBouncing = Effect.fnUntraced(function* (campaigns: ReadonlyArray<ActiveCampaign>) {
    const now = yield* Timestamp.now
    const week = yield* figuresOf(
      campaigns.map(({ campaign }) => campaign),
      "last_7_days",
      now
    )
    const isBouncing = ({ campaign: { bounce_limit, id } }: ActiveCampaign) =>
      exceeds(week.get(id) ?? { bounced: 0, sent: 0 }, bounce_limit)
    for (const { campaign } of campaigns.filter(isBouncing)) yield* pauseCampaign(campaign.id)
    return campaigns.filter((one) => !isBouncing(one))
  })

  /** Marks an account as failing because of its bounces: it is tried again after a day. */
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

  return { holdBack, pauseBouncing }
})
