/** Conversations as both sides see them: answers of the unibox through SMTP, in the mailboxes of a Dovecot. */
import { assert, describe, it } from "@effect/vitest"
import { Mailboxes, Mailroom, Replies, type Unibox } from "@mailroom/core"
import { ImapInbox, SmtpMailer } from "@mailroom/host"
import { Array, Effect } from "effect"
import { TestClock } from "effect/testing"
import { isSkipped, note, password, user } from "../packages/host/test/Dovecot.ts"
import { mailServer } from "../packages/host/test/MailServer.ts"
import { body, type Given, layer } from "./Inboxes.ts"
import { answerTo, delivery, dovecotServers } from "./MailServers.ts"

type ThreadId = Parameters<Unibox["Service"]["thread"]>[0]

const reader = ImapInbox.layer({ allowPrivateTargets: true })
const mailer = SmtpMailer.layer({ allowPrivateTargets: true })

/** An account with a server for both directions, and functions for both sides. */
const given = Effect.fnUntraced(function* ({ account_id, asTenant, item, messages, threads }: Given) {
  const imap = yield* dovecotServers
  const smtp = yield* mailServer()
  const receiving = yield* Effect.provide(Mailroom.inboxReceiver, reader)
  const sending = yield* Effect.provide(Mailroom.mailSender, mailer)
  const turnOf = ({ handle }: typeof receiving | typeof sending) =>
    asTenant(handle({ ...item, isStopping: () => false }))
  const place = { host: "127.0.0.1", security: "tls" } as const
  yield* asTenant(
    Mailboxes.use((mailboxes) =>
      mailboxes.connect(account_id, {
        smtp: { ...place, port: smtp.port, auth: { type: "password", password } },
        imap: { ...place, port: imap.port }
      })
    )
  )
  const receive = Effect.andThen(TestClock.adjust("5 minutes"), turnOf(receiving))
  yield* receive
  const { deliver, write } = delivery(smtp, imap)
  return {
    messages,
    threads,
    receive,
    write,
    answer: (id: ThreadId, body_text: string) => asTenant(Replies.use((replies) => replies.reply(id, { body_text }))),
    /** Sends the queued mails. Returns how many were delivered. */
    send: Effect.andThen(turnOf(sending), deliver),
    inboxOfLead: imap.inboxOfLead,
    sentFolder: imap.sentFolder
  }
})

describe("A conversation over SMTP and Dovecot", () => {
  it.effect.skipIf(isSkipped)(`is one thread on both sides, and the copies of sent mail are stored once${note}`, () =>
    body(function* (known) {
      yield* Effect.scoped(
        Effect.gen(function* () {
          const { answer, inboxOfLead, messages, receive, send, sentFolder, threads, write } = yield* given(known)
          yield* write({ id: "1@lead.example", text: "Question 1", header: "In-Reply-To: <0@ours.example>" })
          yield* receive
          const [thread = assert.fail("There is a thread")] = yield* threads
          // The Message-IDs of the conversation. The first mail of ours is known by its event only, so its text is not stored.
          const chain = ["<1@lead.example>"]
          for (const round of [1, 2, 3]) {
            const { message_id } = yield* answer(thread.id, `Answer ${round}`)
            assert.strictEqual(yield* send, 1)
            yield* receive
            const mails = yield* inboxOfLead
            assert.lengthOf(mails, round)
            const latest = Array.getUnsafe(mails, round - 1)
            assert.deepStrictEqual(
              [
                latest.messageId,
                latest.inReplyTo,
                latest.references?.split(/\s+/u),
                latest.subject,
                latest.from?.address
              ],
              [message_id, chain.at(-1), [...chain], "Re: Hello", user]
            )
            assert.match(latest.text ?? "", new RegExp(`^Answer ${round}`))
            const id = `${round + 1}@lead.example`
            yield* write({ id, text: `Question ${round + 1}`, header: answerTo(latest) })
            yield* receive
            chain.push(message_id, `<${id}>`)
          }
          assert.deepStrictEqual(
            (yield* sentFolder).map(({ messageId }) => messageId),
            (yield* inboxOfLead).map(({ messageId }) => messageId)
          )
          assert.lengthOf(yield* threads, 1)
          assert.deepStrictEqual(
            (yield* messages(thread.id)).map(({ is_our_email, message_id, reply_text }) => [
              is_our_email,
              message_id,
              reply_text.trim()
            ]),
            chain.map((message_id, i) => [
              i % 2 === 1,
              message_id,
              i % 2 === 1 ? `Answer ${(i + 1) / 2}` : `Question ${i / 2 + 1}`
            ])
          )
        })
      )
    }).pipe(Effect.provide(layer, { local: true }))
  )
})
