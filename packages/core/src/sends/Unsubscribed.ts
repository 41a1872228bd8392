/** Recipients who must not be answered any more. */
import { mailboxOf } from "@mailroom/mail/domain"
import { Effect } from "effect"
import { BlacklistStore } from "../blacklist/BlacklistStore.ts"
import { CurrentOrganization } from "../Organization.ts"

/** Makes a function that selects the addresses whose owners have unsubscribed or complained. */
export const makeFindUnsubscribed = Effect.gen(function* () {
  const blacklist = yield* BlacklistStore
  return Effect.fnUntraced(function* (emails: ReadonlyArray<string>) {
    if (emails.length === 0) return []
    const { id } = yield* CurrentOrganization
    const entries = yield* blacklist.find(id, "email", { values: [...new Set(emails.map(mailboxOf))] })
    const found = entries.filter(({ source }) => source === "unsubscribe" || source === "complaint")
    const mailboxes = new Set(found.map(({ value }) => value))
    return emails.filter((email) => mailboxes.has(mailboxOf(email)))
  })
})
