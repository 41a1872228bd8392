import { Array, Context, Effect, Layer, Result, Schema } from "effect"
import type { UseCase } from "../UseCase.ts"
import { type BulkResult, bulkResult, decodeEach, maximumInputs } from "../Bulk.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { described } from "../Described.ts"
import { decode, type Input, type InvalidInput } from "../InvalidInput.ts"
import { LeadNotFound, type LeadRecord } from "../leads/Lead.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { findOne, orNotFound } from "../NotFound.ts"
import { CurrentOrganization } from "../Organization.ts"
import { type CursorPage, cursorScope, cursorPage, decodeKeyset, type InvalidCursor } from "../Pagination.ts"
import { Signer } from "../secrets/Signer.ts"
import { traced } from "../Traced.ts"
import { makeUnderWay } from "../UnderWay.ts"
import { Transactor } from "../Transactor.ts"
import { FeedQuery, LeadLogQuery, type ListedEvent, LogQuery, NewEvent } from "./Event.ts"
import { type EventQuery, EventStore } from "./EventStore.ts"
import { makeRecorder, type Notice } from "./Recorder.ts"
import { isRefusal } from "./Recording.ts"
import { RecordResult } from "./RecordResult.ts"
import { forRefusals, shared } from "./Sharing.ts"
import {
  type CampaignId,
  CampaignIdInput,
  CampaignNotFound,
  type EventId,
  LeadId,
  type OrganizationId
} from "../ids.ts"

export { RecordResult } from "./RecordResult.ts"

/** The input of `Activity.record`. Each event is decoded separately as a `NewEvent`. */
export const RecordEvents = Schema.Struct({
  events: described(
    Schema.Array(Schema.Unknown).check(
      Schema.isBetweenLength(1, maximumInputs, { message: `must have 1 to ${maximumInputs} events` })
    ),
    "1 to 1000 events. Each is checked separately, so an invalid one does not affect the others."
  )
}).annotate({ identifier: "RecordEvents", description: "Events to record." })

/**
 * Maximum number of events that are recorded under the exclusive guard when no other call waits for it. They hold it for some
 * 30 ms.
 */
const maximumGuarded = 200

/** A valid input, and its index among all inputs. */
interface Valid {
  readonly index: number
  readonly input: NewEvent
}

const validOf = (decoded: ReadonlyArray<Result.Result<NewEvent, InvalidInput>>): ReadonlyArray<Valid> =>
  decoded.flatMap((result, index) => (Result.isSuccess(result) ? [{ index, input: result.success }] : []))

const inputsOf = (valid: ReadonlyArray<Valid>) => valid.map(({ input }) => input)

const leadOf = ({ company, email, first_name, last_name }: LeadRecord): ListedEvent["lead"] => ({
  email,
  first_name,
  last_name,
  company
})

/** One result per input, in order. `results` has the results of the valid inputs, in any order. */
const toResults = (
  decoded: ReadonlyArray<Result.Result<NewEvent, InvalidInput>>,
  results: ReadonlyArray<RecordResult>
): ReadonlyArray<RecordResult> => {
  const invalid = decoded.flatMap((result, index): ReadonlyArray<RecordResult> =>
    Result.isFailure(result) ? [{ index, id: null, status: "rejected", errors: result.failure.faults }] : []
  )
  return [...invalid, ...results].sort((a, b) => a.index - b.index)
}

/**
 * Records events of leads; all events enter the system here. One transaction writes the events, updates their leads,
 * applies the stop rules, writes the blacklist and reports the events to consumers. An event that was recorded before
 * changes nothing, and the order of arrival does not matter (domain, "Events").
 *
 * Events that blacklist an address need the exclusive guard. Where calls run at the same time, they are recorded first, in a
 * separate transaction, so that the other events do not wait for the guard; and the calls share transactions. A call that is
 * alone in its process, with at most 200 events, has one transaction: the rows "POST /events, 100" of the bench with one
 * connection.
 */
export class Activity extends Context.Service<
  Activity,
  {
    /** Records up to 1 000 events; one result per input, in order. An invalid input does not affect the others. */
    readonly record: (events: ReadonlyArray<unknown>) => UseCase<BulkResult<RecordResult>>
    /**
     * Like `record`, for the events that an incoming mail reports. It also blacklists the addresses in `notice`, whose
     * recipients refuse mail although no event says so, and stops their leads. An account or a step that does
     * not exist any more is left out of its event. Call it only inside the transaction that stores the mail.
     */
    readonly recordNotice: (events: ReadonlyArray<unknown>, notice: Notice) => UseCase<ReadonlyArray<RecordResult>>
    /**
     * The events of all campaigns, by descending `occurred_at`, then by descending id: also of leads and campaigns that
     * were removed. A filter for something that does not exist matches no events.
     */
    readonly page: (query: Input<FeedQuery>) => UseCase<CursorPage<ListedEvent>, InvalidCursor>
    /** A campaign's events, by descending `occurred_at`, then by descending id. */
    readonly log: (
      campaign_id: CampaignId,
      query: Input<LogQuery>
    ) => UseCase<CursorPage<ListedEvent>, CampaignNotFound | InvalidCursor>
    /** Like `log`, for one lead. */
    readonly ofLead: (
      lead_id: LeadId,
      query: Input<LeadLogQuery>
    ) => UseCase<CursorPage<ListedEvent>, InvalidCursor | LeadNotFound>
  }
>()("@mailroom/core/Activity") {
  static readonly layer = Layer.effect(
    Activity,
    Effect.gen(function* () {
      const campaigns = yield* CampaignStore
      const events = yield* EventStore
      const leads = yield* LeadStore
      const recordAll = yield* makeRecorder
      const { isNested } = yield* Transactor
      const signer = yield* Signer
      const decodeEvent = decode(NewEvent)
      const decodeEvents = decode(RecordEvents)
      const decodeCampaignId = decode(CampaignIdInput, "/campaign_id")
      const decodeLeadId = decode(LeadId, "/id")
      const decodeQuery = decode(LogQuery)
      const decodeFeed = decode(FeedQuery)
      const decodeLeadQuery = decode(LeadLogQuery)

      const record = (inputs: ReadonlyArray<NewEvent>) => recordAll(inputs)
      /** The calls of each organization. */
      const { counted } = makeUnderWay<OrganizationId>()
      const recordRefusals = shared(record, forRefusals)
      const recordOthers = shared(record)

      /**
       * Records valid inputs, and returns their results, in any order. Refusals need the exclusive guard. They are recorded first, apart
       * from the other inputs, which then do not wait for it. All inputs are recorded together in two cases: inside a surrounding
       * transaction, where two parts would lock leads after campaigns; and in a small call with a refusal, while no other call of the
       * organization runs (`isAlone`).
       */
      const recordValid = Effect.fnUntraced(function* (valid: ReadonlyArray<Valid>, isAlone: boolean) {
        const { id } = yield* CurrentOrganization
        const withIndex = (part: ReadonlyArray<Valid>, answers: ReadonlyArray<Omit<RecordResult, "index">>) =>
          Array.zipWith(part, answers, ({ index }, answer): RecordResult => ({ index, ...answer }))
        const refusals = valid.filter(({ input }) => isRefusal(input))
        const isTogether = (yield* isNested) || (refusals.length > 0 && isAlone && valid.length <= maximumGuarded)
        if (isTogether) return valid.length === 0 ? [] : withIndex(valid, yield* record(inputsOf(valid)))
        const others = refusals.length === 0 ? valid : valid.filter(({ input }) => !isRefusal(input))
        const ofRefusals = refusals.length === 0 ? [] : yield* recordRefusals(id, inputsOf(refusals))
        const ofOthers = others.length === 0 ? [] : yield* recordOthers(id, inputsOf(others))
        return [...withIndex(refusals, ofRefusals), ...withIndex(others, ofOthers)]
      })

      /** Reads a page of a list of events, starting at the position of its cursor. */
      const pageAt = Effect.fnUntraced(function* (scope: string, cursor: string | undefined) {
        const before = cursor === undefined ? {} : { before: yield* decodeKeyset<EventId>(signer, scope, cursor) }
        return Effect.fnUntraced(function* (
          campaign_id: CampaignId | null,
          filters: Omit<EventQuery, "before" | "limit">,
          limit: number
        ) {
          const { id } = yield* CurrentOrganization
          const rows = yield* events.page(id, campaign_id, { ...filters, ...before, limit: limit + 1 })
          const page = yield* cursorPage(signer, scope, rows, limit, ({ id, occurred_at }) => ({ at: occurred_at, id }))
          const ids = new Set(page.data.map(({ lead_id }) => lead_id))
          const found = new Map((yield* leads.findMany(id, [...ids])).map((lead) => [lead.id, leadOf(lead)]))
          const data = page.data.map((event): ListedEvent => {
            const lead = found.get(event.lead_id)
            return lead === undefined ? event : { ...event, lead }
          })
          return { ...page, data }
        })
      })

      const log = traced("Activity.log")(function* (input: CampaignId, query: Input<LogQuery>) {
        const campaign_id = yield* decodeCampaignId(input)
        // The decoded keys are in the order of the schema, so equal filters have equal texts.
        const { cursor, limit, ...filters } = yield* decodeQuery(query)
        const { id } = yield* CurrentOrganization
        const page = yield* pageAt(cursorScope(id, "activity", campaign_id, JSON.stringify(filters)), cursor)
        yield* orNotFound(findOne(campaigns.findMany, id, campaign_id), () => new CampaignNotFound({ id: campaign_id }))
        return yield* page(campaign_id, filters, limit)
      })

      const feed = traced("Activity.page")(function* (query: Input<FeedQuery>) {
        const { cursor, limit, ...filters } = yield* decodeFeed(query)
        const { campaign_id = null, ...others } = filters
        const { id } = yield* CurrentOrganization
        const page = yield* pageAt(cursorScope(id, "events", JSON.stringify(filters)), cursor)
        const isMissing = campaign_id !== null && (yield* campaigns.findMany(id, [campaign_id])).length === 0
        return isMissing ? { data: [], has_more: false } : yield* page(campaign_id, others, limit)
      })

      const ofLead = traced("Activity.ofLead")(function* (input: LeadId, query: Input<LeadLogQuery>) {
        const lead_id = yield* decodeLeadId(input)
        const { cursor, limit, ...filters } = yield* decodeLeadQuery(query)
        const { id } = yield* CurrentOrganization
        const page = yield* pageAt(cursorScope(id, "activity of a lead", lead_id, JSON.stringify(filters)), cursor)
        const { campaign_id } = yield* orNotFound(
          findOne(leads.findMany, id, lead_id),
          () => new LeadNotFound({ id: lead_id })
        )
        return yield* page(campaign_id, { ...filters, lead_id }, limit)
      })

      return Activity.of({
        page: feed,
        log,
        ofLead,
        record: traced("Activity.record")(function* (input) {
          const { events } = yield* decodeEvents({ events: input })
          const decoded = yield* decodeEach(decodeEvent, events)
          const valid = validOf(decoded)
          const { id } = yield* CurrentOrganization
          const results = yield* counted(id, (otherCalls) => recordValid(valid, otherCalls === 0))
          return bulkResult(RecordResult.fields.status.literals, toResults(decoded, results))
        }),
        recordNotice: traced("Activity.recordNotice")(function* (input, notice) {
          const decoded = yield* decodeEach(decodeEvent, input)
          const valid = validOf(decoded)
          const answers = yield* recordAll(inputsOf(valid), notice)
          return toResults(
            decoded,
            Array.zipWith(valid, answers, ({ index }, answer) => ({ index, ...answer }))
          )
        })
      })
    })
  )
}
