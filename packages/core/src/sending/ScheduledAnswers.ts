/** The answers that wait for the time that a person chose, as forecasts show them. */
import { Effect, Schema } from "effect"
import { described } from "../Described.ts"
import { AccountId, CampaignId, LeadId, SendId, ThreadId } from "../ids.ts"
import { CurrentOrganization } from "../Organization.ts"
import { isScheduled, type SendRecord } from "../sends/Send.ts"
import { SendStore } from "../sends/SendStore.ts"
import { Timestamp } from "../Timestamp.ts"

export const ScheduledAnswer = Schema.Struct({
  send_id: SendId,
  at: described(Timestamp, "When it goes out: the time that a person chose.", "2026-03-05T09:30:00.000Z"),
  thread_id: described(ThreadId, "The conversation that it answers.", 311),
  lead_id: described(Schema.NullOr(LeadId), "The lead of the conversation; `null`: unknown.", 42),
  campaign_id: described(Schema.NullOr(CampaignId), "The campaign of the conversation; `null`: unknown."),
  account_id: AccountId,
  to_email: described(Schema.String, "The address that it goes to.", "ada@example.com"),
  subject: described(Schema.String, "The subject.", "Re: A question")
}).annotate({ identifier: "ScheduledAnswer", description: "An answer that waits for the time that a person chose." })
export type ScheduledAnswer = typeof ScheduledAnswer.Type

const bounds = {
  /** Scheduled answers that are read at once. */
  page: 1_000,
  /** Maximum number of pages to read, the newest answers first. */
  pages: 20,
  listed: 100
}

export const scheduled = described(
  Schema.Array(ScheduledAnswer),
  "The answers that wait for the time that a person chose, at most 100, by ascending `at`. They are no part of the mails above."
)

export interface ScheduledFilter {
  readonly campaign_id?: CampaignId | undefined
  readonly account_id?: AccountId | undefined
  /** Only answers at this instant or later. */
  readonly since?: Timestamp | undefined
  /** Only answers before this instant. */
  readonly until?: Timestamp | undefined
}

/** An answer as the list shows it; `undefined`: it is not scheduled, or not within the times of the filter. */
const shownAnswer = (send: SendRecord, { since, until }: ScheduledFilter): ScheduledAnswer | undefined => {
  const { account_id, campaign_id, id, lead_id, send_at, subject, thread_id, to_email } = send
  if (!isScheduled(send) || send_at === null || thread_id === null) return undefined
  if ((since !== undefined && send_at < since) || (until !== undefined && send_at >= until)) return undefined
  return { send_id: id, at: send_at, thread_id, lead_id, campaign_id, account_id, to_email, subject }
}

/** Makes the function that lists scheduled answers, the earliest first. All given filters apply. */
export const makeScheduledAnswers = Effect.gen(function* () {
  const sends = yield* SendStore
  return Effect.fnUntraced(function* (filter: ScheduledFilter) {
    const { account_id, campaign_id } = filter
    const { id } = yield* CurrentOrganization
    const query = {
      scheduled: true,
      kind: "reply",
      limit: bounds.page,
      ...(account_id !== undefined && { account_id }),
      ...(campaign_id !== undefined && { campaign_id })
    } as const
    // Pages are in the order of the ids, not of the times: each may have the earliest answer. Texts of answers are not kept.
    const found: Array<ScheduledAnswer> = []
    let before: SendId | undefined
    for (let pages = 0; pages < bounds.pages; pages++) {
      const page: ReadonlyArray<SendRecord> = yield* sends.page(id, {
        ...query,
        ...(before !== undefined && { before })
      })
      found.push(...page.flatMap((send) => shownAnswer(send, filter) ?? []))
      if (page.length < bounds.page) break
      before = page.at(-1)?.id
    }
    return found.sort((a, b) => (a.at === b.at ? a.send_id - b.send_id : a.at < b.at ? -1 : 1)).slice(0, bounds.listed)
  })
})
