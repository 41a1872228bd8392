/**
 * The answer to a creation: 201 with the URL of the new resource (RFC 9110, 10.2.2 and 15.3.2; contract, section 1).
 */
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { publicUrl } from "./PublicUrl.ts"

/** Declares the answer: the new resource, its `Location`, and more headers such as `ETag`. */
export const Created = <S extends Schema.Top, H extends Schema.Struct.Fields = {}>(schema: S, headers?: H) =>
  HttpApiSchema.WithHeaders(schema, { ...(headers as H), location: Schema.String }).pipe(
    HttpApiSchema.status("Created")
  )

/** The answer for the resource created at `path`. `Location` is absolute, like the links of attachments. */
export const created = <A, H extends Readonly<Record<string, string>> = {}>(path: string, body: A, headers?: H) =>
  Effect.map(publicUrl, (base) =>
    HttpApiSchema.withHeaders({ body, headers: { ...(headers as H), location: `${base}${path}` } })
  )
