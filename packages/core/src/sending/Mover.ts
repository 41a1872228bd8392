/** Moves leads to other campaigns by the rules of their campaigns: the worker's handler for the kind `move`. */
import { normalizeEmail } from "@mailroom/mail/domain"
import { Duration, Effect, Option } from "effect"
import { undeleted } from "../accounts/Account.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import { makeFindCovered } from "../blacklist/Coverage.ts"
import type { CampaignRecord } from "../campaigns/Campaign.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { Changes } from "../Changes.ts"
import { hour } from "../Durations.ts"
import { GuardStore } from "../guards/GuardStore.ts"
import type { LeadId, OrganizationId } from "../ids.ts"
import * as Lead from "../leads/Lead.ts"
import { LeadMoved, LeadsCreated, stopChanges } from "../leads/LeadChange.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { PauseState } from "../leads/Pause.ts"
import * as StopSending from "../leads/StopSending.ts"
import { SendStore } from "../sends/SendStore.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import { TagStore } from "../tags/TagStore.ts"
import * as Timestamp from "../Timestamp.ts"
import { nextVersion } from "../Version.ts"
import type { Handler } from "../work/Workers.ts"
import { makeCampaignHours } from "./CampaignHours.ts"
import { kind, leadOf } from "./MoveWork.ts"
import { looksAgainAt, moveFactsOf, nextMove } from "./NextMove.ts"

/** How long a move waits while the campaign that the lead would leave is paused, in milliseconds. Then it is looked at again. */
const pausedFor = hour

const pauseFields = Object.keys(PauseState.fields) as ReadonlyArray<keyof PauseState>

/** The lead for the campaign `target`: the same person, who has got nothing there. `sender`: the account that it chooses; `null`: none. */
const draftOf = (
  lead: Lead.LeadRecord,
  target: CampaignRecord,
  sender: Lead.LeadDraft["chosen_sender"],
  at: Timestamp.Timestamp
) => ({
  ...Lead.create(target.id, lead as Lead.NewLead, at, false),
  ...Object.fromEntries(pauseFields.map((name) => [name, lead[name]])),
  verification: lead.verification,
  chosen_sender: sender,
  moved_from: { lead_id: lead.id, campaign_id: lead.campaign_id, at }
})

/** Makes the handler that moves a lead when its move is due. */
export const mover = Effect.gen(function* () {
  const accounts = yield* AccountStore
  const campaigns = yield* CampaignStore
  const findCovered = yield* makeFindCovered
  const guards = yield* GuardStore
  const leads = yield* LeadStore
  const readHours = yield* makeCampaignHours
  const sends = yield* SendStore
  const sequences = yield* SequenceStore
  const tags = yield* TagStore
  const { report, transactional } = yield* Changes

  /** Locks the account that the lead chose, or that wrote to it last, against deletion. `undefined`: there is none. */
  const lockSender = Effect.fnUntraced(function* (id: OrganizationId, lead_id: LeadId) {
    const [lead] = yield* leads.findMany(id, [lead_id])
    const account_id = lead?.chosen_sender ?? (yield* sends.findOfLeads(id, [lead_id])).at(-1)?.account_id
    const locked = account_id == null ? [] : undeleted(yield* accounts.lock(id, [account_id], "shared"))
    return locked[0]?.id
  })

  /** Everything that decides about a move of the lead; `undefined`: its campaign has no rules. `found`: the campaigns that rules name. */
  const readFacts = Effect.fnUntraced(function* (id: OrganizationId, lead: Lead.LeadRecord) {
    const [campaign] = yield* campaigns.findMany(id, [lead.campaign_id])
    if (campaign === undefined || campaign.moves.length === 0) return undefined
    const found = yield* campaigns.findMany(
      id,
      campaign.moves.map(({ campaign_id }) => campaign_id)
    )
    const tag = lead.reply_status_tag_id === null ? Option.none() : yield* tags.find(id, lead.reply_status_tag_id)
    return {
      lead,
      campaign,
      hours: yield* readHours.of(campaign),
      steps: yield* sequences.ofCampaigns(id, [campaign.id]),
      sends: yield* sends.findOfLeads(id, [lead.id]),
      targets: new Set(found.map((target) => target.id)),
      label: Option.getOrUndefined(tag)?.label,
      found
    }
  })

  /** Inserts the lead in the other campaign. Returns its id there, also if the campaign had the address already. */
  const insert = Effect.fnUntraced(function* (id: OrganizationId, draft: Lead.LeadDraft) {
    const { campaign_id, email } = draft
    const [inserted] = yield* leads.insert(id, campaign_id, [draft])
    if (inserted != null) {
      yield* report([new LeadsCreated({ campaign_id, lead_ids: [inserted] })])
      return inserted
    }
    const [known] = yield* leads.findByEmails(id, [{ campaign_id, address: normalizeEmail(email) }])
    return known?.id
  })

  /**
   * Moves a lead if its move is due. Everything is decided under the lock of the lead, and under the guard, so that no stop comes in
   * between. Returns when to look again; `null`: when something happens.
   */
  const move = transactional(function* (id: OrganizationId, lead_id: LeadId) {
    yield* guards.lock(id, "shared")
    const sender = yield* lockSender(id, lead_id)
    const [lead] = yield* leads.lock(id, [lead_id])
    const facts = lead === undefined || lead.moved_to !== null ? undefined : yield* readFacts(id, lead)
    if (lead === undefined || facts === undefined) return null
    const now = yield* Timestamp.now
    const next = nextMove(moveFactsOf(facts, now), now)
    if (next === undefined) return looksAgainAt(facts, now)
    if (next.due_at > now) return next.due_at
    if (facts.campaign.status === "paused") return Timestamp.plus(now, pausedFor)
    if ((yield* findCovered([lead.email])).has(lead.email)) return null
    const target = facts.found.find((campaign) => campaign.id === next.rule.campaign_id)
    if (target === undefined) return null
    const chosen = sender !== undefined && target.account_ids.includes(sender) ? sender : null
    const to_id = yield* insert(id, draftOf(lead, target, chosen, now))
    if (to_id === undefined) return now
    const moved = nextVersion(
      lead,
      {
        ...lead,
        ...StopSending.apply(lead, "moved", now),
        moved_to: { lead_id: to_id, campaign_id: target.id, at: now }
      },
      now
    )
    yield* leads.writeState(id, [moved])
    yield* report([new LeadMoved({ lead: moved }), ...stopChanges(lead, moved)])
    return null
  })

  const handle: Handler["handle"] = ({ key, organization_id }) =>
    // The campaign is being deleted: its rules do not count any more when the lead is looked at again.
    Effect.catchTag(move(organization_id, leadOf(key)), "CampaignNotFound", () => Timestamp.now)

  return {
    kind,
    room: 4,
    concurrency: 8,
    lease: Duration.minutes(2),
    timeout: Duration.minutes(1),
    handle
  } satisfies Handler
})
