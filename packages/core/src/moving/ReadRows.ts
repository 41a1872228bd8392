/** Reads all rows of an organization, to move it to another database. */
import { Effect, Option, Schema, Stream } from "effect"
import { Base64 } from "effect/encoding"
import type { AttachmentRecord } from "../attachments/Attachment.ts"
import { BlobStore } from "../attachments/BlobStore.ts"
import { AttachmentId, type OrganizationId } from "../ids.ts"
import { renewed } from "../Deadline.ts"
import type { StorageError } from "../StorageError.ts"
import { type MovedItem, type MovedKind, movedKinds, type MovedRows } from "./MovedRows.ts"
import { MovingStore } from "./MovingStore.ts"

/** Rows that are read at once. Messages may be long. */
const pageSize = (kind: MovedKind) => (kind === "messages" ? 25 : 500)

/** Rows were added or removed during an export. */
export class ChangedMeanwhile extends Schema.TaggedError<ChangedMeanwhile>()("ChangedMeanwhile", {}) {
  override get message(): string {
    return "The organization was changed while it was exported"
  }
}

/** The storage has an attachment without all its bytes: they are in another one. */
export class BytesMissing extends Schema.TaggedError<BytesMissing>()("BytesMissing", {
  attachment_id: AttachmentId,
  size: Schema.Int,
  found: Schema.Int
}) {
  override get message(): string {
    return `The attachment ${this.attachment_id} has ${this.found} of its ${this.size} bytes here`
  }
}

export const makeReadRows = Effect.gen(function* () {
  const store = yield* MovingStore
  const blobs = yield* BlobStore

  /** The rows of one kind by ascending key. */
  const rowsOf = <Kind extends MovedKind>(id: OrganizationId, kind: Kind) =>
    Stream.paginate(undefined as MovedRows[Kind] | undefined, (after) =>
      Effect.map(renewed(store.read(id, kind, { after, limit: pageSize(kind) })), (rows) => {
        const last = rows.length < pageSize(kind) ? undefined : rows.at(-1)
        return [rows, last === undefined ? Option.none() : Option.some(last as MovedRows[Kind] | undefined)] as const
      })
    )

  /** The bytes of an attachment; at least one part. Fails at their end if there are not as many as its size. */
  const bytesOf = (
    id: OrganizationId,
    { id: attachment_id, size }: Pick<AttachmentRecord, "id" | "size">
  ): Stream.Stream<MovedItem, BytesMissing | StorageError> => {
    let found = 0
    const parts = Stream.map(blobs.read(id, attachment_id), (bytes) => {
      found += bytes.length
      return { bytes: Base64.encode(bytes), is_last: false }
    })
    const last = Effect.suspend(() =>
      found === size
        ? Effect.succeed({ bytes: "", is_last: true })
        : Effect.fail(new BytesMissing({ attachment_id, size, found }))
    )
    return Stream.concat(parts, Stream.fromEffect(last)).pipe(
      Stream.zipWithIndex,
      Stream.map(([part, position]) => ({ kind: "bytes", row: { attachment_id, position, ...part } }) as const)
    )
  }

  /** The rows of one kind; messages are followed by the bytes of their attachments, and uploads by their bytes. */
  const itemsOf = (id: OrganizationId, kind: MovedKind): Stream.Stream<MovedItem, BytesMissing | StorageError> => {
    if (kind === "uploads") {
      return Stream.flatMap(rowsOf(id, kind), (row) =>
        Stream.concat(Stream.succeed<MovedItem>({ kind, row }), bytesOf(id, row))
      )
    }
    if (kind !== "messages") return Stream.map(rowsOf(id, kind), (row) => ({ kind, row }) as MovedItem)
    return Stream.flatMap(rowsOf(id, kind), (row) =>
      Stream.concat(
        Stream.succeed<MovedItem>({ kind, row }),
        Stream.flatMap(Stream.fromIterable(row.attachments), (file) => bytesOf(id, file))
      )
    )
  }

  /** All rows of an organization, in the order of their kinds. Fails at its end if rows were added or removed meanwhile. */
  const allItems = (id: OrganizationId): Stream.Stream<MovedItem, BytesMissing | ChangedMeanwhile | StorageError> =>
    Stream.unwrap(
      Effect.map(store.counts(id), (before) => {
        const seen: Record<string, number> = {}
        const items = Stream.tap(
          Stream.flatMap(Stream.fromIterable(movedKinds), (kind) => itemsOf(id, kind)),
          ({ kind }) => Effect.sync(() => void (seen[kind] = (seen[kind] ?? 0) + 1))
        )
        const check = Effect.flatMap(store.counts(id), (after) =>
          movedKinds.every((kind) => before[kind] === after[kind] && before[kind] === (seen[kind] ?? 0))
            ? Effect.void
            : Effect.fail(new ChangedMeanwhile())
        )
        return Stream.concat(items, Stream.fromEffectDrain(check))
      })
    )

  return { allItems, rowsOf }
})
