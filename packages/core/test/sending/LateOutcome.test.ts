/** Outcomes of tries that something else has decided meanwhile: evidence, or the process itself. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { MailboxStore } from "../../src/mailboxes/MailboxStore.ts"
import type { MailOutcome } from "../../src/mailboxes/Mailer.ts"
import { test } from "./Mailing.ts"

describe("A try", () => {
  test("that is known to have sent its mail still brings the id of the relay", { leads: 1 }, function* (given) {
    const { asTenant, elsewhere, outgoing, sends, sendsOf, turn } = given
    const turnElsewhere = yield* elsewhere
    const accepted: MailOutcome = { outcome: "sent", reply: "250 Ok", provider_message_id: "<1@relay.example>" }
    const evidence = Effect.gen(function* () {
      yield* turnElsewhere()
      const [send = assert.fail()] = yield* sendsOf
      yield* asTenant(sends.resolve(send.id, { outcome: "sent" }))
    })
    outgoing.next(Effect.as(Effect.orDie(evidence), accepted))
    yield* turn()
    assert.deepStrictEqual(
      (yield* sendsOf).map(({ outcome, provider_message_id }) => [outcome, provider_message_id]),
      [["sent", "<1@relay.example>"]]
    )
  })

  test("that the process itself gave up is no fault of the account", { leads: 1 }, function* (given) {
    const { account_ids, organization_id, outgoing, sendsOf, turn } = given
    outgoing.next({ outcome: "unsent", reason: "The process stops", is_ours: true })
    yield* turn()
    const [send] = yield* sendsOf
    const [mailbox] = yield* MailboxStore.use((store) => store.findMany(organization_id, account_ids))
    assert.deepStrictEqual(
      [send?.outcome, send?.attempts, outgoing.submitted.length, mailbox?.strikes, mailbox?.retry_at],
      ["sent", 1, 2, 0, null]
    )
  })
})
