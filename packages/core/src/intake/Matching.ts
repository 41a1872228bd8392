/** Matches a mail to its thread, and to the leads that it is about. */
import {
  bestTrust,
  isOptOut,
  isUnsubscription,
  type MachineMail,
  type ParsedMail,
  returnDateOf,
  type Trust
} from "@mailroom/mail"
import { eventType } from "@mailroom/mail/bounce"
import { normalizeEmail } from "@mailroom/mail/domain"
import { cut } from "@mailroom/mail/text"
import { Effect, Option, Schema } from "effect"
import type { StorageError, Stored } from "../StorageError.ts"
import type { NewEvent } from "../activity/Event.ts"
import type { EventStore } from "../activity/EventStore.ts"
import { isRefusal } from "../activity/Recording.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import type { LeadStore } from "../leads/LeadStore.ts"
import * as Timestamp from "../Timestamp.ts"
import { type NewThread, Tab } from "../unibox/Thread.ts"
import type { ThreadStore } from "../unibox/ThreadStore.ts"
import { makeStandings, type Notice, returnedIds, type Standing } from "./Standing.ts"
import type { LeadId, OrganizationId, ThreadId } from "../ids.ts"
import type { Unsubscription } from "../unsubscribes/Unsubscription.ts"

/** The matched lead or thread was removed meanwhile: the mail has to be matched again. */
export class MatchGone extends Schema.TaggedError<MatchGone>()("MatchGone", {}) {}

/** An event of a lead that a mail reports. */
export interface Report {
  readonly lead_id: LeadId
  /** Absent when the lead was deleted: then the event is a refusal. */
  readonly lead?: LeadRecord | undefined
  readonly event: Pick<NewEvent, "data" | "message_id" | "type">
}

/** A refusal of mail to an address without a known lead, so no event can be recorded. */
export interface Refused {
  readonly email: string
  readonly event: Report["event"]
}

/** The thread that a mail belongs to, or the new thread that it starts. */
interface FoundThread {
  readonly thread: ThreadId | NewThread
  /** Whether the thread was found by its lead, and not by a message in it. */
  readonly byLead: boolean
  /** Whether the mail names a mail of ours. */
  readonly namesOurs?: boolean
}

/** The thread, the leads and the events of a mail. */
export interface Match {
  readonly trust: Trust
  readonly thread: ThreadId | NewThread
  readonly lead?: LeadRecord | undefined
  readonly reports: ReadonlyArray<Report>
  readonly refused?: ReadonlyArray<Refused>
  /** Whether the mail names a mail of ours, so it is certainly later. */
  readonly namesOurs?: boolean
  /** The recipient who unsubscribes by this mail. */
  readonly unsubscription?: Unsubscription
}

/** Maximum number of Message-IDs to look up per header. In a longer thread, the latest ones are used. */
const maximumMentions = 100
/** How long after a `sent` event a mail of its recipient counts as the answer, in milliseconds. */
const answeredMillis = 90 * 86_400_000
/** The limit of a lead's text fields. The message is stored whole. */
const maximumReplyText = 10_000

/** A mail and its classification. */
export interface ClassifiedMail {
  readonly mail: ParsedMail
  /** `null` for mail that a person wrote. */
  readonly machine: MachineMail | null
  readonly is_our_email: boolean
  /** How far the sender can be believed. */
  readonly trust: Trust
  /** Whether the host vouches for the source of the mail. */
  readonly isVouched: boolean
}

/** A new thread without a lead. */
const aboutNoOne: NewThread = { tab: "other", lead_id: null, campaign_id: null }

/**
 * Whether the author of a mail asks for no more mail. Programs that unsubscribe for their user may mark the mail as
 * automatic.
 */
export const asksToStop = ({ is_our_email, machine, mail, trust }: ClassifiedMail): boolean =>
  !is_our_email &&
  trust !== "unverified" &&
  (machine === null ? isOptOut(mail) : machine.kind === "auto_reply" && isUnsubscription(mail))

/** An address without the part that its owner adds after a plus (RFC 5233). */
const withoutTag = (address: string): string => address.replace(/^([^@+]{1,64})\+[^@]*@/u, "$1@")

const noThread: FoundThread = { thread: aboutNoOne, byLead: false }

const newThread = ({ campaign_id, id }: LeadRecord): NewThread => ({ tab: "other", lead_id: id, campaign_id })

export const makeMatching = (
  leads: LeadStore["Service"],
  events: EventStore["Service"],
  threads: ThreadStore["Service"]
) => {
  const { lastRecorded, lastSentTo, sentMails, standingsOf } = makeStandings(leads, events, threads)

  /**
   * The newest thread of a lead that contains a message of ours; else the one with its newest mail; else a new thread.
   */
  const threadAbout = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    lead: LeadRecord
  ): Effect.fn.Return<ThreadId | NewThread, StorageError> {
    const [newest] = yield* threads.findByLeads(organization_id, [lead.id])
    if (newest !== undefined) return newest[1]
    for (const tab of Tab.literals) {
      const [received] = yield* threads.page(organization_id, { tab, lead_id: lead.id, limit: 1 })
      if (received !== undefined) return received.id
    }
    return newThread(lead)
  })

  /**
   * The thread of the lead with this address that was mailed last: by a message of ours in its thread, or by a `sent`
   * event of the last 90 days.
   */
  const threadWith = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    address: string
  ): Effect.fn.Return<FoundThread, StorageError> {
    const found = Option.getOrUndefined(yield* threads.findByLeadEmail(organization_id, address))
    const lead = yield* lastSentTo(organization_id, [address])
    const sent = lead?.date_last_sequence_send ?? ""
    if (lead !== undefined && sent >= Timestamp.plus(yield* Timestamp.now, -answeredMillis)) {
      const thread =
        found === undefined ? undefined : Option.getOrUndefined(yield* threads.find(organization_id, found))
      const isNewer = thread === undefined || (thread.lead_id !== lead.id && thread.last_message.date_sent < sent)
      if (isNewer) return { thread: yield* threadAbout(organization_id, lead), byLead: true }
    }
    return found === undefined ? noThread : { thread: found, byLead: true }
  })

  /** Finds the thread of a mail (domain, "Threads"). */
  const findThread = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    { is_our_email, machine, mail }: ClassifiedMail
  ): Effect.fn.Return<FoundThread, StorageError> {
    const about = machine?.kind === "other" ? machine.about : undefined
    const mentions = [
      [...(about?.message_ids ?? []), ...mail.in_reply_to.slice(0, maximumMentions)],
      mail.references.slice(-maximumMentions).toReversed()
    ]
    for (const message_ids of mentions) {
      if (message_ids.length === 0) continue
      // Look for our mails first: mail from strangers may have the same Message-ID.
      for (const { lead, thread_id } of yield* sentMails(organization_id, message_ids)) {
        if (thread_id !== undefined) return { thread: thread_id, byLead: false, namesOurs: true }
        if (lead !== undefined) {
          return { thread: yield* threadAbout(organization_id, lead), byLead: true, namesOurs: true }
        }
      }
      const named = yield* threads.findByMessageIds(organization_id, message_ids)
      if (Option.isSome(named)) return { thread: named.value, byLead: false }
    }
    if (is_our_email) {
      const [to] = mail.to
      const lead = to === undefined ? undefined : yield* lastSentTo(organization_id, [to.email])
      return lead === undefined ? noThread : { thread: newThread(lead), byLead: true }
    }
    // A report without evidence does not belong to a lead's conversation.
    const from = normalizeEmail(mail.from?.email ?? "")
    if (about !== undefined || from === "") return noThread
    const found = yield* threadWith(organization_id, from)
    const plain = withoutTag(from)
    return found === noThread && plain !== from ? yield* threadWith(organization_id, plain) : found
  })

  /** The lead of a thread. */
  const leadOf = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    { byLead, thread }: FoundThread
  ): Effect.fn.Return<LeadRecord | undefined, MatchGone | StorageError> {
    const found =
      typeof thread === "number" ? Option.getOrUndefined(yield* threads.find(organization_id, thread)) : thread
    if (found === undefined) return yield* new MatchGone()
    const { lead_id } = found
    if (lead_id === null || lead_id === undefined) return byLead ? yield* new MatchGone() : undefined
    const [lead] = yield* leads.findMany(organization_id, [lead_id])
    // A thread that was found by a message also accepts mail when its lead was removed earlier, or is hidden.
    return lead === undefined && byLead ? yield* new MatchGone() : lead
  })

  /** Matches a mail that is not a bounce or a complaint: it is about the lead of its thread. */
  const matchMail = Effect.fnUntraced(function* (organization_id: OrganizationId, classified: ClassifiedMail) {
    const { is_our_email, machine, mail, trust } = classified
    if (trust === "unverified") return { trust, thread: aboutNoOne, reports: [] }
    const found = yield* findThread(organization_id, classified)
    const { namesOurs = false, thread } = found
    const lead = yield* leadOf(organization_id, found)
    if (is_our_email || machine?.kind === "other") return { trust, thread, lead, reports: [], namesOurs }
    const message_id = mail.message_id === null ? {} : { message_id: mail.message_id }
    const unsubscribed = asksToStop(classified)
      ? [{ type: "unsubscribed" as const, data: { source: "reply" as const, trust }, ...message_id }]
      : []
    // Also the address that wrote, if the mail went to another one.
    const refused = unsubscribed.map((event) => ({ email: mail.from?.email ?? "", event }))
    if (lead === undefined) {
      const mailed = refused.length === 0 ? undefined : yield* lastRecorded(organization_id, [mail.from?.email ?? ""])
      return { trust, thread, reports: [], refused: mailed === undefined ? [] : refused }
    }
    const event =
      machine === null
        ? ({ type: "replied", data: { reply_text: cut(mail.reply_text, maximumReplyText), trust } } as const)
        : ({ type: "auto_replied", data: { trust, ...returnOf(mail) } } as const)
    const reports = [{ ...event, ...message_id }, ...unsubscribed].map((event) => ({ lead_id: lead.id, lead, event }))
    return { trust, thread, lead, reports, refused, namesOurs }
  })

  /** Matches a notice: it is about the leads that it names, as far as it can be believed about each. */
  const matchNotice = Effect.fnUntraced(function* (
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
    threadAbout,
    matchOf: (organization_id: OrganizationId, classified: ClassifiedMail): Stored<Match, MatchGone> =>
      classified.machine?.kind === "bounce" || classified.machine?.kind === "complaint"
        ? matchNotice(organization_id, classified.machine, classified)
        : matchMail(organization_id, classified)
  }
}

/** The return date of an automatic reply, if it names one. */
export const returnOf = (mail: ParsedMail) => {
  const returns_on = returnDateOf(mail)
  return returns_on === null ? {} : { returns_on }
}

/** The event that a notice reports for its recipient `i`, if any. */
const eventOf = (
  notice: Notice,
  i: number,
  { former, isForwarded = false, trust }: Standing
): Pick<NewEvent, "data" | "type"> | undefined => {
  if (trust === "unverified") return undefined
  const data = { trust, ...(former === undefined ? {} : { email: former }) }
  if (notice.kind === "complaint") return notice.isRefusal ? { type: "complained", data } : undefined
  const failure = notice.failures[i]
  if (failure === undefined || failure.isDelayed) return undefined
  const { account, hard, reason, status } = failure
  return {
    // The account is at fault, so its leads go on.
    type: account === undefined ? eventType(failure) : "soft_bounced",
    // The dead address is a different one, to which the lead's mail is forwarded.
    data: { ...data, hard: hard && !isForwarded, reason, ...(status === null ? {} : { status }) }
  }
}
