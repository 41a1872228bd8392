/** The organization that the demo fills has no data. */
import { Accounts, Billing, Blacklist, Campaigns, Tags, Unibox } from "@mailroom/core"
import { Data, Effect } from "effect"

/** The organization already has data. */
export class NotEmpty extends Data.TaggedError("NotEmpty") {}

/** Fails if the organization has data. */
export const requireEmpty = Effect.gen(function* () {
  const [accounts, campaigns, tags, entries, billing, { threads }] = yield* Effect.all([
    Accounts,
    Campaigns,
    Tags,
    Blacklist,
    Billing,
    Unibox
  ])
  const page = { offset: 0, limit: 1 }
  const lists = yield* Effect.all([
    accounts.page(page),
    campaigns.page(page),
    tags.page(page),
    entries.page("email", page),
    entries.page("domain", page),
    billing.page(page),
    threads({ tab: "replies", limit: 1 }),
    threads({ tab: "other", limit: 1 })
  ])
  if (lists.some(({ data }) => data.length > 0)) return yield* new NotEmpty()
}).pipe(Effect.catchTag(["InvalidCursor", "InvalidInput"], Effect.die))
