/** Waits for states of the page and of the server. */
import { vi } from "vitest"

/** How long tests wait for a state that the page or the server must reach: long enough for slow machines. */
export const patience = 90_000

/** Repeats a check until it does not throw. */
export const waitFor = <A>(check: () => A | Promise<A>): Promise<A> =>
  vi.waitFor(check, { timeout: patience, interval: 50 })
