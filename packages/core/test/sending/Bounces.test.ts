/** Campaigns and accounts whose mails bounce too often: they are looked at when a bounce is recorded. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Activity } from "../../src/activity/Activity.ts"
import { Intake } from "../../src/intake/Intake.ts"
import { MailboxStore } from "../../src/mailboxes/MailboxStore.ts"
import type { MailOutcome } from "../../src/mailboxes/Mailer.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { daemon, mail } from "../../../mail/test/notices/Mails.ts"
import { type Mailing, test } from "./Mailing.ts"

const steps = [
  { subject: "Hello", body: "One" },
  { body: "Two", delay_days: 1 }
]
const setting = {
  leads: 100,
  steps,
  accounts: [{ daily_limit: 500 }],
  campaign: { daily_limit: 500, bounce_limit: 5 }
}
const dead: MailOutcome = { outcome: "refused", at: "recipient", code: 550, reply: "550 5.1.1 User unknown" }

const isPaused = Effect.fnUntraced(function* ({ asTenant, campaign_id, campaigns }: Mailing) {
  const { status, status_reason } = yield* asTenant(campaigns.find(campaign_id))
  return status === "paused" && status_reason === "bounces"
})
const faultOf = ({ account_ids, organization_id }: Mailing) =>
  Effect.map(
    MailboxStore.use((store) => store.findMany(organization_id, account_ids)),
    ([mailbox]) => mailbox?.fault ?? null
  )

/** Sends the first mails to all leads, and lets a day pass, so that follow-ups are due. */
const begin = Effect.fnUntraced(function* ({ outgoing, turn }: Mailing) {
  yield* turn()
  assert.lengthOf(outgoing.submitted, 100)
  yield* TestClock.adjust("1 day")
})

/** Reports that the mails to these leads bounced. */
const report = Effect.fnUntraced(function* ({ account_ids, asTenant, lead_ids }: Mailing, from: number, to: number) {
  const activity = yield* Activity
  const occurred_at = yield* Timestamp.now
  const [account_id] = account_ids
  const about = account_id === undefined ? {} : { account_id }
  for (const lead_id of lead_ids.slice(from, to)) {
    const event = { type: "bounced", lead_id, occurred_at, idempotency_key: `bounce ${lead_id}`, ...about } as const
    yield* asTenant(activity.record([event]))
  }
})

describe("A campaign is paused at its bounce limit while follow-ups are due", () => {
  test("when the server refuses them", setting, function* (given) {
    yield* begin(given)
    given.outgoing.next(...Array.from({ length: 100 }, () => dead))
    yield* given.turn()
    assert.deepStrictEqual([yield* isPaused(given), given.outgoing.submitted.length], [true, 105])
  })

  test("when notices come in by mail", setting, function* (given) {
    yield* begin(given)
    for (const { mail: sent } of given.outgoing.submitted.slice(0, 5)) {
      assert.isFalse(yield* isPaused(given))
      const notice = mail({
        from: daemon,
        to: [{ name: "", email: "sender0@house.example" }],
        in_reply_to: [sent.message_id],
        subject: "Undelivered Mail Returned to Sender",
        text: `<${sent.to.email}>: host mx.lead.example said: 550 5.1.1 <${sent.to.email}>: User unknown`
      })
      yield* Intake.use((intake) => given.asTenant(intake.receive(new TextEncoder().encode(JSON.stringify(notice)))))
    }
    assert.isTrue(yield* isPaused(given))
    yield* given.turn()
    assert.lengthOf(given.outgoing.submitted, 100)
  })

  test("when the host reports them", setting, function* (given) {
    yield* begin(given)
    yield* report(given, 0, 4)
    assert.isFalse(yield* isPaused(given))
    yield* report(given, 4, 5)
    assert.isTrue(yield* isPaused(given))
  })

  test(
    "but not when it has no limit",
    { ...setting, campaign: { daily_limit: 500, bounce_limit: null } },
    function* (given) {
      yield* begin(given)
      yield* report(given, 0, 50)
      assert.isFalse(yield* isPaused(given))
    }
  )
})

test(
  "An account waits at the bounce limit while follow-ups of several campaigns are due",
  { ...setting, campaign: { daily_limit: 500, bounce_limit: null } },
  function* (given) {
    const { account_ids, asTenant, campaigns, leads, outgoing, sequences, turn } = given
    // Its bounces are in another campaign, which has no limit.
    const other = yield* asTenant(
      campaigns.create({
        name: "Other",
        account_ids,
        send_window: { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" }
      })
    )
    for (const step of steps) yield* asTenant(sequences.create(other.id, step))
    yield* asTenant(leads.create({ campaign_id: other.id, leads: [{ email: "other@lead.example" }] }))
    yield* asTenant(campaigns.start(other.id))
    yield* turn()
    yield* TestClock.adjust("1 day")
    yield* report(given, 0, 6)
    yield* turn()
    assert.deepStrictEqual([yield* faultOf(given), outgoing.submitted.length], ["sending", 101])
  }
)
