/** What Postgres answers when it does not answer, in the words of the storage ports. */
import { Corrupt, StorageError, Unavailable } from "@mailroom/core"
import { Predicate } from "effect"
import { SqlError } from "effect/sql"

/** SQLSTATEs that pass by themselves: resources, operator intervention, a server that has become a standby. */
const passing = /^(?:53|57P)|^(?:25006|25P02|25P03|25P04)$/u

/** SQLSTATE of a failure. */
const codeOf = ({ reason }: SqlError.SqlError): string =>
  Predicate.hasProperty(reason.cause, "code") ? String(reason.cause.code) : ""

const mayPass = (error: SqlError.SqlError): boolean =>
  error.isRetryable || error.reason.operation === "connect" || passing.test(codeOf(error)) || isUndone(error)

/** COMMIT answered ROLLBACK, because a statement had failed and the transaction went on regardless. */
const isUndone = ({ reason }: SqlError.SqlError): boolean =>
  reason._tag === "UnknownError" && reason.operation === "commit"

export const unavailable = (operation: string, cause: unknown): StorageError =>
  new StorageError({ operation, reason: new Unavailable({ cause }) })

export const corrupt = (operation: string, cause: unknown): StorageError =>
  new StorageError({ operation, reason: new Corrupt({ cause }) })

export const storageError =
  (operation: string) =>
  (error: SqlError.SqlError): StorageError =>
    mayPass(error) ? unavailable(operation, error) : corrupt(operation, error)

/** The name of the unique constraint that a statement ran into. */
export const violated = ({ reason }: StorageError): string | undefined =>
  SqlError.isSqlError(reason.cause) && reason.cause.reason._tag === "UniqueViolation"
    ? reason.cause.reason.constraint
    : undefined

/** Two transactions were in each other's way, and this one gave in: run again, it can succeed at once. */
export const isConflict = (error: unknown): boolean => {
  if (error instanceof StorageError) return isConflict(error.reason.cause)
  if (!SqlError.isSqlError(error)) return false
  const { _tag } = error.reason
  // 25P02: such a failure was caught inside the transaction, which cannot go on after it.
  return _tag === "DeadlockError" || _tag === "SerializationError" || codeOf(error) === "25P02" || isUndone(error)
}
