/** An answer that waits in a database for a worker. */
import {
  type Account,
  Accounts,
  CurrentOrganization,
  Mailboxes,
  MailboxStore,
  MailParser,
  Mailroom,
  Organizations,
  Replies,
  Sends,
  ThreadStore
} from "@mailroom/core"
import { HostStorage, ImapInbox } from "@mailroom/host"
import { MemoryMailer } from "@mailroom/memory"
import { Array, Effect, Layer, Redacted } from "effect"

/** No mail is received here. */
const noParser = Layer.succeed(MailParser, { parse: () => Effect.die(new Error("There is no mail parser")) })

interface Options {
  readonly url: Redacted.Redacted
  readonly encryptionKey: Redacted.Redacted
  readonly provider?: Account.Provider
  /** Default: the account has none. */
  readonly credentials?: Parameters<Mailboxes["Service"]["connect"]>[1]
}

/**
 * Stores an account and an answer that it has not sent yet. The organization is new. Nothing here sends mail: another
 * process must.
 */
export const queueMail = Effect.fnUntraced(function* ({ credentials, encryptionKey, provider = "smtp", url }: Options) {
  const options = { database: Redacted.value(url), encryptionKey: Redacted.value(encryptionKey) }
  const context = yield* Layer.build(
    Layer.fresh(Mailroom.layer).pipe(
      Layer.provide(noParser),
      Layer.provideMerge(
        Layer.fresh(
          Layer.mergeAll(
            HostStorage.layer(options),
            MemoryMailer.layer({ sendsWithoutCredentials: true }),
            ImapInbox.layer({ allowPrivateTargets: true })
          )
        )
      )
    )
  )
  const organization = yield* Effect.provideContext(
    Organizations.use((organizations) => organizations.create({ name: "Acme" })),
    context
  )
  const run = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    effect.pipe(Effect.provideService(CurrentOrganization, organization), Effect.provideContext(context))
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
