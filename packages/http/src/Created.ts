/**
 * The answer to a creation: 201 with the URL of what was created (RFC 9110, 10.2.2 and 15.3.2; contract, section 1).
 */
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { publicUrl } from "./PublicUrl.ts"

/** Declares the answer: what was created, its `Location`, and more headers such as `ETag`. */
export const Created = <S extends Schema.Top, H extends Schema.Struct.Fields = {}>(schema: S, headers?: H) =>
  HttpApiSchema.WithHeaders(schema, { ...(headers as H), location: Schema.String }).pipe(
    HttpApiSchema.status("Created")
  )

/** The answer for what was created at `path`. `Location` is absolute, as the links of attachments are. */
export const created = <A, H extends Readonly<Record<string, string>> = {}>(path: string, body: A, headers?: H) =>
  Effect.map(publicUrl, (base) =>
    HttpApiSchema.withHeaders({ body, headers: { ...(headers as H), location: `${base}${path}` } })
  )
