/** The work of reading inboxes: one item, in a separate lane, for each account whose inbox is read. */
import type { AccountId, OrganizationId } from "../ids.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { WorkStore } from "../work/WorkStore.ts"

export const kind = "inbox"

/** Makes inboxes due. Call it last in the transaction, before `SendingWork.dueFor`. */
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
