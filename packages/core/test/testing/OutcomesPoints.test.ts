import { assert, describe, it } from "@effect/vitest"
import { mayWait, pointsOf, portsOf } from "../../src/testing/outcomes/OutcomesPoints.ts"

const call = (method: string) => ({ method, inTransaction: false })

describe("points of the outcomes cases", () => {
  it("rejects a method whose footprint is not declared, and names the cure", () => {
    for (const use of [
      () => mayWait("LeadStore.findAndMark"),
      () => portsOf([call("LeadStore.findAndMark")]),
      () => pointsOf([call("LeadStore.findMany")], [call("LeadStore.findAndMark")], true),
      () => pointsOf([call("LeadStore.findMany"), call("LeadStore.findAndMark")], [call("LeadStore.set")], true)
    ]) {
      assert.throws(use, /LeadStore\.findAndMark: declare in OutcomesFootprints\.ts what it reads and writes/u)
    }
    assert.throws(() => mayWait("PhoneStore.find"), /PhoneStore\.find: declare/u)
  })

  it("knows which methods of a port conflict, also with those of another port", () => {
    const points = (first: string, second: string) =>
      pointsOf([call("TagStore.find"), call(first)], [call(second)], true)
    assert.deepStrictEqual(points("LeadStore.findMany", "LeadStore.uncontacted"), [])
    assert.deepStrictEqual(points("LeadStore.findMany", "LeadStore.set"), [[1]])
    assert.deepStrictEqual(points("LeadStore.set", "LeadStore.findMany"), [[1]])
    assert.deepStrictEqual(points("LeadStore.set", "CampaignStore.findMany"), [])
    assert.deepStrictEqual(points("LeadStore.insert", "CampaignStore.findMany"), [[1]])
    assert.deepStrictEqual(points("ThreadStore.findByLeadEmail", "LeadStore.set"), [[1]])
    assert.deepStrictEqual([...portsOf([call("CampaignStore.hide"), call("Transactor.transaction")])].sort(), [
      "CampaignStore",
      "LeadStore",
      "SequenceStore"
    ])
    assert.deepStrictEqual(["LeadStore.findMany", "LeadStore.lock", "GuardStore.lock shared"].map(mayWait), [
      false,
      true,
      true
    ])
  })
})
