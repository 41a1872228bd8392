/** Stops and releases the leads that blacklist entries match, in batches. */
import { domainsOf, isCovered } from "@mailroom/mail/domain"
import { Effect } from "effect"
import { BatchSize } from "../Bulk.ts"
import { Changes } from "../Changes.ts"
import { GuardStore } from "../guards/GuardStore.ts"
import { type LeadRecord } from "../leads/Lead.ts"
import { LeadsReleased } from "../leads/LeadChange.ts"
import { type AddressMatch, type AddressKeyset, LeadStore } from "../leads/LeadStore.ts"
import { apply, release } from "../leads/StopSending.ts"
import { anotherTransaction } from "../MultiStep.ts"
import { CurrentOrganization } from "../Organization.ts"
import { renewed } from "../Deadline.ts"
import * as Timestamp from "../Timestamp.ts"
import { makeFindCovered } from "./Coverage.ts"
import type { BlacklistKind } from "./BlacklistEntry.ts"
import { nextVersion } from "../Version.ts"

/** `stop` follows new entries, `release` follows removed ones. */
export type Direction = "release" | "stop"

/**
 * A lead after a change of the blacklist, given whether an entry covers it now. If coverage contradicts the direction,
 * another change has modified the entries meanwhile and sweeps its leads: this lead stays unchanged.
 */
const sweepLead = (lead: LeadRecord, direction: Direction, covered: boolean, now: Timestamp.Timestamp): LeadRecord => {
  if (covered !== (direction === "stop")) return lead
  return nextVersion(lead, { ...lead, ...(covered ? apply(lead, "blacklist", now) : release(lead)) }, now)
}

/** The mailboxes and domains whose leads these values match. A domain below another domain in the list is left out. */
const matchOf = (kind: BlacklistKind, values: ReadonlyArray<string>): AddressMatch => {
  if (kind === "email") return { addresses: [], mailboxes: values, domains: [] }
  const all = new Set(values)
  const isBelow = (domain: string) => domainsOf(domain).some((parent) => parent !== domain && all.has(parent))
  return { addresses: [], domains: values.filter((domain) => !isBelow(domain)) }
}

export const makeSweep = Effect.gen(function* () {
  const findCovered = yield* makeFindCovered
  const guards = yield* GuardStore
  const leads = yield* LeadStore
  const { report, transaction } = yield* Changes

  /**
   * Sweeps a batch in the surrounding transaction, which has locked the guard. Returns the number of leads that were stopped or resumed
   * (`count`), and the last lead, if there may be more behind it (`last`).
   */
  const batch = Effect.fnUntraced(function* (match: AddressMatch, direction: Direction, after?: AddressKeyset) {
    const { id } = yield* CurrentOrganization
    const limit = yield* BatchSize
    const found = yield* leads.findMatching(id, match, { limit, ...(after === undefined ? {} : { after }) })
    const last = found.length < limit ? undefined : found.at(-1)
    if (found.length === 0) return { last, count: 0 }
    const ids = found.map((place) => place.id)
    // A lead may have changed its address before it was locked: then the entries do not match it any more.
    const values = new Set([...(match.mailboxes ?? []), ...match.domains])
    const locked = (yield* leads.lock(id, ids)).filter((lead) => isCovered(lead.email, values))
    const covered = yield* findCovered(locked.map(({ email }) => email))
    const now = yield* Timestamp.now
    const swept = locked.map((before) => ({
      before,
      lead: sweepLead(before, direction, covered.has(before.email), now)
    }))
    const changed = swept.flatMap(({ before, lead }) => (lead === before ? [] : [lead]))
    if (changed.length > 0) yield* leads.writeState(id, changed)
    // Leads that another rule stops, too, are changed, but neither stopped nor resumed.
    const turned = swept.flatMap(({ before, lead }) => (lead.stop_sending === before.stop_sending ? [] : [lead]))
    if (direction === "release" && turned.length > 0) yield* report([new LeadsReleased({ leads: turned })])
    return { last, count: turned.length }
  })

  /**
   * Runs `changeEntries`, which returns the `values` to sweep, and sweeps the leads that they match. Then runs `finish`
   * with the number of leads that were stopped or resumed. The first batch shares the transaction of `changeEntries`, the
   * last batch shares the transaction of `finish`: with few leads there is only one transaction. `proceed` runs in the
   * transaction of every batch except the last.
   */
  return Effect.fnUntraced(function* <A extends { readonly values: ReadonlyArray<string> }, E, R, E2, R2>(
    kind: BlacklistKind,
    direction: Direction,
    changeEntries: Effect.Effect<A, E, R>,
    finish: (result: A, leads: number) => Effect.Effect<void, E2, R2>,
    proceed: (result: A) => Effect.Effect<void, E2, R2> = () => Effect.void
  ) {
    const step = Effect.fnUntraced(function* (result: A, count: number, after?: AddressKeyset) {
      const batchResult = yield* batch(matchOf(kind, result.values), direction, after)
      const total = count + batchResult.count
      yield* batchResult.last === undefined ? finish(result, total) : proceed(result)
      return { result, total, last: batchResult.last }
    })
    let state = yield* transaction(Effect.flatMap(changeEntries, (result) => step(result, 0)))
    while (state.last !== undefined) {
      yield* anotherTransaction
      const { last, result, total } = state
      const { id } = yield* CurrentOrganization
      state = yield* renewed(transaction(Effect.andThen(guards.lock(id, "shared"), step(result, total, last))))
    }
    return { ...state.result, leads: state.total }
  })
})
