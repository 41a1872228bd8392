/** Conformance cases: the promises of `BlobStore`. */
import { Effect, Stream } from "effect"
import { ok, strictEqual } from "node:assert/strict"
import { Transactor } from "../../Transactor.ts"
import { BlobStore } from "../../attachments/BlobStore.ts"
import { refuse } from "../fixtures/Fixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { file, newUnibox } from "../fixtures/ThreadFixtures.ts"
import { AttachmentId } from "../../ids.ts"

/** An organization with a message that has three attachments. */
const newAttachments = Effect.gen(function* () {
  const { open, organization_id, receive } = yield* newUnibox
  const { attachments } = yield* receive(yield* open(), 1, { attachments: [file("a"), file("b"), file("c")] })
  const [a, b, c] = attachments.map(({ id }) => id)
  ok(a && b && c)
  const store = yield* BlobStore
  const chunks = (id: AttachmentId) => Stream.runCollect(store.read(organization_id, id))
  return { organization_id, store, a, b, c, chunks, read: (id: AttachmentId) => Effect.map(chunks(id), Buffer.concat) }
})

const maximumChunk = 256 * 1024

/** Bytes without a repetition at the distance of a chunk, so that swapped chunks are noticed. */
const bytesOf = (length: number) => new Uint8Array(length).map((_, i) => i * 31 + (i >> 8) * 17)

export const cases: ReadonlyArray<StorageCase> = casesOf("BlobStore", {
  "answers the bytes of each attachment, whole and in order": Effect.gen(function* () {
    const { a, b, c, organization_id, read, store } = yield* newAttachments
    for (const [id, length] of [
      [a, 1],
      [b, maximumChunk * 4 + 1],
      [c, maximumChunk]
    ] as const) {
      yield* store.put(organization_id, id, bytesOf(length))
      ok((yield* read(id)).equals(bytesOf(length)))
    }
    ok((yield* read(a)).equals(bytesOf(1)))
  }),
  "answers them in chunks of at most 256 KiB": Effect.gen(function* () {
    const { a, chunks, organization_id, store } = yield* newAttachments
    yield* store.put(organization_id, a, bytesOf(1_000_000))
    const lengths = (yield* chunks(a)).map(({ length }) => length)
    ok(lengths.every((length) => length <= maximumChunk))
    strictEqual(
      lengths.reduce((sum, length) => sum + length, 0),
      1_000_000
    )
  }),
  "stores the bytes of a view, not of its larger buffer": Effect.gen(function* () {
    const { a, organization_id, read, store } = yield* newAttachments
    const view = bytesOf(maximumChunk * 3).subarray(5, maximumChunk * 2 + 7)
    yield* store.put(organization_id, a, view)
    ok((yield* read(a)).equals(view))
  }),
  "answers nothing for an attachment without bytes, and for one that there is not": Effect.gen(function* () {
    const { a, b, organization_id, read, store } = yield* newAttachments
    yield* store.put(organization_id, a, new Uint8Array())
    for (const id of [a, b, AttachmentId.make(Number.MAX_SAFE_INTEGER)]) strictEqual((yield* read(id)).length, 0)
  }),
  "answers nothing of another organization": Effect.gen(function* () {
    const own = yield* newUnibox
    const foreign = yield* newAttachments
    yield* foreign.store.put(foreign.organization_id, foreign.c, bytesOf(10))
    const stolen = yield* Stream.runCollect(foreign.store.read(own.organization_id, foreign.c))
    strictEqual(Buffer.concat(stolen).length, 0)
    strictEqual((yield* foreign.read(foreign.c)).length, 10)
  }),
  "removes the bytes of some attachments, or of all of the organization": Effect.gen(function* () {
    const { a, b, c, organization_id, read, store } = yield* newAttachments
    const foreign = yield* newAttachments
    yield* foreign.store.put(foreign.organization_id, foreign.a, bytesOf(10))
    const ids = [a, b, c]
    for (const id of ids) yield* store.put(organization_id, id, bytesOf(maximumChunk + 1))
    yield* store.remove(organization_id, [a, foreign.a, AttachmentId.make(Number.MAX_SAFE_INTEGER)])
    strictEqual((yield* read(a)).length, 0)
    strictEqual((yield* read(b)).length, maximumChunk + 1)
    yield* store.remove(organization_id, [])
    yield* store.clear(organization_id)
    for (const id of ids) strictEqual((yield* read(id)).length, 0)
    strictEqual((yield* foreign.read(foreign.a)).length, 10)
    yield* store.put(organization_id, b, bytesOf(3))
    strictEqual((yield* read(b)).length, 3)
  }),
  "lets a reader stop before the end": Effect.gen(function* () {
    const { a, organization_id, read, store } = yield* newAttachments
    yield* store.put(organization_id, a, bytesOf(1_000_000))
    for (let i = 0; i < 32; i++) yield* store.read(organization_id, a).pipe(Stream.take(1), Stream.runDrain)
    strictEqual((yield* read(a)).length, 1_000_000)
  }),
  "keeps the writes of a transaction, except those of failed nested transactions": Effect.gen(function* () {
    const { a, b, c, organization_id, read, store } = yield* newAttachments
    const { transaction } = yield* Transactor
    const put = (id: AttachmentId, length: number) => store.put(organization_id, id, bytesOf(length))
    yield* transaction(
      Effect.gen(function* () {
        yield* transaction(put(a, maximumChunk + 1))
        yield* Effect.exit(transaction(Effect.andThen(put(b, maximumChunk + 1), refuse)))
        strictEqual((yield* read(a)).length, maximumChunk + 1)
        strictEqual((yield* read(b)).length, 0)
        yield* put(c, 1)
      })
    )
    for (const [id, length] of [
      [a, maximumChunk + 1],
      [b, 0],
      [c, 1]
    ] as const) {
      ok((yield* read(id)).equals(bytesOf(length)))
    }
  }),
  "keeps nothing of a transaction that failed, and what is put thereafter": Effect.gen(function* () {
    const { a, b, organization_id, read, store } = yield* newAttachments
    const { transaction } = yield* Transactor
    const put = (id: AttachmentId, length: number) => store.put(organization_id, id, bytesOf(length))
    for (const end of [refuse, Effect.die("a bug"), Effect.interrupt]) {
      yield* Effect.exit(
        transaction(put(a, 2 * maximumChunk).pipe(Effect.andThen(transaction(put(b, 9))), Effect.andThen(end)))
      )
      for (const id of [a, b]) strictEqual((yield* read(id)).length, 0)
    }
    yield* transaction(put(a, maximumChunk + 1))
    ok((yield* read(a)).equals(bytesOf(maximumChunk + 1)))
  })
})
