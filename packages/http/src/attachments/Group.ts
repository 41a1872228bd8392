import { Attachment, AttachmentTicket } from "@mailroom/core"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { id, seconds } from "../Parameters.ts"
import { NotFound, ServiceUnavailable } from "../Problems.ts"
import { Validation } from "../Validation.ts"

/** Signed links carry their own authorization, so this group takes no key. */
export class AttachmentsGroup extends HttpApiGroup.make("attachments")
  .add(
    HttpApiEndpoint.get("open", "/attachments/:id", {
      params: { id: id(Attachment.AttachmentId) },
      query: { expires: seconds, signature: AttachmentTicket.fields.signature },
      success: HttpApiSchema.StreamUint8Array(),
      error: [NotFound, ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "The file behind a signed link" }))
  )
  .middleware(Validation)
  .annotateMerge(OpenApi.annotations({ title: "Attachments", description: "Files that came with messages." })) {}
