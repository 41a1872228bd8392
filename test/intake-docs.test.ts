/** docs/intake.md names every kind and every reason, and what it shows is an answer. */
import { assert, describe, it } from "@effect/vitest"
import { Bounce, IntakeResult, MailKind } from "@mailroom/core"
import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"

const text = readFileSync(join(import.meta.dirname, "../docs/intake.md"), "utf8")
/** The first cells of the table under this head. */
const firstCells = (head: string) => {
  const [table = ""] = text.slice(text.indexOf(`| ${head} |`) + head.length + 4).split("\n\n")
  return [...table.matchAll(/^\| `(\w+)` \|/gmu)].map(([, cell]) => cell)
}

describe("docs/intake.md", () => {
  it("names every kind, and no other", () => assert.sameMembers(firstCells("kind"), [...MailKind.literals]))

  it("names every reason, and no other", () =>
    assert.sameMembers(firstCells("`reason`"), [...Bounce.BounceReason.literals]))

  it("shows an answer", () => {
    const [, example = ""] = /```json\n([\s\S]*?)```/u.exec(text) ?? []
    const answer = Schema.decodeUnknownSync(IntakeResult, { onExcessProperty: "error" })(JSON.parse(example))
    const [recipient] = answer.bounce?.recipients ?? []
    if (recipient === undefined) assert.fail("It names no recipient")
    assert.deepStrictEqual(Bounce.verdict(recipient), { ...recipient, hard: true })
    assert.deepStrictEqual(answer.events, [Bounce.eventType(recipient)])
  })
})
