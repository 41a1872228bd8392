/** `mailroom rebuild-analytics`: recomputes the sums from the events. */
import { Analytics } from "@mailroom/core"
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { count } from "./Output.ts"
import * as Storage from "./Storage.ts"
import * as Tenant from "./Tenant.ts"

export const rebuildAnalytics = Command.make(
  "rebuild-analytics",
  { organization: Tenant.flag, data: Storage.dataFlag },
  Effect.fn(function* ({ organization }) {
    const events = yield* Analytics.use(({ rebuild }) => rebuild).pipe(Tenant.within(organization))
    yield* Console.log(`${count(events, "event")} read`)
  })
).pipe(
  Command.withDescription(
    "Recompute analytics totals from the events, in one transaction, and print how many events were read. The totals " +
      "stay the same unless someone changed the database by hand."
  ),
  Command.withShortDescription("Recompute analytics totals from the events"),
  Command.provide((options) => Storage.layerUseCases(options))
)
