/** Makes accounts due when campaigns may have something new to send. */
import { Effect } from "effect"
import { AccountsUpdated } from "../accounts/AccountChange.ts"
import { CampaignStarted, CampaignUpdated } from "../campaigns/CampaignChange.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import type { Change, Consumer } from "../Changes.ts"
import type { AccountId, CampaignId } from "../ids.ts"
import {
  LeadPaused,
  LeadResumed,
  LeadsCreated,
  LeadsReleased,
  LeadsRetimed,
  LeadsVerified
} from "../leads/LeadChange.ts"
import { Mailer } from "../mailboxes/Mailer.ts"
import { MailboxStore } from "../mailboxes/MailboxStore.ts"
import { dueFor } from "../mailboxes/SendingWork.ts"
import { SendsEnded } from "../sends/SendChange.ts"
import { StepsChanged } from "../sequences/SequenceChange.ts"
import * as Timestamp from "../Timestamp.ts"
import { WorkStore } from "../work/WorkStore.ts"

/** The campaigns that may have something new to send by a change. */
const campaignsOf = (change: Change): ReadonlyArray<CampaignId> => {
  if (change instanceof CampaignStarted || change instanceof CampaignUpdated) return [change.campaign.id]
  if (change instanceof LeadsCreated || change instanceof StepsChanged) return [change.campaign_id]
  if (change instanceof LeadPaused || change instanceof LeadResumed) return [change.lead.campaign_id]
  if (change instanceof LeadsReleased || change instanceof LeadsRetimed || change instanceof LeadsVerified)
    return change.leads.map(({ campaign_id }) => campaign_id)
  return []
}

/** The accounts that a change names, or whose mails a person wants to be sent again. */
const accountsOf = (change: Change): ReadonlyArray<AccountId> => {
  if (change instanceof AccountsUpdated) return change.account_ids
  if (!(change instanceof SendsEnded)) return []
  return change.sends.flatMap(({ account_id, outcome }) => (outcome === "queued" ? [account_id] : []))
}

/**
 * The consumer that makes accounts due: each account of an active campaign that can send, and each that has left a campaign. It is the
 * last consumer, because work is locked last.
 */
export const wakeConsumer = Effect.gen(function* () {
  const campaigns = yield* CampaignStore
  const mailboxes = yield* MailboxStore
  const mailer = yield* Mailer.orNone
  const work = yield* WorkStore

  return {
    kinds: new Set([
      AccountsUpdated,
      CampaignStarted,
      CampaignUpdated,
      LeadPaused,
      LeadResumed,
      LeadsCreated,
      LeadsReleased,
      LeadsRetimed,
      LeadsVerified,
      SendsEnded,
      StepsChanged
    ]),
    // A resumed lead matters only in a campaign that Mailroom sends: then `agendaConsumer` wants the change.
    wants: (_, kind) => Effect.succeed(kind !== LeadResumed),
    consume: Effect.fnUntraced(function* (id, changes) {
      const campaign_ids = [...new Set(changes.flatMap(campaignsOf))]
      const found = campaign_ids.length === 0 ? [] : yield* campaigns.findMany(id, campaign_ids)
      const account_ids = [
        ...new Set([
          ...changes.flatMap(accountsOf),
          ...found.flatMap((campaign) => (campaign.status === "active" ? campaign.account_ids : []))
        ])
      ]
      // An account that has left gives its leads to the others in its next turn, whether it can send or not.
      const left = changes.flatMap((change) => (change instanceof CampaignUpdated ? change.left : []))
      if (account_ids.length + left.length === 0) return
      const connected = mailer.sendsWithoutCredentials
        ? account_ids
        : (yield* mailboxes.findMany(id, account_ids)).flatMap(({ account_id, connection }) =>
            connection === null ? [] : [account_id]
          )
      const woken = [...connected, ...left]
      if (woken.length > 0) yield* dueFor(work, id, woken, yield* Timestamp.now)
    })
  } satisfies Consumer
})
