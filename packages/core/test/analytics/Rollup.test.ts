/** The buckets of sums, and how changes of sums are collected. */
import { assert, describe, it } from "@effect/vitest"
import { bucketOf, type Dimension, rate, RollupChanges, type RollupKey } from "../../src/analytics/Rollup.ts"
import { missing } from "../../src/testing/fixtures/Fixtures.ts"
import { Timestamp } from "../../src/Timestamp.ts"

describe("bucketOf", () => {
  it.each([
    ["2026-03-29T00:00:00.000Z", "2026-03-29T00:00:00.000Z"],
    ["2026-03-29T00:14:59.999Z", "2026-03-29T00:00:00.000Z"],
    ["2026-03-29T00:15:00.000Z", "2026-03-29T00:15:00.000Z"],
    ["2026-12-31T23:59:59.999Z", "2026-12-31T23:45:00.000Z"],
    ["1970-01-01T00:00:00.000Z", "1970-01-01T00:00:00.000Z"],
    ["1969-12-31T23:59:59.999Z", "1969-12-31T23:45:00.000Z"],
    ["0001-01-01T00:00:00.001Z", "0001-01-01T00:00:00.000Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:45:00.000Z"]
  ])("puts %s with what begins at %s", (at, bucket) => {
    assert.strictEqual(bucketOf(Timestamp.make(at)), bucket)
  })
})

describe("rate", () => {
  it("is a share from 0 to 1 with four decimals, and null of nothing", () => {
    assert.deepStrictEqual(
      [rate(0, 3), rate(1, 3), rate(3, 3), rate(4, 3), rate(3, 0), rate(0, 0)],
      [0, 0.3333, 1, 1, null, null]
    )
  })
})

describe("RollupChanges", () => {
  const key = (dimension: Dimension, dimension_id: number | null, hour = 0): RollupKey => ({
    campaign_id: missing.campaign,
    dimension,
    dimension_id,
    bucket: Timestamp.make(`2026-01-01T0${hour}:00:00.000Z`)
  })

  it("adds up what is said of one key, and leaves out what comes to nothing", () => {
    const changes = new RollupChanges()
    changes.add(key("campaign", null), "sent", 1)
    changes.add(key("campaign", null), "sent", 2)
    changes.add(key("campaign", null), "contacted", -1)
    changes.add(key("account", 1), "contacted", 1)
    changes.add(key("account", 1), "contacted", -1)
    assert.deepStrictEqual(changes.toArray(), [{ ...key("campaign", null), metrics: { sent: 3, contacted: -1 } }])
    assert.deepStrictEqual(new RollupChanges().toArray(), [])
  })

  it("answers keys in one order, whoever names them in whichever", () => {
    const keys = [
      key("sequence", 10),
      key("account", 10),
      key("account", 9),
      key("account", null, 1),
      key("account", null),
      key("campaign", null, 1),
      key("campaign", null),
      key("account", Number.MAX_SAFE_INTEGER)
    ]
    const ordered = (given: ReadonlyArray<RollupKey>) => {
      const changes = new RollupChanges()
      for (const one of given) changes.add(one, "sent", 1)
      return changes.toArray().map(({ metrics: _, ...rest }) => rest)
    }
    const expected = ordered(keys)
    assert.strictEqual(expected.length, keys.length)
    assert.deepStrictEqual(ordered(keys.toReversed()), expected)
    assert.deepStrictEqual(ordered([...keys.slice(3), ...keys.slice(0, 5)]), expected)
  })
})
