/** Records a batch of events, and addresses that refused mail without an event, in one transaction. */
import { Effect, Result, Struct } from "effect"
import { BlacklistAdded } from "../blacklist/BlacklistChange.ts"
import { BlacklistStore } from "../blacklist/BlacklistStore.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { Changes } from "../Changes.ts"
import { GuardStore } from "../guards/GuardStore.ts"
import { stopChanges } from "../leads/LeadChange.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { CurrentOrganization } from "../Organization.ts"
import * as Timestamp from "../Timestamp.ts"
import { type Batch, makeBatch } from "./Batch.ts"
import { stopColleagues } from "./Colleagues.ts"
import type { NewEvent } from "./Event.ts"
import { EventStore } from "./EventStore.ts"
import {
  applyEvents,
  eventOf,
  faultOf,
  isRefusal,
  ofRemoved,
  type Recorded,
  refusalChanges,
  refusalsOf,
  stopRefused,
  stopSameAddress,
  tagAnswers,
  unremembered,
  withKnownReferences
} from "./Recording.ts"
import { noSuchAddress, noSuchLead, type RecordResult } from "./RecordResult.ts"
import { makeRefusedMail } from "./RefusedMail.ts"
import { dependsOnCampaign } from "./Transition.ts"
import type { Notice } from "./References.ts"
import type { OrganizationId } from "../ids.ts"

export type { Notice } from "./References.ts"

/** Maximum number of attempts to record a batch. A new attempt follows when a lead that answers gets another address. */
const maximumAttempts = 10

const noNotice: Notice = { leads: new Set(), refused: [] }

/**
 * The event that each input reports, in order, or why it cannot be recorded. The recipient of an event is its lead or, for a refusal, a
 * lead that was removed after its mail was recorded. Events of a notice lose references that do not exist.
 */
const resolve = (
  { inputs, known, lead_ids, locked, mails, mailsToRemoved }: Batch,
  isNotice: boolean,
  now: Timestamp.Timestamp
) => {
  const latest = Timestamp.plus(now, Timestamp.clockTolerance)
  return inputs.map((input, index) => {
    const id = lead_ids[index]
    const lead = id === undefined ? undefined : locked.get(id)
    const mail = lead === undefined ? mailsToRemoved.get(index) : mails.get(index)
    const ofRemovedLead = lead === undefined && mail !== undefined ? ofRemoved(input, mail, known) : undefined
    const recipient = lead ?? ofRemovedLead?.recipient
    if (recipient === undefined) return Result.fail(input.lead_id === undefined ? noSuchAddress : noSuchLead)
    const given = ofRemovedLead?.input ?? input
    const reported = isNotice ? withKnownReferences(given, recipient, known, mail) : given
    const fault = faultOf(reported, recipient, known, latest, mail)
    if (fault !== undefined) return Result.fail(fault)
    return Result.succeed({ event: eventOf(reported, recipient), index, input })
  })
}

/** The leads that have changed, each with the lead before. Their version is one higher, however many events changed them. */
const changedOf = (locked: Batch["locked"], after: Batch["locked"]) =>
  [...after.values()].flatMap((lead) => {
    const before = locked.get(lead.id)
    return before === undefined || before === lead ? [] : [{ before, lead: { ...lead, version: before.version + 1 } }]
  })

/** The results of the inputs, in order. An event that was not recorded is a duplicate. */
const resultsOf = (resolved: ReturnType<typeof resolve>, recorded: ReadonlyArray<Recorded>) => {
  const ids = new Map(recorded.map(({ event, index }) => [index, event.id]))
  return resolved.map((result, index): Omit<RecordResult, "index"> => {
    if (Result.isFailure(result)) return { id: null, status: "rejected", errors: [result.failure] }
    const id = ids.get(index) ?? null
    return { id, status: id === null ? "duplicate" : "recorded" }
  })
}

/**
 * Makes the function that records a batch: one result per input, in order. The transaction is `Changes.transaction`.
 */
export const makeRecorder = Effect.gen(function* () {
  const blacklist = yield* BlacklistStore
  const campaigns = yield* CampaignStore
  const events = yield* EventStore
  const guards = yield* GuardStore
  const leads = yield* LeadStore
  const { report, transaction } = yield* Changes
  const lockBatch = yield* makeBatch
  const { rememberedOf } = makeRefusedMail(events)

  /**
   * Inserts the events that are new. Returns them (`recorded`), and the activity of removed leads before these events
   * (`remembered`).
   */
  const insertNew = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    resolved: ReturnType<typeof resolve>,
    locked: Batch["locked"]
  ) {
    const candidates = resolved.flatMap((result) => (Result.isSuccess(result) ? [result.success] : []))
    const newEvents = candidates.map(({ event }) => event)
    const remembered = yield* rememberedOf(organization_id, unremembered(newEvents, locked))
    const inserted = yield* events.insert(organization_id, newEvents)
    const recorded = candidates.flatMap(({ event, ...candidate }, i) => {
      const id = inserted[i] ?? null
      return id === null ? [] : [{ event: { ...event, id }, ...candidate }]
    })
    return { recorded, remembered }
  })

  /** The campaigns whose settings decide what the events do. `read`: campaigns that were read before. */
  const campaignsOf = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    recorded: ReadonlyArray<Recorded>,
    read: Batch["answers"]["campaigns"]
  ) {
    const dependent = recorded.map(({ event }) => event).filter(({ type }) => dependsOnCampaign(type))
    const ids = new Set(dependent.map(({ campaign_id }) => campaign_id).filter((id) => !read.has(id)))
    if (ids.size === 0) return read
    const rows = yield* campaigns.findMany(organization_id, [...ids], { with_hidden: true })
    return new Map([...read, ...rows.map((campaign) => [campaign.id, campaign] as const)])
  })

  /** Records a batch of events: locks its leads, decides what each event changes, and writes and reports that. */
  const recordOnce = Effect.fnUntraced(function* (inputs: ReadonlyArray<NewEvent>, notice: Notice) {
    const { id: organization_id } = yield* CurrentOrganization
    if (notice.refused.length > 0 || inputs.some(isRefusal)) yield* guards.lock(organization_id, "exclusive")
    const batch = yield* lockBatch(organization_id, inputs, notice)
    const { answers, known, locked, mails } = batch
    const now = yield* Timestamp.now
    const resolved = resolve(batch, notice !== noNotice, now)
    const { recorded, remembered } = yield* insertNew(organization_id, resolved, locked)
    const ofCampaigns = yield* campaignsOf(organization_id, recorded, answers.campaigns)

    // `after`: the leads as the events leave them. Each of the next steps changes it.
    const { after, changes } = applyEvents(recorded, locked, { ...known, campaigns: ofCampaigns }, now)
    stopSameAddress(recorded, after, ofCampaigns, now)
    stopColleagues(recorded, after, answers.companyScoped, now)
    const refusals = [...refusalsOf(recorded, after, mails), ...notice.refused]
    const listed = refusals.length === 0 ? [] : yield* blacklist.insert(organization_id, "email", refusals)
    const values = listed.flatMap(({ added, entry }) => (added ? [entry.value] : []))
    const stopped = stopRefused(refusals, after, now)
    const changed = changedOf(locked, after)
    const stops = changed.flatMap(({ before, lead }) => stopChanges(before, lead))
    const tagged = tagAnswers(recorded, after, notice.tag ?? null, now)
    const rows = (tagged.length === 0 ? changed : changedOf(locked, after)).map(({ lead }) => lead)
    if (rows.length > 0) yield* leads.writeState(organization_id, rows)

    if (values.length + stopped > 0) {
      yield* report([new BlacklistAdded({ kind: "email", values, leads: stopped })])
    }
    yield* report([...changes, ...refusalChanges(recorded, locked, remembered), ...stops, ...tagged])
    return resultsOf(resolved, recorded)
  })

  /** A notice is recorded in the transaction of its mail, without a savepoint: nothing is stored when a lead has another address. */
  const attempt = (inputs: ReadonlyArray<NewEvent>, notice: Notice) =>
    notice === noNotice ? transaction(recordOnce(inputs, notice)) : recordOnce(inputs, notice)

  return (inputs: ReadonlyArray<NewEvent>, notice: Notice = noNotice) =>
    attempt(inputs, notice).pipe(
      // A lead that was read before may have had another address then.
      Effect.catchTag("AddressChanged", () =>
        attempt(inputs, notice.read === undefined ? notice : Struct.omit(notice, ["read"]))
      ),
      Effect.retry({ while: ({ _tag }) => _tag === "AddressChanged", times: maximumAttempts }),
      Effect.catchTag("AddressChanged", Effect.die)
    )
})
