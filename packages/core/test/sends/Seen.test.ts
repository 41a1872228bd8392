/** The author of an answer, and answers of several people to the same conversation. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { MessageId } from "../../src/ids.ts"
import { type Actor, CurrentActor } from "../../src/people/Actor.ts"
import type { ReplyNotAllowed } from "../../src/sends/ReplyNotAllowed.ts"
import { Unibox } from "../../src/unibox/Unibox.ts"
import { test } from "./Conversation.ts"

const ada: Actor = { type: "key", id: 1, name: "Ada" }
const ben: Actor = { type: "key", id: 2, name: "Ben" }
const as = (actor: Actor) => Effect.provideService(CurrentActor, { actor, role: "member" })

/** An event after Ben has read the conversation. */
type Happening = "ada answers" | "ada's answer is sent" | "ben answers" | "ben's answer is sent" | "the lead writes"

interface Row {
  readonly name: string
  readonly after: ReadonlyArray<Happening>
  /** Whether Ben's answer names the message that he has seen. */
  readonly names: boolean
  /** The author whose name the refusal says; `undefined`: it is not refused. */
  readonly refused?: "Ada" | "nobody"
}

const rows: ReadonlyArray<Row> = [
  { name: "nothing new", after: [], names: true },
  { name: "an answer of a colleague that is queued", after: ["ada answers"], names: true, refused: "Ada" },
  {
    name: "an answer of a colleague that was sent",
    after: ["ada answers", "ada's answer is sent"],
    names: true,
    refused: "Ada"
  },
  { name: "a mail of the lead", after: ["the lead writes"], names: true, refused: "nobody" },
  { name: "an answer of one's own that is queued", after: ["ben answers"], names: true },
  { name: "an answer of one's own that was sent", after: ["ben answers", "ben's answer is sent"], names: true },
  {
    name: "an answer of one's own, and then one of a colleague",
    after: ["ben answers", "ben's answer is sent", "ada answers"],
    names: true,
    refused: "Ada"
  },
  { name: "an answer of a colleague, to a caller who does not ask", after: ["ada answers"], names: false },
  { name: "a mail of the lead, to a caller who does not ask", after: ["the lead writes"], names: false }
]

describe("An answer that names the newest message its writer has seen", () => {
  for (const { after, name, names, refused } of rows)
    test(`after ${name}`, function* (given) {
      const { connect, messages, outgoing, receive, reply, turn } = given
      yield* connect
      const seen = (yield* messages).at(-1)?.id ?? assert.fail()
      for (const happening of after) {
        if (happening === "ada answers") yield* as(ada)(reply("From Ada"))
        else if (happening === "ben answers") yield* as(ben)(reply("From Ben"))
        else if (happening === "the lead writes") yield* receive(100, { message_id: "<2@lead.example>" })
        else yield* turn
      }
      const before = outgoing.submitted.length
      const fields = names ? { last_message_id: seen } : {}
      const answer = as(ben)(reply("Second", fields))
      if (refused === undefined) {
        assert.strictEqual((yield* answer).outcome, "queued")
        return
      }
      const error: ReplyNotAllowed = yield* Effect.flip(answer) as Effect.Effect<ReplyNotAllowed>
      assert.strictEqual(error.reason, "newer_message")
      assert.strictEqual(error.by ?? "nobody", refused)
      // Nothing of it is left: the next turns send the others only.
      yield* turn
      const own = outgoing.submitted.slice(before).map(({ mail }) => mail.text)
      assert.notInclude(own, "Second")
      // With the newest message, it goes.
      const newest = (yield* messages).at(-1)?.id ?? assert.fail()
      assert.strictEqual((yield* as(ben)(reply("Second", { last_message_id: newest }))).outcome, "queued")
    })

  test("sends one of two answers at the same time", function* ({ connect, messages, reply, turn, outgoing }) {
    yield* connect
    const last_message_id = (yield* messages).at(-1)?.id ?? MessageId.make(1)
    const both = yield* Effect.all(
      [ada, ben].map((actor) => Effect.result(as(actor)(reply(`From ${actor.name}`, { last_message_id })))),
      { concurrency: "unbounded" }
    )
    assert.deepStrictEqual(both.map(({ _tag }) => _tag).toSorted(), ["Failure", "Success"])
    yield* turn
    assert.strictEqual(outgoing.submitted.length, 1)
  })
})

describe("The author of an answer", () => {
  test("is shown while it is queued, and then on its message", function* (given) {
    const { connect, messages, reply, find, turn } = given
    yield* connect
    const queued = yield* as(ada)(reply("From Ada"))
    assert.deepStrictEqual(queued.sent_by, ada)
    yield* turn
    assert.isNull((yield* find(queued.id)).sent_by)
    const [theirs, ours] = yield* messages
    assert.deepStrictEqual([theirs?.sent_by, ours?.sent_by], [undefined, ada])
  })

  test("is announced as soon as the answer is queued", function* ({ asTenant, connect, reply }) {
    yield* connect
    const revision = Effect.map(asTenant(Unibox.use((unibox) => unibox.changes)), (changes) => changes.revision)
    // The first answer marks the messages as seen; a second one changes nothing of the thread.
    yield* as(ada)(reply("One"))
    const before = yield* revision
    yield* as(ada)(reply("Two"))
    assert.isAbove(Number(yield* revision), Number(before))
  })
})
