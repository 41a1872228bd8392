/** Mail from the field is answered as it should be: one test for each situation. */
import { assert, describe, it } from "@effect/vitest"
import { isThere, note, situations, testOf, wishes } from "./Field.ts"

/** The situations of `wishes` that are right. Nothing promises the others. */
const granted = new Set([
  "field-4/wishes/auto-subject-at-end.eml",
  "field-4/wishes/auto-ticket-received.eml",
  "field-4/wishes/bounce-own-account-blocked.eml",
  "field-4/wishes/bounce-own-login-refused.eml",
  "field-4/wishes/human-null-path-redirect.eml",
  "field-4/wishes/human-zendesk-agent.eml",
  "field-4/wishes/mime-bare-cr.eml",
  "field-4/wishes/mime-base64-html-utf16le-bom.eml",
  "field-4/wishes/notice-read-text.eml",
  "field-4/wishes/optout-caps-swear.eml",
  "field-4/wishes/optout-never-signed-up.eml",
  "field-4/wishes/optout-wrong-person.eml",
  "field-4/wishes/text-banner-zimbra.eml",
  "field-4/wishes/text-footer-confidential.eml",
  "field-4/wishes/text-signed-inline.eml",
  "field-4/wishes/thread-quoted-from.eml",
  "field/wishes/wish-cp850.eml",
  "field/wishes/wish-iso-2022-kr.eml",
  "field/wishes/wish-optout-reply-en-unsubscribe.eml",
  "field/wishes/wish-optout-reply-en.eml",
  "field/wishes/wish-optout-reply-fr.eml",
  "field/wishes/wish-read-receipt-tnef.eml",
  "field/wishes/wish-tnef.eml"
])

describe.skipIf(!isThere)(`mail from the field${note}`, () => {
  it("is there", () => assert.isAbove(situations.length, 0))
  for (const situation of situations) testOf(situation)
  for (const wish of wishes.filter(({ file }) => granted.has(file))) testOf(wish)
})
