/** `LeadStore.list`: leads of all campaigns, newest first. */
import type { LeadStore } from "@mailroom/core"
import { Effect } from "effect"
import type { Database } from "../database/Database.ts"
import type { Values } from "../database/values.ts"
import { hasFewChanges } from "./leadFilters.ts"
import { list } from "./leadLists.ts"
import { listingOf } from "./leadRows.ts"

// A search is planned each time, and so are `updated_since` and a first event: some find most leads, and most find few.
export const leadListing = (database: Database): LeadStore["Service"]["list"] => {
  const { read, readLong, sql } = database
  return Effect.fnUntraced(function* (organization_id, listing) {
    const { address, campaign_id, first, is_positive, limit, search, updated_since } = listing
    const readLead = (row: Values) => listingOf(listing).read(row)
    const statement = list(sql, organization_id, listing)
    if ([search, updated_since, first, is_positive].every((given) => given === undefined)) {
      return yield* read("LeadStore.list", statement.values, (rows) => rows.map(readLead))
    }
    const ask = (statement: ReturnType<typeof list>) =>
      readLong("LeadStore.list", statement.valuesUnprepared, (rows) => rows.map(readLead))
    if ((updated_since === undefined && first === undefined) || address !== undefined) return yield* ask(statement)
    if (
      updated_since !== undefined &&
      first === undefined &&
      (yield* hasFewChanges(database, "LeadStore.list", organization_id, { updated_since, campaign_id }))
    ) {
      return yield* ask(statement)
    }
    // If many leads were updated or have the event, the newest ones have a page of them. If these have a tenth of a page, ten times
    // as many are read.
    const some = first === undefined ? 5_000 : 2_000
    let newest = yield* ask(list(sql, organization_id, listing, some))
    if (newest.length < limit && newest.length * 10 >= limit) {
      newest = yield* ask(list(sql, organization_id, listing, 10 * some))
    }
    return newest.length === limit ? newest : yield* ask(statement)
  })
}
