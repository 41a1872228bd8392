import { Attachment, Upload } from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Created } from "../contract/Created.ts"
import { documented, Guides } from "../contract/Documented.ts"
import { parameters } from "../contract/Parameters.ts"
import { Conflict, NotFound } from "../contract/Problems.ts"
import { Authorization } from "../pipeline/Authorization.ts"
import { Idempotent } from "../pipeline/Idempotent.ts"
import { MaxBodySize, Validation } from "../pipeline/Validation.ts"

const params = parameters({ id: Attachment.AttachmentId })

export class UploadsGroup extends HttpApiGroup.make("uploads")
  .add(
    HttpApiEndpoint.post("create", "/uploads", {
      query: parameters(Upload.NewUpload.fields),
      payload: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/octet-stream" })),
      success: Created(Upload.Upload)
    })
      .middleware(Idempotent)
      .annotate(MaxBodySize, Upload.maximumFile)
      .annotateMerge(
        documented(
          "Upload a file, to attach it to a mail",
          "The body is the file, at most 18 000 000 bytes: mail encodes files, which adds a third to their size, and many servers " +
            "reject mails of more than 25 MB. `attachments` of `POST /unibox/threads/{id}/reply` and of steps take the `id`. A file that nothing uses " +
            "is removed after a day. Programs and scripts are rejected, by the extension of `filename`, because mail services reject them.",
          "Dear Ada,\r\nplease find our offer below.\r\n"
        )
      ),
    HttpApiEndpoint.get("find", "/uploads/:id", {
      params,
      success: Upload.Upload,
      error: [NotFound]
    }).annotateMerge(
      documented(
        "Get an upload",
        "An upload exists until it is removed, or until its mail was sent: then it is an attachment of a message, with the same id."
      )
    ),
    HttpApiEndpoint.delete("remove", "/uploads/:id", {
      params,
      success: HttpApiSchema.NoContent,
      error: [NotFound, Conflict]
    }).annotateMerge(
      documented("Delete an upload", "An upload that a mail or a step uses is a conflict, `upload_in_use`.")
    )
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(
    OpenApi.annotations({ title: "Uploads", description: "Files that are uploaded, to be attached to mails." })
  )
  .annotate(Guides, ["unibox.md", "files.md"]) {}
