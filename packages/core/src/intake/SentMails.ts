/** Our mails that an incoming mail may be about, and their leads. */
import { normalizeEmail } from "@mailroom/mail/domain"
import { Effect } from "effect"
import { type Event, idSpellingsOf, mailId } from "../activity/Event.ts"
import { EventStore } from "../activity/EventStore.ts"
import { day } from "../Durations.ts"
import type { LeadId, OrganizationId, ThreadId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { type OurMessage, ThreadStore } from "../unibox/ThreadStore.ts"

/** A mail that was recorded as sent, under a Message-ID that an incoming mail names. */
export interface SentMail {
  readonly message_id: string | null
  /** Absent when the mail itself is not stored. */
  readonly thread_id?: ThreadId | undefined
  /**
   * The lead of the `sent` event, also when it was deleted. Without an event, the lead of the thread, although the mail
   * may have gone to others.
   */
  readonly lead_id?: LeadId | undefined
  /** The lead, if it exists. */
  readonly lead?: LeadRecord | undefined
  /** The addresses that the mail went to. */
  readonly emails: ReadonlyArray<string>
  /** Its `sent` event, if there is one. */
  readonly event?: Event | undefined
  /** The lead of its thread, if that exists. */
  readonly lead_of_thread?: LeadRecord | undefined
}

/** The mails of ours that were read by the Message-IDs that a mail names. */
export interface ReadMails {
  readonly message_ids: ReadonlyArray<string>
  readonly mails: ReadonlyArray<SentMail>
}

/** The recorded events and the stored messages for some Message-IDs, and their leads that exist. */
interface Sent {
  readonly recorded: ReadonlyArray<Event>
  readonly stored: ReadonlyArray<OurMessage>
  readonly byId: ReadonlyMap<LeadId, LeadRecord>
}

/** How long after a mail a notice without its Message-ID is believed. */
const recentMillis = 30 * day
/** Maximum number of rows to read for one mail or one address. */
const maximumFound = 100

/** The address that a mail went to (`former`), unless its lead exists and has that address. */
export const formerOf = (lead: LeadRecord | undefined, email: string) =>
  lead !== undefined && hasAddress(lead, email) ? {} : { former: email }

/** Whether the lead has this address, in any spelling. */
export const hasAddress = ({ email }: LeadRecord, address: string | undefined) =>
  address !== undefined && normalizeEmail(email) === normalizeEmail(address)

/**
 * The mails of recorded events, and of stored messages, in the order in which their Message-IDs were asked for. `asked`: the spellings
 * of each Message-ID.
 */
const inOrder = (
  asked: ReadonlyArray<ReadonlyArray<string>>,
  { byId, recorded, stored }: Sent
): ReadonlyArray<SentMail> => {
  const indexOf = (...ids: ReadonlyArray<string | null | undefined>) =>
    asked.findIndex((spellings) => ids.some((id) => id !== null && id !== undefined && spellings.includes(id)))
  return [
    ...recorded.map((event) => {
      const { email, lead_id, message_id, provider_message_id } = event
      const message = stored.find(
        ({ message_id: id }) => id !== undefined && message_id !== null && mailId(id) === mailId(message_id)
      )
      return {
        index: indexOf(message_id, provider_message_id),
        message_id: message_id ?? provider_message_id,
        thread_id: message?.thread_id,
        lead_id,
        lead: byId.get(lead_id),
        lead_of_thread: message?.lead_id == null ? undefined : byId.get(message.lead_id),
        emails: email === null ? [] : [email],
        event
      }
    }),
    ...stored.map(({ bcc_email = "", cc_email = "", lead_id, message_id = null, thread_id, to_email }) => ({
      index: indexOf(message_id),
      message_id,
      thread_id,
      ...(lead_id !== null && byId.has(lead_id)
        ? { lead_id, lead: byId.get(lead_id), lead_of_thread: byId.get(lead_id) }
        : {}),
      emails: [to_email, cc_email, bcc_email].flatMap((list) => list.split(", ")).filter((email) => email !== "")
    }))
  ].sort((a, b) => a.index - b.index)
}

/** Whether a message of ours went to the lead of its thread, and not to somebody else. */
const isToLead = ({ kind }: Pick<OurMessage, "kind">): boolean => kind !== "forward"

export const makeSentMails = Effect.gen(function* () {
  const leads = yield* LeadStore
  const events = yield* EventStore
  const threads = yield* ThreadStore

  /**
   * The lead with the first of these addresses that belongs to a lead. If several leads have it, the one that was sent
   * to last.
   */
  const lastSentTo = Effect.fnUntraced(function* (organization_id: OrganizationId, emails: ReadonlyArray<string>) {
    for (const email of emails) {
      const match = { addresses: [normalizeEmail(email)], domains: [] }
      const matching = yield* leads.findMatching(organization_id, match, { limit: maximumFound })
      if (matching.length === 0) continue
      const found = yield* leads.findMany(
        organization_id,
        matching.map(({ id }) => id)
      )
      const lastSent = ({ date_last_sequence_send }: LeadRecord) => date_last_sequence_send ?? ""
      if (found.length > 0) return found.reduce((latest, lead) => (lastSent(lead) >= lastSent(latest) ? lead : latest))
    }
    return undefined
  })

  /**
   * Reads `Sent`. A lead that is missing may have been erased after its events were read: then everything is read again, until no
   * further lead is missing. `missing`: the leads that were missing at the reading before.
   */
  const readSent = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    spellings: ReadonlyArray<string>,
    missing: ReadonlySet<LeadId> = new Set()
  ): Effect.fn.Return<Sent, StorageError> {
    const recorded = yield* events.findSent(organization_id, spellings, { limit: maximumFound })
    const ours = yield* threads.findOurs(organization_id, { message_ids: spellings }, { limit: maximumFound })
    const stored = ours.filter(isToLead)
    const lead_ids = new Set([...recorded, ...stored].flatMap(({ lead_id }) => lead_id ?? []))
    const found = lead_ids.size === 0 ? [] : yield* leads.findMany(organization_id, [...lead_ids])
    const byId = new Map(found.map((lead) => [lead.id, lead]))
    const gone = [...lead_ids].filter((id) => !byId.has(id))
    if (gone.every((id) => missing.has(id))) return { recorded, stored, byId }
    return yield* readSent(organization_id, spellings, new Set(gone))
  })

  /**
   * Our mails that were recorded under these Message-IDs, in the order of the ids. For the same id, mails of `sent`
   * events come first, because they name their lead.
   */
  const sentMails = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    message_ids: ReadonlyArray<string>
  ): Effect.fn.Return<ReadonlyArray<SentMail>, StorageError> {
    if (message_ids.length === 0) return []
    const asked = message_ids.map(idSpellingsOf)
    const spellings = [...new Set(asked.flat())]
    return inOrder(asked, yield* readSent(organization_id, spellings))
  })

  /** The latest recorded mail to the first of these addresses that mail was sent to, and its lead. */
  const lastRecorded = Effect.fnUntraced(function* (organization_id: OrganizationId, emails: ReadonlyArray<string>) {
    const asked = emails.map((email) => ({ address: normalizeEmail(email) }))
    const found = asked.length === 0 ? [] : yield* events.findSentToAddresses(organization_id, asked)
    const mail = found.find((event) => event !== null)
    if (mail?.email === undefined || mail.email === null) return undefined
    const { email, lead_id, message_id, provider_message_id } = mail
    const [lead] = yield* leads.findMany(organization_id, [lead_id])
    const sent = { message_id: message_id ?? provider_message_id, lead_id, lead, emails: [email], event: mail }
    return { lead_id, lead, email, mail: sent, ...formerOf(lead, email) }
  })

  /**
   * Whether the lead was mailed recently. When the notice names the Message-ID of an unknown mail, only mail that was
   * recorded without a Message-ID counts.
   */
  const wasMailed = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    { campaign_id, id: lead_id }: LeadRecord,
    namesMail: boolean
  ) {
    const since = Timestamp.plus(yield* Timestamp.now, -recentMillis)
    const limit = maximumFound
    const recorded = yield* events.page(organization_id, campaign_id, { types: ["sent"], lead_id, limit })
    const stored = (yield* threads.findOurs(organization_id, { lead_id, since }, { limit })).filter(isToLead)
    const mails = [
      ...recorded
        .filter(({ occurred_at }) => occurred_at >= since)
        .map(({ message_id, provider_message_id }) => ({ hasId: (message_id ?? provider_message_id) !== null })),
      ...stored.map(({ message_id }) => ({ hasId: message_id !== undefined }))
    ]
    return namesMail ? mails.some(({ hasId }) => !hasId) : mails.length > 0
  })

  /**
   * Separates the Message-IDs of our forwards, whose answers do not come from the lead, from the others. `others`: the ids that are not of
   * a forward. `forward`: our mail with the first id of a forward; `undefined`: there is none.
   */
  const separateForwards = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    message_ids: ReadonlyArray<string>
  ) {
    const match = { message_ids: message_ids.flatMap(idSpellingsOf) }
    const found = yield* threads.findOurs(organization_id, match, { limit: maximumFound })
    const forwards = new Map(
      found.flatMap((message) => (isToLead(message) ? [] : [[mailId(message.message_id ?? ""), message.id] as const]))
    )
    const [forward] = message_ids.flatMap((id) => forwards.get(mailId(id)) ?? [])
    return { forward, others: message_ids.filter((id) => !forwards.has(mailId(id))) }
  })

  return { lastRecorded, lastSentTo, separateForwards, sentMails, wasMailed }
})
