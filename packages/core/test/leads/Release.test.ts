/** The end of blacklisting: the rules that release a lead. Rules return a stop state and nothing else. */
import { assert, describe, it } from "@effect/vitest"
import { create } from "../../src/leads/Lead.ts"
import { apply, release, resume, sending, stop, type StopState } from "../../src/leads/StopSending.ts"
import { at, missing } from "../../src/testing/fixtures/Fixtures.ts"

const stopped = (rule: Parameters<typeof apply>[1], decided?: number): StopState =>
  apply(decided === undefined ? sending : resume(at(decided)), rule, at(9))

describe("release", () => {
  it("ends a stop by the blacklist, and remembers what a person decided before", () => {
    assert.deepStrictEqual(release(stopped("blacklist")), sending)
    assert.deepStrictEqual(release(stopped("blacklist", 5)), resume(at(5)))
  })

  it("puts the next rule into force: a lead that replied while it was blacklisted stays stopped", () => {
    const replied = apply(stopped("blacklist"), "reply", at(20))
    assert.strictEqual(replied.stop_sending_type, "blacklist")
    assert.deepStrictEqual(release(replied), apply(sending, "reply", at(20)))
    const three = apply(apply(stopped("blacklist", 5), "complaint", at(30)), "bounce", at(25))
    assert.deepStrictEqual(release(three), apply(apply(resume(at(5)), "bounce", at(25)), "complaint", at(30)))
  })

  it("forgets the blacklist, also where another rule is in force", () => {
    const bounced = apply(apply(sending, "bounce", at(1)), "blacklist", at(9))
    assert.deepStrictEqual(release(bounced), apply(sending, "bounce", at(1)))
  })

  it("leaves every other state as it is", () => {
    const rules = ["reply", "bounce", "unsubscribe", "complaint"] as const
    for (const state of [sending, stop(at(5)), resume(at(5)), ...rules.map((rule) => stopped(rule, 5))]) {
      assert.deepStrictEqual(release(state), state)
    }
  })
})

it("rules answer a lead's stop state only, also where they change nothing", () => {
  const lead = { ...create(missing.campaign, { email: "a@x.test" }, at(0), false), ...stop(at(5)) }
  assert.deepStrictEqual(apply(lead, "reply", at(9)), stop(at(5)))
  assert.deepStrictEqual(apply(lead, "reply", at(1)), stop(at(5)))
  assert.deepStrictEqual(release(lead), stop(at(5)))
  const bounced = { ...lead, ...stopped("bounce") }
  assert.deepStrictEqual(apply(bounced, "bounce", at(10)), stopped("bounce"))
})
