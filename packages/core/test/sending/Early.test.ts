/** Mail that names a step while the step is still being sent: it shows that the step has gone out. */
import type { ParsedMail } from "@mailroom/mail"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Activity } from "../../src/activity/Activity.ts"
import { Intake } from "../../src/intake/Intake.ts"
import type { MailOutcome } from "../../src/mailboxes/Mailer.ts"
import { Tab } from "../../src/unibox/Thread.ts"
import { Unibox } from "../../src/unibox/Unibox.ts"
import { daemon, mail } from "../../../mail/test/notices/Mails.ts"
import { type Mailing, test } from "./Mailing.ts"

const steps = [
  { subject: "Hello", body: "One" },
  { body: "Two", delay_days: 2 }
]
const refused = (at: "data" | "recipient", reply: string): MailOutcome => ({
  outcome: "refused",
  at,
  code: Number(reply.slice(0, 3)),
  reply
})
/** How the server answers after the mail that shows that it has sent the step. */
const outcomes: ReadonlyArray<MailOutcome> = [
  { outcome: "sent", reply: "250 2.0.0 Ok" },
  { outcome: "unknown", reason: "The connection was lost" },
  { outcome: "unsent", reason: "The port is closed" },
  refused("data", "451 4.3.0 Try again"),
  refused("recipient", "550 5.1.1 User unknown"),
  refused("data", "554 5.7.1 Spam")
]
const ours = { name: "", email: "sender0@house.example" }
const lead = { name: "", email: "lead0@lead.example" }

const kinds: Readonly<Record<string, (message_id: string) => ParsedMail>> = {
  "an answer": (id) => mail({ from: lead, to: [ours], in_reply_to: [id], text: "Gladly", reply_text: "Gladly" }),
  "an answer from another address": (id) =>
    mail({ from: { name: "", email: "else@other.example" }, to: [ours], references: [id], text: "Gladly" }),
  "an opt-out": (id) =>
    mail({ from: lead, to: [ours], in_reply_to: [id], text: "Unsubscribe", reply_text: "Unsubscribe" }),
  "a notice": (id) =>
    mail({
      from: daemon,
      to: [ours],
      in_reply_to: [id],
      subject: "Undelivered Mail Returned to Sender",
      text: `<${lead.email}>: host mx.lead.example said: 550 5.1.1 <${lead.email}>: User unknown`
    }),
  "a copy": (id) => mail({ from: ours, to: [lead], message_id: id, subject: "Hello", text: "One" })
}

/** The events that they report. */
const reported: Readonly<Record<string, ReadonlyArray<string>>> = {
  "an opt-out": ["replied", "unsubscribed"],
  "a notice": ["bounced"],
  "a copy": []
}

const typesOf = ({ asTenant, campaign_id }: Mailing) =>
  Effect.map(
    Activity.use((activity) => asTenant(activity.log(campaign_id, { limit: 100 }))),
    ({ data }) => data.map(({ type }) => type).toSorted()
  )
/** The numbers of messages of ours, and of others, in threads with mail that came in. */
const messagesOf = ({ asTenant }: Mailing) =>
  Unibox.use((unibox) =>
    asTenant(
      Effect.gen(function* () {
        const messages: Array<boolean> = []
        for (const tab of Tab.literals) {
          for (const { id } of (yield* unibox.threads({ tab, limit: 100 })).data) {
            const { data } = yield* unibox.thread(id, { limit: 100 })
            messages.push(...data.map(({ is_our_email }) => is_our_email))
          }
        }
        return [messages.filter(Boolean).length, messages.filter((isOurs) => !isOurs).length]
      })
    )
  )

describe("While a step is being sent,", () => {
  for (const [name, of] of Object.entries(kinds)) {
    for (const outcome of outcomes) {
      const [, reply] = Object.entries(outcome).findLast(([key]) => key === "reply" || key === "reason") ?? []
      test(
        `${name} shows that it has gone out, whatever the server says then: ${reply}`,
        { leads: 1, steps },
        function* (given) {
          const { asTenant, leadStates, outgoing, sendsOf, turn } = given
          const stopsLead = name !== "a copy"
          outgoing.next(
            Effect.gen(function* () {
              const { message_id } = outgoing.submitted.at(-1)?.mail ?? assert.fail()
              const raw = new TextEncoder().encode(JSON.stringify(of(message_id)))
              yield* Intake.use((intake) => asTenant(intake.receive(raw)))
              return outcome
            }).pipe(Effect.orDie) as Effect.Effect<MailOutcome>
          )
          yield* turn()
          const [first] = yield* sendsOf
          assert.deepStrictEqual(
            [first?.outcome, yield* typesOf(given), yield* messagesOf(given)],
            ["sent", ["sent", ...(reported[name] ?? ["replied"])].toSorted(), stopsLead ? [1, 1] : [0, 0]]
          )
          for (let day = 0; day < 4; day++) {
            yield* TestClock.adjust("1 day")
            yield* turn()
          }
          assert.lengthOf(outgoing.submitted, stopsLead ? 1 : 2)
          assert.strictEqual((yield* leadStates)[0]?.[1] === null, !stopsLead)
        }
      )
    }
  }
})

test(
  "An answer to a mail that the server refused for now shows that it has gone out",
  { leads: 1, steps },
  function* (given) {
    const { asTenant, outgoing, sendsOf, turn } = given
    outgoing.next(refused("data", "451 4.3.0 Try again"))
    yield* turn()
    const [{ message_id } = assert.fail()] = yield* sendsOf
    const raw = new TextEncoder().encode(JSON.stringify(kinds["an answer"]?.(message_id)))
    yield* Intake.use((intake) => asTenant(intake.receive(raw)))
    yield* TestClock.adjust("1 day")
    yield* turn()
    assert.deepStrictEqual(
      [(yield* sendsOf)[0]?.outcome, yield* typesOf(given), outgoing.submitted.length],
      ["sent", ["replied", "sent"], 1]
    )
  }
)
