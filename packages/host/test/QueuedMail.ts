/** An answer that waits in a database for a worker. */
import {
  type Account,
  Accounts,
  Inbound,
  type InboundSource,
  Mailboxes,
  MailboxStore,
  Replies,
  Sends,
  ThreadStore
} from "@mailroom/core"
import { ImapInbox } from "@mailroom/host"
import { MemoryMailer } from "@mailroom/memory"
import { Array, Effect, Layer, Redacted } from "effect"
import { inProcess } from "./InProcess.ts"

interface Options {
  readonly url: Redacted.Redacted
  /** Default: none, so accounts can have no credentials. */
  readonly encryptionKey?: Redacted.Redacted
  readonly provider?: Account.Provider
  /** Default: the account has none. */
  readonly credentials?: Parameters<Mailboxes["Service"]["connect"]>[1]
  /** The source of incoming mail. Default: inboxes. */
  readonly inbound?: InboundSource
}

/**
 * Stores an account and an answer that it has not sent yet. The organization is new. Nothing here sends mail: another
 * process must.
 */
export const queueMail = Effect.fnUntraced(function* ({
  credentials,
  encryptionKey,
  inbound = "inboxes",
  provider = "smtp",
  url
}: Options) {
  const { organization, run } = yield* inProcess(
    {
      database: Redacted.value(url),
      ...(encryptionKey === undefined ? {} : { encryptionKey: Redacted.value(encryptionKey) })
    },
    Layer.mergeAll(
      MemoryMailer.layer({ sendsWithoutCredentials: true }),
      ImapInbox.layer({ allowPrivateTargets: true }),
      Layer.succeed(Inbound, inbound)
    )
  )
  const account = yield* run(
    Accounts.use((accounts) =>
      accounts.create({ email: "grace@ours.example", provider, settings: { first_name: "Grace" } })
    )
  )
  const connect = (credentials: NonNullable<Options["credentials"]>) =>
    run(Mailboxes.use((mailboxes) => mailboxes.connect(account.id, credentials)))
  if (credentials !== undefined) yield* connect(credentials)
  const threads = yield* run(ThreadStore)
  const reply = Effect.gen(function* () {
    const ids = yield* threads.insertThreads(organization.id, [{ tab: "replies", lead_id: null, campaign_id: null }])
    const thread_id = Array.getUnsafe(ids, 0)
    yield* threads.insertMessages(organization.id, [
      {
        thread_id,
        account_id: account.id,
        identity: crypto.randomUUID(),
        subject: "Hello",
        body: "Hello",
        body_text: "Hello",
        reply_text: "Hello",
        date_sent: account.created_at,
        from_email: "ada@lead.example",
        to_email: account.email,
        message_id: "<1@lead.example>",
        is_new: true,
        is_our_email: false,
        kind: "reply",
        trust: "plausible",
        attachments: []
      }
    ])
    return yield* Replies.use((replies) => replies.reply(thread_id, { body_text: "Good day" }))
  })
  const send = yield* run(reply)
  return {
    organization,
    account,
    message_id: send.message_id,
    connect,
    /** The mailbox of the account. */
    mailboxes: run(MailboxStore.use((store) => store.findMany(organization.id, [account.id]))),
    /** The answer as it is stored now. */
    send: run(Sends.use((sends) => sends.find(send.id))),
    /** Queues another one. */
    reply: run(reply),
    run
  }
})
