/** Attachments and their bytes. */
import { AttachmentStore, BlobStore } from "@mailroom/core"
import { Effect, Exit, Option, Stream } from "effect"
import type { Database } from "./internal/Database.ts"
import { emptyTenant } from "./internal/State.ts"

/** In bytes. */
const chunk = 256 * 1024

export const attachmentStore = ({ read }: Database): AttachmentStore["Service"] =>
  AttachmentStore.of({
    find: (organization_id, id) =>
      read(organization_id, ({ attachments }) => Option.fromUndefinedOr(attachments.get(id)))
  })

export const blobStore = ({ read, write, writeState }: Database): BlobStore["Service"] =>
  BlobStore.of({
    put: (organization_id, id, bytes) =>
      write(organization_id, "BlobStore.put", (tenant) => {
        if (tenant.blobs.get(id) === undefined) tenant.blobs = tenant.blobs.set(id, bytes)
        return Exit.void
      }),
    remove: (organization_id, ids) =>
      write(organization_id, "BlobStore.remove", (tenant) => {
        for (const id of ids) tenant.blobs = tenant.blobs.remove(id)
        return Exit.void
      }),
    clear: (organization_id) =>
      writeState((state) => {
        const tenant = state.tenants.get(organization_id)
        if (tenant !== undefined) {
          state.tenants = state.tenants.set(organization_id, { ...tenant, blobs: emptyTenant.blobs })
        }
        return Exit.void
      }),
    read: (organization_id, id) =>
      Stream.unwrap(
        Effect.map(
          read(organization_id, ({ blobs }) => blobs.get(id)),
          (bytes) => (bytes === undefined ? Stream.empty : Stream.fromIterable(chunksOf(bytes), { chunkSize: 1 }))
        )
      )
  })

/** Copies of consecutive chunks, created on demand. */
function* chunksOf(bytes: Uint8Array) {
  for (let start = 0; start < bytes.length; start += chunk) yield bytes.slice(start, start + chunk)
}
