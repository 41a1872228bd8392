/** The failure of a use case, as an `Error` with a code. */
import type { Fault } from "./generated/types.ts"

/**
 * Why a call failed. `cause` is the error of the domain, with its own fields.
 *
 * - `invalid_request`: `errors` names each fault, of an input or of the options of `createMailroom`
 * - `lead_not_found`, `duplicate_lead`, …: the error of the use case, in snake case
 * - `unavailable`: storage did not answer, nothing is changed, try again; `unknown`: the change may have been stored;
 *   `corrupt`: the database returned unexpected data
 * - `no_organization`: the organization of the call does not exist; reads find nothing in it
 * - `wrong_isolation`, `no_transaction`, `no_database`: the transaction given to `within` cannot be used
 * - `unsuitable_database`: the database has another encoding than UTF8, or a pooler drops settings of Mailroom although the URL
 *   says `pgbouncer=false`
 * - `unreadable_file`: a certificate or key in the URL of the database cannot be used
 * - `unsupported_node`: Node is older than 22.19
 * - `no_embedded_database`: `createMailroom` was given a folder, and the package `@electric-sql/pglite` is not
 *   installed
 * - `no_console`: the option `console` was given, and the package `@mailroom/console` is not installed
 * - `internal`: a fault of Mailroom; `closed`: the call came after `close`
 */
export class MailroomError extends Error {
  override readonly name = "MailroomError"
  readonly code: string
  /** The faults of an invalid input: JSON pointers, relative to the input. */
  readonly errors?: ReadonlyArray<Fault>

  constructor(code: string, message: string, cause?: unknown, errors?: ReadonlyArray<Fault>) {
    super(message, { cause })
    this.code = code
    if (errors !== undefined) this.errors = errors
  }
}
