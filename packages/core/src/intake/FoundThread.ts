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
    if (newest !== undefined) {
      const [, thread_id] = newest
      return thread_id
    }
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
    const last_sent = lead.date_last_sequence_send ?? ""
    if (last_sent >= Timestamp.plus(yield* Timestamp.now, -answeredMillis)) {
      const thread =
        found === undefined ? undefined : Option.getOrUndefined(yield* threads.find(organization_id, found))
      const isEventNewer =
        thread === undefined || (thread.lead_id !== lead.id && thread.last_message.date_sent < last_sent)
      if (isEventNewer) return { thread: yield* threadAbout(organization_id, lead), byLead: true, lead }
    }
    return found === undefined ? noThread : { thread: found, byLead: true }
  })

  /**
   * The thread of the mails with these Message-IDs (`found`): of the first mail of ours, or else of other mail. `forward`: our forward with
   * the first id that is one of a forward. An answer to a forward is not in the thread of the forwarded message.
   */
  const threadOfIds = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    message_ids: ReadonlyArray<string>
  ): Effect.fn.Return<{ readonly found?: FoundThread; readonly forward?: MessageId | undefined }, StorageError> {
    if (message_ids.length === 0) return {}
    // Look for our mails first: mail from strangers may have the same Message-ID.
    const mails = yield* sentMails(organization_id, message_ids)
    const ours = { namesOurs: true, read: { message_ids, mails } }
    for (const { lead, lead_of_thread = null, thread_id } of mails) {
      if (thread_id !== undefined) return { found: { ...ours, thread: thread_id, byLead: false, lead: lead_of_thread } }
      if (lead !== undefined) {
        return { found: { ...ours, thread: yield* threadAbout(organization_id, lead), byLead: true, lead } }
      }
    }
    const ofAll = yield* threads.findByMessageIds(organization_id, message_ids)
    if (Option.isNone(ofAll)) return {}
    const { forward, others } = yield* separateForwards(organization_id, message_ids)
    const found =
      others.length === message_ids.length ? ofAll : yield* threads.findByMessageIds(organization_id, others)
    return Option.isSome(found) ? { found: { thread: found.value, byLead: false }, forward } : { forward }
  })

  /**
   * Finds the thread of a mail (domain, "Threads"): by the Message-IDs that it names, the answered mail first; otherwise by the lead
   * that our mail goes to, or that wrote it.
   */
  const findThread = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    { is_our_email, machine, mail }: ClassifiedMail
  ): Effect.fn.Return<FoundThread, StorageError> {
    const about = machine?.kind === "other" ? machine.about : undefined
    let answeredForward: MessageId | undefined
    const withForward = (found: FoundThread): FoundThread =>
      answeredForward === undefined || is_our_email ? found : { ...found, refers_to: answeredForward }
    for (const message_ids of [
      [...(about?.message_ids ?? []), ...mail.in_reply_to.slice(0, maximumMentions)],
      mail.references.slice(-maximumMentions).toReversed()
    ]) {
      const { forward, found } = yield* threadOfIds(organization_id, message_ids)
      answeredForward ??= forward
      if (found !== undefined) return withForward(found)
    }
    if (is_our_email) {
      const [to] = mail.to
      const lead = to === undefined ? undefined : yield* lastSentTo(organization_id, [to.email])
      return lead === undefined ? noThread : { thread: newThread(lead), byLead: true, lead }
    }
    // A report without evidence does not belong to a lead's conversation.
    const from = normalizeEmail(mail.from?.email ?? "")
    if (about !== undefined || from === "") return withForward(noThread)
    const found = yield* threadWith(organization_id, from)
    const untagged = withoutTag(from)
    const isTagged = untagged !== from
    return withForward(found === noThread && isTagged ? yield* threadWith(organization_id, untagged) : found)
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
