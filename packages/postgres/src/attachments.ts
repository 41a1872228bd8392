/** Attachments, and their bytes in pieces: a reader has one piece in memory at a time, and no connection in between. */
import { Attachment, AttachmentStore, BlobStore } from "@mailroom/core"
import { Array, Effect, Option, Stream, Struct } from "effect"
import { deleteSome } from "./internal/erasure/clearing.ts"
import type { Database } from "./internal/database/Database.ts"
import { inserting } from "./internal/database/insertion.ts"
import { listedRows } from "./internal/database/listedRows.ts"
import { bytes, ids, type Row } from "./internal/database/values.ts"

/** Bytes per row. */
const pieceLength = 256 * 1024
/** Pieces that one statement deletes. */
const chunksAtOnce = 1_000
/** Bytes per statement. All 25 MiB in one would be copied here and several times in the server. */
const shipmentLength = 1024 * 1024

export const attachmentStore = (database: Database): AttachmentStore["Service"] =>
  AttachmentStore.of(
    Struct.pick(listedRows<Attachment.AttachmentRecord>(database, "AttachmentStore", Attachment.table), ["find"])
  )

export const blobStore = (database: Database): BlobStore["Service"] => {
  const { read, sql, atomic, write } = database
  return BlobStore.of({
    put: (organization_id, id, bytes) => {
      const insert = (shipment: Uint8Array, first: number) =>
        inserting(database)(
          "BlobStore.put",
          organization_id,
          sql`
            INSERT INTO mailroom.attachment_chunks (organization_id, attachment_id, position, bytes)
            SELECT organization.id, ${id}::bigint, ${first} + place,
              substring(${shipment}::bytea FROM place * ${pieceLength} + 1 FOR ${pieceLength})
            FROM mailroom.organizations organization,
              generate_series(0, ${Math.ceil(shipment.length / pieceLength) - 1}) place
            WHERE organization.id = ${organization_id}::bigint
            ON CONFLICT ON CONSTRAINT attachment_chunks_pkey DO NOTHING
            RETURNING position`,
          () => undefined
        )
      if (bytes.length <= shipmentLength) return insert(bytes, 0)
      const starts = Array.makeBy(Math.ceil(bytes.length / shipmentLength), (i) => i * shipmentLength)
      return atomic(
        Effect.forEach(starts, (start) => insert(bytes.subarray(start, start + shipmentLength), start / pieceLength), {
          discard: true
        })
      )
    },

    remove: (organization_id, attachments) =>
      write(
        "BlobStore.remove",
        sql`DELETE FROM mailroom.attachment_chunks
          WHERE organization_id = ${organization_id}::bigint AND attachment_id = ANY(${ids(attachments)}::bigint[])`
      ),

    // In several statements, each of which commits: an organization may have many bytes.
    clear: (organization_id) => {
      const some = deleteSome({ sql, write }, "BlobStore.clear", "attachment_chunks", organization_id, chunksAtOnce)
      return Effect.repeat(some, { until: (count) => count < chunksAtOnce }).pipe(Effect.asVoid)
    },

    read: (organization_id, id) =>
      Stream.paginate(0, (place) =>
        read(
          "BlobStore.read",
          sql<Row<"bytes">>`
            SELECT bytes FROM mailroom.attachment_chunks
            WHERE organization_id = ${organization_id}::bigint AND attachment_id = ${id}::bigint
              AND position = ${place}`,
          (rows) => rows.map((row) => bytes(row.bytes))
        ).pipe(
          Effect.map((pieces) => [
            pieces,
            // Only the last piece is shorter.
            pieces[0]?.length === pieceLength ? Option.some(place + 1) : Option.none<number>()
          ])
        )
      )
  })
}
