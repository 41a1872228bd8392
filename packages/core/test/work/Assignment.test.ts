import { assert, describe, it } from "@effect/vitest"
import { at } from "../../src/testing/fixtures/Fixtures.ts"
import { assign } from "../../src/work/Assignment.ts"
import { OrganizationId } from "../../src/ids.ts"

/** A lane by its short name: `2b` is lane b of organization 2. */
const laneOf = (name: string) => ({
  organization_id: OrganizationId.make(Number(name.charAt(0))),
  lane: name.slice(1),
  due_at: at(0)
})

/** The assigned lanes and their room, as `{ "2b": 1 }`. */
const assigned = (due: string, active: string, options: { readonly concurrency: number; readonly room: number }) => {
  const lanes = (names: string) => names.split(" ").flatMap((name) => (name === "" ? [] : [laneOf(name)]))
  const assignment = assign(lanes(due), new Set(lanes(active)), options)
  return Object.fromEntries(
    [...assignment].flatMap(([organization_id, lanes]) =>
      lanes.map(({ lane, room }) => [`${organization_id}${lane}`, room])
    )
  )
}

describe("Assignment", () => {
  it("gives a place to each lane, in their order, while there are any", () => {
    assert.deepStrictEqual(assigned("1a 2a 1b 2b", "", { concurrency: 100, room: 1 }), {
      "1a": 1,
      "1b": 1,
      "2a": 1,
      "2b": 1
    })
    assert.deepStrictEqual(assigned("1a 2a 3a", "4a 5a", { concurrency: 4, room: 1 }), { "1a": 1, "2a": 1 })
    assert.deepStrictEqual(assigned("", "", { concurrency: 4, room: 1 }), {})
  })

  it("gives a lane no more than its room, counting what is active", () => {
    assert.deepStrictEqual(assigned("1a 1b", "1a", { concurrency: 100, room: 1 }), { "1b": 1 })
    assert.deepStrictEqual(assigned("1a 1b", "1a", { concurrency: 100, room: 3 }), { "1a": 2, "1b": 3 })
  })

  it("gives a second place only after every lane has one", () => {
    assert.deepStrictEqual(assigned("1a 2a", "", { concurrency: 4, room: 9 }), { "1a": 2, "2a": 1 })
  })

  it("leaves an organization alone half of the places, and two a third each", () => {
    const many = (organization: number) => Array.from({ length: 30 }, (_, i) => `${organization}${i}`)
    const total = (due: ReadonlyArray<string>, active: string) =>
      Object.keys(assigned(due.join(" "), active, { concurrency: 12, room: 1 })).length
    assert.strictEqual(total(many(1), ""), 6)
    assert.strictEqual(total(many(2), "1a 1b 1c 1d 1e 1f"), 3)
    assert.strictEqual(
      total(
        [...many(1), ...many(2)].sort((a, b) => a.slice(1).localeCompare(b.slice(1))),
        ""
      ),
      8
    )
    assert.strictEqual(total(many(1), "1a 1b 1c 1d 1e 1f"), 0)
    assert.strictEqual(Object.keys(assigned("1a", "", { concurrency: 1, room: 1 })).length, 1)
  })
})
