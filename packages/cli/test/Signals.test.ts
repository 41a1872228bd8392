import { assert, describe, it } from "@effect/vitest"
import { isImpatient, type Received } from "../src/Signals.ts"

describe("a second signal", () => {
  const first: Received = { signal: "SIGINT", at: 5000 }

  it("is taken for the first one when it is the same and comes soon after it, as under npm", () => {
    assert.isFalse(isImpatient(first, { signal: "SIGINT", at: 5002 }))
    assert.isFalse(isImpatient(first, { signal: "SIGINT", at: 6000 }))
  })

  it("ends the command at once when it comes later, or is another one", () => {
    assert.isTrue(isImpatient(first, { signal: "SIGINT", at: 6001 }))
    assert.isTrue(isImpatient(first, { signal: "SIGTERM", at: 5002 }))
  })
})
