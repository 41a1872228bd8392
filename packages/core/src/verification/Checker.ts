/** Verifies the leads of campaigns: the worker's handler for the kind `verification`. */
import { normalizeEmail } from "@mailroom/mail/domain"
import { Duration, Effect, Option, Result } from "effect"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { Changes } from "../Changes.ts"
import type { CampaignId, LeadId, OrganizationId } from "../ids.ts"
import type { LeadRecord, ListedLead } from "../leads/Lead.ts"
import { LeadsVerified } from "../leads/LeadChange.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { CurrentOrganization } from "../Organization.ts"
import * as Timestamp from "../Timestamp.ts"
import { nextVersion } from "../Version.ts"
import type { Handler } from "../work/Workers.ts"
import { AddressVerifier, type VerifierFailed } from "./AddressVerifier.ts"
import { advance, againAt, type Run } from "./Run.ts"
import type { Verdict } from "./Verdict.ts"
import { kind } from "./VerificationWork.ts"

/**
 * Number of leads that are verified at the same time, and stored together: a crash repeats the cost of at most as many.
 */
const batch = 10

/** Maximum number of leads that are read at once to find those to verify. */
const read = 100

/** How long a campaign may verify before other work runs, in milliseconds. A batch that has begun is still finished. */
const timeSlice = 5_000

/** A lead, and the verdict on its address. */
interface Verified {
  readonly lead: Pick<ListedLead, "email" | "id">
  readonly verdict: Verdict
}

/** The lead with the verdict. One whose address was changed meanwhile stays as it is. */
const withVerdict = (
  lead: LeadRecord,
  { lead: { email }, verdict }: Verified,
  now: Timestamp.Timestamp
): LeadRecord => {
  if (normalizeEmail(lead.email) !== normalizeEmail(email)) return lead
  const { decided_by, reasons, status } = verdict
  const verification = { reasons, decided_by, verified_at: now }
  return nextVersion(lead, { ...lead, verification_status: status, verification }, now)
}

/** The part of a run that one batch adds. */
interface Part {
  readonly verified: ReadonlyArray<Verified>
  /** The run continues after this lead. */
  readonly after_id: LeadId
  readonly failure: VerifierFailed | undefined
}

/**
 * The part of a run that the verdicts of a batch make. `results`: one for each chosen lead. `last`: the last lead that was scanned. When
 * the verifier failed for a lead, the next batch begins with it; the verdicts on leads behind it are kept.
 */
const partOf = (
  chosen: ReadonlyArray<Verified["lead"]>,
  results: ReadonlyArray<Result.Result<Verdict, VerifierFailed>>,
  last: LeadId
): Part => {
  const verified = chosen.flatMap((lead, i): ReadonlyArray<Verified> => {
    const result = results[i]
    return result !== undefined && Result.isSuccess(result) ? [{ lead, verdict: result.success }] : []
  })
  const index = results.findIndex(Result.isFailure)
  const firstFailed = results[index]
  if (firstFailed === undefined || Result.isSuccess(firstFailed))
    return { verified, after_id: last, failure: undefined }
  // A run continues after this id, so the id before the lead.
  const after_id = ((chosen[index]?.id ?? 1) - 1) as LeadId
  return { verified, after_id, failure: firstFailed.failure }
}

/** Makes the handler. It verifies the leads of a campaign by ascending id, and stores each batch at once. */
export const checker: Effect.Effect<Handler, never, CampaignStore | Changes | LeadStore> = Effect.gen(function* () {
  const campaigns = yield* CampaignStore
  const leads = yield* LeadStore
  const { verify } = yield* AddressVerifier.orOwn
  const { report, transactional } = yield* Changes

  /** The leads at which a run has not looked yet, at most `limit`. */
  const leadsAfter = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    id: CampaignId,
    { after_id }: Run,
    limit: number
  ) {
    const after = after_id > 0 ? { after_id: after_id as LeadId } : {}
    const page = yield* leads.page(organization_id, id, { ...after, offset: 0, limit })
    return Option.isNone(page) ? [] : page.value.data
  })

  /** The next leads to verify (`chosen`), at most `batch`, and the lead after which the run goes on (`last`). */
  const nextBatch = Effect.fnUntraced(function* (organization_id: OrganizationId, id: CampaignId, run: Run) {
    const found = yield* leadsAfter(organization_id, id, run, read)
    const wanted = found.filter(({ verification_status }) => run.statuses.includes(verification_status))
    const chosen = wanted.slice(0, batch)
    const scanned = wanted.length > chosen.length ? chosen : found
    return { chosen, last: scanned.at(-1)?.id ?? (run.after_id as LeadId) }
  })

  /** Stores the verdicts on locked leads. Returns the leads whose status has changed. */
  const write = Effect.fnUntraced(function* (organization_id: OrganizationId, verified: ReadonlyArray<Verified>) {
    const now = yield* Timestamp.now
    const byId = new Map(verified.map((one) => [one.lead.id, one]))
    const locked = verified.length === 0 ? [] : yield* leads.lock(organization_id, [...byId.keys()])
    const changed = locked.flatMap((lead) => {
      const found = byId.get(lead.id)
      const after = found === undefined ? lead : withVerdict(lead, found, now)
      return after === lead ? [] : [{ before: lead, after }]
    })
    if (changed.length > 0) {
      yield* leads.writeTexts(
        organization_id,
        changed.map(({ after }) => after)
      )
    }
    return changed.flatMap(({ after, before }) =>
      after.verification_status === before.verification_status ? [] : [after]
    )
  })

  /** Stores a part of the run. Returns the run; `undefined`: the campaign is gone. */
  const store = transactional(function* (id: CampaignId, part: Part) {
    const organization = yield* CurrentOrganization
    const changed = yield* write(organization.id, part.verified)
    const campaign = Option.getOrUndefined(yield* campaigns.lock(organization.id, id))
    if (changed.length > 0) yield* report([new LeadsVerified({ leads: changed })])
    if (campaign?.verification == null) return undefined
    const { after_id, failure } = part
    const now = yield* Timestamp.now
    const progress = { after_id, failure, verdicts: part.verified.map(({ verdict }) => verdict) }
    const unfinished = advance(campaign.verification, { ...progress, isAtEnd: false }, now)
    // Read under the lock: leads that were added meanwhile are not left out.
    const isAtEnd = failure === undefined && (yield* leadsAfter(organization.id, id, unfinished, 1)).length === 0
    const run = isAtEnd ? advance(campaign.verification, { ...progress, isAtEnd }, now) : unfinished
    yield* campaigns.replace(organization.id, { ...campaign, verification: run })
    return run
  })

  const handle: Handler["handle"] = Effect.fnUntraced(function* ({ isStopping, key, organization_id }) {
    const id = key as CampaignId
    const end = Timestamp.plus(yield* Timestamp.now, timeSlice)
    while (true) {
      const [campaign] = yield* campaigns.findMany(organization_id, [id])
      if (campaign?.verification?.state !== "running") return null
      const { chosen, last } = yield* nextBatch(organization_id, id, campaign.verification)
      const results = yield* Effect.forEach(chosen, ({ email }) => Effect.result(verify(email)), {
        concurrency: "unbounded"
      })
      const run = yield* store(id, partOf(chosen, results, last))
      if (run === undefined) return null
      const now = yield* Timestamp.now
      const again = againAt(run, now)
      if (again === null || again > now || now >= end || isStopping()) return again
    }
  })

  return {
    kind,
    room: 2,
    concurrency: 10,
    lease: Duration.seconds(90),
    timeout: Duration.seconds(75),
    handle
  }
})
