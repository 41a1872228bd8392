/** Uploads, from the time they are stored until a message has them or nobody wants them. */
import { assert, describe } from "@effect/vitest"
import { Deferred, Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import { BlobStore } from "../../src/attachments/BlobStore.ts"
import type { AttachmentId } from "../../src/ids.ts"
import { ownIdentity } from "../../src/unibox/Conversation.ts"
import { Sends } from "../../src/sends/Sends.ts"
import { Uploads } from "../../src/uploads/Uploads.ts"
import { layerDigest } from "../../src/secrets/HostCrypto.ts"
import { test } from "../sends/Conversation.ts"

const bytes = Uint8Array.of(1, 2, 3)
const create = (filename: string) => Uploads.use((uploads) => uploads.create(bytes, { filename }))
const removeExpired = Uploads.use((uploads) => uploads.removeExpired)
const isFound = (id: AttachmentId) =>
  Uploads.use((uploads) => uploads.find(id)).pipe(
    Effect.as(true),
    Effect.catchTag("UploadNotFound", () => Effect.succeed(false))
  )

describe("an upload", () => {
  test("that no mail uses is removed with its bytes after a day, and not before", function* (given) {
    const { asTenant, organization_id, outgoing, connect, reply, turn } = given
    yield* connect
    const [unused, used] = [yield* asTenant(create("a.pdf")), yield* asTenant(create("b.pdf"))]
    outgoing.next({ outcome: "refused", at: "data", code: 451, reply: "451 4.7.1 Later" })
    yield* reply("See b.", { attachments: [used.id] })
    yield* turn
    yield* TestClock.adjust("23 hours")
    assert.strictEqual(yield* removeExpired, 0)
    yield* TestClock.adjust("1 hour")
    assert.strictEqual(yield* removeExpired, 1)
    assert.deepStrictEqual([yield* asTenant(isFound(unused.id)), yield* asTenant(isFound(used.id))], [false, true])
    const left = (id: AttachmentId) => BlobStore.use((blobs) => Stream.mkUint8Array(blobs.read(organization_id, id)))
    assert.deepStrictEqual([yield* left(unused.id), yield* left(used.id)], [new Uint8Array(), bytes])
    yield* TestClock.adjust("30 days")
    assert.strictEqual(yield* removeExpired, 0)
  })

  test("whose bytes are lost ends its mail, and nothing is sent without it", function* (given) {
    const { asTenant, connect, find, messages, organization_id, outgoing, reply, turn } = given
    yield* connect
    const { id } = yield* asTenant(create("plan.pdf"))
    const send = yield* reply("See the plan.", { attachments: [id] })
    yield* BlobStore.use((blobs) => blobs.remove(organization_id, [id]))
    yield* turn
    const { outcome, reply: reason } = yield* find(send.id)
    assert.deepStrictEqual([outcome, reason], ["refused", "The file plan.pdf is not there any more"])
    assert.deepStrictEqual([outgoing.submitted.length, (yield* messages).length], [0, 1])
  })

  test("whose bytes are lost says nothing about the account, whatever its name", function* (given) {
    const { asTenant, connect, find, mailbox, organization_id, outgoing, reply, turn } = given
    yield* connect
    const { id } = yield* asTenant(create("535 5.7.8 authentication failed, account suspended.pdf"))
    const send = yield* reply("See it.", { attachments: [id] })
    outgoing.next({ outcome: "unsent", reason: "The connection was lost" })
    yield* turn
    const before = yield* mailbox
    assert.strictEqual(before?.strikes, 1)
    yield* BlobStore.use((blobs) => blobs.remove(organization_id, [id]))
    yield* TestClock.adjust("1 hour")
    yield* turn
    assert.strictEqual((yield* find(send.id)).outcome, "refused")
    assert.deepStrictEqual(yield* mailbox, before)
  })

  test("that storage cannot read at present keeps its mail for a later try, and counts none", function* (given) {
    const { asTenant, connect, find, mailbox, outgoing, reply, turn, unreadable } = given
    yield* connect
    const { id } = yield* asTenant(create("plan.pdf"))
    const send = yield* reply("See the plan.", { attachments: [id] })
    const before = yield* mailbox
    unreadable.add(id)
    assert.strictEqual(yield* turn, 1)
    assert.deepInclude(yield* find(send.id), { outcome: "queued", attempts: 0 })
    assert.deepStrictEqual([outgoing.submitted.length, yield* mailbox], [0, before])
    unreadable.delete(id)
    yield* TestClock.adjust("1 minute")
    yield* turn
    assert.deepInclude(yield* find(send.id), { outcome: "sent", attempts: 1 })
  })

  test("that is large waits for a later turn while other large mails of the organization are sent", function* (given) {
    const { another, asTenant, connect, find, outgoing, reply, turn } = given
    yield* connect
    const others = [yield* another, yield* another]
    const end = yield* Deferred.make<void>()
    const large = Uploads.use((uploads) => uploads.create(new Uint8Array(2 ** 20 + 1), { filename: "large.zip" }))
    const fibers: Array<Fiber.Fiber<unknown, unknown>> = []
    for (const { account_id, turn } of others) {
      outgoing.next(Effect.as(Deferred.await(end), { outcome: "sent", reply: "250 2.0.0 Ok" }))
      yield* reply("Large", { account_id, attachments: [(yield* asTenant(large)).id] })
      fibers.push(yield* Effect.forkChild(turn))
      while (outgoing.submitted.length < fibers.length) yield* Effect.yieldNow
    }
    const send = yield* reply("Large", { attachments: [(yield* asTenant(large)).id] })
    const small = yield* reply("Small", { attachments: [(yield* asTenant(create("a.pdf"))).id] })
    assert.strictEqual(yield* turn, 1 / 6)
    assert.deepInclude(yield* find(send.id), { outcome: "queued", attempts: 0 })
    assert.strictEqual((yield* find(small.id)).outcome, "sent")
    yield* Deferred.succeed(end, undefined)
    for (const fiber of fibers) yield* Fiber.join(fiber)
    yield* TestClock.adjust("10 seconds")
    yield* turn
    assert.deepInclude(yield* find(send.id), { outcome: "sent", attempts: 1 })
  })

  test("of a refused answer is removed after a week, and the answer says so", function* (given) {
    const { asTenant, connect, find, organization_id, outgoing, reply, turn } = given
    yield* connect
    const { id } = yield* asTenant(create("plan.pdf"))
    outgoing.next({ outcome: "refused", at: "data", code: 552, reply: "552 5.3.4 Too large" })
    const send = yield* reply("See the plan.", { attachments: [id], cc: ["joan@lead.example"] })
    yield* turn
    const refused = yield* find(send.id)
    assert.deepStrictEqual(
      [refused.outcome, refused.attachments.map(({ filename }) => filename)],
      ["refused", ["plan.pdf"]]
    )
    yield* TestClock.adjust("167 hours")
    assert.strictEqual(yield* removeExpired, 0)
    yield* TestClock.adjust("1 hour")
    assert.strictEqual(yield* removeExpired, 1)
    const left = yield* BlobStore.use((blobs) => Stream.mkUint8Array(blobs.read(organization_id, id)))
    assert.strictEqual(left.length, 0)
    assert.deepStrictEqual(yield* find(send.id), {
      ...refused,
      attachments: [],
      reply: "552 5.3.4 Too large (its files were removed after a week: add them again)"
    })
    yield* asTenant(Sends.use((sends) => sends.discard(send.id)))
  })

  test("is removed when the folder of sent mail had the answer first", function* (given) {
    const { account, asTenant, connect, messages, organization_id, receive, reply, turn } = given
    yield* connect
    const { id } = yield* asTenant(create("plan.pdf"))
    const { message_id } = yield* reply("See the plan.", { attachments: [id] })
    const identity = yield* Effect.flatMap(ownIdentity, (identityOf) => identityOf(message_id)).pipe(
      Effect.provide(layerDigest)
    )
    yield* receive(9, {
      identity,
      message_id,
      from_email: account.email,
      is_our_email: true,
      is_new: false,
      kind: "own"
    })
    yield* turn
    assert.strictEqual((yield* messages).length, 2)
    assert.isFalse(yield* asTenant(isFound(id)))
    const left = yield* BlobStore.use((blobs) => Stream.mkUint8Array(blobs.read(organization_id, id)))
    assert.strictEqual(left.length, 0)
  })

  test("is a file of one answer at a time, also of one with an unknown outcome", function* (given) {
    const { asTenant, connect, messages, outgoing, reply, resolve, turn } = given
    yield* connect
    const { id } = yield* asTenant(create("plan.pdf"))
    outgoing.next({ outcome: "unknown", reason: "The connection was lost" })
    const send = yield* reply("See the plan.", { attachments: [id] })
    yield* turn
    const { faults } = yield* Effect.flip(reply("Again.", { attachments: [id] })).pipe(
      Effect.flatMap((error) => (error._tag === "InvalidInput" ? Effect.succeed(error) : Effect.die(error)))
    )
    assert.deepStrictEqual(
      faults.map(({ pointer }) => pointer),
      ["/attachments/0"]
    )
    yield* resolve(send.id, "sent")
    assert.deepStrictEqual(
      (yield* messages).at(-1)?.attachments.map((file) => [file.id, file.filename]),
      [[id, "plan.pdf"]]
    )
    assert.isFalse(yield* asTenant(isFound(id)))
  })
})
