import { assert, describe, it } from "@effect/vitest"
import { cursorAtEnd, isLarge, laterCursor, startOf } from "../../src/inboxes/Cursors.ts"
import { Timestamp } from "../../src/Timestamp.ts"

const cursor = { role: "inbox", uid_validity: 7, uid_next: 40 } as const
const synced_at = Timestamp.make("2026-03-01T00:30:00.000Z")

describe("startOf", () => {
  it("goes on at the cursor", () => {
    assert.deepStrictEqual(startOf(cursor, { uid_validity: 7, uid_next: 90 }, synced_at), { at: "uid", uid: 40 })
  })

  it("goes on at the cursor of another name of the server if the folder has come as far, else since the day before", () => {
    const inherited = { ...cursor, is_inherited: true }
    assert.deepStrictEqual(startOf(inherited, { uid_validity: 7, uid_next: 40 }, synced_at), { at: "uid", uid: 40 })
    assert.strictEqual(startOf(inherited, { uid_validity: 7, uid_next: 39 }, synced_at).at, "day")
    assert.deepStrictEqual(laterCursor(inherited, { ...cursor, uid_next: 39 }), { ...cursor, uid_next: 39 })
  })

  it("begins at the end of an inbox that is read for the first time", () => {
    assert.deepStrictEqual(startOf(undefined, { uid_validity: 7, uid_next: 90 }, null), { at: "end" })
    assert.deepStrictEqual(startOf(cursor, { uid_validity: 8, uid_next: 90 }, null), { at: "end" })
  })

  it("reads since the day before the last reading where UIDs have another meaning, and in a new folder", () => {
    const since = { at: "day", day: "2026-02-28" } as const
    assert.deepStrictEqual(startOf(cursor, { uid_validity: 8, uid_next: 2 }, synced_at), since)
    assert.deepStrictEqual(startOf(undefined, { uid_validity: 8, uid_next: 2 }, synced_at), since)
  })
})

describe("a cursor", () => {
  it("moves behind the last mail, also behind one that arrived after the status was asked for", () => {
    assert.strictEqual(cursorAtEnd("inbox", { uid_validity: 7, uid_next: 90 }, 60).uid_next, 90)
    assert.strictEqual(cursorAtEnd("inbox", { uid_validity: 7, uid_next: 90 }, 95).uid_next, 96)
  })

  it("never moves back, unless UIDs have another meaning", () => {
    assert.deepStrictEqual(laterCursor(cursor, { ...cursor, uid_next: 30 }), cursor)
    assert.strictEqual(laterCursor(cursor, { ...cursor, uid_next: 50 }).uid_next, 50)
    assert.strictEqual(laterCursor(cursor, { ...cursor, uid_validity: 3, uid_next: 2 }).uid_next, 2)
    assert.strictEqual(laterCursor(undefined, cursor), cursor)
  })
})

describe("isLarge", () => {
  it("is a mail over 25 MiB", () => {
    assert.deepStrictEqual([{ size: 26_214_400 }, { size: 26_214_401 }].map(isLarge), [false, true])
  })
})
