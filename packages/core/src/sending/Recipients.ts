/** The recipients of a rehearsal: some answer, some mails bounce, as if drawn by chance, and always the same ones. Pure functions. */
import type { LeadId } from "../ids.ts"
import { plus, type Timestamp } from "../Timestamp.ts"
import { hashOf } from "./Chance.ts"

/** How many of the leads that are written to do something, in percent. */
export interface Rates {
  readonly reply_rate: number
  readonly bounce_rate: number
}

/** An answer of a lead, or the bounce of its mail. */
export interface Reaction {
  readonly at: Timestamp
  readonly lead_id: LeadId
  readonly type: "bounced" | "replied"
}

const minute = 60_000

/** A notice of a mail server comes a minute after the mail. */
const bounceAfter = minute

/** People answer from five minutes to two days after a mail. */
const replyAfter = { least: 5 * minute, span: 2 * 24 * 60 * minute - 5 * minute }

/** The questions that chance answers about a lead. */
const questions = { bounces: 1, replies: 2, toWhich: 3, when: 4 }

const chance = (lead_id: LeadId, question: keyof typeof questions): number =>
  hashOf(lead_id, questions[question]) / 2 ** 32

/**
 * The reaction of a lead to the mail with this number, from 1, of as many as it may get; `null`: none. The first mail to an
 * address that does not exist bounces. A lead answers at most once, to any of its mails.
 */
export const reactionTo = (
  lead_id: LeadId,
  mail: { readonly number: number; readonly of: number; readonly sent_at: Timestamp },
  { bounce_rate, reply_rate }: Rates
): Reaction | null => {
  if (chance(lead_id, "bounces") * 100 < bounce_rate) {
    return mail.number === 1 ? { type: "bounced", lead_id, at: plus(mail.sent_at, bounceAfter) } : null
  }
  if (chance(lead_id, "replies") * 100 >= reply_rate) return null
  if (Math.floor(chance(lead_id, "toWhich") * mail.of) + 1 !== mail.number) return null
  const after = replyAfter.least + Math.floor(chance(lead_id, "when") * replyAfter.span)
  return { type: "replied", lead_id, at: plus(mail.sent_at, after) }
}
