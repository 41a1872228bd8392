import { describe, expect, it } from "@effect/vitest"
import { differenceOf } from "../src/differences.ts"

describe("a difference between servers", () => {
  it("names the fields that a peer lacks, at any depth, and where to add them", () => {
    const ours = {
      total: 2,
      data: [
        { id: 1, phone: "1" },
        { id: 2, address: { city: "Bern", street: null } }
      ]
    }
    const theirs = { total: 2, data: [{ id: 1 }, { id: 2, address: { city: "Bern" } }] }
    expect(differenceOf(theirs, ours)).toBe(
      "it lacks `data.phone`, `data.address.street`: add each to bench/src/peers, and to bench/src/data.ts if it is a column"
    )
  })

  it("names the fields that only a peer has", () => {
    expect(differenceOf({ id: 1, phone: "1" }, { id: 1 })).toBe("it has `phone`, which mailroom has not")
  })

  it("is a difference of values if both have the same fields", () => {
    expect(differenceOf({ id: 1 }, { id: 2 })).toBe("the values differ")
    expect(differenceOf(null, [])).toBe("the values differ")
  })
})
