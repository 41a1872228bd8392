/** Which mails of others an answer must know. */
import { assert, describe, it } from "@effect/vitest"
import { MessageId } from "../../src/ids.ts"
import type { Actor } from "../../src/people/Actor.ts"
import { newerThan } from "../../src/sends/Reply.ts"
import type { SendRecord } from "../../src/sends/Send.ts"
import { at } from "../../src/testing/fixtures/Fixtures.ts"

const ada: Actor = { type: "person", id: 1, name: "Ada" }
const ben: Actor = { type: "person", id: 2, name: "Ben" }

const seen = MessageId.make(5)
const content: SendRecord["content"] = {
  body_text: "Hello",
  body_html: null,
  in_reply_to: null,
  references: [],
  sent_by: ben
}
const send = (fields: Pick<SendRecord, "outcome"> & Partial<SendRecord>) => ({ content, send_at: null, ...fields })

describe("An answer whose writer has seen a message", () => {
  const rows: ReadonlyArray<readonly [what: string, send: ReturnType<typeof send>, isNewer: boolean]> = [
    ["an answer that waits for its turn", send({ outcome: "queued" }), true],
    ["an answer that is with the server", send({ outcome: "begun" }), true],
    ["an answer that the server takes later", send({ outcome: "deferred" }), true],
    ["an answer that waits for a time that was chosen", send({ outcome: "queued", send_at: at(1) }), false],
    ["an answer whose outcome is unknown", send({ outcome: "unknown" }), false],
    ["an answer that was refused", send({ outcome: "refused" }), false]
  ]
  for (const [what, other, isNewer] of rows) {
    it(`${isNewer ? "has to know" : "need not know"} ${what}`, () => {
      assert.deepStrictEqual(newerThan(seen, ada, [], [other]), isNewer ? { by: ben } : undefined)
      assert.isUndefined(newerThan(seen, ben, [], [other]))
    })
  }

  it("has to know newer messages, but those that were forwarded", () => {
    const message = (id: number, kind: "forward" | "own" | "reply", sent_by?: Actor) => ({
      id: MessageId.make(id),
      kind,
      ...(sent_by !== undefined && { sent_by })
    })
    assert.deepStrictEqual(newerThan(seen, ada, [message(6, "reply")], []), { by: null })
    assert.deepStrictEqual(newerThan(seen, ada, [message(6, "own", ben)], []), { by: ben })
    assert.isUndefined(
      newerThan(seen, ada, [message(6, "own", ada), message(7, "forward", ben), message(5, "reply")], [])
    )
  })
})
