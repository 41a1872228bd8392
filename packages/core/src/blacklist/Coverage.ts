/** Finds the addresses that must not be sent to, according to the blacklist. */
import { domainsOf, isCovered, mailboxOf, normalizeEmail } from "@mailroom/mail/domain"
import { Effect } from "effect"
import { CurrentOrganization } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import { BlacklistStore } from "./BlacklistStore.ts"

export const makeFindCovered = Effect.gen(function* () {
  const store = yield* BlacklistStore

  /**
   * The subset of `emails`, in their spelling, that the blacklist covers, by mailbox or by any parent domain. Lock the
   * organization's guard first: otherwise an entry may be added or removed before the decision is written.
   */
  return Effect.fnUntraced(function* (
    emails: ReadonlyArray<string>
  ): Effect.fn.Return<ReadonlySet<string>, StorageError, CurrentOrganization> {
    if (emails.length === 0) return new Set()
    const organization = yield* CurrentOrganization
    const addresses = [...new Set(emails.map(normalizeEmail))]
    // A step for 1 000 inputs takes some milliseconds: let other fibers run in between.
    yield* Effect.yieldNow
    const domains = [...new Set(addresses.flatMap(domainsOf))]
    const mailboxes = [...new Set(addresses.map(mailboxOf))]
    const values = new Set(yield* store.findCovering(organization.id, { addresses: mailboxes, domains }))
    return new Set(values.size === 0 ? [] : emails.filter((email) => isCovered(email, values)))
  })
})
