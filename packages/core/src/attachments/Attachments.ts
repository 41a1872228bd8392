import { Context, Duration, Effect, Layer, Option, Schema, type Stream } from "effect"
import type { StorageError, Stored } from "../StorageError.ts"
import { decode, type InvalidInput } from "../InvalidInput.ts"
import { CurrentOrganization } from "../Organization.ts"
import { Signer } from "../secrets/Signer.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { type AttachmentRecord } from "./Attachment.ts"
import { AttachmentStore } from "./AttachmentStore.ts"
import { BlobStore } from "./BlobStore.ts"
import { AttachmentId, OrganizationId } from "../ids.ts"
import { orNotFound } from "../NotFound.ts"

/** Allows to read one attachment without an API key, until it expires. */
export const AttachmentTicket = Schema.Struct({
  id: AttachmentId,
  /** Seconds after the epoch. */
  expires: Schema.Int,
  /** The organization and the authentication code, opaque to clients. */
  signature: Schema.String.check(Schema.isMaxLength(200))
})
export type AttachmentTicket = typeof AttachmentTicket.Type

/** The attachment does not exist, or the ticket is forged or has expired. The error does not reveal which. */
export class AttachmentNotFound extends Schema.TaggedError<AttachmentNotFound>()("AttachmentNotFound", {
  id: AttachmentId
}) {
  override get message(): string {
    return `There is no attachment ${this.id}, or its ticket is forged or has expired`
  }
}

const lifetime = Duration.hours(1)

/** The files that were attached to messages. */
export class Attachments extends Context.Service<
  Attachments,
  {
    /** A ticket for an attachment of the current organization. It is valid for one hour. */
    readonly sign: (id: AttachmentId) => Effect.Effect<AttachmentTicket, InvalidInput, CurrentOrganization>
    /** The file of a ticket. It needs no `CurrentOrganization`: the ticket contains the organization. */
    readonly open: (
      ticket: AttachmentTicket
    ) => Stored<
      { readonly attachment: AttachmentRecord; readonly bytes: Stream.Stream<Uint8Array, StorageError> },
      AttachmentNotFound | InvalidInput
    >
  }
>()("@mailroom/core/Attachments") {
  static readonly layer = Layer.effect(
    Attachments,
    Effect.gen(function* () {
      const store = yield* AttachmentStore
      const blobs = yield* BlobStore
      const signer = yield* Signer
      const decodeId = decode(AttachmentId, "/id")
      const decodeTicket = decode(AttachmentTicket)
      const message = (organization_id: OrganizationId, id: AttachmentId, expires: number) =>
        `${organization_id}\n${id}\n${expires}`
      const signatureOf = (organization_id: OrganizationId, code: string) => `${organization_id}.${code}`

      return Attachments.of({
        sign: Effect.fnUntraced(function* (input) {
          const id = yield* decodeId(input)
          const organization = yield* CurrentOrganization
          const now = Timestamp.toMillis(yield* Timestamp.now)
          const expires = Math.ceil((now + Duration.toMillis(lifetime)) / 1000)
          const code = yield* signer.sign("attachment", message(organization.id, id, expires))
          return { id, expires, signature: signatureOf(organization.id, code) }
        }),
        open: traced("Attachments.open")(function* (ticket) {
          const { expires, id, signature } = yield* decodeTicket(ticket)
          const [owner = "", code = ""] = signature.split(".")
          const organization_id = OrganizationId.makeOption(Number(owner))
          const now = Timestamp.toMillis(yield* Timestamp.now)
          if (Option.isNone(organization_id) || now >= expires * 1000) return yield* new AttachmentNotFound({ id })
          const organization = organization_id.value
          const genuine = yield* signer.verify("attachment", message(organization, id, expires), code)
          if (!genuine || signature !== signatureOf(organization, code)) {
            return yield* new AttachmentNotFound({ id })
          }
          const attachment = yield* orNotFound(store.find(organization, id), () => new AttachmentNotFound({ id }))
          return { attachment, bytes: blobs.read(organization, id) }
        })
      })
    })
  )
}
