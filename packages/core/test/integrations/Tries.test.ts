/** The tries of a delivery in the log. */
import { assert, describe } from "@effect/vitest"
import { DeliveryFailed } from "../../src/integrations/DeliveryTransport.ts"
import { answer } from "./Answers.ts"
import { test } from "./Deliveries.ts"

const day = 86_400_000

describe("A delivery", () => {
  test("leaves its tries in the log, the last 16, without secrets", function* ({
    changes,
    deliveries,
    id,
    integrations,
    pass,
    receiver
  }) {
    const answers = [{ ...answer(400), body: "no: a very long secret" }, new DeliveryFailed({ reason: "timeout" })]
    let made = 0
    receiver.answer = () => answers[made++ % 2] ?? answer(200)
    yield* changes(1)
    const [first = assert.fail("no delivery")] = yield* deliveries
    const details = integrations.delivery(id, first.id)
    yield* pass(0)
    yield* pass(4 * day)
    const round = yield* details
    assert.deepStrictEqual([round.status, round.tries.length, round.response], ["failed", 8, null])
    assert.deepInclude(round.tries[0], { status_code: 400, error: "The endpoint answered 400", body: "no: …" })
    assert.deepInclude(round.tries[1], { status_code: null, body: null })
    assert.isString(round.tries[1]?.error)
    assert.strictEqual(round.payload["type"], "lead_stopped")
    const instants = round.tries.map(({ at }) => at)
    assert.deepStrictEqual(instants, instants.toSorted())
    for (let i = 0; i < 2; i++) {
      yield* integrations.update(id, { enabled: true })
      yield* integrations.redeliver(id, first.id)
      yield* pass(4 * day)
    }
    const after = yield* details
    assert.deepStrictEqual([after.attempts, after.tries.length, made], [8, 16, 24])
    assert.isTrue(after.tries.every(({ at }) => at > (instants.at(-1) ?? "")))
  })
  test("that waits is tried at once when a person orders it, and keeps its tries", function* ({
    changes,
    current,
    deliveries,
    id,
    integrations,
    pass,
    receiver,
    tries
  }) {
    // After 400 this delivery waits; after the first 503 of a delivery its integration waits.
    for (const status of [400, 503]) {
      receiver.answer = () => answer(status)
      yield* changes(1)
      yield* pass(0)
      const waiting = (yield* deliveries).at(-1) ?? assert.fail("no delivery")
      const { retry_at } = yield* current
      assert.deepStrictEqual([waiting.status, waiting.attempts, retry_at === null], ["pending", 1, status === 400])
      assert.isTrue((waiting.next_attempt_at ?? "") > waiting.created_at)
      receiver.answer = () => answer(200)
      const again = yield* integrations.redeliver(id, waiting.id)
      assert.deepStrictEqual(again, { ...again, status: "pending", attempts: 1, next_attempt_at: waiting.created_at })
      yield* pass(0)
      const { attempts, status: ended, tries: made } = yield* integrations.delivery(id, waiting.id)
      assert.deepStrictEqual(
        [ended, attempts, made.map(({ status_code }) => status_code)],
        ["delivered", 2, [status, 200]]
      )
    }
    assert.deepStrictEqual([tries.length, (yield* current).retry_at], [4, null])
  })

  test("of a disabled integration waits until it is enabled, although a person orders it", function* ({
    changes,
    deliveries,
    id,
    integrations,
    pass,
    receiver,
    tries
  }) {
    receiver.answer = () => answer(410)
    yield* changes(1)
    yield* pass(0)
    const [waiting = assert.fail("no delivery")] = yield* deliveries
    yield* integrations.redeliver(id, waiting.id)
    receiver.answer = () => answer(200)
    yield* pass(day)
    assert.deepStrictEqual([tries.length, (yield* integrations.find(id)).status], [1, "disabled"])
    yield* integrations.update(id, { enabled: true })
    yield* pass(0)
    assert.deepStrictEqual([tries.length, (yield* integrations.delivery(id, waiting.id)).status], [2, "delivered"])
  })
})
