/** Alternatives in the steps of a campaign that runs: each lead gets one of them, in every try and preview. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { test } from "./Mailing.ts"

const step = {
  subject: "{Hello|Hi} {{first_name|there}}",
  body: "{One|Two|Three} {words|lines} of {{sender.email}}",
  body_html: "<p>{One|Two|Three} {words|lines}</p>"
}
const sender = "sender0@house.example"

describe("Alternatives of a step", () => {
  test(
    "are shared among the leads, the same in text and HTML, and as the preview says",
    { accounts: [{ daily_limit: 60 }], campaign: { daily_limit: 60 }, leads: 60, steps: [step] },
    function* (given) {
      const { asTenant, campaign_id, lead_ids, outgoing, sending } = given
      const [lead_id = assert.fail()] = lead_ids
      const preview = yield* asTenant(sending.preview(campaign_id, { lead_id }))
      assert.strictEqual(preview.data[0]?.texts, 2 * 6)
      yield* given.work
      const mails = outgoing.submitted.map(({ mail }) => mail)
      assert.strictEqual(mails.length, 60)
      const subjects = Map.groupBy(mails, ({ subject }) => subject)
      assert.sameMembers([...subjects.keys()], ["Hello there", "Hi there"])
      for (const of of subjects.values()) assert.isAbove(of.length, 15)
      const words = Map.groupBy(mails, ({ text }) => text.trim())
      assert.sameMembers(
        [...words.keys()],
        ["One", "Two", "Three"].flatMap((one) => ["words", "lines"].map((two) => `${one} ${two} of ${sender}`))
      )
      for (const { html, text } of mails) assert.strictEqual(`${html?.trim()}`, `<p>${text.split(" of ")[0]}</p>`)
      const mail = mails.find(({ to }) => to.email === "lead0@lead.example")
      assert.deepStrictEqual(
        [preview.data[0]?.subject, preview.data[0]?.body_text, preview.data[0]?.body_html],
        [mail?.subject, mail?.text, mail?.html]
      )
    }
  )

  test(
    "that have the signature leave it to the mails that draw it, and the others have it below",
    {
      accounts: [{ daily_limit: 60, signature: "Grace" }],
      campaign: { daily_limit: 60 },
      leads: 20,
      steps: [{ subject: "Hello", body: "Hi\n\n{Best, {{signature}}|Cheers}" }]
    },
    function* (given) {
      yield* given.work
      const texts = new Set(given.outgoing.submitted.map(({ mail }) => mail.text))
      assert.sameMembers([...texts], ["Hi\n\nBest, Grace", "Hi\n\nCheers\n\nGrace\n"])
    }
  )

  test(
    "stay the same when a mail is tried again, and the next step answers the subject that was sent",
    { leads: 1, steps: [step, { subject: null, body: "{Again|Once more}", delay_days: 1 }] },
    function* (given) {
      given.outgoing.next(
        Effect.succeed({ outcome: "refused", at: "recipient", code: 450, reply: "450 4.2.0 Try again" })
      )
      yield* given.work
      yield* TestClock.adjust("2 days")
      yield* given.work
      yield* TestClock.adjust("2 days")
      yield* given.work
      const [tried, sent, later] = given.outgoing.submitted.map(({ mail }) => mail)
      assert.deepStrictEqual([sent?.subject, sent?.text, sent?.html], [tried?.subject, tried?.text, tried?.html])
      assert.strictEqual(later?.subject, `Re: ${sent?.subject}`)
      assert.include(["Again", "Once more"], later?.text.trim())
    }
  )
})
