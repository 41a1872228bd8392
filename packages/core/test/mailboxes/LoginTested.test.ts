/** The last test of a login is remembered until the login works, and a rehearsal says so. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { Mailboxes } from "../../src/mailboxes/Mailboxes.ts"
import { MailboxStore } from "../../src/mailboxes/MailboxStore.ts"
import { credentials } from "../sends/Conversation.ts"
import { type Mailing, test } from "../sending/Mailing.ts"

const error = "535 5.7.8 Username and Password not accepted"

const errorOf = ({ account_ids, organization_id }: Mailing) =>
  Effect.map(
    MailboxStore.use((store) => store.findMany(organization_id, account_ids)),
    ([mailbox]) => mailbox?.login_error ?? null
  )

describe("A test of a login", () => {
  test("that failed is remembered, and named by a rehearsal", { isDraft: true, leads: 1 }, function* (given) {
    const { account_ids, asTenant, campaign_id, outgoing, sending } = given
    const [id = assert.fail()] = account_ids
    const mailboxes = yield* Mailboxes
    const run = asTenant(mailboxes.test(id))
    const warnings = Effect.map(asTenant(sending.rehearse(campaign_id, { reply_rate: 0, bounce_rate: 0 })), (found) =>
      found.warnings.filter(({ kind }) => kind === "account")
    )
    yield* asTenant(mailboxes.connect(id, credentials))
    outgoing.login(error)
    assert.strictEqual((yield* run).smtp.error, error)
    assert.strictEqual(yield* errorOf(given), error)
    const [warning = assert.fail()] = yield* warnings
    assert.deepStrictEqual([warning.account_id, warning.reason], [id, "account_failing"])
    assert.include(warning.message, error)
    // New credentials are not tested yet.
    yield* asTenant(mailboxes.connect(id, credentials))
    assert.isNull(yield* errorOf(given))
    yield* run
    outgoing.login(null)
    assert.isTrue((yield* run).smtp.success)
    assert.deepStrictEqual([yield* errorOf(given), yield* warnings], [null, []])
  })

  test("that failed is over when a mail is accepted", { leads: 1 }, function* (given) {
    const { account_ids, asTenant, outgoing } = given
    const mailboxes = yield* Mailboxes
    const [id = assert.fail()] = account_ids
    yield* asTenant(mailboxes.connect(id, credentials))
    outgoing.login(error)
    yield* asTenant(mailboxes.test(id))
    yield* given.work
    assert.deepStrictEqual([outgoing.submitted.length, yield* errorOf(given)], [1, null])
  })
})
