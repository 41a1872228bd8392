/** Work items of accounts: of each kind at most one for an account, in a lane that only this account has. */
import type { AccountId, OrganizationId } from "../ids.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { WorkStore } from "../work/WorkStore.ts"

/** Makes a function that makes accounts due for this kind of work. Call it last in its transaction. */
export const dueOf =
  (kind: string) =>
  (
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
