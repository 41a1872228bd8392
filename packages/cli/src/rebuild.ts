/** `mailroom rebuild-analytics`: the sums anew, from the events. */
import { Activity } from "@mailroom/core"
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { count } from "./Output.ts"
import * as Storage from "./Storage.ts"
import * as Tenant from "./Tenant.ts"

export const rebuildAnalytics = Command.make(
  "rebuild-analytics",
  { organization: Tenant.flag, data: Storage.dataFlag },
  Effect.fn(function* ({ organization }) {
    const events = yield* Activity.use(({ rebuild }) => rebuild).pipe(Tenant.within(organization))
    yield* Console.log(`${count(events, "event")} read`)
  })
).pipe(
  Command.withDescription(
    "Make the sums that analytics are answered from anew, out of the events, all at once or not at all, and print how " +
      "many events were read. It answers the same as before unless someone changed the database by hand."
  ),
  Command.withShortDescription("Make the sums of analytics anew from the events"),
  Command.provide((options) => Storage.layerUseCases(options))
)
