/** The stop rules (domain, "Stop rules"), one by one. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { apply, type AutomaticStop, resume, sending, stop, type StopState } from "../../src/leads/StopSending.ts"
import { at } from "../../src/testing/fixtures/Fixtures.ts"

const rules: ReadonlyArray<AutomaticStop> = ["reply", "bounce", "unsubscribe", "complaint", "blacklist"]
const stopped = (rule: AutomaticStop, seconds: number, decided: number | null = null): StopState => ({
  stop_sending: true,
  stop_sending_type: rule,
  stop_decided_at: decided === null ? null : at(decided),
  stops: { [rule]: at(seconds) }
})
const states: ReadonlyArray<StopState> = [
  sending,
  stop(at(5)),
  resume(at(5)),
  ...rules.map((rule) => stopped(rule, 5)),
  stopped("reply", 9, 5)
]

describe("a person", () => {
  it("stops a lead as manual, from any state", () => {
    for (const state of states) {
      assert.deepStrictEqual(
        { ...state, ...stop(at(7)) },
        {
          stop_sending: true,
          stop_sending_type: "manual",
          stop_decided_at: at(7),
          stops: {}
        }
      )
    }
  })

  it("resumes it, from any state", () => {
    for (const state of states) {
      assert.deepStrictEqual(
        { ...state, ...resume(at(7)) },
        {
          stop_sending: false,
          stop_sending_type: null,
          stop_decided_at: at(7),
          stops: {}
        }
      )
    }
  })
})

describe("an automatic rule", () => {
  it("stops a lead that nothing has stopped", () => {
    for (const rule of rules) assert.deepStrictEqual(apply(sending, rule, at(5)), stopped(rule, 5))
  })

  it("never overwrites manual, however the events and the decision lie in time", () => {
    for (const rule of rules) {
      for (const seconds of [0, 4.999, 5, 5.001, 100]) {
        assert.deepStrictEqual(apply(stop(at(5)), rule, at(seconds)), stop(at(5)))
      }
    }
  })

  it("has no say about what occurred before the last decision, and all about what occurred since", () => {
    for (const rule of rules) {
      assert.deepStrictEqual(apply(resume(at(5)), rule, at(4.999)), resume(at(5)))
      assert.deepStrictEqual(apply(resume(at(5)), rule, at(5)), stopped(rule, 5, 5))
      assert.deepStrictEqual(apply(resume(at(5)), rule, at(6)), stopped(rule, 6, 5))
      assert.deepStrictEqual(apply(stopped("blacklist", 9, 5), rule, at(4)), stopped("blacklist", 9, 5))
    }
  })

  it("is in force when its event occurred first, whichever arrived first; the others are remembered", () => {
    for (const rule of rules) {
      for (const other of rules) {
        const both = rule === other ? {} : { [other]: at(5) }
        assert.deepStrictEqual(apply(stopped(other, 5), rule, at(4)), {
          ...stopped(rule, 4),
          stops: { ...both, [rule]: at(4) }
        })
        assert.deepStrictEqual(apply(stopped(other, 5), rule, at(6)), {
          ...stopped(other, 5),
          stops: { [rule]: at(6), ...both, [other]: at(5) }
        })
      }
    }
  })

  it("is in force by its rank when another event occurred at the same instant", () => {
    for (const [i, stronger] of rules.entries()) {
      for (const weaker of rules.slice(i)) {
        const both = { ...stopped(stronger, 5), stops: { [weaker]: at(5), [stronger]: at(5) } }
        assert.deepStrictEqual(apply(stopped(weaker, 5), stronger, at(5)), both)
        assert.deepStrictEqual(apply(stopped(stronger, 5), weaker, at(5)), both)
      }
    }
  })

  it("changes nothing when its event arrives again", () => {
    for (const rule of rules) {
      const state = stopped(rule, 5)
      assert.deepStrictEqual(apply(state, rule, at(5)), state)
    }
  })
})

const Events = Schema.Array(
  Schema.Struct({
    rule: Schema.Literals(["reply", "bounce", "unsubscribe", "complaint", "blacklist"]),
    seconds: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 6 })),
    /** The position of the event in another order of arrival. */
    place: Schema.Finite
  })
).check(Schema.isMaxLength(8))
const State = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: states.length - 1 }))

it.prop(
  "automatic events lead to the same state in any order, from any state",
  { events: Events, state: State },
  ({ events, state }) => {
    const arrive = (order: typeof events) =>
      order.reduce((state, { rule, seconds }) => apply(state, rule, at(seconds)), states[state] ?? sending)
    const expected = arrive(events)
    assert.deepStrictEqual(arrive(events.toSorted((a, b) => a.place - b.place)), expected)
    assert.deepStrictEqual(arrive(events.toReversed()), expected)
    assert.deepStrictEqual(arrive([...events, ...events]), expected)
    assert.strictEqual(expected.stop_sending, expected.stop_sending_type !== null)
  },
  { arbitrary: { runs: 500 } }
)
