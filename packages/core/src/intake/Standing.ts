/** How far a notice can be believed about each recipient that it names (domain, "Whom to believe"). */
import type { MachineMail, ParsedMail, Trust } from "@mailroom/mail"
import { normalizeEmail } from "@mailroom/mail/domain"
import { Effect } from "effect"
import { type Event, idSpellingsOf, mailId } from "../activity/Event.ts"
import type { EventStore } from "../activity/EventStore.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import type { LeadStore } from "../leads/LeadStore.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import type { OurMessage, ThreadStore } from "../unibox/ThreadStore.ts"
import type { LeadId, OrganizationId, ThreadId } from "../ids.ts"

/** A notice about mail that we sent. */
export type Notice = Extract<MachineMail, { readonly kind: "bounce" | "complaint" }>

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
  readonly hasEvent: boolean
}

/** How far a notice is believed about one of its recipients, and the lead and mail that it concerns. */
export interface Standing {
  readonly trust: Trust
  /** The lead, if known. `lead_id` is also set when the lead was deleted after its mail was recorded as sent. */
  readonly lead_id?: LeadId | undefined
  readonly lead?: LeadRecord | undefined
  /** Our mail that the notice returns, if any. */
  readonly mail?: SentMail | undefined
  /** The address that this mail went to. */
  readonly email?: string | undefined
  /** The address that the mail went to, if the lead now has another address or was deleted. */
  readonly former?: string | undefined
  /** The notice does not name an address of the lead: it comes from a system that the lead's mail is forwarded to. */
  readonly isForwarded?: boolean
}

/** The evidence about a recipient that a notice names. */
export interface Evidence {
  /** The host vouches for the source of the notice. */
  readonly isVouched: boolean
  /** The notice returns a mail that went to the recipient or, if it hides the recipient, to a single lead. */
  readonly isSentTo: boolean
  /** The notice returns a mail that went to a single lead, and names one address, which is unknown. */
  readonly isForwarded: boolean
  /**
   * The notice names one lead, which was mailed recently, and names no Message-ID that identifies the returned mail.
   */
  readonly isRecent: boolean
}

/** The trust that follows from the evidence about a recipient. */
export const trustOf = ({ isForwarded, isRecent, isSentTo, isVouched }: Evidence): Trust => {
  if (isVouched || isSentTo) return "verified"
  return isForwarded || isRecent ? "plausible" : "unverified"
}

/** The recorded events and the stored messages for some Message-IDs, and their leads that exist. */
interface Sent {
  readonly recorded: ReadonlyArray<Event>
  readonly stored: ReadonlyArray<OurMessage>
  readonly byId: ReadonlyMap<LeadId, LeadRecord>
}

/** How long after a mail a notice without its Message-ID is believed. */
const recentMillis = 30 * 86_400_000
/** Maximum number of rows to read for one mail or one address. */
const maximumFound = 100

/**
 * The addresses of each recipient that a notice names: the address that the mail was written to, and the address where
 * it failed. A notice that names nobody has one recipient without addresses.
 */
const recipientsOf = (notice: Notice): ReadonlyArray<ReadonlyArray<string>> => {
  const named =
    notice.kind === "complaint" ? [[notice.to]] : notice.failures.map(({ email, original }) => [original, email])
  return named.length === 0 ? [[]] : named.map((addresses) => addresses.filter((address) => address !== ""))
}

/** The Message-IDs that a notice names: of the returned mail, else of the mail that it answers. */
export const returnedIds = ({ about }: Notice, mail: ParsedMail): ReadonlyArray<string> =>
  about.message_ids.length > 0 ? about.message_ids : [...mail.in_reply_to, ...mail.references]

/** The first of these mails, if all of them went only to the same lead, or to the same address. */
const onlyMail = (mails: ReadonlyArray<SentMail>): SentMail | undefined => {
  const [first] = mails
  const [address] = first?.emails ?? []
  if (first === undefined || address === undefined) return undefined
  const isOnly = mails.every(({ emails, hasEvent, lead, lead_id }) => {
    const [email] = emails
    if (email === undefined || emails.length > 1) return false
    if (lead_id === undefined) return normalizeEmail(email) === normalizeEmail(address)
    return lead_id === first.lead_id && (hasEvent || (lead !== undefined && isOf(lead, email)))
  })
  return isOnly ? first : undefined
}

/** The address that a mail went to, unless its lead exists and has that address. */
const formerOf = (lead: LeadRecord | undefined, email: string) =>
  lead !== undefined && isOf(lead, email) ? {} : { former: email }

const isOf = ({ email }: LeadRecord, address: string | undefined) =>
  address !== undefined && normalizeEmail(email) === normalizeEmail(address)

export const makeStandings = (
  leads: LeadStore["Service"],
  events: EventStore["Service"],
  threads: ThreadStore["Service"]
) => {
  /**
   * The lead with the first of these addresses that belongs to a lead. If several leads have it, the one that was sent
   * to last.
   */
  const lastSentTo = Effect.fnUntraced(function* (organization_id: OrganizationId, emails: ReadonlyArray<string>) {
    for (const email of emails) {
      const match = { addresses: [normalizeEmail(email)], domains: [] }
      const places = yield* leads.findMatching(organization_id, match, { limit: maximumFound })
      if (places.length === 0) continue
      const found = yield* leads.findMany(
        organization_id,
        places.map(({ id }) => id)
      )
      const sent = ({ date_last_sequence_send }: LeadRecord) => date_last_sequence_send ?? ""
      if (found.length > 0) return found.reduce((latest, lead) => (sent(lead) >= sent(latest) ? lead : latest))
    }
    return undefined
  })

  /**
   * Reads `Sent`. A lead that is missing now and was not `missing` before may have been erased after its events were
   * read: then everything is read again.
   */
  const readSent = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    spellings: ReadonlyArray<string>,
    missing: ReadonlySet<LeadId> = new Set()
  ): Effect.fn.Return<Sent, StorageError> {
    const recorded = yield* events.findSent(organization_id, spellings, { limit: maximumFound })
    const stored = yield* threads.findOurs(organization_id, { message_ids: spellings }, { limit: maximumFound })
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
    const { byId, recorded, stored } = yield* readSent(organization_id, spellings)
    const placeOf = (...ids: ReadonlyArray<string | null | undefined>) =>
      asked.findIndex((spellings) => ids.some((id) => id !== null && id !== undefined && spellings.includes(id)))
    return [
      ...recorded.map(({ email, lead_id, message_id, provider_message_id }) => {
        const lead = byId.get(lead_id)
        return {
          place: placeOf(message_id, provider_message_id),
          message_id: message_id ?? provider_message_id,
          thread_id: stored.find(
            ({ message_id: id }) => id !== undefined && message_id !== null && mailId(id) === mailId(message_id)
          )?.thread_id,
          lead_id,
          lead,
          emails: email === null ? [] : [email],
          hasEvent: true
        }
      }),
      ...stored.map(({ cc_email = "", lead_id, message_id = null, thread_id, to_email }) => ({
        place: placeOf(message_id),
        message_id,
        thread_id,
        ...(lead_id !== null && byId.has(lead_id) ? { lead_id, lead: byId.get(lead_id) } : {}),
        emails: [to_email, cc_email].flatMap((list) => list.split(", ")).filter((email) => email !== ""),
        hasEvent: false
      }))
    ].sort((a, b) => a.place - b.place)
  })

  /** The latest recorded mail to the first of these addresses that mail was sent to, and its lead. */
  const lastRecorded = Effect.fnUntraced(function* (organization_id: OrganizationId, emails: ReadonlyArray<string>) {
    const asked = emails.map((email) => ({ address: normalizeEmail(email) }))
    const found = asked.length === 0 ? [] : yield* events.findSentToAddresses(organization_id, asked)
    const mail = found.find((event) => event !== null)
    if (mail?.email === undefined || mail.email === null) return undefined
    const { email, lead_id, message_id, provider_message_id } = mail
    const [lead] = yield* leads.findMany(organization_id, [lead_id])
    const sent = { message_id: message_id ?? provider_message_id, lead_id, lead, emails: [email], hasEvent: true }
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
    const stored = yield* threads.findOurs(organization_id, { lead_id, since }, { limit })
    const hasId = [
      ...recorded
        .filter(({ occurred_at }) => occurred_at >= since)
        .map(({ message_id, provider_message_id }) => (message_id ?? provider_message_id) !== null),
      ...stored.map(({ message_id }) => message_id !== undefined)
    ]
    return namesMail ? hasId.includes(false) : hasId.length > 0
  })

  /** The standing of each of `recipientsOf`, in order. */
  const standingsOf = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    notice: Notice,
    mail: ParsedMail,
    isVouched: boolean
  ): Effect.fn.Return<ReadonlyArray<Standing>, StorageError> {
    const message_ids = returnedIds(notice, mail)
    const mails = yield* sentMails(organization_id, message_ids)
    const only = onlyMail(mails)
    const recipients = recipientsOf(notice)
    const isOnly = recipients.length === 1
    const copied = new Set(notice.about.recipients.map(normalizeEmail))
    const nothing = { isVouched, isSentTo: false, isForwarded: false, isRecent: false }

    return yield* Effect.forEach(
      recipients,
      Effect.fnUntraced(function* (emails): Effect.fn.Return<Standing, StorageError> {
        const addresses = new Set(emails.map(normalizeEmail))
        for (const mail of mails) {
          // Only the address that the mail went to counts: the notice may name other addresses beside it.
          const email = mail.emails.find((email) => addresses.has(normalizeEmail(email)))
          if (email === undefined) continue
          const trust = trustOf({ ...nothing, isSentTo: true })
          const { hasEvent, lead, lead_id } = mail
          if (hasEvent) return { trust, lead_id, lead, mail, email, ...formerOf(lead, email) }
          const own = lead !== undefined && isOf(lead, email) ? lead : yield* lastSentTo(organization_id, [email])
          return { trust, lead_id: own?.id, lead: own, mail, email }
        }
        if (!isOnly && !isVouched) return { trust: trustOf(nothing) }
        const known = yield* lastSentTo(organization_id, emails)
        // A failed copy does not concern the lead that the mail went to.
        const isCopy = notice.kind === "bounce" && [...addresses].some((address) => copied.has(address))
        // Providers hide who complains; then the mail had only one recipient.
        const isHidden = emails.length === 0 || notice.kind === "complaint"
        if (isOnly && known === undefined && only !== undefined && !isCopy && (isHidden || only.lead !== undefined)) {
          const trust = trustOf({ ...nothing, isSentTo: isHidden, isForwarded: true })
          const { emails, lead, lead_id } = only
          return { trust, lead_id, lead, mail: only, email: emails[0], isForwarded: true }
        }
        if (isVouched && known === undefined) {
          return { trust: trustOf(nothing), ...(yield* lastRecorded(organization_id, emails)) }
        }
        const isRecent =
          known !== undefined &&
          mails.length === 0 &&
          (yield* wasMailed(organization_id, known, message_ids.length > 0))
        const trust = trustOf({ ...nothing, isRecent })
        return trust === "unverified" ? { trust } : { trust, lead_id: known?.id, lead: known }
      })
    )
  })

  return { lastRecorded, lastSentTo, sentMails, standingsOf }
}
