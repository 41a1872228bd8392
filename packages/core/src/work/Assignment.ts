/** Decides how much work of which lanes a process claims next. A pure function. */
import type { DueLane } from "./WorkStore.ts"
import type { OrganizationId } from "../ids.ts"

type Lane = Pick<DueLane, "lane" | "organization_id">

/** The number of items to claim, by organization and lane. */
export type Assignment = Map<OrganizationId, Array<{ readonly lane: string; readonly room: number }>>

const idOf = ({ lane, organization_id }: Lane) => `${organization_id} ${lane}`

const countBy = <A, K>(items: Iterable<A>, keyOf: (item: A) => K) =>
  new Map([...Map.groupBy(items, keyOf)].map(([key, group]) => [key, group.length]))

/**
 * Distributes the free places of a process among the due lanes, in their order: one to each, then a second one to each, and so on. A process
 * has `concurrency` places; each item that runs (`active`) has one. A lane runs at most `room` items at the same time.
 *
 * An organization gets a place only while it has fewer places than are free: a single organization gets half of them, two get a third each.
 * So some places are always free for others.
 */
export const assign = (
  due: ReadonlyArray<DueLane>,
  active: ReadonlySet<Lane>,
  { concurrency, room }: { readonly concurrency: number; readonly room: number }
): Assignment => {
  const byOrganization = countBy(active, ({ organization_id }) => organization_id)
  const byLane = countBy(active, idOf)
  const assigned = new Map<DueLane, number>()
  let free = concurrency - active.size
  for (let isGiving = true; isGiving;) {
    isGiving = false
    for (const lane of due) {
      const placesUsed = byOrganization.get(lane.organization_id) ?? 0
      const usedInLane = byLane.get(idOf(lane)) ?? 0
      if (placesUsed >= free || usedInLane >= room) continue
      byOrganization.set(lane.organization_id, placesUsed + 1)
      byLane.set(idOf(lane), usedInLane + 1)
      assigned.set(lane, (assigned.get(lane) ?? 0) + 1)
      free--
      isGiving = true
    }
  }
  const assignment: Assignment = new Map()
  for (const [{ lane, organization_id }, room] of assigned) {
    const lanes = assignment.get(organization_id) ?? []
    assignment.set(organization_id, lanes)
    lanes.push({ lane, room })
  }
  return assignment
}
