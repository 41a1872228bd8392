/** Errors for invalid input: the same faults over HTTP and in process. */
import { Effect, Schema } from "effect"
import { described } from "./Described.ts"
import { maximumFaults, messagesOf } from "./FaultMessages.ts"
import { decodeStrictly } from "./StrictDecoding.ts"

export const Fault = Schema.Struct({
  pointer: described(Schema.String, "JSON pointer (RFC 6901) to the value at fault, relative to the input."),
  message: described(Schema.String, "What is wrong with the value, for people.")
}).annotate({ identifier: "Fault", description: "A value of the input at fault." })
export type Fault = typeof Fault.Type

/** The input does not have the documented shape. `faults` names every invalid value. */
export class InvalidInput extends Schema.TaggedError<InvalidInput>()("InvalidInput", {
  faults: Schema.Array(Fault)
}) {
  override get message(): string {
    return describeFaults(this.faults)
  }
}

/** Formats faults as one line: `/name: must not be empty; /email: is required`. */
export const describeFaults = (faults: ReadonlyArray<Fault>): string =>
  faults.map(({ message, pointer }) => (pointer === "" ? message : `${pointer}: ${message}`)).join("; ")

/** The faults of a failed decoding, at most 100. Their pointers begin with `prefix`. */
export const faultsOf = (error: Schema.SchemaError, prefix = ""): ReadonlyArray<Fault> =>
  messagesOf(error.issue)
    .slice(0, maximumFaults)
    .map(({ message, path }) => ({ pointer: pointerTo(prefix, ...path), message }))

/** The JSON pointer to a path under `prefix`. */
export const pointerTo = (prefix: string, ...path: ReadonlyArray<PropertyKey>): string =>
  prefix + path.map((segment) => `/${String(segment).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")

/** The input type for `A`: an optional key may also be `undefined`. */
export type Input<A> = { readonly [K in keyof A]: {} extends Pick<A, K> ? A[K] | undefined : A[K] }

/**
 * Decodes a caller's input strictly: it reports every fault, and an unknown key is a fault. A key with the value
 * `undefined` counts as absent. `at` is the JSON pointer of the value: `/id` for the argument `id`, empty for the input
 * itself.
 */
export const decode = <S extends Schema.ConstraintDecoder<unknown>>(schema: S, at = "") => {
  const decodeUnknown = decodeStrictly(schema)
  return (input: unknown): Effect.Effect<S["Type"], InvalidInput> =>
    Effect.mapError(
      decodeUnknown(withoutUndefined(input)),
      (error) => new InvalidInput({ faults: faultsOf(error, at) })
    )
}

/** An object without its keys whose value is `undefined`; the same value if it has none. */
const withoutUndefined = (input: unknown): unknown =>
  typeof input === "object" && input !== null && !Array.isArray(input) && Object.values(input).includes(undefined)
    ? Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    : input
