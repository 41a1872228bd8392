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
  "field/wishes/wish-optout-reply-fr.eml",
  "field-4/wishes/auto-subject-at-end.eml",
  "field-4/wishes/auto-ticket-received.eml",
  "field-4/wishes/bounce-own-account-blocked.eml",
  "field-4/wishes/bounce-own-login-refused.eml",
  "field-4/wishes/human-null-path-redirect.eml",
  "field-4/wishes/notice-read-text.eml"
])

/** The situations of `field-4` about what mail systems and automatic replies say. */
const ofSystems = /^field-4\/(?:auto|bounce|notice|human-mailer)-(?!tag-ext-colon)/u
const isTested = (file: string) => file.startsWith("field/") || ofSystems.test(file)

describe.skipIf(!isThere)(`mail from the field${note}`, () => {
  it("is there", () => assert.isAbove(situations.length, 0))
  for (const situation of situations.filter(({ file }) => isTested(file))) testOf(situation)
  for (const wish of wishes.filter(({ file }) => granted.has(file))) testOf(wish)
})
