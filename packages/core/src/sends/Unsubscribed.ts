/** Recipients who must not be answered any more. */
import { mailboxOf } from "@mailroom/mail/domain"
import { Effect } from "effect"
import { BlacklistStore } from "../blacklist/BlacklistStore.ts"
import { CurrentOrganization } from "../Organization.ts"

/** Makes a function that says whether the owner of an address has unsubscribed or complained. */
export const makeIsUnsubscribed = Effect.gen(function* () {
  const blacklist = yield* BlacklistStore
  return Effect.fnUntraced(function* (email: string) {
    const { id } = yield* CurrentOrganization
    const entries = yield* blacklist.find(id, "email", { values: [mailboxOf(email)] })
    return entries.some(({ source }) => source === "unsubscribe" || source === "complaint")
  })
})
