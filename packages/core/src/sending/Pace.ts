/** The pace of an account: the time between two mails of campaigns. Pure functions; `random` is from 0 until 1. */
import { minute } from "../Durations.ts"
import { fromMillis, type Timestamp, toMillis } from "../Timestamp.ts"

export interface Pacing {
  /** The minimum time between two mails; 0: no mail waits for another. */
  readonly min_delay_minutes: number
  /** The number of mails that may be sent until the window closes, with the one that is sent now. */
  readonly room: number
  /** When the window closes. */
  readonly closes_at: Timestamp
}

/** The mean time between two mails, in milliseconds, by which the mails that may be sent are spread until the window closes. */
const meanOf = ({ closes_at, room }: Pacing, now: number): number =>
  Math.max(0, toMillis(closes_at) - now) / Math.max(1, room)

/**
 * The earliest instant of the mail after one that is sent now. The mean time is multiplied by 0.75 to 1.25, and is at
 * least the minimum time.
 */
export const afterMail = (pacing: Pacing, now: Timestamp, random: number): Timestamp => {
  if (pacing.min_delay_minutes === 0) return now
  const at = toMillis(now)
  const wait = Math.max(pacing.min_delay_minutes * minute, meanOf(pacing, at) * (0.75 + random / 2))
  return fromMillis(Math.ceil(at + wait))
}

/**
 * The earliest instant of the first mail in a window that opens at `opens_at`: a random part of one pace later, so that
 * accounts do not all begin at once.
 */
export const afterOpening = (pacing: Pacing, opens_at: Timestamp, random: number): Timestamp => {
  if (pacing.min_delay_minutes === 0) return opens_at
  const at = toMillis(opens_at)
  const pace = Math.max(pacing.min_delay_minutes * minute, meanOf(pacing, at))
  return fromMillis(Math.floor(at + pace * random))
}

/**
 * The instant until which the pace of an account holds; `null`: none. It was drawn at the last mail, or before the window opened, and
 * holds nothing back any more once the pace is switched off.
 */
export const pacedUntil = (
  { min_delay_minutes }: Pick<Pacing, "min_delay_minutes">,
  next_at: Timestamp | null
): Timestamp | null => (min_delay_minutes === 0 ? null : next_at)

/**
 * Whether the instant of the first mail after an opening must be drawn by `afterOpening`: the stored one, `next_at`, is from before. An
 * account that has never sent has none.
 */
export const mustDraw = (next_at: Timestamp | null, opens_at: Timestamp): boolean =>
  next_at === null || next_at < opens_at
