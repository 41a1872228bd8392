/** The notice that an integration is disabled. */
import { assert, describe } from "@effect/vitest"
import { answer } from "./Answers.ts"
import { test } from "./Deliveries.ts"

const day = 86_400_000

describe("An integration", () => {
  test("that Mailroom disables is announced to the others, once, and not to itself", function* ({
    changes,
    id,
    integrations,
    pass,
    receiver,
    tries
  }) {
    const other = yield* integrations.create({
      type: "webhook",
      name: "Other",
      events: ["integration_disabled"],
      config: { url: "https://other.example/" }
    })
    const { name } = yield* integrations.find(id)
    receiver.answer = ({ payload }) => answer(payload.type === "integration_disabled" ? 200 : 410)
    yield* changes(2)
    yield* pass(day)
    const notices = tries.filter(({ payload }) => payload.type === "integration_disabled")
    assert.lengthOf(notices, 1)
    assert.deepInclude(notices[0]?.payload.data, {
      integration: { id, type: "webhook", name },
      reason: "The endpoint answered 410"
    })
    assert.strictEqual((yield* integrations.deliveries(other.integration.id, { limit: 9 })).data.length, 1)
    // A person who disables an integration knows it.
    yield* integrations.update(id, { enabled: true })
    yield* integrations.update(id, { enabled: false })
    yield* pass(day)
    assert.lengthOf(
      tries.filter(({ payload }) => payload.type === "integration_disabled"),
      1
    )
  })
})
