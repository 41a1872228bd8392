/** Deletes accounts, and releases the leads that had chosen them as sender, in batches. */
import { Changes } from "../Changes.ts"
import { Effect, Option } from "effect"
import { type AccountRecord, remove, undeleted } from "./Account.ts"
import { AccountStore } from "./AccountStore.ts"
import { BatchSize } from "../Bulk.ts"
import { patch } from "../campaigns/Campaign.ts"
import { CampaignUpdated } from "../campaigns/CampaignChange.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { empty, hasInbox } from "../mailboxes/Mailbox.ts"
import { MailboxStore } from "../mailboxes/MailboxStore.ts"
import * as InboxWork from "../mailboxes/InboxWork.ts"
import { dueFor } from "../mailboxes/SendingWork.ts"
import { withoutSender } from "../leads/Lead.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { CurrentOrganization } from "../Organization.ts"
import { renewed } from "../Deadline.ts"
import * as Timestamp from "../Timestamp.ts"
import { WorkStore } from "../work/WorkStore.ts"
import type { AccountId } from "../ids.ts"

export const makeAccountRemoval = Effect.gen(function* () {
  const store = yield* AccountStore
  const campaigns = yield* CampaignStore
  const leads = yield* LeadStore
  const mailboxes = yield* MailboxStore
  const work = yield* WorkStore
  const { report, transactional } = yield* Changes

  /**
   * Releases a batch of the leads of locked accounts, and stores the accounts. Returns whether all leads are released.
   * Other leads cannot choose a deleted account.
   */
  const releaseBatch = Effect.fnUntraced(function* (accounts: ReadonlyArray<AccountRecord>, now: Timestamp.Timestamp) {
    const organization = yield* CurrentOrganization
    const limit = yield* BatchSize
    const ids = new Set(accounts.map(({ id }) => id))
    const found = yield* leads.findByChosenSender(organization.id, [...ids], { limit })
    const locked = found.length === 0 ? [] : yield* leads.lock(organization.id, found)
    const chosen = locked.filter(({ chosen_sender }) => chosen_sender !== null && ids.has(chosen_sender))
    if (chosen.length > 0) {
      yield* leads.writeState(
        organization.id,
        chosen.map((lead) => withoutSender(lead, now))
      )
    }
    const isDone = found.length < limit
    yield* store.write(
      organization.id,
      accounts.map((account) => ({ ...account, releasing_at: isDone ? null : now }))
    )
    return isDone
  })

  /** Releases a batch of the leads of these accounts. Returns whether all leads are released. */
  const finishBatch = transactional(function* (ids: ReadonlyArray<AccountId>) {
    const { id } = yield* CurrentOrganization
    const locked = (yield* store.lock(id, ids, "exclusive")).filter(({ releasing_at }) => releasing_at !== null)
    return locked.length === 0 || (yield* releaseBatch(locked, yield* Timestamp.now))
  })

  /** Releases the remaining leads of these accounts, except accounts whose deletion was finished meanwhile. */
  const finish = Effect.fnUntraced(function* (ids: ReadonlyArray<AccountId>) {
    while (!(yield* renewed(finishBatch(ids))));
  })

  /** Removes locked accounts from the campaigns that send from them, which it locks in ascending order. */
  const leaveCampaigns = Effect.fnUntraced(function* (ids: ReadonlyArray<AccountId>, now: Timestamp.Timestamp) {
    const organization = yield* CurrentOrganization
    const removed = new Set(ids)
    for (const { id } of yield* campaigns.findByAccounts(organization.id, ids)) {
      const campaign = yield* campaigns.lock(organization.id, id)
      if (Option.isNone(campaign)) continue
      const account_ids = campaign.value.account_ids.filter((account) => !removed.has(account))
      const next = patch(campaign.value, { account_ids }, now)
      yield* campaigns.replace(organization.id, next)
      const left = campaign.value.account_ids.filter((account) => removed.has(account))
      yield* report([new CampaignUpdated({ campaign: next, left, isEarlier: false })])
    }
  })

  /**
   * Deletes the accounts that exist and pass `check`, and releases the first batch of their leads. Returns their ids, and whether all leads
   * are released.
   */
  const start = transactional(function* <E>(
    ids: ReadonlyArray<AccountId>,
    check: (accounts: ReadonlyArray<AccountRecord>) => Effect.Effect<void, E>
  ) {
    const { id } = yield* CurrentOrganization
    const locked = undeleted(yield* store.lock(id, ids, "exclusive"))
    yield* check(locked)
    const removed = locked.map(({ id }) => id)
    if (removed.length === 0) return { removed, isDone: true }
    const now = yield* Timestamp.now
    // The secrets of a deleted account are of no use any more.
    const stored = yield* mailboxes.lock(id, removed)
    yield* mailboxes.write(
      id,
      stored.map(({ account_id }) => empty(account_id))
    )
    const isDone = yield* releaseBatch(
      locked.map((account) => remove(account, now)),
      now
    )
    yield* leaveCampaigns(removed, now)
    // The worker rejects the waiting mails of these accounts, and removes the texts that are kept for copies.
    yield* InboxWork.dueFor(
      work,
      id,
      stored.filter(hasInbox).map(({ account_id }) => account_id),
      now
    )
    yield* dueFor(work, id, removed, now)
    return { removed, isDone }
  })

  /**
   * Deletes the accounts with these ids that exist and pass `check`, and removes them from their campaigns, in one
   * transaction with the first batch of leads. Returns their ids.
   */
  const removeAccounts = Effect.fnUntraced(function* <E>(
    ids: ReadonlyArray<AccountId>,
    check: (accounts: ReadonlyArray<AccountRecord>) => Effect.Effect<void, E>
  ) {
    const { isDone, removed } = yield* start(ids, check)
    if (!isDone) yield* finish(removed)
    return removed
  })

  return { finish, removeAccounts }
})
