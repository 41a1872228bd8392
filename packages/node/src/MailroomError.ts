/** What use cases fail with, as an `Error` with a code. */
import { type Fault, InvalidInput, StorageError } from "@mailroom/core"
import { Cause, Exit, Predicate } from "effect"

/** `LeadNotFound` as `lead_not_found`. */
const snakeCase = (tag: string): string => tag.replaceAll(/(?<!^)[A-Z]/gu, "_$&").toLowerCase()

const codeOf = (error: unknown): string => {
  if (error instanceof InvalidInput) return "invalid_request"
  if (error instanceof StorageError) return snakeCase(error.reason._tag)
  return Predicate.hasProperty(error, "_tag") ? snakeCase(String(error._tag)) : "internal"
}

/**
 * Why a call failed. `cause` is the error of the domain, with its own fields.
 *
 * - `invalid_request`: `errors` names each fault, of an input or of the options of `createMailroom`
 * - `lead_not_found`, `duplicate_lead`, …: the error of the use case, in snake case
 * - `unavailable`: storage did not answer, nothing is changed, try again; `unknown`: it may have been stored; `corrupt`
 * - `no_organization`: the organization of the call does not exist; reads find nothing in it
 * - `wrong_isolation`, `no_transaction`, `no_database`: what was given to `within` cannot be used
 * - `unsuitable_database`: the database has another encoding than UTF8, or a pooler drops what Mailroom sets
 * - `unreadable_file`: a certificate or key that the URL of the database names cannot be used
 * - `unsupported_node`: Node is older than 22.19
 * - `no_embedded_database`: `createMailroom` was given a folder, and the package `@electric-sql/pglite` is not installed
 * - `internal`: a fault of Mailroom; `closed`: the call came after `close`
 */
export class MailroomError extends Error {
  override readonly name = "MailroomError"
  readonly code: string
  /** The faults of an invalid input: JSON pointers, relative to the input. */
  readonly errors?: ReadonlyArray<Fault>

  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
    if (cause instanceof InvalidInput) this.errors = cause.faults
  }
}

/** Makes the error in the `async` function that was called, so that its stack leads to the caller. */
const errorOf = (cause: Cause.Cause<unknown>): MailroomError => {
  if (Cause.hasInterruptsOnly(cause)) return new MailroomError("closed", "Mailroom was closed")
  const error = Cause.squash(cause)
  if (error instanceof MailroomError) return error
  return new MailroomError(codeOf(error), error instanceof Error ? error.message : String(error), error)
}

/** The value of an effect that has ended. Throws what it failed with as a `MailroomError`. */
export const settle = <A, E>(exit: Exit.Exit<A, E>): A => {
  if (Exit.isSuccess(exit)) return exit.value
  throw errorOf(exit.cause)
}
