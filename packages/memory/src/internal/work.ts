/** Work and all of its indexes. */
import type { OrganizationId } from "@mailroom/core"
import type { Mutable } from "./Database.ts"
import type { State, WorkRow } from "./State.ts"

export const removeWork = (state: Mutable<State>, row: WorkRow): void => {
  state.work = state.work.remove(row)
  state.workByLane = state.workByLane.remove(row)
  state.workByOrganization = state.workByOrganization.remove(row)
  state.workByTime = state.workByTime.remove(row)
}

/** All work of an organization. */
export const workOf = ({ work }: State, organization_id: OrganizationId): ReadonlyArray<WorkRow> =>
  work.slice(
    work.rank({ organization_id, kind: "", key: "" }),
    work.rank({ organization_id: organization_id + 1, kind: "", key: "" })
  )
