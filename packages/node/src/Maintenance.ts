/** What a service does beside its requests. */
import { type Accounts, type Blacklist, type Campaigns, Mailroom, type Organizations } from "@mailroom/core"
import { Effect, Layer } from "effect"

/** Finishes what a killed process or an aborted call left unfinished. */
const finishOrders = (options: { readonly all: boolean }) =>
  Mailroom.finishOrders(options).pipe(
    Effect.flatMap(({ accounts_deleted, campaigns_deleted, leads_resumed, organizations_deleted }) =>
      accounts_deleted + campaigns_deleted + leads_resumed + organizations_deleted === 0
        ? Effect.void
        : Effect.logInfo(
            `Finished orders: resumed ${leads_resumed} leads of removed blacklist entries, ` +
              `deleted ${organizations_deleted} organizations, ${campaigns_deleted} campaigns and ${accounts_deleted} accounts`
          )
    ),
    Effect.catchTag("StorageError", (error) => Effect.logError("Cannot finish abandoned orders", error))
  )

/** Runs while the layer is there: at once for all organizations, then each minute for what makes no progress. */
export const layer: Layer.Layer<never, never, Accounts | Blacklist | Campaigns | Organizations> = Layer.effectDiscard(
  Effect.forkScoped(
    Effect.andThen(finishOrders({ all: true }), Effect.forever(Effect.delay(finishOrders({ all: false }), "1 minute")))
  )
)
