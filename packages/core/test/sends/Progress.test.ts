import { assert, describe, it } from "@effect/vitest"
import type { RefusedAt } from "@mailroom/mail"
import type { MailOutcome } from "../../src/mailboxes/Mailer.ts"
import { begin, faultOf, resolve, settle } from "../../src/sends/Progress.ts"
import type { SendRecord } from "../../src/sends/Send.ts"
import { SendId } from "../../src/sends/Send.ts"
import { queued } from "../../src/testing/fixtures/SendFixtures.ts"
import { fromMillis, toMillis } from "../../src/Timestamp.ts"

const start = Date.UTC(2026, 2, 2, 9)
const at = (minutes: number) => fromMillis(start + minutes * 60_000)
const content = { body_text: "Hi", body_html: null, in_reply_to: null, references: [] }
const mail: SendRecord = { id: SendId.make(1), ...queued({ content, next_attempt_at: at(0) }) }
const refused = (place: RefusedAt, code: number): MailOutcome => ({
  outcome: "refused",
  at: place,
  code,
  reply: `${code} no`
})
const afterTry = (outcome: MailOutcome, send = mail) => settle(begin(send, at(1)), outcome, at(2))

describe("settle", () => {
  it("ends a mail that was sent, and drops its text", () => {
    const send = afterTry({ outcome: "sent", reply: "250 Ok" })
    assert.deepStrictEqual(
      [send.outcome, send.attempts, send.reply, send.begun_at, send.ended_at, send.next_attempt_at, send.content],
      ["sent", 1, "250 Ok", at(1), at(2), null, null]
    )
  })

  it("ends a mail that is refused for good because of its recipient or its content", () => {
    for (const place of ["recipient", "data"] as const) {
      for (const kind of ["step", "test", "reply"] as const) {
        const send = afterTry(refused(place, 550), { ...mail, kind })
        // An answer keeps its text, so that a person can write it again.
        const kept = kind === "reply" ? content : null
        assert.deepStrictEqual([send.outcome, send.reply, send.content], ["refused", "550 no", kept], place)
      }
    }
  })

  it("defers a mail that is refused for now, seven times, and then gives it up", () => {
    let send = mail
    const waits: Array<number> = []
    for (let i = 0; i < 8; i++) {
      send = settle(begin(send, at(0)), refused("recipient", 451), at(0))
      if (send.next_attempt_at !== null) waits.push((toMillis(send.next_attempt_at) - start) / 60_000)
    }
    assert.deepStrictEqual(waits, [15, 60, 240, 720, 1440, 2880, 4320])
    assert.deepStrictEqual([send.outcome, send.attempts], ["refused", 8])
  })

  it("queues a mail again, without counting the try, when the fault is the account's", () => {
    const faults: ReadonlyArray<MailOutcome> = [
      refused("connect", 421),
      refused("connect", 554),
      refused("auth", 535),
      refused("auth", 454),
      refused("sender", 550),
      { outcome: "unsent", reason: "The port is closed" }
    ]
    for (const outcome of faults) {
      const send = afterTry(outcome)
      assert.deepStrictEqual(
        [send.outcome, send.attempts, send.content],
        ["queued", 0, content],
        JSON.stringify(outcome)
      )
    }
  })

  it("keeps a mail whose outcome is unknown until somebody resolves it", () => {
    const send = afterTry({ outcome: "unknown", reason: "The connection was lost" })
    assert.deepStrictEqual([send.outcome, send.next_attempt_at, send.content], ["unknown", null, content])
    const sent = resolve(send, "sent", at(9))
    assert.deepStrictEqual([sent.outcome, sent.ended_at, sent.content], ["sent", at(9), null])
    const again = resolve(send, "unsent", at(9))
    assert.deepStrictEqual([again.outcome, again.next_attempt_at, again.message_id], ["queued", at(9), mail.message_id])
  })
})

describe("faultOf", () => {
  it("blames the account up to the sender, and never for the recipient or the content", () => {
    const kinds = (
      [
        ["connect", 554],
        ["auth", 535],
        ["auth", 454],
        ["sender", 550],
        ["sender", 452],
        ["recipient", 550],
        ["data", 554]
      ] as const
    ).map(([place, code]) => faultOf(refused(place, code))?.kind ?? null)
    assert.deepStrictEqual(kinds, ["connection", "credentials", "connection", "sending", "connection", null, null])
    assert.strictEqual(faultOf({ outcome: "unsent", reason: "x" })?.kind, "connection")
    assert.strictEqual(faultOf({ outcome: "unknown", reason: "x" }), null)
  })
})
