/** Input that a use case rejects: the same faults over HTTP and in process. */
import { Effect, Schema } from "effect"
import { described } from "./Described.ts"
import { maximumFaults, messagesOf } from "./FaultMessages.ts"

export const Fault = Schema.Struct({
  pointer: described(Schema.String, "JSON pointer (RFC 6901) to the value at fault, relative to the input."),
  message: described(Schema.String, "What is wrong with the value, for people.")
}).annotate({ identifier: "Fault", description: "A value of the input at fault." })
export type Fault = typeof Fault.Type

/** The input does not have the documented shape; `faults` names every place. */
export class InvalidInput extends Schema.TaggedError<InvalidInput>()("InvalidInput", {
  faults: Schema.Array(Fault)
}) {
  override get message(): string {
    return describeFaults(this.faults)
  }
}

/** Faults in one line: `/name: must not be empty; /email: is required`. */
export const describeFaults = (faults: ReadonlyArray<Fault>): string =>
  faults.map(({ message, pointer }) => (pointer === "" ? message : `${pointer}: ${message}`)).join("; ")

/** The faults of a failed decoding, a hundred at most, with the value's place under `prefix`. */
export const faultsOf = (error: Schema.SchemaError, prefix = ""): ReadonlyArray<Fault> =>
  messagesOf(error.issue)
    .slice(0, maximumFaults)
    .map(({ message, path }) => ({ pointer: pointerTo(prefix, ...path), message }))

/** The JSON pointer to a place under `prefix`. */
export const pointerTo = (prefix: string, ...path: ReadonlyArray<PropertyKey>): string =>
  prefix + path.map((segment) => `/${String(segment).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")

/** What a caller may pass for `A`: an optional key may also be `undefined`. */
export type Input<A> = { readonly [K in keyof A]: {} extends Pick<A, K> ? A[K] | undefined : A[K] }

/**
 * Decodes what a caller passed, strictly: every fault is reported, and an unknown key is one. A key whose value is
 * `undefined` is absent. `at` is the place of the value: `/id` for the argument `id`, nothing for the input itself.
 */
export const decode = <S extends Schema.ConstraintDecoder<unknown>>(schema: S, at = "") => {
  const decodeUnknown = Schema.decodeUnknownEffect(schema, { errors: "all", onExcessProperty: "error" })
  return (input: unknown): Effect.Effect<S["Type"], InvalidInput> =>
    Effect.mapError(
      decodeUnknown(withoutUndefined(input)),
      (error) => new InvalidInput({ faults: faultsOf(error, at) })
    )
}

const withoutUndefined = (input: unknown): unknown =>
  typeof input === "object" && input !== null && !Array.isArray(input) && Object.values(input).includes(undefined)
    ? Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    : input
