/** Copies of sent mails: on an IMAP server that keeps none, and on one that does. */
import { assert, describe, it } from "@effect/vitest"
import {
  Accounts,
  InboxFailed,
  InboxReader,
  Mailboxes,
  Mailroom,
  SendStore,
  Timestamp,
  WorkStore
} from "@mailroom/core"
import { Effect, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { mailServer } from "../packages/host/test/MailServer.ts"
import { type Given as Inboxes, layer, type Services, test as inMemory, user } from "./Inboxes.ts"
import { delivery, hoodiecrowServers } from "./MailServers.ts"
import { queued } from "../packages/core/src/testing/fixtures/SendFixtures.ts"
import { runningCampaign } from "./RunningCampaign.ts"

const given = Effect.gen(function* () {
  const smtp = yield* mailServer()
  const imap = yield* hoodiecrowServers
  const campaign = yield* runningCampaign({
    smtpPort: smtp.port,
    imapPort: imap.port,
    steps: [{ subject: "Hello", body: "One" }],
    leads: [{ email: "ada@lead.example" }]
  })
  const { account_id, addLeads, asTenant, work } = campaign
  return {
    ...campaign,
    ...delivery(smtp, imap),
    imap,
    /** The copies in the folder of sent mail. */
    copies: Effect.map(imap.sentFolder, (mails) =>
      mails.map(({ date, messageId, text }) => [messageId, date, text?.trim()])
    ),
    ids: Effect.map(campaign.sends, (sends) => sends.map(({ message_id }) => message_id)),
    set: (sent_copy: "always" | "auto" | "never") =>
      asTenant(Accounts.use((accounts) => accounts.update({ ids: [account_id], settings: { sent_copy } }))),
    /** Sends a mail to another lead. */
    another: (email: string) => Effect.andThen(addLeads([{ email }]), work),
    minute: Effect.andThen(TestClock.adjust("70 seconds"), work)
  }
})
type Given = Effect.Success<typeof given>

const test = (
  name: string,
  body: (given: Given) => Generator<Effect.Effect<unknown, unknown, Scope.Scope | Services>, void, never>
) =>
  it.effect(name, () =>
    Effect.flatMap(given, (known) => Effect.gen(() => body(known))).pipe(
      Effect.scoped,
      Effect.provide(layer, { local: true })
    )
  )

const nine = "2026-03-02T09:00:00.000Z"

describe("A server that keeps no copies of sent mail", () => {
  test("gets one of the first mail, and of each later one", function* ({
    another,
    copies,
    ids,
    imap,
    mailbox,
    minute,
    work
  }) {
    yield* work
    yield* work
    assert.deepStrictEqual(yield* copies, [])
    yield* minute
    assert.deepStrictEqual(yield* copies, [[(yield* ids)[0], nine, "One"]])
    assert.isFalse((yield* mailbox).keeps_sent)
    yield* another("bob@lead.example")
    yield* minute
    yield* minute
    const all = yield* copies
    assert.deepStrictEqual(
      all.map(([id]) => id),
      yield* ids
    )
    assert.deepStrictEqual(imap.sentFlags(), ["\\Seen", "\\Seen"])
  })

  test("gets none with `never`", function* ({ copies, minute, set, work }) {
    yield* set("never")
    yield* work
    yield* minute
    yield* minute
    assert.deepStrictEqual(yield* copies, [])
  })
})

describe("Copies of sent mail", () => {
  const sentMail = (known: Inboxes, message_id: string) =>
    Effect.flatMap(Timestamp.now, (at) =>
      SendStore.use((sends) =>
        sends.insert(known.organization_id, [
          {
            ...queued(),
            account_id: known.account_id,
            message_id,
            outcome: "sent",
            begun_at: at,
            ended_at: at,
            content: { body_text: "Hello", body_html: "", in_reply_to: null, references: [] }
          }
        ])
      )
    )

  inMemory("go on after one that the server does not take, and end when the turn does", function* (known) {
    const { account_id, asTenant, connect, inboxes, item, organization_id, turn } = known
    inboxes.addFolder(user, "Sent", "\\Sent")
    yield* connect()
    yield* turn()
    for (const i of [1, 2, 3]) yield* sentMail(known, `<${i}@ours.example>`)
    yield* TestClock.adjust("1 minute")
    const left = SendStore.use((sends) =>
      Effect.map(sends.findCopies(organization_id, account_id, 10), (found) =>
        found.map(({ message_id }) => message_id)
      )
    )
    const reader = yield* InboxReader
    const tried: Array<string> = []
    const refused = new InboxFailed({ fault: "connection", reason: "NO Too large" })
    const open: typeof reader.open = (server) =>
      Effect.map(reader.open(server), (inbox) => ({
        ...inbox,
        append: (path, mail, at) => {
          tried.push(mail.message_id)
          return mail.message_id === "<1@ours.example>" ? Effect.fail(refused) : inbox.append(path, mail, at)
        }
      }))
    const { handle } = yield* Effect.provideService(Mailroom.inboxReceiver, InboxReader, { open })
    yield* asTenant(handle({ ...item, isStopping: () => tried.length === 2 }))
    assert.deepStrictEqual(tried, ["<1@ours.example>", "<2@ours.example>"])
    assert.deepStrictEqual(yield* left, ["<1@ours.example>", "<3@ours.example>"])
    yield* asTenant(handle({ ...item, isStopping: () => false }))
    assert.deepStrictEqual(yield* left, ["<1@ours.example>"])
  })

  const leftOf = ({ account_id, organization_id }: Inboxes) =>
    SendStore.use((sends) => Effect.map(sends.findCopies(organization_id, account_id, 10), ({ length }) => length))

  inMemory("leaves no text behind when the account loses its credentials, or is deleted", function* (known) {
    const { account_id, asTenant, connect, turn } = known
    const left = leftOf(known)
    const isDue = WorkStore.use((work) =>
      Effect.flatMap(Timestamp.now, (now) =>
        Effect.map(work.due("inbox", { now, limit: 10 }), ({ length }) => length > 0)
      )
    )
    const ends = [
      asTenant(Mailboxes.use((mailboxes) => mailboxes.disconnect(account_id))),
      asTenant(Accounts.use((accounts) => accounts.remove({ ids: [account_id] })))
    ]
    for (const end of ends) {
      yield* connect()
      yield* sentMail(known, `<${crypto.randomUUID()}@ours.example>`)
      assert.strictEqual(yield* left, 1)
      yield* end
      assert.isTrue(yield* isDue)
      assert.isNull(yield* turn())
      assert.strictEqual(yield* left, 0)
    }
  })

  inMemory("leaves no text behind when its inbox cannot be read for a week", function* (known) {
    const { connect, inboxes, turn } = known
    const left = leftOf(known)
    yield* connect()
    yield* sentMail(known, "<1@ours.example>")
    const refused = new InboxFailed({ fault: "credentials", reason: "NO" })
    inboxes.fail(refused, refused)
    yield* turn()
    assert.strictEqual(yield* left, 1)
    yield* TestClock.adjust("8 days")
    yield* turn()
    assert.strictEqual(yield* left, 0)
  })
})

describe("A server that keeps copies of sent mail", () => {
  test("never gets a second one", function* ({ another, copies, deliver, ids, mailbox, minute, set, work }) {
    yield* work
    yield* deliver
    yield* minute
    assert.isTrue((yield* mailbox).keeps_sent)
    yield* another("bob@lead.example")
    yield* deliver
    yield* minute
    assert.lengthOf(yield* copies, 2)
    yield* set("always")
    yield* another("carl@lead.example")
    yield* deliver
    yield* minute
    const all = yield* copies
    assert.deepStrictEqual(
      all.map(([id]) => id),
      yield* ids
    )
  })
})
