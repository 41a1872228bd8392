/** Answers that are sent later, and the mail that their conversation gets meanwhile. */
import { assert, describe } from "@effect/vitest"
import { Accounts, CurrentOrganization, Intake, SendStore, type Thread } from "@mailroom/core"
import { Effect } from "effect"
import { at, date, lead, now, test, theirs, type Desk } from "./Desk.ts"

const to = "In-Reply-To: <first@sender.test>"

/** Schedules an answer in a thread; returns a function that reads it. */
const schedule = Effect.fnUntraced(function* (thread_id: Thread.ThreadId) {
  const { id } = yield* CurrentOrganization
  const store = yield* SendStore
  const [account] = yield* Effect.map(
    Accounts.use((accounts) => accounts.page({ offset: 0, limit: 1 })),
    ({ data }) => data
  )
  yield* store.insert(id, [
    {
      kind: "reply",
      lead_id: null,
      campaign_id: null,
      step_id: null,
      sequence_id: null,
      position: null,
      thread_id,
      account_id: account?.id ?? assert.fail(),
      to_email: lead,
      subject: "Re: Hello",
      message_id: "<answer@sender.test>",
      provider_message_id: null,
      outcome: "queued",
      attempts: 0,
      reply: null,
      reason: null,
      begun_at: null,
      ended_at: null,
      next_attempt_at: now,
      send_at: now,
      company: null,
      content: { body_text: "Tuesday?", body_html: null, in_reply_to: null, references: [] }
    }
  ])
  return Effect.map(store.findByMessageIds(id, ["<answer@sender.test>"]), ([send]) => send ?? assert.fail())
})

/** A conversation with an answer that waits. */
const waiting = Effect.fnUntraced(function* ({ here, write }: Desk) {
  const { thread_id } = yield* write("<first@sender.test>")
  assert.isDefined(thread_id)
  return { thread_id, scheduled: yield* here(schedule(thread_id as Thread.ThreadId)) }
})

describe("An answer that is sent later", () => {
  test("is refused by a mail that arrives", (desk) =>
    Effect.gen(function* () {
      const { scheduled } = yield* waiting(desk)
      yield* desk.receive(theirs(["Message-ID: <new@lead.test>", to, date(9)], "Wednesday is better"))
      assert.strictEqual((yield* scheduled).outcome, "refused")
    }))

  test("waits on when old mail is read later, and knows that mail", (desk) =>
    Effect.gen(function* () {
      const { scheduled, thread_id } = yield* waiting(desk)
      const old = theirs(["Message-ID: <old@lead.test>", to, date(2)], "I will think about it")
      yield* desk.here(Intake.use((intake) => intake.receive(old, { arrived_at: at(2) })))
      const { content, outcome } = yield* scheduled
      const found = (yield* desk.messages(thread_id)).find(({ message_id }) => message_id === "<old@lead.test>")
      assert.deepStrictEqual([outcome, content?.seen], ["queued", found?.id])
    }))
})
