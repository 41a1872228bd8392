/** Creates leads in bulk: the use case `Leads.create`. */
import { normalizeEmail } from "@mailroom/mail/domain"
import { Effect, Result, Schema } from "effect"
import { undeleted } from "../accounts/Account.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import { makeFindCovered } from "../blacklist/Coverage.ts"
import { described } from "../Described.ts"
import { bulkResult, decodeEach, errors, maximumInputs } from "../Bulk.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { Changes } from "../Changes.ts"
import { GuardStore } from "../guards/GuardStore.ts"
import { Count } from "../Id.ts"
import { decode } from "../InvalidInput.ts"
import { findOne, orNotFound } from "../NotFound.ts"
import { CurrentOrganization } from "../Organization.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { makeBeginRun } from "../verification/BeginRun.ts"
import { create, type LeadChanges, type LeadDraft, type LeadRecord, NewLead, patch } from "./Lead.ts"
import { LeadsCreated, zoneChanges } from "./LeadChange.ts"
import { LeadStore } from "./LeadStore.ts"
import { type AccountId, type CampaignId, CampaignIdInput, CampaignNotFound, LeadId } from "../ids.ts"

export const OnDuplicate = Schema.Literals(["skip", "update"]).annotate({
  identifier: "OnDuplicate",
  description:
    "The handling of an address that the campaign already has. `skip`: the lead stays unchanged. `update`: the given fields are changed."
})
export type OnDuplicate = typeof OnDuplicate.Type

/** The input of `Leads.create`. */
export const CreateLeads = Schema.Struct({
  campaign_id: described(CampaignIdInput, "The campaign that the leads belong to."),
  leads: described(
    Schema.Array(Schema.Unknown).check(
      Schema.isBetweenLength(1, maximumInputs, { message: `must have 1 to ${maximumInputs} leads` })
    ),
    "1 to 1000 leads. Each is checked separately, so an invalid one does not affect the others."
  ),
  on_duplicate: described(Schema.optionalKey(OnDuplicate), "Default: `skip`."),
  verify: described(
    Schema.optionalKey(Schema.Boolean),
    "Whether the leads of the campaign that are `not_verified` are verified now, in the background: see `POST /campaigns/{campaignId}/verify`. Default: `false`."
  ),
  dry_run: described(
    Schema.optionalKey(Schema.Boolean),
    "Whether to say only what would happen: nothing is stored, and a lead that would be new has the id `null`. Default: `false`."
  )
}).annotate({ identifier: "CreateLeads", description: "Leads to add to a campaign." })

/** The result of one input of `Leads.create`. */
export const CreateResult = Schema.Struct({
  index: described(Count, "The index of the input in the request, from 0."),
  id: described(Schema.NullOr(LeadId), "The id of the new lead, or of the lead that already has the address."),
  status: Schema.Literals(["created", "updated", "duplicate", "blacklisted", "invalid"]).annotate({
    identifier: "CreateLeadStatus",
    description:
      "The result of an input. `duplicate`: the campaign already has the address. `blacklisted`: created, and stopped at once."
  }),
  errors: described(errors, "Why the input is `invalid`. Pointers are relative to the input.")
}).annotate({ identifier: "CreateLeadResult", description: "The result of one input." })
export type CreateResult = typeof CreateResult.Type

/** Another transaction inserted one of the addresses after this transaction had searched for them. */
class AddressTaken extends Schema.TaggedError<AddressTaken>()("AddressTaken", {}) {}

/** Maximum number of attempts to store leads. A new attempt follows when an address was taken meanwhile. */
const maximumAttempts = 10

/** The planned result of an input. By the normalized `address`, the id of its lead is found later. */
type Planned = Omit<CreateResult, "id" | "index"> & { readonly address: string }

/**
 * Applies the inputs, one after the other, to the stored leads. Returns the leads to insert and the leads to change,
 * both by normalized address. Only leads in `stored` are changed, so with "skip" it is empty.
 */
const plan = (
  inputs: ReadonlyArray<NewLead>,
  stored: ReadonlyArray<LeadRecord>,
  {
    blacklisted,
    campaign_id,
    now,
    senders
  }: Pick<LeadRecord, "campaign_id"> & {
    /** The accounts that a lead may choose. */
    readonly senders: ReadonlySet<AccountId>
    readonly blacklisted: ReadonlySet<string>
    readonly now: Timestamp.Timestamp
  },
  onDuplicate: OnDuplicate
) => {
  const created = new Map<string, LeadDraft>()
  // Reversed, so that of several leads with an address the first one stays in the map.
  const changed = new Map(stored.toReversed().map((lead) => [normalizeEmail(lead.email), lead]))
  const results = inputs.map(({ email, ...fields }): Planned => {
    const address = normalizeEmail(email)
    const { chosen_sender = null } = fields
    if (chosen_sender !== null && !senders.has(chosen_sender)) return { address, ...noSender }
    // The lead with this address: a new one of an input before, or a stored one.
    const draft = created.get(address)
    const lead = changed.get(address)
    if (draft === undefined && lead === undefined) {
      const isBlacklisted = blacklisted.has(email)
      created.set(address, create(campaign_id, { email, ...fields }, now, isBlacklisted))
      return { address, status: isBlacklisted ? "blacklisted" : "created" }
    }
    if (onDuplicate === "skip") return { address, status: "duplicate" }
    const faultOfDraft = draft === undefined ? undefined : patchIn(created, address, draft, fields, now)
    const faultOfLead = lead === undefined ? undefined : patchIn(changed, address, lead, fields, now)
    const message = faultOfDraft ?? faultOfLead
    if (message === undefined) return { address, status: "updated" }
    return { address, status: "invalid", errors: [{ pointer: "/custom_fields", message }] }
  })
  return { created, results, changed: [...changed.values()].filter((lead) => !stored.includes(lead)) }
}

const noSender = {
  status: "invalid",
  errors: [{ pointer: "/chosen_sender", message: "is not an account of the campaign" }]
} as const

/** Replaces the lead under `address` by the patched one. Returns the fault if the patch cannot be applied. */
const patchIn = <L extends LeadDraft>(
  leads: Map<string, L>,
  address: string,
  lead: L,
  fields: LeadChanges,
  now: Timestamp.Timestamp
) => {
  const patched = patch(lead, fields, now, false)
  if ("fault" in patched) return patched.fault
  leads.set(address, patched.lead)
  return undefined
}

/** The addresses of these leads in a campaign, each once. */
const campaignAddresses = (campaign_id: CampaignId, leads: ReadonlyArray<Pick<NewLead, "email">>) =>
  Array.from(new Set(leads.map(({ email }) => normalizeEmail(email))), (address) => ({ campaign_id, address }))

/**
 * The results of the inputs, in order. `leads`: the leads with their addresses that exist now. `taken`: the leads that another
 * request has created: for these, an input that would create a lead is a duplicate.
 */
const resultsOf = (
  planned: ReadonlyArray<Planned>,
  leads: ReadonlyArray<Pick<LeadRecord, "email" | "id">>,
  taken: ReadonlyArray<Pick<LeadRecord, "email">>
) => {
  const ids = new Map(leads.map(({ email, id }) => [normalizeEmail(email), id]))
  const takenAddresses = new Set(taken.map(({ email }) => normalizeEmail(email)))
  return planned.map(({ address, status, ...result }): Omit<CreateResult, "index"> => {
    const wouldCreate = status === "created" || status === "blacklisted"
    return {
      id: ids.get(address) ?? null,
      status: wouldCreate && takenAddresses.has(address) ? "duplicate" : status,
      ...result
    }
  })
}

/** Makes `Leads.create` from the services that it needs. */
export const makeCreateLeads = Effect.gen(function* () {
  const accounts = yield* AccountStore
  const campaigns = yield* CampaignStore
  const store = yield* LeadStore
  const guards = yield* GuardStore
  const findCovered = yield* makeFindCovered
  const { report, transactional } = yield* Changes
  const beginRun = yield* makeBeginRun
  const decodeInput = decode(CreateLeads)
  const decodeLead = decode(NewLead)

  /** Locks the chosen accounts against deletion. Returns the ids of the accounts that the campaign has. */
  const lockSenders = Effect.fnUntraced(function* (campaign_id: CampaignId, inputs: ReadonlyArray<NewLead>) {
    const { id } = yield* CurrentOrganization
    const chosen = new Set(inputs.flatMap(({ chosen_sender }) => chosen_sender ?? []))
    if (chosen.size === 0) return chosen
    const locked = undeleted(yield* accounts.lock(id, [...chosen], "shared"))
    const [campaign] = yield* campaigns.findMany(id, [campaign_id])
    return new Set(locked.flatMap((account) => (campaign?.account_ids.includes(account.id) ? [account.id] : [])))
  })

  /** Locks the existing leads with the addresses of these inputs. */
  const lockExisting = Effect.fnUntraced(function* (campaign_id: CampaignId, inputs: ReadonlyArray<NewLead>) {
    const { id } = yield* CurrentOrganization
    const known = yield* store.findByEmails(id, campaignAddresses(campaign_id, inputs))
    if (known.length === 0) return []
    return yield* store.lock(
      id,
      known.map((lead) => lead.id)
    )
  })

  /** Writes the changed leads, of which `locked` has the state before. */
  const writeChanged = Effect.fnUntraced(function* (
    changed: ReadonlyArray<LeadRecord>,
    locked: ReadonlyArray<LeadRecord>
  ) {
    if (changed.length === 0) return
    const { id } = yield* CurrentOrganization
    yield* store.writeTexts(id, changed)
    const before = new Map(locked.map((lead) => [lead.id, lead]))
    yield* report(zoneChanges(changed.map((lead) => ({ before: before.get(lead.id) ?? lead, lead }))))
  })

  /**
   * Stores valid inputs. Existing leads are locked before `insert` locks their campaign. A lead whose address is taken
   * between the two would have to be locked after the campaign, so this fails instead, and is run again.
   */
  const attempt = transactional(function* (
    campaign_id: CampaignId,
    inputs: ReadonlyArray<NewLead>,
    onDuplicate: OnDuplicate,
    isVerified: boolean
  ) {
    const { id: organization_id } = yield* CurrentOrganization
    yield* guards.lock(organization_id, "shared")
    const blacklisted = yield* findCovered(inputs.map(({ email }) => email))
    const senders = yield* lockSenders(campaign_id, inputs)
    const locked = onDuplicate === "update" ? yield* lockExisting(campaign_id, inputs) : []
    const now = yield* Timestamp.now
    const { changed, created, results } = plan(inputs, locked, { blacklisted, campaign_id, now, senders }, onDuplicate)
    // A step for 1 000 inputs takes some milliseconds: let other fibers run in between.
    yield* Effect.yieldNow
    const drafts = [...created.values()]
    const inserted =
      drafts.length === 0 && locked.length > 0 ? [] : yield* store.insert(organization_id, campaign_id, drafts)
    const taken = drafts.filter((_, i) => inserted[i] === null)
    if (onDuplicate === "update" && taken.length > 0) return yield* new AddressTaken()
    yield* writeChanged(changed, locked)
    const others =
      taken.length === 0 ? [] : yield* store.findByEmails(organization_id, campaignAddresses(campaign_id, taken))
    const added = drafts.flatMap(({ email }, i) => (inserted[i] == null ? [] : [{ email, id: inserted[i] }]))
    if (added.length > 0) yield* report([new LeadsCreated({ campaign_id, lead_ids: added.map(({ id }) => id) })])
    if (isVerified) yield* beginRun(campaign_id, ["not_verified"])
    yield* Effect.yieldNow
    return resultsOf(results, [...locked, ...others, ...added], taken)
  })

  /** The results that `attempt` would have now: a dry run. Writes nothing, and locks no lead. */
  const foresee = transactional(function* (
    campaign_id: CampaignId,
    inputs: ReadonlyArray<NewLead>,
    onDuplicate: OnDuplicate
  ) {
    const organization = yield* CurrentOrganization
    yield* orNotFound(
      findOne(campaigns.findMany, organization.id, campaign_id),
      () => new CampaignNotFound({ id: campaign_id })
    )
    const blacklisted = yield* findCovered(inputs.map(({ email }) => email))
    const senders = yield* lockSenders(campaign_id, inputs)
    const known = yield* store.findByEmails(organization.id, campaignAddresses(campaign_id, inputs))
    const now = yield* Timestamp.now
    // As with "skip", `plan` finds no lead that it may change: the addresses that are known are duplicates.
    const changeable = onDuplicate === "update" ? known : []
    const { results } = plan(inputs, changeable, { blacklisted, campaign_id, now, senders }, onDuplicate)
    return resultsOf(results, known, known)
  })

  return traced("Leads.create")(function* (input: typeof CreateLeads.Encoded) {
    const { campaign_id, dry_run = false, leads, on_duplicate = "skip", verify = false } = yield* decodeInput(input)
    const decoded = yield* decodeEach(decodeLead, leads)
    const valid = decoded.flatMap((result) => (Result.isSuccess(result) ? [result.success] : []))
    const stored = yield* (
      dry_run ? foresee(campaign_id, valid, on_duplicate) : attempt(campaign_id, valid, on_duplicate, verify)
    ).pipe(
      Effect.retry({ while: ({ _tag }) => _tag === "AddressTaken", times: maximumAttempts }),
      Effect.catchTag("AddressTaken", Effect.die)
    )
    const storedInOrder = stored.values()
    const data = decoded.map((result, index): CreateResult => {
      if (Result.isFailure(result)) return { index, id: null, status: "invalid", errors: result.failure.faults }
      return { index, ...(storedInOrder.next().value ?? missing) }
    })
    return bulkResult(CreateResult.fields.status.literals, data)
  })
})

/** A fallback that is never used, because there is one result for each valid input. */
const missing = { id: null, status: "invalid" } as const
