import { assert, it } from "@effect/vitest"
import { numbersOf } from "../../src/analytics/Reports.ts"
import { zero } from "../../src/analytics/Rollup.ts"

it.each([
  ["nothing", { sent: 0, bounced: 0 }, 0, null],
  ["a bounce among four mails; failures for now do not count", { sent: 4, bounced: 1, soft_bounced: 2 }, 3, 0.75],
  ["a bounce of a mail of an earlier period", { sent: 0, bounced: 1 }, -1, null],
  ["more bounces than mails", { sent: 1, bounced: 3 }, -2, 0]
] as const)("delivered is sent without bounced: %s", (_, sums, delivered, delivery_rate) => {
  const { metrics, rates } = numbersOf({ ...zero, ...sums })
  assert.deepStrictEqual(metrics, { ...zero, ...sums, delivered })
  assert.strictEqual(rates.delivery_rate, delivery_rate)
})
