/** Why a command failed, in one line for its user. */
import { InvalidInput, StorageError } from "@mailroom/core"
import { Data, Runtime } from "effect"
import { CliError } from "effect/cli"

/** The command cannot be carried out. */
export class Failure extends Data.TaggedError("Failure")<{ readonly message: string }> {}

/** The command line or the environment is invalid. */
export class Usage extends Data.TaggedError("Usage")<{ readonly message: string }> {
  override readonly [Runtime.errorExitCode] = 2
}

/** The exit code of a command that fails with this error. */
export const exitCode = (error: unknown): number =>
  CliError.isCliError(error) || error instanceof InvalidInput ? 2 : Runtime.getErrorExitCode(error)

const storageFailures = {
  Unavailable: "The database does not answer",
  Corrupt: "The database returned unexpected data",
  Unknown: "The change may or may not be stored, the database did not answer",
  NoOrganization: "There is no such organization"
}

/** The message for the user; `undefined` when it was already printed. */
export const explain = (error: unknown): string | undefined => {
  if (CliError.isCliError(error)) return undefined
  if (error instanceof StorageError) {
    return `${storageFailures[error.reason._tag]} (${error.operation}): ${messageOf(error.reason.cause)}`
  }
  if (error instanceof InvalidInput) return withoutPointers(error.message)
  return error instanceof Failure || error instanceof Usage ? error.message : `Unexpected error: ${messageOf(error)}`
}

/** Replaces JSON pointers by names: `/name: must not be empty` becomes `name: must not be empty`. */
export const withoutPointers = (faults: string): string => faults.replaceAll(/(?<=^|; )\//gu, "")

/** The innermost message: errors around it seldom add information. */
export const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return messageOf(error.cause)
  // A host with several addresses fails with one error for each address.
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(", ")
  return error.message === "" ? error.name : error.message
}

/** Why a server cannot listen, for its user. `flag` names another port. */
export const cannotListen =
  (host: string, port: number, flag = "--port") =>
  (error: { readonly cause: unknown }) => {
    const code = error.cause instanceof Error && "code" in error.cause ? error.cause.code : undefined
    const message =
      code === "EADDRINUSE"
        ? `Port ${port} of ${host} is in use: choose another with ${flag}`
        : `Cannot listen on port ${port} of ${host}: ${messageOf(error)}`
    return new Failure({ message })
  }
