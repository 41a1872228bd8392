/** Mail from the field is answered as it should be: one test for each situation. */
import { assert, describe, it } from "@effect/vitest"
import { isThere, note, situations, testOf, wishes } from "./Field.ts"

/** The situations of `wishes` that are right. Nothing promises the others. */
const granted = new Set([
  "wishes/wish-cp850.eml",
  "wishes/wish-iso-2022-kr.eml",
  "wishes/wish-tnef.eml",
  "wishes/wish-read-receipt-tnef.eml",
  "wishes/wish-optout-reply-en.eml",
  "wishes/wish-optout-reply-en-unsubscribe.eml",
  "wishes/wish-optout-reply-fr.eml",
  "../field-4/wishes/human-zendesk-agent.eml",
  "../field-4/wishes/mime-bare-cr.eml",
  "../field-4/wishes/mime-base64-html-utf16le-bom.eml",
  "../field-4/wishes/optout-caps-swear.eml",
  "../field-4/wishes/optout-never-signed-up.eml",
  "../field-4/wishes/optout-wrong-person.eml",
  "../field-4/wishes/text-banner-zimbra.eml",
  "../field-4/wishes/text-footer-confidential.eml",
  "../field-4/wishes/text-signed-inline.eml",
  "../field-4/wishes/thread-quoted-from.eml"
])

/** The situations of `field-4` that are not about notices. */
const isOfPerson = ({ file }: { readonly file: string }) =>
  !file.includes("field-4") || /\/(?:text|thread|mime|optout|human-from|auto-tag)-/u.test(file)

describe.skipIf(!isThere)(`mail from the field${note}`, () => {
  it("is there", () => assert.isAbove(situations.length, 0))
  for (const situation of situations.filter(isOfPerson)) testOf(situation)
  for (const wish of wishes.filter(({ file }) => granted.has(file))) testOf(wish)
})
