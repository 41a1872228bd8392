/** Creates campaigns, and changes their settings. */
import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { undeleted } from "../accounts/Account.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import { Changes } from "../Changes.ts"
import { InvalidInput } from "../InvalidInput.ts"
import { orNotFound } from "../NotFound.ts"
import { CurrentOrganization } from "../Organization.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import { allows, type IfVersion } from "../Precondition.ts"
import * as Timestamp from "../Timestamp.ts"
import {
  CampaignChanged,
  CampaignPatch,
  defaults,
  draftOf,
  isRetimed,
  NewCampaign,
  patch,
  type Settings
} from "./Campaign.ts"
import { CampaignUpdated } from "./CampaignChange.ts"
import { makeCampaignMoves } from "./CampaignMoves.ts"
import { CampaignStore } from "./CampaignStore.ts"
import { Holidays } from "./Holidays.ts"
import { makeRequireTracked } from "../sequences/StartIssues.ts"
import { type AccountId, CampaignId, CampaignNotFound } from "../ids.ts"

/** Locks a campaign that has one of the versions of the precondition. */
export const lockCampaign = (store: CampaignStore["Service"]) =>
  Effect.fnUntraced(function* (id: CampaignId, precondition: IfVersion) {
    const organization = yield* CurrentOrganization
    const campaign = yield* orNotFound(store.lock(organization.id, id), () => new CampaignNotFound({ id }))
    const { version } = campaign
    return allows(precondition, version) ? campaign : yield* new CampaignChanged({ id, version })
  })

export const makeCampaignSettings = Effect.gen(function* () {
  const store = yield* CampaignStore
  const accounts = yield* AccountStore
  const { calendarOf } = yield* Holidays
  const { report, transactional } = yield* Changes
  const random = yield* SecureRandom.SecureRandom
  const sequences = yield* SequenceStore
  const requireTracked = yield* makeRequireTracked
  const { guardMoves, requireMoves } = yield* makeCampaignMoves
  const lock = lockCampaign(store)

  /** Locks accounts that a campaign shall send from. Returns the ids of existing ones, ascending. */
  const lockAccounts = Effect.fnUntraced(function* (ids: ReadonlyArray<AccountId>) {
    const organization = yield* CurrentOrganization
    return undeleted(yield* accounts.lock(organization.id, [...new Set(ids)], "shared")).map(({ id }) => id)
  })
  /** Fails when accounts of the input do not exist. */
  const requireAccounts = (asked: ReadonlyArray<AccountId>, existing: ReadonlyArray<AccountId>) => {
    const known = new Set(existing)
    const faults = asked.flatMap((id, index) =>
      known.has(id) ? [] : [{ pointer: `/account_ids/${index}`, message: "the account does not exist" }]
    )
    return faults.length > 0 ? Effect.fail(new InvalidInput({ faults })) : Effect.void
  }

  /** Fails if no calendar has the holidays of this region. `null` and `undefined` need none. */
  const requireCalendar = (holidays: string | null | undefined) =>
    holidays == null
      ? Effect.void
      : Effect.mapError(
          calendarOf(holidays),
          (reason) => new InvalidInput({ faults: [{ pointer: "/holidays", message: reason }] })
        )

  /** Inserts a draft without leads and steps. The caller has locked its accounts, whose ids ascend. */
  const insertDraft = Effect.fnUntraced(function* (settings: Settings) {
    const organization = yield* CurrentOrganization
    const campaign = draftOf(CampaignId.make(yield* random.uuidV7()), settings, yield* Timestamp.now)
    const { lead_count: _, ...row } = campaign
    yield* store.insert(organization.id, row)
    return campaign
  })

  /** Creates a draft. */
  const create = transactional(function* (input: NewCampaign) {
    yield* guardMoves(input)
    const settings = { ...defaults, ...input }
    const account_ids = yield* lockAccounts(settings.account_ids)
    yield* requireAccounts(settings.account_ids, account_ids)
    yield* requireCalendar(settings.holidays)
    const draft = yield* insertDraft({ ...settings, account_ids })
    yield* requireMoves(draft, draft.moves, [])
    return draft
  })

  /** Changes the settings of a campaign. */
  const update = transactional(function* (id: CampaignId, changes: CampaignPatch, options: IfVersion) {
    const organization = yield* CurrentOrganization
    const { account_ids = [], moves = [] } = changes
    yield* guardMoves(changes)
    // Accounts are locked before campaigns, but a missing campaign is reported before missing accounts.
    const existing = account_ids.length === 0 ? [] : yield* lockAccounts(account_ids)
    const campaign = yield* lock(id, options)
    yield* requireAccounts(account_ids, existing)
    yield* requireCalendar(changes.holidays)
    const chosen = changes.account_ids === undefined ? {} : { account_ids: existing }
    const next = patch(campaign, { ...changes, ...chosen }, yield* Timestamp.now)
    if (next === campaign) return next
    yield* requireMoves(next, moves, campaign.moves)
    // Conditions of steps may ask for opens or clicks.
    const off = (["track_clicks", "track_opens"] as const).find((name) => campaign[name] && !next[name])
    if (off !== undefined) {
      const steps = yield* sequences.ofCampaigns(organization.id, [id])
      yield* requireTracked(`/${off}`, { campaign, steps }, { campaign: next, steps })
    }
    yield* store.replace(organization.id, next)
    const left = campaign.account_ids.filter((account) => !next.account_ids.includes(account))
    yield* report([
      new CampaignUpdated({
        campaign: next,
        left,
        isEarlier: isRetimed(campaign, next),
        isRequirementChanged: next.required_verification !== campaign.required_verification
      })
    ])
    return next
  })

  return { create, insertDraft, lockAccounts, update }
})
