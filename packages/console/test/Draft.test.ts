/** Values that stay typed after a save. */
import { assert, describe, it } from "@effect/vitest"
import { isTyped, withoutSent } from "../page/kit/typed.ts"

describe("a draft", () => {
  it("forgets what was sent, and keeps what was typed meanwhile, over the value that is stored now", () => {
    const typed = {
      subject: { value: "Hello", before: "" },
      body: { value: "Hi, and more", before: "" },
      weight: { value: "2", before: "1" }
    }
    assert.deepStrictEqual(withoutSent<keyof typeof typed>(typed, { subject: "Hello", body: "Hi" }), {
      body: { value: "Hi, and more", before: "Hi" },
      weight: { value: "2", before: "1" }
    })
  })

  it("keeps a field that was not sent, also one that is named like a member of each object", () => {
    const typed = { constructor: { value: "Brunel", before: "" } }
    assert.deepStrictEqual(withoutSent<string>(typed, { city: "London" }), typed)
  })

  it("has no change when what was typed is what was stored before", () => {
    assert.isFalse(isTyped({ value: "Hi", before: "Hi" }))
    // The change is back when another value was stored meanwhile.
    assert.deepStrictEqual(withoutSent({ body: { value: "Hi", before: "Hi" } }, { body: "Hello" }), {
      body: { value: "Hi", before: "Hello" }
    })
  })
})
