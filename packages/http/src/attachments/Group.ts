import { Attachment, AttachmentTicket, described } from "@mailroom/core"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { id, seconds } from "../Parameters.ts"
import { NotFound, ServiceUnavailable } from "../Problems.ts"
import { Validation } from "../Validation.ts"

/** Signed links contain their authorization, so this group needs no key. */
export class AttachmentsGroup extends HttpApiGroup.make("attachments")
  .add(
    HttpApiEndpoint.get("open", "/attachments/:id", {
      params: { id: id(Attachment.AttachmentId) },
      query: {
        expires: described(seconds, "Until when the link is valid, in seconds since 1970."),
        signature: described(AttachmentTicket.fields.signature, "Proves that the link was made here.")
      },
      success: HttpApiSchema.StreamUint8Array(),
      error: [NotFound, ServiceUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "The file behind a signed link",
        description:
          "Links come with messages and are valid for one hour. A link that is expired or changed opens nothing: 404."
      })
    )
  )
  .middleware(Validation)
  .annotateMerge(OpenApi.annotations({ title: "Attachments", description: "Files that came with messages." })) {}
