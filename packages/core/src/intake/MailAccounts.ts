/** The accounts of ours that a mail names. */
import { normalizeEmail } from "@mailroom/mail/domain"
import { Effect } from "effect"
import { AccountStore } from "../accounts/AccountStore.ts"
import type { OrganizationId } from "../ids.ts"
import type { ClassifiedMail } from "./Match.ts"
import { maximumRecipients } from "./Received.ts"

export const makeMailAccounts = Effect.gen(function* () {
  const accounts = yield* AccountStore

  /** The account that has one of these addresses. */
  const accountWith = Effect.fnUntraced(function* (organization_id: OrganizationId, ...emails: ReadonlyArray<string>) {
    const asked = emails.map(normalizeEmail).filter((email) => email !== "")
    const [account] = asked.length === 0 ? [] : yield* accounts.findByEmails(organization_id, asked)
    return account
  })

  /** The id of the account whose mail is answered: the sender of the returned mail, else a recipient of this mail. */
  const answeredAccountId = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    { machine, mail }: ClassifiedMail
  ) {
    const returned = machine !== null && machine.kind !== "auto_reply" ? normalizeEmail(machine.about.from) : ""
    const recipients = [...mail.to, ...mail.cc].slice(0, maximumRecipients).map(({ email }) => normalizeEmail(email))
    const found = yield* accounts.findByEmails(organization_id, [returned, ...recipients])
    return (found.find(({ email }) => normalizeEmail(email) === returned) ?? found[0])?.id ?? null
  })

  return { accountWith, answeredAccountId }
})
