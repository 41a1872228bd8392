import { assert, describe, it } from "@effect/vitest"
import {
  type AccountFault,
  cleared,
  failed,
  type Health,
  healthy,
  isFailing,
  printable,
  reached,
  succeeded
} from "../../src/mailboxes/Health.ts"
import { fromMillis, toMillis } from "../../src/Timestamp.ts"

const start = Date.UTC(2026, 2, 2, 9)
const at = (minutes: number) => fromMillis(start + minutes * 60_000)
const waitOf = ({ retry_at }: Health, minutes: number) =>
  retry_at === null ? null : (toMillis(retry_at) - start) / 60_000 - minutes

const failTimes = (kind: AccountFault, times: number) => {
  const states: Array<Health> = []
  for (let i = 0; i < times; i++) states.push(failed(states.at(-1) ?? healthy, { kind, error: `fault ${i}` }, at(i)))
  return states
}

describe("an account", () => {
  it("that cannot connect is tried after 1, 5, 15 and then each 60 minutes, and fails from the third time on", () => {
    const states = failTimes("connection", 6)
    assert.deepStrictEqual(
      states.map((state, i) => waitOf(state, i)),
      [1, 5, 15, 60, 60, 60]
    )
    assert.deepStrictEqual(
      states.map(({ failing_since }) => failing_since),
      [null, null, at(2), at(2), at(2), at(2)]
    )
  })

  it("that sends too much is tried after 2, 5, 15, 30 and then each 60 minutes, and fails from the third time on", () => {
    const states = failTimes("throttled", 6)
    assert.deepStrictEqual(
      states.map((state, i) => waitOf(state, i)),
      [2, 5, 15, 30, 60, 60]
    )
    assert.deepStrictEqual(
      states.map(({ failing_since }) => failing_since),
      [null, null, at(2), at(2), at(2), at(2)]
    )
    const [first = healthy] = states
    assert.strictEqual(failed(healthy, { kind: "throttled", error: "550", until: at(60) }, at(0)).failing_since, at(0))
    assert.deepStrictEqual(reached(first, [1]), { ...first, refused: [1] })
  })

  it("that got as far as a recipient has a connection and a login, and nothing else is proven", () => {
    const [connection = healthy] = failTimes("connection", 1)
    assert.deepStrictEqual(reached(connection, []), { ...healthy, error_at: at(0) })
    const [sending = healthy] = failTimes("sending", 1)
    assert.strictEqual(reached(sending, []), sending)
    assert.deepStrictEqual(succeeded(reached(healthy, [7, 8]), at(1)), { ...healthy, succeeded_at: at(1) })
  })

  for (const kind of ["credentials", "sending"] as const) {
    it(`with a fault of ${kind} fails at once, and waits a day`, () => {
      const [state = healthy] = failTimes(kind, 1)
      assert.deepStrictEqual([waitOf(state, 0), state.failing_since], [24 * 60, at(0)])
    })
  }

  it("whose inbox cannot be read fails at once, still sends answers, and is not healthy because one is accepted", () => {
    const [state = healthy] = failTimes("inbox", 1)
    assert.deepStrictEqual([state.retry_at, state.failing_since], [null, at(0)])
    assert.deepStrictEqual(succeeded(state, at(9)), { ...state, succeeded_at: at(9) })
  })

  it("waits until a given instant, such as the end of a daily limit", () => {
    const state = failed(healthy, { kind: "sending", error: "rate limited", until: at(90) }, at(0))
    assert.strictEqual(state.retry_at, at(90))
  })

  it("counts a new kind of fault from the beginning, and keeps the beginning of the failure", () => {
    const connection = failTimes("connection", 3).at(-1) ?? healthy
    const state = failed(connection, { kind: "credentials", error: "535" }, at(10))
    assert.deepStrictEqual([state.strikes, state.fault, state.failing_since], [1, "credentials", at(2)])
  })

  it("is healthy after a success, and remembers when it last failed", () => {
    const failing = failTimes("sending", 1)[0] ?? healthy
    assert.deepStrictEqual(succeeded(failing, at(9)), { ...healthy, error_at: at(0), succeeded_at: at(9) })
    assert.deepStrictEqual(cleared(failing), { ...healthy, error_at: at(0) })
    assert.isTrue(isFailing(failing))
  })
})

describe("printable", () => {
  it("gives one line without control characters, of at most 500 characters", () => {
    assert.strictEqual(printable(" 550-a\r\n550 b\u0000\u001b[31m c "), "550-a 550 b [31m c")
    assert.strictEqual(printable("😀".repeat(400)).length, 500)
    assert.strictEqual(printable(`x${"😀".repeat(400)}`).length, 499)
  })
})
