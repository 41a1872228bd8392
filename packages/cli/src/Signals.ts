/** The signals that end a command. */

/** The exit codes of a command that a signal ended, as shells report them. */
export const codes = { SIGINT: 130, SIGTERM: 143 }

export interface Received {
  readonly signal: keyof typeof codes
  /** In milliseconds. */
  readonly at: number
}

/**
 * In milliseconds. A repeated signal within this time does not count: npm sends SIGINT to its child after the terminal
 * has already sent it to both.
 */
const repeatedWithin = 1000

/** Whether a second signal means that its sender does not want to wait any longer. */
export const isImpatient = (first: Received, next: Received): boolean =>
  next.signal !== first.signal || next.at - first.at > repeatedWithin
