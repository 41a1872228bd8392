import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { awaitReturn, decide, isPaused, notPaused, type PauseState } from "../../src/leads/Pause.ts"
import { at } from "../../src/testing/fixtures/Fixtures.ts"

describe("a pause", () => {
  it("lasts until its instant", () => {
    const state = decide(at(10), at(1))
    assert.deepStrictEqual(state, { paused_until: at(10), paused_by: "person", pause_decided_at: at(1) })
    assert.isTrue(isPaused(state, at(9.999)))
    assert.isFalse(isPaused(state, at(10)))
    assert.isFalse(isPaused(notPaused, at(0)))
  })

  it("is ended by a person, and an automatic reply from before stays without effect", () => {
    const ended = decide(null, at(5))
    assert.deepStrictEqual(ended, { paused_until: null, paused_by: null, pause_decided_at: at(5) })
    assert.deepStrictEqual(awaitReturn(ended, at(20), at(4)), ended)
    assert.deepInclude(awaitReturn(ended, at(20), at(6)), { paused_until: at(20), paused_by: "auto_reply" })
  })

  it("lasts until the latest day that somebody names", () => {
    const state = decide(at(30), at(1))
    assert.deepStrictEqual(awaitReturn(state, at(20), at(2)), state)
    assert.deepInclude(awaitReturn(state, at(40), at(2)), { paused_until: at(40), paused_by: "auto_reply" })
  })

  const second = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 }))
  it.prop(
    "is the same for every order of the same automatic replies",
    { replies: Schema.Array(Schema.Struct({ occurred: second, until: second })), decided: second },
    ({ decided, replies }) => {
      const after = (order: typeof replies) =>
        order.reduce(
          (state: PauseState, { occurred, until }) => awaitReturn(state, at(until), at(occurred)),
          decide(at(50), at(decided))
        )
      assert.deepStrictEqual(after(replies), after(replies.toReversed()))
    }
  )
})
