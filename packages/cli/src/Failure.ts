/** Why a command did not do what it was asked, in one line for its user. */
import { InvalidInput, StorageError } from "@mailroom/core"
import { Data, Runtime } from "effect"
import { CliError } from "effect/cli"

/** Something stood in the way. */
export class Failure extends Data.TaggedError("Failure")<{ readonly message: string }> {}

/** The command line, or the environment, asks for something that cannot be. */
export class Usage extends Data.TaggedError("Usage")<{ readonly message: string }> {
  override readonly [Runtime.errorExitCode] = 2
}

/** What a command that fails with this exits with. */
export const exitCode = (error: unknown): number =>
  CliError.isCliError(error) || error instanceof InvalidInput ? 2 : Runtime.getErrorExitCode(error)

const storageFailures = {
  Unavailable: "The database does not answer",
  Corrupt: "The database returned unexpected data",
  Unknown: "The change may or may not be stored, the database did not answer",
  NoOrganization: "There is no such organization"
}

/** What to tell the user; nothing when that is done already. */
export const explain = (error: unknown): string | undefined => {
  if (CliError.isCliError(error)) return undefined
  if (error instanceof StorageError) {
    return `${storageFailures[error.reason._tag]} (${error.operation}): ${messageOf(error.reason.cause)}`
  }
  if (error instanceof InvalidInput) return withoutPointers(error.message)
  return error instanceof Failure || error instanceof Usage ? error.message : `Unexpected error: ${messageOf(error)}`
}

/** Names instead of JSON pointers: `/name: must not be empty` is `name: must not be empty`. */
export const withoutPointers = (faults: string): string => faults.replaceAll(/(?<=^|; )\//gu, "")

/** The innermost message: what wraps an error seldom knows more. */
export const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return messageOf(error.cause)
  // Of a host with several addresses, each has its own reason.
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(", ")
  return error.message === "" ? error.name : error.message
}
