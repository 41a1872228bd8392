/** Changes the settings of accounts, and checks the preconditions of calls. */
import { Effect } from "effect"
import { Changes } from "../Changes.ts"
import type { AccountId } from "../ids.ts"
import { CurrentOrganization } from "../Organization.ts"
import { allows, type IfVersion, requireOneId } from "../Precondition.ts"
import * as Timestamp from "../Timestamp.ts"
import { AccountChanged, type AccountRecord, patch, type SettingsPatch, undeleted } from "./Account.ts"
import { AccountsUpdated } from "./AccountChange.ts"
import { AccountStore } from "./AccountStore.ts"

export const makeAccountUpdate = Effect.gen(function* () {
  const store = yield* AccountStore
  const { report, transactional } = yield* Changes

  /**
   * Checks that a precondition names one id only. Returns the second check: that the locked account has a version of the precondition. Without
   * a precondition both always succeed.
   */
  const checkOf = Effect.fnUntraced(function* (ids: ReadonlyArray<AccountId>, precondition: IfVersion) {
    yield* requireOneId(precondition, ids)
    return ([account]: ReadonlyArray<AccountRecord>): Effect.Effect<void, AccountChanged> =>
      account === undefined || allows(precondition, account.version)
        ? Effect.void
        : Effect.fail(new AccountChanged({ id: account.id, version: account.version }))
  })

  /** Changes the existing accounts among `ids` that pass `check`. Returns their ids. */
  const updateLocked = transactional(function* (
    ids: ReadonlyArray<AccountId>,
    settings: SettingsPatch,
    check: (accounts: ReadonlyArray<AccountRecord>) => Effect.Effect<void, AccountChanged>
  ) {
    const organization = yield* CurrentOrganization
    const locked = undeleted(yield* store.lock(organization.id, ids, "exclusive"))
    yield* check(locked)
    const now = yield* Timestamp.now
    const changed = locked.flatMap((account) => {
      const next = patch(account, settings, now)
      return next === account ? [] : [next]
    })
    if (changed.length > 0) {
      yield* store.write(organization.id, changed)
      yield* report([new AccountsUpdated({ account_ids: changed.map(({ id }) => id) })])
    }
    return new Set(locked.map(({ id }) => id))
  })

  return { checkOf, updateLocked }
})
