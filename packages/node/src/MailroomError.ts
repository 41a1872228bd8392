/** What use cases fail with, as an `Error` with a code. */
import { type Fault, InvalidInput, StorageError } from "@mailroom/core"
import { Cause, Predicate } from "effect"

/** `LeadNotFound` as `lead_not_found`. */
type SnakeCase<Tag extends string> = Tail<Uncapitalize<Tag>>
type Tail<Name extends string> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? "" : "_"}${Lowercase<Letter>}${Tail<Rest>}`
  : ""

const snakeCase = (tag: string): string => tag.replaceAll(/(?<!^)[A-Z]/gu, "_$&").toLowerCase()

/** The code of an error of the domain: its tag in snake case, apart from these two. */
export type CodeOf<E> = E extends InvalidInput
  ? "invalid_request"
  : E extends StorageError
    ? SnakeCase<E["reason"]["_tag"]>
    : E extends { readonly _tag: infer Tag extends string }
      ? SnakeCase<Tag>
      : never

const codeOf = (error: unknown): string => {
  if (error instanceof InvalidInput) return "invalid_request"
  if (error instanceof StorageError) return snakeCase(error.reason._tag)
  return Predicate.hasProperty(error, "_tag") ? snakeCase(String(error._tag)) : "internal"
}

/**
 * Why a call failed. `cause` is the error of the domain, with its own fields.
 *
 * - `invalid_request`: `errors` names each fault
 * - `lead_not_found`, `duplicate_lead`, …: the error of the use case, in snake case
 * - `unavailable`: storage did not answer, nothing is changed, try again; `unknown`: it may have been stored; `corrupt`
 * - `internal`: a fault of Mailroom; `closed`: the call was interrupted by `close`, or came after it
 */
export class MailroomError<Code extends string = string> extends Error {
  override readonly name = "MailroomError"
  readonly code: Code
  /** The faults of an invalid input: JSON pointers, relative to the input. */
  readonly errors?: ReadonlyArray<Fault>

  constructor(code: Code, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
    if (cause instanceof InvalidInput) this.errors = cause.faults
  }
}

/** Makes the error in the `async` function that was called, so that its stack leads to the caller. */
export const errorOf = (cause: Cause.Cause<unknown>): MailroomError => {
  if (Cause.hasInterruptsOnly(cause)) return new MailroomError("closed", "Mailroom was closed")
  const error = Cause.squash(cause)
  if (error instanceof MailroomError) return error
  return new MailroomError(codeOf(error), error instanceof Error ? error.message : String(error), error)
}
