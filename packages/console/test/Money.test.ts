import { assert, describe, it } from "@effect/vitest"
import { money } from "../page/pages/billing/money.ts"

describe("money", () => {
  it("has as many decimals as its currency has minor units", () => {
    assert.deepStrictEqual(
      [money(7900, "EUR", "en"), money(-5, "USD", "en"), money(500, "JPY", "en"), money(1, "KWD", "en")],
      ["€79.00", "-$0.05", "¥500", "KWD\u00a00.001"]
    )
  })
})
