/** Creates an account, or creates a deleted one with the same address again. */
import { normalizeEmail } from "@mailroom/mail/domain"
import { Changes } from "../Changes.ts"
import { Effect } from "effect"
import { type AccountDraft, create as draftOf, DuplicateAccount, NewAccount, revive } from "./Account.ts"
import { AccountStore } from "./AccountStore.ts"
import { CurrentOrganization } from "../Organization.ts"
import * as Timestamp from "../Timestamp.ts"
import { makeAccountRemoval } from "./AccountRemoval.ts"
import { AccountId } from "../ids.ts"

export const makeInsertOrRevive = Effect.gen(function* () {
  const store = yield* AccountStore
  const { transactional } = yield* Changes
  const { finish } = yield* makeAccountRemoval

  /** Creates a deleted account again. Returns `undefined` while its deletion is not finished. Fails if the account is not deleted. */
  const reviveDeleted = transactional(function* (id: AccountId, input: NewAccount) {
    const organization = yield* CurrentOrganization
    const [account] = yield* store.lock(organization.id, [id], "exclusive")
    if (account === undefined || account.deleted_at === null) {
      return yield* new DuplicateAccount({ email: input.email })
    }
    if (account.releasing_at !== null) return undefined
    const revived = revive(account, input, yield* Timestamp.now)
    yield* store.write(organization.id, [revived])
    return revived
  })

  /** Creates an account. One that was deleted, with the same address, is created again. */
  return Effect.fnUntraced(function* (input: NewAccount) {
    const organization = yield* CurrentOrganization
    const draft: AccountDraft = draftOf(input, yield* Timestamp.now)
    const [known] = yield* store.findByEmails(organization.id, [normalizeEmail(input.email)])
    if (known === undefined) return yield* store.insert(organization.id, draft)
    while (true) {
      const revived = yield* reviveDeleted(known.id, input)
      if (revived !== undefined) return revived
      // The deletion is not finished: release all its leads before the account is created again.
      yield* finish([known.id])
    }
  })
})
