/** The background work of a service. */
import {
  type Accounts,
  type Blacklist,
  type Campaigns,
  Idempotency,
  Mailroom,
  type Organizations,
  Sessions,
  Signer,
  type StorageError,
  Unibox,
  type UnreadableSigningSecret,
  Uploads,
  Workers
} from "@mailroom/core"
import { Effect, Layer } from "effect"

/** Finishes multi-step commands that a killed process or an aborted call left unfinished. */
const finishMultiStep = (options: { readonly all: boolean }) =>
  Mailroom.finishMultiStep(options).pipe(
    Effect.flatMap(({ accounts_deleted, campaigns_deleted, leads_resumed, organizations_deleted }) =>
      accounts_deleted + campaigns_deleted + leads_resumed + organizations_deleted === 0
        ? Effect.void
        : Effect.logInfo(
            `Finished orders: resumed ${leads_resumed} leads of removed blacklist entries, ` +
              `deleted ${organizations_deleted} organizations, ${campaigns_deleted} campaigns and ${accounts_deleted} accounts`
          )
    ),
    Effect.catchTag("StorageError", (error) => Effect.logError("Cannot finish multi-step commands", error))
  )

/**
 * Reads the keys of the signer again each minute, until the layer is released. Fails if they cannot be read at the start: a
 * service without them would answer the links of all mails as if they were forged.
 */
export const layerSigning: Layer.Layer<never, StorageError | UnreadableSigningSecret, Signer> = Layer.effectDiscard(
  Effect.gen(function* () {
    const { refresh } = yield* Signer
    yield* refresh
    const refreshAgain = refresh.pipe(
      Effect.catchTags({
        StorageError: (error) => Effect.logError("Cannot read the signing secret again", error),
        UnreadableSigningSecret: (error) => Effect.logError("Cannot read the signing secret again", error)
      })
    )
    yield* Effect.forkScoped(Effect.forever(Effect.delay(refreshAgain, "1 minute")))
  })
)

/** Does all kinds of background work until the layer is released. */
export const layerWorkers = Workers.layer(Mailroom.handlers)

const removeExpired = Effect.all(
  [
    Idempotency.use((idempotency) => idempotency.removeExpired).pipe(
      Effect.catchTag("StorageError", (error) => Effect.logError("Cannot remove expired idempotency keys", error))
    ),
    Sessions.use((sessions) => sessions.removeExpired).pipe(
      Effect.catchTag("StorageError", (error) => Effect.logError("Cannot remove expired sessions", error))
    ),
    Uploads.use((uploads) => uploads.removeExpired).pipe(
      Effect.catchTag("StorageError", (error) => Effect.logError("Cannot remove expired uploads", error))
    )
  ],
  { discard: true }
)

const wakeSnoozed = Unibox.use((unibox) => unibox.wakeSnoozed).pipe(
  Effect.catchTag("StorageError", (error) => Effect.logError("Cannot open snoozed conversations", error))
)

/** One round of maintenance. `all`: also what another process may be about to finish. */
export const maintain = (options: { readonly all: boolean }) =>
  Effect.all([wakeSnoozed, finishMultiStep(options), removeExpired], { discard: true })

/**
 * Finishes abandoned commands, opens snoozed conversations whose time has come, and removes expired idempotency keys, sessions
 * and uploads, until the layer is released. Runs immediately for all organizations, then each minute for the commands without
 * progress.
 */
export const layer: Layer.Layer<
  never,
  never,
  Accounts | Blacklist | Campaigns | Idempotency | Organizations | Sessions | Unibox | Uploads
> = Layer.effectDiscard(
  Effect.forkScoped(
    Effect.andThen(maintain({ all: true }), Effect.forever(Effect.delay(maintain({ all: false }), "1 minute")))
  )
)
