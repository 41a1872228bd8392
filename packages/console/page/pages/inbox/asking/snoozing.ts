/** When snoozed conversations can come back. */

/** The hour at which a day begins. */
const morning = 8

/** The morning some days from now, in the time zone of the browser. */
const inDays = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morning)

/** The choices, by name. */
export const choicesOf = (now: Date) =>
  [
    ["hours", new Date(now.getTime() + 3 * 3_600_000)],
    ["tomorrow", inDays(now, 1)],
    // The next Monday, in a week if today is one.
    ["monday", inDays(now, (8 - now.getDay()) % 7 || 7)],
    ["week", inDays(now, 7)],
    ["month", inDays(now, 30)]
  ] as const satisfies ReadonlyArray<readonly [name: string, until: Date]>
