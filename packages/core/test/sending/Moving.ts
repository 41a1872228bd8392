/** A campaign with rules of moves, other campaigns, and the handler that moves leads. */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { Activity } from "../../src/activity/Activity.ts"
import type { MoveRule } from "../../src/campaigns/MoveRule.ts"
import { type CampaignId, type LeadId } from "../../src/ids.ts"
import { LeadStore } from "../../src/leads/LeadStore.ts"
import * as Mailroom from "../../src/Mailroom.ts"
import type { ReplyLabel } from "../../src/tags/ReplyLabel.ts"
import { Tags } from "../../src/tags/Tags.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { workDue } from "../work/Due.ts"
import type { Mailing } from "./Mailing.ts"

export const steps = [{ subject: "Hello", body: "One" }]
const always = { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" } as const

/** A second campaign with the same accounts, a step and no lead. */
export const other = Effect.fnUntraced(function* (
  { account_ids, asTenant, campaigns, sequences }: Mailing,
  name = "Follow-up",
  subject = "More"
) {
  const { id } = yield* asTenant(campaigns.create({ name, account_ids, send_window: always }))
  yield* asTenant(sequences.create(id, { subject, body: "Two" }))
  return id
})
/** Sets the rules of the campaign. */
export const rules = ({ asTenant, campaign_id, campaigns }: Mailing, ...moves: ReadonlyArray<MoveRule>) =>
  asTenant(campaigns.update(campaign_id, { moves }))
export const interested = (campaign_id: CampaignId, after_days = 0): MoveRule => ({
  when: "labelled",
  label: "interested",
  campaign_id,
  after_days
})
export const finished = (campaign_id: CampaignId, after_days = 0): MoveRule => ({
  when: "finished",
  campaign_id,
  after_days
})

/** Does the work of moving that is due. */
export const move = ({ organization_id }: Mailing) =>
  Effect.flatMap(Mailroom.leadMover, (handler) => workDue(organization_id, handler))
/** Moves the first lead to another campaign, because it got its last step. Returns the id of that campaign. */
export const moveFinished = Effect.fnUntraced(function* (given: Mailing) {
  const to = yield* other(given)
  yield* rules(given, finished(to))
  yield* given.work
  yield* move(given)
  return to
})
export const record = ({ asTenant }: Mailing, type: string, lead_id: LeadId, data: object = {}) =>
  Effect.flatMap(Timestamp.now, (occurred_at) =>
    asTenant(Activity.use((activity) => activity.record([{ type, lead_id, occurred_at, data }])))
  )
/** A person gives the lead the tag of a label, or takes its tag off. */
export const label = Effect.fnUntraced(function* ({ asTenant }: Mailing, lead_id: LeadId, name: ReplyLabel | null) {
  const tags = yield* Tags
  const { data } = yield* asTenant(tags.page({ offset: 0, limit: 100 }))
  const known = data.find((tag) => tag.label === name)
  const tag =
    name === null ? null : (known ?? (yield* asTenant(tags.create({ name, sentiment: "neutral", label: name }))))
  yield* asTenant(tags.assign(lead_id, tag?.id ?? null))
})
export const first = ({ lead_ids: [id = assert.fail()] }: Mailing) => id
export const find = ({ asTenant, leads }: Mailing, id: LeadId) => asTenant(leads.find(id))
/** The addresses of the leads of a campaign, and why they are stopped. */
export const leadsIn = Effect.fnUntraced(function* ({ organization_id }: Mailing, id: CampaignId) {
  const store = yield* LeadStore
  const page = yield* store.page(organization_id, id, { offset: 0, limit: 100 })
  return Option.getOrThrow(page).data.map(({ email, stop_sending_type }) => [email, stop_sending_type])
})
export const address = "lead0@lead.example"
/** The lead in the campaign to which it was moved. */
export const followed = Effect.fnUntraced(function* (given: Mailing, id: LeadId) {
  const { moved_to } = yield* find(given, id)
  return yield* find(given, moved_to?.lead_id ?? assert.fail("the lead was not moved"))
})

/** The lead answers, and a person labels it as interested. */
export const answers = Effect.fnUntraced(function* (given: Mailing) {
  yield* given.work
  yield* TestClock.adjust("1 minute")
  yield* record(given, "replied", first(given), { reply_text: "Yes" })
  yield* label(given, first(given), "interested")
})
