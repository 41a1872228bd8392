/** Sender accounts. */
import { Account, AccountStore, Text } from "@mailroom/core"
import { Exit } from "effect"
import { type Database, sequence } from "./internal/Database.ts"
import { distinct, pageWhere } from "./internal/rows.ts"

export const accountStore = ({ read, write }: Database): AccountStore["Service"] => {
  const nextId = sequence<Account.AccountId>()
  const findMany: AccountStore["Service"]["findMany"] = (organization_id, ids) =>
    read(organization_id, ({ accounts }) => distinct(ids).flatMap((id) => accounts.get(id)?.account ?? []))
  return AccountStore.of({
    insert: (organization_id, { created_at, email, provider, updated_at }) =>
      write(organization_id, "AccountStore.insert", (tenant) => {
        const folded = Text.fold(email)
        if (tenant.accountsByEmail.get(folded) !== undefined) return Exit.fail(new Account.DuplicateAccount({ email }))
        const account = Object.freeze({ id: nextId(), email, provider, created_at, updated_at })
        tenant.accounts = tenant.accounts.set(account.id, { account, folded })
        tenant.accountsByEmail = tenant.accountsByEmail.set(folded, account.id)
        return Exit.succeed(account)
      }),
    findMany,
    // No other transaction runs until this one ends.
    lockShared: findMany,
    lock: findMany,
    findByEmails: (organization_id, folded) =>
      read(organization_id, ({ accounts, accountsByEmail }) => {
        const ids = folded.flatMap((email) => accountsByEmail.get(email) ?? [])
        return distinct(ids).flatMap((id) => accounts.get(id)?.account ?? [])
      }),
    page: (organization_id, { search = "", ...query }) =>
      read(organization_id, ({ accounts }) => {
        const { data, total } = pageWhere(accounts.values(), query, ({ folded }) => folded.includes(search))
        return { total, data: data.map(({ account }) => account) }
      })
  })
}
