/**
 * The answer to a creation: 201 with the URL of the new resource (RFC 9110, 10.2.2 and 15.3.2; contract, section 1).
 */
import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"

/** Declares the answer: the new resource, its absolute `Location`, and more headers such as `ETag`. */
export const Created = <S extends Schema.Top, H extends Schema.Struct.Fields = {}>(schema: S, headers?: H) =>
  HttpApiSchema.WithHeaders(schema, { ...(headers as H), location: Schema.String }).pipe(
    HttpApiSchema.status("Created")
  )
