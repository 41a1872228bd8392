/** The recipients of a rehearsal: some answer, some mails bounce, and always the same ones. Pure functions. */
import { day, minute } from "../Durations.ts"
import type { CampaignId, LeadId } from "../ids.ts"
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

/** A notice of a mail server comes a minute after the mail. */
const bounceAfter = minute

/** People answer from five minutes to two days after a mail. */
const replyAfter = { least: 5 * minute, span: 2 * day - 5 * minute }

/** The questions about a lead that chance answers, with a number for each, so that the answers are independent. */
const questions = { toWhichMail: 1, when: 2 }

/** A number from 0 until 1 for a question about a lead, always the same. */
const chance = (lead_id: LeadId, question: keyof typeof questions): number =>
  hashOf(lead_id, questions[question]) / 2 ** 32

/** The ids of the leads whose address does not exist, and of the leads that answer. */
export interface Recipients {
  readonly bounces: ReadonlySet<LeadId>
  readonly replies: ReadonlySet<LeadId>
}

/** `count` of the items, rounded, evenly spread over the list: an item is chosen when the rounded sum of the shares up to it grows. */
const spread = <A>(items: ReadonlyArray<A>, count: number): ReadonlyArray<A> => {
  const share = Math.min(1, count / Math.max(1, items.length))
  return items.filter((_, i) => Math.floor((i + 1) * share + 0.5) > Math.floor(i * share + 0.5))
}

/**
 * Chooses the leads of each campaign whose mail bounces, and the leads that answer: exactly the share that the rates say, evenly spread by
 * ascending id. If chance decided, nine of 200 mails could bounce at a rate of two percent, and the rehearsal would pause a campaign that
 * has no fault.
 */
export const recipientsOf = (
  leads: ReadonlyArray<{ readonly id: LeadId; readonly campaign_id: CampaignId }>,
  { bounce_rate, reply_rate }: Rates
): Recipients => {
  const campaigns = [...Map.groupBy(leads, ({ campaign_id }) => campaign_id).values()].map((leads) =>
    leads.map(({ id }) => id).toSorted((a, b) => a - b)
  )
  const bounces = new Set(campaigns.flatMap((ids) => spread(ids, (ids.length * bounce_rate) / 100)))
  const replies = campaigns.flatMap((ids) =>
    spread(
      ids.filter((id) => !bounces.has(id)),
      (ids.length * reply_rate) / 100
    )
  )
  return { bounces, replies: new Set(replies) }
}

/**
 * The reaction of a lead to a mail; `null`: none. `number`: the number of the mail, from 1, of the `total` that the lead may get. The first
 * mail to an address that does not exist bounces. A lead that answers does so once, to any of its mails.
 */
export const reactionTo = (
  lead_id: LeadId,
  mail: { readonly number: number; readonly total: number; readonly sent_at: Timestamp },
  { bounces, replies }: Recipients
): Reaction | null => {
  if (bounces.has(lead_id)) {
    return mail.number === 1 ? { type: "bounced", lead_id, at: plus(mail.sent_at, bounceAfter) } : null
  }
  if (!replies.has(lead_id)) return null
  if (Math.floor(chance(lead_id, "toWhichMail") * mail.total) + 1 !== mail.number) return null
  const after = replyAfter.least + Math.floor(chance(lead_id, "when") * replyAfter.span)
  return { type: "replied", lead_id, at: plus(mail.sent_at, after) }
}
