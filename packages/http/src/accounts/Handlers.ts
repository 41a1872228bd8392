import { Accounts, AccountState } from "@mailroom/core"
import { accountsChanged, etags } from "../Conversions.ts"
import { idsInQuery } from "../pipeline/Ids.ts"
import { operation, operationsOf } from "../pipeline/Operation.ts"

const account = { body: AccountState.toAccount, etag: etags.account }

export const operations = operationsOf("accounts", Accounts, (accounts) => ({
  ...accounts,
  create: operation(accounts.create, { ...account, location: ({ id }) => `/accounts/${id}` }),
  find: operation(accounts.find, account),
  update: operation(accounts.update, { body: accountsChanged }),
  remove: operation(idsInQuery(accounts.remove), { body: accountsChanged })
}))
