/** The schemas of payloads: their examples, and their maximum size. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { texts } from "../../src/leads/Lead.ts"
import { Payload, payloads, type PayloadOf } from "../../src/integrations/Payload.ts"
import { sampleOf } from "../../src/integrations/Sample.ts"
import { NotificationType } from "../../src/integrations/Subscription.ts"

const decode = Schema.decodeUnknownSync(Payload, { onExcessProperty: "error" })
const bytes = (payload: Payload) => new TextEncoder().encode(JSON.stringify(payload)).length

describe("payloads", () => {
  it("have a schema for each type, and an example that fits it", () => {
    assert.sameMembers(Object.keys(payloads), [...NotificationType.literals])
    for (const type of NotificationType.literals) {
      const sample = sampleOf(type)
      assert.strictEqual(sample.type, type)
      assert.deepStrictEqual(decode(JSON.parse(JSON.stringify(sample))), sample)
      assert.isAtMost(bytes(sample), 1024)
    }
  })

  it("have at most 512 KiB", () => {
    // The character that takes the most bytes in JSON is \u0001.
    const longest = "\u0001".repeat(10_000)
    const reply = sampleOf("replied") as PayloadOf<"replied">
    const fields = [...texts, "reply_text"]
    const longTexts = Object.fromEntries(fields.map((name) => [name, longest]))
    const lead = { ...reply.data.lead, ...longTexts }
    const added = sampleOf("blacklist_added") as PayloadOf<"blacklist_added">
    const address = `${"\u20ac".repeat(64)}@${"a".repeat(189)}`
    const values = Array.from({ length: 1000 }, () => address)
    for (const largest of [
      { ...reply, data: { ...reply.data, lead, reply_text: longest } },
      { ...added, data: { ...added.data, kind: "email" as const, values } }
    ]) {
      assert.isAbove(bytes(largest), 300 * 1024)
      assert.isAtMost(bytes(largest), 512 * 1024)
    }
  })
})
