import { described, IntakeResult } from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { documented, Guides } from "../contract/Documented.ts"
import { Authorization } from "../pipeline/Authorization.ts"
import { parameters } from "../contract/Parameters.ts"
import { largeBody, MaxBodySize, Validation } from "../pipeline/Validation.ts"

export class IntakeGroup extends HttpApiGroup.make("intake")
  .add(
    HttpApiEndpoint.post("receive", "/inbound/messages", {
      query: parameters({
        vouched: described(
          Schema.optionalKey(Schema.Boolean),
          "Whether the mail is known not to be forged, because your provider's authenticated webhook delivered it."
        )
      }),
      payload: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "message/rfc822" })),
      success: IntakeResult
    })
      .annotate(MaxBodySize, largeBody)
      .annotateMerge(
        documented(
          "Take in one raw e-mail",
          "The body is the unchanged mail (RFC 5322), at most 25 MiB. It is classified, stored once, and recorded " +
            "as an event of its lead. A mail that is stored already is a `duplicate` and changes nothing: so it can be sent " +
            "again, and takes no `Idempotency-Key`.",
          [
            "From: Ada Lovelace <ada@example.com>",
            "To: sales@mailroom.example",
            "Subject: Re: Your offer",
            "Date: Mon, 02 Mar 2026 11:30:00 +0100",
            "Message-ID: <reply-1@example.com>",
            "",
            "Yes, please call me.",
            ""
          ].join("\r\n")
        )
      )
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(
    OpenApi.annotations({ title: "Intake", description: "Inbound mail: replies, bounces and complaints." })
  )
  .annotate(Guides, ["intake.md"]) {}
