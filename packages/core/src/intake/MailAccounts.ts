/** The accounts of ours that a mail names. */
import type { ParsedMail } from "@mailroom/mail"
import { normalizeEmail } from "@mailroom/mail/domain"
import { Effect } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import type { AccountId, OrganizationId } from "../ids.ts"
import type { StorageError } from "../StorageError.ts"
import type { ClassifiedMail } from "./Match.ts"
import { maximumRecipients } from "./Received.ts"

const recipientsOf = ({ cc, to }: ParsedMail) => [...to, ...cc].slice(0, maximumRecipients).map(({ email }) => email)

/** The accounts that one mail names, each address read once. */
export interface MailAccounts {
  /** The account that has one of these addresses. */
  readonly accountWith: (...emails: ReadonlyArray<string>) => Effect.Effect<AccountRecord | undefined, StorageError>
  /** The id of the account whose mail is answered: the sender of the returned mail, else a recipient of this mail. */
  readonly answeredAccountId: (classified: ClassifiedMail) => Effect.Effect<AccountId | null, StorageError>
  /** The accounts that were read so far. */
  readonly read: () => ReadonlyMap<AccountId, AccountRecord>
}

/** Makes a function that looks for the accounts of a mail. The sender and the recipients are read by one statement. */
export const makeMailAccounts = Effect.gen(function* () {
  const accounts = yield* AccountStore

  return (organization_id: OrganizationId, named: ParsedMail): MailAccounts => {
    const usual = [named.from?.email ?? "", ...recipientsOf(named)].map(normalizeEmail)
    const byAddress = new Map<string, ReadonlyArray<AccountRecord>>()

    const find = Effect.fnUntraced(function* (emails: ReadonlyArray<string>) {
      const asked = new Set(emails.map(normalizeEmail).filter((email) => email !== ""))
      if ([...asked].some((address) => !byAddress.has(address))) {
        const missing = [...asked, ...usual].filter((address) => address !== "" && !byAddress.has(address))
        const found = yield* accounts.findByEmails(organization_id, [...new Set(missing)])
        const groups = Map.groupBy(found, ({ email }) => normalizeEmail(email))
        for (const address of missing) byAddress.set(address, groups.get(address) ?? [])
      }
      return [...asked].flatMap((address) => byAddress.get(address) ?? []).toSorted((a, b) => a.id - b.id)
    })

    return {
      accountWith: (...emails) => Effect.map(find(emails), ([account]) => account),
      answeredAccountId: Effect.fnUntraced(function* ({ machine, mail }) {
        const returned = machine !== null && machine.kind !== "auto_reply" ? normalizeEmail(machine.about.from) : ""
        const found = yield* find([returned, ...recipientsOf(mail)])
        return (found.find(({ email }) => normalizeEmail(email) === returned) ?? found[0])?.id ?? null
      }),
      read: () => new Map([...byAddress.values()].flat().map((account) => [account.id, account]))
    }
  }
})
