/** An organization whose account has an inbox in memory, and functions that act for it. */
import { assert, it } from "@effect/vitest"
import {
  Accounts,
  Activity,
  Campaigns,
  CurrentOrganization,
  Encryption,
  Leads,
  Mailboxes,
  MailboxStore,
  Mailroom,
  Organizations,
  Timestamp,
  Unibox
} from "@mailroom/core"
import { MemoryInbox, MemoryMailer, MemoryStorage } from "@mailroom/memory"
import { PostalMime } from "@mailroom/mime"
import { Connection, PostgresStorage } from "@mailroom/postgres"
import { Effect, Layer, type Redacted } from "effect"
import { TestClock } from "effect/testing"

export const user = "grace@ours.example"
const password = "hunter2-secret"

interface MailFields {
  readonly date?: string
  readonly id?: string
  readonly from?: string
  readonly to?: string
  readonly text?: string
  readonly header?: string
}

export const mail = ({
  date = "Mon, 02 Mar 2026 09:00:00 +0000",
  from = "ada@lead.example",
  header = "",
  id,
  text = "Yes, please",
  to = user
}: MailFields = {}) =>
  [
    `From: ${from}`,
    `To: ${to}`,
    "Subject: Hello",
    `Date: ${date}`,
    ...(id === undefined ? [] : [`Message-ID: <${id}>`]),
    ...(header === "" ? [] : [header]),
    "",
    text,
    ""
  ].join("\r\n")

/** An organization with a lead and an account, and functions that act for it. */
const given = Effect.gen(function* () {
  yield* TestClock.setTime(Date.UTC(2026, 2, 2, 9))
  const started_at = yield* Timestamp.now
  const { id: organization_id } = yield* Organizations.use((organizations) => organizations.create({ name: "Ours" }))
  const asTenant = Effect.provideService(CurrentOrganization, { id: organization_id })
  const inboxes = yield* MemoryInbox.Inboxes
  const outgoing = yield* MemoryMailer.Outgoing
  const handler = yield* Mailroom.inboxReceiver
  const sending = yield* Mailroom.mailSender
  const { id: account_id } = yield* asTenant(
    Accounts.use((accounts) => accounts.create({ email: user, provider: "smtp" }))
  )
  const campaign = yield* asTenant(Campaigns.use((campaigns) => campaigns.create({ name: "Spring" })))
  const {
    data: [lead = assert.fail("There is a lead")]
  } = yield* asTenant(
    Leads.use((leads) => leads.create({ campaign_id: campaign.id, leads: [{ email: "ada@lead.example" }] }))
  )
  const sent = { type: "sent", lead_id: lead.id, message_id: "<0@ours.example>", occurred_at: started_at }
  yield* asTenant(Activity.use((activity) => activity.record([sent])))
  const item = { lane: "", key: String(account_id), due_at: started_at, attempts: 1, organization_id }
  const connect = (
    imap: {
      readonly keep_unrelated?: boolean
      readonly host?: string
      readonly port?: number
      readonly security?: "tls"
      readonly auth?: { readonly type: "password"; readonly user: string; readonly password: string }
    } = {},
    secret = password
  ) =>
    asTenant(
      Mailboxes.use((mailboxes) =>
        mailboxes.connect(account_id, {
          smtp: { host: "smtp.ours.example", auth: { type: "password", password: secret } },
          imap: { host: "imap.ours.example", ...imap }
        })
      )
    )
  /** A turn of the worker. Returns in how many minutes the next one is due. */
  const turn = (isStopping = () => false, attempts = 1) =>
    Effect.gen(function* () {
      const again = yield* asTenant(handler.handle({ ...item, attempts, isStopping }))
      if (again === null) return null
      return (Timestamp.toMillis(again) - Timestamp.toMillis(yield* Timestamp.now)) / 60_000
    })
  return {
    organization_id,
    account_id,
    lead_id: lead.id ?? assert.fail("The lead was created"),
    asTenant,
    inboxes,
    item,
    outgoing,
    connect,
    turn,
    sync: (input?: { readonly since: string }) =>
      asTenant(Mailboxes.use((mailboxes) => mailboxes.sync(account_id, input))),
    inbox: asTenant(
      Effect.map(
        Accounts.use((accounts) => accounts.find(account_id)),
        ({ inbox }) => inbox
      )
    ),
    events: asTenant(
      Effect.map(
        Activity.use((activity) => activity.log(campaign.id, { limit: 100 })),
        ({ data }) => data
      )
    ),
    send: asTenant(sending.handle({ ...item, isStopping: () => false })),
    /** All threads with an incoming mail. */
    threads: asTenant(
      Unibox.use((unibox) =>
        Effect.map(
          Effect.all([unibox.threads({ tab: "replies", limit: 100 }), unibox.threads({ tab: "other", limit: 100 })]),
          (pages) => pages.flatMap(({ data }) => data)
        )
      )
    ),
    messages: Effect.fnUntraced(function* (id: Parameters<Unibox["Service"]["thread"]>[0]) {
      const { data } = yield* asTenant(Unibox.use((unibox) => unibox.thread(id, { limit: 100 })))
      return data
    }),
    mailbox: Effect.map(
      MailboxStore.use((store) => store.findMany(organization_id, [account_id])),
      ([mailbox]) => mailbox ?? assert.fail("There is a mailbox")
    )
  }
})
export type Given = Effect.Success<typeof given>

const layerOver = <E, R>(storage: Layer.Layer<Mailroom.Storage, E, R>) =>
  Mailroom.layer.pipe(
    Layer.provide(PostalMime.layer),
    Layer.provideMerge(Layer.mergeAll(storage, MemoryInbox.layer, MemoryMailer.layer(), Encryption.layerEphemeral))
  )
export const layer = layerOver(MemoryStorage.layer)
export type Services = Layer.Success<typeof layer>

export const body = (test: (given: Given) => Generator<Effect.Effect<unknown, unknown, Services>, void, never>) =>
  Effect.flatMap(given, (known) => Effect.gen(() => test(known)))

export const test = (
  name: string,
  run: (given: Given) => Generator<Effect.Effect<unknown, unknown, Services>, void, never>
) => it.effect(name, () => Effect.provide(body(run), layer, { local: true }))

export const onPostgres = (url: Redacted.Redacted) =>
  layerOver(Layer.fresh(PostgresStorage.layer).pipe(Layer.provideMerge(Layer.fresh(Connection.layerClient({ url })))))
