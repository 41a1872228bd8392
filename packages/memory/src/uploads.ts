/** Files that wait for a mail. */
import { type Attachment, Upload, UploadStore } from "@mailroom/core"
import { Exit } from "effect"
import type { Database, Mutable } from "./internal/Database.ts"
import { expiringStore } from "./internal/expiring.ts"
import { keyedStore } from "./internal/keyed.ts"
import type { Tenant } from "./internal/State.ts"

export const uploadStore = (database: Database): UploadStore["Service"] => {
  const { sequence, write } = database
  // An upload becomes an attachment with its id.
  const { next: nextId } = sequence<Attachment.AttachmentId>("attachments")

  return UploadStore.of({
    ...keyedStore(database, { port: "UploadStore", table: Upload.table, part: "uploads", put: putUpload }),
    ...expiringStore(database, { port: "UploadStore", table: Upload.table, part: "uploads" }),
    insert: (organization_id, upload) =>
      write(organization_id, "UploadStore.insert", (tenant) =>
        Exit.succeed(putUpload(tenant, { id: nextId(), ...upload }))
      ),
    remove: (organization_id, ids) =>
      write(organization_id, "UploadStore.remove", (tenant) => {
        const named = new Set(ids)
        return Exit.succeed(removeWhere(tenant, ({ id }) => named.has(id)))
      }),
    removeOfSends: (organization_id, send_ids) =>
      write(organization_id, "UploadStore.removeOfSends", (tenant) => {
        const sends = new Set(send_ids)
        return Exit.succeed(removeWhere(tenant, ({ of_send }) => of_send !== null && sends.has(of_send)))
      })
  })
}

const putUpload = (tenant: Mutable<Tenant>, upload: Upload.UploadRecord): Upload.UploadRecord => {
  const frozen = Object.freeze(upload)
  tenant.uploads = tenant.uploads.set(frozen.id, frozen)
  return frozen
}

const removeWhere = (tenant: Mutable<Tenant>, matches: (upload: Upload.UploadRecord) => boolean) => {
  const removed = [...tenant.uploads.values()].filter(matches).map(({ id }) => id)
  for (const id of removed) tenant.uploads = tenant.uploads.remove(id)
  return removed
}
