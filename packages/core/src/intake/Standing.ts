/** How far a notice can be believed about each recipient that it names (domain, "Whom to believe"). */
import type { MachineMail, ParsedMail, Trust } from "@mailroom/mail"
import { normalizeEmail } from "@mailroom/mail/domain"
import { Effect } from "effect"
import type { LeadId, OrganizationId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import type { StorageError } from "../StorageError.ts"
import { formerOf, hasAddress, makeSentMails, type SentMail } from "./SentMails.ts"

/** A notice about mail that we sent. */
export type Notice = Extract<MachineMail, { readonly kind: "bounce" | "complaint" }>

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
  const isOnly = mails.every(({ emails, event, lead, lead_id }) => {
    const [email] = emails
    if (email === undefined || emails.length > 1) return false
    if (lead_id === undefined) return normalizeEmail(email) === normalizeEmail(address)
    return lead_id === first.lead_id && (event !== undefined || (lead !== undefined && hasAddress(lead, email)))
  })
  return isOnly ? first : undefined
}

/** A notice, and the mails of ours that it returns. */
interface ReadNotice {
  readonly notice: Notice
  readonly isVouched: boolean
  /** Whether the notice names a Message-ID, known or not. */
  readonly namesMail: boolean
  readonly mails: ReadonlyArray<SentMail>
}

/**
 * The standing of the single recipient of a notice that returns mail to a single lead, but names no address of it; `undefined`:
 * the notice does not concern that lead.
 */
const standingOfOnly = (
  { isVouched, mails, notice }: ReadNotice,
  emails: ReadonlyArray<string>
): Standing | undefined => {
  const only = onlyMail(mails)
  if (only === undefined) return undefined
  // A failed copy does not concern the lead that the mail went to.
  const copied = new Set(notice.about.recipients.map(normalizeEmail))
  if (notice.kind === "bounce" && emails.some((email) => copied.has(normalizeEmail(email)))) return undefined
  // Providers hide who complains; then the mail had only one recipient.
  const isHidden = emails.length === 0 || notice.kind === "complaint"
  if (!isHidden && only.lead === undefined) return undefined
  const trust = trustOf({ isVouched, isSentTo: isHidden, isForwarded: true, isRecent: false })
  const { lead, lead_id } = only
  return { trust, lead_id, lead, mail: only, email: only.emails[0], isForwarded: true }
}

/** Makes the function that returns the standing of each of `recipientsOf`, in order. */
export const makeStandings = Effect.gen(function* () {
  const { lastRecorded, lastSentTo, sentMails, wasMailed } = yield* makeSentMails

  /** The standing of a recipient by the first returned mail that went to it; `undefined`: none did. */
  const standingOfReturned = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    { isVouched, mails }: ReadNotice,
    emails: ReadonlyArray<string>
  ): Effect.fn.Return<Standing | undefined, StorageError> {
    const addresses = new Set(emails.map(normalizeEmail))
    for (const mail of mails) {
      // Only the address that the mail went to counts: the notice may name other addresses beside it.
      const email = mail.emails.find((email) => addresses.has(normalizeEmail(email)))
      if (email === undefined) continue
      const trust = trustOf({ isVouched, isSentTo: true, isForwarded: false, isRecent: false })
      const { event, lead, lead_id } = mail
      if (event !== undefined) return { trust, lead_id, lead, mail, email, ...formerOf(lead, email) }
      const owner = lead !== undefined && hasAddress(lead, email) ? lead : yield* lastSentTo(organization_id, [email])
      return { trust, lead_id: owner?.id, lead: owner, mail, email }
    }
    return undefined
  })

  /**
   * The standing of the recipient with these addresses, by the best evidence that there is: a returned mail to it; a lead with one of the
   * addresses; a returned mail to a single lead; a record of mail to a lead that was deleted. `isOnly`: it is the only recipient of the
   * notice. Where it is not, and the host does not vouch for the notice, only a returned mail counts.
   */
  const standingOf = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    read: ReadNotice,
    emails: ReadonlyArray<string>,
    isOnly: boolean
  ): Effect.fn.Return<Standing, StorageError> {
    const { isVouched, mails, namesMail } = read
    const byReturnedMail = yield* standingOfReturned(organization_id, read, emails)
    if (byReturnedMail !== undefined) return byReturnedMail
    const noEvidence = { isVouched, isSentTo: false, isForwarded: false, isRecent: false }
    if (!isOnly && !isVouched) return { trust: trustOf(noEvidence) }
    const lead = yield* lastSentTo(organization_id, emails)
    if (lead !== undefined) {
      const isRecent = mails.length === 0 && (yield* wasMailed(organization_id, lead, namesMail))
      const trust = trustOf({ ...noEvidence, isRecent })
      return trust === "unverified" ? { trust } : { trust, lead_id: lead.id, lead }
    }
    const byOnlyLead = isOnly ? standingOfOnly(read, emails) : undefined
    if (byOnlyLead !== undefined) return byOnlyLead
    const trust = trustOf(noEvidence)
    return isVouched ? { trust, ...(yield* lastRecorded(organization_id, emails)) } : { trust }
  })

  return Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    notice: Notice,
    mail: ParsedMail,
    isVouched: boolean
  ): Effect.fn.Return<ReadonlyArray<Standing>, StorageError> {
    const message_ids = returnedIds(notice, mail)
    const mails = yield* sentMails(organization_id, message_ids)
    const read = { notice, isVouched, namesMail: message_ids.length > 0, mails }
    const recipients = recipientsOf(notice)
    return yield* Effect.forEach(recipients, (emails) =>
      standingOf(organization_id, read, emails, recipients.length === 1)
    )
  })
})
