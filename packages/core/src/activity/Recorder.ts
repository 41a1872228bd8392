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
import { stopColleagues } from "./Colleagues.ts"
import type { NewEvent } from "./Event.ts"
import { EventStore } from "./EventStore.ts"
import {
  eventOf,
  faultOf,
  knownOf,
  isRefusal,
  move,
  ofRemoved,
  refusalChanges,
  refusalsOf,
  stopRefused,
  stopSharing,
  unremembered
} from "./Recording.ts"
import { noSuchAddress, noSuchLead, type RecordResult } from "./RecordResult.ts"
import { makeRefusedMail } from "./RefusedMail.ts"
import { dependsOnCampaign } from "./Transition.ts"
import { makeAnswering } from "./Answering.ts"
import { makeReferences, type Notice } from "./References.ts"

export type { Notice } from "./References.ts"

/** Maximum number of attempts to record a batch. A new attempt follows when a lead that answers gets another address. */
const maximumAttempts = 10

const noNotice: Notice = { leads: new Set(), refused: [] }

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
  const answering = yield* makeAnswering
  const { identify, lock, readLeads, references } = yield* makeReferences
  const { lockRecorded, mailsOf, rememberedOf } = makeRefusedMail(events)

  const recordOnce = Effect.fnUntraced(function* (inputs: ReadonlyArray<NewEvent>, notice: Notice) {
    const { refused } = notice
    const { id: organization_id } = yield* CurrentOrganization
    if (refused.length > 0 || inputs.some(isRefusal)) yield* guards.lock(organization_id, "exclusive")
    const named = yield* identify(organization_id, inputs)
    const mails = yield* mailsOf(organization_id, inputs, named)
    const lead_ids = named.map((id, index) => id ?? mails.get(index)?.lead_id)
    const read = yield* readLeads(organization_id, inputs, lead_ids, notice.read)
    const answers = yield* answering(organization_id, inputs, lead_ids, read)
    const locked = yield* lock(organization_id, inputs, lead_ids, mails, refused, answers, read)
    const leadsOfInputs = lead_ids.map((id) => (id === undefined ? undefined : locked.get(id)))
    const isRemoved = (index: number) => {
      const id = lead_ids[index]
      return leadsOfInputs[index] === undefined && id !== undefined && !notice.leads.has(id)
    }
    const withoutLead = new Map([...mails].filter(([index]) => isRemoved(index)))
    const mailsToRemoved = yield* lockRecorded(organization_id, withoutLead)
    const known = yield* references(organization_id, inputs)
    const now = yield* Timestamp.now
    const latest = Timestamp.plus(now, Timestamp.clockTolerance)
    const resolved = inputs.map((input, index) => {
      const lead = leadsOfInputs[index]
      const mail = lead === undefined ? mailsToRemoved.get(index) : mails.get(index)
      const removed = lead === undefined && mail !== undefined ? ofRemoved(input, mail, known) : undefined
      const recipient = lead ?? removed?.recipient
      if (recipient === undefined) return Result.fail(input.lead_id === undefined ? noSuchAddress : noSuchLead)
      const given = removed?.input ?? input
      const reported = notice === noNotice ? given : knownOf(given, recipient, known, mail)
      const fault = faultOf(reported, recipient, known, latest, mail)
      if (fault !== undefined) return Result.fail(fault)
      return Result.succeed({ event: eventOf(reported, recipient), index, input })
    })
    const candidates = resolved.flatMap((result) => (Result.isSuccess(result) ? [result.success] : []))
    const newEvents = candidates.map(({ event }) => event)
    const remembered = yield* rememberedOf(organization_id, unremembered(newEvents, locked))
    const inserted = yield* events.insert(organization_id, newEvents)
    const recorded = candidates.flatMap(({ event, ...candidate }, i) => {
      const id = inserted[i] ?? null
      return id === null ? [] : [{ event: { ...event, id }, ...candidate }]
    })
    const settings = new Map(answers.settings)
    const campaign_ids = new Set(
      recorded.flatMap(({ event: { campaign_id, type } }) =>
        dependsOnCampaign(type) && !settings.has(campaign_id) ? [campaign_id] : []
      )
    )
    if (campaign_ids.size > 0) {
      const rows = yield* campaigns.findMany(organization_id, [...campaign_ids], { with_hidden: true })
      for (const campaign of rows) settings.set(campaign.id, campaign)
    }
    const { changes, moved } = move(recorded, locked, { ...known, settings }, now)
    stopSharing(recorded, moved, settings, now)
    stopColleagues(recorded, moved, answers.scoped, now)
    const refusals = [...refusalsOf(recorded, moved, mails), ...refused]
    const listed = refusals.length === 0 ? [] : yield* blacklist.insert(organization_id, "email", refusals)
    const values = listed.flatMap(({ added, entry }) => (added ? [entry.value] : []))
    const stopped = stopRefused(refusals, moved, now)
    const written = [...moved.values()].flatMap((lead) => {
      const before = locked.get(lead.id)
      return before === undefined || before === lead ? [] : [{ before, lead: { ...lead, version: before.version + 1 } }]
    })
    if (written.length > 0) {
      yield* leads.writeState(
        organization_id,
        written.map(({ lead }) => lead)
      )
    }
    if (values.length + stopped > 0) {
      yield* report([new BlacklistAdded({ kind: "email", values, leads: stopped })])
    }
    yield* report([
      ...changes,
      ...refusalChanges(recorded, locked, remembered),
      ...written.flatMap(({ before, lead }) => stopChanges(before, lead))
    ])
    const ids = new Map(recorded.map(({ event, index }) => [index, event.id]))
    return resolved.map((result, index): Omit<RecordResult, "index"> => {
      if (Result.isFailure(result)) return { id: null, status: "rejected", errors: [result.failure] }
      const id = ids.get(index) ?? null
      return { id, status: id === null ? "duplicate" : "recorded" }
    })
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
