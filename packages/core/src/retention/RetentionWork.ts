/** The work of retention: one item for each organization that does not keep everything. */
import type { OrganizationId } from "../ids.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { WorkStore } from "../work/WorkStore.ts"

export const kind = "retention"

/** Makes an organization due. Call it last in the transaction. */
export const dueFor = (work: WorkStore["Service"], organization_id: OrganizationId, due_at: Timestamp) =>
  work.put(organization_id, kind, [{ lane: kind, key: kind, due_at }])
