import { assert, describe, it } from "@effect/vitest"
import { headersOf } from "../../src/sends/Reply.ts"

const incoming = (message_id: string) => ({
  message_id,
  from_email: "ada@x.test",
  is_our_email: false,
  from_name: "",
  subject: "Hi"
})
const own = (message_id: string) => ({ ...incoming(message_id), from_email: "grace@ours.test", is_our_email: true })

describe("an answer", () => {
  it("refers to the newest incoming mail last, also if a mail of ours has a later date", () => {
    assert.deepStrictEqual(headersOf([own("<3>"), incoming("<2>"), own("<1>")]), {
      subject: "Re: Hi",
      in_reply_to: "<2>",
      references: ["<1>", "<3>", "<2>"]
    })
    assert.deepStrictEqual(headersOf([own("<2>"), own("<1>")]).references, ["<1>", "<2>"])
  })
})
