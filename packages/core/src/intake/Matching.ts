/** Matches a mail to its thread, and to the leads that it is about. */
import { bestTrust } from "@mailroom/mail"
import { cut } from "@mailroom/mail/text"
import { Effect } from "effect"
import type { OrganizationId } from "../ids.ts"
import type { StorageError, Stored } from "../StorageError.ts"
import type { Unsubscription } from "../unsubscribes/Unsubscription.ts"
import { makeFoundThread } from "./FoundThread.ts"
import { aboutNoOne, type ClassifiedMail, type Match, type MatchGone, returnOf } from "./Match.ts"
import { makeNoticeMatch } from "./NoticeMatch.ts"
import { makeSentMails } from "./SentMails.ts"

/** The limit of a lead's text fields. The message is stored whole. */
const maximumReplyText = 10_000

export const makeMatching = Effect.gen(function* () {
  const { findThread, leadOf, threadAbout } = yield* makeFoundThread
  const matchNotice = yield* makeNoticeMatch
  const { lastRecorded } = yield* makeSentMails

  /** Matches a mail that is not a bounce or a complaint: it is about the lead of its thread. */
  const matchMail = Effect.fnUntraced(function* (organization_id: OrganizationId, classified: ClassifiedMail) {
    const { asksToStop, is_our_email, machine, mail, trust } = classified
    if (trust === "unverified") return { trust, thread: aboutNoOne, reports: [] }
    const found = yield* findThread(organization_id, classified)
    const { namesOurs = false, read, refers_to, thread } = found
    const lead = yield* leadOf(organization_id, found)
    if (is_our_email || machine?.kind === "other") return { trust, thread, lead, reports: [], namesOurs, refers_to }
    const message_id = mail.message_id === null ? {} : { message_id: mail.message_id }
    const unsubscribed = asksToStop
      ? [{ type: "unsubscribed" as const, data: { source: "reply" as const, trust }, ...message_id }]
      : []
    // Also the address that wrote, if the mail went to another one.
    const refused = unsubscribed.map((event) => ({ email: mail.from?.email ?? "", event }))
    if (lead === undefined) {
      const mailed = refused.length === 0 ? undefined : yield* lastRecorded(organization_id, [mail.from?.email ?? ""])
      return { trust, thread, reports: [], refused: mailed === undefined ? [] : refused, refers_to }
    }
    const event =
      machine === null
        ? ({ type: "replied", data: { reply_text: cut(mail.reply_text, maximumReplyText), trust } } as const)
        : ({ type: "auto_replied", data: { trust, ...returnOf(mail) } } as const)
    const reports = [{ ...event, ...message_id }, ...unsubscribed].map((event) => ({ lead_id: lead.id, lead, event }))
    return { trust, thread, lead, reports, refused, namesOurs, read, refers_to }
  })

  /**
   * Matches a mail whose subject has a genuine token, from any sender: the token proves that the author has our mail. So it
   * is in the conversation of the lead, and is believed at least as `plausible`.
   */
  const matchUnsubscription = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    { trust }: ClassifiedMail,
    unsubscription: Unsubscription
  ): Effect.fn.Return<Match, StorageError> {
    const { lead } = unsubscription
    const thread = lead === undefined ? aboutNoOne : yield* threadAbout(organization_id, lead)
    return { trust: bestTrust([trust, "plausible"]), thread, lead, reports: [], unsubscription }
  })

  return {
    matchUnsubscription,
    matchOf: (organization_id: OrganizationId, classified: ClassifiedMail): Stored<Match, MatchGone> =>
      classified.machine?.kind === "bounce" || classified.machine?.kind === "complaint"
        ? matchNotice(organization_id, classified.machine, classified)
        : matchMail(organization_id, classified)
  }
})
