import { Context, Effect, Layer, Option, Result, Schema } from "effect"
import { described } from "../Described.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import { BlacklistAdded } from "../blacklist/BlacklistChange.ts"
import { BlacklistStore } from "../blacklist/BlacklistStore.ts"
import { type BulkResult, bulkResult, decodeEach, errors, maximumInputs } from "../Bulk.ts"
import { type CampaignId, CampaignIdInput, CampaignNotFound } from "../campaigns/Campaign.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { Changes } from "../Changes.ts"
import { normalizeEmail } from "../Domain.ts"
import { GuardStore } from "../guards/GuardStore.ts"
import { Count } from "../Id.ts"
import { decode, type Input, type InvalidInput } from "../InvalidInput.ts"
import { LeadId, LeadNotFound, type LeadRecord } from "../leads/Lead.ts"
import { stopChanges } from "../leads/LeadChange.ts"
import { type AddressPlace, LeadStore } from "../leads/LeadStore.ts"
import { CurrentOrganization, type OrganizationId } from "../Organization.ts"
import { type CursorPage, cursorScope, cursorPage, decodePlace, type InvalidCursor } from "../Pagination.ts"
import { Signer } from "../secrets/Signer.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { Transactor } from "../Transactor.ts"
import { concernsAddress, type Event, EventId, idSpellingsOf, LeadLogQuery, LogQuery, NewEvent } from "./Event.ts"
import { type EventQuery, EventStore } from "./EventStore.ts"
import { eventOf, faultOf, formerIdentitiesOf, isRefusal, move, refusalsOf, stopRefused } from "./Recording.ts"
import { shared } from "./Sharing.ts"
import { dependsOnCampaign } from "./Transition.ts"

/** What became of one input of `Activity.record`. */
export const RecordResult = Schema.Struct({
  index: described(Count, "The input's place in the request, from 0."),
  id: described(Schema.NullOr(EventId), "The id of the event; `null` when it was rejected."),
  status: described(
    Schema.Literals(["recorded", "duplicate", "rejected"]),
    "`duplicate`: recorded before, and not counted again."
  ),
  errors: described(errors, "Why the input was rejected. Pointers are relative to the input.")
}).annotate({ identifier: "RecordEventResult", description: "What became of one event." })
export type RecordResult = typeof RecordResult.Type

/** What `Activity.record` takes. Each event is decoded by itself as a `NewEvent`. */
export const RecordEvents = Schema.Struct({
  events: described(
    Schema.Array(Schema.Unknown).check(
      Schema.isBetweenLength(1, maximumInputs, { message: `must have 1 to ${maximumInputs} events` })
    ),
    "1 to 1000 events. Each is checked by itself, so an invalid one does not affect the others."
  )
}).annotate({ identifier: "RecordEvents", description: "Events to record." })

/** There is one result per valid input. */
const missing = { id: null, status: "rejected" } as const

const noSuchLead = { pointer: "/lead_id", message: "the lead does not exist" }
const noSuchAddress = { pointer: "/email", message: "the campaign has no lead with this address" }

/** Whether an input was rejected because the lead whose id it gives does not exist (any more). */
export const isOfMissingLead = ({ errors = [] }: RecordResult): boolean =>
  errors.some(({ message, pointer }) => pointer === noSuchLead.pointer && message === noSuchLead.message)

/**
 * Records what happened to leads: the only way in. One transaction writes the events, moves their leads, applies the stop
 * rules, writes the blacklist and reports the events to consumers. An event that was recorded before changes nothing, and
 * the order of arrival does not matter (domain, "Events"). So events that put an address on the blacklist are recorded
 * before the others of a call, in a transaction that only they wait for. Calls at the same time share transactions.
 */
export class Activity extends Context.Service<
  Activity,
  {
    /** Up to 1 000 events; one result per input, in order. An invalid input does not affect the others. */
    readonly record: (
      events: ReadonlyArray<unknown>
    ) => Effect.Effect<BulkResult<RecordResult>, InvalidInput | StorageError, CurrentOrganization>
    /** A campaign's events, the newest `occurred_at` first, then the greatest id. */
    readonly log: (
      campaign_id: CampaignId,
      query: Input<LogQuery>
    ) => Effect.Effect<
      CursorPage<Event>,
      CampaignNotFound | InvalidCursor | InvalidInput | StorageError,
      CurrentOrganization
    >
    /** As `log`, of one lead. */
    readonly ofLead: (
      lead_id: LeadId,
      query: Input<LeadLogQuery>
    ) => Effect.Effect<
      CursorPage<Event>,
      InvalidCursor | InvalidInput | LeadNotFound | StorageError,
      CurrentOrganization
    >
  }
>()("@mailroom/core/Activity") {
  static readonly layer = Layer.effect(
    Activity,
    Effect.gen(function* () {
      const accounts = yield* AccountStore
      const blacklist = yield* BlacklistStore
      const campaigns = yield* CampaignStore
      const events = yield* EventStore
      const guards = yield* GuardStore
      const leads = yield* LeadStore
      const sequences = yield* SequenceStore
      const { report, transaction } = yield* Changes
      const { isNested } = yield* Transactor
      const signer = yield* Signer
      const decodeEvent = decode(NewEvent)
      const decodeEvents = decode(RecordEvents)
      const decodeCampaignId = decode(CampaignIdInput, "/campaign_id")
      const decodeLeadId = decode(LeadId, "/id")
      const decodeQuery = decode(LogQuery)
      const decodeLeadQuery = decode(LeadLogQuery)

      /** Finds the id of each input's lead: as given, or by campaign and address. */
      const identify = Effect.fnUntraced(function* (organization_id: OrganizationId, inputs: ReadonlyArray<NewEvent>) {
        const keyOf = (campaign_id: CampaignId, address: string) => `${campaign_id} ${address}`
        const addresses = new Map(
          inputs.flatMap(({ campaign_id, email }) => {
            if (campaign_id === undefined || email === undefined) return []
            const address = normalizeEmail(email)
            return [[keyOf(campaign_id, address), { campaign_id, address }] as const]
          })
        )
        const found = addresses.size === 0 ? [] : yield* leads.findByEmails(organization_id, [...addresses.values()])
        // The oldest, where an earlier release stored several.
        const ids = new Map(
          found.toReversed().map((lead) => [keyOf(lead.campaign_id, normalizeEmail(lead.email)), lead.id])
        )
        return ({ campaign_id, email, lead_id }: NewEvent): LeadId | undefined =>
          lead_id ?? (campaign_id === undefined ? undefined : ids.get(keyOf(campaign_id, normalizeEmail(email ?? ""))))
      })

      /** The ids of all leads with one of these normalized addresses. */
      const leadsWith = Effect.fnUntraced(function* (
        organization_id: OrganizationId,
        addresses: ReadonlyArray<string>
      ) {
        const ids: Array<LeadId> = []
        let after: AddressPlace | undefined
        do {
          const query = { limit: maximumInputs, ...(after === undefined ? {} : { after }) }
          const found = yield* leads.findMatching(organization_id, { addresses, domains: [] }, query)
          ids.push(...found.map(({ id }) => id))
          after = found.length < maximumInputs ? undefined : found.at(-1)
        } while (after !== undefined)
        return ids
      })

      /**
       * For each bounce or complaint that names its mail, by either id, the address that the mail went to: the lead may have
       * another one by now.
       */
      const addressesOf = Effect.fnUntraced(function* (
        organization_id: OrganizationId,
        inputs: ReadonlyArray<NewEvent>,
        idOf: (input: NewEvent) => LeadId | undefined
      ) {
        const asked = inputs
          .filter((input) => isRefusal(input) && concernsAddress.has(input.type) && input.data?.email === undefined)
          .map((input) => ({
            input,
            names: [input.message_id, input.provider_message_id].flatMap((id) =>
              id === undefined ? [] : [idSpellingsOf(id)]
            )
          }))
        const ids = new Set(asked.flatMap(({ names }) => names.flat()))
        if (ids.size === 0) return new Map<NewEvent, string>()
        const sent = yield* events.findSent(organization_id, [...ids], { limit: maximumInputs })
        const byLead = Map.groupBy(sent, ({ lead_id }): LeadId | undefined => lead_id)
        return new Map(
          asked.flatMap(({ input, names }) => {
            const ofLead = byLead.get(idOf(input)) ?? []
            const [mail] = names.flatMap((spellings) =>
              ofLead.filter(({ message_id, provider_message_id }) =>
                [message_id, provider_message_id].some((id) => id !== null && spellings.includes(id))
              )
            )
            return mail?.email === undefined || mail.email === null ? [] : [[input, mail.email] as const]
          })
        )
      })

      /**
       * Locks every lead that the inputs may change: their own and, for inputs that put an address on the blacklist, all
       * leads with that address. The exclusive guard, which those inputs need, also keeps the addresses as they are.
       */
      const lock = Effect.fnUntraced(function* (
        organization_id: OrganizationId,
        inputs: ReadonlyArray<NewEvent>,
        idOf: (input: NewEvent) => LeadId | undefined,
        sentTo: ReadonlyMap<NewEvent, string>
      ) {
        const ids = new Set(inputs.flatMap((input) => idOf(input) ?? []))
        const refusals = inputs.filter(isRefusal)
        const refused = new Set(refusals.flatMap((input) => idOf(input) ?? []))
        if (refused.size > 0) for (const id of yield* leads.findSharing(organization_id, [...refused])) ids.add(id)
        const addresses = new Set(
          refusals.flatMap((input) => input.data?.email ?? sentTo.get(input) ?? []).map(normalizeEmail)
        )
        if (addresses.size > 0) for (const id of yield* leadsWith(organization_id, [...addresses])) ids.add(id)
        if (ids.size === 0) return new Map<LeadId, LeadRecord>()
        return new Map((yield* leads.lock(organization_id, [...ids])).map((lead) => [lead.id, lead]))
      })

      /** The accounts and the campaigns of sequences that the inputs name. */
      const references = Effect.fnUntraced(function* (
        organization_id: OrganizationId,
        inputs: ReadonlyArray<NewEvent>
      ) {
        const account_ids = new Set(inputs.flatMap(({ account_id }) => account_id ?? []))
        const sequence_ids = new Set(inputs.flatMap(({ sequence_id }) => sequence_id ?? []))
        const senders = account_ids.size === 0 ? [] : yield* accounts.findMany(organization_id, [...account_ids])
        const steps = sequence_ids.size === 0 ? [] : yield* sequences.findMany(organization_id, [...sequence_ids])
        return {
          accounts: new Map(senders.map((account) => [account.id, account])),
          campaignOf: new Map(steps.map(({ campaign_id, id }) => [id, campaign_id]))
        }
      })

      const record = Effect.fnUntraced(function* (inputs: ReadonlyArray<NewEvent>) {
        const { id: organization_id } = yield* CurrentOrganization
        if (inputs.some(isRefusal)) yield* guards.lockExclusive(organization_id)
        const idOf = yield* identify(organization_id, inputs)
        const sentTo = yield* addressesOf(organization_id, inputs, idOf)
        const locked = yield* lock(organization_id, inputs, idOf, sentTo)
        const known = yield* references(organization_id, inputs)
        const now = yield* Timestamp.now
        const latest = Timestamp.plus(now, Timestamp.clockTolerance)
        const resolved = inputs.map((input) => {
          const id = idOf(input)
          const lead = id && locked.get(id)
          if (lead === undefined) return Result.fail(input.lead_id === undefined ? noSuchAddress : noSuchLead)
          const fault = faultOf(input, lead, known, latest)
          if (fault !== undefined) return Result.fail(fault)
          const event = eventOf(input, lead)
          return Result.succeed({ event, input, former: formerIdentitiesOf(input, event) })
        })
        const candidates = resolved.flatMap((result) => (Result.isSuccess(result) ? [result.success] : []))
        const former = candidates.flatMap((candidate) => candidate.former)
        const taken = new Set(former.length === 0 ? [] : yield* events.findIdentities(organization_id, former))
        const unknown = candidates.filter((candidate) => !candidate.former.some((identity) => taken.has(identity)))
        const inserted = yield* events.insert(
          organization_id,
          unknown.map(({ event }) => event)
        )
        const recorded = unknown.flatMap(({ event, input }, i) => {
          const id = inserted[i] ?? null
          return id === null ? [] : [{ event: { ...event, id }, input }]
        })
        const campaign_ids = new Set(
          recorded.flatMap(({ event }) => (dependsOnCampaign(event.type) ? [event.campaign_id] : []))
        )
        const settings = new Map(
          (campaign_ids.size === 0 ? [] : yield* campaigns.findWithHidden(organization_id, [...campaign_ids])).map(
            (campaign) => [campaign.id, campaign]
          )
        )
        const { changes, moved } = move(recorded, locked, { accounts: known.accounts, settings }, now)
        const refusals = refusalsOf(recorded, moved, sentTo)
        const listed = refusals.length === 0 ? [] : yield* blacklist.insert(organization_id, "email", refusals)
        const values = listed.flatMap(({ added, entry }) => (added ? [entry.value] : []))
        const stopped = stopRefused(refusals, moved, now)
        const written = [...moved.values()].flatMap((lead) => {
          const before = locked.get(lead.id)
          return before === undefined || before === lead
            ? []
            : [{ before, lead: { ...lead, version: before.version + 1 } }]
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
        yield* report([...changes, ...written.flatMap(({ before, lead }) => stopChanges(before, lead))])
        const ids = new Map(recorded.map(({ event, input }) => [input, event.id]))
        return resolved.map((result): Omit<RecordResult, "index"> => {
          if (Result.isFailure(result)) return { id: null, status: "rejected", errors: [result.failure] }
          const id = ids.get(result.success.input) ?? null
          return { id, status: id === null ? "duplicate" : "recorded" }
        })
      }, transaction)

      const recordRefusing = shared(record)
      const recordOthers = shared(record)

      /** Reads a page of a list of events from the place of its cursor on. */
      const pageAt = Effect.fnUntraced(function* (scope: string, cursor: string | undefined) {
        const place = cursor === undefined ? undefined : yield* decodePlace<EventId>(signer, scope, cursor)
        const before = place === undefined ? {} : { before: { occurred_at: place.at, id: place.id } }
        return Effect.fnUntraced(function* (
          campaign_id: CampaignId,
          filters: Omit<EventQuery, "before" | "limit">,
          limit: number
        ) {
          const { id } = yield* CurrentOrganization
          const rows = yield* events.page(id, campaign_id, { ...filters, ...before, limit: limit + 1 })
          return yield* cursorPage(signer, scope, rows, limit, ({ id, occurred_at }) => ({ at: occurred_at, id }))
        })
      })

      const log = traced("Activity.log")(function* (input: CampaignId, query: Input<LogQuery>) {
        const campaign_id = yield* decodeCampaignId(input)
        // Its keys are in the order of the schema, so that the same filters are the same text.
        const { cursor, limit, ...filters } = yield* decodeQuery(query)
        const { id } = yield* CurrentOrganization
        const page = yield* pageAt(cursorScope(id, "activity", campaign_id, JSON.stringify(filters)), cursor)
        if (Option.isNone(yield* campaigns.find(id, campaign_id)))
          return yield* new CampaignNotFound({ id: campaign_id })
        return yield* page(campaign_id, filters, limit)
      })

      const ofLead = traced("Activity.ofLead")(function* (input: LeadId, query: Input<LeadLogQuery>) {
        const lead_id = yield* decodeLeadId(input)
        const { cursor, limit, ...filters } = yield* decodeLeadQuery(query)
        const { id } = yield* CurrentOrganization
        const page = yield* pageAt(cursorScope(id, "activity of a lead", lead_id, JSON.stringify(filters)), cursor)
        const lead = yield* leads.find(id, lead_id)
        if (Option.isNone(lead)) return yield* new LeadNotFound({ id: lead_id })
        return yield* page(lead.value.campaign_id, { ...filters, lead_id }, limit)
      })

      return Activity.of({
        log,
        ofLead,
        record: traced("Activity.record")(function* (input) {
          const { events } = yield* decodeEvents({ events: input })
          const decoded = yield* decodeEach(decodeEvent, events)
          const valid = decoded.flatMap((result) => (Result.isSuccess(result) ? [result.success] : []))
          const nested = yield* isNested
          // Those that need the exclusive guard by themselves, and first: the others need not wait for each other. Within
          // a transaction all at once: two parts would lock leads after campaigns.
          const refusing = nested ? [] : valid.filter(isRefusal)
          const others = refusing.length === 0 ? valid : valid.filter((event) => !isRefusal(event))
          const { id } = yield* CurrentOrganization
          const byInput = new Map<NewEvent, Omit<RecordResult, "index">>()
          for (const [part, recordShared] of [
            [refusing, recordRefusing],
            [others, recordOthers]
          ] as const) {
            if (part.length === 0) continue
            const results = yield* nested ? record(part) : recordShared(id, part)
            for (const [i, event] of part.entries()) byInput.set(event, results[i] ?? missing)
          }
          const data = decoded.map((result, index): RecordResult => {
            if (Result.isFailure(result)) return { index, id: null, status: "rejected", errors: result.failure.faults }
            return { index, ...(byInput.get(result.success) ?? missing) }
          })
          return bulkResult(RecordResult.fields.status.literals, data)
        })
      })
    })
  )
}
