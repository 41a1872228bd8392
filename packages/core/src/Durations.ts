/** Lengths of time in milliseconds. A `day` has 24 hours; a local day with a change of the clock does not (`SendWindow`). */

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour
