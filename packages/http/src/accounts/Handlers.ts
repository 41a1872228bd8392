import { Accounts, AccountState, type BulkResult } from "@mailroom/core"
import { etags } from "../Conversions.ts"
import { idsInQuery } from "../pipeline/Ids.ts"
import { operation, operationsOf } from "../pipeline/Operation.ts"

const account = { body: AccountState.toAccount, etag: etags.account }

/** Like `flat`; ids that were not found count as `failed`. */
const accountsChanged = <Done extends string, Id>({
  counts: { not_found, ...done },
  data
}: BulkResult<{ readonly id: Id; readonly status: Done | "not_found" }>) => ({ ...done, failed: not_found, data })

export const operations = operationsOf("accounts", Accounts, (accounts) => ({
  ...accounts,
  create: operation(accounts.create, { ...account, location: ({ id }) => `/accounts/${id}` }),
  find: operation(accounts.find, account),
  update: operation(accounts.update, { body: accountsChanged }),
  remove: operation(idsInQuery(accounts.remove), { body: accountsChanged })
}))
