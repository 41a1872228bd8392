import { Attachment, AttachmentTicket, Count, described } from "@mailroom/core"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { parameters } from "../contract/Parameters.ts"
import { NotFound, ServiceUnavailable } from "../contract/Problems.ts"
import { documented, Guides } from "../contract/Documented.ts"
import { Validation } from "../pipeline/Validation.ts"

/** Signed links contain their authorization, so this group needs no key. */
export class AttachmentsGroup extends HttpApiGroup.make("attachments")
  .add(
    HttpApiEndpoint.get("open", "/attachments/:id", {
      params: parameters({ id: Attachment.AttachmentId }),
      query: parameters({
        expires: described(Count, "The end of the link's validity, in seconds since 1970."),
        signature: described(AttachmentTicket.fields.signature, "Proves that this server created the link.")
      }),
      success: HttpApiSchema.StreamUint8Array(),
      error: [NotFound, ServiceUnavailable]
    }).annotateMerge(
      documented(
        "The file behind a signed link",
        "Messages contain these links, which are valid for one hour. An expired or modified link is answered with 404."
      )
    )
  )
  .middleware(Validation)
  .annotateMerge(OpenApi.annotations({ title: "Attachments", description: "Attachments of messages." }))
  .annotate(Guides, ["deployment.md"]) {}
