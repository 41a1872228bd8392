/** The id that connects a request, its log lines and its answer (contract, section 1). */
import { Context, Effect, Schema, SchemaGetter } from "effect"

/** The id of the request that the current fiber processes. */
export const RequestId = Context.Reference<string>("@mailroom/http/RequestId", { defaultValue: () => "" })

export const header = "x-request-id"

const accepted = /^[A-Za-z0-9._-]{1,128}$/u

/** The id from the caller if it is well formed, else a new one. */
export const requestIdOf = (given: string | undefined): string =>
  given !== undefined && accepted.test(given) ? given : crypto.randomUUID()

/** A field of problem bodies. It is set when the problem is encoded as an answer. */
export const requestIdField = Schema.String.pipe(
  Schema.decodeTo(Schema.String, {
    decode: SchemaGetter.passthrough(),
    encode: SchemaGetter.transformEffect(() => Effect.service(RequestId))
  }),
  Schema.withConstructorDefault(Effect.succeed(""))
)
