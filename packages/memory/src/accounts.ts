/** Sender accounts. */
import { Account, AccountStore, Domain, Text } from "@mailroom/core"
import { Exit } from "effect"
import { type Database, makeSequence, type Mutable } from "./internal/Database.ts"
import { distinct, pageWhere } from "./internal/rows.ts"
import { emptyTenant, type Tenant } from "./internal/State.ts"

export const accountStore = ({ read, readState, write }: Database): AccountStore["Service"] => {
  const nextId = makeSequence<Account.AccountId>()
  const findMany: AccountStore["Service"]["findMany"] = (organization_id, ids) =>
    read(organization_id, ({ accounts }) => distinct(ids).flatMap((id) => accounts.get(id)?.account ?? []))

  return AccountStore.of({
    insert: (organization_id, draft) =>
      write(organization_id, "AccountStore.insert", (tenant) => {
        const address = Domain.normalizeEmail(draft.email)
        if (tenant.accountsByEmail.get(address) !== undefined) {
          return Exit.fail(new Account.DuplicateAccount({ email: draft.email }))
        }
        const account = putAccount(tenant, { id: nextId(), ...draft })
        tenant.accountsByEmail = tenant.accountsByEmail.set(address, account.id)
        return Exit.succeed(account)
      }),
    findMany,
    findByEmails: (organization_id, addresses) =>
      read(organization_id, ({ accounts, accountsByEmail }) => {
        const ids = addresses.flatMap((email) => accountsByEmail.get(email) ?? [])
        return distinct(ids).flatMap((id) => accounts.get(id)?.account ?? [])
      }),
    // No other transaction runs until this one ends.
    lockShared: (organization_id, ids) =>
      read(organization_id, ({ accounts }) =>
        distinct(ids).flatMap((id) => {
          const account = accounts.get(id)?.account
          return account === undefined || account.deleted_at !== null ? [] : [account]
        })
      ),
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
          ({ account, address, folded }) =>
            account.deleted_at === null && (folded.includes(search) || address.includes(search))
        )
        return { total, data: data.map(({ account }) => account) }
      }),
    findReleasing: (organization_id, before) =>
      read(organization_id, ({ accounts, releasingAccounts }) =>
        [...releasingAccounts.values()]
          .filter((id) => (accounts.get(id)?.account.releasing_at ?? before) < before)
          .slice(0, 500)
      ),
    organizationsReleasing: readState(({ organizations, tenants }) =>
      [...organizations.values()].flatMap(({ id }) =>
        (tenants.get(id) ?? emptyTenant).releasingAccounts.size === 0 ? [] : [id]
      )
    )
  })
}

const putAccount = (tenant: Mutable<Tenant>, account: Account.AccountRecord): Account.AccountRecord => {
  const ramp_up = Object.freeze({ ...account.settings.ramp_up })
  const frozen = Object.freeze({ ...account, settings: Object.freeze({ ...account.settings, ramp_up }) })
  const { id } = frozen
  const address = Domain.normalizeEmail(frozen.email)
  tenant.accounts = tenant.accounts.set(id, { account: frozen, address, folded: Text.fold(frozen.email) })
  const { releasingAccounts } = tenant
  tenant.releasingAccounts = frozen.releasing_at === null ? releasingAccounts.remove(id) : releasingAccounts.set(id, id)
  return frozen
}
