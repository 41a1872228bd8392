/** Refusals that Mailroom gives in the place of a server which could not take the mail. */
import { assert, describe, it } from "@effect/vitest"
import type { MailOutcome } from "../../src/mailboxes/Mailer.ts"
import { eventOf, settleStep, shownFault } from "../../src/sending/Outcome.ts"
import { faultOf } from "../../src/sends/Progress.ts"
import { type SendRecord, SendId } from "../../src/sends/Send.ts"
import { LeadId, SequenceId } from "../../src/ids.ts"
import { at } from "../../src/testing/fixtures/Fixtures.ts"
import { queued } from "../../src/testing/fixtures/SendFixtures.ts"

const send: SendRecord = {
  id: SendId.make(1),
  ...queued({ kind: "step", lead_id: LeadId.make(1), step_id: SequenceId.make(1), outcome: "begun", attempts: 1 })
}

const refusals: ReadonlyArray<Extract<MailOutcome, { readonly outcome: "refused" }>> = [
  {
    outcome: "refused",
    at: "data",
    code: 552,
    reply: "552 5.3.4 The mail has 30554 bytes, and the server takes at most 10000"
  },
  {
    outcome: "refused",
    at: "recipient",
    code: 553,
    reply: "553 5.6.7 The server takes no address such as zoë@lead.example"
  }
]

describe("a mail that its server cannot take", () => {
  for (const outcome of refusals) {
    it(`ends, and the account goes on: ${outcome.reply.slice(0, 9)}`, () => {
      // The account has sent nothing before, which makes other refusals count against it.
      const fault = shownFault({ outcome, fault: faultOf(outcome) }, null, send.to_email, at(1))
      assert.isNull(fault)
      const ended = settleStep(send, outcome, fault, at(1))
      assert.deepInclude(ended, { outcome: "refused", reply: outcome.reply })
      const event = eventOf(send, ended, outcome, "grace@ours.example", at(1))
      assert.strictEqual(event?.data?.hard, false)
    })
  }

  it("is about the account if its own address needs what the server does not offer", () => {
    const outcome = {
      outcome: "refused",
      at: "sender",
      code: 553,
      reply: "553 5.6.7 The server takes no address"
    } as const
    assert.strictEqual(faultOf(outcome)?.kind, "sending")
  })
})
