/** The work of deliveries: one item, in a separate lane, for each integration that has something to do. */
import type { Timestamp } from "../Timestamp.ts"
import type { WorkStore } from "../work/WorkStore.ts"
import type { IntegrationId, OrganizationId } from "../ids.ts"

export const kind = "delivery"

/** Makes integrations due. Call it last in the transaction that gives them something to do. */
export const dueFor = (
  work: WorkStore["Service"],
  organization_id: OrganizationId,
  integrations: ReadonlyArray<{ readonly id: IntegrationId; readonly due_at: Timestamp }>
) =>
  work.put(
    organization_id,
    kind,
    integrations.map(({ due_at, id }) => ({ lane: String(id), key: String(id), due_at }))
  )

/** The integration that a work item is about. */
export const integrationOf = (key: string) => Number(key) as IntegrationId
