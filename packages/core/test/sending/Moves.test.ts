/** Leads that move to another campaign, from the event that causes it to the mail of the other campaign. */
import { assert, describe } from "@effect/vitest"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { Activity } from "../../src/activity/Activity.ts"
import { Blacklist } from "../../src/blacklist/Blacklist.ts"
import type { MoveRule } from "../../src/campaigns/MoveRule.ts"
import { type CampaignId, LeadId } from "../../src/ids.ts"
import { LeadStore } from "../../src/leads/LeadStore.ts"
import * as Mailroom from "../../src/Mailroom.ts"
import { kind } from "../../src/sending/MoveWork.ts"
import type { ReplyLabel } from "../../src/tags/ReplyLabel.ts"
import { Tags } from "../../src/tags/Tags.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { WorkStore } from "../../src/work/WorkStore.ts"
import { type Mailing, test } from "./Mailing.ts"

const steps = [{ subject: "Hello", body: "One" }]
const always = { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" } as const

/** A second campaign with the same accounts, a step and no lead. */
const other = Effect.fnUntraced(function* (
  { account_ids, asTenant, campaigns, sequences }: Mailing,
  name = "Follow-up",
  subject = "More"
) {
  const { id } = yield* asTenant(campaigns.create({ name, account_ids, send_window: always }))
  yield* asTenant(sequences.create(id, { subject, body: "Two" }))
  return id
})
/** Sets the rules of the campaign. */
const rules = ({ asTenant, campaign_id, campaigns }: Mailing, ...moves: ReadonlyArray<MoveRule>) =>
  asTenant(campaigns.update(campaign_id, { moves }))
const interested = (campaign_id: CampaignId, after_days = 0): MoveRule => ({
  when: "labelled",
  label: "interested",
  campaign_id,
  after_days
})
const finished = (campaign_id: CampaignId, after_days = 0): MoveRule => ({ when: "finished", campaign_id, after_days })

/** Does the work of moving that is due. */
const move = Effect.fnUntraced(function* ({ asTenant, organization_id }: Mailing) {
  const work = yield* WorkStore
  const handler = yield* Mailroom.leadMover
  const now = yield* Timestamp.now
  const claim = crypto.randomUUID()
  const until = Timestamp.plus(now, 60_000)
  const items = yield* work.claim(organization_id, kind, { lanes: [{ lane: kind, room: 9 }], claim, now, until })
  for (const item of items) {
    const again = yield* asTenant(handler.handle({ ...item, organization_id, isStopping: () => false }))
    const outcomes = [again === null ? { key: item.key, again } : { key: item.key, again, attempts: 0 }]
    yield* work.settle(organization_id, kind, { claim, now, outcomes })
  }
})
const record = ({ asTenant }: Mailing, type: string, lead_id: LeadId, data: object = {}) =>
  Effect.flatMap(Timestamp.now, (occurred_at) =>
    asTenant(Activity.use((activity) => activity.record([{ type, lead_id, occurred_at, data }])))
  )
/** A person gives the lead the tag of a label, or takes its tag off. */
const label = Effect.fnUntraced(function* ({ asTenant }: Mailing, lead_id: LeadId, name: ReplyLabel | null) {
  const tags = yield* Tags
  const { data } = yield* asTenant(tags.page({ offset: 0, limit: 100 }))
  const known = data.find((tag) => tag.label === name)
  const tag =
    name === null ? null : (known ?? (yield* asTenant(tags.create({ name, sentiment: "neutral", label: name }))))
  yield* asTenant(tags.assign(lead_id, tag?.id ?? null))
})
const first = ({ lead_ids: [id = assert.fail()] }: Mailing) => id
const find = ({ asTenant, leads }: Mailing, id: LeadId) => asTenant(leads.find(id))
/** The addresses of the leads of a campaign, and why they are stopped. */
const leadsIn = Effect.fnUntraced(function* ({ organization_id }: Mailing, id: CampaignId) {
  const store = yield* LeadStore
  const page = yield* store.page(organization_id, id, { offset: 0, limit: 100 })
  return Option.getOrThrow(page).data.map(({ email, stop_sending_type }) => [email, stop_sending_type])
})
const address = "lead0@lead.example"
/** The lead in the campaign to which it was moved. */
const followed = Effect.fnUntraced(function* (given: Mailing, id: LeadId) {
  const { moved_to } = yield* find(given, id)
  return yield* find(given, moved_to?.lead_id ?? assert.fail("the lead was not moved"))
})

/** The lead answers, and a person labels it as interested. */
const answers = Effect.fnUntraced(function* (given: Mailing) {
  yield* given.work
  yield* TestClock.adjust("1 minute")
  yield* record(given, "replied", first(given), { reply_text: "Yes" })
  yield* label(given, first(given), "interested")
})

describe("A lead that is labelled", () => {
  test("moves, and gets the mail of the other campaign", { leads: 1, steps }, function* (given) {
    const to = yield* other(given)
    yield* rules(given, interested(to))
    yield* answers(given)
    yield* move(given)
    assert.deepStrictEqual(yield* leadsIn(given, to), [[address, null]])
    yield* given.asTenant(given.campaigns.start(to))
    yield* given.work
    assert.deepStrictEqual(yield* given.mails, [`${address}: Hello`, `${address}: More`])
    const before = yield* find(given, first(given))
    const after = yield* followed(given, first(given))
    assert.deepInclude(before, { stop_sending_type: "reply", reply_status: "interested" })
    assert.deepInclude(before.moved_to, { lead_id: after.id, campaign_id: to })
    assert.deepInclude(after.moved_from, { lead_id: before.id, campaign_id: given.campaign_id })
  })

  test("moves after the days of the rule", { leads: 1, steps }, function* (given) {
    const to = yield* other(given)
    yield* rules(given, interested(to, 3))
    yield* answers(given)
    yield* move(given)
    yield* TestClock.adjust("71 hours")
    yield* move(given)
    assert.deepStrictEqual(yield* leadsIn(given, to), [])
    yield* TestClock.adjust("1 hour")
    yield* move(given)
    assert.deepStrictEqual(yield* leadsIn(given, to), [[address, null]])
  })

  test("stays when the label is taken back before", { leads: 1, steps }, function* (given) {
    const to = yield* other(given)
    yield* rules(given, interested(to, 3))
    yield* answers(given)
    yield* move(given)
    yield* label(given, first(given), null)
    yield* TestClock.adjust("4 days")
    yield* move(given)
    assert.deepStrictEqual(yield* leadsIn(given, to), [])
  })

  test("goes where the last label says, and not again after the move", { leads: 1, steps }, function* (given) {
    const to = yield* other(given)
    const later = yield* other(given, "Later")
    yield* rules(given, interested(to, 3), { when: "labelled", label: "not_now", campaign_id: later, after_days: 1 })
    yield* answers(given)
    yield* move(given)
    yield* label(given, first(given), "not_now")
    yield* TestClock.adjust("4 days")
    yield* move(given)
    yield* label(given, first(given), "interested")
    yield* TestClock.adjust("4 days")
    yield* move(given)
    assert.deepStrictEqual([yield* leadsIn(given, to), yield* leadsIn(given, later)], [[], [[address, null]]])
  })

  test("moves once, whatever happens at the same time", { leads: 1, steps }, function* (given) {
    const to = yield* other(given)
    yield* rules(given, interested(to), finished(to))
    yield* answers(given)
    yield* Effect.all([move(given), move(given), label(given, first(given), "interested")], {
      concurrency: "unbounded"
    })
    yield* move(given)
    assert.deepStrictEqual(yield* leadsIn(given, to), [[address, null]])
  })

  test("keeps its data, its sender and its pause", { leads: 1, steps, accounts: [{}, {}] }, function* (given) {
    const to = yield* other(given)
    yield* rules(given, interested(to))
    const id = first(given)
    const custom_fields = { city: "Oslo" }
    yield* given.asTenant(given.leads.update(id, { first_name: "Ada", timezone: "Asia/Tokyo", custom_fields }))
    yield* answers(given)
    yield* given.asTenant(given.leads.pause(id, { until: "2026-03-09T09:00:00Z" }))
    const [mail] = yield* given.sendsOf
    yield* move(given)
    const moved = yield* followed(given, id)
    assert.deepInclude(moved, { first_name: "Ada", timezone: "Asia/Tokyo", custom_fields, paused_by: "person" })
    assert.strictEqual(moved.chosen_sender, mail?.account_id)
    assert.deepInclude(moved, { status: "Not contacted", reply_status: null, amount_sequences_sent: 0 })
  })
})

describe("A lead that must not be mailed never moves:", () => {
  const stays = (name: string, stop: (given: Mailing, id: LeadId) => Effect.Effect<unknown, unknown, any>) =>
    test(name, { leads: 1, steps }, function* (given) {
      const to = yield* other(given)
      yield* rules(given, interested(to, 1), finished(to, 2))
      yield* answers(given)
      yield* move(given)
      yield* stop(given, first(given))
      yield* TestClock.adjust("5 days")
      yield* move(given)
      assert.deepStrictEqual(yield* leadsIn(given, to), [])
    })
  stays("it unsubscribed", (given, id) => record(given, "unsubscribed", id))
  stays("it complained", (given, id) => record(given, "complained", id))
  stays("its address is dead", (given, id) => record(given, "bounced", id))
  stays("its mail was refused by policy", (given, id) => record(given, "bounced", id, { status: "5.7.1" }))
  stays("its domain is on the blacklist", ({ asTenant }) =>
    asTenant(Blacklist.use((blacklist) => blacklist.add("domain", ["lead.example"])))
  )
  stays("a person stopped it", ({ asTenant, leads }, id) => asTenant(leads.update(id, { stop_sending: true })))
  stays("it was deleted", ({ asTenant, leads }, id) => asTenant(leads.remove({ ids: [id] })))

  test("a colleague answered", { leads: 2, steps, campaign: { stop_scope: "company" } }, function* (given) {
    const to = yield* other(given)
    yield* rules(given, finished(to, 1))
    yield* given.work
    yield* move(given)
    yield* TestClock.adjust("1 hour")
    yield* record(given, "replied", given.lead_ids[1] ?? assert.fail())
    yield* TestClock.adjust("5 days")
    yield* move(given)
    assert.deepStrictEqual(yield* leadsIn(given, to), [])
  })
})

describe("A lead that got its last step", () => {
  test("moves when it does not answer", { leads: 2, steps }, function* (given) {
    const to = yield* other(given)
    yield* rules(given, finished(to, 5))
    yield* given.work
    yield* move(given)
    yield* record(given, "replied", given.lead_ids[1] ?? assert.fail())
    yield* TestClock.adjust("5 days")
    yield* move(given)
    assert.deepStrictEqual(yield* leadsIn(given, to), [[address, null]])
    assert.deepInclude(yield* find(given, first(given)), { stop_sending_type: "moved" })
    assert.strictEqual(yield* given.status, "completed")
  })

  test(
    "moves on its click, and all others later",
    { leads: 2, steps, campaign: { track_clicks: true } },
    function* (given) {
      const clicked = yield* other(given, "Clicked")
      const rest = yield* other(given, "Rest")
      yield* rules(given, { when: "clicked", campaign_id: clicked, after_days: 0 }, finished(rest, 5))
      yield* given.work
      yield* move(given)
      yield* TestClock.adjust("2 days")
      yield* record(given, "clicked", first(given))
      yield* move(given)
      assert.deepStrictEqual(yield* leadsIn(given, clicked), [[address, null]])
      yield* TestClock.adjust("3 days")
      yield* move(given)
      assert.deepStrictEqual(yield* leadsIn(given, rest), [["lead1@lead.example", null]])
    }
  )

  test(
    "has not finished while steps are left",
    { leads: 1, steps: [...steps, { body: "Two", delay_days: 2 }] },
    function* (given) {
      const to = yield* other(given)
      yield* rules(given, finished(to))
      yield* given.work
      yield* move(given)
      assert.deepStrictEqual(yield* leadsIn(given, to), [])
      yield* TestClock.adjust("2 days")
      yield* given.work
      yield* move(given)
      assert.deepStrictEqual(yield* leadsIn(given, to), [[address, null]])
    }
  )

  test(
    "has finished when the condition of the last step is false",
    {
      leads: 1,
      steps: [...steps, { body: "Two", delay_days: 2, condition: { kind: "clicked", otherwise: "end" } }],
      campaign: { track_clicks: true },
      publicUrl: "https://mail.example"
    },
    function* (given) {
      const to = yield* other(given)
      yield* rules(given, finished(to))
      yield* given.work
      yield* move(given)
      assert.deepStrictEqual(yield* leadsIn(given, to), [])
      yield* TestClock.adjust("2 days")
      yield* TestClock.adjust("1 second")
      yield* move(given)
      assert.deepStrictEqual(yield* leadsIn(given, to), [[address, null]])
    }
  )
})

describe("The other campaign", () => {
  test("that is completed becomes active again", { leads: 1, steps }, function* (given) {
    const to = yield* other(given)
    yield* given.asTenant(given.leads.create({ campaign_id: to, leads: [{ email: "other@lead.example" }] }))
    yield* given.asTenant(given.campaigns.start(to))
    yield* given.work
    yield* rules(given, finished(to))
    yield* given.work
    assert.strictEqual((yield* given.asTenant(given.campaigns.find(to))).status, "completed")
    yield* label(given, first(given), "interested")
    yield* move(given)
    assert.strictEqual((yield* given.asTenant(given.campaigns.find(to))).status, "active")
  })

  test("that was deleted gets nobody, and the next rule counts", { leads: 1, steps }, function* (given) {
    const gone = yield* other(given, "Gone")
    const to = yield* other(given)
    yield* rules(given, interested(gone), interested(to, 1))
    yield* given.asTenant(given.campaigns.remove(gone))
    yield* answers(given)
    yield* move(given)
    assert.deepInclude(yield* find(given, first(given)), { moved_to: null })
    yield* TestClock.adjust("1 day")
    yield* move(given)
    assert.deepStrictEqual(yield* leadsIn(given, to), [[address, null]])
  })

  test("that has the address already keeps its lead as it is", { leads: 1, steps }, function* (given) {
    const to = yield* other(given)
    const made = yield* given.asTenant(
      given.leads.create({ campaign_id: to, leads: [{ email: "LEAD0@lead.example", first_name: "Old" }] })
    )
    const id = LeadId.make(made.data[0]?.id ?? assert.fail())
    yield* given.asTenant(given.leads.update(id, { stop_sending: true }))
    yield* rules(given, interested(to))
    yield* answers(given)
    yield* move(given)
    assert.deepStrictEqual(yield* leadsIn(given, to), [["LEAD0@lead.example", "manual"]])
    assert.strictEqual((yield* find(given, first(given))).moved_to?.lead_id, id)
  })

  test(
    "keeps no lead of a paused campaign waiting for ever",
    { leads: 1, steps: [...steps, { body: "2" }] },
    function* (given) {
      const to = yield* other(given)
      yield* rules(given, interested(to))
      yield* answers(given)
      yield* given.asTenant(given.campaigns.pause(given.campaign_id))
      yield* move(given)
      assert.deepStrictEqual(yield* leadsIn(given, to), [])
      yield* given.asTenant(given.campaigns.start(given.campaign_id))
      yield* TestClock.adjust("1 hour")
      yield* move(given)
      assert.deepStrictEqual(yield* leadsIn(given, to), [[address, null]])
    }
  )
})

describe("After a move", () => {
  test("an answer in the campaign before stops the lead", { leads: 1, steps }, function* (given) {
    const to = yield* other(given)
    yield* rules(given, finished(to))
    yield* given.work
    yield* move(given)
    yield* TestClock.adjust("1 minute")
    yield* record(given, "replied", first(given), { reply_text: "No" })
    assert.deepStrictEqual(yield* leadsIn(given, to), [[address, "reply"]])
  })

  test("an answer stops it through several moves", { leads: 1, steps }, function* (given) {
    const second = yield* other(given)
    const third = yield* other(given, "Third")
    yield* given.asTenant(given.campaigns.update(second, { moves: [finished(third)] }))
    yield* rules(given, finished(second))
    yield* given.work
    yield* move(given)
    yield* given.asTenant(given.campaigns.start(second))
    yield* given.work
    yield* move(given)
    assert.deepStrictEqual(yield* leadsIn(given, third), [[address, null]])
    yield* TestClock.adjust("1 minute")
    yield* record(given, "replied", first(given), { reply_text: "No" })
    assert.deepStrictEqual(yield* leadsIn(given, third), [[address, "reply"]])
  })

  test("a person who stops the lead of the campaign before stops it", { leads: 1, steps }, function* (given) {
    const to = yield* other(given)
    yield* rules(given, finished(to))
    yield* given.work
    yield* move(given)
    yield* given.asTenant(given.leads.update(first(given), { stop_sending: true }))
    assert.deepStrictEqual(yield* leadsIn(given, to), [[address, "manual"]])
  })

  test("so does one who stops many", { leads: 1, steps }, function* (given) {
    const to = yield* other(given)
    yield* rules(given, finished(to))
    yield* given.work
    yield* move(given)
    yield* given.asTenant(given.leads.updateMany({ ids: [first(given)], stop_sending: true }))
    assert.deepStrictEqual(yield* leadsIn(given, to), [[address, "manual"]])
  })

  test("an unsubscription stops it", { leads: 1, steps }, function* (given) {
    const to = yield* other(given)
    yield* rules(given, finished(to))
    yield* given.work
    yield* move(given)
    yield* record(given, "unsubscribed", first(given))
    const [[, stopped] = []] = yield* leadsIn(given, to)
    assert.include(["unsubscribe", "blacklist"], stopped)
  })
})

describe("Rules of moves", () => {
  test("must not lead back to their campaign", { leads: 1, isDraft: true }, function* (given) {
    const { asTenant, campaign_id, campaigns } = given
    const second = yield* other(given, "Second")
    const third = yield* other(given, "Third")
    yield* rules(given, finished(second))
    yield* asTenant(campaigns.update(second, { moves: [interested(third)] }))
    const failure = yield* Effect.flip(asTenant(campaigns.update(third, { moves: [finished(campaign_id)] })))
    assert.deepStrictEqual("faults" in failure ? failure.faults : failure, [
      {
        pointer: "/moves/0/campaign_id",
        message:
          'would lead a lead back to its campaign: "Third" → "Spring" → "Second" → "Third". Remove one of the rules on this way'
      }
    ])
    const own = yield* Effect.flip(rules(given, finished(campaign_id)))
    assert.include(own.message, '"Spring" → "Spring"')
    yield* rules(given)
    yield* asTenant(campaigns.update(third, { moves: [finished(campaign_id)] }))
  })

  test("that are set at the same time close no circle", { leads: 1, isDraft: true }, function* (given) {
    const { asTenant, campaign_id, campaigns } = given
    const second = yield* other(given)
    const exits = yield* Effect.all(
      [
        Effect.exit(rules(given, finished(second))),
        Effect.exit(asTenant(campaigns.update(second, { moves: [finished(campaign_id)] })))
      ],
      { concurrency: "unbounded" }
    )
    assert.deepStrictEqual(exits.map(({ _tag }) => _tag).toSorted(), ["Failure", "Success"])
  })

  test(
    "need another campaign that exists, and a label only where one counts",
    { leads: 1, isDraft: true },
    function* (given) {
      const to = yield* other(given)
      const missing = "00000000-0000-7000-8000-000000000000" as CampaignId
      const faultsOf = (moves: ReadonlyArray<unknown>) =>
        Effect.map(Effect.flip(rules(given, ...(moves as ReadonlyArray<MoveRule>))), (failure) =>
          "faults" in failure ? failure.faults.map(({ pointer }) => pointer) : [failure._tag]
        )
      assert.deepStrictEqual(yield* faultsOf([finished(missing)]), ["/moves/0/campaign_id"])
      assert.deepStrictEqual(yield* faultsOf([{ ...interested(to), label: "unsubscribe" }]), ["/moves/0/label"])
      assert.deepStrictEqual(yield* faultsOf([{ ...finished(to), label: "interested" }]), ["/moves/0/label"])
      assert.deepStrictEqual(yield* faultsOf([finished(to), { when: "labelled", campaign_id: to, after_days: 0 }]), [
        "/moves/1/label"
      ])
    }
  )

  test("stay valid when their campaign was deleted", { leads: 1, isDraft: true }, function* (given) {
    const gone = yield* other(given, "Gone")
    const to = yield* other(given)
    yield* rules(given, finished(gone))
    yield* given.asTenant(given.campaigns.remove(gone))
    const { moves } = yield* rules(given, finished(gone), interested(to))
    assert.strictEqual(moves.length, 2)
  })
})
