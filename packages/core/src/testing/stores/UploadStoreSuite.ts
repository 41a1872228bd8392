/** Conformance cases: the promises of `UploadStore`. */
import { Effect, Option, Order } from "effect"
import { strictEqual } from "node:assert/strict"
import { AttachmentStore } from "../../attachments/AttachmentStore.ts"
import { AttachmentId, SendId } from "../../ids.ts"
import type { UploadRecord } from "../../uploads/Upload.ts"
import { UploadStore } from "../../uploads/UploadStore.ts"
import { at, idsOf, newOrganization, same } from "../fixtures/Fixtures.ts"
import { expiringCases } from "../fixtures/ExpiringSuite.ts"
import { isOne, type Sample } from "../fixtures/Samples.ts"
import { file, messageRow, newUnibox } from "../fixtures/ThreadFixtures.ts"
import { waits } from "../fixtures/Waiting.ts"
import { Transactor } from "../../Transactor.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"

const uploadRow = (fields: Partial<UploadRecord> = {}): Omit<UploadRecord, "id"> => ({
  filename: "Offer \u{1f642} {}.pdf",
  ext: "pdf",
  type: 2,
  content_type: "application/pdf",
  size: 5,
  of_send: null,
  expires_at: at(60),
  ...fields
})

const newUploads = Effect.gen(function* () {
  const unibox = yield* newUnibox
  const store = yield* UploadStore
  const { organization_id } = unibox
  const insert = (fields: Partial<UploadRecord> = {}) => store.insert(organization_id, uploadRow(fields))
  const left = (ids: ReadonlyArray<AttachmentId>) => Effect.map(store.findMany(organization_id, ids), idsOf)
  return { unibox, organization_id, store, insert, left }
})

const sends = [SendId.make(7), SendId.make(8)] as const

const alone = casesOf("UploadStore", {
  "stores uploads with ascending ids, and finds those of the organization": Effect.gen(function* () {
    const { insert, organization_id, store } = yield* newUploads
    const [a, b] = [yield* insert(), yield* insert({ size: 0, ext: "", of_send: sends[0], expires_at: null })]
    same(a, { id: a.id, ...uploadRow() })
    strictEqual(a.id < b.id, true)
    same(yield* store.findMany(organization_id, [b.id, a.id, b.id, AttachmentId.make(Number.MAX_SAFE_INTEGER)]), [a, b])
    same(yield* store.findMany(yield* newOrganization, [a.id]), [])
  }),
  "draws its ids from those of attachments": Effect.gen(function* () {
    const { insert, unibox } = yield* newUploads
    const upload = yield* insert()
    const { attachments } = yield* unibox.receive(yield* unibox.open(), 1, { attachments: [file("a.pdf")] })
    const [attachment] = idsOf(attachments)
    strictEqual(attachment !== undefined && attachment > upload.id, true)
    strictEqual((yield* insert()).id > (attachment ?? 0), true)
  }),
  "changes who uses an upload, and when it expires, and nothing else": Effect.gen(function* () {
    const { insert, organization_id, store } = yield* newUploads
    const upload = yield* insert()
    const changed = { of_send: sends[0], expires_at: null }
    yield* store.write(organization_id, [{ ...upload, ...changed, filename: "other.pdf", size: 9 }])
    same(yield* store.lock(organization_id, [upload.id]), [{ ...upload, ...changed }])
  }),
  "an upload becomes an attachment of a message under its id, and ends": Effect.gen(function* () {
    const { insert, left, organization_id, unibox } = yield* newUploads
    const [first, other] = [yield* insert({ of_send: sends[0], expires_at: null }), yield* insert()]
    const { expires_at: _, of_send: __, ...attached } = first
    const thread_id = yield* unibox.open()
    const attachments = [file("new.pdf"), attached]
    yield* unibox.send(thread_id, 1, { attachments })
    const [message] = yield* unibox.messages(thread_id)
    same(
      message?.attachments.map(({ filename, id }) => [filename, id === first.id]),
      [
        [first.filename, true],
        ["new.pdf", false]
      ]
    )
    same(yield* left([first.id, other.id]), [other.id])
    same(yield* (yield* AttachmentStore).find(organization_id, first.id), Option.some(attached))
  }),
  "leaves out an upload that was removed before its message": Effect.gen(function* () {
    const { insert, organization_id, store, unibox } = yield* newUploads
    const { expires_at: _, of_send: __, ...attached } = yield* insert()
    yield* store.remove(organization_id, [attached.id])
    const thread_id = yield* unibox.open()
    yield* unibox.store.insertMessages(organization_id, [messageRow(thread_id, { attachments: [attached] })])
    same(
      (yield* unibox.messages(thread_id)).map(({ attachments }) => attachments),
      [[]]
    )
  }),
  "removes uploads by id, and those of mails, and answers which there were": Effect.gen(function* () {
    const { insert, left, organization_id, store } = yield* newUploads
    const [a, b, c, d] = [
      yield* insert(),
      yield* insert({ of_send: sends[0], expires_at: null }),
      yield* insert({ of_send: sends[0], expires_at: null }),
      yield* insert({ of_send: sends[1], expires_at: null })
    ]
    const other = yield* newOrganization
    same(yield* store.remove(other, [a.id]), [])
    same(yield* store.removeOfSends(other, [sends[0]]), [])
    same(yield* store.remove(organization_id, [a.id, a.id]), [a.id])
    same(yield* store.remove(organization_id, [a.id]), [])
    same((yield* store.removeOfSends(organization_id, [sends[0]])).toSorted(Order.Number), [b.id, c.id])
    same(yield* left([a.id, b.id, c.id, d.id]), [d.id])
  }),
  "keeps what does not expire": Effect.gen(function* () {
    const { insert, organization_id, store } = yield* newUploads
    const held = yield* insert({ of_send: sends[0], expires_at: null })
    same(yield* store.removeExpired(organization_id, [held.id], at(1_000_000)), [])
  })
})

const expiring = expiringCases({
  port: "UploadStore",
  store: UploadStore,
  insert: (organization_id, expires_at) =>
    UploadStore.use((store) => Effect.map(store.insert(organization_id, uploadRow({ expires_at })), ({ id }) => id)),
  lock: (organization_id, id) => UploadStore.use((store) => store.lock(organization_id, [id])),
  missing: AttachmentId.make(Number.MAX_SAFE_INTEGER)
})

const together = casesOf(
  "UploadStore, two transactions",
  {
    "locks uploads until the transaction ends": Effect.gen(function* () {
      const { insert, organization_id, store } = yield* newUploads
      const upload = yield* insert()
      const { transaction } = yield* Transactor
      const lock = store.lock(organization_id, [upload.id])
      same(yield* waits(lock, transaction(lock)), [upload])
    })
  },
  { secondTransaction: true }
)

export const cases: ReadonlyArray<StorageCase> = [...alone, ...together, ...expiring]

export const sample: Sample = Effect.fnUntraced(function* ({ organization_id }) {
  const store = yield* UploadStore
  const { id } = yield* store.insert(organization_id, uploadRow())
  return Effect.map(store.findMany(organization_id, [id]), isOne)
})
