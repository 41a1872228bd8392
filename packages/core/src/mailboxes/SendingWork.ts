/** The work of sending: one item, in a separate lane, for each account that has something to send. */
import type { AccountId, OrganizationId } from "../ids.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { WorkStore } from "../work/WorkStore.ts"

export const kind = "sending"

/** Makes accounts due. Call it last in the transaction that gives them something to send. */
export const dueFor = (
  work: WorkStore["Service"],
  organization_id: OrganizationId,
  accounts: ReadonlyArray<AccountId>,
  due_at: Timestamp
) =>
  work.put(
    organization_id,
    kind,
    accounts.map((id) => ({ lane: String(id), key: String(id), due_at }))
  )

/** The account that a work item is about. */
export const accountOf = (key: string) => Number(key) as AccountId
