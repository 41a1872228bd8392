/** Why a call failed. */
import type { CampaignIssue, ConflictReason, Fault, ProblemCode } from "./generated/types.ts"

/**
 * The kind of failure, for programs: the codes of problems (RFC 9457), and
 *
 * - `timeout`: there was no answer in time; the request may have been carried out
 * - `unknown`: the server was not reached, or the connection broke; the request may have been carried out
 * - `unexpected_answer`: a server other than Mailroom answered, such as a proxy
 * - `invalid_options`: `createClient` cannot use its options
 */
export type Code = ProblemCode | "invalid_options" | "timeout" | "unexpected_answer" | "unknown"

interface Details {
  readonly code: Code
  /** The HTTP status of the answer, if there was an answer. */
  readonly status?: number | undefined
  /** Identifies the request in the log of the server. */
  readonly request_id?: string | undefined
  /** Seconds after which the call can be tried again. */
  readonly retry_after?: number | undefined
  /** Why the request conflicts with what is stored. */
  readonly reason?: ConflictReason | undefined
  /** The reasons why a campaign cannot start. */
  readonly issues?: ReadonlyArray<CampaignIssue> | undefined
  /** The faults of an invalid request. */
  readonly errors?: ReadonlyArray<Fault> | undefined
}

/** The fields that each code implies. */
type Known =
  | { readonly code: "conflict"; readonly reason: ConflictReason; readonly status: 409 }
  | { readonly code: "invalid_request"; readonly errors: ReadonlyArray<Fault>; readonly status: 400 }
  | { readonly code: Exclude<Code, "conflict" | "invalid_request"> }

/**
 * Why a call failed. `code` narrows the type: with `conflict` there is a `reason`, with `invalid_request` there are
 * `errors`.
 */
export type MailroomError = Error & { readonly name: "MailroomError" } & Details & Known

// Declared as a value and a type, because instances of a class cannot be a union in TypeScript.
export const MailroomError = class MailroomError extends Error {
  override readonly name = "MailroomError"

  constructor(message: string, details: Details, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    Object.assign(this, details)
  }
} as unknown as {
  new (message: string, details: Details, cause?: unknown): MailroomError
  readonly prototype: MailroomError
}

export const invalidOptions = (message: string) => new MailroomError(message, { code: "invalid_options" })

/** The error of a request without an answer. On Node the cause has a code, such as `ECONNREFUSED`. */
export const unreached = (base: string, what: string, cause: any) => {
  const code: unknown = cause?.cause?.code
  const why = typeof code === "string" ? ` (${code})` : ""
  const message = `No answer from ${base} to ${what}${why}: is Mailroom running there, and is baseUrl right?`
  return new MailroomError(message, { code: "unknown" }, cause)
}

/** The body of a success. */
export const jsonOf = (response: Response): Promise<unknown> =>
  response.json().catch((error: unknown) => {
    throw error instanceof SyntaxError ? unexpected(response.status) : error
  })

const unexpected = (status: number, more = {}) => {
  const message = `Unexpected answer ${status}: something else than Mailroom answered. Is baseUrl right?`
  return new MailroomError(message, { code: "unexpected_answer", status, ...more })
}

/** The error for an answer that is not a success. */
export const errorOf = async (response: Response): Promise<MailroomError> => {
  const { headers, status } = response
  const seconds = Number.parseInt(headers.get("retry-after") ?? "", 10)
  const known = { status, ...(Number.isNaN(seconds) ? {} : { retry_after: seconds }) }
  const problem = await response.json().catch(() => undefined)
  if (typeof problem?.code !== "string") {
    return unexpected(status, known)
  }
  const { detail, title, type: _, ...details } = problem
  return new MailroomError(detail ?? title, { ...details, ...known })
}
