/** Faults in the data of accounts. */
import { AccountStore, EventStore, LeadStore, RollupStore } from "@mailroom/core"
import { Effect } from "effect"
import { type Mutant, mutant } from "./Mutant.ts"

const deleted =
  "AccountStore, deleted accounts: are found by id and by address, which they keep, and by locks, but are not on pages"

const lastSent = "EventStore.findLastSent: finds the latest mail that each account sent, in any campaign"

export const accounts: ReadonlyArray<Mutant> = [
  mutant(
    "an account's address compared as it is spelled",
    AccountStore,
    ({ insert }) => ({
      insert: (organization_id, account) =>
        insert(organization_id, account).pipe(
          Effect.catchTag("DuplicateAccount", () =>
            insert(organization_id, { ...account, email: `again-${crypto.randomUUID()}@x.test` })
          )
        )
    }),
    "AccountStore.insert: fails with DuplicateAccount when the organization has the folded address"
  ),
  mutant(
    "deleted accounts that are forgotten",
    AccountStore,
    ({ findMany }) => ({
      findMany: (...args) =>
        Effect.map(findMany(...args), (found) => found.filter(({ deleted_at }) => deleted_at === null))
    }),
    deleted
  ),
  mutant(
    "an account written with a version of the store's own",
    AccountStore,
    ({ write }) => ({
      write: (organization_id, accounts) =>
        write(
          organization_id,
          accounts.map((account) => ({ ...account, version: account.version + 1 }))
        )
    }),
    "AccountStore.write: stores everything of an account but its id, created_at and folded address"
  ),
  mutant(
    "deletions that run found as abandoned",
    AccountStore,
    ({ findReleasing }) => ({
      findReleasing: ({ before, limit }) => findReleasing({ before: `${before}z` as typeof before, limit })
    }),
    "AccountStore, deleted accounts: findReleasing finds those of all organizations whose last batch was before an instant"
  ),
  mutant(
    "leads of the first account only",
    LeadStore,
    ({ findByChosenSender }) => ({
      findByChosenSender: (organization_id, ids, query) => findByChosenSender(organization_id, ids.slice(0, 1), query)
    }),
    "LeadStore.findByChosenSender: finds the leads that chose one of the accounts, in whatever campaign, as they are changed and removed"
  ),
  mutant(
    "sums of an account up to the end of the day",
    RollupStore,
    ({ sumAccounts }) => ({
      sumAccounts: (organization_id, spans) =>
        sumAccounts(
          organization_id,
          spans.map((span) => ({ ...span, end: `${span.end.slice(0, 10)}T23:45:00.000Z` as typeof span.end }))
        )
    }),
    "RollupStore, accounts: sumAccounts adds up each account over all campaigns, in any span"
  ),
  mutant(
    "clicks in place of the leads that clicked",
    EventStore,
    ({ countLinks }) => ({
      countLinks: (organization_id, campaign_id, query) =>
        Effect.map(countLinks(organization_id, campaign_id, query), (found) =>
          found.map((link) => ({ ...link, unique_clicked: link.clicked }))
        )
    }),
    "EventStore.countLinks: counts the clicks of each link and their leads, the most first, in the time"
  ),
  mutant(
    "the hour of the latest mail in place of its instant",
    EventStore,
    ({ findLastSent }) => ({
      findLastSent: (...args) =>
        Effect.map(findLastSent(...args), (found) =>
          found.map(({ account_id, at }) => ({ account_id, at: `${at.slice(0, 14)}00:00.000Z` as typeof at }))
        )
    }),
    lastSent
  ),
  mutant(
    "the latest mail of one account only",
    EventStore,
    ({ findLastSent }) => ({ findLastSent: (organization_id, ids) => findLastSent(organization_id, ids.slice(0, 1)) }),
    lastSent
  )
]
