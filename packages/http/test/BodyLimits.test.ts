import { assert, describe, it } from "@effect/vitest"
import { isTooSlow } from "../src/BodyLimits.ts"

const kibi = 1024
const progress = (seconds: number, bytes: number, silent = 0) => ({
  elapsed: seconds * 1000,
  silent: silent * 1000,
  bytes
})

describe("the body of a request", () => {
  it("is rejected after ten seconds of silence", () => {
    assert.isFalse(isTooSlow(progress(9, 0, 9)))
    assert.isTrue(isTooSlow(progress(10, 0, 10)))
    assert.isTrue(isTooSlow(progress(30, 100_000 * kibi, 10)))
  })

  it("is rejected below 32 KiB a second, but not in its first 15 seconds", () => {
    assert.isFalse(isTooSlow(progress(14, 1)))
    assert.isTrue(isTooSlow(progress(15, 15 * 32 * kibi - 1)))
    assert.isFalse(isTooSlow(progress(15, 15 * 32 * kibi)))
    assert.isTrue(isTooSlow(progress(100, 100 * 32 * kibi - 1)))
  })

  it("is rejected after 15 minutes, however fast", () => {
    assert.isFalse(isTooSlow(progress(15 * 60 - 1, 2 ** 40)))
    assert.isTrue(isTooSlow(progress(15 * 60, 2 ** 40)))
  })
})
