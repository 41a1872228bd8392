import { vi } from "vitest"

/** Repeats a check until it does not throw, for 15 s at most. */
export const waitFor = <A>(check: () => A | Promise<A>): Promise<A> =>
  vi.waitFor(check, { timeout: 15_000, interval: 50 })
