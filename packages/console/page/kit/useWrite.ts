import { MailroomError } from "@mailroom/client"
import { useState } from "preact/hooks"
import { queries } from "../base/api.ts"

export interface Write {
  readonly isBusy: boolean
  /** Why the last attempt failed; `undefined`: it did not. */
  readonly error: unknown
  readonly run: (write: () => Promise<unknown>, then?: () => void) => void
}

/** Whether somebody else has changed the same thing meanwhile. */
export const isConflict = (error: unknown): boolean => error instanceof MailroomError && error.status === 412

/**
 * Runs one change at a time. Afterwards the queries that begin with `key` are fetched again. When it fails, the error
 * stays where the change was asked for, and the same change can be tried again. When somebody else has changed the same
 * thing meanwhile (412), the queries are fetched again, too: the page then shows what is stored.
 */
export const useWrite = (...key: ReadonlyArray<string>): Write => {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const attempt = async (write: () => Promise<unknown>, then?: () => void) => {
    setBusy(true)
    setError(undefined)
    try {
      await write()
      await queries.invalidateQueries({ queryKey: key })
      then?.()
    } catch (cause) {
      if (isConflict(cause)) await queries.invalidateQueries({ queryKey: key })
      setError(cause)
    }
    setBusy(false)
  }
  return { isBusy, error, run: (write, then) => void attempt(write, then) }
}
