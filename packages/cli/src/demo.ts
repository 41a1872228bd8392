/** `mailroom demo`: fills an organization with example data. */
import { Demo } from "@mailroom/demo"
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { Failure } from "./Failure.ts"
import { makeProgress } from "./Output.ts"
import * as Storage from "./Storage.ts"
import * as Tenant from "./Tenant.ts"

/** Fills the current organization, and reports the progress on standard error. */
export const fillDemo = Effect.flatMap(makeProgress, (progress) =>
  Demo.fillAndReport({ begun: Console.error("Filling the organization with demo data"), progress })
)

export const demo = Command.make(
  "demo",
  { organization: Tenant.flag, data: Storage.dataFlag },
  Effect.fn(function* ({ organization }) {
    const { id } = yield* Tenant.resolve(organization)
    const { accounts, campaigns, events, integrations, leads, mails, transactions } = yield* fillDemo.pipe(
      Effect.catchTag(
        "NotEmpty",
        () => new Failure({ message: `Organization ${id} is not empty: demo data is only for one that is` })
      ),
      Tenant.within(organization)
    )
    yield* Console.log(
      `${campaigns} campaigns, ${accounts} accounts, ${leads} leads, ${events} events, ${mails} mails, ` +
        `${transactions} transactions, ${integrations} integrations`
    )
  })
).pipe(
  Command.withDescription(
    "Fill an empty organization with believable campaigns, sender accounts, leads, threads, billing, integrations and " +
      "a year of activity, so that every endpoint has something to show. It is the same each time, with dates relative " +
      "to now."
  ),
  Command.withShortDescription("Fill an empty organization with believable data"),
  Command.provide((options) => Storage.layerUseCases(options))
)
