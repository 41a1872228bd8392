/** Sender accounts. */
import { Account, AccountStore, Domain } from "@mailroom/core"
import { Exit } from "effect"
import type { Database, Mutable } from "./internal/Database.ts"
import { distinct, everywhere, pageWhere } from "./internal/rows.ts"
import type { Tenant } from "./internal/State.ts"

export const accountStore = ({ read, readState, sequence, write }: Database): AccountStore["Service"] => {
  const { next: nextId } = sequence<Account.AccountId>("accounts")
  const findMany: AccountStore["Service"]["findMany"] = (organization_id, ids) =>
    read(organization_id, ({ accounts }) => distinct(ids).flatMap((id) => accounts.get(id)?.account ?? []))

  return AccountStore.of({
    insert: (organization_id, draft) =>
      write(organization_id, "AccountStore.insert", (tenant) => {
        const address = Domain.normalizeEmail(draft.email)
        if (withAddress(tenant, [address]).length > 0) {
          return Exit.fail(new Account.DuplicateAccount({ email: draft.email }))
        }
        return Exit.succeed(putAccount(tenant, { id: nextId(), ...draft }))
      }),
    findMany,
    findByEmails: (organization_id, addresses) => read(organization_id, (tenant) => withAddress(tenant, addresses)),
    // No other transaction runs until this one ends.
    lock: findMany,
    write: (organization_id, changed) =>
      write(organization_id, "AccountStore.write", (tenant) => {
        for (const account of changed) {
          const stored = tenant.accounts.get(account.id)
          if (stored === undefined) continue
          const email = Domain.normalizeEmail(account.email) === stored.address ? account.email : stored.account.email
          putAccount(tenant, { ...account, email, created_at: stored.account.created_at })
        }
        return Exit.void
      }),
    page: (organization_id, { search = "", ...query }) =>
      read(organization_id, ({ accounts }) => {
        const { data, total } = pageWhere(
          accounts,
          query,
          ({ account, searchText }) => account.deleted_at === null && searchText.includes(search)
        )
        return { total, data: data.map(({ account }) => account) }
      }),
    findReleasing: ({ before, limit }) =>
      readState((state) =>
        everywhere(state, ({ accounts }) => accounts)
          .filter(({ row: { account } }) => account.releasing_at !== null && account.releasing_at < before)
          .slice(0, limit)
          .map(({ organization_id, row }) => ({ organization_id, id: row.account.id }))
      )
  })
}

export const putAccount = (tenant: Mutable<Tenant>, account: Account.AccountRecord): Account.AccountRecord => {
  const ramp_up = Object.freeze({ ...account.settings.ramp_up })
  const frozen = Object.freeze({ ...account, settings: Object.freeze({ ...account.settings, ramp_up }) })
  const { id } = frozen
  const address = Domain.normalizeEmail(frozen.email)
  tenant.accounts = tenant.accounts.set(id, {
    account: frozen,
    address,
    searchText: Domain.searchTextOfAddress(frozen.email)
  })
  return frozen
}

const withAddress = ({ accounts }: Tenant, addresses: ReadonlyArray<string>): ReadonlyArray<Account.AccountRecord> =>
  [...accounts.values()].flatMap(({ account, address }) => (addresses.includes(address) ? [account] : []))
