/** Reads accounts with all that decides whether they may send now: settings, mailboxes, numbers of today, campaigns and steps. */
import { Effect } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import { spansOf } from "../accounts/Figures.ts"
import { todayOf } from "../analytics/Period.ts"
import type { Metrics } from "../analytics/Rollup.ts"
import { RollupStore } from "../analytics/RollupStore.ts"
import type { CampaignRecord } from "../campaigns/Campaign.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import type { AccountId, CampaignId } from "../ids.ts"
import { empty, type MailboxRecord } from "../mailboxes/Mailbox.ts"
import { CurrentOrganization } from "../Organization.ts"
import { SendStore } from "../sends/SendStore.ts"
import type { SequenceRecord } from "../sequences/Sequence.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import type { Timestamp } from "../Timestamp.ts"
import { makeCampaignFigures } from "./CampaignFigures.ts"
import { makeCampaignHours } from "./CampaignHours.ts"
import type { Hours } from "./Hours.ts"

/** An active campaign that an account sends for. */
export interface ActiveCampaign {
  readonly campaign: CampaignRecord
  readonly hours: Hours
  /** The variants of the steps, by ascending position. */
  readonly steps: ReadonlyArray<SequenceRecord>
  /** The number of leads that got their first mail today, in the campaign's time zone. */
  readonly contactedToday: number
  /** When the day ends, in the campaign's time zone. */
  readonly dayEnd: Timestamp
}

/** An account with the data that decides whether it may send now. */
export interface SendingAccount {
  readonly account: AccountRecord
  readonly mailbox: MailboxRecord
  /** The number of mails that it sent today, in its time zone. */
  readonly sentToday: number
  /** The number of leads that got their first mail from it today. */
  readonly contactedToday: number
  /** Mails of the last seven days, in the account's time zone. */
  readonly week: Pick<Metrics, "bounced" | "sent">
  /** The number of mails of steps that began today, and whose outcome is not known. */
  readonly unsettledToday: number
  /** When the day ends, in the account's time zone. */
  readonly dayEnd: Timestamp
  /** Its active campaigns, by ascending id. */
  readonly campaigns: ReadonlyArray<ActiveCampaign>
}

/** The campaigns of these accounts, by id. */
export const campaignsOf = (senders: ReadonlyArray<SendingAccount>): ReadonlyMap<CampaignId, ActiveCampaign> =>
  new Map(
    senders
      .flatMap(({ campaigns }) => campaigns)
      .map((active): [CampaignId, ActiveCampaign] => [active.campaign.id, active])
  )

export const makeReadSenders = Effect.gen(function* () {
  const campaignStore = yield* CampaignStore
  const figuresOf = yield* makeCampaignFigures
  const readHours = yield* makeCampaignHours
  const rollups = yield* RollupStore
  const sends = yield* SendStore
  const sequences = yield* SequenceStore

  /** These accounts, in order. `mailboxes`: the stored ones, in any order. The caller may have locked both. */
  return Effect.fnUntraced(function* (
    accounts: ReadonlyArray<AccountRecord>,
    mailboxes: ReadonlyArray<MailboxRecord>,
    now: Timestamp
  ) {
    if (accounts.length === 0) return []
    const { id } = yield* CurrentOrganization
    const account_ids = accounts.map((account) => account.id)
    const campaigns = yield* campaignStore.findByAccounts(id, account_ids, { only_active: true })
    const campaign_ids = campaigns.map((campaign): CampaignId => campaign.id)
    const hoursOf = yield* readHours.ofAll(campaigns)
    const spans = spansOf(accounts, "today", now)
    // These reads are sent together: one round trip to the database.
    const [steps, contacted, sums, open] = yield* Effect.all(
      [
        campaign_ids.length === 0 ? Effect.succeed([]) : sequences.ofCampaigns(id, campaign_ids),
        figuresOf(campaigns, "today", now),
        rollups.sumAccounts(id, [...spans, ...spansOf(accounts, "last_7_days", now)]),
        sends.countOpen(
          id,
          spans.map(({ account_id, start }) => ({ account_id, since: start }))
        )
      ],
      { concurrency: "unbounded" }
    )
    const stepsOf = Map.groupBy(steps, ({ campaign_id }) => campaign_id)
    const boxes = new Map<AccountId, MailboxRecord>(mailboxes.map((mailbox) => [mailbox.account_id, mailbox]))
    return accounts.map((account, i): SendingAccount => ({
      account,
      mailbox: boxes.get(account.id) ?? empty(account.id),
      sentToday: sums[i]?.sent ?? 0,
      contactedToday: sums[i]?.contacted ?? 0,
      week: sums[accounts.length + i] ?? { bounced: 0, sent: 0 },
      unsettledToday: open[i] ?? 0,
      dayEnd: spans[i]?.end ?? now,
      campaigns: campaigns
        .filter(({ account_ids }) => account_ids.includes(account.id))
        .map((campaign) => ({
          campaign,
          hours: hoursOf(campaign),
          steps: stepsOf.get(campaign.id) ?? [],
          contactedToday: contacted.get(campaign.id)?.contacted ?? 0,
          dayEnd: todayOf(campaign.timezone, now).end
        }))
    }))
  })
})

/** An account with another campaign that counts as active, if the campaign sends from the account. */
export const withCampaign = (sender: SendingAccount, active: ActiveCampaign): SendingAccount => {
  const others = sender.campaigns.filter(({ campaign }) => campaign.id !== active.campaign.id)
  if (!active.campaign.account_ids.includes(sender.account.id)) return sender
  return { ...sender, campaigns: [...others, active].toSorted((a, b) => (a.campaign.id < b.campaign.id ? -1 : 1)) }
}
