/** The signals that end a command. */

/** The exit codes of a command that a signal ended, as shells report them. */
export const codes = { SIGINT: 130, SIGTERM: 143 }

export interface Received {
  readonly signal: keyof typeof codes
  /** In milliseconds. */
  readonly at: number
}

/** In milliseconds. npm sends its child SIGINT after the terminal has sent it to both of them. */
const repeatedWithin = 1000

/** Whether a signal after the first one means that its sender does not want to wait any longer. */
export const isImpatient = (first: Received, next: Received): boolean =>
  next.signal !== first.signal || next.at - first.at > repeatedWithin
