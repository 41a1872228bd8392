/** A conversation that can be answered: over storage in memory, and a mailer that answers as it is told. */
import { it } from "@effect/vitest"
import { MemoryMailer, MemoryStorage } from "@mailroom/memory"
import { Effect, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { BlobStore } from "../../src/attachments/BlobStore.ts"
import type { AttachmentId } from "../../src/ids.ts"
import * as Mailroom from "../../src/Mailroom.ts"
import { Mailboxes } from "../../src/mailboxes/Mailboxes.ts"
import { MailboxStore } from "../../src/mailboxes/MailboxStore.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import { Encryption } from "../../src/secrets/Encryption.ts"
import { Replies } from "../../src/sends/Replies.ts"
import { Sends } from "../../src/sends/Sends.ts"
import { at, newAccount } from "../../src/testing/fixtures/Fixtures.ts"
import { newUnibox } from "../../src/testing/fixtures/ThreadFixtures.ts"
import { StorageError, Unavailable } from "../../src/StorageError.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { Unibox } from "../../src/unibox/Unibox.ts"
import { layerOver } from "../Tenant.ts"

/** Storage that cannot read these files at present. */
const storage = (unreadable: ReadonlySet<AttachmentId>) =>
  Layer.effect(
    BlobStore,
    Effect.map(BlobStore, (stored) => {
      const failure = new StorageError({ operation: "BlobStore.read", reason: new Unavailable({ cause: "down" }) })
      return BlobStore.of({
        ...stored,
        read: (organization_id, id) => (unreadable.has(id) ? Stream.fail(failure) : stored.read(organization_id, id))
      })
    })
  ).pipe(Layer.provideMerge(MemoryStorage.layer))

const layer = (options: Parameters<typeof MemoryMailer.layer>[0] = {}, unreadable = new Set<AttachmentId>()) =>
  layerOver(storage(unreadable)).pipe(
    Layer.provideMerge(Layer.mergeAll(MemoryMailer.layer(options), Encryption.layerEphemeral))
  )

export const credentials = {
  smtp: { host: "smtp.x.test", auth: { type: "password", password: "hunter2-secret" } }
} as const

/** A conversation with an incoming mail, in an organization with a connected account. */
const conversation = Effect.gen(function* () {
  const { open, organization_id, receive } = yield* newUnibox
  const account = yield* newAccount(organization_id)
  const thread_id = yield* open({ tab: "replies" })
  const mail = { account_id: account.id, from_email: "ada@lead.example", subject: "Hello" }
  yield* receive(thread_id, 1, { ...mail, message_id: "<1@lead.example>" })
  const asTenant = Effect.provideService(CurrentOrganization, { id: organization_id })
  const replies = yield* Replies
  const sends = yield* Sends
  const unibox = yield* Unibox
  const outgoing = yield* MemoryMailer.Outgoing
  const handler = yield* Mailroom.mailSender
  const item = { lane: "", key: String(account.id), due_at: at(0), attempts: 1, organization_id }
  return {
    organization_id,
    account,
    /** Another account with credentials, and its turn. */
    another: Effect.gen(function* () {
      const { id } = yield* newAccount(organization_id)
      yield* asTenant(Effect.flatMap(Mailboxes, (mailboxes) => mailboxes.connect(id, credentials)))
      const turn = asTenant(handler.handle({ ...item, key: String(id), isStopping: () => false }))
      return { account_id: id, turn }
    }),
    thread_id,
    asTenant,
    outgoing,
    receive: (seconds: number, fields: Parameters<typeof receive>[2]) =>
      receive(thread_id, seconds, { ...mail, ...fields }),
    connect: asTenant(Effect.flatMap(Mailboxes, (mailboxes) => mailboxes.connect(account.id, credentials))),
    reply: (body_text = "Good day", fields: Partial<Parameters<typeof replies.reply>[1]> = {}) =>
      asTenant(replies.reply(thread_id, { body_text, ...fields })),
    state: asTenant(replies.stateOf(thread_id)),
    /** A turn of the account. Returns when it wants to be called again, in minutes from now. */
    turn: Effect.gen(function* () {
      const again = yield* asTenant(handler.handle({ ...item, isStopping: () => false }))
      const now = yield* Timestamp.now
      return again === null ? null : (Timestamp.toMillis(again) - Timestamp.toMillis(now)) / 60_000
    }),
    find: (id: Parameters<typeof sends.find>[0]) => asTenant(sends.find(id)),
    resolve: (id: Parameters<typeof sends.find>[0], outcome: "sent" | "unsent") =>
      asTenant(sends.resolve(id, { outcome })),
    messages: asTenant(Effect.map(unibox.thread(thread_id, { limit: 50 }), ({ data }) => data)),
    mailbox: Effect.flatMap(MailboxStore, (store) =>
      Effect.map(store.findMany(organization_id, [account.id]), ([mailbox]) => mailbox)
    )
  }
})

type Services = Layer.Success<ReturnType<typeof layer>>

/** A test with a conversation whose account has no credentials yet. */
export const test = (
  name: string,
  body: (
    given: Effect.Success<typeof conversation> & { readonly unreadable: Set<AttachmentId> }
  ) => Generator<Effect.Effect<unknown, unknown, Services>, void, never>,
  options?: Parameters<typeof MemoryMailer.layer>[0]
) =>
  it.effect(name, () => {
    const unreadable = new Set<AttachmentId>()
    return Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 2, 2, 9))
      const given = yield* conversation
      yield* Effect.gen(() => body({ ...given, unreadable }))
    }).pipe(Effect.provide(layer(options, unreadable), { local: true }))
  })
