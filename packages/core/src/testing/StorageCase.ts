/** One promise of a storage port, in a form that any test runner can run. */
import type { Effect, Scope } from "effect"
import type { Storage } from "../Mailroom.ts"

/**
 * A promise of a port, and the test of it: a failure or a defect means that the adapter does not keep it. A case makes
 * its own organization, so cases need no cleaning up, and run in any order, or at once, over one database.
 */
export interface StorageCase {
  /** `Port.method: promise`; unique. */
  readonly name: string
  readonly test: Effect.Effect<void, unknown, Scope.Scope | Storage>
  /** The case reads from outside while a transaction is open: with a single connection it would wait for ever. */
  readonly secondConnection: boolean
  /** The case has two transactions open at once: where they run one after the other it would wait for ever. */
  readonly secondTransaction: boolean
}

/** What a case needs beyond one transaction at a time. */
type Needs = Partial<Pick<StorageCase, "secondConnection" | "secondTransaction">>

/** The cases of one subject, by their promises. */
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
