/** Keeps the outcomes of mails until storage takes them: a mail whose outcome this process knows is not `unknown`. */
import { Effect, Schedule } from "effect"
import { CurrentOrganization } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import type { SendId } from "./Send.ts"

type Storing = Effect.Effect<unknown, StorageError, CurrentOrganization>

/** Waits 100 ms, doubled up to 5 s. */
const often = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("5 seconds")])

const mayHelp = ({ reason }: StorageError) => reason._tag === "Unavailable" || reason._tag === "Unknown"

/**
 * Makes the functions that store outcomes. An outcome can be stored twice: it counts where the mail is still open only.
 *
 * `keep` stores the outcome of a mail, and tries again while storage fails, until the handler is interrupted at the end of its
 * time. `flush` stores what was kept when that happened: call it before mails that are begun are taken for lost.
 */
export const makeKeeping = () => {
  const kept = new Map<SendId, { readonly organization_id: number; readonly storing: Storing }>()
  const store = (id: SendId, storing: Storing) =>
    Effect.retry(storing, { while: mayHelp, schedule: often }).pipe(
      // Not on interruption.
      Effect.tap(() => Effect.sync(() => kept.delete(id))),
      Effect.tapError(() => Effect.sync(() => kept.delete(id)))
    )
  return {
    keep: Effect.fnUntraced(function* (send_id: SendId, storing: Storing) {
      const { id: organization_id } = yield* CurrentOrganization
      kept.set(send_id, { organization_id, storing })
      yield* store(send_id, storing)
    }),
    flush: Effect.gen(function* () {
      const { id } = yield* CurrentOrganization
      for (const [send_id, { organization_id, storing }] of kept)
        if (organization_id === id) yield* store(send_id, storing)
    })
  }
}
