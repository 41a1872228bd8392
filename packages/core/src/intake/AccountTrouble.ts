/** The fault of an account that a notice shows. */
import { accountNoticeIn, type MachineMail, type ParsedMail } from "@mailroom/mail"
import { normalizeEmail } from "@mailroom/mail/domain"
import { Effect } from "effect"
import { AccountStore } from "../accounts/AccountStore.ts"
import { failed } from "../mailboxes/Health.ts"
import { makeMailboxUpdate } from "../mailboxes/MailboxUpdate.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { AccountId } from "../ids.ts"
import type { ShownFault } from "../sends/Delivery.ts"
import { accountFault } from "../sending/AccountFault.ts"
import { plus, type Timestamp } from "../Timestamp.ts"
import type { Match } from "./Match.ts"

const day = 24 * 3_600_000

const domainOf = (email: string) => normalizeEmail(email).split("@").at(-1) ?? ""

/** A notice that is stored now. */
export interface ReceivedNotice {
  readonly account_id: AccountId
  readonly mail: ParsedMail
  readonly machine: MachineMail | null
  readonly match: Match
  readonly date_sent: Timestamp
}

/**
 * Whether a notice may stop its account. The Message-ID that proves it is also known to the recipient, so a notice from the domain of
 * the recipient may not, unless that is our own domain.
 */
const isBelieved = ({ mail, match: { lead, namesOurs = false, trust } }: ReceivedNotice, email: string): boolean => {
  const from = domainOf(mail.from?.email ?? "")
  const isOfRecipient = lead !== undefined && from === domainOf(lead.email) && from !== domainOf(email)
  return (namesOurs || trust === "verified") && !isOfRecipient
}

/**
 * The fault of the account with this address that a notice shows; `null`: none, or one that is over. It ends as that of a refusal
 * does (`accountFault`), counted from the date of the notice, which may be read late.
 */
const faultOfNotice = (notice: ReceivedNotice, email: string, now: Timestamp): ShownFault | null => {
  const told = accountNoticeIn(notice.machine)
  if (told === null || !isBelieved(notice, email)) return null
  const { about, says: error } = told
  const shown =
    about === "login"
      ? { kind: "credentials" as const, error }
      : accountFault({ at: "recipient", code: 550, reply: error }, about, notice.date_sent)
  const until = shown?.until ?? plus(notice.date_sent, day)
  return shown === null || until <= now ? null : { ...shown, until }
}

/** Makes the function that lets an account wait if a notice that is stored says that it cannot send. */
export const makeHeed = Effect.gen(function* () {
  const accounts = yield* AccountStore
  const updateMailbox = yield* makeMailboxUpdate
  return Effect.fnUntraced(function* (notice: ReceivedNotice) {
    if (accountNoticeIn(notice.machine) === null) return
    const { id } = yield* CurrentOrganization
    const [account] = yield* accounts.findMany(id, [notice.account_id])
    if (account === undefined) return
    yield* updateMailbox(account, (mailbox, now) => {
      const fault = faultOfNotice(notice, account.email, now)
      return fault === null ? mailbox : { ...mailbox, ...failed(mailbox, fault, now) }
    })
  })
})
