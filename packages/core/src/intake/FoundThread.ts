/** Finds the thread of a mail, and its lead. */
import { normalizeEmail } from "@mailroom/mail/domain"
import { Effect, Option } from "effect"
import { day } from "../Durations.ts"
import type { MessageId, OrganizationId, ThreadId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { type NewThread, Tab } from "../unibox/Thread.ts"
import { ThreadStore } from "../unibox/ThreadStore.ts"
import { aboutNoOne, type ClassifiedMail, MatchGone } from "./Match.ts"
import { makeSentMails, type ReadMails } from "./SentMails.ts"

/** Maximum number of Message-IDs to look up per header. In a longer thread, the latest ones are used. */
const maximumMentions = 100
/** How long after a `sent` event a mail of its recipient counts as the answer, in milliseconds. */
const answeredMillis = 90 * day

/** The thread that a mail belongs to, or the new thread that it starts. */
export interface FoundThread {
  readonly thread: ThreadId | NewThread
  /** Whether the thread was found by its lead, and not by a message in it. */
  readonly byLead: boolean
  /** Whether the mail names a mail of ours. */
  readonly namesOurs?: boolean
  /** The lead of the thread; `null`: it has none. Absent: it is not read yet. */
  readonly lead?: LeadRecord | null
  /** The mail that forwarded a message and that this one answers. */
  readonly refers_to?: MessageId
  /** The mails of ours that were read. */
  readonly read?: ReadMails
}

/** An address without the part that its owner adds after a plus (RFC 5233). */
const withoutTag = (address: string): string => address.replace(/^([^@+]{1,64})\+[^@]*@/u, "$1@")

const noThread: FoundThread = { thread: aboutNoOne, byLead: false }

const newThread = ({ campaign_id, id }: LeadRecord): NewThread => ({ tab: "other", lead_id: id, campaign_id })

export const makeFoundThread = Effect.gen(function* () {
  const leads = yield* LeadStore
  const threads = yield* ThreadStore
  const { lastSentTo, sentMails, separateForwards } = yield* makeSentMails

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
    const lead = yield* lastSentTo(organization_id, [address])
    // Nearly all other mail is from strangers.
    if (lead === undefined) return noThread
    const found = Option.getOrUndefined(yield* threads.findByLeadEmail(organization_id, address))
    const sent = lead.date_last_sequence_send ?? ""
    if (sent >= Timestamp.plus(yield* Timestamp.now, -answeredMillis)) {
      const thread =
        found === undefined ? undefined : Option.getOrUndefined(yield* threads.find(organization_id, found))
      const isNewer = thread === undefined || (thread.lead_id !== lead.id && thread.last_message.date_sent < sent)
      if (isNewer) return { thread: yield* threadAbout(organization_id, lead), byLead: true, lead }
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
    let forward: MessageId | undefined
    const answered = (found: FoundThread): FoundThread =>
      forward === undefined || is_our_email ? found : { ...found, refers_to: forward }
    for (const message_ids of mentions) {
      if (message_ids.length === 0) continue
      // Look for our mails first: mail from strangers may have the same Message-ID.
      const mails = yield* sentMails(organization_id, message_ids)
      const ours = { namesOurs: true, read: { message_ids, mails } }
      for (const { lead, lead_of_thread = null, thread_id } of mails) {
        if (thread_id !== undefined)
          return answered({ ...ours, thread: thread_id, byLead: false, lead: lead_of_thread })
        if (lead !== undefined)
          return answered({ ...ours, thread: yield* threadAbout(organization_id, lead), byLead: true, lead })
      }
      const named = yield* threads.findByMessageIds(organization_id, message_ids)
      if (Option.isNone(named)) continue
      const separated = yield* separateForwards(organization_id, message_ids)
      const { others } = separated
      forward ??= separated.forward
      const found =
        others.length === message_ids.length ? named : yield* threads.findByMessageIds(organization_id, others)
      if (Option.isSome(found)) return answered({ thread: found.value, byLead: false })
    }
    if (is_our_email) {
      const [to] = mail.to
      const lead = to === undefined ? undefined : yield* lastSentTo(organization_id, [to.email])
      return lead === undefined ? noThread : { thread: newThread(lead), byLead: true, lead }
    }
    // A report without evidence does not belong to a lead's conversation.
    const from = normalizeEmail(mail.from?.email ?? "")
    if (about !== undefined || from === "") return answered(noThread)
    const found = yield* threadWith(organization_id, from)
    const plain = withoutTag(from)
    return answered(found === noThread && plain !== from ? yield* threadWith(organization_id, plain) : found)
  })

  /** The lead of a thread. One that is known may be removed meanwhile: its lock shows that. */
  const leadOf = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    { byLead, lead: known, thread }: FoundThread
  ): Effect.fn.Return<LeadRecord | undefined, MatchGone | StorageError> {
    if (known !== undefined) return known ?? undefined
    const found =
      typeof thread === "number" ? Option.getOrUndefined(yield* threads.find(organization_id, thread)) : thread
    if (found === undefined) return yield* new MatchGone()
    const { lead_id } = found
    if (lead_id === null || lead_id === undefined) return byLead ? yield* new MatchGone() : undefined
    const [lead] = yield* leads.findMany(organization_id, [lead_id])
    // A thread that was found by a message also accepts mail when its lead was removed earlier, or is hidden.
    return lead === undefined && byLead ? yield* new MatchGone() : lead
  })

  return { findThread, leadOf, threadAbout }
})
