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
})
