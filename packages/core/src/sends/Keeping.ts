/** Keeps the outcomes of mails until storage takes them: a mail whose outcome this process knows is not `unknown`. */
import { Cause, Effect, Exit, Schedule } from "effect"
import type { AccountId, OrganizationId } from "../ids.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import type { Send, SendId } from "./Send.ts"

/** An outcome that is not stored yet. */
interface Kept {
  readonly account_id: AccountId
  readonly storing: Effect.Effect<unknown, StorageError, CurrentOrganization>
  /** Whether a fiber is storing it now. */
  isStoring: boolean
}

/** The waits between two tries to store an outcome: 100 ms, doubled up to 5 s. */
const waits = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("5 seconds")])

/** Whether storing may succeed later. */
const mayHelp = ({ reason }: StorageError) => reason._tag === "Unavailable" || reason._tag === "Unknown"

/**
 * Makes the functions that store outcomes. An outcome can be stored twice: it counts where its try is still open only.
 *
 * `keep` stores the outcome of a mail, and tries again while storage fails, until the handler is interrupted at the end of its
 * time. `flush` stores what was kept of an account when that happened: call it before mails that are begun are taken for lost.
 */
export const makeKeeping = () => {
  const kept = new Map<OrganizationId, Map<SendId, Kept>>()
  /** The kept outcomes of the current organization. */
  const keptOf = Effect.map(CurrentOrganization, ({ id }) => {
    const own = kept.get(id) ?? new Map<SendId, Kept>()
    kept.set(id, own)
    return own
  })
  /** Stores an outcome, and forgets it when it is stored or no further try may help. After an interruption it is still kept. */
  const store = (own: Map<SendId, Kept>, id: SendId, entry: Kept) =>
    Effect.suspend(() => {
      entry.isStoring = true
      return Effect.retry(entry.storing, { while: mayHelp, schedule: waits })
    }).pipe(
      Effect.onExit((exit) =>
        Effect.sync(() => {
          entry.isStoring = false
          const isInterrupted = Exit.isFailure(exit) && Cause.hasInterrupts(exit.cause)
          if (!isInterrupted && own.get(id) === entry) own.delete(id)
        })
      )
    )
  return {
    keep: Effect.fnUntraced(function* ({ account_id, id }: Pick<Send, "account_id" | "id">, storing: Kept["storing"]) {
      const own = yield* keptOf
      const entry: Kept = { account_id, storing, isStoring: false }
      own.set(id, entry)
      yield* store(own, id, entry)
    }),
    flush: Effect.fnUntraced(function* (account_id: AccountId) {
      const own = yield* keptOf
      for (const [id, entry] of own) {
        if (entry.account_id !== account_id || entry.isStoring) continue
        yield* Effect.catchCause(store(own, id, entry), (cause) =>
          Effect.logError(`The outcome of mail ${id} is not stored`, cause)
        )
      }
    })
  }
}
