import { assert, describe, it } from "@effect/vitest"
import { maximumAddresses, mentionOfLead, mentionsIn, mentionsOf } from "../src/Mentions.ts"
import { LeadId } from "../src/ids.ts"

describe("mentionsIn", () => {
  it("finds addresses wherever they are written, in their normalized spelling", () => {
    for (const text of [
      "ada@x.test",
      "ADA@X.test",
      '{"email":"Ada@x.test"}',
      '["a","ada@x.test"]',
      '{"text":"Hello\\nada@x.test\\nBye"}',
      '{"text":"Hello\\u000aada@x.test"}',
      "Write to ada@x.test.",
      "Write to Ada <ada@x.test>, please",
      "Is it ada@x.test?",
      "'ada@x.test'",
      "*ada@x.test*",
      "_ada_: ada@x.test_",
      "mailto:ada@x.test",
      "https://y.test/unsubscribe?email=ada@x.test&all=1",
      "(ada@x.test)",
      "nobody@y.test,ada@x.test",
      `${"x".repeat(100)}=ada@x.test`
    ]) {
      assert.include(mentionsIn(text), "ada@x.test", text)
    }
    assert.deepStrictEqual(mentionsIn("Äda@MÜNCHEN.test äda@xn--mnchen-3ya.TEST"), ["äda@xn--mnchen-3ya.test"])
    for (const email of [
      "o'brien@x.test",
      "a+b@x_y.test",
      "!#$%&'*+-/=?^_`{|}~@x.test",
      "a@b",
      `${"a".repeat(64)}@x.test`
    ]) {
      assert.include(mentionsIn(JSON.stringify({ email })), email)
      assert.include(mentionsIn(JSON.stringify({ text: `"${email}"` })), email)
    }
  })

  it("does not find an address in a longer one", () => {
    for (const text of [
      "xada@x.test",
      "x.ada@x.test",
      "ada@x.test.example",
      "ada@x.testing",
      "ada@x.test-y",
      "ada@",
      "@x.test"
    ]) {
      assert.notInclude(mentionsIn(text), "ada@x.test", text)
    }
  })

  it("finds leads by their id", () => {
    const lead = mentionOfLead(LeadId.make(7))
    for (const json of ['{"lead_id":7}', '{"lead_id":7,"a":1}', '{"lead":{"id":7,"email":"a"}}']) {
      assert.include(mentionsIn(json), lead, json)
    }
    assert.deepStrictEqual(mentionsIn('{"lead_id":70,"lead_id":null,"id":7,"other":{"id":7}}'), [
      mentionOfLead(LeadId.make(70))
    ])
  })

  it("finds each once, and nothing in most answers", () => {
    assert.deepStrictEqual(mentionsIn("a@x.test, A@x.test, a@x.test"), ["a@x.test"])
    assert.deepStrictEqual(mentionsIn('{"id":1,"text":"no address"}'), [])
    assert.deepStrictEqual(mentionsIn("@ @@ @."), [])
  })

  it("searches as many addresses as an answer has, and takes more for the addresses of anyone", () => {
    const text = (count: number) => JSON.stringify(Array.from({ length: count }, (_, i) => `a${i}@x.test`))
    assert.strictEqual(mentionsIn(text(maximumAddresses)).length, maximumAddresses)
    for (const tooMany of [text(maximumAddresses + 1), "@".repeat(maximumAddresses + 1)]) {
      assert.deepStrictEqual(mentionsIn(tooMany), ["anyone"])
    }
    assert.sameMembers(
      [...mentionsOf([LeadId.make(7)], ["Ada@X.test", "ada@x.test"])],
      ["anyone", "lead 7", "ada@x.test"]
    )
  })
})
