/** When snoozed conversations can come back, and when answers can be sent later. */

/** The hour at which a day begins. */
const morning = 8

/** An hour of a day some days from now, in the time zone of the browser. Default: the morning. */
const inDays = (now: Date, days: number, hour = morning): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour)

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

/** The times for an answer that is sent later, the earliest first, each once, and the last time that can be chosen. */
export const sendTimesOf = (now: Date) => {
  const [, [, tomorrow], [, monday]] = choicesOf(now)
  const today = (
    [
      ["afternoon", 14],
      ["evening", 18]
    ] as const
  )
    .map(([name, hour]) => [name, inDays(now, 0, hour)] as const)
    // A time that is nearly there is as good as now.
    .filter(([, at]) => at.getTime() - now.getTime() > 1_800_000)
  const [first, ...others] = [
    ...today,
    ["tomorrow", tomorrow] as const,
    ...(monday > tomorrow ? [["monday", monday] as const] : [])
  ]
  return { times: [first ?? (["tomorrow", tomorrow] as const), ...others] as const, last: inDays(now, 365) }
}
