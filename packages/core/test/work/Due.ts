/** Work that is due, in tests. */
import { Effect } from "effect"
import type { OrganizationId } from "../../src/ids.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import type { Handler } from "../../src/work/Workers.ts"
import { WorkStore } from "../../src/work/WorkStore.ts"

/** Does the work of a kind that is due, at most nine items. Returns the number of items. */
export const workDue = Effect.fnUntraced(function* (
  organization_id: OrganizationId,
  { handle, kind }: Pick<Handler, "handle" | "kind">
) {
  const work = yield* WorkStore
  const now = yield* Timestamp.now
  const claim = crypto.randomUUID()
  const until = Timestamp.plus(now, 60_000)
  const items = yield* work.claim(organization_id, kind, { lanes: [{ lane: kind, room: 9 }], claim, now, until })
  for (const item of items) {
    const again = yield* Effect.provideService(
      handle({ ...item, organization_id, isStopping: () => false }),
      CurrentOrganization,
      { id: organization_id }
    )
    const outcomes = [again === null ? { key: item.key, again } : { key: item.key, again, attempts: 0 }]
    yield* work.settle(organization_id, kind, { claim, now, outcomes })
  }
  return items.length
})
