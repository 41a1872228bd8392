/** A campaign whose steps have files, on storage that may fail to read them. */
import { assert } from "@effect/vitest"
import { MemoryStorage } from "@mailroom/memory"
import { Effect, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { BlobStore } from "../../src/attachments/BlobStore.ts"
import { AttachmentId, type SequenceId } from "../../src/ids.ts"
import { InvalidInput } from "../../src/InvalidInput.ts"
import { StorageError, Unavailable } from "../../src/StorageError.ts"
import { ThreadStore } from "../../src/unibox/ThreadStore.ts"
import { Unibox } from "../../src/unibox/Unibox.ts"
import { Uploads } from "../../src/uploads/Uploads.ts"
import { layerOn, type Mailing, type Setting, test } from "./Mailing.ts"

/** The reads of files so far, and the files that cannot be read at present. */
export const disk = { reads: 0, unreadable: new Set<AttachmentId>() }

const storage = Layer.effect(
  BlobStore,
  Effect.map(BlobStore, (stored) => {
    const failure = new StorageError({ operation: "BlobStore.read", reason: new Unavailable({ cause: "down" }) })
    return BlobStore.of({
      ...stored,
      read: (organization_id, id) =>
        Stream.unwrap(
          Effect.sync(() => {
            disk.reads++
            return disk.unreadable.has(id) ? Stream.fail(failure) : stored.read(organization_id, id)
          })
        )
    })
  })
).pipe(Layer.provideMerge(MemoryStorage.layer))

const on = layerOn(storage)

type Body = Parameters<typeof test>[2]

/** A situation: the campaign is a draft with one step, unless the setting says something else. */
export const row = (name: string, body: Body, setting: Setting = {}) =>
  test(
    name,
    { leads: 2, isDraft: true, ...setting },
    (given) => {
      disk.reads = 0
      disk.unreadable.clear()
      return body(given)
    },
    on
  )

export const upload = ({ asTenant }: Mailing, filename = "Offer.pdf", size = 5) =>
  asTenant(
    Uploads.use((uploads) =>
      uploads.create(new Uint8Array(size).fill(7), { filename, content_type: "application/pdf" })
    )
  )
export const uploads = (given: Mailing, names: ReadonlyArray<string>) =>
  Effect.forEach(names, (filename) => Effect.map(upload(given, filename), ({ id }) => id))

export const stepsOf = ({ asTenant, campaign_id, sequences }: Mailing) => asTenant(sequences.list(campaign_id))
export const firstStep = Effect.fnUntraced(function* (given: Mailing) {
  const [step = assert.fail()] = yield* stepsOf(given)
  return step
})
export const attach = (
  { asTenant, campaign_id, sequences }: Mailing,
  step: SequenceId,
  attachments: ReadonlyArray<AttachmentId>
) => asTenant(sequences.update(campaign_id, step, { attachments }))
/** Attaches files to the first step. */
export const attachFirst = Effect.fnUntraced(function* (given: Mailing, attachments: ReadonlyArray<AttachmentId>) {
  return yield* attach(given, (yield* firstStep(given)).id, attachments)
})
export const start = ({ asTenant, campaign_id, campaigns }: Mailing) => asTenant(campaigns.start(campaign_id))

export const removeExpired = Uploads.use((uploads) => uploads.removeExpired)
export const isKept = ({ asTenant }: Mailing, id: AttachmentId) =>
  asTenant(Uploads.use((uploads) => uploads.find(id))).pipe(
    Effect.as(true),
    Effect.catchTag("UploadNotFound", () => Effect.succeed(false))
  )
/** Whether a file is kept after two days. */
export const isKeptLater = Effect.fnUntraced(function* (given: Mailing, id: AttachmentId) {
  yield* TestClock.adjust("2 days")
  yield* removeExpired
  return yield* isKept(given, id)
})

/** The faults of an input. */
export const faultsOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) =>
    error instanceof InvalidInput
      ? error.faults.map(({ message, pointer }) => `${pointer} ${message}`)
      : [String(error)]
  )

/** The files of each mail so far. */
export const sentFiles = ({ outgoing }: Mailing) =>
  outgoing.submitted.map(({ mail }) => mail.attachments.map(({ bytes, filename }) => `${filename} ${bytes.length}`))

/** The messages in the conversation of the first lead. */
export const messages = Effect.fnUntraced(function* ({ asTenant, lead_ids, organization_id }: Mailing) {
  const threads = yield* ThreadStore.use((store) => store.findByLeads(organization_id, lead_ids.slice(0, 1)))
  const found = yield* Effect.forEach(threads, ([, id]) =>
    asTenant(Unibox.use((unibox) => unibox.thread(id, { limit: 10 })))
  )
  return found.flatMap(({ data }) => data)
})
