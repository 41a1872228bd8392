import { Context, Effect, Layer, Option, Result, Schema } from "effect"
import { AccountStore } from "../accounts/AccountStore.ts"
import { RollupChanges } from "../analytics/Rollup.ts"
import { RollupStore } from "../analytics/RollupStore.ts"
import { BlacklistStore } from "../blacklist/BlacklistStore.ts"
import { type Campaign, type CampaignId, CampaignNotFound } from "../campaigns/Campaign.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import { normalizeEmail } from "../Domain.ts"
import { Count } from "../Id.ts"
import { decode } from "../InvalidInput.ts"
import { type LeadId, type LeadRecord, succeed } from "../leads/Lead.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { apply } from "../leads/StopSending.ts"
import { CurrentOrganization, type OrganizationId } from "../Organization.ts"
import { type CursorPage, cursorScope, cursorPage, decodePlace, type InvalidCursor } from "../Pagination.ts"
import { Signer } from "../secrets/Signer.ts"
import type { StorageError } from "../StorageError.ts"
import { fold } from "../Text.ts"
import * as Timestamp from "../Timestamp.ts"
import { Transactor } from "../Transactor.ts"
import { Conversation } from "../unibox/Conversation.ts"
import { type Event, EventId, NewEvent } from "./Event.ts"
import { type EventQuery, EventStore } from "./EventStore.ts"
import { rebuild } from "./Rebuild.ts"
import { blacklistSource, happened } from "./Transition.ts"

/** What became of one input of `Activity.record`. */
export const RecordResult = Schema.Struct({
  /** The input's place in the request, from 0. */
  index: Count,
  id: Schema.NullOr(EventId),
  /** `duplicate`: recorded before, and not counted again. */
  status: Schema.Literals(["recorded", "duplicate", "rejected"]),
  /** Why it was rejected. */
  error: Schema.optionalKey(Schema.String)
})
export type RecordResult = typeof RecordResult.Type

/** Clocks differ, but not by more than this. */
const tolerance = 86_400_000

/** Which events of a campaign; all when nothing is given. */
export interface LogQuery extends Omit<EventQuery, "before"> {
  readonly cursor?: string | undefined
}

type Candidate = Omit<Event, "id"> & { readonly input: NewEvent }

/**
 * What happened to leads: the only way in. One transaction writes the events, moves their leads, applies the stop rules,
 * keeps the blacklist and adds to the sums. An event that was recorded before changes nothing, and the order of arrival
 * does not matter (domain, "Events").
 */
export class Activity extends Context.Service<
  Activity,
  {
    /** One result per input, in order; an input that is no event, or of no known lead, is rejected and stops nothing. */
    readonly record: (
      events: ReadonlyArray<unknown>
    ) => Effect.Effect<ReadonlyArray<RecordResult>, StorageError, CurrentOrganization>
    /** A campaign's events, the newest `occurred_at` first, then the greatest id. */
    readonly log: (
      campaign_id: CampaignId,
      query: LogQuery
    ) => Effect.Effect<CursorPage<Event>, CampaignNotFound | InvalidCursor | StorageError, CurrentOrganization>
    /** Makes the sums of analytics anew from the events, in one transaction. Answers how many events there are. */
    readonly rebuild: Effect.Effect<number, StorageError, CurrentOrganization>
  }
>()("@mailroom/core/Activity") {
  static readonly layer = Layer.effect(
    Activity,
    Effect.gen(function* () {
      const accounts = yield* AccountStore
      const blacklist = yield* BlacklistStore
      const campaigns = yield* CampaignStore
      const conversation = yield* Conversation
      const events = yield* EventStore
      const leads = yield* LeadStore
      const rollups = yield* RollupStore
      const sequences = yield* SequenceStore
      const { transaction } = yield* Transactor
      const signer = yield* Signer
      const decodeEvent = decode(NewEvent)

      /** The id of each input's lead: its own, or by campaign and address. */
      const identify = Effect.fnUntraced(function* (organization_id: OrganizationId, inputs: ReadonlyArray<NewEvent>) {
        const named = inputs.flatMap(({ campaign_id, email }) =>
          campaign_id === undefined || email === undefined ? [] : [{ campaign_id, folded: fold(email) }]
        )
        const byEmail = new Map<string, LeadId>()
        for (const [campaign_id, group] of Map.groupBy(named, ({ campaign_id }) => campaign_id)) {
          const emails = group.map(({ folded }) => folded)
          for (const lead of yield* leads.findByEmails(organization_id, campaign_id, emails)) {
            byEmail.set(`${campaign_id} ${fold(lead.email)}`, lead.id)
          }
        }
        return ({ campaign_id, email, lead_id }: NewEvent) =>
          lead_id ?? byEmail.get(`${campaign_id} ${fold(email ?? "")}`)
      })

      /** Holds every lead that the inputs may move: their own and, of the addresses they may blacklist, all others. */
      const hold = Effect.fnUntraced(function* (
        organization_id: OrganizationId,
        inputs: ReadonlyArray<NewEvent>,
        idOf: (input: NewEvent) => LeadId | undefined
      ) {
        const ids = new Set(inputs.flatMap((input) => idOf(input) ?? []))
        const refusing = inputs.filter(({ data = {}, type }) => blacklistSource({ type, data }) !== undefined)
        if (refusing.length > 0) {
          const refused = yield* leads.findMany(organization_id, [
            ...new Set(refusing.flatMap((input) => idOf(input) ?? []))
          ])
          const addresses = refused.map(({ email }) => normalizeEmail(email))
          for (const { id } of yield* leads.findByAddresses(organization_id, addresses)) ids.add(id)
        }
        return new Map((yield* leads.hold(organization_id, [...ids])).map((lead) => [lead.id, lead]))
      })

      /** The inputs as events, or why they are none. */
      const resolve = Effect.fnUntraced(function* (
        organization_id: OrganizationId,
        inputs: ReadonlyArray<NewEvent>,
        leadOf: (input: NewEvent) => LeadRecord | undefined
      ) {
        const latest = Timestamp.fromMillis(Timestamp.toMillis(yield* Timestamp.now) + tolerance)
        const senders = new Map(
          (yield* accounts.findMany(
            organization_id,
            inputs.flatMap(({ account_id }) => account_id ?? [])
          )).map((account) => [account.id, account])
        )
        const steps = new Map(
          (yield* sequences.findMany(
            organization_id,
            inputs.flatMap(({ sequence_id }) => sequence_id ?? [])
          )).map(({ campaign_id, id }) => [id, campaign_id])
        )
        const event = (input: NewEvent): Result.Result<Candidate, string> => {
          const lead = leadOf(input)
          if (lead === undefined) return Result.fail("no such lead")
          if (input.occurred_at > latest) return Result.fail("occurred_at is more than a day in the future")
          if (input.account_id !== undefined && !senders.has(input.account_id)) return Result.fail("no such account")
          if (input.sequence_id !== undefined && steps.get(input.sequence_id) !== lead.campaign_id) {
            return Result.fail("no such sequence in the lead's campaign")
          }
          const message_id = input.message_id ?? input.message?.message_id ?? null
          return Result.succeed({
            identity: JSON.stringify(input.idempotency_key ?? [input.type, lead.id, message_id]),
            type: input.type,
            occurred_at: input.occurred_at,
            campaign_id: lead.campaign_id,
            lead_id: lead.id,
            account_id: input.account_id ?? null,
            sequence_id: input.sequence_id ?? null,
            message_id,
            data: input.data ?? {},
            input
          })
        }
        return { events: inputs.map(event), senders }
      })

      /**
       * Puts the addresses of leads that refuse on the blacklist, and stops all leads that have them: by each event at
       * its own instant, for a lead that a person resumed between two of them is stopped by the later one.
       */
      const refuse = Effect.fnUntraced(function* (
        organization_id: OrganizationId,
        recorded: ReadonlyArray<Event>,
        moved: Map<LeadId, LeadRecord>,
        now: Timestamp.Timestamp
      ) {
        const addressOf = (id: LeadId) => normalizeEmail(moved.get(id)?.email ?? "")
        const refusals = recorded.flatMap((event) => {
          const { campaign_id, data, lead_id, occurred_at } = event
          const source = blacklistSource(event)
          if (source === undefined) return []
          const reason = data.reason === undefined || data.reason === "" ? null : data.reason
          return [{ value: addressOf(lead_id), source, reason, campaign_id, created_at: occurred_at }]
        })
        if (refusals.length === 0) return
        yield* blacklist.insert(organization_id, "email", refusals)
        const byAddress = Map.groupBy(moved.keys(), addressOf)
        for (const { created_at, value } of refusals) {
          for (const id of byAddress.get(value) ?? []) {
            const lead = moved.get(id)
            if (lead) moved.set(id, succeed(lead, { ...lead, ...apply(lead, "blacklist", created_at) }, now))
          }
        }
      })

      const settingsOf = Effect.fnUntraced(function* (organization_id: OrganizationId, ids: ReadonlySet<CampaignId>) {
        const settings = new Map<CampaignId, Campaign>()
        for (const id of ids) {
          const campaign = yield* campaigns.find(organization_id, id)
          if (Option.isSome(campaign)) settings.set(id, campaign.value)
        }
        return settings
      })

      const store = Effect.fnUntraced(function* (inputs: ReadonlyArray<NewEvent>) {
        const { id: organization_id } = yield* CurrentOrganization
        const now = yield* Timestamp.now
        const idOf = yield* identify(organization_id, inputs)
        const held = yield* hold(organization_id, inputs, idOf)
        const { events: resolved, senders } = yield* resolve(organization_id, inputs, (input) => {
          const id = idOf(input)
          return id && held.get(id)
        })
        const candidates = resolved.flatMap((result) => (Result.isSuccess(result) ? [result.success] : []))
        const ids = yield* events.insert(
          organization_id,
          candidates.map(({ input: _, ...event }) => event)
        )
        const recorded = candidates.flatMap(({ input, ...event }, i): Array<Event & { readonly input: NewEvent }> => {
          const id = ids[i] ?? null
          return id === null ? [] : [{ ...event, id, input }]
        })
        const changes = new RollupChanges()
        const moved = new Map(held)
        const settings = yield* settingsOf(organization_id, new Set(recorded.map(({ campaign_id }) => campaign_id)))
        for (const event of recorded) {
          const lead = moved.get(event.lead_id)
          const campaign = settings.get(event.campaign_id)
          if (lead === undefined || campaign === undefined) continue
          const sender = event.account_id === null ? undefined : senders.get(event.account_id)
          moved.set(lead.id, happened(lead, event, campaign, sender, changes, now))
        }
        yield* refuse(organization_id, recorded, moved, now)
        yield* leads.replaceHeld(
          organization_id,
          [...moved.values()].flatMap((lead) => {
            const before = held.get(lead.id)
            return before === undefined || before === lead ? [] : [{ ...lead, version: before.version + 1 }]
          })
        )
        yield* rollups.add(organization_id, changes.toArray())
        for (const { input, lead_id, occurred_at } of recorded) {
          const lead = moved.get(lead_id)
          if (input.message !== undefined && lead !== undefined) {
            yield* conversation.sent(organization_id, lead, input.message, occurred_at)
          }
        }
        let next = 0
        return resolved.map((result): Omit<RecordResult, "index"> => {
          if (Result.isFailure(result)) return { id: null, status: "rejected", error: result.failure }
          const id = ids[next++] ?? null
          return { id, status: id === null ? "duplicate" : "recorded" }
        })
      }, transaction)

      const log = Effect.fn("Activity.log")(function* (campaign_id: CampaignId, query: LogQuery) {
        const { id } = yield* CurrentOrganization
        const { cursor, limit, types, ...filters } = query
        const given = {
          ...(types === undefined ? {} : { types }),
          ...(filters.lead_id === undefined ? {} : { lead_id: filters.lead_id }),
          ...(filters.account_id === undefined ? {} : { account_id: filters.account_id }),
          ...(filters.sequence_id === undefined ? {} : { sequence_id: filters.sequence_id })
        }
        const scope = cursorScope(id, "activity", campaign_id, JSON.stringify(given))
        const place = cursor === undefined ? undefined : yield* decodePlace<EventId>(signer, scope, cursor)
        if (Option.isNone(yield* campaigns.find(id, campaign_id)))
          return yield* new CampaignNotFound({ id: campaign_id })
        const rows = yield* events.page(id, campaign_id, {
          ...given,
          ...(place === undefined ? {} : { before: { occurred_at: place.at, id: place.id } }),
          limit: limit + 1
        })
        return yield* cursorPage(signer, scope, rows, limit, ({ id, occurred_at }) => ({ at: occurred_at, id }))
      })

      return Activity.of({
        log,
        rebuild: Effect.flatMap(CurrentOrganization, ({ id }) =>
          transaction(rebuild(id, { events, leads, rollups }))
        ).pipe(Effect.withSpan("Activity.rebuild")),
        record: Effect.fn("Activity.record")(function* (inputs) {
          const decoded = yield* Effect.forEach(inputs, (input) => Effect.result(decodeEvent(input)))
          const valid = decoded.flatMap((result) => (Result.isSuccess(result) ? [result.success] : []))
          const stored = valid.length === 0 ? [] : yield* store(valid)
          let next = 0
          return decoded.map((result, index): RecordResult => {
            if (Result.isFailure(result)) return { index, id: null, status: "rejected", error: result.failure.message }
            return { index, ...(stored[next++] ?? { id: null, status: "rejected" }) }
          })
        })
      })
    })
  )
}
