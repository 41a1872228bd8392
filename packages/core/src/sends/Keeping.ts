/** Keeps the outcomes of mails until storage takes them: a mail whose outcome this process knows is not `unknown`. */
import { Effect, Schedule } from "effect"
import type { OrganizationId } from "../ids.ts"
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
  const kept = new Map<OrganizationId, Map<SendId, Storing>>()
  const keptOf = Effect.map(CurrentOrganization, ({ id }) => {
    const own = kept.get(id) ?? new Map<SendId, Storing>()
    kept.set(id, own)
    return own
  })
  /** Stores an outcome, and forgets it then, or when no further try may help. After an interruption it is still kept. */
  const store = (own: Map<SendId, Storing>, id: SendId, storing: Storing) => {
    const forget = Effect.sync(() => own.delete(id))
    return Effect.retry(storing, { while: mayHelp, schedule: often }).pipe(
      Effect.tap(() => forget),
      Effect.tapError(() => forget)
    )
  }
  return {
    keep: Effect.fnUntraced(function* (send_id: SendId, storing: Storing) {
      const own = yield* keptOf
      own.set(send_id, storing)
      yield* store(own, send_id, storing)
    }),
    flush: Effect.gen(function* () {
      const own = yield* keptOf
      for (const [send_id, storing] of own) yield* store(own, send_id, storing)
    })
  }
}
