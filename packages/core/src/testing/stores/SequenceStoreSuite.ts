/** Conformance cases: the promises of `SequenceStore`. */
import { Effect } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import { type SequenceRecord } from "../../sequences/Sequence.ts"
import { SequenceStore } from "../../sequences/SequenceStore.ts"
import { Transactor } from "../../Transactor.ts"
import { at, idsOf, missing, newCampaign, newOrganization, refuse, same } from "../fixtures/Fixtures.ts"
import { newStep, sequencesOf } from "../fixtures/SequenceFixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { goesOn, waits } from "../fixtures/Waiting.ts"
import { AttachmentId, type CampaignId, type OrganizationId, SequenceId } from "../../ids.ts"
import { describe } from "../../attachments/Attachment.ts"
import { CampaignStore } from "../../campaigns/CampaignStore.ts"

const step = (position: number, fields: Partial<SequenceRecord> = {}): Omit<SequenceRecord, "id"> =>
  newStep({ position, body: `Step ${position}`, ...fields })
const fileOf = (id: number, filename = `${id}.pdf`) => ({
  id: AttachmentId.make(id),
  ...describe(filename, "application/pdf", id)
})
const missingSequence = SequenceId.make(Number.MAX_SAFE_INTEGER)

/** The steps of a campaign: these positions, in order of ids. */
const stepsOf = Effect.fnUntraced(function* (
  organization_id: OrganizationId,
  campaign_id: CampaignId,
  ...positions: ReadonlyArray<number>
) {
  const store = yield* SequenceStore
  const steps = yield* Effect.forEach(positions, (position) =>
    store.insert(organization_id, campaign_id, step(position))
  )
  const list = sequencesOf(organization_id, campaign_id)
  return { organization_id, campaign_id, store, steps, list }
})

const newSteps = Effect.fnUntraced(function* (...positions: ReadonlyArray<number>) {
  const organization_id = yield* newOrganization
  return yield* stepsOf(organization_id, yield* newCampaign(organization_id), ...positions)
})

/** Appends a step as a use case does: locks the campaign, then writes what its steps require. */
const append = Effect.fnUntraced(function* (organization_id: OrganizationId, campaign_id: CampaignId) {
  const store = yield* SequenceStore
  yield* (yield* CampaignStore).lock(organization_id, campaign_id)
  const { length } = yield* sequencesOf(organization_id, campaign_id)
  yield* Effect.yieldNow
  return yield* store.insert(organization_id, campaign_id, step(length + 1))
})

const alone = casesOf("SequenceStore", {
  "answers the steps of several campaigns by campaign and position, but for hidden ones": Effect.gen(function* () {
    const organization_id = yield* newOrganization
    const [one = missing.campaign, other = missing.campaign, hidden = missing.campaign] = [
      yield* newCampaign(organization_id),
      yield* newCampaign(organization_id),
      yield* newCampaign(organization_id)
    ].sort()
    const first = yield* stepsOf(organization_id, one, 2, 1)
    const { store } = first
    const sibling = yield* store.insert(organization_id, other, step(1, { variant: "B" }))
    const second = yield* stepsOf(organization_id, other, 1)
    yield* stepsOf(organization_id, hidden, 1)
    yield* (yield* CampaignStore).hide(organization_id, hidden, at(0))
    const [late, early] = first.steps
    same(yield* store.ofCampaigns(organization_id, [hidden, other, one, other, missing.campaign]), [
      { ...early, campaign_id: one },
      { ...late, campaign_id: one },
      { ...second.steps[0], campaign_id: other },
      { ...sibling, campaign_id: other }
    ])
    same(yield* store.ofCampaigns(yield* newOrganization, [one]), [])
    same(yield* store.ofCampaigns(organization_id, []), [])
  }),
  "answers the steps as they are given, under ascending ids, by position, then variant": Effect.gen(function* () {
    const { campaign_id, list, organization_id, store } = yield* newSteps()
    same(yield* list, [])
    const rows = [
      step(2, {
        subject: "Zoë 😀 % _ \\",
        body: "x".repeat(100_000),
        body_html: "<p>é</p>".repeat(25_000),
        attachments: [fileOf(2, 'Ö "x" \u{1f642}.pdf'), fileOf(1)],
        delay_days: 365,
        delay_unit: "business_days",
        condition: { kind: "not_clicked", otherwise: "end" },
        winner_rule: { goal: "positive_replied", minimum_contacted: 100_000, since: at(1) },
        won: {
          at: at(2),
          goal: "replied",
          figures: [
            { variant: "A", contacted: 120, answered: 0 },
            { variant: "E", contacted: 100, answered: 31 }
          ]
        }
      }),
      step(3, { subject: "", body: "", body_html: "", delay_days: 0, step_id: missingSequence, weight: 0 }),
      step(1, { variant: "B", weight: 100 }),
      step(1)
    ]
    const steps = yield* Effect.forEach(rows, (row) => store.insert(organization_id, campaign_id, row))
    const [second, third, other, first] = steps
    ok(first && other && second && third)
    same(
      steps,
      rows.map((row, i) => ({ ...row, id: steps[i]?.id }))
    )
    ok(second.id < third.id && third.id < first.id)
    same(yield* list, [first, other, second, third])
  }),
  "replaces steps all at once, also when they change places, and touches no others": Effect.gen(function* () {
    const { campaign_id, list, organization_id, steps, store } = yield* newSteps(1, 2, 3, 4)
    const other = yield* stepsOf(organization_id, yield* newCampaign(organization_id), 1, 2)
    const foreign = yield* newSteps(1, 2, 3, 4)
    const [a, b, c, d] = steps
    ok(a && b && c && d)
    const turned = [
      { ...c, position: 1, subject: "now first", variant: "E" as const, weight: 7, step_id: a.id },
      { ...a, position: 2, body: "now second", body_html: "<p>now second</p>", attachments: [fileOf(3)] },
      {
        ...b,
        position: 3,
        delay_days: 9,
        winner_rule: { goal: "replied" as const, minimum_contacted: 20, since: at(3) }
      }
    ]
    yield* store.replace(organization_id, campaign_id, turned.toReversed())
    same(yield* list, [...turned, d])
    yield* store.replace(organization_id, campaign_id, [])
    same(yield* list, [...turned, d])
    same(yield* other.list, other.steps)
    same(yield* foreign.list, foreign.steps)
  }),
  "replaces nothing that is not the campaign's own": Effect.gen(function* () {
    const { campaign_id, list, organization_id, steps, store } = yield* newSteps(1)
    const other = yield* stepsOf(organization_id, yield* newCampaign(organization_id), 1)
    const foreign = yield* newSteps(1, 2, 3, 4, 5)
    const theirs = [...other.steps, ...foreign.steps.slice(-1), { ...step(1), id: missingSequence }]
    yield* store.replace(
      organization_id,
      campaign_id,
      theirs.map((sequence, i) => ({ ...sequence, position: 10 + i, body: "taken over" }))
    )
    same([yield* list, yield* other.list, yield* foreign.list], [steps, other.steps, foreign.steps])
  }),
  "removes a step and leaves the others at their places": Effect.gen(function* () {
    const { campaign_id, list, organization_id, steps, store } = yield* newSteps(1, 2, 3)
    const other = yield* stepsOf(organization_id, yield* newCampaign(organization_id), 1)
    const foreign = yield* newSteps(1, 2, 3, 4, 5, 6)
    const [a, b, c] = steps
    ok(a && b && c)
    yield* store.remove(organization_id, campaign_id, b.id)
    for (const id of [b.id, missingSequence, ...idsOf(other.steps), ...idsOf(foreign.steps.slice(-1))]) {
      yield* store.remove(organization_id, campaign_id, id)
    }
    same([yield* list, yield* other.list, yield* foreign.list], [[a, c], other.steps, foreign.steps])
    const again = yield* store.insert(organization_id, campaign_id, step(3))
    ok(again.id > c.id)
  }),
  "finds the organization's steps among the ids, with their campaign and step": Effect.gen(function* () {
    const { campaign_id, organization_id, steps, store } = yield* newSteps(1, 2)
    const other = yield* stepsOf(organization_id, yield* newCampaign(organization_id), 1)
    const foreign = yield* newSteps(1, 2, 3, 4, 5)
    const [a, b, c] = idsOf([...steps, ...other.steps])
    ok(a && b && c)
    const asked = [c, missingSequence, a, ...idsOf(foreign.steps).slice(-1), c]
    const found = yield* store.findMany(organization_id, asked)
    same(
      found.toSorted((x, y) => x.id - y.id),
      [
        { id: a, step_id: null, campaign_id },
        { id: c, step_id: null, campaign_id: other.campaign_id }
      ]
    )
    same(yield* store.findMany(organization_id, []), [])
    yield* store.remove(organization_id, campaign_id, a)
    const variant = yield* store.insert(organization_id, campaign_id, { ...step(2), step_id: b, variant: "B" })
    same(yield* store.findMany(organization_id, [a, b, variant.id]), [
      { id: b, step_id: null, campaign_id },
      { id: variant.id, step_id: b, campaign_id }
    ])
  }),
  "finds the files that the organization's steps name, but for steps of hidden campaigns": Effect.gen(function* () {
    const { campaign_id, organization_id, steps, store } = yield* newSteps(1, 2, 3)
    const hidden = yield* stepsOf(organization_id, yield* newCampaign(organization_id), 1)
    const foreign = yield* newSteps(1)
    const [a, b] = steps
    const [of_hidden] = hidden.steps
    const [of_foreign] = foreign.steps
    ok(a && b && of_hidden && of_foreign)
    const name = (
      { campaign_id, organization_id }: Pick<typeof hidden, "campaign_id" | "organization_id">,
      sequence: SequenceRecord,
      ...ids: ReadonlyArray<number>
    ) => store.replace(organization_id, campaign_id, [{ ...sequence, attachments: ids.map((id) => fileOf(id)) }])
    const of = { campaign_id, organization_id }
    yield* name(of, a, 5, 3)
    yield* name(of, b, 3, 4)
    yield* name(hidden, of_hidden, 4, 6)
    yield* name(foreign, of_foreign, 7)
    const find = (...ids: ReadonlyArray<number>) =>
      store.findNamed(
        organization_id,
        ids.map((id) => AttachmentId.make(id))
      )
    same(yield* find(7, 6, 5, 3, 3, 2), [3, 5, 6])
    same(yield* find(), [])
    yield* (yield* CampaignStore).hide(organization_id, hidden.campaign_id, at(0))
    same(yield* find(4, 6), [4])
    yield* name(of, b)
    same(yield* find(3, 4), [3])
    yield* store.remove(organization_id, campaign_id, a.id)
    same(yield* find(3, 4, 5), [])
  }),
  "lets no other transaction that locks the campaign change the steps, and shows them as they are then": Effect.gen(
    function* () {
      const { transaction } = yield* Transactor
      const { campaign_id, list, organization_id } = yield* newSteps()
      // After the lock, `ofCampaigns` must show current steps, not the ones that the transaction read before.
      const listAndAppend = Effect.andThen(list, append(organization_id, campaign_id))
      yield* Effect.replicateEffect(transaction(listAndAppend), 8, { concurrency: "unbounded" })
      same(
        (yield* list).map(({ position }) => position),
        [1, 2, 3, 4, 5, 6, 7, 8]
      )
    }
  ),
  "is undone by a failure": Effect.gen(function* () {
    const { transaction } = yield* Transactor
    const { campaign_id, list, organization_id, steps, store } = yield* newSteps(1, 2)
    const [a, b] = steps
    ok(a && b)
    const failing = Effect.gen(function* () {
      yield* store.remove(organization_id, campaign_id, a.id)
      yield* store.replace(organization_id, campaign_id, [{ ...b, position: 1 }])
      yield* append(organization_id, campaign_id)
      strictEqual((yield* list).length, 2)
      return yield* refuse
    })
    yield* Effect.flip(transaction(failing))
    same(yield* list, steps)
  })
})

const together = casesOf(
  "SequenceStore, two transactions",
  {
    "a lock waits for another one, and shows what that one wrote": Effect.gen(function* () {
      const { transaction } = yield* Transactor
      const { campaign_id, list, organization_id } = yield* newSteps(1)
      const appending = append(organization_id, campaign_id)
      yield* waits(appending, transaction(appending))
      same(
        (yield* list).map(({ position }) => position),
        [1, 2, 3]
      )
    }),
    "ofCampaigns does not wait for a lock": Effect.gen(function* () {
      const { campaign_id, list, organization_id, steps } = yield* newSteps(1)
      same(yield* goesOn(append(organization_id, campaign_id), list), steps)
    })
  },
  { secondTransaction: true }
)

export const cases: ReadonlyArray<StorageCase> = [...alone, ...together]
