import { assert, describe, it } from "@effect/vitest"
import { Domain, Message, type StrayMessage, Thread } from "@mailroom/core"
import { Struct } from "effect"
import { concerns } from "../../src/unibox/Stray.ts"

const nothing = { subject: "", from_email: "x@x.test", to_email: "us@ours.test", reply_text: "" }
const stray = (fields: Partial<Parameters<typeof Message.searchTextOf>[0]>, has_our_email = false): StrayMessage => ({
  thread_id: Thread.ThreadId.make(1),
  has_our_email,
  search_text: Message.searchTextOf({ ...nothing, ...fields })
})

describe("mail without a lead", () => {
  const isAbout = concerns(Domain.spellingsOf("Äda@München.test"))
  const header = {
    from: { from_email: "ÄDA@münchen.test" },
    to: { to_email: "us@ours.test, äda@xn--mnchen-3ya.test" },
    copy: { cc_email: "äda@MÜNCHEN.test, b@x.test" }
  }
  const named = {
    subject: { subject: "Undelivered: äda@münchen.test" },
    name: { from_name: "Äda@München.test" },
    text: { reply_text: "I could not deliver to <ÄDA@MÜNCHEN.TEST>: unknown." },
    sentence: { reply_text: "There is no äda@münchen.test." },
    field: { reply_text: "Original-Recipient:rfc822;äda@xn--mnchen-3ya.test" },
    parameter: { reply_text: "550 to='äda@münchen.test'" },
    report: { about: ["b@x.test", "äda@münchen.test"] },
    second: { reply_text: "adäda@münchen.test, äda@münchen.test" }
  }
  const others = {
    nothing: {},
    longer: {
      from_email: "c.äda@münchen.test",
      reply_text: "maäda@münchen.test +äda@münchen.test äda@münchen.testing"
    },
    domain: { to_email: "äda@münchen.test.ours.test", subject: "äda@münchen.test-ours.test" },
    letters: { from_email: "öda@münchen.test", subject: "ada@munchen.test" }
  }

  it.each(Struct.keys(header))("is about an address of its header (%s), also in a conversation", (key) => {
    assert.isTrue(isAbout(stray(header[key])))
    assert.isTrue(isAbout(stray(header[key], true)))
  })
  it.each(Struct.keys(named))("is about an address that it names (%s), unless we took part", (key) => {
    assert.isTrue(isAbout(stray(named[key])))
    assert.isFalse(isAbout(stray(named[key], true)))
  })
  it.each(Struct.keys(others))("is not about another address (%s)", (key) => {
    assert.isFalse(isAbout(stray(others[key])))
  })
})
