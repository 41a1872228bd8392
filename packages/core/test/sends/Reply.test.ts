import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { headersOf } from "../../src/sends/Reply.ts"
import { Unibox } from "../../src/unibox/Unibox.ts"
import { test } from "./Conversation.ts"

const incoming = (message_id: string) => ({
  message_id,
  from_email: "ada@x.test",
  to_email: "grace@ours.test",
  is_our_email: false,
  kind: "reply" as const,
  from_name: "",
  subject: "Hi"
})
const own = (message_id: string) => ({
  ...incoming(message_id),
  from_email: "grace@ours.test",
  is_our_email: true,
  kind: "own" as const
})

describe("an answer", () => {
  it("refers to the newest incoming mail last, also if a mail of ours has a later date", () => {
    assert.deepStrictEqual(headersOf([own("<3>"), incoming("<2>"), own("<1>")]), {
      subject: "Re: Hi",
      in_reply_to: "<2>",
      references: ["<1>", "<3>", "<2>"]
    })
    assert.deepStrictEqual(headersOf([own("<2>"), own("<1>")]).references, ["<1>", "<2>"])
    const forward = { ...own("<4>"), kind: "forward" as const }
    assert.deepStrictEqual(headersOf([forward, own("<3>"), incoming("<2>")]).references, ["<3>", "<2>"])
  })
  test("marks its conversation as seen, and mail that comes in later is new", function* (given) {
    const { asTenant, connect, messages, receive, reply, thread_id, turn } = given
    const unibox = yield* Unibox
    const newest = asTenant(
      Effect.map(unibox.threads({ tab: "replies", limit: 1 }), ({ data }) => data.find(({ id }) => id === thread_id))
    )
    const shown = Effect.map(newest, (thread) => [thread?.last_message.is_our_email, thread?.last_message.is_new])
    yield* receive(2, { message_id: "<2@lead.example>", is_new: true })
    assert.deepStrictEqual(yield* shown, [false, true])
    yield* Effect.flip(reply())
    assert.deepStrictEqual(yield* shown, [false, true])
    yield* connect
    yield* reply()
    yield* turn
    assert.deepStrictEqual(yield* shown, [true, false])
    assert.isFalse((yield* messages).some(({ is_new }) => is_new))
    yield* receive(9_999_999, { message_id: "<3@lead.example>", is_new: true })
    assert.deepStrictEqual(yield* shown, [false, true])
  })
})
