/** The rehearsal of a campaign (`POST /campaigns/{id}/rehearse`): it reads the data, plays the weeks ahead, and sums them up. */
import { Effect, Semaphore } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import { spansOf } from "../accounts/Figures.ts"
import { daysFrom, todayOf } from "../analytics/Period.ts"
import { RollupStore } from "../analytics/RollupStore.ts"
import type { CampaignRecord } from "../campaigns/Campaign.ts"
import { day } from "../Durations.ts"
import type { AccountId, CampaignId } from "../ids.ts"
import { outside, renewed } from "../Deadline.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { SequenceRecord } from "../sequences/Sequence.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import * as Timestamp from "../Timestamp.ts"
import { makeCampaignFigures } from "./CampaignFigures.ts"
import { makeCampaignHours } from "./CampaignHours.ts"
import type { Setup } from "./Decision.ts"
import { turnsAtOnce } from "./Foresight.ts"
import { type Extent, makeReadWorld } from "./ForecastWorld.ts"
import { type Rehearsal, rehearsalBounds, type RehearsalInput } from "./Rehearsal.ts"
import { rehearsalOf } from "./RehearsalCalendar.ts"
import { makeRehearsalChecks } from "./RehearsalChecks.ts"
import { makeShownMoves, rehearsedMoves } from "./ShownMove.ts"
import { campaignsOf } from "./SendingAccount.ts"
import { beginRehearsal, rehearseOn, type RehearsalPlay, type Sum } from "./RehearsalPlay.ts"

/** The assumptions where the input says nothing. */
const assumed = { reply_rate: 5, bounce_rate: 2, weeks: 12 }

/**
 * The data that is read for the rehearsal of a campaign: its leads up to a bound, and of other campaigns as many as they can contact in these
 * weeks, within an equal part of a bound for all. One more than can be used shows that there are more.
 */
const extentOf = (id: CampaignId, weeks: number): Extent => ({
  rows: { most: rehearsalBounds.others, ofQueue: 1_000, least: 2 },
  all: { campaign_id: id, rows: rehearsalBounds.leads + 1 },
  campaigns: rehearsalBounds.campaigns,
  fresh: (campaign, campaigns) => {
    if (campaign.id === id) return rehearsalBounds.leads + 1
    const contactable = weeks * 7 * campaign.daily_limit
    const part = Math.floor(rehearsalBounds.others / Math.max(1, campaigns - 1))
    return Math.min(contactable + 1, part)
  },
  passed: 0
})

export const makeRehearse = (setup: Setup) =>
  Effect.gen(function* () {
    const checksOf = yield* makeRehearsalChecks
    const figuresOf = yield* makeCampaignFigures
    const readWorld = yield* makeReadWorld
    const rollups = yield* RollupStore
    const sequences = yield* SequenceStore
    // A rehearsal takes seconds of processor time: one after the other.
    const oneAtATime = yield* Semaphore.make(1)
    const readHours = yield* makeCampaignHours
    const shownMoves = yield* makeShownMoves

    /** The mails of the last seven days, as they still count today and on each of the six days after it. */
    const carriedOf = Effect.fnUntraced(function* (
      accounts: ReadonlyArray<AccountRecord>,
      campaigns: ReadonlyArray<CampaignRecord>,
      now: Timestamp.Timestamp
    ) {
      const { id } = yield* CurrentOrganization
      const instants = Array.from({ length: 7 }, (_, days) => Timestamp.plus(now, days * day))
      // The spans of all accounts at the first instant, then at the second one, and so on.
      const spans = instants.flatMap((at) => spansOf(accounts, "last_7_days", at))
      const sums = (yield* rollups.sumAccounts(id, spans)).map(({ bounced, sent }): Sum => ({ bounced, sent }))
      const ofAccounts = new Map(
        accounts.map((account, i): [AccountId, ReadonlyArray<Sum>] => [
          account.id,
          instants.flatMap((_, days) => sums[days * accounts.length + i] ?? [])
        ])
      )
      const ofCampaigns = new Map<CampaignId, Array<Sum>>(campaigns.map((campaign) => [campaign.id, []]))
      for (const at of instants) {
        for (const [campaign_id, { bounced, sent }] of yield* figuresOf(campaigns, "last_7_days", at))
          ofCampaigns.get(campaign_id)?.push({ bounced, sent })
      }
      return { accounts: ofAccounts, campaigns: ofCampaigns }
    })

    /** Plays the weeks ahead of a campaign with these accounts, as if it were started now. */
    const play = Effect.fnUntraced(function* (
      campaign: CampaignRecord,
      accounts: ReadonlyArray<AccountRecord>,
      steps: ReadonlyArray<SequenceRecord>,
      { bounce_rate = assumed.bounce_rate, reply_rate = assumed.reply_rate, timezone, weeks }: RehearsalInput
    ) {
      const now = yield* Timestamp.now
      const active: CampaignRecord = { ...campaign, status: "active" }
      const today = (yield* figuresOf([campaign], "today", now)).get(campaign.id)
      const rehearsed = {
        campaign: active,
        hours: yield* readHours.of(campaign),
        steps,
        contactedToday: today?.contacted ?? 0,
        dayEnd: todayOf(campaign.timezone, now).end
      }
      const horizon = weeks ?? assumed.weeks
      const world = yield* readWorld(campaign.id, extentOf(campaign.id, horizon), accounts, now, rehearsed)
      const campaigns = Array.from(campaignsOf(world.senders).values(), ({ campaign }) => campaign)
      const playing: RehearsalPlay = beginRehearsal({
        campaign: active,
        world,
        setup,
        rates: { bounce_rate, reply_rate },
        now,
        days: daysFrom(now, timezone ?? campaign.timezone, horizon * 7),
        carried: yield* carriedOf(accounts, campaigns, now)
      })
      while (!rehearseOn(playing, turnsAtOnce)) yield* Effect.yieldNow
      return playing
    })

    /** Rehearses a campaign with its accounts that are not deleted. Changes and sends nothing. */
    const rehearse = Effect.fnUntraced(function* (
      campaign: CampaignRecord,
      accounts: ReadonlyArray<AccountRecord>,
      input: RehearsalInput
    ) {
      const { id } = yield* CurrentOrganization
      const steps = yield* sequences.ofCampaigns(id, [campaign.id])
      const checks = yield* checksOf(campaign, accounts, steps, input)
      // The time that storage may take begins when it is this rehearsal's turn.
      const played = yield* outside(oneAtATime.withPermit(renewed(play(campaign, accounts, steps, input))))
      const { days, warnings, ...sums } = rehearsalOf(played, checks)
      const moves = rehearsedMoves(yield* shownMoves(campaign), sums.leads.finished)
      return { ...sums, days, moves, warnings } satisfies Rehearsal
    })

    return { play, rehearse }
  })
