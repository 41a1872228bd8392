/** The fault of an account that a notice shows. */
import { type AccountNotice, accountNoticeIn } from "@mailroom/mail"
import { organizationalDomain } from "@mailroom/mail/dns"
import { domainsOf, normalizeEmail } from "@mailroom/mail/domain"
import { Effect } from "effect"
import { AccountStore } from "../accounts/AccountStore.ts"
import { day } from "../Durations.ts"
import { failed } from "../mailboxes/Health.ts"
import { makeMailboxUpdate } from "../mailboxes/MailboxUpdate.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { AccountId } from "../ids.ts"
import type { ShownFault } from "../sends/Delivery.ts"
import { accountFault } from "../sending/AccountFault.ts"
import { plus, type Timestamp } from "../Timestamp.ts"
import { isFreeMail } from "@mailroom/mail/free-mail"
import type { ClassifiedMail, Match } from "./Match.ts"

/** A notice that is being stored. */
export interface ReceivedNotice {
  readonly account_id: AccountId
  readonly classified: ClassifiedMail
  readonly match: Match
  /** Whether the notice names a mail of ours. */
  readonly namesOurs: boolean
  readonly date_sent: Timestamp
}

/** The account that a notice is about: its address, and the hosts of its servers. */
export interface NoticedAccount {
  readonly email: string
  readonly hosts: ReadonlyArray<string>
}

/** Domains of the same owner: Google sends notices from `googlemail.com`, and Microsoft from `outlook.com`. */
const aliases: Readonly<Record<string, string>> = { "googlemail.com": "gmail.com", "office365.com": "outlook.com" }

/** The organization that an address or a host belongs to, by its domain below the public suffix. */
const ownerOf = (name: string) => {
  const domain = organizationalDomain(domainsOf(normalizeEmail(name))[0] ?? "")
  return aliases[domain] ?? domain
}

/** The mailboxes that mail systems write from. Their names are reserved at providers of free mail (RFC 2142). */
const isSystem = (email: string) => /^(?:mailer-daemon|postmaster)@/iu.test(email)

/**
 * Whether a notice may stop its account. The recipient of our mail must not be able to forge one, although it knows the Message-ID.
 * `sender`, `account` and `recipient` are the owners of the domains of these three (`ownerOf`).
 */
export const isBelieved = (
  { classified: { mail, trust }, match, namesOurs }: Omit<ReceivedNotice, "account_id" | "date_sent">,
  { email, hosts }: NoticedAccount
): boolean => {
  const from = mail.from?.email ?? ""
  const sender = ownerOf(from)
  const account = ownerOf(email)
  const recipient = match.lead === undefined ? undefined : ownerOf(match.lead.email)
  // It must come from the domain of the account, or of one of its servers.
  if (trust === "unverified" || sender === "" || ![account, ...hosts.map(ownerOf)].includes(sender)) return false
  // It must be about a mail of ours.
  if (!namesOurs && match.trust !== "verified") return false
  // Strangers, or the recipient, may have addresses at the domain of the sender. Then a mail system must have written the notice.
  const mayBeOfStranger = isFreeMail(sender) || sender === recipient
  if (mayBeOfStranger && !isSystem(from)) return false
  // The recipient may have an address at the domain of the account or the sender. Then DMARC must prove the sender.
  const mayBeOfRecipient = isFreeMail(account) || recipient === undefined || [account, sender].includes(recipient)
  return trust === "verified" || !mayBeOfRecipient
}

/**
 * The fault of its account that a notice shows; `null`: it shows none, or one that is over. A fault ends after the same time as
 * that of a refusal (`accountFault`), counted from the date of the notice, which may be read late.
 */
const faultOfNotice = (
  notice: ReceivedNotice,
  { about, says: error }: AccountNotice,
  account: NoticedAccount,
  now: Timestamp
): ShownFault | null => {
  if (!isBelieved(notice, account)) return null
  const shown =
    about === "login"
      ? { kind: "credentials" as const, error }
      : accountFault({ at: "recipient", code: 550, reply: error }, about, notice.date_sent)
  const until = shown?.until ?? plus(notice.date_sent, day)
  return shown === null || until <= now ? null : { ...shown, until }
}

/**
 * Makes the function that lets an account wait if a notice says that it cannot send. Call it in the transaction that stores the
 * notice, before leads are locked: it locks the account and its mailbox.
 */
export const makeAccountFaultOfNotice = Effect.gen(function* () {
  const accounts = yield* AccountStore
  const updateMailbox = yield* makeMailboxUpdate
  return Effect.fnUntraced(function* (notice: ReceivedNotice) {
    const statement = accountNoticeIn(notice.classified.machine)
    if (statement === null) return
    const { id } = yield* CurrentOrganization
    const [account] = yield* accounts.findMany(id, [notice.account_id])
    if (account === undefined) return
    yield* updateMailbox(account, (mailbox, now) => {
      const { imap, smtp } = mailbox.connection ?? {}
      const hosts = [smtp?.host, imap?.host].flatMap((host) => host ?? [])
      const fault = faultOfNotice(notice, statement, { email: account.email, hosts }, now)
      return fault === null ? mailbox : { ...mailbox, ...failed(mailbox, fault, now) }
    })
  })
})
