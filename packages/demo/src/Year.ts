/** Generates the events of a lead that gets the mails of a campaign: plausible, and always the same for one seed. */
import { type Account, type Event, type Lead, type Sequence, Timestamp } from "@mailroom/core"
import { refusals, replies } from "./Data.ts"

type NewEvent = typeof Event.NewEvent.Type

export interface Recipient {
  readonly lead_id: Lead.LeadId
  readonly account_id: Account.AccountId
  readonly steps: ReadonlyArray<Sequence.Sequence>
  /** The Message-ID of the mail of a step; the first step is 0. */
  readonly messageId: (step: number) => string
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** An event about the mail of a step. `number` counts events of the same type. */
export const eventOf = (
  { account_id, lead_id, messageId, steps }: Recipient,
  step: number,
  type: NewEvent["type"],
  at: number,
  data: NewEvent["data"] = {},
  number = 0
): NewEvent => {
  const sequence_id = steps[step]?.id
  return {
    type,
    lead_id,
    account_id,
    ...(sequence_id === undefined ? {} : { sequence_id }),
    occurred_at: Timestamp.fromMillis(at),
    message_id: messageId(step),
    idempotency_key: `${messageId(step)} ${type} ${number}`,
    data
  }
}

interface Options {
  /** The seed of all random decisions. */
  readonly seed: number
  /** The day on which the first mail is due. */
  readonly from: number
  /** The instant after which nothing happens. */
  readonly until: number
  /** The hour, in UTC, at which the working day begins. */
  readonly morning: number
}

/** The events of a lead, and its reply out of `replies`, if any. */
export const yearOf = (recipient: Recipient, { from, morning, seed, until }: Options) => {
  const random = randomOf(seed)
  const chance = (share: number) => random() < share
  const events: Array<NewEvent> = []
  const readsMail = chance(0.52)
  let reply: (typeof replies)[number] | undefined
  let due = from
  for (const [step, { delay_days }] of recipient.steps.entries()) {
    due = atWork(due + delay_days * day, morning, random())
    if (due > until) break
    const sent = due
    const add = (type: NewEvent["type"], at: number, data?: NewEvent["data"], number?: number) => {
      if (at <= until) events.push(eventOf(recipient, step, type, at, data, number))
      return at
    }
    /** A random instant after `at`, probably early: half of them are within a sixteenth of `longest`. */
    const soon = (at: number, longest: number) => at + minute + Math.floor(random() ** 4 * longest)

    add("sent", sent)
    if (step === 0 && chance(0.055)) {
      add("bounced", soon(sent, hour), pick(refusals, random()))
      break
    }
    if (chance(0.012)) add("soft_bounced", soon(sent, hour), { status: "4.2.2", reason: "452 4.2.2 Over quota" })
    if (chance(0.12)) add("machine_opened", sent + 2_000)
    if (chance(0.015)) add("auto_replied", sent + minute)
    if (!readsMail || !chance(0.68)) continue
    let opened = add("opened", soon(sent, 2 * day))
    for (let number = 1; number < 5 && chance(0.3); number++) opened = add("opened", soon(opened, day), {}, number)
    if (chance(0.1)) add("clicked", soon(opened, 5 * minute), { url: "https://quillmark.example/tour" })
    // The conversations of `Conversations.ts` come on top.
    if (chance(0.022)) {
      reply = pick(replies, random())
      add("replied", soon(opened, day), { reply_text: reply.text })
      break
    }
    if (chance(0.014)) {
      add("unsubscribed", soon(opened, 5 * minute))
      break
    }
    if (chance(0.004)) {
      add("complained", soon(opened, 5 * minute), { reason: "Marked as spam" })
      break
    }
  }
  return { events, reply: events.some(({ type }) => type === "replied") ? reply : undefined }
}

/** An instant within the working hours of the day, or of the next Monday or Tuesday for a day on a weekend. */
const atWork = (at: number, morning: number, share: number) => {
  const midnight = Math.floor(at / day) * day
  const afterFriday = [2, 0, 0, 0, 0, 0, 2][new Date(midnight).getUTCDay()] ?? 0
  return midnight + afterFriday * day + morning * hour + Math.floor(share * 8 * 60) * minute
}

const pick = <A>(items: ReadonlyArray<A>, share: number): A => {
  const item = items[Math.floor(share * items.length)]
  if (item === undefined) throw new RangeError("There is nothing to pick from")
  return item
}

/** Creates a generator of pseudorandom numbers from 0 to below 1 (mulberry32). */
const randomOf = (seed: number) => {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
