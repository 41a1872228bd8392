/** Keeps the agenda as changes of leads require. */
import { Effect } from "effect"
import type { ChangeKind, Consumer } from "../Changes.ts"
import { LeadRemoved } from "../leads/LeadChange.ts"
import { AgendaStore } from "./AgendaStore.ts"

/** The consumer that takes removed leads off the agenda. It comes before the consumer that writes threads. */
export const agendaConsumer: Effect.Effect<Consumer, never, AgendaStore> = Effect.map(AgendaStore, (store) => ({
  kinds: new Set<ChangeKind>([LeadRemoved]),
  consume: (organization_id, changes) =>
    store.removeLeads(
      organization_id,
      changes.flatMap((change) => (change instanceof LeadRemoved ? [change.lead.id] : []))
    )
}))
