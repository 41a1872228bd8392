/** Records the events that a mail reports, with the locks of its leads. */
import { Effect } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import { Activity } from "../activity/Activity.ts"
import { isOfMissingLead } from "../activity/RecordResult.ts"
import type { AccountId, OrganizationId } from "../ids.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { makeEvidence, type Shown } from "../sends/Evidence.ts"
import type { SendRecord } from "../sends/Send.ts"
import type { Tag } from "../tags/Tag.ts"
import type * as Timestamp from "../Timestamp.ts"
import type { NewMessage } from "../unibox/Message.ts"
import { makeUnsubscription } from "../unsubscribes/Unsubscription.ts"
import { makeAttribution, namedIds } from "./Attribution.ts"
import { type ClassifiedMail, type Match, MatchGone } from "./Match.ts"
import { entryOf, keyOf } from "./Received.ts"

/** The rows that were read for a mail before its leads are locked. */
interface Found {
  /** The accounts that the mail names. */
  readonly accounts: ReadonlyMap<AccountId, AccountRecord>
  /** The mails of Mailroom that it names. */
  readonly sends: ReadonlyArray<SendRecord>
  /** The locked tag that the rules give to the answer. */
  readonly tag: Tag | null
}

export const makeReportedEvents = Effect.gen(function* () {
  const activity = yield* Activity
  const attribute = yield* makeAttribution
  const evidence = yield* makeEvidence
  const leadStore = yield* LeadStore
  const unsubscriptions = yield* makeUnsubscription

  /**
   * Records the `sent` events of mails of ours whose outcome a mail shows. The leads of these events and of `match` are
   * locked together before, in the order of all leads. Returns whether there are such events. Then match the mail again: only a lead
   * that was written to can answer or refuse.
   */
  const recordShown = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    shown: ReadonlyArray<Shown>,
    { lead, reports }: Match,
    date_sent: Timestamp.Timestamp
  ) {
    const sent = evidence.eventsOf(shown, date_sent)
    if (sent.length === 0) return false
    const ids = [lead?.id, ...reports.map((report) => report.lead?.id), ...shown.map(({ send }) => send.lead_id)]
    yield* leadStore.lock(organization_id, [...new Set(ids.flatMap((id) => id ?? []))])
    // The lead of a mail of ours may be deleted: that keeps no answer from being stored.
    yield* activity.recordNotice(sent, { leads: new Set(), refused: [] })
    return true
  })

  /**
   * Locks the leads that a mail is about, and records the events that it reports.
   * Returns the recorded events.
   */
  const recordReports = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    known: Pick<NewMessage, "account_id" | "date_sent" | "identity">,
    classified: ClassifiedMail,
    { lead, read, refused = [], reports, unsubscription }: Match,
    { accounts, sends, tag }: Found
  ) {
    if (unsubscription !== undefined) {
      const { events, isLeadGone } = yield* unsubscriptions.record(unsubscription, known.date_sent)
      return isLeadGone ? yield* new MatchGone() : events
    }
    const reported = new Map(reports.flatMap(({ lead }) => (lead === undefined ? [] : [[lead.id, lead] as const])))
    // `activity.recordNotice` locks only the leads of its events.
    if (lead !== undefined && !reported.has(lead.id)) {
      const locked = yield* leadStore.lock(organization_id, [lead.id, ...reported.keys()])
      if (!locked.some(({ id }) => id === lead.id)) return yield* new MatchGone()
    }
    if (reports.length + refused.length === 0) return []
    const attributionOf = yield* attribute(organization_id, namedIds(classified), sends, read)
    const events = reports.map(({ event, lead_id }) => ({
      ...event,
      lead_id,
      ...(known.account_id === null ? {} : { account_id: known.account_id }),
      ...attributionOf(lead_id),
      occurred_at: known.date_sent,
      ...(event.message_id === undefined ? { idempotency_key: keyOf(known.identity, lead_id, event.type) } : {})
    }))
    const notice = {
      leads: new Set(reported.keys()),
      read: reported,
      accounts,
      tag,
      refused: refused.flatMap((refusal) => entryOf(refusal, known.date_sent))
    }
    const results = yield* activity.recordNotice(events, notice)
    if (results.some(isOfMissingLead)) return yield* new MatchGone()
    const fault = results.find(({ status }) => status === "rejected")
    // Storing the mail without its events would lose them. Fail, so that the caller can send the mail again after
    // the fault is fixed.
    if (fault !== undefined) return yield* Effect.die(new Error(`An event was rejected: ${JSON.stringify(fault)}`))
    return reports.flatMap(({ event }, i) => {
      const { id = null, status } = results[i] ?? {}
      return status === "recorded" && id !== null ? [{ id, type: event.type }] : []
    })
  })

  return { recordReports, recordShown }
})
