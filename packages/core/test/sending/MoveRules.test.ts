/** Which rules of moves a campaign accepts. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import type { MoveRule } from "../../src/campaigns/MoveRule.ts"
import type { CampaignId } from "../../src/ids.ts"
import { test } from "./Mailing.ts"
import { finished, interested, other, rules } from "./Moving.ts"

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
          'would lead a lead back to its campaign, from "Third" to "Spring" to "Second" to "Third": remove one of the rules on this way'
      }
    ])
    const own = yield* Effect.flip(rules(given, finished(campaign_id)))
    assert.include(own.message, 'from "Spring" to "Spring"')
    yield* rules(given)
    yield* asTenant(campaigns.update(third, { moves: [finished(campaign_id)] }))
  })

  test("must not be there twice", { leads: 1, isDraft: true }, function* (given) {
    const to = yield* other(given)
    const third = yield* other(given, "Third")
    const later = (rule: MoveRule, after_days: number): MoveRule => ({ ...rule, after_days })
    const faults = (...moves: ReadonlyArray<MoveRule>) =>
      Effect.map(Effect.result(rules(given, ...moves)), (result) =>
        result._tag === "Success" ? [] : "faults" in result.failure ? result.failure.faults : [result.failure]
      )
    const message = "is the same rule as one before it: a lead moves once, so leave one of them out"
    const twice = [{ pointer: "/moves/1", message }]
    assert.deepStrictEqual(yield* faults(interested(to), interested(to)), twice)
    assert.deepStrictEqual(yield* faults(finished(to), later(finished(to), 9)), twice)
    assert.deepStrictEqual(yield* faults(finished(to), interested(to)), [])
    assert.deepStrictEqual(yield* faults(finished(to), finished(third)), [])
    assert.deepStrictEqual(yield* faults(interested(to), { ...interested(to), label: "not_now" }), [])
    assert.deepStrictEqual(yield* faults(finished(to), { ...finished(to), when: "clicked" }), [])
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
