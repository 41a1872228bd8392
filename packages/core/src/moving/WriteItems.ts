/** Stores the items of a file in the database to which an organization moves. */
import { Effect, Result, Stream } from "effect"
import { Base64 } from "effect/encoding"
import { BlobStore } from "../attachments/BlobStore.ts"
import type { OrganizationId } from "../ids.ts"
import { arrived } from "./Arrival.ts"
import type { MovedItem } from "./MovedRows.ts"
import { MovingStore } from "./MovingStore.ts"

export const makeWriteItems = Effect.gen(function* () {
  const store = yield* MovingStore
  const blobs = yield* BlobStore

  const writeBytes = Effect.fnUntraced(function* (id: OrganizationId, items: ReadonlyArray<MovedItem>) {
    let parts: Array<Uint8Array> = []
    for (const { kind, row } of items) {
      if (kind !== "bytes") continue
      parts.push(Result.getOrThrow(Base64.decode(row.bytes)))
      if (!row.is_last) continue
      yield* blobs.put(id, row.attachment_id, yield* Stream.mkUint8Array(Stream.fromIterable(parts)))
      parts = []
    }
  })

  /** Stores items in order. All parts of an attachment's bytes must be among them. */
  return Effect.fnUntraced(function* (id: OrganizationId, items: ReadonlyArray<MovedItem>) {
    for (let start = 0, end = 0; start < items.length; start = end) {
      const kind = items[start]?.kind
      while (end < items.length && items[end]?.kind === kind) end++
      const part = items.slice(start, end)
      if (kind === "bytes") yield* writeBytes(id, part)
      else if (kind !== undefined) {
        yield* store.write(
          id,
          kind,
          part.map((item) => arrived(item).row as never)
        )
      }
    }
  })
})
