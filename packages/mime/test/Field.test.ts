/** Mail from the field is answered as it should be: one test for each situation. */
import { assert, describe, it } from "@effect/vitest"
import { isThere, note, situations, testOf, wishes } from "./Field.ts"

/** The situations of `wishes` that are right. Nothing promises the others. */
const granted = new Set([
  "field/wishes/wish-cp850.eml",
  "field/wishes/wish-iso-2022-kr.eml",
  "field/wishes/wish-tnef.eml",
  "field/wishes/wish-read-receipt-tnef.eml",
  "field/wishes/wish-optout-reply-en.eml",
  "field/wishes/wish-optout-reply-en-unsubscribe.eml",
  "field/wishes/wish-optout-reply-fr.eml"
])

describe.skipIf(!isThere)(`mail from the field${note}`, () => {
  it("is there", () => assert.isAbove(situations.length, 0))
  for (const situation of situations) testOf(situation)
  for (const wish of wishes.filter(({ file }) => granted.has(file))) testOf(wish)
})
