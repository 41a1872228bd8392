import { assert, describe, it } from "@effect/vitest"
import { MovedRows } from "@mailroom/core"
import { kindsOf, stays } from "../src/internal/moving/reading.ts"
import { emptyTenant } from "../src/internal/State.ts"

describe("Moving an organization", () => {
  it("covers every part of a tenant, or says why not", () => {
    const parts = [...Object.keys(kindsOf), ...Object.keys(stays)]
    assert.deepStrictEqual(parts.toSorted(), Object.keys(emptyTenant).toSorted())
    const kinds = new Set(Object.values(kindsOf).flat())
    assert.deepStrictEqual([...kinds].toSorted(), ["bytes", ...MovedRows.movedKinds].toSorted())
  })
})
