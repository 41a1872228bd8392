/** Conversations as both sides see them: answers of the unibox through SMTP, in the mailboxes of a Dovecot. */
import { assert, describe, it } from "@effect/vitest"
import { Mailboxes, Mailroom, Replies, Timestamp, type Unibox } from "@mailroom/core"
import { ImapInbox, SmtpMailer } from "@mailroom/host"
import { Array, Effect } from "effect"
import { TestClock } from "effect/testing"
import PostalMime from "postal-mime"
import { type Dovecot, dovecot, isSkipped, lead, note, password, user } from "../packages/host/test/Dovecot.ts"
import { mailServer } from "../packages/host/test/MailServer.ts"
import { body, type Given, layer, mail } from "./Inboxes.ts"

type ThreadId = Parameters<Unibox["Service"]["thread"]>[0]

const reader = ImapInbox.layer({ allowPrivateTargets: true })
const mailer = SmtpMailer.layer({ allowPrivateTargets: true })

/** All mails in a folder as a mail program shows them. */
const mailsIn = (server: Dovecot, folder: string, name: string) =>
  server.client(async (client) => {
    await client.mailboxOpen(folder, { readOnly: true })
    const found = await client.fetchAll("1:*", { source: true })
    return Promise.all(found.map(({ source = Buffer.alloc(0) }) => PostalMime.parse(source)))
  }, name)

/** An account with a server for both directions, and functions for both sides. */
const given = Effect.fnUntraced(function* ({ account_id, asTenant, item, messages, threads }: Given) {
  const server = yield* dovecot
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
        imap: { ...place, port: server.port }
      })
    )
  )
  const receive = Effect.andThen(TestClock.adjust("5 minutes"), turnOf(receiving))
  yield* receive
  let delivered = 0
  return {
    messages,
    threads,
    receive,
    /** The lead writes to us now. */
    write: (raw: string) =>
      Effect.flatMap(Timestamp.now, (now) =>
        server.append("INBOX", raw.replace(/^Date: .*$/mu, `Date: ${new Date(Timestamp.toMillis(now)).toUTCString()}`))
      ),
    answer: (id: ThreadId, body_text: string) => asTenant(Replies.use((replies) => replies.reply(id, { body_text }))),
    /** Sends what is queued. As providers do, the server delivers each mail, and keeps a copy of it as sent mail. */
    send: Effect.gen(function* () {
      yield* turnOf(sending)
      const fresh = smtp.mails.slice(delivered).map(({ raw }) => raw)
      delivered = smtp.mails.length
      const received = Buffer.from(
        "Received: from mx.ours.example by mx.lead.example; Mon, 02 Mar 2026 09:00:00 +0000\r\n"
      )
      yield* server.append(
        "INBOX",
        fresh.map((raw) => Buffer.concat([received, raw])),
        { name: lead }
      )
      yield* server.append("Gesendet", fresh)
      return fresh.length
    }),
    inboxOfLead: mailsIn(server, "INBOX", lead),
    sentFolder: mailsIn(server, "Gesendet", user)
  }
})

type Parsed = Effect.Success<Effect.Success<ReturnType<typeof given>>["inboxOfLead"]>[number]

/** The answer as the mail program of the lead sends it (RFC 5322, 3.6.4). */
const answerTo = ({ messageId = "", references = "" }: Parsed, id: string, text: string) =>
  mail({ id, text, header: `In-Reply-To: ${messageId}\r\nReferences: ${`${references} ${messageId}`.trim()}` })

describe("A conversation over SMTP and Dovecot", () => {
  it.effect.skipIf(isSkipped)(`is one thread on both sides, and the copies of sent mail are stored once${note}`, () =>
    body(function* (known) {
      yield* Effect.scoped(
        Effect.gen(function* () {
          const { answer, inboxOfLead, messages, receive, send, sentFolder, threads, write } = yield* given(known)
          yield* write(mail({ id: "1@lead.example", text: "Question 1", header: "In-Reply-To: <0@ours.example>" }))
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
            yield* write(answerTo(latest, id, `Question ${round + 1}`))
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
