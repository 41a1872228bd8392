import { Attachments } from "@mailroom/core"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { operation, operationsOf } from "../pipeline/Operation.ts"

/** A file name as a header parameter: in ASCII for old clients, and in UTF-8 for the others (RFC 6266, RFC 8187). */
const disposition = (filename: string) => {
  const ascii = filename.replaceAll(/[^\x20-\x7e]|["\\%]/gu, "_")
  const utf8 = encodeURIComponent(filename).replaceAll(/['()*]/gu, (c) => `%${c.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`
}

export const operations = operationsOf("attachments", Attachments, (attachments) => ({
  open: operation((id, query) =>
    Effect.map(attachments.open({ id, ...query }), ({ attachment, bytes }) =>
      // The files come from strangers, so a browser must never show them as a page of our origin.
      HttpServerResponse.stream(bytes, {
        contentType: "application/octet-stream",
        contentLength: attachment.size,
        headers: {
          "content-disposition": disposition(attachment.filename),
          "content-security-policy": "sandbox; default-src 'none'"
        }
      })
    )
  )
}))
