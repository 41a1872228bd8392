import { Accounts, AccountState, Mailboxes } from "@mailroom/core"
import { Effect } from "effect"
import { etags } from "../Conversions.ts"
import { operation, operationsOf } from "../pipeline/Operation.ts"

const account = { body: AccountState.toAccount, etag: etags.account }
const services = Effect.all({ accounts: Accounts, mailboxes: Mailboxes })

export const operations = operationsOf("mailboxes", services, ({ accounts, mailboxes }) => ({
  ...mailboxes,
  connect: operation(
    (id, input, precondition) => Effect.andThen(mailboxes.connect(id, input, precondition), accounts.find(id)),
    account
  ),
  sync: operation((id, input) => Effect.andThen(mailboxes.sync(id, input), accounts.find(id)), account)
}))
