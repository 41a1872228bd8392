/** Matches a bounce or a complaint to the leads that it names. */
import { bestTrust } from "@mailroom/mail"
import { eventType } from "@mailroom/mail/bounce"
import { Effect } from "effect"
import type { NewEvent } from "../activity/Event.ts"
import { isRefusal } from "../activity/Recording.ts"
import type { OrganizationId } from "../ids.ts"
import { makeFoundThread } from "./FoundThread.ts"
import { aboutNoOne, type ClassifiedMail, type Refused, type Report } from "./Match.ts"
import { makeStandings, type Notice, returnedIds, type Standing } from "./Standing.ts"

/** The event that a notice reports for its recipient with this index, if any. */
const eventOf = (
  notice: Notice,
  index: number,
  { former, isForwarded = false, trust }: Standing
): Pick<NewEvent, "data" | "type"> | undefined => {
  if (trust === "unverified") return undefined
  const data = { trust, ...(former === undefined ? {} : { email: former }) }
  if (notice.kind === "complaint") return notice.isRefusal ? { type: "complained", data } : undefined
  const failure = notice.failures[index]
  if (failure === undefined || failure.isDelayed) return undefined
  const { account, hard, reason, status } = failure
  return {
    // The account is at fault, so its leads go on.
    type: account === undefined ? eventType(failure) : "soft_bounced",
    // The dead address is a different one, to which the lead's mail is forwarded.
    data: { ...data, hard: hard && !isForwarded, reason, ...(status === null ? {} : { status }) }
  }
}

export const makeNoticeMatch = Effect.gen(function* () {
  const { threadAbout } = yield* makeFoundThread
  const standingsOf = yield* makeStandings

  /** Matches a notice: it is about the leads that it names, as far as it can be believed about each. */
  return Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    notice: Notice,
    { isVouched, mail }: ClassifiedMail
  ) {
    const standings = yield* standingsOf(organization_id, notice, mail, isVouched)
    const trust = bestTrust(standings.map(({ trust }) => trust))
    if (trust === "unverified") return { trust, thread: aboutNoOne, reports: [] }
    const returned = standings.flatMap(({ mail }) => mail ?? [])
    const reported = standings.flatMap(({ lead }) => lead ?? [])
    const lead = returned.find(({ lead }) => lead !== undefined)?.lead ?? reported[0]
    const thread =
      returned.find(({ thread_id }) => thread_id !== undefined)?.thread_id ??
      (lead === undefined ? aboutNoOne : yield* threadAbout(organization_id, lead))
    const [returnedId] = returnedIds(notice, mail)
    const events = standings.flatMap((standing, i) => {
      const event = eventOf(notice, i, standing)
      if (event === undefined) return []
      // An unproven id must not give this event the identity of a proven one.
      const message_id = standing.trust === "verified" ? (standing.mail?.message_id ?? returnedId) : undefined
      return [{ ...standing, event: { ...event, ...(message_id === undefined ? {} : { message_id }) } }]
    })
    const reports = events.flatMap(({ event, lead, lead_id }): ReadonlyArray<Report> =>
      lead_id === undefined || (lead === undefined && !isRefusal(event)) ? [] : [{ lead_id, lead, event }]
    )
    const refused = events.flatMap(({ email, event, lead_id }): ReadonlyArray<Refused> =>
      email === undefined || lead_id !== undefined || !isRefusal(event) ? [] : [{ email, event }]
    )
    return { trust, thread, lead, reports, refused }
  })
})
