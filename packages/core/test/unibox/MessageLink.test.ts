/** How a message is linked with the mails by which it was forwarded, and with the answers to those. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { LinkedMessage, linksOf } from "../../src/unibox/MessageLink.ts"

const found = (id: number, kind: string, refers_to?: number): LinkedMessage =>
  Schema.decodeUnknownSync(LinkedMessage)({
    id,
    thread_id: 7,
    tab: "replies",
    date_sent: "2026-03-02T10:30:00.000Z",
    from_email: "sales@house.example",
    to_email: "charles@house.example",
    kind,
    ...(refers_to === undefined ? {} : { refers_to })
  })

describe("linksOf", () => {
  it.each<[string, LinkedMessage, ReadonlyArray<LinkedMessage>, ReadonlyArray<string>]>([
    ["a message that nobody forwarded", found(1, "reply"), [], []],
    ["a message that was forwarded", found(1, "reply"), [found(2, "forward", 1)], ["forwarded_as 2"]],
    [
      "a message that was forwarded twice",
      found(1, "reply"),
      [found(2, "forward", 1), found(3, "forward", 1)],
      ["forwarded_as 2", "forwarded_as 3"]
    ],
    ["a mail of ours that was forwarded", found(1, "own"), [found(2, "forward", 1)], ["forwarded_as 2"]],
    ["another message was forwarded", found(1, "reply"), [found(3, "forward", 2)], []],
    ["the forward", found(2, "forward", 1), [found(1, "reply")], ["forwards 1"]],
    ["the forward of a message that is deleted", found(2, "forward", 1), [], []],
    [
      "the forward with an answer",
      found(2, "forward", 1),
      [found(1, "reply"), found(4, "other", 2)],
      ["forwards 1", "answered_by 4"]
    ],
    ["the forward with a notice", found(2, "forward", 1), [found(4, "bounce", 2)], ["answered_by 4"]],
    ["the forward with an automatic reply", found(2, "forward", 1), [found(4, "auto_reply", 2)], ["answered_by 4"]],
    [
      "a forward that was forwarded",
      found(2, "forward", 1),
      [found(1, "reply"), found(5, "forward", 2)],
      ["forwards 1", "forwarded_as 5"]
    ],
    ["the answer", found(4, "other", 2), [found(2, "forward", 1)], ["answers 2"]],
    ["the answer, by a person who is a lead", found(4, "reply", 2), [found(2, "forward", 1)], ["answers 2"]],
    ["the answer, when the forward is deleted", found(4, "other", 2), [], []],
    [
      "the answer, which was forwarded",
      found(4, "other", 2),
      [found(2, "forward", 1), found(6, "forward", 4)],
      ["answers 2", "forwarded_as 6"]
    ],
    ["a message, and links of others", found(9, "reply"), [found(1, "reply"), found(2, "forward", 1)], []]
  ])("%s", (_, message, others, expected) => {
    const links = linksOf(message, others)
    assert.deepStrictEqual(
      links.map(({ id, relation }) => `${relation} ${id}`),
      expected
    )
    for (const link of links) assert.notProperty(link, "refers_to")
  })
})
