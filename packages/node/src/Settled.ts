/** Converts the result of an effect to a value or a `MailroomError`. */
import { InvalidInput, StorageError } from "@mailroom/core"
import { Cause, Exit, Predicate } from "effect"
import { MailroomError } from "./MailroomError.ts"

/** Converts an error's tag: `LeadNotFound` becomes `lead_not_found`. */
const snakeCase = (tag: string): string => tag.replaceAll(/(?<!^)[A-Z]/gu, "_$&").toLowerCase()

const codeOf = (error: unknown): string => {
  if (error instanceof InvalidInput) return "invalid_request"
  if (error instanceof StorageError) return snakeCase(error.reason._tag)
  return Predicate.hasProperty(error, "_tag") ? snakeCase(String(error._tag)) : "internal"
}

/**
 * Creates the error for a failure. Called in the `async` function that the caller called, so that its stack leads to
 * the caller.
 */
const errorOf = (cause: Cause.Cause<unknown>): MailroomError => {
  if (Cause.hasInterruptsOnly(cause)) return new MailroomError("closed", "Mailroom was closed")
  const error = Cause.squash(cause)
  if (error instanceof MailroomError) return error
  const faults = error instanceof InvalidInput ? error.faults : undefined
  return new MailroomError(codeOf(error), error instanceof Error ? error.message : String(error), error, faults)
}

/** Returns the value of a completed effect, or throws its failure as a `MailroomError`. */
export const settle = <A, E>(exit: Exit.Exit<A, E>): A => {
  if (Exit.isSuccess(exit)) return exit.value
  throw errorOf(exit.cause)
}
