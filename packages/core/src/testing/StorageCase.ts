/** One promise of a storage port, in a form that any test runner can run. */
import type { Effect, Scope } from "effect"
import type { Storage } from "../Mailroom.ts"

/**
 * A promise of a port, and its test: a failure or a defect means that the adapter breaks the promise. Each case creates
 * a new organization, so cases need no cleanup and run in any order, also concurrently, over one database.
 */
export interface StorageCase {
  /** `Port.method: promise`; unique. */
  readonly name: string
  readonly test: Effect.Effect<void, unknown, Scope.Scope | Storage>
  /** The case reads from outside while a transaction is open. With a single connection it would wait for ever. */
  readonly secondConnection: boolean
  /**
   * The case has two transactions open at the same time. Where transactions run one after the other it would wait for
   * ever.
   */
  readonly secondTransaction: boolean
}

/** The requirements of a case beyond one transaction at a time. */
type Needs = Partial<Pick<StorageCase, "secondConnection" | "secondTransaction">>

/** Creates the cases of one subject. The keys of `tests` are the promises. */
export const casesOf = (
  subject: string,
  tests: Readonly<Record<string, StorageCase["test"]>>,
  { secondConnection = false, secondTransaction = false }: Needs = {}
): ReadonlyArray<StorageCase> =>
  Object.entries(tests).map(([promise, test]) => ({
    name: `${subject}: ${promise}`,
    test,
    secondConnection,
    secondTransaction
  }))
