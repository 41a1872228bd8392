/** Failures of the driver as errors of the storage ports, without anything that may hold data of customers. */
import { Corrupt, NoOrganization, StorageError, Unavailable, Unknown } from "@mailroom/core"
import { Predicate } from "effect"
import { SqlError } from "effect/sql"

/** A failure of Postgres, or of the connection to it. What else the driver reports may hold parameters or rows. */
class PostgresError extends Error {
  override readonly name = "PostgresError"
  /** The SQLSTATE; empty when Postgres did not answer. */
  readonly code: string
  /** The unique constraint that was violated. */
  readonly constraint: string | undefined
  readonly isConflict: boolean

  constructor(error: SqlError.SqlError) {
    super(describe(error))
    this.code = codeOf(error)
    this.constraint = uniqueConstraintOf(error)
    this.isConflict = isConflict(error)
  }
}

/** SQLSTATE of a failure; empty when it is not one of the server's. */
const codeOf = ({ reason }: SqlError.SqlError): string => {
  const code = Predicate.hasProperty(reason.cause, "code") ? String(reason.cause.code) : ""
  return /^(?=.*[0-9])[0-9A-Z]{5}$/u.test(code) ? code : ""
}

/** The message of an error; empty for other values. */
const messageOf = (error: unknown): string => {
  // A host with several addresses fails with one error for each address.
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(", ")
  return error instanceof Error ? error.message : ""
}

/**
 * SQLSTATE and message of a failure, without DETAIL, HINT, CONTEXT and parameters. Messages of class 22 quote the
 * invalid value, and functions of the host write messages of class P0: quoted parts of both are removed.
 */
export const describe = (error: SqlError.SqlError): string => {
  const code = codeOf(error)
  const { cause, message = "", operation } = error.reason
  if (code.startsWith("P0")) return `${code} raised by a function of the database`
  if (code.startsWith("22")) return `${code} ${messageOf(cause).replace(/".*"/su, "…")}`
  if (code !== "") return `${code} ${messageOf(cause)}`
  // The driver's messages are constant. Only causes that concern connecting and sockets never contain parameters.
  const isOfConnection = operation === "connect" || Predicate.hasProperty(cause, "syscall")
  const reason = isOfConnection ? messageOf(cause) : ""
  return reason === "" || message.endsWith(reason) ? message : `${message}: ${reason}`
}

/** The message of the server for a failure with this SQLSTATE; empty for any other failure. */
export const messageOfServer = (error: SqlError.SqlError | StorageError, code: string): string => {
  if (SqlError.isSqlError(error)) return codeOf(error) === code ? messageOf(error.reason.cause) : ""
  const { cause } = error.reason
  return cause instanceof PostgresError && cause.code === code ? cause.message : ""
}

/** The name of a constraint without the number of the shard that Citus appends. */
const withoutShard = (constraint: string) => constraint.replace(/_\d+$/u, "")

/** Citus reports errors of its workers without their SQLSTATE where it copies rows to them, or loses a worker. */
const citusState = "XX000"

/** The constraint that the message names, where Citus lost the SQLSTATE or the driver tells no constraint. */
const constraintIn = (error: SqlError.SqlError, violation: RegExp): string | undefined => {
  const name = violation.exec(messageOf(error.reason.cause))?.[1]
  return name === undefined ? undefined : withoutShard(name)
}

const uniqueConstraintOf = (error: SqlError.SqlError): string | undefined => {
  if (error.reason._tag === "UniqueViolation") return withoutShard(error.reason.constraint)
  return codeOf(error) === citusState ? constraintIn(error, /violates unique constraint "([^"]+)"/u) : undefined
}

/** Messages of Citus, and of the client library that it uses, about the connection to a worker. */
const lostWorker = new RegExp(
  [
    "server closed the connection",
    "connection to the remote node",
    "connection not open",
    "no connection to the server",
    "invalid socket",
    "could not (?:receive data from|send data to) server",
    "SSL (?:SYSCALL error|connection has been closed)",
    "failure on connection marked as essential"
  ].join("|"),
  "u"
)

/** A worker of Citus stopped while it ran a statement. */
const isOfLostWorker = (error: SqlError.SqlError): boolean =>
  codeOf(error) === citusState && lostWorker.test(messageOf(error.reason.cause))

/** SQLSTATEs of temporary faults: resources, operator intervention, a server that has become a standby. */
const temporaryStates = /^(?:53|57P)|^(?:25006|25P02|25P03|25P04)$/u

/** Whether the statement may succeed later. */
const mayPass = (error: SqlError.SqlError): boolean =>
  error.isRetryable ||
  error.reason.operation === "connect" ||
  temporaryStates.test(codeOf(error)) ||
  isUndone(error) ||
  isOfLostWorker(error)

/** COMMIT was answered with ROLLBACK, because a statement had failed and the transaction went on regardless. */
const isUndone = ({ reason }: SqlError.SqlError): boolean =>
  reason._tag === "UnknownError" && reason.operation === "commit"

/** The connection broke before Postgres answered. What was sent over it may have been done. */
const isUnanswered = (error: SqlError.SqlError): boolean =>
  error.reason._tag === "ConnectionError" && error.reason.operation !== "connect" && codeOf(error) === ""

/** A cause without the data of customers that an error of the driver may hold. */
const causeOf = (cause: unknown): unknown => (SqlError.isSqlError(cause) ? new PostgresError(cause) : cause)

export const unavailable = (operation: string, cause: unknown): StorageError =>
  new StorageError({ operation, reason: new Unavailable({ cause: causeOf(cause) }) })

export const corrupt = (operation: string, cause: unknown): StorageError =>
  new StorageError({ operation, reason: new Corrupt({ cause: causeOf(cause) }) })

export const unknown = (operation: string, cause: unknown): StorageError =>
  new StorageError({ operation, reason: new Unknown({ cause: causeOf(cause) }) })

export const noOrganization = (operation: string, cause: unknown): StorageError =>
  new StorageError({ operation, reason: new NoOrganization({ cause: causeOf(cause) }) })

/** A row refers to an organization that does not exist. The driver tells the constraint only in the message. */
const isOfNoOrganization = (error: SqlError.SqlError): boolean =>
  ["23503", citusState].includes(codeOf(error)) &&
  constraintIn(error, /violates foreign key constraint "([^"]+)"/u)?.endsWith("_organization_fkey") === true

/** Classifies a failure. `unanswered` makes the error for a connection that broke before the answer came. */
export const storageError =
  (operation: string, unanswered: typeof unavailable = unavailable) =>
  (error: SqlError.SqlError): StorageError => {
    if (isUnanswered(error)) return unanswered(operation, error)
    if (isOfNoOrganization(error)) return noOrganization(operation, error)
    return mayPass(error) ? unavailable(operation, error) : corrupt(operation, error)
  }

/** The name of the unique constraint that a statement violated. */
export const violated = ({ reason: { cause } }: StorageError): string | undefined =>
  cause instanceof PostgresError ? cause.constraint : undefined

/** Two transactions were in each other's way, and this one gave in: run again, it can succeed at once. */
export const isConflict = (error: unknown): boolean => {
  if (error instanceof StorageError) return isConflict(error.reason.cause)
  if (error instanceof PostgresError) return error.isConflict
  if (!SqlError.isSqlError(error)) return false
  const { _tag } = error.reason
  // 25P02: such a failure was caught inside the transaction, which cannot go on after it.
  return _tag === "DeadlockError" || _tag === "SerializationError" || codeOf(error) === "25P02" || isUndone(error)
}

/** A lock was waited for longer than `lock_timeout`. */
export const isLockTimeout = ({ reason: { cause } }: StorageError): boolean =>
  cause instanceof PostgresError && cause.code === "55P03"
