/** Input to be stored that a use case refuses: the same faults over HTTP and in process. */
import { Effect, Schema, SchemaIssue } from "effect"

export const Fault = Schema.Struct({
  /** JSON pointer (RFC 6901) to the value at fault, relative to the input. */
  pointer: Schema.String,
  message: Schema.String
})
export type Fault = typeof Fault.Type

/** The input does not have the documented shape; `faults` names every place. */
export class InvalidInput extends Schema.TaggedError<InvalidInput>()("InvalidInput", {
  faults: Schema.Array(Fault)
}) {
  override get message(): string {
    return this.faults.map(({ message, pointer }) => (pointer === "" ? message : `${pointer}: ${message}`)).join("; ")
  }
}

const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => {
    if (issue._tag === "UnexpectedKey") return "is not known here"
    return issue._tag === "MissingKey" ? "must be given" : SchemaIssue.defaultLeafHook(issue)
  }
})

/** More than anyone reads: who sends a list of the wrong kind needs no fault for each of its elements. */
const maximumFaults = 100

/** The faults of a failed decoding, a hundred at most, with the value's place under `prefix`. */
export const faultsOf = (error: Schema.SchemaError, prefix = ""): ReadonlyArray<Fault> =>
  format(error.issue)
    .issues.slice(0, maximumFaults)
    .map(({ message, path }) => ({ pointer: pointerTo(prefix, ...(path ?? [])), message }))

/** The JSON pointer to a place under `prefix`. */
export const pointerTo = (
  prefix: string,
  ...path: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }>
): string => prefix + path.map((segment) => `/${escape(segment)}`).join("")

const escape = (segment: PropertyKey | { readonly key: PropertyKey }) =>
  String(typeof segment === "object" ? segment.key : segment)
    .replaceAll("~", "~0")
    .replaceAll("/", "~1")

/** Decodes input strictly: every fault is reported, and a key the schema does not know is one. */
export const decode = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => {
  const decodeUnknown = Schema.decodeUnknownEffect(schema, { errors: "all", onExcessProperty: "error" })
  return (input: unknown): Effect.Effect<S["Type"], InvalidInput> =>
    Effect.mapError(decodeUnknown(input), (error) => new InvalidInput({ faults: faultsOf(error) }))
}
